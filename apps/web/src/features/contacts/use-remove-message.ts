import { toast } from '#web/lib/toast.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { useRemoveContact } from './contact-queries.ts';

/** Asks first; resolves to whether it is gone. */
export function useRemoveMessage() {
  const confirm = useConfirm();
  const remove = useRemoveContact();
  return async ({ id, name }: { id: number; name: string }) => {
    const gone = await confirm({
      title: 'Remover mensagem',
      body: `A mensagem de ${name} sai da lista.`,
      verb: 'Remover mensagem',
      danger: true,
      run: () => remove.mutateAsync({ params: { id } }),
    });
    if (gone) toast.success('Mensagem removida');
    return gone;
  };
}
