import { Problem } from '@morada/contract/problem';
import { coalesce } from '../../base/coalesce.ts';
import { isDatabaseAway } from '../../base/database-away.ts';
import type { Context, Db } from '../../context.ts';
import { changeTogether } from '../../db/transaction.ts';
import { type SettlementOrder, settleInvoices } from './settling.service.ts';

/** Sets in flight of a server, and settlements of a set. */
const AT_ONCE = 2;
const MOST = 64;

type Call = { ctx: Context; actor: Context['actor']; idempotency: Context['idempotency']; order: SettlementOrder };

const queues = new WeakMap<Db, (call: Call) => Promise<number | Problem>>();

/** Concurrent settlements of a server share one transaction, whose cost is then paid once for the set. */
function queueOf(db: Db) {
  const known = queues.get(db);
  if (known) return known;
  const queue = coalesce<Call, number | Problem>((calls) => settleCalls(db, calls), {
    atOnce: AT_ONCE,
    most: MOST,
    splits: (error) => !isDatabaseAway(error),
  });
  queues.set(db, queue);
  return queue;
}

const settleCalls = (db: Db, calls: readonly Call[]) =>
  changeTogether(db, calls, async (trx, fresh): Promise<(number | Problem)[]> => {
    const [first] = fresh;
    if (!first) return [];
    const orders = fresh.map(({ order, actor }) => ({ ...order, actor }));
    const refusals = await settleInvoices(trx, first.ctx, orders);
    return orders.map(({ id }, index) => refusals[index] ?? id);
  });

/** Settles an invoice in a transaction of its own or, with concurrent callers, in a shared one. */
export async function settleTogether(ctx: Context, order: SettlementOrder): Promise<number> {
  const { actor, idempotency, db } = ctx;
  const outcome = await queueOf(db)({ ctx, actor, idempotency, order });
  if (outcome instanceof Problem) throw outcome;
  return outcome;
}
