import { toast } from '#web/lib/toast.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { useDeletePost } from './post-queries.ts';

/** Asks first; resolves to whether it is gone. */
export function useRemovePost() {
  const confirm = useConfirm();
  const remove = useDeletePost();
  return async ({ id, title }: { id: number; title: string }) => {
    const gone = await confirm({
      title: 'Deletar notícia',
      body: `A notícia “${title}” sai do blog, com a imagem dela. Esta ação não poderá ser desfeita.`,
      verb: 'Deletar notícia',
      danger: true,
      run: () => remove.mutateAsync({ params: { id } }),
    });
    if (gone) toast.success('Notícia deletada');
    return gone;
  };
}
