import { type reconciliation, reconciliationProblems } from '@morada/contract/bank/reconciliation';
import type { Received } from '@morada/contract/base/endpoint';
import { movimentations } from '@morada/contract/money/movimentations';
import { granted } from '@morada/domain/access/permissions';
import { isOwnPair } from '@morada/domain/bank/reconciliation/explain';
import { movementLife } from '@morada/domain/bank/reconciliation/movement-life';
import { formatDate } from '@morada/domain/base/calendar';
import type { EventOf } from '@morada/domain/base/life-cycle';
import { type Cents, sum } from '@morada/domain/base/money';
import { type Context, type Db, inside } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { violates } from '#api/db/unique.ts';
import { addMovimentation } from '#api/modules/ledger/movements/movimentations.service.ts';
import * as queries from './explaining.queries.ts';
import { shareAccounts } from './statements.queries.ts';

const taken = violates('explanation_entry_once', reconciliationProblems.ENTRY_EXPLAINED);

/** Whether the opposite movement fits is looked at when it is known. */
const openFor = (event: EventOf<typeof movementLife>) => (event === 'pair' ? 'PROPOSED' : 'OPEN');

/** A movement that is unexplained; `keep` refuses one that was taken meanwhile. */
async function openMovement(trx: Db, id: number, event: EventOf<typeof movementLife>) {
  await shareAccounts(trx);
  const movement = await queries.findMovement(trx, id);
  if (!movement) throw reconciliationProblems.MOVEMENT_NOT_FOUND();
  if (!movementLife.can(movement.explanation_id === null ? openFor(event) : 'BY_HAND', event))
    throw reconciliationProblems.MOVEMENT_EXPLAINED();
  return movement;
}

/** Takes the movements and entries of an explanation at once; the loser of a race is refused. */
async function keep(trx: Db, ctx: Context, made: Omit<queries.NewExplanation, 'is_automatic'>) {
  const { ids, taken: movements } = await queries
    .insertExplanations(trx, ctx.actor.id, [{ ...made, is_automatic: false }])
    .catch(taken);
  const wanted = [made.movement_id, made.other_id].filter((id) => id !== undefined && id !== null).length;
  const [id] = ids;
  if (id === undefined || movements !== wanted) throw reconciliationProblems.MOVEMENT_EXPLAINED();
  const { kind, movement_id, entries, reason } = made;
  await leaveTrail(trx, ctx, 'movement_explanation', id, 'create', {
    ...{ kind, movement_id, entries: entries.length },
    ...(reason !== undefined && { reason }),
  });
  return { id };
}

type Explain = Received<typeof reconciliation.explain>['body'];

/**
 * Explains a movement by entries that add up to it, with the bank's fee as an expense, or by the opposite movement of
 * another account.
 */
export const explain = (ctx: Context, id: number, { kind, entries, other_id, fee = 0 }: Explain) =>
  change(ctx, async (trx) => {
    const movement = await openMovement(trx, id, other_id === undefined ? 'explain' : 'pair');
    if (other_id !== undefined) return explainByOther(trx, ctx, movement, other_id);
    const chosen = [...new Set(entries)];
    const lines = await queries.findCashOf(trx, chosen);
    if (lines.length < chosen.length) throw reconciliationProblems.ENTRY_NOT_FOUND();
    if (chosen.length === 0 || sum(lines.map(({ amount }) => amount)) - fee !== movement.amount)
      throw reconciliationProblems.ENTRIES_DIFFER();
    const expense = fee === 0 ? [] : [await recordFee(trx, ctx, movement, fee)];
    const named = kind === 'OWN_TRANSFER' ? 'CHOSEN' : kind;
    return keep(trx, ctx, { kind: named, movement_id: id, entries: [...chosen, ...expense] });
  });

type Open = Awaited<ReturnType<typeof openMovement>>;

async function explainByOther(trx: Db, ctx: Context, movement: Open, otherId: number) {
  const other = await openMovement(trx, otherId, 'pair');
  if (!movementLife.can(isOwnPair(movement, other) ? 'PROPOSED' : 'OPEN', 'pair'))
    throw reconciliationProblems.OTHER_DIFFERS();
  return keep(trx, ctx, { kind: 'OWN_TRANSFER', movement_id: movement.id, other_id: otherId, entries: [] });
}

async function recordFee(trx: Db, ctx: Context, { day }: Open, fee: Cents): Promise<number> {
  if (!granted(ctx.actor.permissions, movimentations.create.access)) throw reconciliationProblems.FEE_PERMISSION();
  const description = `Tarifa do banco descontada do crédito de ${formatDate(day)}`;
  return entryIn(trx, ctx, { type: 'OUTPUT', subtype: 'OTHER', description, price: fee, date: day, doc: null });
}

/** Records a cash movement in the caller's transaction; answers its ledger entry. */
async function entryIn(trx: Db, ctx: Context, input: Parameters<typeof addMovimentation>[1]): Promise<number> {
  const { id } = await addMovimentation(inside(ctx, trx), input);
  return queries.findEntryOf(trx, id);
}

type Record = Received<typeof reconciliation.record>['body'];

/** Records a movement in the cash book, with the bank's day and amount, and explains it by that entry. */
export const record = (ctx: Context, id: number, { description, subtype, doc }: Record) =>
  change(ctx, async (trx) => {
    const { amount, day } = await openMovement(trx, id, 'record');
    const type = amount > 0 ? 'INPUT' : 'OUTPUT';
    const entry = await entryIn(trx, ctx, { type, subtype, description, price: Math.abs(amount), date: day, doc });
    return keep(trx, ctx, { kind: 'RECORDED', movement_id: id, entries: [entry] });
  });

export const mark = (ctx: Context, id: number, reason: string) =>
  change(ctx, async (trx) => {
    await openMovement(trx, id, 'mark');
    return keep(trx, ctx, { kind: 'MARKED', movement_id: id, entries: [], reason });
  });

/** Sets an entry aside: it moved no money at the bank. */
export const markEntry = (ctx: Context, id: number, reason: string) =>
  change(ctx, async (trx) => {
    await shareAccounts(trx);
    if ((await queries.findCashOf(trx, [id])).length === 0) throw reconciliationProblems.ENTRY_NOT_FOUND();
    return keep(trx, ctx, { kind: 'OFF_BANK', entries: [id], reason });
  });

/** Undoes an explanation. The ledger stays as it is: a cash movement recorded with it is deleted in the cash book. */
export const undo = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    await shareAccounts(trx);
    const undone = await queries.markUndone(trx, id, ctx.actor.id);
    if (!undone) {
      const known = await queries.findExplanation(trx, id);
      throw known ? reconciliationProblems.EXPLANATION_UNDONE() : reconciliationProblems.EXPLANATION_NOT_FOUND();
    }
    await queries.release(trx, id, undone.is_automatic);
    await leaveTrail(trx, ctx, 'movement_explanation', id, 'undo', { kind: undone.kind });
  });
