import { leadProblems } from '@morada/contract/registry/leads';
import { type LeadDeed, type LeadEvent, leadLife } from '@morada/domain/attendance/lead';
import type { LossReason } from '@morada/domain/attendance/lead-words';
import type { Context, Db } from '#api/context.ts';
import { emit } from '#api/db/events.ts';
import { notify } from '#api/live/notify.ts';
import { findDue } from './deadline.service.ts';
import * as queries from './leads.queries.ts';

/** What is said of an event: the record that it is about, and words. */
export type About = {
  /** Name of the record in the trail, with its id. */
  record?: string;
  record_id?: number;
  /** Property of a message, where it may be another than the lead's. */
  property_id?: number | null;
  note?: string | null;
};
type Loss = { loss?: { reason: LossReason; note: string | null } };

/**
 * Lets an event happen to locked leads by the table of their life, with its effects and its line in their histories.
 * @throws what the table refuses
 */
export async function happen(
  trx: Db,
  ctx: Context,
  leads: readonly queries.LockedLead[],
  event: LeadEvent,
  { loss, ...about }: About & Loss & { source?: queries.NewEvent['source'] } = {},
): Promise<void> {
  if (leads.length === 0) return;
  const { actor } = ctx;
  const due = leads.some(({ stage }) => hasEffect(stage, event, 'wait')) ? await findDue(trx) : null;
  const events: queries.NewEvent[] = [];
  for (const [stage, those] of Map.groupBy(leads, (lead) => lead.stage)) {
    const cell = leadLife.cell(stage, event);
    if ('refusal' in cell) throw leadProblems[cell.refusal]();
    const ids = those.map(({ id }) => id);
    await queries.moveLeads(trx, ids, { ...cell, due, loss });
    const stages = { stage_before: stage, stage_after: cell.to };
    for (const lead_id of ids)
      events.push({ ...about, ...stages, lead_id, event, admin_user_id: actor.id, actor: actor.name });
  }
  await queries.insertEvents(trx, events);
  if (event === 'LOST') await tellLost(trx, ctx, leads);
  await notify(trx, 'leads');
}

/** With the leads that were joined to them: what was begun for those hangs on them still. */
async function tellLost(trx: Db, ctx: Context, leads: readonly { id: number }[]) {
  const ids = leads.map(({ id }) => id);
  const joined = await queries.findJoined(trx, ids);
  await emit(
    trx,
    ctx,
    'leads.lost',
    [...ids, ...joined].map((id) => ({ id })),
  );
}

function hasEffect(...[stage, event, effect]: [queries.LockedLead['stage'], LeadEvent, string]): boolean {
  const cell = leadLife.cell(stage, event);
  return 'to' in cell && cell.effects.some((one) => one === effect);
}

/** The lead, locked; of one that was joined to another, the other one. */
export async function lockStanding(trx: Db, id: number): Promise<queries.LockedLead> {
  const lead = await queries.lockLead(trx, id);
  if (!lead) throw leadProblems.LEAD_NOT_FOUND();
  return lead.merged_into_id === null ? lead : lockStanding(trx, lead.merged_into_id);
}

/**
 * Tells a lead what was done for it, inside the transaction of the deed: its stage follows, never back, and its history
 * keeps who and when. No deed is refused in any stage but `WON` and `REOPENED`, which people choose.
 */
export async function tellLead(trx: Db, ctx: Context, id: number, event: LeadDeed, about: About = {}): Promise<void> {
  const lead = await lockStanding(trx, id);
  // A contract that comes of a bid and of an application is one.
  if (event === 'CONTRACT_MADE' && lead.stage === 'WON') return;
  await happen(trx, ctx, [lead], event, about);
}

type Whose = { client_id?: number | null; phone?: string | null; email?: string | null; property_id?: number | null };

/** Open lead of a client or of a person by phone or e-mail, about the property rather than about another; undefined: none. */
export async function findLeadOf(trx: Db, { client_id = null, phone = null, email = null, property_id = null }: Whose) {
  if (client_id === null && !phone && !email) return undefined;
  return (await queries.findOpenLead(trx, { client_id, phone, email: email?.toLowerCase() ?? null, property_id }))?.id;
}

/** Tells the open lead of a person what was done, where there is one. */
export async function tellLeadOf(trx: Db, ctx: Context, whose: Whose, event: LeadDeed, about: About = {}) {
  const id = await findLeadOf(trx, whose);
  if (id !== undefined) await tellLead(trx, ctx, id, event, about);
}

type Taken = { property_id: number; proposal_id: number | null; client_id: number | null };

/** Contracts take properties: the open leads of their people about these are won, also without a bid or an application. */
export async function whenTaken(trx: Db, ctx: Context, rows: readonly Taken[]): Promise<void> {
  for (const { property_id, proposal_id, client_id } of rows) {
    if (proposal_id === null || client_id === null) continue;
    const leads = await queries.lockLeadsOfTenant(trx, { property_id, client_id });
    await happen(trx, ctx, leads, 'CONTRACT_MADE', { record: 'proposal', record_id: proposal_id });
  }
}

/** People are erased at their wish: their leads keep their figures alone. */
export async function forgetClients(trx: Db, ctx: Context, rows: readonly { id: number }[]): Promise<void> {
  const leads = await queries.lockLeadsOfClients(
    trx,
    rows.map(({ id }) => id),
  );
  await happen(trx, ctx, leads, 'CLIENT_ERASED', { loss: { reason: 'ERASED', note: null } });
  await queries.forgetLeads(
    trx,
    leads.map(({ id }) => id),
  );
}

/** Properties were removed: open leads about them look for another. */
export async function leaveProperties(trx: Db, ctx: Context, ids: readonly number[]): Promise<void> {
  await happen(trx, ctx, await queries.lockLeadsOfProperties(trx, ids), 'PROPERTY_GONE');
}
