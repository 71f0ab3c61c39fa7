import { Problem } from '@morada/contract/base/problem';
import { type LeadMove, leadProblems } from '@morada/contract/registry/leads';
import type { LeadSearch } from '@morada/contract/registry/leads.search';
import { leadLife } from '@morada/domain/attendance/lead';
import { LEAD_STAGES, type LeadStage } from '@morada/domain/attendance/lead-words';
import type * as z from 'zod/mini';
import { moveLeads, returnLeads, searchLeads } from '#api/modules/registry/leads/bulk.service.ts';
import { type Action, BLOCK, recordsOf } from '../bulk.action.ts';
import * as candidates from '../candidates.queries.ts';

type Wanted = z.output<typeof LeadMove>;

/** "Mudar de etapa": undo puts each lead back into the stage that it had. */
export const leadMove: Action<Wanted> = {
  readers: 'LEAD_VIEW',
  name: 'leads-etapa',
  search: (ctx, filter: z.output<typeof LeadSearch>, most) => searchLeads(ctx, filter, most),
  options: (_, { stage, reason }) => ({ stage, reason }) as Wanted,
  evaluate: async (ctx, ids, wanted) =>
    (await candidates.findLeads(ctx.db, ids)).map(({ id, version, stage }) => ({
      id,
      version,
      reason: refusalOf(stage, wanted.stage),
    })),
  named: async (db, ids) =>
    (await candidates.nameOfLeads(db, ids)).map(({ id, name, stage }) => ({
      id,
      title: name,
      below: `Lead ${id} · ${LEAD_STAGES[stage]}`,
    })),
  block: BLOCK,
  act: async (trx, ctx, items, { stage, reason }) =>
    (
      await moveLeads(
        trx,
        ctx,
        items.map(({ record_id: id, expected }) => ({ id, expected })),
        { to: stage, reason: reason ?? undefined },
      )
    ).map((answer) => (answer instanceof Problem ? answer : { stage: answer.stage })),
  undo: (trx, ctx, items) =>
    returnLeads(
      trx,
      ctx,
      items.map(({ record_id: id, expected, trace }) => ({ id, expected, stage: trace.stage as LeadStage })),
    ),
  versions: (trx, items) => candidates.findVersions(trx, 'lead', recordsOf(items)),
};

function refusalOf(stage: LeadStage, to: Wanted['stage']): string | undefined {
  if (stage === to) return `Já está em ${LEAD_STAGES[stage]}.`;
  return leadLife.can(stage, to === 'LOST' ? 'LOST' : `PUT_${to}`) ? undefined : leadProblems.LEAD_CLOSED().message;
}
