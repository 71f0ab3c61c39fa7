import { useDeleteTemplate } from '#web/features/templates/template-queries.ts';
import { toast } from '#web/lib/toast.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';

/** Asks first; resolves to whether it is gone. */
export function useRemoveTemplate() {
  const confirm = useConfirm();
  const remove = useDeleteTemplate();
  return async ({ id, name }: { id: number; name: string }) => {
    const gone = await confirm({
      title: 'Deletar modelo',
      body: `O modelo “${name}” sai da lista e não gera mais contratos. Os que já foram gerados ficam como estão.`,
      verb: 'Deletar modelo',
      danger: true,
      run: () => remove.mutateAsync({ params: { id } }),
    });
    if (gone) toast.success('Modelo deletado');
    return gone;
  };
}
