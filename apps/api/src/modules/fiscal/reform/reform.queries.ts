import type { ReformSearch } from '@morada/contract/fiscal/fiscal-reform.search';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { BasisPoints, Cents } from '@morada/domain/base/money';
import {
  type FixedRateConditions,
  REFORM_STATES,
  type ReformLimits,
  type ReformState,
  reformThresholds,
} from '@morada/domain/fiscal/reform';
import type { PropertyPurpose } from '@morada/domain/lease/lease-purposes';
import type { PropertyLocation } from '@morada/domain/property/property-words';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Db } from '#api/context.ts';
import { cutPage } from '#api/db/reading/page.ts';
import { peopleFound, type Seen } from '#api/db/reading/search.ts';

/** A year with its limits and those of the year before. */
export type Counted = { year: number; limits: ReformLimits; before: ReformLimits };

const STATES = Object.keys(REFORM_STATES) as ReformState[];
const rankOf = (state: RawBuilder<unknown>) => sql`array_position(${STATES}::text[], ${state})`;

type Declared = {
  declared_income: Cents | null;
  declared_properties: number | null;
  declared_on: CalendarDate | null;
  declared_state: ReformState | null;
};

export type OwnerRow = Declared & {
  id: number;
  name: string;
  document: string;
  income: Cents;
  properties: number;
  income_before: Cents;
  properties_before: number;
  before_declared_income: Cents | null;
  before_declared_properties: number | null;
  before_declared_on: CalendarDate | null;
  state: ReformState;
  to_ask: boolean;
};

/**
 * Owners who are natural persons, with rents received or declared in the year or the one before, and their state by the
 * same rule as `reformState` of the domain. A property counts when it brought rent. `one`: id of a single owner,
 * included even without rents.
 */
function owners({ year, limits, before }: Counted, one?: number) {
  const { near, limit, excess } = reformThresholds(limits);
  const [first, last] = [`${year - 1}-01-01`, `${year}-12-31`];
  const ofOne = one === undefined ? sql`true` : sql`t.user_id = ${one}`;
  const counted =
    one === undefined ? sql`coalesce(own.user_id, d.client_id, b.client_id) is not null` : sql`c.id = ${one}`;
  const counts = limits.excess_needs_properties ? sql`all_properties > ${limits.properties}` : sql`true`;
  return sql`
    received as (
      select t.user_id, t.property_id, t.received_on >= ${`${year}-01-01`}::date as now, sum(t.gross) as gross
      from transfer t
      where t.received_on between ${first}::date and ${last}::date and (t.deleted_at is null or t.taken_by is not null) and ${ofOne}
      group by 1, 2, 3),
    own as (
      select user_id, coalesce(sum(gross) filter (where now), 0) as income, count(*) filter (where now and gross > 0) as properties,
        coalesce(sum(gross) filter (where not now), 0) as income_before, count(*) filter (where not now and gross > 0) as properties_before
      from received group by 1),
    added as (
      select c.id, c.name, c.cpf_cnpj as document, coalesce(own.income, 0) as income, coalesce(own.properties, 0) as properties,
        coalesce(own.income_before, 0) as income_before, coalesce(own.properties_before, 0) as properties_before,
        d.income as declared_income, d.properties as declared_properties, d.declared_on, d.state as declared_state,
        b.income as before_declared_income, b.properties as before_declared_properties, b.declared_on as before_declared_on,
        coalesce(own.income, 0) + coalesce(d.income, 0) as all_income, coalesce(own.properties, 0) + coalesce(d.properties, 0) as all_properties,
        coalesce(own.income_before, 0) + coalesce(b.income, 0) as all_income_before,
        coalesce(own.properties_before, 0) + coalesce(b.properties, 0) as all_properties_before
      from client c left join own on own.user_id = c.id
        left join reform_declaration d on d.client_id = c.id and d.year = ${year}
        left join reform_declaration b on b.client_id = c.id and b.year = ${year - 1}
      where c.person_type = 'FISICA' and ${counted}),
    stated as (
      select *, case
        when all_income_before > ${before.income_limit} and all_properties_before > ${before.properties} then 'NOW'
        when all_income > ${excess} and ${counts} then 'NOW'
        when all_income > ${limit} and all_properties > ${limits.properties} then 'NEXT_YEAR'
        when all_income >= ${near} then 'NEAR' else 'SAFE' end as state
      from added),
    owner as (
      select *, state <> 'SAFE' and coalesce(${rankOf(sql`declared_state`)} < ${rankOf(sql`state`)}, true) as to_ask from stated)`;
}

export type Search = Pick<z.output<typeof ReformSearch>, 'query' | 'state' | 'declaration'> & { seen: Seen };

function found({ query, state, declaration, seen }: Search) {
  const wanted = [
    query === undefined ? [] : sql`id in (${peopleFound(query, seen)})`,
    state === undefined ? [] : sql`state = ${state}`,
    declaration === undefined ? [] : sql`to_ask`,
  ].flat();
  return wanted.length === 0 ? sql`true` : sql`${sql.join(wanted, sql` and `)}`;
}

const OWNER = sql`id, name, document, income, properties, income_before, properties_before, declared_income,
  declared_properties, declared_on, declared_state, before_declared_income, before_declared_properties, before_declared_on, state, to_ask`;

/** The gravest first, and of a state the largest income first. */
const IN_ORDER = sql`order by ${rankOf(sql`state`)} desc, all_income desc, id`;

export async function findPage(db: Db, counted: Counted, search: Search, page: number) {
  const { rows } = await sql<OwnerRow>`
    with ${owners(counted)} select ${OWNER} from owner where ${found(search)} ${IN_ORDER} ${cutPage(page)}`.execute(db);
  const { rows: totals } = await sql<{ total: number }>`
    with ${owners(counted)} select count(*) as total from owner where ${found(search)}`.execute(db);
  return { rows, total: totals[0]?.total ?? 0 };
}

/** All ids in order, and the rows of some of them: a list is exported in portions. */
export async function findIds(db: Db, counted: Counted, search: Search) {
  const { rows } = await sql<{ id: number }>`
    with ${owners(counted)} select id from owner where ${found(search)} ${IN_ORDER}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function findRows(db: Db, counted: Counted, ids: readonly number[]) {
  const { rows } = await sql<OwnerRow>`
    with ${owners(counted)} select ${OWNER} from owner where id = any(${ids}::bigint[])
    order by array_position(${ids}::bigint[], id)`.execute(db);
  return rows;
}

/** Undefined when the person is not a natural one. */
export async function findOwner(db: Db, counted: Counted, id: number) {
  const { rows } = await sql<OwnerRow>`with ${owners(counted, id)} select ${OWNER} from owner`.execute(db);
  return rows[0];
}

export async function countStates(db: Db, counted: Counted) {
  const { rows } = await sql<{ SAFE: number; NEAR: number; NEXT_YEAR: number; NOW: number; to_ask: number }>`
    with ${owners(counted)}
    select count(*) filter (where state = 'SAFE') as "SAFE", count(*) filter (where state = 'NEAR') as "NEAR",
      count(*) filter (where state = 'NEXT_YEAR') as "NEXT_YEAR", count(*) filter (where state = 'NOW') as "NOW",
      count(*) filter (where to_ask) as to_ask
    from owner`.execute(db);
  return rows[0] ?? { SAFE: 0, NEAR: 0, NEXT_YEAR: 0, NOW: 0, to_ask: 0 };
}

// Leases --------------------------------------------------------------------------------------------------------------------

export type LeaseRow = {
  id: number;
  tenant: string;
  end_date: CalendarDate;
  current_price: Cents;
  discount: Cents;
  fees: Cents;
  location: PropertyLocation;
  comercial: boolean | null;
  purpose: PropertyPurpose | null;
  property_purpose: PropertyPurpose | null;
  street: string;
  number: string | null;
  complement: string | null;
  owners: { client_id: number; share: BasisPoints | null }[];
  option: StoredOption | null;
};

/** Leases under way of the owner's properties, with the fees charged every month. */
export async function findLeases(db: Db, ownerId: number) {
  const { rows } = await sql<LeaseRow>`
    select k.id, tenant.name as tenant, k.end_date, k.current_price, k.discount, p.location, p.comercial, k.purpose, p.purpose as property_purpose, p.street, p.number, p.complement,
      (select coalesce(sum(price), 0) from property_fee where property_id = p.id) as fees,
      (select json_agg(json_build_object('client_id', o.client_id, 'share', o.share) order by o.position)
        from property_owner o where o.property_id = p.id) as owners,
      case when r.proposal_id is not null then json_build_object('signed_on', r.signed_on, 'signature', r.signature,
        'purpose', r.purpose, 'registered_on', r.registered_on, 'ends_on', r.ends_on,
        'proof', r.proof) end as option
    from property_owner mine join property p on p.id = mine.property_id join proposal k on k.property_id = p.id
      join client tenant on tenant.id = k.user_id left join reform_option r on r.proposal_id = k.id
    where mine.client_id = ${ownerId} and p.type = 'RENT' and k.status = 'APPROVED' and k.deleted_at is null
    order by k.id`.execute(db);
  return rows;
}

/** Locks the lease, so that changes of its option are serialised. Undefined when there is no such lease in force. */
export async function lockLease(trx: Db, id: number) {
  const { rows } = await sql<{ id: number; tenant: string }>`
    select k.id, tenant.name as tenant from proposal k join property p on p.id = k.property_id join client tenant on tenant.id = k.user_id
    where k.id = ${id} and p.type = 'RENT' and k.status = 'APPROVED' and k.deleted_at is null for no key update of k`.execute(
    trx,
  );
  return rows[0];
}

const CONDITIONS = ['signed_on', 'signature', 'purpose', 'registered_on', 'ends_on', 'proof'] as const;

/** `proof`: where the proof of the conditions is kept. */
export type StoredOption = FixedRateConditions & { proof: string | null };

export const findOption = (db: Db, id: number): Promise<StoredOption | undefined> =>
  db.selectFrom('reform_option').select(CONDITIONS).where('proposal_id', '=', id).executeTakeFirst();

export function putOption(trx: Db, id: number, option: StoredOption & { admin_user_id: number | null }) {
  const saved = { ...option, saved_at: sql<string>`now()` };
  return trx
    .insertInto('reform_option')
    .values({ proposal_id: id, ...saved })
    .onConflict((conflict) => conflict.column('proposal_id').doUpdateSet(saved))
    .execute();
}

export const deleteOption = (trx: Db, id: number): Promise<StoredOption | undefined> =>
  trx.deleteFrom('reform_option').where('proposal_id', '=', id).returning(CONDITIONS).executeTakeFirst();

// Declarations --------------------------------------------------------------------------------------------------------------

export type Declaration = { income: Cents; properties: number; declared_on: CalendarDate };

/** Locks the owner, so that declarations of one person are saved one after another. */
export const lockOwner = (trx: Db, id: number) =>
  sql`select id from client where id = ${id} for no key update`.execute(trx);

export function putDeclaration(
  trx: Db,
  key: { client_id: number; year: number },
  declaration: Declaration & { state: ReformState; admin_user_id: number | null },
) {
  const saved = { ...declaration, saved_at: sql<string>`now()` };
  return trx
    .insertInto('reform_declaration')
    .values({ ...key, ...saved })
    .onConflict((conflict) => conflict.columns(['client_id', 'year']).doUpdateSet(saved))
    .execute();
}

export const deleteDeclaration = (trx: Db, id: number, year: number): Promise<Declaration | undefined> =>
  trx
    .deleteFrom('reform_declaration')
    .where('client_id', '=', id)
    .where('year', '=', year)
    .returning(['income', 'properties', 'declared_on'])
    .executeTakeFirst();

// The dashboard's count -----------------------------------------------------------------------------------------------------

/** Stores a count. An unchanged count is rewritten at most once an hour. */
export const storeCheck = (db: Db, year: number, to_ask: number) =>
  sql`insert into reform_check (year, to_ask) values (${year}, ${to_ask})
    on conflict (year) do update set to_ask = excluded.to_ask, checked_at = now()
    where reform_check.to_ask <> excluded.to_ask or reform_check.checked_at < now() - interval '1 hour'`.execute(db);

export const findCheck = (db: Db, year: number) =>
  db.selectFrom('reform_check').select('to_ask').where('year', '=', year).executeTakeFirst();
