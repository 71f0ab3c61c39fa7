import { toast } from '#web/lib/toast.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { useCloseTicket, useDeleteTicket } from './ticket-queries.ts';

/** Each asks first and resolves to whether it was done. */
export function useTicketActions({ id, title }: { id: number; title: string }) {
  const confirm = useConfirm();
  const close = useCloseTicket();
  const remove = useDeleteTicket();
  return {
    close: async () => {
      const closed = await confirm({
        title: 'Fechar ticket',
        body: `“${title}” vai para o histórico e não recebe mais mensagens.`,
        verb: 'Fechar ticket',
        run: () => close.mutateAsync({ params: { id }, body: { status: 'CLOSED' } }),
      });
      if (closed) toast.success('Ticket fechado');
      return closed;
    },
    remove: async () => {
      const gone = await confirm({
        title: 'Deletar ticket',
        body: `“${title}” e toda a conversa saem da lista, aqui e para o cliente.`,
        verb: 'Deletar ticket',
        danger: true,
        run: () => remove.mutateAsync({ params: { id } }),
      });
      if (gone) toast.success('Ticket deletado!');
      return gone;
    },
  };
}
