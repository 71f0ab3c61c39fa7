import { bulkProblems } from '@morada/contract/desk/bulk';
import { invoiceProblems } from '@morada/contract/money/invoices';
import { type CalendarDate, calendarDate, formatDate } from '@morada/domain/base/calendar';
import { addressLine } from '@morada/domain/property/property';
import { lateCharges } from '@morada/domain/rent/late/late-charges';
import { payDayRefusal } from '@morada/domain/rent/pay-day';
import type { PaymentMethod } from '@morada/domain/rent/payment-method';
import * as z from 'zod/mini';
import type { Refusals } from '#api/base/refusals.ts';
import type { Context, Db } from '#api/context.ts';
import { refundInvoices } from '#api/modules/money/invoices/refunding.service.ts';
import { settleInvoices } from '#api/modules/money/invoices/settling.service.ts';
import type { Evaluated, Expected, Item, Named } from '../bulk.action.ts';
import * as candidates from '../candidates.queries.ts';

/** The amount received is everything owed on the day of payment, as the window of a single settlement proposes it. */
export type Receipt = { pay_day: CalendarDate; payment_method: PaymentMethod };

/** An omitted day is the day of the preview: a run that passes midnight settles the previewed amounts. */
export function receiptOn(ctx: Context, pay_day: unknown): CalendarDate {
  const day = pay_day === undefined ? ctx.today() : calendarDate(String(pay_day));
  if (day > ctx.today()) throw invoiceProblems.PAY_DAY_IN_FUTURE();
  return day;
}

export async function evaluateReceipts(ctx: Context, ids: number[], { pay_day }: Receipt): Promise<Evaluated[]> {
  const { late_from_business_day } = await candidates.findSetting(ctx.db);
  const options = { fromBusinessDay: late_from_business_day };
  return (await candidates.findReceivable(ctx.db, ids)).map((invoice) => {
    const { id, version, due_date, amount } = invoice;
    const { fine, interest } = lateCharges(amount, due_date, pay_day, {
      ...options,
      oldCharges: invoice.old_charges,
    });
    const lines = [
      { name: 'Aluguel e taxas', amount },
      { name: 'Multa', amount: fine },
      { name: 'Juros', amount: interest },
    ].filter((line) => line.amount !== 0);
    const reason = against(invoice, pay_day, ctx.today());
    return { id, version, amount: amount + fine + interest, lines, trace: { fine, interest }, reason };
  });
}

function against(invoice: candidates.Receivable, payDay: CalendarDate, today: CalendarDate) {
  if (invoice.status === 'REPLACED') return invoiceProblems.INVOICE_REPLACED().message;
  if (invoice.status === 'PAID') return invoiceProblems.INVOICE_ALREADY_PAID().message;
  const refusal = payDayRefusal(invoice, payDay, today);
  if (refusal) return invoiceProblems[refusal]().message;
  return invoice.owned ? undefined : invoiceProblems.SETTLEMENT_WITHOUT_OWNER().message;
}

/** Invoice of an item: the record itself, or what its trace names. */
type InvoiceOf = (item: Item) => number;
const itself: InvoiceOf = ({ record_id }) => record_id;

/** Settles invoices at the figures of their preview; the names of the lines are only for display. */
export async function receive(
  trx: Db,
  ctx: Context,
  items: readonly Expected[],
  receipt: Receipt,
  invoiceOf: InvoiceOf = itself,
): Promise<Refusals> {
  const figures = items.map(figuresOf);
  const known = items.flatMap((item, index) => {
    const given = figures[index];
    return given ? [{ id: invoiceOf(item), input: { ...receipt, ...given }, expected: item.expected }] : [];
  });
  const answers = (await settleInvoices(trx, ctx, known)).values();
  // A missing figure refuses the record: a 0 in its place would waive a charge.
  return figures.map((given) => (given ? answers.next().value : bulkProblems.BULK_FIGURES_MISSING()));
}

/** Figures of the preview; undefined when one is missing. */
const figuresOf = ({ amount, trace }: Pick<Item, 'amount' | 'trace'>) =>
  Figures.safeParse({ paid_amount: amount, fine: trace.fine, interest: trace.interest }).data;

const Figures = z.object({ paid_amount: z.int(), fine: z.int(), interest: z.int() });

/** Refunds the invoices. A transfer that was changed since its settlement refuses the undo of that invoice. */
export const giveBack = (trx: Db, ctx: Context, items: readonly Expected[], invoiceOf: InvoiceOf = itself) =>
  refundInvoices(
    trx,
    ctx,
    items.map((item) => ({ id: invoiceOf(item), expected: item.expected, untouched: true })),
  );

export const invoiceVersions = (trx: Db, items: readonly Item[], invoiceOf: InvoiceOf = itself) =>
  candidates.findVersions(trx, 'invoice', items.map(invoiceOf));

export async function namedInvoices(db: Db, ids: number[]): Promise<Named[]> {
  return (await candidates.nameOfInvoices(db, ids)).map((row) => ({
    id: row.id,
    title: row.who,
    below: `Fatura ${row.id} · ${addressLine(row)} · vencimento ${formatDate(row.due_date)}`,
  }));
}

export async function namedBoletos(db: Db, ids: number[]): Promise<Named[]> {
  return (await candidates.nameOfBoletos(db, ids)).map((row) => ({
    id: row.id,
    title: row.who,
    below: `Boleto da fatura ${row.invoice_id} · ${addressLine(row)} · vencimento ${formatDate(row.due_date)}`,
  }));
}
