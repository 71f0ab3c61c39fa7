import { sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { LOCKS } from '#api/db/locks.ts';

const IDLE = sql<string>`now() - interval '12 hours'`;
const ABSOLUTE = sql<string>`now() - interval '30 days'`;
const LINK_LIFE = sql<string>`now() - interval '1 hour'`;

/** Clients with access: neither deleted nor anonymised. */
const present = (db: Db) =>
  db.selectFrom('client').where('client.deleted_at', 'is', null).where('client.anonymised_at', 'is', null);

const people = (db: Db) => present(db).innerJoin('client_person', 'client_person.client_id', 'client.id');

const PERSON = [
  'client.id',
  'client_person.id as person_id',
  'client_person.name',
  'client_person.email',
  'client_person.password_hash',
] as const;

/** The entry that an e-mail signs in to: a client's own takes precedence over that of a person of a company. */
export const findByEmail = (db: Db, email: string) =>
  present(db)
    .select((q) => [
      'client.id',
      q.cast<number | null>(q.val(null), 'bigint').as('person_id'),
      'client.name',
      'client.email',
      'client.password_hash',
    ])
    .where('client.email', '=', email)
    .unionAll(people(db).select(PERSON).where('client_person.email', '=', email))
    .orderBy('person_id', (order) => order.asc().nullsFirst())
    .limit(1)
    .executeTakeFirst();

/** A person of a company, as an entry. */
export const findPersonEntry = (db: Db, clientId: number, personId: number) =>
  people(db)
    .select(PERSON)
    .where('client.id', '=', clientId)
    .where('client_person.id', '=', personId)
    .executeTakeFirst();

export const findAccount = (db: Db, id: number) =>
  present(db)
    .select([
      'client.id',
      'client.name',
      'client.email',
      'client.cpf_cnpj',
      'client.phone',
      'client.cellphone',
      'client.cep',
      'client.street',
      'client.number',
      'client.complement',
      'client.neighborhood',
      'client.city',
      'client.state',
      'client.password_hash',
    ])
    .where('client.id', '=', id)
    .executeTakeFirst();

export const findSession = (db: Db, tokenHash: Buffer) =>
  present(db)
    .innerJoin('client_session', 'client_session.client_id', 'client.id')
    .leftJoin('client_person', 'client_person.id', 'client_session.person_id')
    .select([
      'client.id',
      'client.name',
      'client_person.id as person_id',
      'client_person.name as person',
      sql<boolean>`client_session.seen_at < now() - interval '1 minute'`.as('stale'),
    ])
    .where('client_session.token_hash', '=', tokenHash)
    .where('client_session.seen_at', '>', IDLE)
    .where('client_session.created_at', '>', ABSOLUTE)
    .executeTakeFirst();

export const touchSession = (db: Db, tokenHash: Buffer) =>
  db.updateTable('client_session').set({ seen_at: sql`now()` }).where('token_hash', '=', tokenHash).execute();

export const insertSession = (db: Db, token_hash: Buffer, client_id: number, person_id: number | null) =>
  db.insertInto('client_session').values({ token_hash, client_id, person_id }).execute();

export const deleteSession = (db: Db, tokenHash: Buffer) =>
  db.deleteFrom('client_session').where('token_hash', '=', tokenHash).execute();

/** Deletes the sessions of one entry: those of other people of the company stay. */
export const deleteSessions = (db: Db, clientId: number, personId: number | null) =>
  db
    .deleteFrom('client_session')
    .where('client_id', '=', clientId)
    .where('person_id', 'is not distinct from', personId)
    .execute();

export const insertLink = (db: Db, token_hash: Buffer, client_id: number, person_id: number | null) =>
  db.insertInto('client_access_link').values({ token_hash, client_id, person_id }).execute();

export const deleteLinks = (db: Db, clientId: number, personId: number | null) =>
  db
    .deleteFrom('client_access_link')
    .where('client_id', '=', clientId)
    .where('person_id', 'is not distinct from', personId)
    .execute();

export const findLink = (db: Db, tokenHash: Buffer) =>
  present(db)
    .innerJoin('client_access_link', 'client_access_link.client_id', 'client.id')
    .leftJoin('client_person', 'client_person.id', 'client_access_link.person_id')
    .select(({ fn }) => [
      'client.id',
      'client_person.id as person_id',
      fn.coalesce('client_person.name', 'client.name').as('name'),
      fn.coalesce('client_person.email', 'client.email').as('email'),
    ])
    .where('client_access_link.token_hash', '=', tokenHash)
    .where('client_access_link.created_at', '>', LINK_LIFE)
    .executeTakeFirst();

/** Deletes the link and returns it: of two concurrent calls only one gets it. */
export const consumeLink = (trx: Db, tokenHash: Buffer) =>
  trx
    .deleteFrom('client_access_link')
    .where('token_hash', '=', tokenHash)
    .where('created_at', '>', LINK_LIFE)
    .returning('client_id')
    .executeTakeFirst();

export const dropDeadSessions = (db: Db) =>
  db
    .deleteFrom('client_session')
    .where((q) => q.or([q('seen_at', '<=', IDLE), q('created_at', '<=', ABSOLUTE)]))
    .execute();

export const dropOldLinks = (db: Db) =>
  db.deleteFrom('client_access_link').where('created_at', '<=', LINK_LIFE).execute();

export const findAgencyName = async (db: Db) => (await readAgency(db, ['name'])).name;

export const holdEmail = (trx: Db, email: string) =>
  sql`select pg_advisory_xact_lock(${LOCKS.email}::int, hashtext(lower(${email})))`.execute(trx);

export const insertEmailLink = (trx: Db, token_hash: Buffer, client_id: number, email: string) =>
  trx.insertInto('client_email_link').values({ token_hash, client_id, email }).execute();

/** Deletes the sessions and links of clients themselves; those of their people go with them. */
export async function deleteAccess(trx: Db, clientIds: readonly number[]) {
  const theirs = sql<number>`any(${[...clientIds]}::bigint[])`;
  for (const table of ['client_session', 'client_access_link', 'client_email_link'] as const)
    await trx.deleteFrom(table).where('client_id', '=', theirs).execute();
}

export const deleteEmailLinks = (db: Db, clientId: number) =>
  db.deleteFrom('client_email_link').where('client_id', '=', clientId).execute();

export const findEmailLink = (db: Db, clientId: number, tokenHash: Buffer) =>
  db
    .selectFrom('client_email_link')
    .select('email')
    .where('token_hash', '=', tokenHash)
    .where('client_id', '=', clientId)
    .where('created_at', '>', LINK_LIFE)
    .executeTakeFirst();

/** Deletes the link and returns its address: of two concurrent calls only one gets it. */
export const consumeEmailLink = (trx: Db, clientId: number, tokenHash: Buffer) =>
  trx
    .deleteFrom('client_email_link')
    .where('token_hash', '=', tokenHash)
    .where('client_id', '=', clientId)
    .where('created_at', '>', LINK_LIFE)
    .returning('email')
    .executeTakeFirst();

export const dropOldEmailLinks = (db: Db) =>
  db.deleteFrom('client_email_link').where('created_at', '<=', LINK_LIFE).execute();

export const setPersonPassword = (trx: Db, personId: number, password_hash: string) =>
  trx.updateTable('client_person').set({ password_hash }).where('id', '=', personId).execute();
