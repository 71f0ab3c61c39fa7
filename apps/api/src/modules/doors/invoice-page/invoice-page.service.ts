import { boletoProblems } from '@morada/contract/bank/boletos';
import { common } from '@morada/contract/base/problem';
import { boletoTerms, isPayable } from '@morada/domain/bank/boleto-terms';
import { type InvoicePix, invoicePix } from '@morada/domain/bank/pix/invoice-pix';
import type { CalendarDate, Reference } from '@morada/domain/base/calendar';
import type { Cents } from '@morada/domain/base/money';
import type { InvoiceLine } from '@morada/domain/rent/invoice';
import { lateCharges, oldChargesOf } from '@morada/domain/rent/late/late-charges';
import { chargeLines } from '@morada/domain/rent/late/late-words';
import type { PaymentMethod } from '@morada/domain/rent/payment-method';
import type { Context } from '#api/context.ts';
import { findWaitingPayments, type WaitingPayment } from '#api/db/waiting-payments.ts';
import { hasOpenImmediateCharge, registeredCode } from '#api/modules/bank/charges/codes.service.ts';
import { type FoundBoleto, findBoletosOfInvoice, printBoletoOf } from '#api/modules/bank/slips/boletos.service.ts';
import { findLinkedInvoice, type PublicLink } from '#api/modules/money/invoice-links/invoice-links.service.ts';
import * as queries from './invoice-page.queries.ts';

/** An invoice as shown to its payer on a given day. Money in centavos. */
export type OpenedInvoice = {
  agency: {
    name: string;
    cnpj: string | null;
    creci: string | null;
    phone: string | null;
    email: string | null;
    whatsapp: string | null;
  };
  invoice: {
    id: number;
    reference: Reference;
    due_date: CalendarDate;
    lines: InvoiceLine[];
    status: 'PENDING' | 'PAID';
    /** Set on an instalment of a debt agreement. */
    debt_agreement_id: number | null;
    instalment: number | null;
    pay_day: CalendarDate | null;
    paid_amount: Cents | null;
    payment_method: PaymentMethod | null;
    fine: Cents | null;
    interest: Cents | null;
    /** Income tax of the payment that the tenant owes and did not deduct. */
    tax_undeducted: Cents;
    tenant: string;
    tenant_document: string;
    street: string;
    number: string | null;
    complement: string | null;
    neighborhood: string | null;
    city: string | null;
    state: string | null;
  };
  /** Undefined when the invoice is paid. */
  owed: Owed | undefined;
};

export type Owed = {
  today: CalendarDate;
  amount: Cents;
  days: number;
  charges: ReturnType<typeof chargeLines>;
  /** The boleto that can still be paid as printed. */
  boleto: FoundBoleto | undefined;
  pix: InvoicePix;
  /** Payment that arrived and is being checked: no other way to pay is offered meanwhile. */
  waiting: WaitingPayment | undefined;
};

type Agency = Awaited<ReturnType<typeof queries.findAgencyOfPage>>;

/** Content of the page behind a link. A wrong link and a missing invoice give the same answer. */
export async function openLink(ctx: Context, link: PublicLink): Promise<OpenedInvoice> {
  const linked = await findLinkedInvoice(ctx, link);
  if (!linked) throw common.NOT_FOUND();
  if (linked.state === 'REVOKED') throw boletoProblems.LINK_REVOKED();
  if (linked.state === 'CANCELLED') throw boletoProblems.LINKED_INVOICE_CANCELLED();
  return openInvoice(ctx, linked.id);
}

/** Content of an invoice's page for a caller that has already authorised the reader. */
export async function openInvoice(ctx: Context, id: number): Promise<OpenedInvoice> {
  const invoice = await queries.findPublicInvoice(ctx.db, id);
  if (!invoice) throw common.NOT_FOUND();
  const { status } = invoice;
  if (status === 'REPLACED') throw boletoProblems.LINKED_INVOICE_REPLACED();
  const agency = await queries.findAgencyOfPage(ctx.db);
  return {
    agency,
    invoice: { ...invoice, status },
    owed: status === 'PENDING' ? await owedOn(ctx, invoice, agency) : undefined,
  };
}

async function owedOn(ctx: Context, invoice: queries.PublicInvoice, agency: Agency): Promise<Owed> {
  const today = ctx.today();
  const setting = { fromBusinessDay: agency.late_from_business_day };
  const base = invoice.price + invoice.fees;
  const charges = lateCharges(base, invoice.due_date, today, {
    ...setting,
    oldCharges: oldChargesOf(invoice.lines),
  });
  const waiting = (await findWaitingPayments(ctx.db, [invoice.id])).get(invoice.id);
  const boleto = waiting ? undefined : await payable(ctx, invoice.id);
  const { amount } = boletoTerms(invoice, today, setting);
  return {
    today,
    amount,
    days: charges.days,
    charges: chargeLines(base, charges),
    boleto,
    pix: waiting ? UNDERWAY : await pixOf(ctx, agency, { id: invoice.id, amount }, boleto),
    waiting,
  };
}

const UNDERWAY: InvoicePix = { code: null, missing: 'UNDERWAY' };

async function payable(ctx: Context, invoiceId: number): Promise<FoundBoleto | undefined> {
  const all = await findBoletosOfInvoice(ctx, invoiceId);
  return all.find((boleto) => boleto.status === 'OPEN' && isPayable(boleto, ctx.today()));
}

/**
 * The code of today's amount: of the charge that the bank holds, of the boleto, or one that pays into the agency's key.
 */
async function pixOf(
  ctx: Context,
  agency: Agency,
  { id, amount }: { id: number; amount: Cents },
  boleto: FoundBoleto | undefined,
): Promise<InvoicePix> {
  if (await hasOpenImmediateCharge(ctx, id)) return UNDERWAY;
  const registered = await registeredCode(ctx, id, amount);
  if (registered !== undefined) return { code: registered, missing: null };
  // The bank adds late charges to its own code by itself.
  if (boleto?.pix && (boleto.amount === amount || boleto.hybrid_until !== null))
    return { code: boleto.pix, missing: null };
  return invoicePix(agency, id, amount);
}

/** PDF of the boleto that can still be paid as printed; 404 without one. */
export const printLinked = async (ctx: Context, link: PublicLink) => print(ctx, await openLink(ctx, link));

export const printPayable = async (ctx: Context, id: number) => print(ctx, await openInvoice(ctx, id));

async function print(ctx: Context, { owed }: OpenedInvoice) {
  const boleto = owed?.boleto;
  if (!boleto) throw common.NOT_FOUND();
  return printBoletoOf(ctx, boleto);
}

/** The agency's name, for pages without an invoice. */
export const agencyName = async ({ db }: Pick<Context, 'db'>) => (await queries.findAgencyOfPage(db)).name;
