import { leads } from '@morada/contract/registry/leads';
import { type LeadDeed, leadLife } from '@morada/domain/attendance/lead';
import type { LeadStage } from '@morada/domain/attendance/lead-words';
import type { EffectOf, EventOf } from '@morada/domain/base/life-cycle';
import { afterAll } from 'vitest';
import { systemContext } from '#api/context.ts';
import { lockLead } from '#api/modules/registry/leads/leads.queries.ts';
import { forgetClients, happen, leaveProperties, tellLead } from '#api/modules/registry/leads/life.service.ts';
import { startApp } from '#test/harness.ts';
import { lifeCycleMatrix } from '#test/life-cycle-matrix.ts';

const { as, db, deps, property, client, stop } = await startApp({ today: '2026-03-10' });
afterAll(stop);
const staff = as('*');
const ctx = systemContext(deps);

let count = 0;
const person = () => {
  count += 1;
  return `329${String(80_000_000 + count)}`;
};

/** A new lead of a client, about a property, that belongs to nobody. */
async function arrived() {
  const phone = person();
  const [{ id: property_id }, { id: client_id }] = [await property(), await client()];
  const { id } = (await staff.post('/lead', { name: 'Rui', phone, kind: 'RENT', property_id })).json();
  await db.updateTable('lead').set({ client_id }).where('id', '=', id).execute();
  return id as number;
}
const put =
  (...acts: ((id: number) => Promise<unknown>)[]) =>
  async () => {
    const id = await arrived();
    for (const act of acts) await act(id);
    return id;
  };

/** Another part of the product tells of its deed. */
const told = (event: LeadDeed) => (id: number) => db.transaction().execute((trx) => tellLead(trx, ctx, id, event));
const deed = (event: LeadDeed) => [{ by: 'job', name: 'the deed', act: told(event) }] as const;
const hand = (stage: string) =>
  [{ by: 'call', call: leads.put, act: (id: number) => staff.post(`/lead/${id}/stage`, { stage }) }] as const;
const lose = (id: number) => staff.post(`/lead/${id}/lost`, { reason: 'PRICE' });
const win = (id: number) => staff.post(`/lead/${id}/won`, {});
const row = (id: number) => db.selectFrom('lead').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const CLOSED = ['WON', 'LOST'] as const;
/** How often the lead was closed, or opened again. */
const crossings = async (id: number, way: 'into' | 'out of') => {
  const [before, after] = way === 'into' ? (['not in', 'in'] as const) : (['in', 'not in'] as const);
  const events = db.selectFrom('lead_event').select('id').where('lead_id', '=', id);
  return (await events.where('stage_before', before, CLOSED).where('stage_after', after, CLOSED).execute()).length;
};

/** The event itself, for what no door sends to a lead that is closed. */
const sent = (event: 'RECEIVED') => (id: number) =>
  db.transaction().execute(async (trx) => {
    const lead = await lockLead(trx, id);
    await happen(trx, ctx, lead ? [lead] : [], event).catch(() => undefined);
  });

lifeCycleMatrix<LeadStage, EventOf<typeof leadLife>, EffectOf<typeof leadLife>, number>({
  life: leadLife,
  put: {
    NEW: put(),
    CONTACT: put((id) => staff.post(`/lead/${id}/answer`, {})),
    VISIT: put(told('VISIT_BOOKED')),
    BID: put(told('BID_SENT')),
    ANALYSIS: put(told('APPLICATION_SENT')),
    CONTRACT: put(told('CONTRACT_DRAFTED')),
    WON: put(win),
    LOST: put(lose),
  },
  doors: {
    RECEIVED: [{ by: 'notice', name: 'a message of the person', act: sent('RECEIVED') }],
    ASSIGNED: [
      {
        by: 'call',
        call: leads.assign,
        act: (id) => staff.post(`/lead/${id}/owner`, { owner_id: null }),
      },
      {
        by: 'call',
        call: leads.take,
        name: 'take',
        act: (id) => staff.post(`/lead/${id}/take`, {}),
        weaker: 'one takes what is nobody’s, and only for oneself',
      },
    ],
    ANSWERED: [
      { by: 'call', call: leads.answer, act: (id) => staff.post(`/lead/${id}/answer`, {}) },
      ...deed('ANSWERED'),
    ],
    VISIT_BOOKED: deed('VISIT_BOOKED'),
    VISIT_DONE: deed('VISIT_DONE'),
    VISIT_CANCELED: deed('VISIT_CANCELED'),
    BID_SENT: deed('BID_SENT'),
    BID_ACCEPTED: deed('BID_ACCEPTED'),
    BID_REFUSED: deed('BID_REFUSED'),
    APPLICATION_SENT: deed('APPLICATION_SENT'),
    APPLICATION_APPROVED: deed('APPLICATION_APPROVED'),
    APPLICATION_REFUSED: deed('APPLICATION_REFUSED'),
    CONTRACT_DRAFTED: deed('CONTRACT_DRAFTED'),
    CONTRACT_MADE: deed('CONTRACT_MADE'),
    CONTRACT_CLOSED: deed('CONTRACT_CLOSED'),
    PUT_NEW: hand('NEW'),
    PUT_CONTACT: hand('CONTACT'),
    PUT_VISIT: hand('VISIT'),
    PUT_BID: hand('BID'),
    PUT_ANALYSIS: hand('ANALYSIS'),
    PUT_CONTRACT: hand('CONTRACT'),
    WON: [{ by: 'call', call: leads.win, act: win }],
    LOST: [{ by: 'call', call: leads.lose, act: lose }],
    REOPENED: [{ by: 'call', call: leads.reopen, act: (id) => staff.post(`/lead/${id}/reopened`, {}) }],
    CLIENT_ERASED: [
      {
        by: 'job',
        name: 'anonymising',
        act: async (id) => {
          const { client_id } = await row(id);
          await db.transaction().execute((trx) => forgetClients(trx, ctx, [{ id: client_id ?? 0 }]));
        },
      },
    ],
    PROPERTY_GONE: [
      {
        by: 'job',
        name: 'the property is deleted',
        act: async (id) => {
          const { property_id } = await row(id);
          await db.transaction().execute((trx) => leaveProperties(trx, ctx, [property_id ?? 0]));
        },
      },
    ],
    MERGED: [
      {
        by: 'call',
        call: leads.merge,
        act: async (id) => staff.post(`/lead/${id}/merge`, { into_id: await arrived() }),
      },
    ],
  },
  state: async (id) => (await row(id)).stage,
  effects: {
    wait: async (id) => (await row(id)).last_in_at,
    answer: async (id) => (await row(id)).last_answer_at,
    close: (id) => crossings(id, 'into'),
    reopen: (id) => crossings(id, 'out of'),
    forget: async (id) => (await row(id)).forgotten_at,
    leaveProperty: async (id) => (await row(id)).property_id,
    merge: async (id) => (await row(id)).merged_into_id,
  },
});
