import type { Cents } from '@morada/domain/base/money';
import { addressLine } from '@morada/domain/property/property';
import type { TransactionType } from '@morada/domain/property/property-words';
import { type Insertable, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { ANALYZED } from '#api/db/connection/serving-role.ts';
import { LOCKS } from '#api/db/locks.ts';
import type { BankAccount, Client, Property } from '#api/db/schema.ts';

/** Tables that imports write. */
export type Table = 'client' | 'property' | 'proposal' | 'lead';

/** Rows of a table that are there. A lead whose person was forgotten is nobody's. */
export const standing = (table: Table) => (table === 'lead' ? sql`r.forgotten_at is null` : sql`r.deleted_at is null`);

/**
 * Serialises imports: two concurrent ones would both find a document unused. The wait has no timeout, since an import
 * may take long.
 */
export async function lockImport(trx: Db) {
  await sql`select set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)`.execute(trx);
  await sql`select pg_advisory_xact_lock(${LOCKS.imports})`.execute(trx);
  await sql`select set_config('statement_timeout', '60s', true)`.execute(trx);
}

/** The same lock without waiting: false while an import runs. */
export const tryLockImport = async (trx: Db) => {
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${LOCKS.imports}) as free`.execute(
    trx,
  );
  return rows[0]?.free === true;
};

type Known = { code: string; fingerprint: string };
export const keyOf = ({ code, fingerprint }: Known) => `${code} ${fingerprint}`;

/**
 * Records of these lines from earlier runs that still exist. The CTE is materialized: in a transaction that has
 * inserted thousands of rows, the planner's statistics are stale and it would scan the register first.
 */
export const findImported = async (trx: Db, table: Table, lines: Known[]) => {
  const { rows } = await sql<Known & { record_id: number }>`
    with known as materialized (
      select i.code, i.fingerprint, i.record_id
      from unnest(${lines.map(({ code }) => code)}::text[], ${lines.map(({ fingerprint }) => fingerprint)}::text[]) as line (code, fingerprint)
        join import_record i on i.kind = ${table} and i.code = line.code and i.fingerprint = line.fingerprint)
    select known.* from known join ${sql.table(table)} r on r.id = known.record_id and ${standing(table)}`.execute(trx);
  return new Map(rows.map((row) => [keyOf(row), row.record_id]));
};

export type Remembered = { code: string; fingerprint: string; record_id: number; made: boolean; run_id: number | null };

/** Maps the line to its new record, if the former one was deleted. */
export const rememberImported = (trx: Db, kind: Table, rows: Remembered[]) =>
  trx
    .insertInto('import_record')
    .values(rows.map((row) => ({ ...row, kind })))
    .onConflict((conflict) =>
      conflict.columns(['kind', 'code', 'fingerprint']).doUpdateSet((q) => ({
        record_id: q.ref('excluded.record_id'),
        made: q.ref('excluded.made'),
        run_id: q.ref('excluded.run_id'),
      })),
    )
    .execute();

const recordsByCode = (table: Table, codes: string[]) =>
  sql`select code as reference, record_id from import_record where kind = ${table} and code = any(${codes}::text[]) and code <> ''`;

export const findClientsByCode = async (trx: Db, codes: string[]) =>
  (
    await sql<{ reference: string; id: number; label: string }>`
      with spoken as materialized (${recordsByCode('client', codes)})
      select spoken.reference, c.id, c.name as label
      from spoken join client c on c.id = spoken.record_id and c.deleted_at is null and c.anonymised_at is null`.execute(
      trx,
    )
  ).rows;

export const findClientsByDocument = async (trx: Db, documents: string[]) => {
  const rows = await trx
    .selectFrom('client')
    .select(['id', 'name as label', 'cpf_cnpj'])
    .where('cpf_cnpj', '=', sql<string>`any(${documents}::text[])`)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map(({ cpf_cnpj, ...row }) => [cpf_cnpj, row]));
};

/** People with the same name, ignoring accents and case; `reference` is the name as asked. */
export const findClientsByName = async (trx: Db, names: string[]) =>
  (
    await sql<{ reference: string; id: number; label: string; cpf_cnpj: string; city: string | null }>`
      with spoken as materialized (select name, search_text(name) as plain from unnest(${names}::text[]) as name)
      select spoken.name as reference, c.id::int8 as id, c.name as label, c.cpf_cnpj, c.city
      from spoken join client c on search_text(c.name) = spoken.plain and c.deleted_at is null and c.anonymised_at is null
      order by c.id`.execute(trx)
  ).rows.map((row) => ({ ...row, id: Number(row.id) }));

type Place = { id: number; street: string; number: string | null; complement: string | null };
const labelled = ({ id, ...place }: Place) => ({ id, label: addressLine(place) });

export const findPropertiesByCode = async (trx: Db, codes: string[]) => {
  const { rows } = await sql<Place & { reference: string }>`
    with spoken as materialized (${recordsByCode('property', codes)})
    select spoken.reference, p.id, p.street, p.number, p.complement
    from spoken join property p on p.id = spoken.record_id and p.deleted_at is null`.execute(trx);
  return rows.map(({ reference, ...row }) => ({ reference, ...labelled(row) }));
};

export const findPropertiesById = async (trx: Db, ids: number[]) => {
  const rows = await trx
    .selectFrom('property')
    .select(['id', 'street', 'number', 'complement'])
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(labelled);
};

/** Owners of each property, whether one of them is deleted or anonymised, and whether a contract in force holds it. */
export const findHolders = async (trx: Db, propertyIds: number[]) => {
  const { rows } = await sql<{ id: number; type: TransactionType; owners: number[]; gone: boolean; taken: boolean }>`
    select p.id, p.type,
      exists (select from property_owner o join client c on c.id = o.client_id
        where o.property_id = p.id and (c.deleted_at is not null or c.anonymised_at is not null)) as gone,
      array(select client_id::int8 from property_owner o where o.property_id = p.id) as owners,
      exists (select from proposal c where c.property_id = p.id and c.status = 'APPROVED' and c.deleted_at is null) as taken
    from property p where p.id = any(${propertyIds}::bigint[])`.execute(trx);
  return new Map(rows.map((row) => [row.id, { ...row, owners: row.owners.map(Number) }]));
};

/** Median of the portfolio's rents; undefined while it has too few to say what is usual. */
export const findUsualRent = async (db: Db) => {
  const { rows } = await sql<{ rents: number; median: Cents | null }>`
    select count(*) as rents, percentile_disc(0.5) within group (order by price) as median
    from property where type = 'RENT' and deleted_at is null`.execute(db);
  const { rents, median } = rows[0] ?? { rents: 0, median: null };
  return rents < FEW ? undefined : (median ?? undefined);
};
const FEW = 10;

/** Of these properties, those for rent. */
export const findLet = async (db: Db, propertyIds: number[]) => {
  const rows = await db
    .selectFrom('property')
    .select('id')
    .where('id', '=', sql<number>`any(${propertyIds}::bigint[])`)
    .where('type', '=', 'RENT')
    .execute();
  return new Set(rows.map(({ id }) => id));
};

/** E-mails that clients have, or people of companies: each signs in to one client area. */
export const findTakenEmails = async (trx: Db, emails: string[]) => {
  const wanted = sql<string>`any(${emails}::text[])`;
  const rows = await trx
    .selectFrom('client')
    .select(sql<string>`email`.as('email'))
    .where('email', '=', wanted)
    .where('deleted_at', 'is', null)
    .unionAll(trx.selectFrom('client_person').select('email').where('email', '=', wanted))
    .execute();
  return new Set(rows.map((row) => row.email));
};

/** Ids in the order of the rows. */
export const insertClients = async (trx: Db, clients: Insertable<Client>[]) =>
  (await trx.insertInto('client').values(clients).returning('id').execute()).map((row) => row.id);

export const insertBankAccounts = async (trx: Db, accounts: Insertable<BankAccount>[]) =>
  (await trx.insertInto('bank_account').values(accounts).returning('id').execute()).map((row) => row.id);

export const insertProperties = async (trx: Db, properties: Insertable<Property>[]) =>
  (await trx.insertInto('property').values(properties).returning('id').execute()).map((row) => row.id);

export const insertOwners = (trx: Db, owners: { property_id: number; client_id: number }[]) =>
  trx
    .insertInto('property_owner')
    .values(owners.map((owner) => ({ ...owner, position: 0 })))
    .execute();

export const insertFees = (trx: Db, fees: { property_id: number; name: string; price: number; position: number }[]) =>
  trx.insertInto('property_fee').values(fees).execute();

/** Updates the planner's statistics after thousands of inserts; autovacuum would take a while. */
export const analyze = (db: Db) => sql`analyze ${sql.join(ANALYZED.map((table) => sql.table(table)))}`.execute(db);
