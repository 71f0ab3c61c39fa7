import { proposalProblems } from '@morada/contract/lease/proposals';
import { rentByPeriod, type TrailEntry } from '@morada/domain/lease/history';
import type { Context } from '#api/context.ts';
import { findReadjustments, findTrail } from './history.queries.ts';
import { findProposal } from './proposals.queries.ts';

type Value = string | number | boolean | null;

/** Trail of a contract, newest first, and the rent of each period. */
export async function proposalHistory(ctx: Context, id: number) {
  const [proposal, trail, readjustments] = await Promise.all([
    findProposal(ctx.db, id, ctx.today()),
    findTrail(ctx.db, id),
    findReadjustments(ctx.db, id),
  ]);
  if (!proposal) throw proposalProblems.PROPOSAL_NOT_FOUND();
  const entries = trail.map(({ id: entry, at, actor, record, action, changes }) => ({
    id: entry,
    at,
    actor,
    action: record === 'proposal' ? action : `${action}-extra`,
    changes: Object.entries(changes ?? {}).map(([field, change]) => ({ field, ...beforeAndAfter(change) })),
  }));
  const rents = rentByPeriod(
    proposal,
    trail.map(({ day, changes }): TrailEntry => ({ at: day, changes: onlyPairs(changes) })),
  );
  return {
    entries: entries.toReversed(),
    rents: rents
      .map(({ from, until, rent }) => ({
        from,
        until: until ?? proposal.closed_on,
        price: rent,
        index: readjustments.findLast((one) => one.applied_on === from && one.new_price === rent)?.index ?? null,
      }))
      .toReversed(),
  };
}

const isPair = (change: unknown): change is [unknown, unknown] => Array.isArray(change) && change.length === 2;

/** A creation records values; a change records pairs of before and after. */
const beforeAndAfter = (change: unknown) =>
  isPair(change) ? { before: plain(change[0]), after: plain(change[1]) } : { before: null, after: plain(change) };

const plain = (value: unknown): Value =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)
    ? (value as Value)
    : JSON.stringify(value ?? null);

const onlyPairs = (changes: Record<string, unknown> | null): TrailEntry['changes'] =>
  Object.fromEntries(
    Object.entries(changes ?? {}).flatMap(([field, change]) => (isPair(change) ? [[field, change] as const] : [])),
  );
