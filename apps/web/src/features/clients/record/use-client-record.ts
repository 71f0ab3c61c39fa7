import { CLIENT_TYPES } from '@morada/domain/people/client';
import { useQuery } from '@tanstack/react-query';
import { clientQuery } from '#web/entities/client/client-queries.ts';
import { useClientForms } from '#web/features/clients/form/use-client-forms.ts';
import { useColumnForms } from '#web/features/clients/list/use-column-forms.ts';
import { useRemember } from '#web/lib/session/recent.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { useSections } from '#web/ui/form/use-sections.ts';
import { useStale } from '#web/ui/form/use-stale.tsx';

/** A client with the forms over it, as the window and the page have it. */
export function useClientRecord(id: number, { show }: { show: (tab: string) => void }) {
  const query = useQuery(clientQuery(id));
  const client = query.data?.data;
  useRemember('clients', id, client?.user.name, client && CLIENT_TYPES[client.user.type]);
  const forms = useClientForms(id, client);
  const columns = useColumnForms(id, client);
  const sections = useSections(
    [
      { tab: 'dados', form: forms.user },
      { tab: 'detalhes', form: forms.information },
      { tab: 'endereco', form: forms.address },
    ],
    { show, onSaved: () => toast.success('Dados atualizados') },
  );
  const stale = useStale({
    what: 'este cadastro',
    forms: [forms.user, forms.information, forms.address, ...Object.values(columns)],
    reload: query.refetch,
  });
  /** Without the right to the register itself only the name and what is linked come. */
  const reduced = client?.information === null;
  const readOnly = !may('CLIENT_EDIT') || reduced || Boolean(client?.user.anonymised_at);
  return { query, client, forms, columns, sections, stale, reduced, readOnly };
}

export type ClientRecord = ReturnType<typeof useClientRecord>;
