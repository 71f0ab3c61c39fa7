import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Refusal } from '@morada/domain/messages/channel-choice';
import type { Channel, MessageKind } from '@morada/domain/messages/kinds';
import type { MessageReason } from '@morada/domain/messages/reasons';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { LOCKS } from '#api/db/locks.ts';
import { stands } from './causes.queries.ts';

/** Serialises claims: each reads and updates the limit of one message per person and day. */
export const lockClaims = (trx: Db) => sql`select pg_advisory_xact_lock(${LOCKS.messages})`.execute(trx);

/** Whether the visitor of a visit `v`, known by telephone and e-mail, refused messages at any visit or as a client. */
const visitorRefuses = sql`(exists (select from message_visitor_refusal f join schedule o on o.id = f.visit_id
    where o.phone = v.phone or lower(o.email) = lower(v.email))
  or exists (select from message_refusal r join client o on o.id = r.client_id
    where r.withdrawn_at is null and r.channel is null and r.kind is null
      and (o.cellphone = v.phone or o.phone = v.phone or lower(o.email) = lower(v.email))))`;

/** Whether the person refuses the message on its channel. */
const refused = sql`(exists (select from message_refusal r where r.client_id = m.client_id and r.withdrawn_at is null
    and (r.channel is null or r.channel = m.channel) and (r.kind is null or r.kind = m.kind))
  or exists (select from schedule v where v.id = m.visit_id and ${visitorRefuses}))`;

/** Key of the person who receives a message `m`, whose visit is `v`. */
const receiver = sql<string>`case when m.visit_id is null then 'client:' || m.client_id
  else 'visitor:' || coalesce(v.phone, lower(v.email), v.id::text) end`;

export type DueRow = {
  id: number;
  receiver: string;
  kind: MessageKind;
  channels: Channel[] | null;
  kind_channels: Channel[] | null;
  tried: Channel[];
  last_day: CalendarDate;
  holds: boolean;
  gone: boolean;
  email: string | null;
  cellphone: string | null;
  phone: string | null;
  consents: Channel[];
  refusals: Refusal[];
};

/** Due messages, the first to expire first; those locked by another server are skipped. */
export async function lockDue(
  trx: Db,
  { now, day }: { now: string; day: CalendarDate },
  limit: number,
): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    with due as (
      select id from message where state = 'QUEUED' and send_at <= ${now}
      order by last_day, send_at, id limit ${sql.lit(limit)} for update skip locked)
    select m.id, ${receiver} as receiver, m.kind, m.channels, k.channels as kind_channels, m.tried, m.last_day,
      ${stands(day)} as holds, c.anonymised_at is not null or c.deleted_at is not null as gone,
      coalesce(c.email, v.email) as email, c.cellphone, coalesce(c.phone, v.phone) as phone,
      array(select channel from message_consent a where a.client_id = m.client_id and a.withdrawn_at is null) as consents,
      case when v.id is not null and ${visitorRefuses} then '[{"channel": null, "kind": null}]'::jsonb
        else coalesce((select jsonb_agg(jsonb_build_object('channel', r.channel, 'kind', r.kind)) from message_refusal r
          where r.client_id = m.client_id and r.withdrawn_at is null), '[]') end as refusals
    from due join message m using (id) left join client c on c.id = m.client_id left join schedule v on v.id = m.visit_id
      left join message_kind k on k.kind = m.kind
    order by m.last_day, m.send_at, m.id`.execute(trx);
  return rows;
}

/** Receivers of these messages who have received one on a day. */
export async function findServed(trx: Db, messages: readonly number[], day: CalendarDate): Promise<string[]> {
  const { rows } = await sql<{ receiver: string }>`
    select ${receiver} as receiver from message m left join schedule v on v.id = m.visit_id
    where m.counts_on = ${day} and (m.visit_id is not null
      or m.client_id in (select d.client_id from message d where d.id = any(${messages}::bigint[])))`.execute(trx);
  return rows.map(({ receiver }) => receiver);
}

export type Claim = { id: number; channel: Channel; recipient: string };
export type ClaimedRow = {
  id: number;
  token: string;
  client_id: number | null;
  visit_id: number | null;
  kind: MessageKind;
  channel: Channel;
  recipient: string;
  subject: string;
  body: string;
  template: string | null;
  template_values: string[] | null;
  tries: number;
};

/** Claims messages to be sent now. A message that is no longer valid stays queued: the next round decides on it. */
export async function claim(trx: Db, claims: readonly Claim[], day: CalendarDate, now: string): Promise<ClaimedRow[]> {
  const { rows } = await sql<ClaimedRow>`
    update message m set state = 'SENDING', channel = d.channel, recipient = d.recipient, counts_on = ${day},
      claimed_at = ${now}, tried_at = null, reason = null, uncertain = false
    from jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) as d(id bigint, channel text, recipient text)
    where m.id = d.id and m.state = 'QUEUED' and ${stands(day)}
    returning m.id, m.token, m.client_id, m.visit_id, m.kind, m.channel, m.recipient, m.subject, m.body, m.template, m.template_values,
      m.tries`.execute(trx);
  return rows;
}

export const postpone = (trx: Db, delays: readonly { id: number; send_at: string }[]) =>
  sql`update message m set send_at = d.send_at
    from jsonb_to_recordset(${JSON.stringify(delays)}::jsonb) as d(id bigint, send_at timestamptz)
    where m.id = d.id and m.state = 'QUEUED'`.execute(trx);

/** Ends messages that are not sent: failed when a channel was tried, else canceled. */
export const drop = (trx: Db, dropped: readonly { id: number; reason: MessageReason }[], now: string) =>
  sql`update message m set
      state = case when m.tried = '{}' then 'CANCELLED' else 'FAILED' end,
      reason = case when d.reason = 'REJECTED' then coalesce(m.reason, d.reason) else d.reason end,
      counts_on = null, closed_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(dropped)}::jsonb) as d(id bigint, reason text)
    where m.id = d.id and m.state = 'QUEUED'`.execute(trx);

/**
 * Marks a claimed message as about to be handed over, unless it was paid, refused or canceled since. The mark comes
 * before the call, so that a message that was handed over never counts as one that was not.
 */
export async function begin(db: Db, id: number, { now, day }: { now: string; day: CalendarDate }): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update message m set tried_at = ${now}, tries = m.tries + 1
    where m.id = ${id} and m.state = 'SENDING' and m.tried_at is null and ${stands(day)} and not ${refused}`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

/** Returns a claimed message to the queue. */
export const release = (db: Db, id: number) =>
  sql`update message set state = 'QUEUED', counts_on = null, claimed_at = null
    where id = ${id} and state = 'SENDING' and tried_at is null`.execute(db);

/** Marks a message as accepted by the provider; a state that a notice reported meanwhile stays. */
export const accept = (db: Db, id: number, of: { provider_id: string; cost: number; now: string }) =>
  sql`update message set state = case when state = 'SENDING' then 'SENT' else state end,
      provider_id = ${of.provider_id}, sent_at = coalesce(sent_at, ${of.now}), cost = coalesce(cost, ${of.cost}),
      problem = null, uncertain = false
    where id = ${id} and state in ('SENDING', 'SENT', 'DELIVERED', 'READ')`.execute(db);

/** Requeues a message for a later attempt. `counted`: the failed attempt counts towards giving up. */
export const retry = (db: Db, id: number, of: { send_at: string; problem: string; counted: boolean }) =>
  sql`update message set state = 'QUEUED', send_at = ${of.send_at}, problem = ${of.problem}, counts_on = null,
      claimed_at = null, tried_at = null, tries = tries - ${of.counted ? 0 : 1}
    where id = ${id} and state = 'SENDING'`.execute(db);

/** Requeues a message at once for the next channel, since this one failed. */
export const fallBack = (db: Db, id: number, of: { reason: MessageReason; problem: string; now: string }) =>
  sql`update message set state = 'QUEUED', tried = array_append(tried, channel), tries = 0, reason = ${of.reason},
      problem = ${of.problem}, send_at = ${of.now}, counts_on = null, claimed_at = null, tried_at = null
    where id = ${id} and state = 'SENDING'`.execute(db);

/** Marks a message whose response was lost and that a retry might send twice: it waits for a notice of the channel. */
export const markUncertain = (db: Db, id: number, problem: string) =>
  sql`update message set uncertain = true, reason = 'LOST', problem = ${problem}
    where id = ${id} and state = 'SENDING'`.execute(db);

/**
 * Recovers messages of dead workers. A message that was not handed over goes back to the queue, and so does one of a
 * channel that deduplicates. Any other may have been sent, and is marked as uncertain.
 * @param again channels that recognise a message sent twice.
 * @param before claims older than this belong to dead workers.
 */
export async function recover(db: Db, { again, before }: { again: readonly Channel[]; before: string }): Promise<void> {
  await sql`update message set state = 'QUEUED', counts_on = null, claimed_at = null, tried_at = null
    where state = 'SENDING' and not uncertain and claimed_at < ${before}
      and (tried_at is null or channel = any(${again}::text[]))`.execute(db);
  await sql`update message set uncertain = true, reason = 'LOST', problem = 'O servidor parou durante o envio.'
    where state = 'SENDING' and not uncertain and claimed_at < ${before}`.execute(db);
}

/** Closes uncertain messages for which no notice came. */
export const closeUncertain = (db: Db, { before, now }: { before: string; now: string }) =>
  sql`update message set state = 'FAILED', closed_at = ${now}
    where state = 'SENDING' and uncertain and claimed_at < ${before}`.execute(db);
