import { lastPage } from '@morada/contract/base/fields';
import type { ApplicationRow } from '@morada/contract/lease/application-row';
import type { ApplicationSearch } from '@morada/contract/lease/applications.search';
import { type ApplicationState, applicationLife, KEPT_DAYS } from '@morada/domain/application/application';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { addressLine } from '@morada/domain/property/property';
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import type * as z from 'zod/mini';
import type { Db } from '#api/context.ts';
import { cutPage } from '#api/db/reading/page.ts';
import { matches } from '#api/db/reading/search.ts';
import type {
  Application,
  ApplicationDocument,
  ApplicationOpinion,
  ApplicationParty,
  ApplicationRules,
} from '#api/db/schema.ts';

type Place = { property_id: number; street: string; house: string | null; complement: string | null };
type Row = Omit<ApplicationRow, 'property'> & Place;

const shown = ({ property_id, street, house, complement, ...row }: Row): ApplicationRow => ({
  ...row,
  property: { id: property_id, label: addressLine({ street, number: house, complement }) },
});

const FORMS = sql`select count(*) from application_party f where f.application_id = a.id and f.state not in ('CLOSED', 'ERASED')`;
const COLUMNS = sql`a.id, a.state, a.property_id, p.street, p.number as house, p.complement, a.rent, a.fees,
  (select t.name from application_party t where t.application_id = a.id and t.role = 'TENANT' order by t.id desc limit 1) as tenant,
  (${FORMS}) as forms, (${FORMS} and f.state = 'SENT') as forms_sent, a.valid_until, a.created_at, a.updated_at`;

export type Search = Omit<z.output<typeof ApplicationSearch>, 'page'>;

function selection({ query, state, property }: Search): RawBuilder<unknown> {
  const conditions = [sql`true`];
  if (state) conditions.push(sql`a.state = ${state}`);
  if (property !== undefined) conditions.push(sql`a.property_id = ${property}`);
  if (query !== undefined) {
    const number = /^\d{1,15}$/.test(query) ? Number(query) : null;
    conditions.push(sql`(a.id = ${number}
      or a.id in (select application_id from application_party where ${matches(sql`search_text(name)`, query)})
      or a.property_id in (select id from property where ${matches(sql`search`, query)}))`);
  }
  return sql.join(conditions, sql` and `);
}

/** A page of applications, the newest first. */
export async function findApplications(db: Db, { page = 1, ...search }: z.output<typeof ApplicationSearch>) {
  const where = selection(search);
  const { rows } = await sql<Row>`
    with cut as (select a.id from application a where ${where} order by a.id desc ${cutPage(page)})
    select ${COLUMNS} from cut join application a on a.id = cut.id join property p on p.id = a.property_id order by a.id desc`.execute(
    db,
  );
  const counted = await sql<{ found: number }>`select count(*) as found from application a where ${where}`.execute(db);
  const total = counted.rows[0]?.found ?? 0;
  return { data: rows.map(shown), page, lastPage: lastPage(total), total };
}

export async function findApplicationIds(db: Db, search: Search): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from application a where ${selection(search)} order by a.id desc`.execute(db);
  return rows.map(({ id }) => id);
}

/** In the given order. */
export async function findApplicationsAt(db: Db, ids: readonly number[]): Promise<ApplicationRow[]> {
  const { rows } = await sql<Row>`
    with cut as (select id, place from unnest(${ids}::bigint[]) with ordinality as wanted(id, place))
    select ${COLUMNS} from cut join application a on a.id = cut.id join property p on p.id = a.property_id order by cut.place`.execute(
    db,
  );
  return rows.map(shown);
}

/** Applications that wait for staff, the oldest first. */
export async function findWaiting(db: Db, most: number) {
  const { rows } = await sql<Row & { total: number }>`
    with cut as (
      select a.id, count(*) over () as total from application a
      where a.state in ('COMPLETE', 'IN_ANALYSIS', 'RECOMMENDED') order by a.id limit ${most})
    select ${COLUMNS}, cut.total from cut join application a on a.id = cut.id join property p on p.id = a.property_id
    order by a.id`.execute(db);
  return { total: rows[0]?.total ?? 0, data: rows.map(({ total: _, ...row }) => shown(row)) };
}

/** Property and lead of a bid for a rental. */
export const findBid = (trx: Db, id: number) =>
  trx
    .selectFrom('bid')
    .select(['property_id', 'lead_id'])
    .where('id', '=', id)
    .where('kind', '=', 'RENT')
    .executeTakeFirst();

type Detail = Row &
  Pick<Application, 'guarantee' | 'withdrawn_by' | 'condition' | 'ended_on'> & {
    lead_id: number | null;
    contract_id: number | null;
    bid_id: number | null;
    created_by: string | null;
    creator: number | null;
  };

export async function findApplication(db: Db, id: number) {
  const { rows } = await sql<Detail>`
    select ${COLUMNS}, a.guarantee, a.withdrawn_by, a.condition, a.ended_on, a.lead_id, a.proposal_id as contract_id,
      coalesce((select b.id from bid b where b.id = a.bid_id and b.state in ('SENT', 'COUNTERED', 'ACCEPTED', 'DONE')),
        (select b.id from bid b where b.property_id = a.property_id and b.lead_id = a.lead_id and b.state = 'ACCEPTED')) as bid_id, u.name as created_by, a.created_by as creator
    from application a join property p on p.id = a.property_id left join admin_user u on u.id = a.created_by
    where a.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { guarantee, withdrawn_by, condition, ended_on, lead_id, contract_id, bid_id, created_by, creator, ...listed } =
    row;
  return {
    ...{ ...shown(listed), guarantee, withdrawn_by, condition, ended_on },
    ...{ lead_id, contract_id, bid_id, created_by, creator },
  };
}

/** Locked until the transaction ends: whatever moves an application or its parties takes it first. */
export const lockApplication = (trx: Db, id: number) =>
  trx.selectFrom('application').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const insertApplication = (trx: Db, row: Insertable<Application>) =>
  trx.insertInto('application').values(row).returning('id').executeTakeFirstOrThrow();

/** False when it is in another state: another call was first. */
export async function moveApplication(trx: Db, id: number, from: ApplicationState, changes: Updateable<Application>) {
  const moved = await trx
    .updateTable('application')
    .set({ ...changes, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('state', '=', from)
    .returning('id')
    .executeTakeFirst();
  return moved !== undefined;
}

export const touchApplication = (trx: Db, id: number, changes: Updateable<Application> = {}) =>
  trx
    .updateTable('application')
    .set({ ...changes, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();

/** Whether the property can be let, and its address. The property is not deleted meanwhile. */
export const findProperty = (trx: Db, id: number) =>
  trx
    .selectFrom('property')
    .select(['id', 'type', 'street', 'number', 'complement'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();

export const insertParty = (trx: Db, row: Insertable<ApplicationParty>) =>
  trx.insertInto('application_party').values(row).returning('id').executeTakeFirstOrThrow();

const ORDER = sql`array_position(array['TENANT', 'CO_TENANT', 'SPOUSE', 'GUARANTOR'], role)`;

export const findParties = (db: Db, applicationId: number) =>
  db
    .selectFrom('application_party')
    .selectAll()
    .where('application_id', '=', applicationId)
    .orderBy(ORDER)
    .orderBy('id')
    .execute();
export type FoundParty = Awaited<ReturnType<typeof findParties>>[number];

export const findParty = (db: Db, id: number) =>
  db.selectFrom('application_party').selectAll().where('id', '=', id).executeTakeFirst();

export const updateParty = (trx: Db, id: number, changes: Updateable<ApplicationParty>) =>
  trx
    .updateTable('application_party')
    .set({ ...changes, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();

/** Counts a try of the code that still holds; undefined: there is none, or it was tried too often. */
export const countCodeTry = (db: Db, id: number, most: number) =>
  db
    .updateTable('application_party')
    .set((q) => ({ code_tries: q('code_tries', '+', 1) }))
    .where('id', '=', id)
    .where('code_tries', '<', most)
    .where('code_until', '>', sql<string>`now()`)
    .returning('code_hash')
    .executeTakeFirst();

export const insertBrowser = (trx: Db, token_hash: Buffer, party_id: number) =>
  trx.insertInto('application_browser').values({ token_hash, party_id }).execute();

/** How many browsers the form is open in, and whether this is one of them. */
export async function findBrowsers(db: Db, partyId: number, tokenHash: Buffer | undefined) {
  const { rows } = await sql<{ found: number; mine: boolean }>`
    select count(*) as found, coalesce(bool_or(token_hash = ${tokenHash ?? null}), false) as mine
    from application_browser where party_id = ${partyId}`.execute(db);
  return rows[0] ?? { found: 0, mine: false };
}

export const dropBrowsers = (trx: Db, partyIds: readonly number[]) =>
  trx.deleteFrom('application_browser').where('party_id', 'in', partyIds).execute();

export const insertDocument = (trx: Db, row: Insertable<ApplicationDocument>) =>
  trx.insertInto('application_document').values(row).execute();

/** Documents of these parties, in the order in which they came. */
export const findDocuments = (db: Db, partyIds: readonly number[]) =>
  db
    .selectFrom('application_document')
    .innerJoin('stored_file', 'stored_file.id', 'application_document.file_id')
    .select(['application_document.id', 'party_id', 'kind', 'file_id', 'name', 'media_type', 'key'])
    .where('party_id', 'in', partyIds.length > 0 ? partyIds : [0])
    .where('stored_file.deleted_at', 'is', null)
    .orderBy('application_document.id')
    .execute();
export type FoundDocument = Awaited<ReturnType<typeof findDocuments>>[number];

export const findDocument = (db: Db, id: number) =>
  db
    .selectFrom('application_document')
    .innerJoin('stored_file', 'stored_file.id', 'application_document.file_id')
    .innerJoin('application_party', 'application_party.id', 'application_document.party_id')
    .select(['application_document.id', 'party_id', 'application_id', 'kind', 'file_id', 'key'])
    .where('application_document.id', '=', id)
    .where('stored_file.deleted_at', 'is', null)
    .executeTakeFirst();

export const insertOpinion = (trx: Db, row: Insertable<ApplicationOpinion>) =>
  trx.insertInto('application_opinion').values(row).execute();

export const findOpinions = (db: Db, applicationId: number) =>
  db
    .selectFrom('application_opinion')
    .leftJoin('admin_user', 'admin_user.id', 'application_opinion.admin_user_id')
    .select(['application_opinion.id', 'admin_user_id', 'decision', 'comment', 'condition', 'lines', 'decided_at'])
    .select('admin_user.name as by')
    .where('application_id', '=', applicationId)
    .orderBy('application_opinion.id')
    .execute();

export const findRules = (db: Db) =>
  db
    .selectFrom('application_rules')
    .select(['income_times', 'guarantor_times', 'debts_share', 'guarantor_property', 'approval_limit', 'min_score'])
    .executeTakeFirst();

export const saveRules = (trx: Db, rules: Insertable<ApplicationRules>) =>
  trx
    .insertInto('application_rules')
    .values(rules)
    .onConflict((row) => row.column('only_row').doUpdateSet(rules))
    .execute();

const EXPIRING = applicationLife.states.filter((state) => applicationLife.can(state, 'expire'));

/** Applications whose last day is over, locked; those that another server works on are passed over. */
export async function takeExpired(trx: Db, today: CalendarDate, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from application where ended_on is null and valid_until < ${today} and state = any(${EXPIRING})
    order by id limit ${most} for update skip locked`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Applications that ended longer ago than their forms are kept, locked. */
export async function takeForgotten(trx: Db, today: CalendarDate, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from application a join jsonb_each_text(${JSON.stringify(KEPT_DAYS)}::jsonb) as kept on kept.key = a.state
    where a.ended_on is not null and a.ended_on + kept.value::int < ${today}::date
    order by a.id limit ${most} for update of a skip locked`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Open applications of a property, locked; `own`: a party has the client's document. */
export async function lockOfProperty(trx: Db, propertyId: number, clientId: number | null) {
  const { rows } = await sql<{ id: number; own: boolean }>`
    select a.id, exists (select from application_party f join client c on c.id = ${clientId} and c.cpf_cnpj = f.cpf
      where f.application_id = a.id and f.role in ('TENANT', 'CO_TENANT') and f.state not in ('CLOSED', 'ERASED')) as own
    from application a where a.property_id = ${propertyId} and a.ended_on is null order by a.id for update of a`.execute(
    trx,
  );
  return rows;
}

/** Open applications of these leads, locked. */
export async function lockOfLeads(trx: Db, leadIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from application where lead_id = any(${leadIds}) and ended_on is null order by id for update`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/** Forms of a client, by document or by the e-mail that staff typed, with their applications locked. */
export async function lockFormsOf(trx: Db, clientId: number) {
  const { rows } = await sql<{ id: number; application_id: number }>`
    select f.id, f.application_id from application_party f
      join application a on a.id = f.application_id
      join client c on c.id = ${clientId} and (c.cpf_cnpj <> '' and c.cpf_cnpj = f.cpf
        or f.cpf is null and c.email is not null and lower(c.email) = lower(f.email))
    where f.state <> 'ERASED' order by f.application_id, f.id for update of a`.execute(trx);
  return rows;
}

/** Empties forms: who they are about, what they answered, and what was said of it. Answers their files. */
export async function eraseForms(trx: Db, partyIds: readonly number[]): Promise<number[]> {
  await dropBrowsers(trx, partyIds);
  // An answer that is still out finds no row, and is not kept.
  await trx.deleteFrom('credit_inquiry').where('party_id', 'in', partyIds).execute();
  await trx
    .updateTable('application_party')
    .set({
      ...{ state: 'ERASED', name: 'Dados apagados', email: null, phone: null, answers: '{}', request: null },
      ...{ code_hash: null, code_until: null, link_until: null, proven_income: null, credit: null },
      updated_at: sql<string>`now()`,
    })
    .where('id', 'in', partyIds)
    .execute();
  const files = await trx
    .selectFrom('application_document')
    .select('file_id')
    .where('party_id', 'in', partyIds)
    .execute();
  return files.map(({ file_id }) => file_id);
}

/** Figures and words of people in the decisions; who decided what and when stays. */
export const eraseOpinions = (trx: Db, applicationIds: readonly number[]) =>
  trx
    .updateTable('application_opinion')
    .set({ comment: 'Texto apagado', condition: null, lines: '[]' })
    .where('application_id', 'in', applicationIds)
    .execute();
