import type { LeadEvent } from '@morada/domain/attendance/lead';
import type { LeadKind, LeadSource, LeadStage, LossReason } from '@morada/domain/attendance/lead-words';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from '#api/context.ts';
import { LOCKS } from '#api/db/locks.ts';
import type { Lead } from '#api/db/schema.ts';

/**
 * Serialises what comes in of one person, so that two messages at once make one lead. In order of the keys, since two
 * people may share a phone.
 */
export const holdPerson = (trx: Db, keys: readonly string[]) =>
  sql`select pg_advisory_xact_lock(${LOCKS.leadPerson}::int, key) from (
    select distinct hashtext(word) as key from unnest(${keys}::text[]) as word order by 1) as keys`.execute(trx);

export type Person = { phone: string | null; email: string | null };

/** The open lead of a person who wrote within the days, locked; the latest of several. Offers are apart from searches. */
export const lockOpenLeadOf = (trx: Db, { phone, email }: Person, { kind, days }: { kind: LeadKind; days: number }) =>
  trx
    .selectFrom('lead')
    .selectAll()
    .where('closed_at', 'is', null)
    .where((q) => q.or([...(phone ? [q('phone', '=', phone)] : []), ...(email ? [q('email', '=', email)] : [])]))
    .where('kind', kind === 'OFFER' ? '=' : '<>', 'OFFER')
    .where('last_in_at', '>', sql<string>`now() - make_interval(days => ${days})`)
    .orderBy('last_in_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();

/** The open lead of a client or of a person by phone or e-mail, whatever its age; about the property rather than another. */
export const findOpenLead = (
  trx: Db,
  { phone, email, client_id, property_id }: Person & { client_id: number | null; property_id: number | null },
) =>
  trx
    .selectFrom('lead')
    .select('id')
    .where('closed_at', 'is', null)
    .where('kind', '<>', 'OFFER')
    .where((q) =>
      q.or([
        ...(client_id === null ? [] : [q('client_id', '=', client_id)]),
        ...(phone ? [q('phone', '=', phone)] : []),
        ...(email ? [q('email', '=', email)] : []),
      ]),
    )
    .orderBy((q) => q('property_id', 'is not distinct from', property_id), 'desc')
    .orderBy('last_in_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Whether this record came in before. */
export const findWayIn = (trx: Db, record: string, record_id: number) =>
  trx
    .selectFrom('lead_event')
    .select('lead_id')
    .where('event', '=', 'RECEIVED')
    .where('record', '=', record)
    .where('record_id', '=', record_id)
    .executeTakeFirst();

/** Minutes within which the same message of a form is one that was sent again. */
const AGAIN_MINUTES = 10;

/** Whether the lead's last message says the same, a moment ago. */
export const isRepeated = async (
  trx: Db,
  id: number,
  { source, property_id, note }: { source: LeadSource; property_id: number | null; note: string | null },
) => {
  const last = await trx
    .selectFrom('lead_event')
    .select(['source', 'property_id', 'note'])
    .select(sql<boolean>`at > now() - make_interval(mins => ${AGAIN_MINUTES})`.as('just'))
    .where('lead_id', '=', id)
    .where('event', '=', 'RECEIVED')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.just === true && last.source === source && last.property_id === property_id && last.note === note;
};

/** Keeps the listings that a person looked at last; the last one first. What is no property of ours is left out. */
export const noteSeen = (trx: Db, lead_id: number, ids: readonly number[]) =>
  sql`
    insert into lead_seen (lead_id, property_id, place)
    select ${lead_id}, property.id, seen.place
    from unnest(${ids}::bigint[]) with ordinality as seen (id, place) join property on property.id = seen.id
    on conflict (lead_id, property_id) do update set seen_at = excluded.seen_at, place = excluded.place`.execute(trx);

/** Listings that a person looked at, the latest first. */
export const findSeen = (db: Db, id: number) =>
  db
    .selectFrom('lead_seen')
    .innerJoin('property', 'property.id', 'lead_seen.property_id')
    .select(['property.id', 'property.street', 'property.number', 'property.complement', 'lead_seen.seen_at'])
    .where('lead_seen.lead_id', '=', id)
    .where('property.deleted_at', 'is', null)
    .orderBy('lead_seen.seen_at', 'desc')
    .orderBy('lead_seen.place')
    .limit(20)
    .execute();

export const insertLead = (trx: Db, lead: Insertable<Lead>) =>
  trx.insertInto('lead').values(lead).returningAll().executeTakeFirstOrThrow();

/** Ids in the order of the leads. */
export const insertLeads = async (trx: Db, leads: readonly Insertable<Lead>[]) =>
  (await trx.insertInto('lead').values(leads).returning('id').execute()).map(({ id }) => id);

/** The open lead of each of many people, of the last days, by the place of the person; offers are apart from searches. */
export async function findOpenOf(trx: Db, people: readonly (Person & { kind: LeadKind })[], days: number) {
  const { rows } = await sql<{ place: number; id: number }>`
    with person as materialized (
      select place::int - 1 as place, phone, email, kind = 'OFFER' as offers
      from unnest(${people.map(({ phone }) => phone)}::text[], ${people.map(({ email }) => email)}::text[],
        ${people.map(({ kind }) => kind)}::text[]) with ordinality as p (phone, email, kind, place))
    select distinct on (p.place) p.place, l.id from person p
      join lead l on (l.phone = p.phone or l.email = p.email) and l.closed_at is null and (l.kind = 'OFFER') = p.offers
        and l.last_in_at > now() - make_interval(days => ${days})
    order by p.place, l.last_in_at desc, l.id desc`.execute(trx);
  return rows;
}

/** Deletes leads with their histories. */
export async function deleteLeads(trx: Db, ids: readonly number[]) {
  const these = sql<number>`any(${[...ids]}::bigint[])`;
  await trx.deleteFrom('lead_event').where('lead_id', '=', these).execute();
  await trx.deleteFrom('lead').where('id', '=', these).execute();
}

export const lockLead = (trx: Db, id: number) =>
  trx.selectFrom('lead').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
export type LockedLead = NonNullable<Awaited<ReturnType<typeof lockLead>>>;

export const lockLeads = (trx: Db, ids: readonly number[]) =>
  trx
    .selectFrom('lead')
    .selectAll()
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute();

/** The lead stands for the other one from now on, and takes over what it did not know. */
export async function joinLead(trx: Db, lead: LockedLead, into: LockedLead) {
  await updateLead(trx, lead.id, { merged_into_id: into.id });
  await trx.updateTable('lead').set({ merged_into_id: into.id }).where('merged_into_id', '=', lead.id).execute();
  await sql`
    insert into lead_seen (lead_id, property_id, seen_at, place)
    select ${into.id}, property_id, seen_at, place from lead_seen where lead_id = ${lead.id}
    on conflict do nothing`.execute(trx);
  await trx.deleteFrom('lead_seen').where('lead_id', '=', lead.id).execute();
  await updateLead(trx, into.id, {
    phone: into.phone ?? lead.phone,
    email: into.email ?? lead.email,
    client_id: into.client_id ?? lead.client_id,
    property_id: into.property_id ?? lead.property_id,
    owner_id: into.owner_id ?? lead.owner_id,
    campaign: into.campaign ?? lead.campaign,
  });
}

/** Leads that were joined to these. */
export const findJoined = async (trx: Db, ids: readonly number[]) =>
  (
    await trx.selectFrom('lead').select('id').where('merged_into_id', '=', sql<number>`any(${ids}::bigint[])`).execute()
  ).map(({ id }) => id);

/** Marks what waits beyond its deadline as passed on, once for each wait; returns the leads. */
export const escalateLate = async (trx: Db, most: number) => {
  const { rows } = await sql<{ id: number }>`
    update lead set escalated_at = now() where id in (
      select id from lead where waiting_since is not null and escalated_at is null and answer_due_at < now()
      order by answer_due_at limit ${most} for update skip locked)
    returning id`.execute(trx);
  return rows;
};

/** Lost leads closed more than `days` ago, that are no client's, locked, up to `most`. */
export const lockOldLeads = (trx: Db, days: number, most: number) =>
  trx
    .selectFrom('lead')
    .select('id')
    .where('stage', '=', 'LOST')
    .where('forgotten_at', 'is', null)
    .where('closed_at', '<', sql<string>`now() - make_interval(days => ${days})`)
    .orderBy('closed_at')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();

export const updateLead = (trx: Db, id: number, changes: Updateable<Lead>) =>
  trx
    .updateTable('lead')
    .set(changes)
    .set((q) => ({ version: q('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

type Move = {
  to: LeadStage;
  effects: readonly string[];
  /** When the message that comes in is to be answered. */
  due: string | null;
  loss?: { reason: LossReason; note: string | null } | undefined;
};

/** Moves leads of one stage with the effects of an event. */
export async function moveLeads(trx: Db, ids: readonly number[], { to, effects, due, loss }: Move) {
  const [waits, answers] = [effects.includes('wait'), effects.includes('answer')];
  const isClosed = to === 'WON' || to === 'LOST';
  await sql`
    update lead set stage = ${to}, version = version + 1,
      stage_since = case when stage = ${to} then stage_since else now() end,
      closed_at = case when ${isClosed} then coalesce(closed_at, now()) end,
      loss_reason = case when ${to === 'LOST'} then coalesce(${loss?.reason ?? null}, loss_reason) end,
      loss_note = case when ${to === 'LOST'} then coalesce(${loss?.note ?? null}, loss_note) end,
      property_id = case when ${effects.includes('leaveProperty')} then null else property_id end,
      last_in_at = case when ${waits} then now() else last_in_at end,
      first_due_at = coalesce(first_due_at, ${due}::timestamptz),
      answer_due_at = case when ${waits} and waiting_since is null then ${due}::timestamptz else answer_due_at end,
      escalated_at = case when ${waits} and waiting_since is null then null else escalated_at end,
      waiting_since = case when ${isClosed || answers} then null when ${waits} then coalesce(waiting_since, now()) else waiting_since end,
      first_answer_at = case when ${answers} then coalesce(first_answer_at, now()) else first_answer_at end,
      last_answer_at = case when ${answers} then now() else last_answer_at end
    where id = any(${ids}::bigint[])`.execute(trx);
}

export type NewEvent = {
  lead_id: number;
  event: LeadEvent;
  stage_before: LeadStage;
  stage_after: LeadStage;
  admin_user_id: number | null;
  actor: string;
  source?: LeadSource | null;
  property_id?: number | null;
  record?: string | null;
  record_id?: number | null;
  note?: string | null;
};

export const insertEvents = (trx: Db, events: readonly NewEvent[]) =>
  trx
    .insertInto('lead_event')
    .values([...events])
    .execute();

/** Leads of clients: by their link, and open or closed ones by the client's phone or e-mail. Locked. */
export const lockLeadsOfClients = (trx: Db, ids: readonly number[]) =>
  trx
    .selectFrom('lead')
    .selectAll()
    .where(
      sql<boolean>`client_id = any(${ids}::bigint[]) or exists (
        select from client c where c.id = any(${ids}::bigint[])
          and (lead.email = lower(c.email) or lead.phone in (c.phone, c.cellphone)))`,
    )
    .where('forgotten_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Open leads of a client about a property, by their link, phone or e-mail. Locked. */
export const lockLeadsOfTenant = (trx: Db, { property_id, client_id }: { property_id: number; client_id: number }) =>
  trx
    .selectFrom('lead')
    .selectAll()
    .where('property_id', '=', property_id)
    .where('closed_at', 'is', null)
    .where('kind', '<>', 'OFFER')
    .where(
      sql<boolean>`(client_id = ${client_id} or exists (select from client c where c.id = ${client_id}
        and (lead.email = lower(c.email) or lead.phone in (c.phone, c.cellphone))))`,
    )
    .orderBy('id')
    .forUpdate()
    .execute();

export const lockLeadsOfProperties = (trx: Db, ids: readonly number[]) =>
  trx
    .selectFrom('lead')
    .selectAll()
    .where('property_id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Clears what identifies the people; the figures stay. */
export async function forgetLeads(trx: Db, ids: readonly number[]) {
  const these = sql<number>`any(${ids}::bigint[])`;
  await trx
    .updateTable('lead')
    .set({ name: 'Contato apagado', phone: null, email: null, client_id: null, campaign: null, loss_note: null })
    .set({ forgotten_at: sql<string>`now()` })
    .where('id', '=', these)
    .execute();
  await trx.deleteFrom('lead_seen').where('lead_id', '=', these).execute();
  await trx.updateTable('lead_event').set({ note: null }).where('lead_id', '=', these).execute();
  await sql`
    update import_record set code = 'anonimizado', fingerprint = gen_random_uuid() where kind = 'lead' and record_id = ${these}`.execute(
    trx,
  );
  await trx
    .updateTable('portal_lead')
    .set({ raw: '', key: sql<string>`'apagado ' || id` })
    .where('lead_id', '=', these)
    .execute();
}
