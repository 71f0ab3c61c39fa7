import type { PaymentLine } from '@morada/contract/money/payments';
import { accountChangedWords } from '@morada/domain/bank/payouts/payout';
import { dayAt, today } from '#web/lib/today.ts';

export const transfersInWords = (count: number) => (count === 1 ? '1 repasse' : `${count} repasses`);

/** Warnings to check before the money is sent. */
export function warningsOf({ bank_changed, target }: PaymentLine): string[] {
  return [
    bank_changed && accountChangedWords({ on: dayAt(bank_changed.at), by: bank_changed.by }, today()),
    target && !target.is_own && 'O titular da conta não é o proprietário',
  ].filter((words) => typeof words === 'string');
}
