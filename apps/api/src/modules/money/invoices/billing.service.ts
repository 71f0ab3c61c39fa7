import { invoiceProblems } from '@morada/contract/money/invoices';
import {
  addDays,
  addToReference,
  type CalendarDate,
  dueDateIn,
  earlier,
  type Reference,
  referenceOf,
} from '@morada/domain/base/calendar';
import type { WithholdingMode } from '@morada/domain/lease/withholding-modes';
import { composeInvoice, type ExtraValue, type InvoiceLine, referencesToBill } from '@morada/domain/rent/invoice';
import { figuresOf } from '@morada/domain/rent/rest';
import { present } from '#api/base/present.ts';
import type { Actor, Context, Db } from '#api/context.ts';
import { emit } from '#api/db/events.ts';
import { compactListTotals } from '#api/db/reading/list-total.ts';
import { leaveTrails, type TrailEntry } from '#api/db/trail.ts';
import { markBilled } from '#api/modules/lease/contracts/contract-changes.service.ts';
import { giveExtrasToInvoices } from '#api/modules/lease/contracts/extras.service.ts';
import { addLeaseTax, taxedLeases } from '#api/modules/money/lease-tax/lease-tax.service.ts';
import { addTaxLines } from '#api/modules/money/withholding/withholding.service.ts';
import type { Work } from '#api/runs/background-run.ts';
import { carryPortions } from '#api/runs/portions.ts';
import * as queries from './invoices.queries.ts';

const BATCH = 1_000;
/** Larger than a batch: these contracts are only read, not locked. */
const PAGE = 5_000;

/** Last month that billing reaches today. */
export async function billingHorizon(ctx: Pick<Context, 'db' | 'today'>) {
  const { billing_lead_days: leadDays } = await queries.findAgency(ctx.db);
  const through = addDays(ctx.today(), leadDays);
  return { leadDays, through, horizon: referenceOf(through) };
}

/** Fees of properties, to count invoices not issued yet. */
export const feesOfProperties = queries.findFees;

type Terms = Parameters<typeof referencesToBill>[0] & { billed_through: Reference | null };

/** Months of a contract due for issue and not issued yet. */
const monthsDue = (contract: Terms, ctx: Pick<Context, 'today'>, leadDays: number) =>
  referencesToBill(contract, ctx.today(), leadDays, contract.billed_through);

/** Number of contracts that `billDay` would process. */
export async function countWaiting(ctx: Context): Promise<number> {
  const { leadDays, horizon } = await billingHorizon(ctx);
  let waiting = 0;
  for (let afterId = 0; ; ) {
    const contracts = await queries.billableContracts(ctx.db, horizon, afterId, PAGE).execute();
    waiting += contracts.filter((contract) => monthsDue(contract, ctx, leadDays).length > 0).length;
    const last = contracts.at(-1);
    if (!last) return waiting;
    afterId = last.id;
  }
}

/** Contracts whose next invoice waits for what its IBS and CBS depend on, with its month and reason. */
export async function findHeldByTax(ctx: Pick<Context, 'db' | 'today'>) {
  const { ids, holdOn } = await taxedLeases(ctx.db);
  if (ids.length === 0) return [];
  const { leadDays, horizon } = await billingHorizon(ctx);
  const contracts = await queries
    .billableContracts(ctx.db, horizon, 0, ids.length)
    .where('proposal.id', 'in', ids)
    .execute();
  return contracts.flatMap((contract) => {
    const held = monthsDue(contract, ctx, leadDays).flatMap((reference) => {
      const hold = holdOn(contract.id, dueDateIn(reference, contract.transfer_date));
      return hold ? [{ id: contract.id, reference, hold }] : [];
    });
    return held.slice(0, 1);
  });
}

export type Batch = { due: number; issued: number };

type Recorder = {
  /** Records a batch's progress in its transaction. */
  note?: (trx: Db, batch: Batch) => Promise<unknown>;
  /** Actor of each batch. */
  actorNow?: (trx: Db) => Promise<Actor>;
};

/**
 * Batches of contracts, each month due issued once. Batches lock the contracts that they bill, so any number of servers
 * may carry them out at a time.
 */
export async function billingBatches(
  ctx: Context,
  { note, actorNow = async () => ctx.actor }: Recorder = {},
): Promise<Work<{ afterId: number }>> {
  const { leadDays, horizon } = await billingHorizon(ctx);
  let next: { afterId: number } | undefined = { afterId: 0 };
  return {
    portion: async () => next,
    lock: async () => 'MINE',
    carry: async (trx, { afterId }) => {
      const actor = await actorNow(trx);
      const { last, ...batch } = await billBatch(trx, { ...ctx, actor }, { horizon, leadDays, afterId });
      if (batch.due > 0) await note?.(trx, batch);
      next = last === undefined ? undefined : { afterId: last };
      return batch.issued;
    },
    finish: () => compactListTotals(ctx.db),
  };
}

/**
 * The daily job without a run: issues each due month of each contract in force, once, and catches up on missed days.
 * Returns the number of invoices issued.
 */
export async function billDay(ctx: Context): Promise<number> {
  const work = await billingBatches(ctx);
  const { records } = await carryPortions(ctx.db, work);
  await work.finish();
  return records;
}

type Scope = { horizon: Reference; leadDays: number; afterId: number };

async function billBatch(trx: Db, ctx: Context, { horizon, leadDays, afterId }: Scope) {
  const contracts = await queries.lockBillableContracts(trx, horizon, afterId, BATCH);
  const last = contracts.at(-1)?.id;
  const due = contracts
    .map((contract) => ({ contract, references: monthsDue(contract, ctx, leadDays) }))
    .filter(({ references }) => references.length > 0);
  if (due.length === 0) return { due: 0, issued: 0, last };

  const [anticipated, fees, extras] = await Promise.all([
    queries.findIssuedSince(
      trx,
      due.map(({ contract }) => contract.id),
      due.flatMap(({ references }) => references).reduce(earlier),
    ),
    queries.findFees(
      trx,
      due.map(({ contract }) => contract.property_id),
    ),
    queries.findFreeExtras(
      trx,
      due.map(({ contract }) => contract.id),
    ),
  ]);
  const feesOf = Map.groupBy(fees, (fee) => fee.property_id);
  const extrasOf = Map.groupBy(extras, (extra) => extra.proposal_id);
  const isThere = new Set(anticipated.map((invoice) => monthOf(invoice.proposal_id, invoice.reference)));

  const composed = due.flatMap(({ contract, references }) => {
    let free: ExtraValue[] = extrasOf.get(contract.id) ?? [];
    const missing = references.filter((reference) => !isThere.has(monthOf(contract.id, reference)));
    return missing.map((reference) => {
      const invoice = composeInvoice({
        contract,
        reference,
        fees: feesOf.get(contract.property_id) ?? [],
        extras: free,
      });
      const taken = new Set(takenExtras(invoice.lines));
      free = free.filter((extra) => !taken.has(extra.id));
      return { contract, reference, due_date: dueDateIn(reference, contract.transfer_date), ...invoice };
    });
  });
  const { ready, held } = await leaseTaxed(trx, composed);
  const issued = await issue(trx, ctx, await taxed(trx, ready));
  await markBilled(
    trx,
    due.flatMap(({ contract, references }) => {
      const from = held.get(contract.id);
      const reference = references.filter((month) => from === undefined || month < from).at(-1);
      return reference === undefined ? [] : [{ id: contract.id, reference }];
    }),
  );
  return { due: due.length, issued: issued.length, last };
}

const monthOf = (proposalId: number, reference: Reference) => `${proposalId} ${reference}`;

const takenExtras = (lines: readonly InvoiceLine[]) =>
  lines.flatMap((line) => (line.kind === 'EXTRA' && line.source_id !== undefined ? [line.source_id] : []));

type Composed = {
  contract: {
    id: number;
    user_id: number;
    property_id: number;
    transfer_date: number;
    withholding: WithholdingMode;
  };
  reference: Reference;
  due_date: CalendarDate;
  price: number;
  fees: number;
  lines: InvoiceLine[];
};

/**
 * The same invoices with the owners' IBS and CBS. A month whose tax is not known waits, and so do the later ones of its
 * contract, since each takes the extra values that the one before left.
 * @returns `held`: the first month that waits, by contract.
 */
async function leaseTaxed(trx: Db, composed: Composed[]) {
  const held = new Map<number, Reference>();
  const outcomes = await addLeaseTax(trx, composed);
  for (const [index, { contract, reference }] of composed.entries())
    if (typeof outcomes[index] === 'string')
      held.set(contract.id, earlier(held.get(contract.id) ?? reference, reference));
  const ready = outcomes.filter((one) => typeof one !== 'string').filter((one) => !isHeld(held, one));
  return { ready, held };
}

const isHeld = (held: ReadonlyMap<number, Reference>, { contract, reference }: Composed) => {
  const from = held.get(contract.id);
  return from !== undefined && reference >= from;
};

/** The same invoices, less the tax that their tenants withhold. */
const taxed = async (trx: Db, composed: Composed[]) =>
  composed.some(({ contract }) => contract.withholding === 'TENANT')
    ? addTaxLines(trx, await queries.findAgency(trx), composed)
    : composed;

/** Inserts the invoices that don't exist yet, and links the extra values in their lines. */
async function issue(trx: Db, ctx: Context, composed: Composed[]) {
  if (composed.length === 0) return [];
  const issued = await queries.insertInvoices(
    trx,
    composed.map(({ contract, reference, due_date, price, fees, lines }) => ({
      proposal_id: contract.id,
      user_id: contract.user_id,
      property_id: contract.property_id,
      reference,
      due_date,
      issued_on: ctx.today(),
      price,
      fees,
      lines: JSON.stringify(lines),
    })),
  );
  const idOf = new Map(issued.map((invoice) => [monthOf(invoice.proposal_id, invoice.reference), invoice.id]));
  const taken = composed.flatMap(({ contract, reference, lines }) => {
    const invoice_id = idOf.get(monthOf(contract.id, reference));
    return invoice_id === undefined ? [] : takenExtras(lines).map((id) => ({ id, invoice_id }));
  });
  if (taken.length > 0) await giveExtrasToInvoices(trx, taken);
  if (issued.length > 0)
    await leaveTrails(
      trx,
      ctx,
      'invoice',
      issued.map((invoice) => invoice.id),
      'issue',
    );
  await emit(trx, ctx, 'invoices.issued', issued);
  return issued;
}

/** Issues the invoice of a chosen month for a locked contract; undefined when that month is already issued. */
export async function issueOne(
  trx: Db,
  ctx: Context,
  contract: Composed['contract'] & Parameters<typeof composeInvoice>[0]['contract'],
  reference: Reference,
  due_date = dueDateIn(reference, contract.transfer_date),
): Promise<number | undefined> {
  const fees = await queries.findFees(trx, [contract.property_id]);
  const extras = await queries.findFreeExtras(trx, [contract.id]);
  const composed = { contract, reference, due_date, ...composeInvoice({ contract, reference, fees, extras }) };
  const { ready, held } = await leaseTaxed(trx, [composed]);
  if (held.size > 0) throw invoiceProblems.LEASE_TAX_UNKNOWN();
  const [issued] = await issue(trx, ctx, await taxed(trx, ready));
  return issued?.id;
}

/**
 * Issues the final invoice of an ended contract, as its termination sheet composed it. Months are unique, so it takes
 * the month it is due in, or the next free one.
 */
export async function issueLast(
  trx: Db,
  ctx: Context,
  contract: { id: number; user_id: number; property_id: number },
  {
    due_date,
    price,
    fees,
    lines,
  }: { due_date: CalendarDate; price: number; fees: number; lines: readonly InvoiceLine[] },
): Promise<number> {
  const issued = new Set(await queries.findIssuedReferences(trx, contract.id));
  let reference = referenceOf(due_date);
  while (issued.has(reference)) reference = addToReference(reference, 1);
  const [invoice] = await queries.insertInvoices(trx, [
    {
      proposal_id: contract.id,
      user_id: contract.user_id,
      property_id: contract.property_id,
      reference,
      due_date,
      issued_on: ctx.today(),
      price,
      fees,
      lines: JSON.stringify(lines),
    },
  ]);
  if (!invoice) throw new Error(`month ${reference} of contract ${contract.id} was issued meanwhile`);
  await leaveTrails(trx, ctx, 'invoice', [invoice.id], 'issue');
  await emit(trx, ctx, 'invoices.issued', [invoice]);
  return invoice.id;
}

type Balance = {
  actor: Actor;
  paid: {
    id: number;
    proposal_id: number;
    user_id: number;
    property_id: number;
    reference: Reference;
    debt_agreement_id: number | null;
    instalment: number | null;
  };
  due_date: CalendarDate;
  lines: readonly InvoiceLine[];
};

/**
 * Issues the open balances of partly paid invoices, each as an invoice of the same month with its own due date. Returns
 * the trail's entries.
 */
export async function issueBalances(trx: Db, ctx: Context, balances: readonly Balance[]): Promise<TrailEntry[]> {
  if (balances.length === 0) return [];
  const issued = await queries.insertInvoices(
    trx,
    balances.map(({ paid: { id: balance_of, proposal_id, user_id, property_id, ...paid }, due_date, lines }) => ({
      ...{ proposal_id, user_id, property_id, reference: paid.reference, due_date, issued_on: ctx.today() },
      ...{ debt_agreement_id: paid.debt_agreement_id, instalment: paid.instalment },
      ...{ ...pricesOf(lines), lines: JSON.stringify(lines), balance_of },
    })),
  );
  await emit(trx, ctx, 'balances.issued', issued);
  const idOf = new Map(issued.map(({ id, balance_of }) => [balance_of, id]));
  return balances.map(({ actor, paid }) => ({
    ...{ actor, record: 'invoice', record_id: present(idOf.get(paid.id), 'the open balance'), action: 'issue' },
  }));
}

function pricesOf(lines: readonly InvoiceLine[]) {
  const { price, fees } = figuresOf(lines);
  return { price, fees };
}
