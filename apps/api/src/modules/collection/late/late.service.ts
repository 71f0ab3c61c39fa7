import { lastPage } from '@morada/contract/base/fields';
import { financeProblems, type LateRow } from '@morada/contract/money/finance';
import type { LateSearch } from '@morada/contract/money/finance.search';
import { invoicePix } from '@morada/domain/bank/pix/invoice-pix';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { sum } from '@morada/domain/base/money';
import { addressLine } from '@morada/domain/property/property';
import { lateAges } from '@morada/domain/rent/late/late-ages';
import { lateCharges } from '@morada/domain/rent/late/late-charges';
import { lateMessage } from '@morada/domain/rent/late/late-message';
import type * as z from 'zod/mini';
import type { Context } from '#api/context.ts';
import { seenBy } from '#api/db/reading/search.ts';
import { snapshot } from '#api/db/transaction.ts';
import { findWaitingPayments } from '#api/db/waiting-payments.ts';
import { invoicesUnderAgreement } from '#api/modules/collection/agreements/life.service.ts';
import { legalStageOf } from '#api/modules/collection/papers/register.service.ts';
import { linksOf } from '#api/modules/money/invoice-links/invoice-links.service.ts';
import { payInvoice, showInvoice } from '#api/modules/money/invoices/invoices.service.ts';
import * as queries from './late.queries.ts';

type Agency = Awaited<ReturnType<typeof queries.findAgency>>;

type Charged = { amount: number; due_date: CalendarDate; old_charges: number };

const chargesOf = ({ amount, due_date, old_charges }: Charged, agency: Agency, today: CalendarDate) =>
  lateCharges(amount, due_date, today, {
    ...{ fromBusinessDay: agency.late_from_business_day, oldCharges: old_charges },
  });

function shown(
  invoice: queries.LateInvoice,
  agency: Agency,
  today: CalendarDate,
  url: string,
): Omit<LateRow, 'debt_agreement_id' | 'legal_stage' | 'waiting'> {
  const { id, reference, due_date, price, fees, user_id, user_name, cpf_cnpj, phone, email } = invoice;
  const amount = price + fees;
  const { days, fine, interest } = chargesOf({ ...invoice, amount }, agency, today);
  const address = addressLine(invoice);
  const tenant = { name: user_name, cpf_cnpj };
  const total = amount + fine + interest;
  const pix = invoicePix(agency, id, total).code;
  return {
    id,
    user: { id: user_id, name: user_name, phone, email },
    proposal: { id: invoice.proposal_id },
    property: { id: invoice.property_id, address },
    reference,
    due_date,
    days,
    price,
    fees,
    fine,
    interest,
    total,
    automatic: automaticOf(invoice),
    url,
    message: lateMessage(
      { tenant, property: address, reference, due_date, amount, fine, interest, pix, url },
      agency,
      today,
    ),
  };
}

function automaticOf({ automatic_state: state, retry_on }: queries.LateInvoice): LateRow['automatic'] {
  if (state === 'FAILED' || state === 'REFUSED') return { failed: true, on: null };
  return state === 'SENT' ? { failed: false, on: retry_on } : null;
}

/**
 * Rows of the response. Links are made outside the snapshot, which is read-only, because the first link creates the
 * key.
 */
async function withLinks(ctx: Context, found: queries.LateInvoice[], agency: Agency): Promise<LateRow[]> {
  const billed = ({ id, proposal_id }: queries.LateInvoice) => ({ invoice_id: id, proposal_id });
  const link = await linksOf(ctx, ctx.db, found.map(billed));
  const under = await invoicesUnderAgreement(
    ctx.db,
    found.map(({ id }) => id),
  );
  const waiting = await findWaitingPayments(
    ctx.db,
    found.map(({ id }) => id),
  );
  const stages = await legalStageOf(ctx.db, [...new Set(found.map(({ proposal_id }) => proposal_id))]);
  const agreementOf = new Map(under.map(({ invoice_id, agreement_id }) => [invoice_id, agreement_id]));
  return found.map((invoice) => ({
    ...shown(invoice, agency, ctx.today(), link(billed(invoice))),
    waiting: waiting.get(invoice.id) ?? null,
    debt_agreement_id: agreementOf.get(invoice.id) ?? null,
    legal_stage: stages.get(invoice.proposal_id) ?? null,
  }));
}

/** Overdue invoices with the given ids, with the charges of today. */
export async function lateRows(ctx: Context, ids: readonly number[]): Promise<LateRow[]> {
  const [agency, found] = await Promise.all([queries.findAgency(ctx.db), queries.findLateAt(ctx.db, ids, ctx.today())]);
  return withLinks(ctx, found, agency);
}

/** Readers of this list see the tenant's contacts, but not the document. */
const seenIn = (ctx: Context, search: z.output<typeof LateSearch>) => ({
  ...search,
  seen: seenBy(ctx) === 'everything' ? ('everything' as const) : ('contacts' as const),
});

/** Ids of the overdue invoices that a search finds, in list order. */
export const searchLate = (ctx: Context, search: z.output<typeof LateSearch>, most?: number): Promise<number[]> =>
  queries.findLateIds(ctx.db, seenIn(ctx, search), ctx.today(), most);

/** Overdue invoices with the charges of today; both counters cover all overdue invoices. */
export async function latePayments(ctx: Context, search: z.output<typeof LateSearch>) {
  const today = ctx.today();
  const { agency, lates, figures } = await snapshot(ctx.db, async (trx) => {
    const agency = await queries.findAgency(trx);
    const amounts = await queries.findLateAmounts(trx, today);
    const wanted = seenIn(ctx, search);
    const lates = await queries.findLate(trx, wanted, today);
    const all = sum(amounts.map(({ invoices }) => invoices));
    const found = search.query === undefined ? all : await queries.countLate(trx, wanted, today);
    const owed = amounts.map(({ invoices, ...charged }) => {
      const { amount } = charged;
      const { days, fine, interest } = chargesOf(charged, agency, today);
      const whole = invoices * (amount + fine + interest);
      return {
        days,
        payments: invoices,
        base: invoices * amount,
        fine: invoices * fine,
        interest: invoices * interest,
        amount: whole,
      };
    });
    const figures = {
      amount: sum(owed.map(({ amount }) => amount)),
      total: sum(owed.map(({ payments }) => payments)),
      lines: [
        { name: 'Aluguel e taxas', amount: sum(owed.map(({ base }) => base)) },
        { name: 'Multa', amount: sum(owed.map(({ fine }) => fine)) },
        { name: 'Juros', amount: sum(owed.map(({ interest }) => interest)) },
      ],
      ages: lateAges(owed),
      page: search.page ?? 1,
      lastPage: search.page === undefined ? 1 : lastPage(found),
      found,
    };
    return { agency, lates, figures };
  });
  return { ...figures, lates: await withLinks(ctx, lates, agency) };
}

/**
 * Settles an overdue invoice with today's charges. Amount and charges come from one read, so the settlement uses the
 * amounts shown.
 */
export async function settleLate(ctx: Context, id: number) {
  const { invoice } = await showInvoice(ctx, id);
  if (invoice.status === 'PENDING' && invoice.due_date >= ctx.today()) throw financeProblems.NOT_LATE();
  const { fine, interest, total } = invoice.late;
  return payInvoice(ctx, id, { paid_amount: total, payment_method: 'MANUAL', fine, interest });
}
