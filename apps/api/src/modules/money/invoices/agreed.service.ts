import { invoiceProblems } from '@morada/contract/money/invoices';
import { type CalendarDate, referenceOf } from '@morada/domain/base/calendar';
import type { PlannedInstalment } from '@morada/domain/debt-agreement/plan';
import type { InvoiceLine } from '@morada/domain/rent/invoice';
import { figuresOf } from '@morada/domain/rent/rest';
import type { Context, Db } from '#api/context.ts';
import { emit } from '#api/db/events.ts';
import { leaveTrails } from '#api/db/trail.ts';
import * as queries from './invoices.queries.ts';
import { checkNoneWaits } from './refunding.service.ts';

/** An invoice with its contract, property and owners. */
export type Debt = queries.FoundInvoice;

/** Invoices with everything that an agreement on them needs; deleted ones are left out. */
export const findDebts: (db: Db, ids: readonly number[]) => Promise<readonly Debt[]> = queries.findWholeInvoices;

/** Locks the contracts of these invoices, as every money event does first. */
export const lockDebts = queries.lockContractsOfInvoices;

/**
 * PENDING → REPLACED: another invoice takes over the debt. Open boletos of these invoices are cancelled. Refused while a payment
 * of one waits for a person, as a withdrawal is.
 */
export async function replaceInvoices(trx: Db, ctx: Context, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await checkNoneWaits(trx, ids);
  if (!(await queries.updateInvoicesFrom(trx, ids, 'PENDING', { status: 'REPLACED' })))
    throw invoiceProblems.INVOICE_REPLACED();
  await emit(
    trx,
    ctx,
    'invoices.replaced',
    ids.map((id) => ({ id })),
  );
  await leaveTrails(trx, ctx, 'invoice', ids, 'replace');
}

/** REPLACED → PENDING: the debt is owed on these invoices again. */
export async function restoreInvoices(trx: Db, ctx: Context, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  if (!(await queries.updateInvoicesFrom(trx, ids, 'REPLACED', { status: 'PENDING' })))
    throw invoiceProblems.INVOICE_REPLACED();
  await leaveTrails(trx, ctx, 'invoice', ids, 'restore');
}

type Contract = { proposal_id: number; user_id: number; property_id: number };

const issued = (ctx: Context, { proposal_id, user_id, property_id }: Contract, lines: readonly InvoiceLine[]) => {
  const { price, fees } = figuresOf(lines);
  return { proposal_id, user_id, property_id, issued_on: ctx.today(), price, fees, lines: JSON.stringify(lines) };
};

/** Issues the instalments of a debt agreement as invoices of the contract. */
export async function issueInstalments(
  trx: Db,
  ctx: Context,
  contract: Contract,
  debt_agreement_id: number,
  plan: readonly PlannedInstalment[],
): Promise<void> {
  const made = await queries.insertInvoices(
    trx,
    plan.map(({ number, due_date, lines }) => ({
      ...issued(ctx, contract, lines),
      ...{ reference: referenceOf(due_date), due_date, debt_agreement_id, instalment: number },
    })),
  );
  await leaveTrails(
    trx,
    ctx,
    'invoice',
    made.map(({ id }) => id),
    'issue',
  );
}

type Returned = { debt: Debt; lines: readonly InvoiceLine[]; due_date: CalendarDate };

/**
 * Issues the debt that returns from an undone agreement: for each invoice an open balance with its due date. Returns
 * the new invoice of each.
 */
export async function issueReturned(
  trx: Db,
  ctx: Context,
  returned: readonly Returned[],
): Promise<Map<number, number>> {
  if (returned.length === 0) return new Map();
  const made = await queries.insertInvoices(
    trx,
    returned.map(({ debt, lines, due_date }) => ({
      ...issued(ctx, debt, lines),
      ...{ reference: debt.reference, due_date, balance_of: debt.id },
    })),
  );
  await leaveTrails(
    trx,
    ctx,
    'invoice',
    made.map(({ id }) => id),
    'issue',
  );
  await emit(trx, ctx, 'balances.issued', made);
  return new Map(made.flatMap(({ id, balance_of }) => (balance_of === null ? [] : [[balance_of, id] as const])));
}
