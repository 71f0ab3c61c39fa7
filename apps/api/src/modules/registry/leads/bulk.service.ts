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

/** Puts leads into a stage, or marks them as lost, at the expected versions and inside the caller's transaction. */
export async function moveLeads(
  trx: Db,
  ctx: Context,
  orders: readonly (Order & { to: OpenStage | 'LOST'; reason?: Received<typeof leads.lose>['body']['reason'] })[],
): Promise<(Problem | { stage: LeadStage })[]> {
  const found = new Map(
    (
      await queries.lockLeads(
        trx,
        orders.map(({ id }) => id),
      )
    ).map((lead) => [lead.id, lead] as const),
  );
  const answers: (Problem | { stage: LeadStage })[] = [];
  for (const { id, expected, to, reason = 'OTHER' } of orders) {
    const lead = found.get(id);
    const event = to === 'LOST' ? 'LOST' : (`PUT_${to}` as const);
    const refusal = lead
      ? ((await staleVersion(trx, expected, 'lead', lead)) ??
        (leadLife.can(lead.stage, event) ? undefined : leadProblems.LEAD_CLOSED()))
      : leadProblems.LEAD_NOT_FOUND();
    answers.push(refusal ?? { stage: lead?.stage ?? 'NEW' });
    if (refusal || !lead) continue;
    await happen(trx, ctx, [lead], event, to === 'LOST' ? { loss: { reason, note: null } } : {});
  }
  await leaveTrails(trx, ctx, 'lead', idsOf(orders, answers), 'move');
  return answers;
}

/** Puts leads back into the stages that they had, opening lost ones. */
export async function returnLeads(
  trx: Db,
  ctx: Context,
  orders: readonly (Order & { stage: LeadStage })[],
): Promise<Refusals> {
  const found = new Map(
    (
      await queries.lockLeads(
        trx,
        orders.map(({ id }) => id),
      )
    ).map((lead) => [lead.id, lead] as const),
  );
  const refusals: Refusals = [];
  for (const { id, expected, stage } of orders) {
    const lead = found.get(id);
    const refusal = lead ? await staleVersion(trx, expected, 'lead', lead) : leadProblems.LEAD_NOT_FOUND();
    refusals.push(refusal);
    if (refusal || !lead || stage === 'WON' || stage === 'LOST') continue;
    if (lead.closed_at !== null) await happen(trx, ctx, [lead], 'REOPENED');
    const now = await queries.lockLead(trx, id);
    if (now && now.stage !== stage) await happen(trx, ctx, [now], `PUT_${stage}`);
  }
  await leaveTrails(trx, ctx, 'lead', idsOf(orders, refusals), 'move');
  return refusals;
}

const idsOf = (orders: readonly Order[], answers: readonly unknown[]) =>
  orders.flatMap(({ id }, index) => (answers[index] instanceof Error ? [] : id));
