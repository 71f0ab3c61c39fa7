import type { MessageState } from '@morada/domain/messages/message-state';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

export type Told = { provider_id: string; token: string | undefined };
export type Known = { id: number; state: MessageState; provider_id: string | null; token: string };

/** Locks the messages that a channel's notice is about, by the channel's id or ours. */
export async function lockTold(trx: Db, channel: 'WHATSAPP' | 'SMS', told: readonly Told[]): Promise<Known[]> {
  const ids = told.map(({ provider_id }) => provider_id);
  const tokens = told.flatMap(({ token }) => (token === undefined ? [] : [token]));
  const { rows } = await sql<Known>`
    select id, state, provider_id, token from message
    where id in (
      select id from message where channel = ${channel} and provider_id = any(${ids}::text[])
      union select id from message where channel = ${channel} and token = any(${tokens}::uuid[]))
    order by id for update`.execute(trx);
  return rows;
}

export type Update = {
  id: number;
  state: MessageState;
  provider_id: string;
  sent_at: string | null;
  delivered_at: string | null;
  read_at: string | null;
  /** Why the channel failed for good, which puts the message back in the queue. */
  problem: string | null;
  free: boolean;
};

/** Applies the updates of a channel's notice, in one statement. */
export const applyTold = (trx: Db, updates: readonly Update[]) =>
  sql`update message m set state = d.state, provider_id = coalesce(m.provider_id, d.provider_id),
      sent_at = case when d.state <> 'QUEUED' then coalesce(m.sent_at, d.sent_at) end, delivered_at = coalesce(m.delivered_at, d.delivered_at),
      read_at = coalesce(m.read_at, d.read_at), uncertain = false,
      cost = case when d.free or d.state = 'QUEUED' then 0 else m.cost end,
      tried = case when d.state = 'QUEUED' then array_append(m.tried, m.channel) else m.tried end,
      counts_on = case when d.state = 'QUEUED' then null else m.counts_on end,
      tries = case when d.state = 'QUEUED' then 0 else m.tries end,
      send_at = case when d.state = 'QUEUED' then now() else m.send_at end,
      reason = case when d.state = 'QUEUED' then 'REJECTED' end,
      problem = d.problem
    from jsonb_to_recordset(${JSON.stringify(updates)}::jsonb) as d(id bigint, state text, provider_id text,
      sent_at timestamptz, delivered_at timestamptz, read_at timestamptz, problem text, free boolean)
    where m.id = d.id`.execute(trx);
