import type { Problem } from '@morada/contract/base/problem';
import { peopleCommissionProblems } from '@morada/contract/money/people-commissions';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Cents } from '@morada/domain/base/money';
import { commissionLife } from '@morada/domain/rent/people/entry-life';
import {
  feeReceived,
  type PersonShare,
  partsOfNext,
  personShares,
  rentReturned,
  ruleInForce,
  takenBack,
} from '@morada/domain/rent/people/share';
import type { Actor, Context, Db } from '#api/context.ts';
import type { TrailEntry } from '#api/db/trail.ts';
import * as queries from './receipts.queries.ts';

type Of = Pick<queries.NewReceipt, 'kind' | 'property_id' | 'proposal_id'>;

/** The shares that hold today for a letting or a sale, with their people. */
export async function sharesFor(db: Db, of: Of): Promise<PersonShare[]> {
  const rule = ruleInForce(await queries.findRulesFor(db, of));
  if (!rule) return [];
  const asksCaptor = rule.shares.some(({ role, admin_user_id }) => role === 'CAPTOR' && admin_user_id === null);
  return personShares(rule.shares, asksCaptor ? await queries.findCaptor(db, of.property_id) : null);
}

/** Divides an amount that was received, or taken back, and answers its entry for the trail. */
export async function receive(
  trx: Db,
  { actor }: Pick<Context, 'actor'>,
  receipt: queries.NewReceipt,
): Promise<TrailEntry & { record_id: number }> {
  const standing = await queries.findStanding(trx, receipt);
  const parts = partsOfNext(receipt.shares, standing, receipt.amount);
  const id = await queries.insertReceipt(trx, receipt, parts);
  const { kind, amount, proposal_id, property_id } = receipt;
  const changes = { kind, amount, ...(proposal_id === null ? { property_id } : { proposal_id }) };
  return { actor, record: 'commission_receipt', record_id: id, action: 'create', changes };
}

type Settled = {
  actor: Actor;
  invoice: { id: number; proposal_id: number; has_brokerage: boolean };
  pay_day: CalendarDate;
};

/** Payments brought a fee for a letting, or a part of it. */
export async function whenSettled(trx: Db, _: Context, rows: readonly Settled[]): Promise<TrailEntry[]> {
  const withFee = rows.filter(({ invoice }) => invoice.has_brokerage);
  if (withFee.length === 0) return [];
  const paid = new Map(withFee.map((row) => [row.invoice.proposal_id, row]));
  const entries: TrailEntry[] = [];
  for (const fee of await queries.findTakenFees(trx, [...paid.keys()])) {
    const row = paid.get(fee.proposal_id);
    const amount = feeReceived(fee.fee, { ...fee, returned: 0 }) - fee.standing;
    if (!row || amount <= 0) continue;
    const { proposal_id, property_id, extra_id } = fee;
    const of = { kind: 'LETTING', property_id, proposal_id } as const;
    const shares = await sharesFor(trx, of);
    const from = { extra_id, invoice_id: row.invoice.id, movimentation_id: null, received_on: row.pay_day };
    entries.push(await receive(trx, row, { ...of, ...from, amount, shares }));
  }
  return entries;
}

/** Takes back what receipts brought: what was not paid is gone, and what was paid is owed back. */
async function takeBack(
  trx: Db,
  { actor }: Pick<Context, 'actor'>,
  receipts: readonly { id: number; amount: Cents }[],
): Promise<TrailEntry[]> {
  if (receipts.length === 0) return [];
  const parts = await queries.lockParts(
    trx,
    receipts.map(({ id }) => id),
  );
  for (const [from, own] of Map.groupBy(parts, ({ state }) => state))
    if (commissionLife.can(from, 'reverse'))
      await queries.moveParts(
        trx,
        own.map(({ id }) => id),
        from,
        commissionLife.next(from, 'reverse'),
      );
  return receipts.map(({ id: record_id, amount }) => ({
    ...{ actor, record: 'commission_receipt', record_id, action: 'undo', changes: { amount } },
  }));
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

export const whenReopened = async (trx: Db, ctx: Context, rows: readonly { id: number }[]) =>
  takeBack(trx, ctx, await queries.undoReceipts(trx, { invoices: idsOf(rows) }, ctx.today()));

/** An entry of a sale left the cash. */
export const whenRemoved = async (trx: Db, ctx: Context, rows: readonly { id: number }[]) =>
  takeBack(trx, ctx, await queries.undoReceipts(trx, { movimentations: idsOf(rows) }, ctx.today()));

/** The end of a contract gave rent back: its proportion of the fee is taken back from who had a part of it. */
export async function whenEnded(trx: Db, ctx: Context, rows: readonly { id: number }[]): Promise<TrailEntry[]> {
  const contracts = idsOf(rows);
  const ends = new Map((await queries.findReturnedRents(trx, contracts)).map((end) => [end.proposal_id, end]));
  if (![...ends.values()].some(({ returned }) => returned > 0)) return [];
  const entries: TrailEntry[] = [];
  for (const fee of await queries.findTakenFees(trx, contracts)) {
    const end = ends.get(fee.proposal_id);
    const returned = end ? rentReturned(end.months, end.returned, fee.invoice_id) : 0;
    const excess = fee.standing - feeReceived(fee.fee, { ...fee, returned });
    if (returned === 0 || excess <= 0) continue;
    const receipts = await queries.findReceiptsOfFee(trx, fee.extra_id);
    for (const { receipt, amount } of takenBack(receipts, excess)) {
      const { proposal_id, property_id, extra_id } = fee;
      const from = { extra_id, invoice_id: null, movimentation_id: null, received_on: ctx.today() };
      const of = { kind: 'LETTING', property_id, proposal_id } as const;
      entries.push(await receive(trx, ctx, { ...of, ...from, amount: 0 - amount, shares: receipt.shares }));
    }
  }
  return entries;
}

/** The end of a contract was undone: what it took back is due again. */
export const whenResumed = async (trx: Db, ctx: Context, rows: readonly { id: number }[]) =>
  takeBack(trx, ctx, await queries.undoReceipts(trx, { endOf: idsOf(rows) }, ctx.today()));

/** Entries of the cash that are changed here and not in the cash book. */
export async function findHeld(
  db: Db,
  rows: readonly { id: number; event: 'change' | 'remove' | 'reopen' }[],
): Promise<Map<number, Problem>> {
  const asked = new Map(rows.map(({ id, event }) => [id, event]));
  const held = await queries.findHeldEntries(db, [...asked.keys()]);
  return new Map(
    held.flatMap(({ id, pays }): [number, Problem][] => {
      if (pays) return [[id, peopleCommissionProblems.COMMISSION_PAYMENT_ENTRY()]];
      return asked.get(id) === 'remove' ? [] : [[id, peopleCommissionProblems.COMMISSION_SALE_ENTRY()]];
    }),
  );
}
