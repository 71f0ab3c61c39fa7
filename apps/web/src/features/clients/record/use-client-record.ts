import { CLIENT_TYPES } from '@morada/domain/people/client';
import { clientQuery } from '#web/entities/client/client-queries.ts';
import { useClientForms } from '#web/features/clients/form/use-client-forms.ts';
import { useColumnForms } from '#web/features/clients/list/use-column-forms.ts';
import { useRemember } from '#web/lib/session/recent.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { useSections } from '#web/ui/form/use-sections.ts';
import { useRecord } from '#web/ui/overlay/use-record.tsx';

/** A client with the forms over it, as the window and the page have it. */
export function useClientRecord(id: number, { show }: { show: (tab: string) => void }) {
  const { record, query, data: client } = useRecord({ what: 'este cadastro', query: clientQuery(id) });
  useRemember('clients', id, client?.user.name, client && CLIENT_TYPES[client.user.type]);
  const forms = useClientForms(id, client);
  const columns = useColumnForms(id, client);
  const sections = useSections(
    [
      { tab: 'dados', form: forms.user },
      { tab: 'detalhes', form: forms.information },
      { tab: 'endereco', form: forms.address },
      { tab: 'impostos', form: forms.taxes },
    ],
    { show, onSaved: () => toast.success('Dados atualizados') },
  );
  const merging = [forms.user, forms.information, forms.address, forms.taxes, ...Object.values(columns)];
  /** Without the right to the register itself only the name and what is linked come. */
  const reduced = client?.information === null;
  const readOnly = !may('CLIENT_EDIT') || reduced || Boolean(client?.user.anonymised_at ?? client?.user.deleted_at);
  return { query, client, forms, columns, sections, record, merging, reduced, readOnly };
}

export type ClientRecord = ReturnType<typeof useClientRecord>;
