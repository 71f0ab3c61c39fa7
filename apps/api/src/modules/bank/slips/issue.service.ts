import { boletoProblems } from '@morada/contract/bank/boletos';
import { Problem } from '@morada/contract/base/problem';
import { invoiceProblems } from '@morada/contract/money/invoices';
import { type Agreement, boletoBank, issueBoleto } from '@morada/domain/bank/boleto-banks';
import {
  type BoletoChannel,
  bankCharges,
  boletoTerms,
  isPayable,
  slipInstructions,
} from '@morada/domain/bank/boleto-terms';
import { callBank } from '@morada/domain/bank/call-banks';
import { type Payer, payerProblems } from '@morada/domain/bank/cnab/remittance';
import { invoicePix } from '@morada/domain/bank/pix/invoice-pix';
import type { SlipParty } from '@morada/domain/bank/slip';
import { type CalendarDate, formatMonth, shownReference, yearOf } from '@morada/domain/base/calendar';
import { sum } from '@morada/domain/base/money';
import { addressLine } from '@morada/domain/property/property';
import { present } from '#api/base/present.ts';
import type { Context, Db } from '#api/context.ts';
import { leaveTrails } from '#api/db/trail.ts';
import { change, inSavepoint } from '#api/db/transaction.ts';
import { checkVersion } from '#api/db/version.ts';
import { takeBoletoNumbers } from '#api/modules/registry/agency/numbers.service.ts';
import { enqueue } from '../connections/connections.service.ts';
import * as queries from './issue.queries.ts';
import * as life from './life.service.ts';

type Agency = Awaited<ReturnType<typeof queries.findAgency>>;
type Billable = queries.Billable;

const BATCH = 500;

/** Returns the invoice's open boleto while it is payable as printed; otherwise issues a new one in its place. */
export function issueForInvoice(ctx: Context, input: { user_id: number; proposal_id: number; invoice_id: number }) {
  return change(ctx, async (trx) => {
    await queries.lockContracts(trx, [input.invoice_id]);
    const [invoice] = await queries.findBillable(trx, [input.invoice_id]);
    if (!invoice) throw invoiceProblems.INVOICE_NOT_FOUND();
    if (invoice.user_id !== input.user_id || invoice.proposal_id !== input.proposal_id)
      throw boletoProblems.INVOICE_OF_ANOTHER();
    if (invoice.status === 'PENDING' && invoice.open && isPayable(invoice.open, ctx.today())) return invoice.open.id;
    const refused = refusal(invoice);
    if (refused) throw refused;
    const [issued] = await issue(trx, ctx, [invoice]);
    return present(issued, 'the boleto issued').id;
  });
}

export async function invoicesWithoutBoleto(ctx: Context) {
  const waiting = await queries.findWithoutBoleto(ctx.db, ctx.today());
  return { invoices: waiting.map(({ id }) => id), amount: sum(waiting.map(({ amount }) => amount)) };
}

/**
 * Issues boletos for the chosen invoices, or for all pending ones without a boleto. Invoices that can't have one are
 * listed with the reason.
 */
export function issueForMany(ctx: Context, chosen: readonly number[] | undefined) {
  return change(ctx, async (trx) => {
    const ids = chosen ?? (await queries.findWithoutBoleto(trx, ctx.today())).map(({ id }) => id);
    await queries.lockContracts(trx, ids);
    const outcome = { created: 0, amount: 0, refused: [] as { invoice_id: number; reason: string }[] };
    for (let at = 0; at < ids.length; at += BATCH) {
      const batch = await issueBatch(trx, ctx, [...new Set(ids)].slice(at, at + BATCH), chosen !== undefined);
      outcome.created += batch.issued.length;
      outcome.amount += sum(batch.issued.map(({ amount }) => amount));
      outcome.refused.push(...batch.refused);
    }
    return outcome;
  });
}

async function issueBatch(trx: Db, ctx: Context, ids: readonly number[], chosen: boolean) {
  const invoices = await queries.findBillable(trx, ids);
  const found = new Set(invoices.map(({ id }) => id));
  const missing = ids
    .filter((id) => !found.has(id))
    .map((id) => ({ invoice_id: id, reason: invoiceProblems.INVOICE_NOT_FOUND().message }));
  const checked = invoices.map((invoice) => ({ invoice, reason: reasonAgainst(invoice, ctx.today()) }));
  const refused = checked.flatMap(({ invoice, reason }) => (reason ? [{ invoice_id: invoice.id, reason }] : []));
  const issued = await issue(
    trx,
    ctx,
    checked.filter(({ reason }) => reason === undefined).map(({ invoice }) => invoice),
  );
  return { issued, refused: chosen ? [...missing, ...refused] : refused.filter(({ reason }) => reason !== STANDING) };
}

/**
 * Amount that a boleto of each invoice would have today, or the reason why it can't have one.
 * @throws when the agency or its agreement prevents all of them.
 */
export async function evaluateIssue(db: Db, ctx: Context, ids: readonly number[]) {
  const agency = await queries.findAgency(db);
  beneficiaryOf(agency);
  if (!(await queries.hasAgreement(db))) throw boletoProblems.NO_AGREEMENT();
  const setting = { fromBusinessDay: agency.late_from_business_day };
  return (await queries.findBillable(db, ids)).map((invoice) => {
    const { amount, lines } = boletoTerms(invoice, ctx.today(), setting);
    return { id: invoice.id, version: invoice.version, amount, lines, reason: reasonAgainst(invoice, ctx.today()) };
  });
}

/** Issues the boleto of one invoice that has none payable. Runs inside the caller's transaction. */
export async function issueInTransaction(
  trx: Db,
  ctx: Context,
  invoiceId: number,
): Promise<{ id: number; amount: number }> {
  await queries.lockContracts(trx, [invoiceId]);
  const [invoice] = await queries.findBillable(trx, [invoiceId]);
  if (!invoice) throw invoiceProblems.INVOICE_NOT_FOUND();
  await checkVersion(trx, ctx, 'invoice', invoice);
  const refused = refusal(invoice);
  if (refused) throw refused;
  if (invoice.open && isPayable(invoice.open, ctx.today())) throw boletoProblems.BOLETO_STANDING();
  const [issued] = await issue(trx, ctx, [invoice]);
  if (!issued) throw invoiceProblems.INVOICE_NOT_FOUND();
  return issued;
}

/**
 * Issues boletos of invoices as these are issued, where the agency wants it. Nothing that prevents a boleto stops the
 * invoices: they are listed among those without one.
 */
export async function issueWithInvoices(trx: Db, ctx: Context, ids: readonly number[]): Promise<void> {
  const agency = await queries.findAgency(trx);
  if (!agency.boletos_with_invoices) return;
  const debited = new Set(await queries.findDebited(trx, ids));
  const invoices = (await queries.findBillable(trx, ids)).filter(
    (invoice) => !debited.has(invoice.id) && invoice.due_date >= ctx.today() && !refusal(invoice),
  );
  try {
    await inSavepoint(trx, () => issue(trx, ctx, invoices));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

const STANDING = boletoProblems.BOLETO_STANDING().message;

const reasonAgainst = (invoice: Billable, today: CalendarDate) =>
  refusal(invoice)?.message ?? (invoice.open && isPayable(invoice.open, today) ? STANDING : undefined);

function refusal(invoice: Billable): Problem | undefined {
  if (invoice.status !== 'PENDING') return boletoProblems.INVOICE_NOT_OPEN();
  if (invoice.price + invoice.fees <= 0) return boletoProblems.NOTHING_TO_COLLECT();
  // The boleto would ask for money that has arrived.
  if (invoice.waits) return invoiceProblems.INVOICE_PAYMENT_WAITS();
  const problems = payerProblems(payerOf(invoice));
  return problems.length > 0 ? boletoProblems.PAYER_INCOMPLETE({ message: `${problems.join('. ')}.` }) : undefined;
}

/** A tenant without a registered address lives in the rented property. */
const payerOf = ({ tenant, tenant_document, tenant_address, property_address }: Billable): Payer => ({
  name: tenant,
  document: tenant_document,
  address: tenant_address.street && tenant_address.cep ? tenant_address : property_address,
});

/** A boleto must name its beneficiary with document and address. */
function beneficiaryOf({ name, cnpj, street, number, complement, neighborhood, city, state, cep }: Agency): SlipParty {
  if (!name.trim() || !cnpj || !street || !city || !state || !cep) throw boletoProblems.AGENCY_INCOMPLETE();
  return { name, document: cnpj, address: { street, number, complement, neighborhood, city, state, cep } };
}

/** Cancels open boletos before it takes new numbers: every transaction locks boletos before the agreement. */
async function issue(trx: Db, ctx: Context, invoices: readonly Billable[]) {
  if (invoices.length === 0) return [];
  const agency = await queries.findAgency(trx);
  const beneficiary = beneficiaryOf(agency);
  await life.whenWithdrawn(
    trx,
    ctx,
    invoices.map(({ id }) => ({ id, undoable: false })),
  );
  const { agreement_id, agreement, first } = await takeNumbers(trx, ctx.today(), invoices.length);
  const channel = (await queries.hasBankLink(trx, agreement_id)) ? 'CALL' : 'FILE';
  const boletos = invoices.map((invoice, index) => ({
    agreement_id,
    ...compose({ invoice, agency, beneficiary, agreement, channel, number: first + index, today: ctx.today() }),
  }));
  const issued = await queries.insertBoletos(trx, boletos, ctx.actor.id);
  const ids = issued.map(({ id }) => id);
  await leaveTrails(trx, ctx, 'boleto', ids, 'issue');
  if (channel === 'CALL') await enqueue(trx, 'boleto-calls');
  const amounts = new Map(boletos.map(({ invoice_id, amount }) => [invoice_id, amount]));
  return issued.map(({ id, invoice_id }) => ({
    id,
    amount: present(amounts.get(invoice_id), 'the amount of the boleto'),
  }));
}

async function takeNumbers(trx: Db, today: CalendarDate, count: number) {
  const taken = await takeBoletoNumbers(trx, yearOf(today), count);
  if (!taken) throw boletoProblems.NO_AGREEMENT();
  const agreement: Agreement = { ...taken.fields, bank: taken.bank };
  const bank = present(boletoBank(taken.bank), 'the bank of the agreement');
  if (taken.last > bank.lastNumber(agreement)) throw boletoProblems.NUMBERS_EXHAUSTED();
  return { agreement_id: taken.id, agreement, first: taken.last - count + 1 };
}

type Issue = {
  invoice: Billable;
  agency: Agency;
  beneficiary: SlipParty;
  agreement: Agreement;
  channel: BoletoChannel;
  number: number;
  today: CalendarDate;
};

function compose({ invoice, agency, beneficiary, agreement, channel, number, today }: Issue) {
  const setting = { fromBusinessDay: agency.late_from_business_day };
  const terms = boletoTerms(invoice, today, setting);
  const { due_date, amount, lines } = terms;
  const isNumberedThere = channel === 'CALL' && callBank(agreement.bank)?.numbersItself === true;
  const numbers = isNumberedThere ? null : issueBoleto(agreement, { number, issued_on: today, due_date, amount });
  const bank = present(boletoBank(agreement.bank), 'the bank of the agreement');
  const bank_charges = bankCharges(agreement.bank, terms, setting, channel);
  const month = formatMonth(shownReference(invoice.reference));
  return {
    invoice_id: invoice.id,
    proposal_id: invoice.proposal_id,
    number,
    nosso_numero: numbers?.nosso_numero.bare ?? null,
    issued_on: today,
    due_date,
    amount,
    barcode: numbers?.barcode ?? null,
    digitable_line: numbers?.digitable_line ?? null,
    pix: invoicePix(
      { pix_key: agency.pix_key, name: beneficiary.name, city: beneficiary.address.city ?? null },
      invoice.id,
      amount,
    ).code,
    slip: {
      beneficiary,
      payer: payerOf(invoice),
      document_number: String(invoice.id),
      nosso_numero: numbers?.nosso_numero.shown ?? null,
      beneficiary_code: bank.beneficiary(agreement),
      wallet: bank.wallet(agreement),
      about: `Aluguel de ${month}, ${addressLine(invoice.property_address)}`,
      lines,
      instructions: slipInstructions(terms, bank_charges, agency.boleto_note),
      bank_charges,
    },
  };
}
