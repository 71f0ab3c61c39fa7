import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '@morada/contract/base/problem';
import { coalesce } from '#api/base/coalesce.ts';
import { isDatabaseAway } from '#api/base/database-away.ts';
import { present } from '#api/base/present.ts';
import type { Context, Db } from '#api/context.ts';
import { perDatabase } from '#api/db/connection/per-database.ts';
import { changeTogether } from '#api/db/transaction.ts';
import { type FoundInvoice, findSettled, limitLockWaitWithNext } from './invoices.queries.ts';
import { HELD, type SettlementOrder, settleInvoices } from './settling.service.ts';
import { type Asked, type Shown, showFound, showInvoices } from './showing.service.ts';

/** Concurrent sets per server, and most calls per set. */
const AT_ONCE = 2;
const MOST = 64;
/** Longest wait for any other lock than those of contracts, which are skipped: of a set, and of a call alone, which is tried again. */
const LOCK_MS = { set: 1_000, alone: 250 };
/** Code of a statement that waited that long. */
const LOCK_NOT_HAD = '55P03';
/** Time in which a call is tried again while its contract is held, as long as other changes wait for a lock. */
const PATIENCE_MS = 15_000;
/** Pauses between the tries: the first, by how much they grow, and the longest. */
const PAUSE_MS = { first: 20, growth: 1.5, longest: 250 };

type Settling = { ctx: Context; actor: Context['actor']; idempotency: Context['idempotency']; order: SettlementOrder };

/** Queues of a server's database. Concurrent calls share one transaction, whose cost is then paid once for the set. */
const queues = perDatabase((db) => {
  const options = { atOnce: AT_ONCE, most: MOST, splits: (error: unknown) => !isDatabaseAway(error) };
  return {
    settle: coalesce<Settling, Promise<Shown> | Problem>((calls) => settleCalls(db, calls), options),
    show: coalesce<Asked, Shown | Problem>(showCalls, options),
  };
});

/** Settles the invoices of calls. Each is answered with the invoice as it was then. */
async function settleCalls(db: Db, calls: readonly Settling[]): Promise<(Promise<Shown> | Problem)[]> {
  const before = new Map<number, FoundInvoice>();
  let changed: Awaited<ReturnType<typeof findSettled>> = [];
  const outcomes = await changeTogether(db, calls, async (trx, fresh): Promise<(number | Problem)[]> => {
    const [first] = fresh;
    if (!first) return [];
    const orders = fresh.map(({ order, actor }) => ({ ...order, actor }));
    await limitLockWaitWithNext(trx, calls.length > 1 ? LOCK_MS.set : LOCK_MS.alone);
    const refusals = await settleInvoices(trx, first.ctx, orders, before, { waits: false });
    const settled = orders.map(({ id }, index) => refusals[index] ?? id);
    // Read in the same transaction, which saves a separate one.
    changed = await findSettled(trx, idsIn(settled));
    return settled;
  });
  const asked = calls.map(({ ctx, order: { id } }) => ({ ctx, id }));
  const found = changed.map((after) => ({ ...present(before.get(after.id), 'the invoice'), ...after }));
  // Not awaited: where showing fails, the set has been settled and is not carried out again.
  const shown = asked[0] ? showFound(asked[0].ctx, asked, found) : Promise.resolve([]);
  return asked.map((one, index) => {
    const outcome = outcomes[index];
    return outcome instanceof Problem ? outcome : shown.then((all) => settledOrNow(all[index], one));
  });
}

/** A call repeated with its idempotency key settles nothing, and gets the current invoice. */
const settledOrNow = (settled: Shown | Problem | undefined, asked: Asked) =>
  settled instanceof Problem || !settled ? showTogether(asked) : settled;

const idsIn = (outcomes: readonly (number | Problem)[]) => [
  ...new Set(outcomes.filter((outcome) => typeof outcome === 'number')),
];

const showCalls = async (asked: readonly Asked[]) => (asked[0] ? showInvoices(asked[0].ctx, asked) : []);

function answered<T>(outcome: T | Problem): T {
  if (outcome instanceof Problem) throw outcome;
  return outcome;
}

/**
 * Settles an invoice in a transaction of its own or, with concurrent callers, in a shared one. While another transaction
 * holds the contract, the call waits here and not in a set, so that it holds up no other call and no connection.
 */
export async function settleTogether(ctx: Context, order: SettlementOrder): Promise<Shown> {
  const { actor, idempotency, db } = ctx;
  const { settle } = queues(db);
  const until = performance.now() + PATIENCE_MS;
  let alone = false;
  for (let wait = PAUSE_MS.first; ; wait = Math.min(wait * PAUSE_MS.growth, PAUSE_MS.longest)) {
    const isOver = performance.now() >= until;
    const outcome = await settle({ ctx, actor, idempotency, order }, { alone }).catch((error) => {
      if (isOver || !isLockTimeout(error)) throw error;
      // It waits for something else than its contract, and would make each set fail that it joins.
      alone = true;
      return HELD;
    });
    if (outcome !== HELD || isOver) return answered(outcome);
    await pause(wait);
  }
}

const isLockTimeout = (error: unknown) => (error as { code?: unknown }).code === LOCK_NOT_HAD;

/** The invoice as its screen shows it. Concurrent callers share the statements. */
export async function showTogether(asked: Asked): Promise<Shown> {
  const { db } = asked.ctx;
  if (!db.isTransaction) return answered(await queues(db).show(asked));
  const [shown] = await showInvoices(asked.ctx, [asked]);
  return answered(shown as Shown | Problem);
}
