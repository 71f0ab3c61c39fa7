import type { HistoryRow } from '@morada/domain/trail/sent-message';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { PAGE, rowsBefore } from '#api/db/reading/page.ts';

/**
 * Messages about a client's invoices; replies to what the client wrote on the site, both those that named the client
 * and those to the client's address from before it was registered; and steps and calls of the collection of the
 * client's contracts. Three parts, so that each reads the trail by its index.
 */
const sentTo = (id: number) => sql`(
  select trail.id, at, actor, changes ->> 'kind' as kind, changes,
    jsonb_build_object('id', invoice.id, 'reference', invoice.reference) as invoice
  from invoice join trail on trail.record = 'invoice' and trail.record_id = invoice.id and trail.action = 'send'
  where invoice.user_id = ${id}
  union all select id, at, actor, changes ->> 'kind', changes, null
  from trail where record = 'contact_message' and action = 'send' and ((changes ->> 'client_id')::bigint = ${id}
    or record_id in (select m.id from contact_message m join client c on lower(c.email) = lower(m.email) where c.id = ${id}))
  union all select trail.id, trail.at, trail.actor,
    case trail.action when 'collection-step' then 'COLLECTION_STEP' else 'COLLECTION_CALL' end, changes,
    case when i.id is not null then jsonb_build_object('id', i.id, 'reference', i.reference) end
  from proposal p join trail on trail.record = 'proposal' and trail.record_id = p.id
      and trail.action in ('collection-step', 'collection-call')
    left join invoice i on i.id = (changes ->> 'invoice_id')::bigint
  where p.user_id = ${id}
) as sent`;

type Sent = { id: number; at: string; actor: string } & HistoryRow;

/** Newest first; a page of them, or all. */
export async function findSentTo(db: Db, id: number, page?: number): Promise<Sent[]> {
  const cut = page === undefined ? sql`` : sql`limit ${PAGE} offset ${rowsBefore(page)}`;
  const { rows } = await sql<Sent>`
    select id, at, actor, kind, changes ->> 'channel' as channel, (changes ->> 'days')::int as days,
      changes ->> 'outcome' as outcome, changes ->> 'promised_for' as promised_for, invoice
    from ${sentTo(id)} order by id desc ${cut}`.execute(db);
  return rows;
}

export async function countSentTo(db: Db, id: number) {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${sentTo(id)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Id of the client with an e-mail address, which is unique among clients. */
export const findClientOfEmail = async (db: Db, email: string) => {
  const { rows } = await sql<{ id: number }>`
    select id from client where lower(email) = lower(${email}) and deleted_at is null`.execute(db);
  return rows[0]?.id;
};

/** Client with this e-mail address, who becomes the owner when an offer of the site is accepted. */
export const findNamedByEmail = (db: Db, email: string) =>
  db
    .selectFrom('client')
    .select(['id', 'name'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('deleted_at', 'is', null)
    .where('anonymised_at', 'is', null)
    .executeTakeFirst();
