import { type Insertable, sql } from 'kysely';
import type { Db } from '../../context.ts';
import type { BankAccount, Client, Property } from '../../db/schema.ts';

export type Kind = 'client' | 'property' | 'proposal';

/** Every line that earlier runs brought in, by code and fingerprint. */
export const findImported = async (trx: Db, kind: Kind) => {
  const rows = await trx
    .selectFrom('import_record')
    .select(['code', 'fingerprint', 'record_id'])
    .where('kind', '=', kind)
    .execute();
  return new Map(rows.map((row) => [`${row.code} ${row.fingerprint}`, row.record_id]));
};

export const rememberImported = (
  trx: Db,
  kind: Kind,
  rows: { code: string; fingerprint: string; record_id: number }[],
) =>
  trx
    .insertInto('import_record')
    .values(rows.map((row) => ({ ...row, kind })))
    .execute();

/** One import at a time: two would both find a document free. */
export const lockImport = (trx: Db) => sql`select pg_advisory_xact_lock(5207313)`.execute(trx);

export const findClientsByDocument = async (trx: Db, documents: string[]) => {
  const rows = await trx
    .selectFrom('client')
    .select(['id', 'cpf_cnpj'])
    .where('cpf_cnpj', '=', sql<string>`any(${documents})`)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.cpf_cnpj, row.id]));
};

export const findTakenEmails = async (trx: Db, emails: string[]) => {
  const rows = await trx
    .selectFrom('client')
    .select('email')
    .where('email', '=', sql<string>`any(${emails})`)
    .where('deleted_at', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.email));
};

/** Ids in the order of the rows. */
export const insertClients = async (trx: Db, clients: Insertable<Client>[]) =>
  (await trx.insertInto('client').values(clients).returning('id').execute()).map((row) => row.id);

export const insertBankAccounts = (trx: Db, accounts: Insertable<BankAccount>[]) =>
  trx.insertInto('bank_account').values(accounts).execute();

export const insertProperties = async (trx: Db, properties: Insertable<Property>[]) =>
  (await trx.insertInto('property').values(properties).returning('id').execute()).map((row) => row.id);

export const insertOwners = (trx: Db, owners: { property_id: number; client_id: number }[]) =>
  trx
    .insertInto('property_owner')
    .values(owners.map((owner) => ({ ...owner, position: 0 })))
    .execute();

export const insertFees = (trx: Db, fees: { property_id: number; name: string; price: number; position: number }[]) =>
  trx.insertInto('property_fee').values(fees).execute();

export const leaveImportTrail = (trx: Db, actor: string, record: 'client' | 'property', ids: number[]) =>
  sql`insert into trail (actor, record, record_id, action) select ${actor}, ${record}, id, 'import' from unnest(${ids}::bigint[]) as id`.execute(
    trx,
  );
