import { lastPage } from '@morada/contract/base/fields';
import type { Ticket, TicketMessage, TicketRow } from '@morada/contract/desk/support';
import type { TicketStatus } from '@morada/domain/attendance/ticket';
import { addressLine } from '@morada/domain/property/property';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { listTotal } from '#api/db/reading/list-total.ts';
import { cutPage } from '#api/db/reading/page.ts';

type Row = Omit<TicketRow, 'user' | 'property'> & {
  user_id: number;
  client: string;
  street: string | null;
  house: string | null;
  complement: string | null;
};

const COLUMNS = sql`
  t.id, t.property_id, t.title, t.level, t.status, t.created_at as "createdAt", t.updated_at as "updatedAt",
  t.user_id, c.name as client, p.street, p.number as house, p.complement`;
const JOINS = sql`join client c on c.id = t.user_id left join property p on p.id = t.property_id`;
const OPEN = sql`t.status <> 'CLOSED' and t.deleted_at is null`;
const CLOSED = sql`t.status = 'CLOSED' and t.deleted_at is null`;

function shown({ user_id, client, street, house, complement, ...row }: Row): TicketRow {
  const label = street === null ? null : addressLine({ street, number: house, complement });
  return {
    ...row,
    property: row.property_id === null || label === null ? null : { id: row.property_id, label },
    user: { id: user_id, name: client },
  };
}

async function findRows(db: Db, where: RawBuilder<unknown>, cut = sql``) {
  const { rows } = await sql<Row>`
    with cut as (select t.id from ticket t where ${where} order by t.updated_at desc, t.id desc ${cut})
    select ${COLUMNS} from cut join ticket t on t.id = cut.id ${JOINS} order by t.updated_at desc, t.id desc`.execute(
    db,
  );
  return rows.map(shown);
}

/** Tickets of one client, or of all. */
const among = (where: RawBuilder<unknown>, client: number | undefined) =>
  client === undefined ? where : sql`${where} and t.user_id = ${client}`;

/** Last activity first. */
export const findOpened = (db: Db, client?: number) => findRows(db, among(OPEN, client));

async function countRows(db: Db, where: RawBuilder<unknown>) {
  const { rows } = await sql<{ found: number }>`select count(*) as found from ticket t where ${where}`.execute(db);
  return rows[0]?.found ?? 0;
}

async function findIds(db: Db, where: RawBuilder<unknown>, cut = sql``) {
  const { rows } = await sql<{ id: number }>`
    select t.id from ticket t where ${where} order by t.updated_at desc, t.id desc ${cut}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Open tickets, last activity first, up to `most` if given. */
export const findOpenIds = (db: Db, { client, most }: { client?: number | undefined; most?: number } = {}) =>
  findIds(db, among(OPEN, client), most === undefined ? undefined : sql`limit ${most}`);

export const findClosedIds = (db: Db, client?: number) => findIds(db, among(CLOSED, client));

export const findTicketsAt = (db: Db, ids: number[]) => findRows(db, sql`t.id = any(${ids}) and t.deleted_at is null`);

/** A page of closed tickets, or all of them. */
export async function findHistory(db: Db, page: number | undefined, client?: number) {
  const where = among(CLOSED, client);
  if (page === undefined) {
    const history = await findRows(db, where);
    return { history, page: 1, lastPage: 1, total: history.length };
  }
  const history = await findRows(db, where, cutPage(page));
  // A single client's tickets are counted; totals of whole lists are maintained.
  const total = client === undefined ? await listTotal(db, 'ticket', ['CLOSED']) : await countRows(db, where);
  return { history, page, lastPage: lastPage(total), total };
}

export async function findTicket(db: Db, id: number): Promise<Ticket | undefined> {
  const [row] = await findRows(db, sql`t.id = ${id} and t.deleted_at is null`);
  return row && { ...row, messages: await findMessages(db, row) };
}

async function findMessages(db: Db, { id, user }: TicketRow): Promise<TicketMessage[]> {
  const { rows } = await sql<TicketMessage>`
    select m.id, m.data, m.author, coalesce(a.name, ${user.name}) as author_name, m.created_at
    from ticket_message m left join admin_user a on a.id = m.admin_user_id
    where m.ticket_id = ${id} order by m.id`.execute(db);
  return rows;
}

const anyOf = (ids: readonly number[]) => sql<number>`any(${ids}::bigint[])`;

export const lockTickets = (trx: Db, ids: readonly number[]) =>
  trx
    .selectFrom('ticket')
    .select(['id', 'status', 'title', 'user_id', 'version'])
    .where('id', '=', anyOf(ids))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();

export const moveTickets = (trx: Db, ids: readonly number[], status: TicketStatus) =>
  trx
    .updateTable('ticket')
    .set((q) => ({
      status,
      updated_at: sql`now()`,
      version: q('version', '+', 1),
      ...(status === 'CLOSED' && { closed_at: sql<string>`now()` }),
    }))
    .where('id', '=', anyOf(ids))
    .execute();

export const reopenTickets = (trx: Db, ids: readonly number[], status: TicketStatus) =>
  trx
    .updateTable('ticket')
    .set((q) => ({ status, closed_at: null, updated_at: sql`now()`, version: q('version', '+', 1) }))
    .where('id', '=', anyOf(ids))
    .execute();

export const insertReply = (trx: Db, ticket_id: number, admin_user_id: number, data: string) =>
  trx
    .insertInto('ticket_message')
    .values({ ticket_id, author: 'STAFF', admin_user_id, data })
    .returning(['id', 'data', 'author', 'created_at'])
    .executeTakeFirstOrThrow();

export const deleteTicket = (trx: Db, id: number) =>
  trx
    .updateTable('ticket')
    .set((q) => ({ deleted_at: sql<string>`now()`, version: q('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

const OF_CLIENT = (clientId: number) => sql`t.user_id = ${clientId} and t.deleted_at is null`;

/** A page of a client's tickets, last activity first. */
export async function findOfClient(db: Db, clientId: number, page: number) {
  const where = OF_CLIENT(clientId);
  const tickets = await findRows(db, where, cutPage(page));
  return { tickets, page, lastPage: lastPage(await countRows(db, where)) };
}

/** Locks the client, so that a double submit waits for the first. */
export const holdClient = (trx: Db, clientId: number) =>
  trx.selectFrom('client').select('id').where('id', '=', clientId).forNoKeyUpdate().executeTakeFirst();

type NewTicket = { user_id: number; property_id: number | null; title: string };

/** An open ticket with the same text and no answer yet. */
export const findSameTicket = (trx: Db, { user_id, title }: NewTicket, message: string) =>
  trx
    .selectFrom('ticket')
    .innerJoin('ticket_message', 'ticket_message.ticket_id', 'ticket.id')
    .select('ticket.id')
    .where('user_id', '=', user_id)
    .where('status', '=', 'OPENED')
    .where('ticket.deleted_at', 'is', null)
    .where('title', '=', title)
    .where('data', '=', message)
    .executeTakeFirst();

export const insertTicket = (trx: Db, ticket: NewTicket) =>
  trx
    .insertInto('ticket')
    .values({ ...ticket, level: 'MEDIUM' })
    .returning('id')
    .executeTakeFirstOrThrow();

export const insertQuestion = (trx: Db, ticket_id: number, data: string) =>
  trx
    .insertInto('ticket_message')
    .values({ ticket_id, author: 'CLIENT', data })
    .returning('id')
    .executeTakeFirstOrThrow();

export const findLastMessage = (trx: Db, ticketId: number) =>
  trx
    .selectFrom('ticket_message')
    .select(['author', 'data'])
    .where('ticket_id', '=', ticketId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
