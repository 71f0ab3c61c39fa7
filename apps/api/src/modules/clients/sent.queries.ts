import type { Reference } from '@morada/domain/calendar';
import type { SentChannel, SentKind } from '@morada/domain/sent-message';
import { sql } from 'kysely';
import type { Db } from '../../context.ts';
import { PAGE, rowsBefore } from '../../db/page.ts';

/**
 * Messages about a client's invoices, and replies to what the client wrote on the site: those that named the client when
 * they were sent, and those to the client's address from before it was registered.
 */
const sentTo = (id: number) => sql`
  from trail left join invoice on trail.record = 'invoice' and invoice.id = trail.record_id
  where (trail.record = 'invoice' and trail.action = 'send' and trail.record_id in (select id from invoice where user_id = ${id}))
    or (trail.record = 'contact_message' and trail.action = 'send' and ((trail.changes ->> 'client_id')::bigint = ${id}
      or trail.record_id in (select m.id from contact_message m join client c on lower(c.email) = lower(m.email) where c.id = ${id})))`;

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
    select trail.id, trail.at, trail.actor, trail.changes ->> 'kind' as kind, trail.changes ->> 'channel' as channel,
      case when invoice.id is not null then jsonb_build_object('id', invoice.id, 'reference', invoice.reference) end as invoice
    ${sentTo(id)} order by trail.id desc ${cut}`.execute(db);
  return rows;
}

export async function countSentTo(db: Db, id: number) {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${sentTo(id)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Every client's address is unique. */
export const findClientOfEmail = async (db: Db, email: string) => {
  const { rows } = await sql<{ id: number }>`
    select id from client where lower(email) = lower(${email}) and deleted_at is null`.execute(db);
  return rows[0]?.id;
};
