import { formatMoney } from '@morada/domain/base/money';
import { doneWithUndo } from '#web/ui/feedback/undo.tsx';
import { useDayQuestion } from '#web/ui/overlay/day-question.tsx';
import { type Payable, useReopenPayable, useSettlePayable } from './payable-queries.ts';

/** Asks for the day on which an expense was paid, and enters it into the cash. */
export function useSettling() {
  const askDay = useDayQuestion();
  const { mutateAsync: settle } = useSettlePayable();
  const { mutateAsync: reopen } = useReopenPayable();
  return async ({ id, version, description, price }: Payable) => {
    let after = version;
    const settled = await askDay({
      title: 'Marcar como paga',
      body: `“${description}”, de ${formatMoney(price)}, entra no caixa no dia em que foi paga. Se o valor foi outro, corrija-o antes em Editar.`,
      verb: 'Marcar como paga',
      run: async (day) => {
        after = (await settle({ params: { id }, body: { pay_day: day }, version })).version;
      },
    });
    if (!settled) return;
    doneWithUndo('A conta foi paga e lançada no caixa.', () => reopen({ params: { id }, version: after }));
  };
}
