import type { Problem } from '@morada/contract/base/problem';
import type { TrailEntry } from '../base/trail-entry.ts';
import type { Context, Db } from '../context.ts';
import type { Events, Questions } from '../events.ts';

/**
 * Tells the subscribers of an event, one after another in their order, inside the caller's transaction.
 * @returns entries for the trail that the caller writes together with its own.
 */
export async function emit<E extends keyof Events>(
  trx: Db,
  ctx: Context,
  event: E,
  rows: Events[E],
): Promise<TrailEntry[]> {
  if (rows.length === 0) return [];
  const entries: TrailEntry[] = [];
  for (const hear of ctx.subscriptions.events[event]) entries.push(...((await hear(trx, ctx, rows)) ?? []));
  return entries;
}

/** Refusals of the rows that another level holds, by their ids. The first who objects to a row gives its refusal. */
export async function findObjections<Q extends keyof Questions>(
  db: Db,
  { subscriptions }: Pick<Context, 'subscriptions'>,
  question: Q,
  rows: Questions[Q],
): Promise<ReadonlyMap<number, Problem>> {
  const refusals = new Map<number, Problem>();
  if (rows.length === 0) return refusals;
  for (const answer of subscriptions.questions[question])
    for (const [id, refusal] of await answer(db, rows)) if (!refusals.has(id)) refusals.set(id, refusal);
  return refusals;
}
