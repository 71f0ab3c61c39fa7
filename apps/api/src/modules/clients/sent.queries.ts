import type { Reference } from '@morada/domain/base/calendar';
import type { SentChannel, SentKind } from '@morada/domain/trail/sent-message';
import { sql } from 'kysely';
import type { Db } from '../../context.ts';
import { PAGE, rowsBefore } from '../../db/page.ts';

/**
 * Messages about a client's invoices, and replies to what the client wrote on the site: those that named the client when
 * they were sent, and those to the client's address from before it was registered. Two parts, so that each reads the
 * trail by its index.
 */
const sentTo = (id: number) => sql`(
  select trail.id, at, actor, changes, jsonb_build_object('id', invoice.id, 'reference', invoice.reference) as invoice
  from invoice join trail on trail.record = 'invoice' and trail.record_id = invoice.id and trail.action = 'send'
  where invoice.user_id = ${id}
  union all select id, at, actor, changes, null
  from trail where record = 'contact_message' and action = 'send' and ((changes ->> 'client_id')::bigint = ${id}
    or record_id in (select m.id from contact_message m join client c on lower(c.email) = lower(m.email) where c.id = ${id}))
) as sent`;

type Sent = {
  id: number;
  at: string;
  actor: string;
  kind: SentKind;
  channel: SentChannel;
  invoice: { id: number; reference: Reference } | null;
};

/** Newest first; a page of them, or all. */
export async function findSentTo(db: Db, id: number, page?: number): Promise<Sent[]> {
  const cut = page === undefined ? sql`` : sql`limit ${PAGE} offset ${rowsBefore(page)}`;
  const { rows } = await sql<Sent>`
    select id, at, actor, changes ->> 'kind' as kind, changes ->> 'channel' as channel, invoice
    from ${sentTo(id)} order by id desc ${cut}`.execute(db);
  return rows;
}

export async function countSentTo(db: Db, id: number) {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${sentTo(id)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Every client's address is unique. */
export const findClientOfEmail = async (db: Db, email: string) => {
  const { rows } = await sql<{ id: number }>`
    select id from client where lower(email) = lower(${email}) and deleted_at is null`.execute(db);
  return rows[0]?.id;
};

/** Client with an e-mail, whom an offer of the site may make an owner. */
export const findNamedByEmail = (db: Db, email: string) =>
  db
    .selectFrom('client')
    .select(['id', 'name'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('deleted_at', 'is', null)
    .where('anonymised_at', 'is', null)
    .executeTakeFirst();
