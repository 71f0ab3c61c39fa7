import { type Cents, formatMoney } from './money.ts';

/** What stands between the lines and what was received, so that they add up: a settlement takes any amount. */
export function receivedBeside(listed: Cents, received: Cents): { name: string; amount: Cents } | undefined {
  if (received === listed) return undefined;
  const name = received < listed ? 'Recebido em parte' : 'Recebido a mais';
  return { name: `${name}: ${formatMoney(received)} de ${formatMoney(listed)}`, amount: received - listed };
}
