import type { Received } from '@morada/contract/base/endpoint';
import { lastPage } from '@morada/contract/base/fields';
import { leadProblems, type leads } from '@morada/contract/registry/leads';
import { granted } from '@morada/domain/access/permissions';
import type { LeadEvent, OpenStage } from '@morada/domain/attendance/lead';
import { LEAD_STAGES, type LeadStage } from '@morada/domain/attendance/lead-words';
import { actorId, type Context, type Db } from '#api/context.ts';
import { difference, leaveTrail } from '#api/db/trail.ts';
import { change, snapshot } from '#api/db/transaction.ts';
import { checkVersion } from '#api/db/version.ts';
import { notify } from '#api/live/notify.ts';
import { tellOwner } from './deadline.service.ts';
import * as queries from './leads.queries.ts';
import { happen } from './life.service.ts';
import * as list from './list.queries.ts';
import { receiveLead } from './receive.service.ts';
import { findColleague, findListing } from './rules.queries.ts';

export const listLeads = ({ db }: Context, query: Received<typeof leads.list>['query']) =>
  snapshot(db, async (trx) => {
    const { page = 1, ...filter } = query;
    const total = await list.countLeads(trx, filter);
    return { data: await list.findLeads(trx, query), page, lastPage: lastPage(total), total };
  });

export const showBoard = async ({ db }: Context, filter: Received<typeof leads.board>['query']) => ({
  columns: await list.findBoard(db, filter),
});

/** Most leads that *Hoje* shows. */
const MOST_TASKS = 20;

export async function listTasks(ctx: Context) {
  const everybodys = granted(ctx.actor.permissions, 'LEAD_ASSIGN') !== undefined;
  const waiting = await list.findWaiting(ctx.db, actorId(ctx), everybodys, MOST_TASKS);
  return { ...waiting, stuck: await list.countStuck(ctx.db) };
}

async function reread(db: Db, id: number) {
  const lead = await list.findLead(db, id);
  if (!lead) throw leadProblems.LEAD_NOT_FOUND();
  return lead;
}

export const showLead = async ({ db }: Context, id: number) => {
  const lead = await reread(db, id);
  return { lead, version: lead.version };
};

/** Refuses a property that is not there. */
async function checkProperty(trx: Db, id: number | null | undefined) {
  if (id && !(await findListing(trx, id))) throw leadProblems.LEAD_PROPERTY();
}

export function createLead(ctx: Context, { note, property_id, ...lead }: Received<typeof leads.create>['body']) {
  if (!lead.phone && !lead.email) throw leadProblems.LEAD_CONTACT();
  return change(ctx, async (trx) => {
    await checkProperty(trx, property_id);
    const way = { ...lead, source: 'TYPED', note: note ?? null, property_id: property_id ?? null } as const;
    const { id, joined } = await receiveLead(trx, ctx, way);
    await leaveTrail(trx, ctx, 'lead', id, 'create');
    return { id, joined };
  });
}

async function lockedLead(trx: Db, id: number) {
  const lead = await queries.lockLead(trx, id);
  if (!lead) throw leadProblems.LEAD_NOT_FOUND();
  return lead;
}

export function updateLead(ctx: Context, id: number, changes: Received<typeof leads.update>['body']) {
  return change(ctx, async (trx) => {
    const before = await lockedLead(trx, id);
    await checkVersion(trx, ctx, 'lead', before);
    await checkProperty(trx, changes.property_id);
    const after = { ...before, ...changes };
    if (!after.phone && !after.email) throw leadProblems.LEAD_CONTACT();
    await queries.updateLead(trx, id, changes);
    await leaveTrail(trx, ctx, 'lead', id, 'update', difference(before, changes));
    await notify(trx, 'leads');
    const lead = await reread(trx, id);
    return { lead, version: lead.version };
  });
}

/** What a person did with a lead, by its name in the trail. */
type Act = { event: LeadEvent; action: 'answer' | 'move' | 'win' | 'lose' | 'reopen' };

const carried = (ctx: Context, id: number, { event, action }: Act, about: Parameters<typeof happen>[4] = {}) =>
  change(ctx, async (trx) => {
    const lead = await lockedLead(trx, id);
    await happen(trx, ctx, [lead], event, about);
    const after = await reread(trx, id);
    await leaveTrail(trx, ctx, 'lead', id, action, stagesOf(lead.stage, after.stage));
    return after;
  });

const stagesOf = (before: LeadStage, after: LeadStage) =>
  before === after ? {} : { stage: [LEAD_STAGES[before], LEAD_STAGES[after]] };

export const answerLead = (ctx: Context, id: number, note: string | null) =>
  carried(ctx, id, { event: 'ANSWERED', action: 'answer' }, { note });

export const putLead = (ctx: Context, id: number, stage: OpenStage) =>
  carried(ctx, id, { event: `PUT_${stage}`, action: 'move' });

export const winLead = (ctx: Context, id: number, note: string | null) =>
  carried(ctx, id, { event: 'WON', action: 'win' }, { note });

export const loseLead = (ctx: Context, id: number, { reason, note = null }: Received<typeof leads.lose>['body']) =>
  carried(ctx, id, { event: 'LOST', action: 'lose' }, { note, loss: { reason, note } });

export const reopenLead = (ctx: Context, id: number) => carried(ctx, id, { event: 'REOPENED', action: 'reopen' });

/** Joins a lead to another one, which keeps both histories and what it did not know. */
export function mergeLead(ctx: Context, id: number, into_id: number) {
  if (id === into_id) throw leadProblems.LEAD_ITSELF();
  return change(ctx, async (trx) => {
    const [one, other] = [await lockedLead(trx, Math.min(id, into_id)), await lockedLead(trx, Math.max(id, into_id))];
    const [lead, into] = one.id === id ? [one, other] : [other, one];
    if (into.closed_at !== null) throw leadProblems.LEAD_CLOSED();
    await happen(trx, ctx, [lead], 'MERGED', {
      loss: { reason: 'DUPLICATE', note: null },
      record: 'lead',
      record_id: into_id,
    });
    await queries.joinLead(trx, lead, into);
    await leaveTrail(trx, ctx, 'lead', id, 'merge', { into: into_id });
    await leaveTrail(trx, ctx, 'lead', into_id, 'merge', { from: id });
    return reread(trx, into_id);
  });
}

async function give(trx: Db, ctx: Context, lead: queries.LockedLead, owner: { id: number; name: string } | null) {
  await happen(trx, ctx, [lead], 'ASSIGNED', { note: owner?.name ?? 'Sem responsável' });
  await queries.updateLead(trx, lead.id, { owner_id: owner?.id ?? null });
  await leaveTrail(trx, ctx, 'lead', lead.id, 'assign', { owner: owner?.name ?? null });
  await tellOwner(trx, ctx, { ...lead, owner_id: owner?.id ?? null });
}

export const assignLead = (ctx: Context, id: number, owner_id: number | null) =>
  change(ctx, async (trx) => {
    const lead = await lockedLead(trx, id);
    const owner = owner_id === null ? null : await findColleague(trx, owner_id);
    if (owner === undefined) throw leadProblems.LEAD_OWNER();
    await give(trx, ctx, lead, owner);
    return reread(trx, id);
  });

export const takeLead = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    const lead = await lockedLead(trx, id);
    if (lead.owner_id !== null) throw leadProblems.LEAD_OWNED();
    await give(trx, ctx, lead, { id: actorId(ctx), name: ctx.actor.name });
    return reread(trx, id);
  });
