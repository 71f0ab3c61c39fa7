import type { ClientDetail } from '@morada/contract/registry/clients';
import { IconFileZip, IconTrash, IconUserCheck, IconUserOff, IconUserX } from '@tabler/icons-react';
import { savePersonalData, useAnonymise, useDeleteClient, useSetClient } from '#web/entities/client/client-queries.ts';
import { ApiProblem } from '#web/lib/api/api.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import type { Action } from '#web/ui/base/actions.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';

/** Refusals for clients that other records refer to. */
const TIES = ['CLIENT_OWNS_PROPERTY', 'CLIENT_HAS_CONTRACT', 'CLIENT_HAS_TRANSFER'];
const INACTIVE =
  'Desativado, o cliente deixa de ser oferecido nas buscas e continua nos contratos e imóveis em que está.';

type Outcome = { onDeleted: () => unknown };

/** Actions on a client, limited by the session's permissions and the record's state. */
export function useClientActions(client: ClientDetail | undefined, { onDeleted }: Outcome) {
  const id = client?.user.id ?? 0;
  const confirm = useConfirm();
  const deleteClient = useDeleteClient(id);
  const setClient = useSetClient(id);
  const anonymise = useAnonymise(id);
  if (!client || client.information === null) return { removal: false as const, more: [] };
  const { name, active, anonymised_at, deleted_at } = client.user;
  const editable = may('CLIENT_EDIT') && !anonymised_at && !deleted_at;

  const saying = (words: string, run: () => Promise<unknown>) => async () => {
    await run();
    toast.success(words);
  };

  const setActive = (active: boolean) => setClient.mutateAsync({ params: { id }, body: { active } });
  const deactivate = saying('Dados atualizados', () => setActive(false));

  async function remove() {
    let deleted = false;
    await confirm({
      title: 'Deletar cadastro',
      body: `Tem certeza que deseja deletar o cadastro de ${name}? Esta ação não poderá ser desfeita`,
      verb: 'Deletar cadastro',
      danger: true,
      run: async () => {
        await deleteClient.mutateAsync({ params: { id } });
        deleted = true;
      },
      otherwise: (error) =>
        editable && active && error instanceof ApiProblem && TIES.includes(error.code)
          ? {
              title: 'Desativar cadastro',
              body: `${error.message} ${INACTIVE}`,
              verb: 'Desativar cadastro',
              run: deactivate,
            }
          : undefined,
    });
    if (!deleted) return;
    toast.success('O usuário foi deletado');
    onDeleted();
  }

  const askToDeactivate = () =>
    confirm({ title: 'Desativar cadastro', body: INACTIVE, verb: 'Desativar cadastro', run: deactivate });

  const reactivate = () => saying('Dados atualizados', () => setActive(true))().catch(toast.failure);

  const askToAnonymise = () =>
    confirm({
      title: 'Anonimizar cadastro',
      body: `Nome, documento, contatos, endereço, contas bancárias e demais dados pessoais de ${name} são apagados, aqui e nos contratos em que está. Os valores de faturas e repasses ficam. O cadastro não poderá mais ser alterado, e esta ação não poderá ser desfeita.`,
      verb: 'Anonimizar',
      danger: true,
      run: saying('Dados atualizados', () => anonymise.mutateAsync({ params: { id } })),
    });

  const removal: Action | false = may('CLIENT_DESTROY') &&
    !deleted_at && {
      label: 'Deletar cadastro',
      icon: IconTrash,
      danger: true,
      onClick: remove,
    };
  const more: (Action | false)[] = [
    editable && active && { label: 'Desativar cadastro', icon: IconUserOff, onClick: askToDeactivate },
    editable && !active && { label: 'Reativar cadastro', icon: IconUserCheck, onClick: reactivate },
    may('*') && {
      label: 'Exportar dados do titular',
      icon: IconFileZip,
      onClick: () => savePersonalData(id).catch(toast.failure),
    },
    may('*') && !anonymised_at && { label: 'Anonimizar', icon: IconUserX, danger: true, onClick: askToAnonymise },
  ];
  return { removal, more };
}
