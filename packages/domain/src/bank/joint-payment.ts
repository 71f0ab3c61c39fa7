import { asciiText } from '../base/ascii.ts';
import type { CalendarDate } from '../base/calendar.ts';
import type { Cents } from '../base/money.ts';
import type { PaymentTarget } from './cnab/payment.ts';

type Ordered = { id: number; amount: Cents; user_id: number; document: string; to: PaymentTarget };

/**
 * Identifier, in the bank's file, of the payment of each transfer: by the transfer's id, or, where an owner is paid
 * once, by the lowest id among the transfers to the same account. Up to 20 characters, which the bank's reply repeats.
 */
export function paymentIdentifiers(orders: readonly Ordered[], perOwner: boolean): Map<number, string> {
  const keyOf = (order: Ordered) => (perOwner ? payeeKey(order) : String(order.id));
  const groups = new Map<string, number[]>();
  for (const order of orders) groups.set(keyOf(order), [...(groups.get(keyOf(order)) ?? []), order.id]);
  return new Map(
    [...groups.values()].flatMap((ids) => {
      const identifier = `${ids.length > 1 ? 'REPASSES' : 'REPASSE'} ${Math.min(...ids)}`;
      return ids.map((id) => [id, identifier] as const);
    }),
  );
}

/** One owner, one holder and one account. */
function payeeKey({ user_id, document, to }: Ordered): string {
  const where = to.kind === 'PIX' ? [to.key.key] : [to.bank, to.agency, to.account, to.type, to.operation ?? ''];
  return JSON.stringify([user_id, document, to.kind, ...where]);
}

type Named = { bank: string | null; pix: boolean; pay_on: CalendarDate; amount: Cents; extension: string };

/** `pagamentos-itau-2026-11-24-12345.67.rem`: letters, digits, hyphens and points, valid on every system. */
export function paymentFileName({ bank, pix, pay_on, amount, extension }: Named): string {
  const slug =
    bank &&
    asciiText(bank)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-');
  const reais = `${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
  return `${['pagamentos', slug, pix && 'pix', pay_on, reais].filter(Boolean).join('-')}.${extension}`;
}
