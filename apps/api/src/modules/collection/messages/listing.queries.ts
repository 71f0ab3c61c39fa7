import type { MessageRow } from '@morada/contract/collection/messages';
import type { MessageSearch } from '@morada/contract/collection/messages.search';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Cents } from '@morada/domain/base/money';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Db } from '#api/context.ts';
import { cutPage } from '#api/db/reading/page.ts';
import { allows } from './outbox.queries.ts';

type Search = Omit<z.output<typeof MessageSearch>, 'page'>;

const wanted = ({ state, channel, kind, client }: Search): RawBuilder<unknown> =>
  sql`true ${state ? sql`and m.state = ${state}` : sql``} ${channel ? sql`and m.channel = ${channel}` : sql``}
    ${kind ? sql`and m.kind = ${kind}` : sql``} ${client ? sql`and m.client_id = ${client}` : sql``}`;

const COLUMNS = sql`m.id, m.kind, m.client_id, coalesce(c.name, v.name) as client, m.visit_id, m.contract_id, m.invoice_id, m.subject, m.body as text,
  m.state, m.channel, m.recipient, m.reason, m.problem, m.uncertain, m.cost, m.created_at, m.send_at, m.sent_at,
  m.delivered_at, m.read_at, m.closed_at, copied.copied_at, copied.copied_by`;
const JOINS = sql`left join client c on c.id = m.client_id left join schedule v on v.id = m.visit_id left join lateral (
  select y.copied_at, u.name as copied_by from message_copy y left join admin_user u on u.id = y.admin_user_id
  where y.message_id = m.id order by y.id desc limit 1) copied on true`;

/** A page, the latest first: its ids before anything is joined. */
export async function findPage(db: Db, search: Search, page: number): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    with page as (select m.id from message m where ${wanted(search)} order by m.id desc ${cutPage(page)})
    select ${COLUMNS} from page join message m using (id) ${JOINS} order by m.id desc`.execute(db);
  return rows;
}

export async function countMatching(db: Db, search: Search): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from message m where ${wanted(search)}`.execute(db);
  return rows[0]?.total ?? 0;
}

const SHOWN_OF_CLIENT = 20;

export async function findOfClient(db: Db, client: number): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    with page as (select m.id from message m where m.client_id = ${client} order by m.id desc limit ${sql.lit(SHOWN_OF_CLIENT)})
    select ${COLUMNS} from page join message m using (id) ${JOINS} order by m.id desc`.execute(db);
  return rows;
}

export type Sums = { queued: number; sent: number; failed: number; cost: Cents };

/** Number of queued messages; number of messages sent and failed since a day, and their cost. */
export async function findSums(db: Db, since: CalendarDate): Promise<Sums> {
  const start = sql`${since}::date::timestamp at time zone 'America/Sao_Paulo'`;
  const { rows } = await sql<Sums>`
    select (select count(*)::int from message where state in ('QUEUED', 'SENDING')) as queued,
      (count(*) filter (where state in ('SENT', 'DELIVERED', 'READ')))::int as sent,
      (count(*) filter (where state = 'FAILED'))::int as failed,
      coalesce(sum(cost) filter (where state in ('SENT', 'DELIVERED', 'READ')), 0)::bigint as cost
    from message where state in ('SENT', 'DELIVERED', 'READ', 'FAILED') and coalesce(sent_at, closed_at) >= ${start}`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('an aggregate without a row');
  return row;
}

export const findState = (trx: Db, id: number) =>
  trx.selectFrom('message').select(['id', 'state', 'tried_at']).where('id', '=', id).executeTakeFirst();

/** Cancels a message that was not handed to a provider. */
export async function cancelOne(trx: Db, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`update message m
    set state = 'CANCELLED', reason = 'BY_STAFF', counts_on = null, closed_at = now()
    where id = ${id} and ${allows('cancel')}`.execute(trx);
  return numAffectedRows === 1n;
}

export const insertCopy = (trx: Db, message_id: number, admin_user_id: number | null) =>
  trx.insertInto('message_copy').values({ message_id, admin_user_id }).execute();
