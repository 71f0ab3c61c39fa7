import { type Cents, formatMoney } from '../base/money.ts';

/** What stands between the lines and what was received, so that they add up: a settlement takes any amount. */
export function receiptDifference(listed: Cents, received: Cents): { name: string; amount: Cents } | undefined {
  if (received === listed) return undefined;
  const name = received < listed ? 'Recebido em parte' : 'Recebido a mais';
  return { name: `${name}: ${formatMoney(received)} de ${formatMoney(listed)}`, amount: received - listed };
}
