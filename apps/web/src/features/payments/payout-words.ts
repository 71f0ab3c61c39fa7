import type { PaymentApproval } from '@morada/contract/bank/payouts';
import { formatMoney } from '@morada/domain/base/money';
import { amountInWords } from '@morada/domain/base/words';

/** `R$ 900,00 (novecentos reais)` */
export const moneyInWords = (amount: number) => `${formatMoney(amount)} (${amountInWords(amount)})`;

const REASONS = { AMOUNT: 'o valor', ACCOUNT: 'a conta nova ou alterada' } as const;

/** `Pede outra pessoa: o valor e a conta nova ou alterada` */
export const reasonsInWords = (reasons: PaymentApproval['reasons']) =>
  `Pede outra pessoa: ${reasons.map((reason) => REASONS[reason]).join(' e ')}`;

export const REFUSALS = {
  MAKER: 'Você montou este pagamento: outra pessoa o aprova.',
  TIED: 'Você e quem montou mexeram há pouco no acesso um do outro, ou a mesma pessoa mexeu no dos dois: outra pessoa aprova.',
  CHANGER: 'Você alterou uma das contas: outra pessoa aprova este pagamento.',
} as const;

/** Amount that leaves today and the rest of the daily limit, in words. */
export function dayInWords(today: number, limit: number | null): string {
  if (limit === null) return `Hoje já saem ${formatMoney(today)}, sem limite por dia.`;
  return `Hoje já saem ${formatMoney(today)} de ${formatMoney(limit)}: restam ${formatMoney(Math.max(0, limit - today))}.`;
}
