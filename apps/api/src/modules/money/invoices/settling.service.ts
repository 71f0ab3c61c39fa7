import { common, Problem } from '@morada/contract/base/problem';
import { invoiceProblems, type Settlement } from '@morada/contract/money/invoices';
import { granted } from '@morada/domain/access/permissions';
import { type CalendarDate, formatReference, type Reference, shownReference } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { ownerWeights } from '@morada/domain/lease/ownership';
import { invoiceLife, invoiceStateOf } from '@morada/domain/rent/invoice';
import { chargesExceed, lateCharges } from '@morada/domain/rent/late/late-charges';
import { payDayRefusal } from '@morada/domain/rent/pay-day';
import { carriedOver, credits, type Rest, restOf } from '@morada/domain/rent/rest';
import { balanceDueDate, needsNextInvoice, proposedFate, restRefusal } from '@morada/domain/rent/rest-fate';
import { settle, type Withhold } from '@morada/domain/rent/settlement';
import { transferDueDate } from '@morada/domain/rent/transfer';
import type * as z from 'zod/mini';
import { present } from '#api/base/present.ts';
import type { Refusals } from '#api/base/refusals.ts';
import { inRounds } from '#api/base/rounds.ts';
import { refusalOf } from '#api/base/transition.ts';
import type { Actor, Context, Db } from '#api/context.ts';
import { emit } from '#api/db/events.ts';
import { type TrailEntry, writeTrail } from '#api/db/trail.ts';
import { staleVersion } from '#api/db/version.ts';
import * as extras from '#api/modules/lease/contracts/extras.service.ts';
import * as ledger from '#api/modules/ledger/postings/ledger.service.ts';
import { lockTaxedPayers, withholdingOfPayments } from '#api/modules/money/withholding/withholding.service.ts';
import { formerOwners } from '#api/modules/registry/properties/owners.service.ts';
import * as transfers from '../transfers/transfers.service.ts';
import { issueBalances } from './billing.service.ts';
import * as queries from './invoices.queries.ts';

type Input = z.output<typeof Settlement>;

/** Late charges of the invoice when it is paid on a day. */
export const chargesOn = (invoice: queries.FoundInvoice, paidOn: CalendarDate) =>
  lateCharges(invoice.price + invoice.fees, invoice.due_date, paidOn, {
    fromBusinessDay: invoice.late_from_business_day,
    oldCharges: invoice.old_charges,
  });

/** Division of a payment of `paid`, shared by the preview and the settlement. */
export const divide = (
  invoice: queries.FoundInvoice,
  paid: number,
  owed: { charges: number; returns?: boolean; withhold?: Withhold | undefined },
) =>
  settle({
    invoice,
    paid,
    ...owed,
    contract: invoice,
    extras: invoice.transfer_extras,
    lateToOwner: invoice.late_to_owner,
    owners: ownerWeights(invoice.owners),
    tenant: invoice.user_id,
  });

/** Payments whose invoices have the owners of the month in which the tenant paid. */
export async function asWhenPaid<T extends queries.FoundInvoice>(
  db: Db,
  ctx: Pick<Context, 'today'>,
  payments: readonly { invoice: T; pay_day: CalendarDate }[],
): Promise<{ invoice: T; pay_day: CalendarDate }[]> {
  const former = await formerOwners(
    db,
    ctx.today(),
    payments.map(({ invoice: { property_id }, pay_day }) => ({ property_id, pay_day })),
  );
  return payments.map(({ invoice, pay_day }) => {
    const owners = former({ property_id: invoice.property_id, pay_day });
    // Whether a former owner has a debit is not known before it is looked for.
    return { pay_day, invoice: owners ? { ...invoice, owners, in_debt: true } : invoice };
  });
}

/** One settlement of a set. */
export type SettlementOrder = {
  id: number;
  input: Input;
  /** Version of the invoice that the caller saw; absent: any. */
  expected?: number | undefined;
  /** Boleto that a bank reports as paid. */
  boleto_id?: number | undefined;
  /** A difference without a choice gets the proposed treatment. */
  proposes?: boolean;
  /** Absent: the actor of the context. */
  actor?: Actor;
};

/** Outcome of an order whose contract another transaction holds, in a set that does not wait for it. */
export const HELD = common.BUSY();

/**
 * Settles a set of invoices inside the caller's transaction, each PENDING → PAID exactly once, with the owners'
 * transfers, the ledger's entries and the trail. Refused ones stay as they are.
 * @param read receives the invoices as they were before.
 * @param waits false: orders of contracts that another transaction holds are answered `HELD`, and the others settled.
 */
export async function settleInvoices(
  trx: Db,
  ctx: Context,
  orders: readonly SettlementOrder[],
  read = new Map<number, queries.FoundInvoice>(),
  { waits = true }: { waits?: boolean } = {},
): Promise<Refusals> {
  const locked = await queries.lockContractsWithNext(trx, idsOf(orders), { waits });
  const readAgain = async (ids: readonly number[]) => {
    for (const invoice of await queries.findWholeInvoices(trx, ids)) read.set(invoice.id, invoice);
  };
  await readAgain(idsOf(orders));
  if (!waits) {
    const own = new Set(idsOf(locked));
    // An unknown invoice has no contract to hold.
    const held = new Set(idsOf(orders).filter((id) => read.has(id) && !own.has(id)));
    for (const id of held) read.delete(id);
    const free = orders.filter(({ id }) => !held.has(id));
    const outcomes = (await settleLocked(trx, ctx, free, { read, readAgain })).values();
    return orders.map(({ id }) => (held.has(id) ? HELD : outcomes.next().value));
  }
  return settleLocked(trx, ctx, orders, { read, readAgain });
}

/** Settles invoices whose contracts are locked. */
async function settleLocked(
  trx: Db,
  ctx: Context,
  orders: readonly SettlementOrder[],
  {
    read,
    readAgain,
  }: { read: Map<number, queries.FoundInvoice>; readAgain: (ids: readonly number[]) => Promise<unknown> },
): Promise<Refusals> {
  await lockTaxedPayers(trx, [...read.values()]);
  let isFirst = true;
  return inRounds(
    orders,
    ({ id }) => read.get(id)?.proposal_id,
    async (round) => {
      // Earlier rounds may have changed these invoices.
      if (!isFirst) await readAgain(idsOf(round));
      isFirst = false;
      return settleRound(trx, ctx, round, read);
    },
  );
}

async function settleRound(
  trx: Db,
  ctx: Context,
  round: readonly SettlementOrder[],
  read: ReadonlyMap<number, queries.FoundInvoice>,
) {
  const payments = await asWhenPaid(
    trx,
    ctx,
    round.flatMap(({ id, input }) => {
      const invoice = read.get(id);
      return invoice ? [{ invoice, pay_day: input.pay_day ?? ctx.today() }] : [];
    }),
  );
  const invoices = new Map(payments.map(({ invoice }) => [invoice.id, invoice]));
  const found = [...invoices.values()];
  const taxes = await withholdingOfPayments(trx, payments);
  const inDebt = new Set(found.filter(({ in_debt }) => in_debt).flatMap(ownersOf));
  const debits = await transfers.lockDebits(trx, [...inDebt]);
  const debtors = new Set(debits.map(({ client_id }) => client_id));
  const takers = new Set<number>();

  const prepared: (Problem | 'LATER' | Settling)[] = [];
  for (const order of round) {
    const invoice = invoices.get(order.id);
    const owing = invoice ? ownersOf(invoice).filter((owner) => debtors.has(owner)) : [];
    // A debit reduces one transfer and its remainder the next one, which has to wait for the first.
    const isLater = owing.some((owner) => takers.has(owner));
    const outcome = isLater ? 'LATER' : await prepare(trx, ctx, taxes, order, invoice);
    prepared.push(outcome);
    if (isSettling(outcome)) for (const owner of owing) takers.add(owner);
  }
  const taken = debits.filter(({ client_id }) => takers.has(client_id));
  await carryOut(trx, ctx, prepared.filter(isSettling), taken);
  return prepared.map((outcome) => (isSettling(outcome) ? undefined : outcome));
}

const idsOf = (orders: readonly { id: number }[]) => orders.map(({ id }) => id);
const ownersOf = ({ owners }: queries.FoundInvoice) => owners.map(({ client_id }) => client_id);

/** A settlement that no rule refuses, with all that it writes. */
type Settling = {
  actor: Actor;
  invoice: queries.FoundInvoice;
  payment: Omit<queries.Paid, 'id' | 'version'>;
  settlement: ReturnType<typeof divide>;
  left: Rest;
  boleto_id: number | undefined;
  /** Due date of the transfers. */
  transfer_on: CalendarDate;
  /** Due date that was chosen for an open balance. */
  balance_on: CalendarDate | undefined;
};

const isSettling = (outcome: Problem | 'LATER' | Settling): outcome is Settling =>
  outcome !== 'LATER' && !(outcome instanceof Problem);

const paymentOf = ({ invoice: { id, version }, payment }: Settling): queries.Paid => ({ id, version, ...payment });

/** The rules of a settlement, over an invoice whose contract is locked. */
async function prepare(
  trx: Db,
  ctx: Context,
  taxes: Awaited<ReturnType<typeof withholdingOfPayments>>,
  { id, input, expected, boleto_id, proposes = false, actor = ctx.actor }: SettlementOrder,
  invoice: queries.FoundInvoice | undefined,
): Promise<Problem | Settling> {
  if (!invoice) return invoiceProblems.INVOICE_NOT_FOUND();
  const stale = await staleVersion(trx, expected, 'invoice', invoice);
  if (stale) return stale;
  const closed = refusalOf(invoiceLife.cell(invoiceStateOf(invoice), 'pay'), invoiceProblems);
  if (closed) return closed;
  // Deductions may cover a whole month: an amount of zero is settled with zero, and the owner is still paid.
  if (input.paid_amount === 0 && invoice.amount > 0 && input.rest?.fate !== 'WAIVED')
    return invoiceProblems.NOTHING_RECEIVED();
  const today = ctx.today();
  const pay_day = input.pay_day ?? today;
  const refusal = payDayRefusal(invoice, pay_day, today);
  if (refusal) return invoiceProblems[refusal]();
  if (!input.rest && chargesExceed(input)) return invoiceProblems.CHARGES_ABOVE_RECEIVED();
  if (invoice.owners.length === 0) return invoiceProblems.SETTLEMENT_WITHOUT_OWNER();
  const offered = chargesOn(invoice, pay_day);
  const { fine, interest } = { fine: input.fine ?? offered.fine, interest: input.interest ?? offered.interest };
  const left = restOf(invoice, { fine, interest }, input.paid_amount, `fatura ${id}`);
  const rest = decided({ actor, today: ctx.today }, invoice, left, { given: input.rest, proposes });
  if (rest instanceof Problem) return rest;
  const returns = rest.rest_fate === 'RETURN';
  const withhold = taxes.of(invoice, pay_day);
  const settlement = divide(invoice, input.paid_amount, { charges: fine + interest, returns, withhold });
  taxes.add(invoice, pay_day, settlement.transfers);
  return {
    ...{ actor, invoice, left, boleto_id },
    payment: {
      ...{ pay_day, paid_amount: input.paid_amount, payment_method: input.payment_method ?? 'MANUAL', fine, interest },
      ...rest,
    },
    settlement,
    transfer_on: transferDueDate(pay_day, invoice.transfer_business_days),
    balance_on: input.rest?.due_date,
  };
}

/**
 * Treatment of the difference, as stored on the invoice. A shortfall without a choice is refused, never waived
 * silently.
 */
function decided(
  ctx: Pick<Context, 'actor' | 'today'>,
  invoice: queries.FoundInvoice,
  { owed, rest }: Rest,
  { given, proposes }: { given: Given; proposes: boolean },
): Problem | Pick<queries.Paid, 'rest_amount' | 'rest_fate' | 'rest_reason'> {
  const fate = given?.fate ?? (rest < 0 || proposes ? proposedFate(rest) : undefined);
  if (rest === 0) return { rest_amount: 0, rest_fate: null, rest_reason: null };
  if (!fate) {
    const message = `Recebido ${formatMoney(rest)} a menos do que o devido, ${formatMoney(owed)}: informe se fica em saldo em aberto, vai para a próxima fatura ou é dispensado`;
    return invoiceProblems.REST_UNDECIDED({ message });
  }
  const { continues } = invoice;
  const instalment = invoice.debt_agreement_id !== null;
  const refusal = given && refusalOfRest(ctx, given, { rest, continues, instalment });
  if (refusal) return refusal;
  const isLast = needsNextInvoice(fate) && !continues;
  // Without a next invoice to credit, an overpayment is returned.
  const rest_fate = isLast ? 'RETURN' : fate;
  if (rest_fate === 'CREDIT' && !creditsOf(invoice, rest)) return invoiceProblems.CREDIT_TOO_LARGE();
  return { rest_amount: rest, rest_fate, rest_reason: fate === 'WAIVED' ? (given?.reason ?? null) : null };
}

/** Credits of an overpayment, by what a whole month of the contract charges today. `rest`: below zero. */
const creditsOf = ({ id, current_price, discount, fees_total }: queries.FoundInvoice, rest: number) =>
  credits(Math.max(0, current_price - discount) + fees_total, -rest, `Pago a mais, fatura ${id}`);

type Given = Input['rest'];

/** Refusal of the treatment of a difference, in a settlement now or a later one by a bank's file. */
export function refusalOfRest(
  { actor, today }: Pick<Context, 'actor' | 'today'>,
  given: NonNullable<Given>,
  of: { rest: number; continues: boolean; instalment?: boolean },
): Problem | undefined {
  const mayWaive = granted(actor.permissions, 'FINANCIAL_INVOICE_CREATE') !== undefined;
  const refusal = restRefusal(given, { ...of, mayWaive }, today());
  return refusal && invoiceProblems[refusal]();
}

/** Writes what follows from the settlements of a round, and their trail. */
async function carryOut(trx: Db, ctx: Context, settled: readonly Settling[], debits: readonly transfers.Debit[]) {
  if (settled.length === 0) return;
  const paid = await queries.payInvoicesWithNext(trx, settled.map(paymentOf));
  const transferred = await transfers.createFromSettlements(
    trx,
    settled.map(({ actor, invoice, payment, settlement, transfer_on: due_date }) => ({
      ...{ actor, invoice, settlement, due_date, pay_day: present(payment.pay_day, 'the day of payment') },
      extras: idsOf(invoice.transfer_extras),
      hasExtras: invoice.lines.some(({ kind }) => kind === 'EXTRA'),
    })),
    debits,
  );
  await ledger.postAll(trx, settled.map(entryOf));
  // One of them changed in spite of the lock. The error rolls back the set, which is then carried out call by call.
  if (paid.length < settled.length) throw invoiceProblems.INVOICE_ALREADY_PAID();
  const entries = settled.map(
    ({ actor, invoice, payment }): TrailEntry => ({
      ...{ actor, record: 'invoice', record_id: invoice.id, action: 'pay' },
      changes: { status: 'PAID', ...payment },
    }),
  );
  const rests = await carryRests(trx, ctx, settled);
  const told = await emit(
    trx,
    ctx,
    'invoices.settled',
    settled.map(({ actor, invoice, payment, boleto_id }) => ({
      ...{ actor, invoice, boleto_id },
      method: payment.payment_method ?? 'MANUAL',
      pay_day: present(payment.pay_day, 'the day of payment'),
    })),
  );
  await writeTrail(trx, [...transferred, ...entries, ...rests, ...told]);
}

const entryOf = ({ actor, invoice, payment, settlement }: Settling): ledger.Entry => ({
  actor,
  event: {
    kind: 'SETTLEMENT',
    day: present(payment.pay_day, 'the day of payment'),
    description: describe(invoice),
    invoice_id: invoice.id,
    payment_method: payment.payment_method ?? 'MANUAL',
    rent: settlement.rent,
    fee_rate: invoice.with_commission ? invoice.commission : 0,
  },
  postings: settlement.postings,
});

const describe = ({ id, reference }: { id: number; reference: Reference }) =>
  `Fatura ${id}, ${formatReference(shownReference(reference))}`;

/** Creates the open balances, the extra values and the returns of differences. Returns the trail's entries. */
async function carryRests(trx: Db, ctx: Context, settled: readonly Settling[]): Promise<TrailEntry[]> {
  const of = (fate: queries.Paid['rest_fate']) => settled.filter(({ payment }) => payment.rest_fate === fate);
  const balances = await issueBalances(
    trx,
    ctx,
    of('OPEN_BALANCE').map(({ actor, invoice, left, balance_on: due_date }) => ({
      ...{ actor, paid: invoice, due_date: due_date ?? balanceDueDate(ctx.today()), lines: left.lines },
    })),
  );
  const returns = await transfers.createReturns(
    trx,
    of('RETURN').map(({ actor, invoice, left, transfer_on: due_date }) => ({
      ...{ actor, invoice, due_date, amount: -left.rest },
    })),
  );
  const carried = [
    ...of('NEXT_INVOICE').map(({ actor, invoice, left }) => ({ actor, invoice, values: carriedOver(left.lines) })),
    ...of('CREDIT').map(({ actor, invoice, left }) => ({
      ...{ actor, invoice, values: present(creditsOf(invoice, left.rest), 'the credits of an overpayment') },
    })),
  ].flatMap(({ actor, invoice: { id: settled_by, proposal_id }, values }) =>
    values.map((value) => ({ actor, value: { ...value, proposal_id, settled_by } })),
  );
  if (carried.length === 0) return [...balances, ...returns];
  const made = await extras.insertExtras(
    trx,
    carried.map(({ value }) => value),
  );
  const created = carried.map(({ actor, value: { settled_by: _, ...changes } }, index): TrailEntry => {
    const record_id = present(made[index], 'the extra value').id;
    return { actor, record: 'extra_value', record_id, action: 'create', changes };
  });
  return [...balances, ...returns, ...created];
}
