import { toast } from '#web/lib/toast.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { useReason } from '#web/ui/overlay/reason.tsx';
import { useAcceptBid, useRefuseBid, useRelease, useRemoveBid, useSendBid, useWithdrawBid } from './bid-queries.ts';

/** Actions of a bid that need no form, or only a word. */
export function useBidQuestions(id: number, onGone: () => void) {
  const askReason = useReason();
  const confirm = useConfirm();
  const { mutateAsync: send } = useSendBid(id);
  const { mutateAsync: accept } = useAcceptBid(id);
  const { mutateAsync: refuse } = useRefuseBid(id);
  const { mutateAsync: withdraw } = useWithdrawBid(id);
  const { mutateAsync: release } = useRelease(id);
  const { mutateAsync: remove } = useRemoveBid(id);
  const params = { id };
  const done = (call: Promise<unknown>, words: string) => call.then(() => toast.success(words), toast.failure);

  return {
    send: () => done(send({ params }), 'A proposta aguarda o proprietário.'),
    release: () => done(release({ params }), 'Reserva encerrada.'),
    accept: () =>
      confirm({
        title: 'Registrar o aceite',
        body: 'A versão em aberto foi aceita. Depois disso só cabe o contrato, ou retirar a proposta.',
        verb: 'Registrar o aceite',
        run: async () => {
          await accept({ params });
          toast.success('Proposta aceita.');
        },
      }),
    refuse: () =>
      askReason({
        title: 'Recusar a proposta',
        body: 'O motivo fica com a equipe: as páginas dos lados não o mostram.',
        verb: 'Recusar',
        run: async (reason) => {
          await refuse({ params, body: { reason } });
          toast.success('Proposta recusada.');
        },
      }),
    withdraw: () =>
      askReason({
        title: 'Retirar a proposta',
        body: 'A reserva do imóvel, se houver, termina com ela.',
        verb: 'Retirar proposta',
        run: async (reason) => {
          await withdraw({ params, body: { reason } });
          toast.success('Proposta retirada.');
        },
      }),
    remove: () =>
      confirm({
        title: 'Deletar o rascunho',
        body: 'Ninguém o viu ainda, e ele não volta.',
        verb: 'Deletar rascunho',
        danger: true,
        run: async () => {
          await remove({ params });
          toast.success('Rascunho deletado.');
          onGone();
        },
      }),
  };
}
