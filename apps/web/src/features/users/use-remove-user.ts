import { toast } from '#web/lib/toast.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { useDeleteUser } from './user-queries.ts';

/** Asks first. */
export function useRemoveUser() {
  const confirm = useConfirm();
  const remove = useDeleteUser();
  return async ({ id, name }: { id: number; name: string }) => {
    const gone = await confirm({
      title: 'Deletar usuário',
      body: `Tem certeza que deseja deletar ${name}? As sessões dessa pessoa terminam na hora; o que ela fez continua na auditoria. Esta ação não poderá ser desfeita.`,
      verb: 'Deletar usuário',
      danger: true,
      run: () => remove.mutateAsync({ query: { id } }),
    });
    if (gone) toast.success('Usuário deletado');
  };
}
