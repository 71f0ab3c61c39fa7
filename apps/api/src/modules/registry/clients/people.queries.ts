import { type Insertable, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import type { ClientPerson } from '#api/db/schema.ts';

const SHOWN = [
  'id',
  'name',
  'email',
  'created_at',
  sql<boolean>`password_hash is not null`.as('has_password'),
] as const;

export const findPeople = (db: Db, clientId: number) =>
  db.selectFrom('client_person').select(SHOWN).where('client_id', '=', clientId).orderBy('id').execute();

export const insertPerson = (trx: Db, person: Insertable<ClientPerson>) =>
  trx.insertInto('client_person').values(person).returning(SHOWN).executeTakeFirstOrThrow();

/** Deletes the person, with their sessions and links, and returns who it was. */
export const deletePerson = (trx: Db, clientId: number, id: number) =>
  trx
    .deleteFrom('client_person')
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .returning(['name', 'email'])
    .executeTakeFirst();

export const deletePeople = (trx: Db, clientIds: readonly number[]) =>
  trx
    .deleteFrom('client_person')
    .where('client_id', '=', sql<number>`any(${[...clientIds]}::bigint[])`)
    .execute();

export const hasPeople = async (db: Db, clientId: number) =>
  (await db.selectFrom('client_person').select('id').where('client_id', '=', clientId).limit(1).executeTakeFirst()) !==
  undefined;

export const findPersonOfEmail = (db: Db, email: string) =>
  db.selectFrom('client_person').select('id').where('email', '=', email).executeTakeFirst();
