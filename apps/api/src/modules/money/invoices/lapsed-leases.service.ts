import { billingProblems, type LapsedLease } from '@morada/contract/billing';
import { addDays, addToReference, type CalendarDate, type Reference } from '@morada/domain/base/calendar';
import { sum } from '@morada/domain/base/money';
import { composeInvoice, livedDays } from '@morada/domain/rent/invoice';
import { extraOfRest, restOfLastMonth } from '@morada/domain/rent/rest-of-month';
import type { Context, Db } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { insertExtras } from '#api/modules/lease/contracts/extras.service.ts';
import { issueOne } from './billing.service.ts';
import { findAgency, findContractToBill, findFees } from './invoices.queries.ts';
import * as queries from './lapsed-leases.queries.ts';

/** Invoices of past months are due like a new one, since the delay was not the tenant's. */
async function dueDate(db: Db, today: CalendarDate) {
  const { billing_lead_days } = await findAgency(db);
  return addDays(today, billing_lead_days);
}

/** Contracts with unbilled months since their end; ones without any are left out. */
export async function listLapsed(ctx: Context, ids?: number[], db: Db = ctx.db): Promise<LapsedLease[]> {
  const found = await queries.findLapsed(db, ctx.today(), ids);
  if (found.length === 0) return [];
  const [issued, fees, due_date] = await Promise.all([
    queries.findIssued(
      db,
      found.map(({ id }) => id),
    ),
    findFees(
      db,
      found.map(({ property_id }) => property_id),
    ),
    dueDate(db, ctx.today()),
  ]);
  const issuedOf = Map.groupBy(issued, ({ proposal_id }) => proposal_id);
  const feesOf = Map.groupBy(fees, ({ property_id }) => property_id);
  return found
    .map((contract) => {
      const invoices = issuedOf.get(contract.id) ?? [];
      const months = monthsOf(contract, invoices).map((reference) => {
        const { price, fees } = composeInvoice({
          contract,
          reference,
          fees: feesOf.get(contract.property_id) ?? [],
          extras: [],
        });
        return { reference, amount: price + fees };
      });
      const rest = restOf(contract, invoices) ?? null;
      const { id, tenant, property, end_date } = contract;
      const total = sum([...months.map(({ amount }) => amount), rest?.amount ?? 0]);
      return { id, tenant, property, end_date, months, rest, total, due_date };
    })
    .filter(({ months, rest }) => months.length > 0 || rest);
}

function monthsOf(contract: queries.Lapsed, issued: readonly { reference: Reference }[]): Reference[] {
  const { from_reference: from, to_reference: to } = contract;
  if (from === null || to === null) return [];
  const months: Reference[] = [];
  for (let month = from; month <= to; month = addToReference(month, 1))
    if (livedDays(contract, month).days > 0 && !issued.some(({ reference }) => reference === month)) months.push(month);
  return months;
}

/** Remainder of the last month, which was billed by days. */
const restOf = (
  contract: Omit<Parameters<typeof restOfLastMonth>[0], 'last_month_by_days'> & {
    ends_at_term: boolean;
    by_days: boolean;
  },
  issued: Parameters<typeof restOfLastMonth>[2],
) =>
  contract.ends_at_term
    ? undefined
    : restOfLastMonth({ ...contract, last_month_by_days: contract.by_days }, contract, issued);

/** Bills everything: one invoice for each month, due like a new one. */
export const billLapsed = (ctx: Context, id: number) => settle(ctx, id, 'BILLED');

/** Waives everything: neither billing nor the termination sheet charges it. */
export const waiveLapsed = (ctx: Context, id: number) => settle(ctx, id, 'WAIVED');

function settle(ctx: Context, id: number, decision: 'BILLED' | 'WAIVED') {
  return change(ctx, async (trx) => {
    const contract = await findContractToBill(trx, id);
    const [lapsed] = contract ? await listLapsed(ctx, [id], trx) : [];
    if (!contract || !lapsed) throw billingProblems.LAPSE_NOT_FOUND();
    const decided = { decision, decided_on: ctx.today(), admin_user_id: ctx.actor.id };
    if (!(await queries.decide(trx, id, decided))) throw billingProblems.LAPSE_NOT_FOUND();
    const { months, rest, total, due_date } = lapsed;
    if (decision === 'BILLED') {
      if (rest) await chargeRest(trx, ctx, id, rest);
      for (const { reference } of months) await issueOne(trx, ctx, contract, reference, due_date);
    }
    await leaveTrail(trx, ctx, 'proposal', id, decision === 'BILLED' ? 'bill-lapsed' : 'waive-lapsed', {
      months: months.map(({ reference }) => reference).join(', '),
      total,
    });
    return lapsed;
  });
}

/** Charged on the next invoice. */
async function chargeRest(trx: Db, ctx: Context, proposal_id: number, rest: Parameters<typeof extraOfRest>[0]) {
  const extra = { ...extraOfRest(rest), proposal_id };
  const [made] = await insertExtras(trx, [extra]);
  if (made) await leaveTrail(trx, ctx, 'extra_value', made.id, 'create', extra);
}

/** Drops the remainders, which a change of the term has charged or waived. Runs inside the caller's transaction. */
export async function dropLapsedRests(trx: Db, contracts: readonly { id: number }[]): Promise<void> {
  for (const { id } of contracts) await queries.dropRest(trx, id);
}
