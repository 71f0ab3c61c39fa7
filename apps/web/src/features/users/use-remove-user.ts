import { toast } from '#web/lib/toast.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { useUserActions } from './user-queries.ts';

/** Asks first. */
export function useRemoveUser() {
  const confirm = useConfirm();
  const { remove } = useUserActions();
  return async ({ id, name }: { id: number; name: string }) => {
    const gone = await confirm({
      title: 'Deletar usuário',
      says: `Tem certeza que deseja deletar ${name}? As sessões dessa pessoa terminam na hora; o que ela fez continua na auditoria. Esta ação não poderá ser desfeita.`,
      verb: 'Deletar usuário',
      danger: true,
      run: () => remove(id),
    });
    if (gone) toast.success('Usuário deletado');
  };
}
