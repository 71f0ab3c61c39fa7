import { toast } from '#web/lib/toast.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { useReason } from '#web/ui/overlay/reason.tsx';
import { useApprove, useGiveBack, useReject, useSettlePayout } from './payout-queries.ts';
import { moneyInWords } from './payout-words.ts';

type Payment = { id: number; amount: number };

/** Approval and rejection of a payment that another person made, each after a question. */
export function useDeciding() {
  const confirm = useConfirm();
  const askReason = useReason();
  const { mutateAsync: approve } = useApprove();
  const { mutateAsync: reject } = useReject();

  const askApproval = ({ id, amount }: Payment) =>
    confirm({
      title: 'Aprovar pagamento',
      body: `O pagamento ${id} é de ${moneyInWords(amount)}. Confira a quem e para qual conta ele vai antes de aprovar.`,
      verb: 'Aprovar pagamento',
      run: async () => {
        await approve({ params: { id } });
        toast.success('Pagamento aprovado.');
      },
    });

  const askRejection = ({ id, amount }: Payment) =>
    askReason({
      title: 'Recusar pagamento',
      body: `O pagamento ${id}, de ${moneyInWords(amount)}, não sai, e os repasses dele ficam livres.`,
      verb: 'Recusar pagamento',
      run: async (note) => {
        await reject({ params: { id }, body: { note } });
        toast.success('Pagamento recusado.');
      },
    });

  return { askApproval, askRejection };
}

/** Decisions on one payment by Pix, after a look at the bank's statement. */
export function useStatement() {
  const confirm = useConfirm();
  const askReason = useReason();
  const { mutateAsync: settle } = useSettlePayout();
  const { mutateAsync: giveBack } = useGiveBack();

  const askSettling = ({ id, amount }: Payment, paid: boolean) =>
    confirm({
      title: paid ? 'O banco pagou' : 'O banco não pagou',
      body: paid
        ? `O extrato do banco mostra este Pix de ${moneyInWords(amount)}. Os repasses dele passam a efetuados.`
        : `O extrato do banco não mostra este Pix de ${moneyInWords(amount)}. Os repasses ficam livres para outro pagamento: se o banco ainda o fizer, o proprietário recebe duas vezes.`,
      verb: paid ? 'O banco pagou' : 'O banco não pagou',
      danger: !paid,
      run: async () => {
        await settle({ params: { id }, body: { paid } });
        toast.success(paid ? 'Repasses efetuados.' : 'Os repasses ficaram livres.');
      },
    });

  const askReturn = ({ id, amount }: Payment) =>
    askReason({
      title: 'Marcar como devolvido',
      body: `O Pix de ${moneyInWords(amount)} voltou para a conta da imobiliária. Os repasses voltam a pendentes.`,
      verb: 'Marcar como devolvido',
      run: async (reason) => {
        await giveBack({ params: { id }, body: { reason } });
        toast.success('Repasses pendentes de novo.');
      },
    });

  return { askSettling, askReturn };
}
