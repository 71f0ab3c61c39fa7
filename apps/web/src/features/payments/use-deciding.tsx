import { toast } from '#web/lib/toast.ts';
import { dayAt, today } from '#web/lib/today.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { useDayQuestion } from '#web/ui/overlay/day-question.tsx';
import { useReason } from '#web/ui/overlay/reason.tsx';
import {
  useApprove,
  useConfirmReturn,
  useGiveBack,
  useKeepPaid,
  useReject,
  useSettlePayout,
} from './payout-queries.ts';
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
  const askDay = useDayQuestion();
  const askReason = useReason();
  const { mutateAsync: settle } = useSettlePayout();
  const { mutateAsync: giveBack } = useGiveBack();
  const { mutateAsync: confirmReturn } = useConfirmReturn();
  const { mutateAsync: keepPaid } = useKeepPaid();

  const askPaid = ({ id, amount, sent_at }: Payment & { sent_at: string | null }) =>
    askDay({
      title: 'O banco pagou',
      body: `O extrato do banco mostra este Pix de ${moneyInWords(amount)}. Os repasses dele passam a efetuados no dia do extrato.`,
      verb: 'O banco pagou',
      // A Pix is paid within seconds of its order.
      from: sent_at !== null && dayAt(sent_at) < today() ? dayAt(sent_at) : undefined,
      run: async (pay_day) => {
        await settle({ params: { id }, body: { paid: true, pay_day } });
        toast.success('Repasses efetuados.');
      },
    });

  const askUnpaid = ({ id, amount }: Payment) =>
    confirm({
      title: 'O banco não pagou',
      body: `O extrato do banco não mostra este Pix de ${moneyInWords(amount)}. Os repasses ficam livres para outro pagamento: se o banco ainda o fizer, o proprietário recebe duas vezes.`,
      verb: 'O banco não pagou',
      danger: true,
      run: async () => {
        await settle({ params: { id }, body: { paid: false } });
        toast.success('Os repasses ficaram livres.');
      },
    });

  const askReturn = ({ id, amount }: Payment) =>
    askReason({
      title: 'Marcar como devolvido',
      body: `O Pix de ${moneyInWords(amount)} voltou para a conta da imobiliária. Os repasses voltam a pendentes, depois que outra pessoa confirmar, se as proteções pedirem.`,
      verb: 'Marcar como devolvido',
      run: async (reason) => {
        const { waits } = await giveBack({ params: { id }, body: { reason } });
        toast.success(waits ? 'Devolução marcada: outra pessoa confirma.' : 'Repasses pendentes de novo.');
      },
    });

  const askConfirmation = ({ id, amount, reason }: Payment & { reason: string }) =>
    confirm({
      title: 'Confirmar devolução',
      body: `Confira no extrato se o Pix de ${moneyInWords(amount)} voltou. Motivo: ${reason}. Os repasses voltam a pendentes e podem ser pagos de novo.`,
      verb: 'Confirmar devolução',
      run: async () => {
        await confirmReturn({ params: { id } });
        toast.success('Repasses pendentes de novo.');
      },
    });

  const askKeeping = ({ id, amount }: Payment) =>
    confirm({
      title: 'Não voltou',
      body: `O Pix de ${moneyInWords(amount)} continua pago, e os repasses efetuados.`,
      verb: 'Não voltou',
      run: async () => {
        await keepPaid({ params: { id } });
        toast.success('O Pix continua pago.');
      },
    });

  return { askPaid, askUnpaid, askReturn, askConfirmation, askKeeping };
}
