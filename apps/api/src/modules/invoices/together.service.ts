import { Problem } from '@morada/contract/problem';
import { coalesce } from '../../base/coalesce.ts';
import { isDatabaseAway } from '../../base/database-away.ts';
import type { Context, Db } from '../../context.ts';
import { perDatabase } from '../../db/per-database.ts';
import { changeTogether } from '../../db/transaction.ts';
import { type SettlementOrder, settleInvoices } from './settling.service.ts';
import { type Asked, type Shown, showInvoices } from './showing.service.ts';

/** Sets in flight of a server, and calls of a set. */
const AT_ONCE = 2;
const MOST = 64;

type Settling = { ctx: Context; actor: Context['actor']; idempotency: Context['idempotency']; order: SettlementOrder };

/** Queues of a server's database. Concurrent calls share one transaction, whose cost is then paid once for the set. */
const queues = perDatabase((db) => {
  const options = { atOnce: AT_ONCE, most: MOST, splits: (error: unknown) => !isDatabaseAway(error) };
  return {
    settle: coalesce<Settling, number | Problem>((calls) => settleCalls(db, calls), options),
    show: coalesce<Asked, Shown | Problem>(async (asked) => {
      const [first] = asked;
      return first ? showInvoices(first.ctx, asked) : [];
    }, options),
  };
});

const settleCalls = (db: Db, calls: readonly Settling[]) =>
  changeTogether(db, calls, async (trx, fresh): Promise<(number | Problem)[]> => {
    const [first] = fresh;
    if (!first) return [];
    const orders = fresh.map(({ order, actor }) => ({ ...order, actor }));
    const refusals = await settleInvoices(trx, first.ctx, orders);
    return orders.map(({ id }, index) => refusals[index] ?? id);
  });

function answered<T>(outcome: T | Problem): T {
  if (outcome instanceof Problem) throw outcome;
  return outcome;
}

/** Settles an invoice in a transaction of its own or, with concurrent callers, in a shared one. */
export async function settleTogether(ctx: Context, order: SettlementOrder): Promise<number> {
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
