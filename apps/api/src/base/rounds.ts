import type { Problem } from '@morada/contract/base/problem';
import type { Refusals } from './refusals.ts';

/** LATER: the order depends on changes of this round, and is tried again in the next one. */
export type RoundOutcome = Problem | 'LATER' | undefined;

/**
 * Carries out a set of orders in rounds with at most one order of each group, so that a group's second order sees the
 * changes of its first. Most sets take one round.
 * @param groupOf group of an order, such as its contract; undefined: none.
 * @param carry outcome of each order of a round. They may not all be LATER.
 */
export async function inRounds<Order>(
  orders: readonly Order[],
  groupOf: (order: Order) => number | undefined,
  carry: (round: readonly Order[]) => Promise<readonly RoundOutcome[]>,
): Promise<Refusals> {
  const refusals: Refusals = orders.map(() => undefined);
  let waiting = orders.map((order, place) => ({ order, place }));
  while (waiting.length > 0) {
    const groups = new Set<number>();
    const round: typeof waiting = [];
    const later: typeof waiting = [];
    for (const one of waiting) {
      const group = groupOf(one.order);
      const isFirst = group === undefined || !groups.has(group);
      if (group !== undefined) groups.add(group);
      (isFirst ? round : later).push(one);
    }
    const outcomes = await carry(round.map(({ order }) => order));
    for (const [index, one] of round.entries()) {
      const outcome = outcomes[index];
      if (outcome === 'LATER') later.push(one);
      else refusals[one.place] = outcome;
    }
    if (later.length === waiting.length) throw new Error('a round carried out nothing');
    waiting = later.toSorted((one, other) => one.place - other.place);
  }
  return refusals;
}
