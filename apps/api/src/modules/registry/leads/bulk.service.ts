import type { Received } from '@morada/contract/base/endpoint';
import type { Problem } from '@morada/contract/base/problem';
import { leadProblems, type leads } from '@morada/contract/registry/leads';
import { leadLife, type OpenStage } from '@morada/domain/attendance/lead';
import type { LeadStage } from '@morada/domain/attendance/lead-words';
import type { Refusals } from '#api/base/refusals.ts';
import type { Context, Db } from '#api/context.ts';
import { leaveTrails } from '#api/db/trail.ts';
import { staleVersion } from '#api/db/version.ts';
import * as queries from './leads.queries.ts';
import { happen } from './life.service.ts';
import * as list from './list.queries.ts';

export const searchLeads = ({ db }: Context, filter: Received<typeof leads.list>['query'], most: number) =>
  list.findLeadIds(db, filter, most);

type Order = { id: number; expected: number };

type Wanted = { to: OpenStage | 'LOST'; reason?: Received<typeof leads.lose>['body']['reason'] | undefined };

/** Puts leads into a stage, or marks them as lost, at the expected versions and inside the caller's transaction. */
export async function moveLeads(
  trx: Db,
  ctx: Context,
  orders: readonly Order[],
  { to, reason = 'OTHER' }: Wanted,
): Promise<(Problem | { stage: LeadStage })[]> {
  const event = to === 'LOST' ? 'LOST' : (`PUT_${to}` as const);
  const found = await lockById(trx, orders);
  const going: queries.LockedLead[] = [];
  const answers: (Problem | { stage: LeadStage })[] = [];
  for (const { id, expected } of orders) {
    const lead = found.get(id);
    const stale = lead && (await staleVersion(trx, expected, 'lead', lead));
    if (!lead) answers.push(leadProblems.LEAD_NOT_FOUND());
    else if (stale) answers.push(stale);
    else if (!leadLife.can(lead.stage, event)) answers.push(leadProblems.LEAD_CLOSED());
    else {
      answers.push({ stage: lead.stage });
      going.push(lead);
    }
  }
  await happen(trx, ctx, going, event, to === 'LOST' ? { loss: { reason, note: null } } : {});
  await leaveTrails(trx, ctx, 'lead', idsOf(orders, answers), 'move');
  return answers;
}

/** Puts leads back into the stages that they had, opening lost ones. */
export async function returnLeads(
  trx: Db,
  ctx: Context,
  orders: readonly (Order & { stage: LeadStage })[],
): Promise<Refusals> {
  const found = await lockById(trx, orders);
  const refusals: Refusals = [];
  for (const { id, expected } of orders) {
    const lead = found.get(id);
    refusals.push(lead ? await staleVersion(trx, expected, 'lead', lead) : leadProblems.LEAD_NOT_FOUND());
  }
  const going = orders.filter((_, index) => refusals[index] === undefined);
  const closed = going.flatMap(({ id, stage }) => {
    const lead = found.get(id);
    return lead?.closed_at && !isClosed(stage) ? lead : [];
  });
  await happen(trx, ctx, closed, 'REOPENED');
  const reopened = await lockById(trx, going);
  for (const [stage, those] of Map.groupBy(going, (order) => order.stage)) {
    if (isClosed(stage)) continue;
    const others = those.flatMap(({ id }) => reopened.get(id) ?? []).filter((lead) => lead.stage !== stage);
    await happen(trx, ctx, others, `PUT_${stage}`);
  }
  await leaveTrails(trx, ctx, 'lead', idsOf(orders, refusals), 'move');
  return refusals;
}

const isClosed = (stage: LeadStage) => stage === 'WON' || stage === 'LOST';

async function lockById(trx: Db, orders: readonly Order[]) {
  const leads = await queries.lockLeads(
    trx,
    orders.map(({ id }) => id),
  );
  return new Map(leads.map((lead) => [lead.id, lead]));
}

const idsOf = (orders: readonly Order[], answers: readonly unknown[]) =>
  orders.flatMap(({ id }, index) => (answers[index] instanceof Error ? [] : id));
