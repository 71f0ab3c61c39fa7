import { Problem } from '@morada/contract/problem';
import { coalesce } from '../../base/coalesce.ts';
import { isDatabaseAway } from '../../base/database-away.ts';
import { present } from '../../base/present.ts';
import type { Context, Db } from '../../context.ts';
import { perDatabase } from '../../db/per-database.ts';
import { changeTogether } from '../../db/transaction.ts';
import { type FoundInvoice, findSettled } from './invoices.queries.ts';
import { type SettlementOrder, settleInvoices } from './settling.service.ts';
import { type Asked, type Shown, showFound, showInvoices } from './showing.service.ts';

/** Concurrent sets per server, and most calls per set. */
const AT_ONCE = 2;
const MOST = 64;

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
    const refusals = await settleInvoices(trx, first.ctx, orders, before);
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

/** Settles an invoice in a transaction of its own or, with concurrent callers, in a shared one. */
export async function settleTogether(ctx: Context, order: SettlementOrder): Promise<Shown> {
  const { actor, idempotency, db } = ctx;
  return answered(await queues(db).settle({ ctx, actor, idempotency, order }));
}

/** The invoice as its screen shows it. Concurrent callers share the statements. */
export async function showTogether(asked: Asked): Promise<Shown> {
  const { db } = asked.ctx;
  if (!db.isTransaction) return answered(await queues(db).show(asked));
  const [shown] = await showInvoices(asked.ctx, [asked]);
  return answered(shown as Shown | Problem);
}
