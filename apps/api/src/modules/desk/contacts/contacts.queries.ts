import type { ContactMessage } from '@morada/contract/desk/contacts';
import { addressLine } from '@morada/domain/property/property';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { listTotal } from '#api/db/reading/list-total.ts';
import { cutPage } from '#api/db/reading/page.ts';

type Row = Omit<ContactMessage, 'property'> & {
  property_id: number | null;
  street: string | null;
  house: string | null;
  complement: string | null;
};

function shown({ property_id, street, house, complement, ...row }: Row): ContactMessage {
  const about = property_id !== null && street !== null;
  return {
    ...row,
    property: about ? { id: property_id, label: addressLine({ street, number: house, complement }) } : null,
  };
}

async function findRows(db: Db, cut: RawBuilder<unknown>): Promise<ContactMessage[]> {
  const { rows } = await sql<Row>`
    with cut as (select m.id from contact_message m ${cut})
    select m.id, m.name, m.email, m.phone, m.message, m.campaign, m.created_at, m.read_at, a.name as read_by,
      m.property_id, p.street, p.number as house, p.complement
    from cut join contact_message m on m.id = cut.id
      left join property p on p.id = m.property_id left join admin_user a on a.id = m.read_by
    order by m.id desc`.execute(db);
  return rows.map(shown);
}

/** Newest first: all, or a page. */
export const findContacts = (db: Db, page?: number) =>
  findRows(db, page === undefined ? sql`` : sql`order by m.id desc ${cutPage(page)}`);

export const findContactIds = async (db: Db) =>
  (await db.selectFrom('contact_message').select('id').orderBy('id', 'desc').execute()).map(({ id }) => id);

export const findContactsAt = (db: Db, ids: number[]) => findRows(db, sql`where m.id = any(${ids})`);

/** Ids of unread messages, newest first, up to `most`. */
export const findUnreadIds = async (db: Db, most: number) =>
  (
    await db
      .selectFrom('contact_message')
      .select('id')
      .where('read_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(most)
      .execute()
  ).map(({ id }) => id);

export const countContacts = (db: Db) => listTotal(db, 'contact_message');

export const findContact = async (db: Db, id: number) => (await findRows(db, sql`where m.id = ${id}`))[0];

/** Marks messages as read; returns those that were unread until now. */
export const markRead = async (trx: Db, ids: readonly number[], read_by: number | null) =>
  (
    await trx
      .updateTable('contact_message')
      .set((q) => ({ read_at: sql<string>`now()`, read_by, version: q('version', '+', 1) }))
      .where('id', '=', sql<number>`any(${ids}::bigint[])`)
      .where('read_at', 'is', null)
      .returning('id')
      .execute()
  ).map(({ id }) => id);

export const lockContacts = (trx: Db, ids: readonly number[]) =>
  trx
    .selectFrom('contact_message')
    .select(['id', 'version', 'read_at'])
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute();

export const markUnread = (trx: Db, ids: readonly number[]) =>
  trx
    .updateTable('contact_message')
    .set((q) => ({ read_at: null, read_by: null, version: q('version', '+', 1) }))
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();

/** Deletes the row for good, since it holds personal data. Returns whether it existed. */
export const deleteContact = async (trx: Db, id: number) =>
  (await trx.deleteFrom('contact_message').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined;
