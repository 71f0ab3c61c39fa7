import type { StatementParty } from '@morada/contract/fiscal/fiscal-statements.search';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { PersonType } from '@morada/domain/people/client';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { cutPage } from '#api/db/reading/page.ts';
import { peopleFound, type Seen } from '#api/db/reading/search.ts';

/** Transfers that are income for the tax office, received in a year. */
const RECEIVED = (year: number) => sql`
  t.received_on between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date and (t.deleted_at is null or t.taken_by is not null)`;

/** Rent as DIMOB counts it, by the same rule as `dimobRows` of the domain. */
const GROSS = sql`t.gross + case when agency.dimob_obligations then t.obligations else 0 end`;

/** The tenant is who an invoice was issued to: a contract given to another tenant leaves what was paid with the former one. */
const PERSON: Record<StatementParty, RawBuilder<unknown>> = {
  OWNER: sql`t.user_id`,
  TENANT: sql`coalesce(i.user_id, k.user_id)`,
};

const INCOME = sql`transfer t join proposal k on k.id = t.proposal_id left join invoice i on i.id = t.invoice_id cross join agency`;

/** Years with rents received, the newest first. */
export async function findYears(db: Db): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`
    select year from (select extract(year from min(received_on))::integer as first, extract(year from max(received_on))::integer as last
      from transfer where received_on is not null) span, generate_series(span.first, span.last) year
    where exists (select from ${INCOME} where t.received_on between make_date(year, 1, 1) and make_date(year, 12, 31)
      and (t.deleted_at is null or t.taken_by is not null))
    order by year desc`.execute(db);
  return rows.map(({ year }) => year);
}

export type Totals = { people: number; gross: number; fee: number; tax: number };

export async function findTotals(db: Db, year: number) {
  const { rows } = await sql<Totals & { tenants: number }>`
    select count(distinct t.user_id) as people, count(distinct coalesce(i.user_id, k.user_id)) as tenants, coalesce(sum(${GROSS}), 0) as gross,
      coalesce(sum(t.fee), 0) as fee, coalesce(sum(t.tax), 0) as tax
    from ${INCOME} where ${RECEIVED(year)}`.execute(db);
  const { tenants = 0, ...owners } = rows[0] ?? { people: 0, gross: 0, fee: 0, tax: 0 };
  return { owners, tenants: { ...owners, people: tenants } };
}

type Row = {
  id: number;
  name: string;
  document: string;
  has_email: boolean;
  contracts: number;
  gross: number;
  fee: number;
  tax: number;
  net: number;
  mailed_at: string | null;
};

type Search = {
  year: number;
  party: StatementParty;
  page: number;
  query?: string | undefined;
  email?: 'MISSING' | undefined;
  seen: Seen;
};

/** People with income in the year, by name. */
export async function findPeople(db: Db, { year, party, page, query, email, seen }: Search) {
  const person = PERSON[party];
  const named = query === undefined ? sql`true` : sql`${person} in (${peopleFound(query, seen)})`;
  const found = email ? sql`${named} and ${person} in (select id from client where email is null)` : named;
  const { rows } = await sql<Row>`
    with cut as (
      select c.id, c.name from client c
      where c.id in (select ${person} from ${INCOME} where ${RECEIVED(year)} and ${found})
      order by c.name, c.id ${cutPage(page)})
    select c.id, c.name, c.cpf_cnpj as document, c.email is not null as has_email, count(distinct t.proposal_id) as contracts,
      sum(${GROSS}) as gross, sum(t.fee) as fee, sum(t.tax) as tax, sum(${GROSS}) - sum(t.fee) - sum(t.tax) as net, m.sent_at as mailed_at
    from cut join ${INCOME} on ${person} = cut.id join client c on c.id = cut.id
      left join income_statement_mail m on m.year = ${year} and m.client_id = c.id
    where ${RECEIVED(year)}
    group by c.id, m.sent_at order by c.name, c.id`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(distinct ${person}) as total from ${INCOME} where ${RECEIVED(year)} and ${found}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

export type Receipt = {
  owner_id: number;
  proposal_id: number;
  tenant_id: number;
  received_on: CalendarDate;
  income: number;
  obligations: number;
  fee: number;
  tax: number;
  tax_code: '3208' | '9478' | null;
};

/** Receipts of the people, in order of day. */
export async function findReceipts(db: Db, year: number, party: StatementParty, ids: readonly number[]) {
  const { rows } = await sql<Receipt>`
    select t.user_id as owner_id, t.proposal_id, coalesce(i.user_id, k.user_id) as tenant_id, t.received_on, t.gross as income, t.obligations, t.fee, t.tax,
      t.tax_code
    from transfer t join proposal k on k.id = t.proposal_id left join invoice i on i.id = t.invoice_id
    where ${PERSON[party]} = any(${ids}::bigint[]) and ${RECEIVED(year)}
    order by t.received_on, t.id`.execute(db);
  return rows;
}

/** People with rents in the year, by id: their documents are made in this order. */
export async function findIds(db: Db, year: number, party: StatementParty) {
  const { rows } = await sql<{ id: number }>`
    select distinct ${PERSON[party]} as id from ${INCOME} where ${RECEIVED(year)} order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

export type Person = { id: number; name: string; document: string; person_type: PersonType; non_resident: boolean };

export async function findNamed(db: Db, ids: readonly number[]): Promise<Map<number, Person>> {
  const rows = await db
    .selectFrom('client')
    .select(['id', 'name', 'cpf_cnpj as document', 'person_type', 'non_resident'])
    .where('id', 'in', [...ids, 0])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export type Contract = {
  id: number;
  start_date: CalendarDate;
  end_date: CalendarDate;
  closed_on: CalendarDate | null;
  withholding_iptu: number;
  withholding_condominium: number;
  street: string;
  number: string | null;
  complement: string | null;
  neighborhood: string | null;
  city: string | null;
  state: string | null;
  cep: string | null;
  owners: { client_id: number; share: number | null }[];
};

export async function findContracts(db: Db, ids: readonly number[]): Promise<Map<number, Contract>> {
  const { rows } = await sql<Contract>`
    select k.id, k.start_date, k.end_date, k.closed_on, k.withholding_iptu, k.withholding_condominium, p.street, p.number, p.complement,
      p.neighborhood, p.city, p.state, p.cep,
      coalesce((select json_agg(json_build_object('client_id', o.client_id, 'share', o.share) order by o.position)
        from property_owner o where o.property_id = k.property_id), '[]') as owners
    from proposal k join property p on p.id = k.property_id where k.id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export const findYearsOf = async (db: Db, clientId: number, party: StatementParty) =>
  (
    await sql<{ year: number }>`
      select distinct extract(year from t.received_on)::integer as year from transfer t join proposal k on k.id = t.proposal_id left join invoice i on i.id = t.invoice_id
      where ${PERSON[party]} = ${clientId} and t.received_on is not null and (t.deleted_at is null or t.taken_by is not null)
      order by 1 desc`.execute(db)
  ).rows.map(({ year }) => year);

// E-mails ---------------------------------------------------------------------------------------------------------------

const PEOPLE = (year: number, party: StatementParty) =>
  sql`select distinct ${PERSON[party]} as id from ${INCOME} where ${RECEIVED(year)}`;

export async function countMails(db: Db, year: number, party: StatementParty) {
  const { rows } = await sql<{ with_email: number; without_email: number; told: number }>`
    select count(c.email) as with_email, count(*) - count(c.email) as without_email,
      count(c.email) filter (where m.client_id is not null) as told
    from client c left join income_statement_mail m on m.year = ${year} and m.client_id = c.id
    where c.id in (${PEOPLE(year, party)}) and c.deleted_at is null`.execute(db);
  return rows[0] ?? { with_email: 0, without_email: 0, told: 0 };
}

type Mailed = { party: StatementParty; again: boolean; by: number | null };

/** Records an e-mail to each person with an address, and returns the people to send it to now. */
export async function recordMails(trx: Db, year: number, { party, again, by }: Mailed) {
  const told = again
    ? sql`do update set times = income_statement_mail.times + 1, sent_at = now(), admin_user_id = excluded.admin_user_id`
    : sql`do nothing`;
  const { rows } = await sql<{ id: number; name: string; email: string }>`
    with told as (
      insert into income_statement_mail (year, client_id, admin_user_id)
      select ${year}::integer, c.id, ${by}::bigint from client c
      where c.id in (${PEOPLE(year, party)}) and c.deleted_at is null and c.email is not null order by c.id
      on conflict (year, client_id) ${told} returning client_id)
    select c.id, c.name, c.email from told join client c on c.id = told.client_id order by c.id`.execute(trx);
  return rows;
}

// The file of all statements ----------------------------------------------------------------------------------------------

export type Run = {
  id: number;
  year: number;
  status: 'RUNNING' | 'DONE' | 'FAILED';
  total: number;
  done: number;
  admin_user_id: number | null;
};

const RUN = ['id', 'year', 'status', 'total', 'done', 'admin_user_id'] as const;

export const findLastRun = (db: Db, year: number): Promise<Run | undefined> =>
  db
    .selectFrom('income_statement_run')
    .select(RUN)
    .where('year', '=', year)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const findGoing = (db: Db, id: number): Promise<Run | undefined> =>
  db
    .selectFrom('income_statement_run')
    .select(RUN)
    .where('id', '=', id)
    .where('status', '=', 'RUNNING')
    .executeTakeFirst();

export const lockGoing = (trx: Db, id: number) =>
  trx
    .selectFrom('income_statement_run')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'RUNNING')
    .forUpdate()
    .executeTakeFirst();

/** Undefined when a run of the year is already in progress. */
export const beginRun = (trx: Db, values: { year: number; total: number; admin_user_id: number | null }) =>
  trx
    .insertInto('income_statement_run')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning(RUN)
    .executeTakeFirst() as Promise<Run | undefined>;

export const advanceRun = (db: Db, id: number, done: number) =>
  db
    .updateTable('income_statement_run')
    .set({ done, advanced_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'RUNNING')
    .execute();

export const endRun = (db: Db, id: number, end: { status: 'DONE' | 'FAILED'; file_id?: number; done?: number }) =>
  db
    .updateTable('income_statement_run')
    .set({ ...end, ended_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'RUNNING')
    .execute();

/** Runs without progress for two minutes. */
export const findStranded = (trx: Db) =>
  trx
    .selectFrom('income_statement_run')
    .select('id')
    .where('status', '=', 'RUNNING')
    .where('advanced_at', '<', sql<string>`now() - interval '2 minutes'`)
    .forUpdate()
    .skipLocked()
    .execute();

type NewFile = {
  year: number;
  name: string;
  key: string;
  bytes: number;
  sha256: string;
  owners: number;
  tenants: number;
};

export const insertFile = (trx: Db, { year, owners, tenants, ...file }: NewFile, by: number | null) =>
  trx
    .insertInto('fiscal_file')
    .values({
      ...{ ...file, kind: 'INCOME_STATEMENTS', period: String(year), admin_user_id: by },
      summary: JSON.stringify({ owners, tenants }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();

export async function findFiles(db: Db, year: number) {
  const rows = await db
    .selectFrom('fiscal_file as f')
    .leftJoin('admin_user as u', 'u.id', 'f.admin_user_id')
    .select(['f.id', 'f.name', 'f.bytes', 'f.summary', 'u.name as by', 'f.created_at'])
    .where('f.kind', '=', 'INCOME_STATEMENTS')
    .where('f.period', '=', String(year))
    .orderBy('f.id', 'desc')
    .limit(10)
    .execute();
  return rows.map(({ summary, ...row }) => ({
    ...row,
    owners: Number(summary.owners),
    tenants: Number(summary.tenants ?? 0),
  }));
}

export const findFile = (db: Db, id: number) =>
  db
    .selectFrom('fiscal_file')
    .select(['id', 'name', 'key', 'period'])
    .where('id', '=', id)
    .where('kind', '=', 'INCOME_STATEMENTS')
    .executeTakeFirst();
