import { PAGE_SIZE } from '@morada/contract/base/fields';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { PropertyLocation } from '@morada/domain/property/property-words';
import { type Insertable, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { cutPage } from '#api/db/reading/page.ts';
import { matches, peopleFound, type Seen } from '#api/db/reading/search.ts';
import type { FiscalFile } from '#api/db/schema.ts';

/** Which year, and whether fees passed on to owners count as rent. */
export type Counted = { year: number; with_obligations: boolean };

/** Amounts of a payment: month from 1 to 12, rent, fee and tax. */
type Payment = [month: number, rent: number, fee: number, tax: number];

type PropertyRow = {
  property_id: number;
  street: string;
  number: string | null;
  complement: string | null;
  neighborhood: string;
  city: string;
  state: string | null;
  cep: string | null;
  location: PropertyLocation;
};

export type RentRow = PropertyRow & {
  /** The line's first transfer: its id in a list. */
  first_id: number;
  owner_id: number;
  proposal_id: number;
  tenant_id: number;
  /** Unordered; a month may have several. */
  payments: Payment[];
  owner_name: string;
  owner_document: string;
  owner_type: 'FISICA' | 'JURIDICA';
  tenant_name: string;
  tenant_document: string;
  tenant_type: 'FISICA' | 'JURIDICA';
  tenant_abroad: boolean;
  withholding: string;
  start_date: CalendarDate;
  registered_on: CalendarDate;
};

const firstOf = (year: number) => sql.lit(`${year}-01-01`);
const lastOf = (year: number) => sql.lit(`${year}-12-31`);

/**
 * Income of each owner from each payment of the year, by the day on which the tenant paid. A debit taken by a later
 * transfer is negative income, even if deleted. Contract and tenant are the invoice's; returned rent has no invoice.
 */
const income = ({ year, with_obligations }: Counted) => sql`
  select t.id, t.user_id as owner_id, t.proposal_id, coalesce(i.user_id, c.user_id) as tenant_id,
    extract(month from t.received_on)::int as month, t.gross ${with_obligations ? sql`+ t.obligations` : sql``} as rent, t.fee, t.tax
  from transfer t join proposal c on c.id = t.proposal_id left join invoice i on i.id = t.invoice_id
  where t.received_on between ${firstOf(year)} and ${lastOf(year)} and (t.deleted_at is null or t.taken_by is not null)`;

/**
 * Rows of R02: owner, contract and tenant with the year's payments; rows with only zeros are left out. Aggregating a
 * list for each row takes a fraction of the time and memory of a sum for each month and column.
 */
const rents = (counted: Counted, some = sql``) => sql`
  with income as (${income(counted)} ${some}),
    line as (
      select owner_id, proposal_id, tenant_id, min(id) as first_id,
        json_agg(json_build_array(month, rent, fee, tax)) as payments
      from income group by 1, 2, 3 having bool_or(rent <> 0 or fee <> 0 or tax <> 0))
  select line.*, owner.name as owner_name, owner.cpf_cnpj as owner_document, owner.person_type as owner_type,
    tenant.name as tenant_name, tenant.cpf_cnpj as tenant_document, tenant.person_type as tenant_type,
    tenant.non_resident as tenant_abroad, c.withholding, c.start_date, c.registered_on,
    p.id as property_id, p.street, p.number, p.complement, p.neighborhood, p.city, p.state, p.cep, p.location
  from line join client owner on owner.id = owner_id join client tenant on tenant.id = tenant_id
    join proposal c on c.id = proposal_id join property p on p.id = c.property_id`;

const IN_ORDER = sql`order by owner_id, proposal_id, tenant_id`;
const BLOCK = 1_000;

/** Rows of the year in blocks, by a cursor in the caller's transaction. */
export async function* streamRents(trx: Db, counted: Counted): AsyncGenerator<RentRow[]> {
  // All rows are fetched, so the planner must not optimise for the first ones.
  await sql`set local cursor_tuple_fraction = 1`.execute(trx);
  await sql`declare dimob_rents no scroll cursor for ${rents(counted)} ${IN_ORDER}`.execute(trx);
  for (;;) {
    const { rows } = await sql<RentRow>`fetch ${sql.lit(BLOCK)} from dimob_rents`.execute(trx);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`close dimob_rents`.execute(trx);
}

type Search = { query: string | undefined; seen: Seen };

const matching = ({ query, seen }: Search) =>
  query === undefined
    ? sql`true`
    : sql`(owner_id in (${peopleFound(query, seen)}) or tenant_id in (${peopleFound(query, seen)})
        or ${matches(sql`p.search`, query)})`;

const BY_OWNER = sql`order by lower(unaccent(owner_name)), owner_id, proposal_id, tenant_id`;

/** Ids of all rows that match, by the owner's name. */
export async function findRentIds(db: Db, counted: Counted, search: Search) {
  const { rows } = await sql<{ first_id: number }>`
    select first_id from (${rents(counted)} where ${matching(search)}) rent ${BY_OWNER}`.execute(db);
  return rows.map(({ first_id }) => first_id);
}

/** Rows with these ids, by the owner's name; only their owners' contracts are added up. */
export async function findRentsOf(db: Db, counted: Counted, ids: readonly number[]) {
  const some = sql`and (t.user_id, t.proposal_id) in (
    select user_id, proposal_id from transfer where id = any(${ids}::bigint[]))`;
  const { rows } = await sql<RentRow>`
    select rent.* from (${rents(counted, some)}) rent where first_id = any(${ids}::bigint[]) ${BY_OWNER}`.execute(db);
  return rows;
}

/** A page of the rows whose owner, tenant or property matches, by the owner's name. */
export async function findRentPage(db: Db, counted: Counted, page: number, search: Search) {
  const { rows } = await sql<RentRow & { total: number }>`
    select rent.*, count(*) over () as total from (${rents(counted)} where ${matching(search)}) rent
    ${BY_OWNER} ${cutPage(page)}`.execute(db);
  return { rows, total: rows[0]?.total ?? 0 };
}

export type SaleRow = PropertyRow & {
  sale_id: number;
  price: number;
  commission: number;
  start_date: CalendarDate;
  registered_on: CalendarDate;
  buyer_id: number;
  buyer_name: string;
  buyer_document: string;
  sellers: { id: number; name: string; document: string; share: number | null }[];
};

/** Sales brokered in the year, with their sellers. */
export async function findSales(db: Db, year: number) {
  const { rows } = await sql<SaleRow>`
    select c.id as sale_id, c.price, c.commission, c.start_date, c.registered_on,
      buyer.id as buyer_id, buyer.name as buyer_name, buyer.cpf_cnpj as buyer_document,
      p.id as property_id, p.street, p.number, p.complement, p.neighborhood, p.city, p.state, p.cep, p.location,
      coalesce((select json_agg(json_build_object('id', seller.id, 'name', seller.name, 'document', seller.cpf_cnpj, 'share', s.share)
          order by s.position)
        from proposal_seller s join client seller on seller.id = s.client_id where s.proposal_id = c.id), '[]') as sellers
    from proposal c join property p on p.id = c.property_id join client buyer on buyer.id = c.user_id
    where c.kind = 'SALE' and c.deleted_at is null and c.start_date between ${firstOf(year)} and ${lastOf(year)}
    order by c.id`.execute(db);
  return rows;
}

const files = (db: Db) =>
  db
    .selectFrom('fiscal_file')
    .leftJoin('admin_user', 'admin_user.id', 'fiscal_file.admin_user_id')
    .select([
      'fiscal_file.id',
      'fiscal_file.name',
      'key',
      'bytes',
      'sha256',
      'rectifies',
      'receipt',
      'summary',
      'admin_user.name as by',
      'fiscal_file.created_at',
    ])
    .where('kind', '=', 'DIMOB');

/** Files of a year, newest first. */
export const findFiles = (db: Db, year: number) =>
  files(db).where('period', '=', String(year)).orderBy('fiscal_file.id', 'desc').limit(PAGE_SIZE).execute();

export const findFile = (db: Db, id: number) => files(db).where('fiscal_file.id', '=', id).executeTakeFirst();

export const insertFile = (trx: Db, file: Insertable<FiscalFile>) =>
  trx.insertInto('fiscal_file').values(file).returning('id').executeTakeFirstOrThrow();

export const setReceipt = (trx: Db, id: number, receipt: string) =>
  trx.updateTable('fiscal_file').set({ receipt }).where('id', '=', id).execute();

/** Whether a DIMOB of the year has its receipt. */
export const isDelivered = async (db: Db, year: number) =>
  (await db
    .selectFrom('fiscal_file')
    .select('id')
    .where('kind', '=', 'DIMOB')
    .where('period', '=', String(year))
    .where('receipt', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export type Check = { year: number; rows: number; blocking: number };

/** Stores the result of a check. An unchanged result is rewritten at most once an hour. */
export const storeCheck = (db: Db, { year, rows, blocking }: Check) =>
  sql`insert into dimob_check (year, rows, blocking) values (${year}, ${rows}, ${blocking})
    on conflict (year) do update set rows = excluded.rows, blocking = excluded.blocking, checked_at = now()
    where (dimob_check.rows, dimob_check.blocking) is distinct from (excluded.rows, excluded.blocking)
      or dimob_check.checked_at < now() - interval '1 hour'`.execute(db);

export const findCheck = (db: Db, year: number) =>
  db.selectFrom('dimob_check').selectAll().where('year', '=', year).executeTakeFirst();
