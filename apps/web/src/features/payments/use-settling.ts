import { useState } from 'react';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { useDayQuestion } from '#web/ui/overlay/day-question.tsx';
import { isWaiting } from './payment-lines.tsx';
import { type Payment, useCancelPayment, useConcludePayment } from './payment-queries.ts';
import { transfersInWords } from './payment-words.ts';

/**
 * Settles a payment with the bank's answer: paid transfers are concluded (all, unless some are left out), the others
 * are released.
 */
export function useSettling(payment: Payment | undefined) {
  const confirm = useConfirm();
  const askDay = useDayQuestion();
  const conclude = useConcludePayment();
  const { mutateAsync: cancel } = useCancelPayment();
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const waiting = payment?.lines.filter(isWaiting).map((line) => line.transfer_id) ?? [];
  const chosen = new Set(waiting.filter((id) => !left.has(id)));

  const choose = (rows: { id: number }[], yes: boolean) => {
    const next = new Set(left);
    for (const { id } of rows) yes ? next.delete(id) : next.add(id);
    setLeft(next);
  };

  const askConclusion = () =>
    payment &&
    askDay({
      title: `Concluir ${transfersInWords(chosen.size)}`,
      body: `O banco pagou ${chosen.size === 1 ? 'o repasse escolhido' : 'os repasses escolhidos'}. Cada um passa a Efetuado no dia do pagamento.`,
      verb: `Concluir ${transfersInWords(chosen.size)}`,
      from: payment.pay_on < today() ? payment.pay_on : undefined,
      run: async (pay_day) => {
        const { concluded } = await conclude.mutateAsync({
          params: { id: payment.id },
          body: { transfers: [...chosen], pay_day },
        });
        if (concluded > 0)
          toast.success(`${transfersInWords(concluded)} ${concluded === 1 ? 'efetuado' : 'efetuados'}.`);
      },
    });

  const askCancellation = () =>
    payment &&
    confirm({
      title: payment.done > 0 ? 'Liberar pendentes' : 'Cancelar pagamento',
      body: `${transfersInWords(waiting.length)} ${waiting.length === 1 ? 'fica livre' : 'ficam livres'} para outro pagamento. Se o arquivo já foi enviado, cancele também no banco, ou será pago duas vezes.`,
      verb: payment.done > 0 ? 'Liberar pendentes' : 'Cancelar pagamento',
      back: 'Voltar',
      danger: true,
      run: async () => {
        await cancel({ params: { id: payment.id } });
        toast.success('Os repasses ficaram livres.');
      },
    });

  return { chosen, choose, refused: conclude.data?.refused ?? [], askConclusion, askCancellation };
}
