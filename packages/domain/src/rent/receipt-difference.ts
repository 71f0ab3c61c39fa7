import { type Cents, formatMoney } from '../base/money.ts';

/**
 * Line for the difference between the listed amounts and the amount received, so that they add up: a settlement accepts
 * any amount.
 */
export function receiptDifference(listed: Cents, received: Cents): { name: string; amount: Cents } | undefined {
  if (received === listed) return undefined;
  const name = received < listed ? 'Recebido em parte' : 'Recebido a mais';
  return { name: `${name}: ${formatMoney(received)} de ${formatMoney(listed)}`, amount: received - listed };
}
