import { lastPage } from '@morada/contract/base/fields';
import type { ProposalSearch } from '@morada/contract/lease/proposals.search';
import { addDays, type CalendarDate, type Reference } from '@morada/domain/base/calendar';
import { type ContractStatus, readjustmentState } from '@morada/domain/lease/contract';
import { READJUSTMENT_NOTICE_DAYS, TERM_NOTICE_DAYS } from '@morada/domain/lease/contract-words';
import { addressLine } from '@morada/domain/property/property';
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type * as z from 'zod/mini';
import type { Db } from '#api/context.ts';
import { closedOn } from '#api/db/lettings.ts';
import { standsOn } from '#api/db/parties.ts';
import { listTotal } from '#api/db/reading/list-total.ts';
import { cutPage } from '#api/db/reading/page.ts';
import { matches, peopleFound, quickSearch, type Seen } from '#api/db/reading/search.ts';
import type { BankAccount, Proposal } from '#api/db/schema.ts';

type Row = {
  id: number;
  user_id: number;
  tenant: string;
  property_id: number;
  street: string;
  number: string | null;
  complement: string | null;
  owner: string | null;
  bank_full_name: string | null;
  price: number;
  current_price: number;
  start_date: CalendarDate;
  end_date: CalendarDate;
  /** True for sales too. */
  ends_at_term: boolean;
  next_readjustment: CalendarDate | null;
  status: 'APPROVED' | 'CLOSED';
};

type Search = z.output<typeof ProposalSearch> & { seen: Seen };

const shown =
  (today: CalendarDate) =>
  ({ street, number, complement, ...row }: Row) => {
    const { renewed, delayed } = readjustmentState(row, today);
    return { ...row, property: addressLine({ street, number, complement }), renewed, delayed };
  };

/** Only rents are readjusted; the column of a sale holds a meaningless date. */
const IS_RENT = sql`exists (select from property r where r.id = x.property_id and r.type = 'RENT')`;

function selection(search: Omit<Search, 'page'>, today: CalendarDate): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`x.deleted_at is null`, ...closedOn(search)];
  if (search.id !== undefined) conditions.push(sql`x.id = ${search.id}`);
  if (search.status && search.status !== 'ALL') conditions.push(sql`x.status = ${search.status}`);
  if (search.readjustment === 'LATE')
    conditions.push(sql`x.status = 'APPROVED' and x.readjusts_on < ${today} and ${IS_RENT}`);
  if (search.readjustment === 'SOON')
    conditions.push(
      sql`x.status = 'APPROVED' and x.readjusts_on between ${today} and ${addDays(today, READJUSTMENT_NOTICE_DAYS)} and ${IS_RENT}`,
    );
  const { ending } = search;
  if (ending === 'DECIDE')
    conditions.push(sql`x.status = 'APPROVED' and x.end_date <= ${addDays(today, TERM_NOTICE_DAYS)}`);
  if (ending === 'PAST' || ending === 'INDEFINITE')
    conditions.push(sql`x.status = 'APPROVED' and x.end_date < ${today}`);
  if (ending === 'INDEFINITE') conditions.push(sql`not x.ends_at_term and ${IS_RENT}`);
  if (ending === 'SOON')
    conditions.push(sql`x.status = 'APPROVED' and x.end_date between ${today} and ${addDays(today, TERM_NOTICE_DAYS)}`);
  if (search.transaction) conditions.push(sql`(x.kind = 'RENT') = ${search.transaction === 'RENT'}`);
  if (search.query) {
    const number = /^\d{1,15}$/.test(search.query) ? Number(search.query) : null;
    const people = peopleFound(search.query, search.seen);
    conditions.push(sql`(x.user_id in (${people})
      or x.property_id in (select id from property where ${matches(sql`search`, search.query)})
      or x.property_id in (select property_id from property_owner where client_id in (${people}))
      or x.id = ${number})`);
  }
  return sql.join(conditions, sql` and `);
}

async function countProposals(db: Db, search: Search, where: RawBuilder<unknown>) {
  const { page: _, seen: __, status = 'ALL', ...narrowing } = search;
  if (Object.values(narrowing).every((value) => value === undefined || value === ''))
    return listTotal(db, 'proposal', status === 'ALL' ? undefined : [status]);
  const { rows } = await sql<{ total: number }>`select count(*) as total from proposal x where ${where}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Columns of the rows whose ids are cut beforehand. */
const ROWS = sql`
  select x.id, x.user_id, c.name as tenant, x.property_id, p.street, p.number, p.complement, x.bank_full_name, x.price, x.current_price,
    x.start_date, x.end_date, x.ends_at_term or p.type <> 'RENT' as ends_at_term, case when p.type = 'RENT' then x.readjusts_on end as next_readjustment, x.status,
    (select o.name from property_owner w join client o on o.id = w.client_id where w.property_id = x.property_id order by w.position limit 1) as owner
  from cut join proposal x on x.id = cut.id join client c on c.id = x.user_id join property p on p.id = x.property_id`;

/** Ids of all contracts that the filters match, newest first. */
export async function findProposalIds(db: Db, search: Search, today: CalendarDate) {
  const { rows } = await sql<{ id: number }>`
    select x.id from proposal x where ${selection(search, today)} order by x.id desc`.execute(db);
  return rows.map(({ id }) => id);
}

/** Contracts with the given ids, in the given order. */
export async function findProposalsAt(db: Db, ids: readonly number[], today: CalendarDate) {
  const { rows } = await sql<Row>`
    with cut as (select id, place from unnest(${ids}::bigint[]) with ordinality as wanted(id, place))
    ${ROWS} where x.deleted_at is null order by cut.place`.execute(db);
  return rows.map(shown(today));
}

/** Names of those who rent with the principal tenant, and of the guarantors, of contracts that have any on a day. */
export async function findPartyNames(db: Db, ids: readonly number[], day: CalendarDate) {
  const { rows } = await sql<{ id: number; co_tenants: string | null; guarantors: string | null }>`
    select y.proposal_id as id,
      string_agg(c.name, ', ' order by y.id) filter (where y.role = 'TENANT') as co_tenants,
      string_agg(c.name, ', ' order by y.id) filter (where y.role = 'GUARANTOR') as guarantors
    from contract_party y join client c on c.id = y.client_id
    where y.proposal_id = any(${[...ids]}::bigint[]) and y.role in ('TENANT', 'GUARANTOR') and not y.principal and ${standsOn(day)}
    group by y.proposal_id`.execute(db);
  return rows;
}

/** Newest first: a page of ids before any join, or every contract without a page. */
export async function findProposals(db: Db, search: Search, today: CalendarDate) {
  const where = selection(search, today);
  const page = search.page;
  const cut = page === undefined ? sql`` : cutPage(page);
  const rows = sql<Row>`
    with cut as (select x.id from proposal x where ${where} order by x.id desc ${cut}) ${ROWS} order by x.id desc`.execute(
    db,
  );
  if (page === undefined) return (await rows).rows.map(shown(today));
  const [found, total] = await Promise.all([rows, countProposals(db, search, where)]);
  return { data: found.rows.map(shown(today)), page, lastPage: lastPage(total), total };
}

/** Contracts that match the words by person or address, newest first. */
const quickSearchProposals = (db: Db, query: string, seen: Seen, today: CalendarDate, limit: number) =>
  quickSearch(db, {
    query,
    seen,
    hits: sql`
      select id from proposal where deleted_at is null and user_id in (select id from people)
      union select id from proposal where deleted_at is null and property_id in (select id from places)
      union select x.id from property_owner w join proposal x on x.property_id = w.property_id and x.deleted_at is null
        where w.client_id in (select id from people)`,
    order: sql`id desc`,
    limit,
    all: sql`select x.id from proposal x where ${selection({ query, seen }, today)} order by x.id desc`,
  });

/** Tenant and property only: the contract with an id, or those that match the words. */
export async function findFewProposals(
  db: Db,
  { id, query, seen }: Pick<Search, 'id' | 'query' | 'seen'>,
  today: CalendarDate,
  limit: number,
) {
  const ids = query === undefined ? [id] : await quickSearchProposals(db, query, seen, today, limit);
  const { rows } = await sql<Pick<Row, 'id' | 'tenant' | 'street' | 'number' | 'complement' | 'status'>>`
    select x.id, c.name as tenant, p.street, p.number, p.complement, x.status
    from proposal x join client c on c.id = x.user_id join property p on p.id = x.property_id
    where x.id = any(${ids}) and x.deleted_at is null order by x.id desc`.execute(db);
  return rows.map(({ street, number, complement, ...row }) => ({
    ...row,
    property: addressLine({ street, number, complement }),
  }));
}

export const findProposal = (db: Db, id: number, today: CalendarDate) =>
  db
    .selectFrom('proposal')
    .innerJoin('client', 'client.id', 'proposal.user_id')
    .innerJoin('property', 'property.id', 'proposal.property_id')
    .selectAll('proposal')
    .select((q) => [
      'client.name as tenant',
      'property.street',
      'property.number',
      'property.complement',
      'property.type as property_type',
      'property.status as property_status',
      sql<number>`(select billing_lead_days from agency)`.as('billing_lead_days'),
      jsonArrayFrom(
        q
          .selectFrom('property_owner')
          .innerJoin('client as owner', 'owner.id', 'property_owner.client_id')
          .select(['owner.id', 'owner.name'])
          .whereRef('property_owner.property_id', '=', 'proposal.property_id')
          .orderBy('property_owner.position'),
      ).as('owners'),
      jsonArrayFrom(
        q
          .selectFrom('contract_party as y')
          .innerJoin('client as guarantor', 'guarantor.id', 'y.client_id')
          .select(['y.id', 'guarantor.id as user_id', 'guarantor.name', 'guarantor.rg', 'guarantor.cpf_cnpj'])
          .select((c) => c.fn.coalesce('guarantor.phone', 'guarantor.cellphone').as('phone'))
          .whereRef('y.proposal_id', '=', 'proposal.id')
          .where('y.role', '=', 'GUARANTOR')
          .where(standsOn(today))
          .orderBy('y.id'),
      ).as('guarantors'),
      jsonArrayFrom(
        q
          .selectFrom('extra_value')
          .select([
            'extra_value.id',
            'extra_value.description',
            'extra_value.amount',
            'extra_value.type',
            'extra_value.influence',
            'extra_value.boleto',
            'extra_value.transfer',
            'extra_value.brokerage',
            'extra_value.invoice_id',
            'extra_value.transfer_id',
            'extra_value.from_reference',
          ])
          .whereRef('extra_value.proposal_id', '=', 'proposal.id')
          .where('extra_value.deleted_at', 'is', null)
          .orderBy('extra_value.id', 'desc'),
      ).as('extraValues'),
      jsonArrayFrom(
        q
          .selectFrom('invoice')
          .select([
            'invoice.id',
            'invoice.reference',
            'invoice.due_date',
            'invoice.price',
            'invoice.amount',
            'invoice.status',
            'invoice.pay_day',
            'invoice.paid_amount',
          ])
          .whereRef('invoice.proposal_id', '=', 'proposal.id')
          .where('invoice.deleted_at', 'is', null)
          .orderBy('invoice.reference', 'desc')
          .orderBy('invoice.id', 'desc'),
      ).as('invoices'),
      jsonArrayFrom(
        q
          .selectFrom('transfer')
          .innerJoin('client as payee', 'payee.id', 'transfer.user_id')
          .select([
            'transfer.id',
            'transfer.invoice_id',
            'payee.name as user',
            'transfer.due_date',
            'transfer.amount',
            'transfer.status',
          ])
          .whereRef('transfer.proposal_id', '=', 'proposal.id')
          .where('transfer.deleted_at', 'is', null)
          .orderBy('transfer.id', 'desc'),
      ).as('transfers'),
    ])
    .where('proposal.id', '=', id)
    .where('proposal.deleted_at', 'is', null)
    .executeTakeFirst();

export type FoundProposal = NonNullable<Awaited<ReturnType<typeof findProposal>>>;

export const lockProposal = (trx: Db, id: number) =>
  trx
    .selectFrom('proposal')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const lockProperty = (trx: Db, id: number) =>
  trx
    .selectFrom('property')
    .select(['id', 'type', 'status', 'reason', 'price'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const findOwnersOfProperty = (trx: Db, propertyId: number) =>
  trx
    .selectFrom('property_owner')
    .select('client_id')
    .where('property_id', '=', propertyId)
    .orderBy('position')
    .execute();

type Account = {
  bank_code?: string | null;
  bank_agency?: string | null;
  bank_account?: string | null;
  bank_pix?: string | null;
};

export const isAccountOf = async (trx: Db, clientId: number, account: Account) =>
  (await trx
    .selectFrom('bank_account')
    .select('id')
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    // A Pix key alone identifies the destination.
    .where((q) =>
      account.bank_account
        ? q.and([
            q('code', '=', account.bank_code ?? ''),
            q('agency_number', '=', account.bank_agency ?? ''),
            q('account_number', '=', account.bank_account),
          ])
        : q.lit(Boolean(account.bank_pix)),
    )
    .where((q) => (account.bank_pix ? q('pix_key', '=', account.bank_pix) : q.lit(true)))
    .executeTakeFirst()) !== undefined;

const ACCOUNT_COLUMNS = [
  ...(['bank_code', 'bank_name', 'bank_full_name', 'bank_account', 'bank_agency', 'bank_cpf', 'bank_pix'] as const),
  'bank_obs',
] as const;
export type BankAccountRow = Selectable<BankAccount>;

type Registered = Pick<BankAccountRow, 'code' | 'agency_number' | 'account_number' | 'document' | 'pix_key'>;

/** Contracts that pay this owner into this account: those in force, and those with a pending transfer. */
export async function lockContractsPaidTo(trx: Db, clientId: number, account: Registered) {
  const { code, agency_number, account_number, document, pix_key } = account;
  const { rows } = await sql<Pick<Selectable<Proposal>, 'id' | (typeof ACCOUNT_COLUMNS)[number]>>`
    select p.id, ${sql.join(ACCOUNT_COLUMNS.map((column) => sql.ref(`p.${column}`)))} from proposal p
    where p.deleted_at is null and p.bank_code is not distinct from ${code}
      and p.bank_agency is not distinct from ${agency_number} and p.bank_account is not distinct from ${account_number}
      and p.bank_pix is not distinct from ${pix_key} and upper(regexp_replace(p.bank_cpf, '\\W', '', 'g')) = ${document}
      and exists (select from property_owner o where o.property_id = p.property_id and o.client_id = ${clientId})
      and (p.status = 'APPROVED' or exists (select from transfer t
        where t.proposal_id = p.id and t.user_id = ${clientId} and t.status = 'PENDING' and t.deleted_at is null))
    order by p.id for no key update of p`.execute(trx);
  return rows;
}

export const findFirstBankAccount = (trx: Db, clientId: number) =>
  trx
    .selectFrom('bank_account')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** Those of the ids that belong to active clients, locked against deletion and anonymising. */
export const findClients = (trx: Db, ids: number[]) =>
  trx
    .selectFrom('client')
    .select(['id', 'name', 'rg', 'cpf_cnpj'])
    .select((q) => q.fn.coalesce('phone', 'cellphone').as('phone'))
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .where('anonymised_at', 'is', null)
    .forKeyShare()
    .execute();

export const findApproved = (trx: Db, propertyId: number) =>
  trx
    .selectFrom('proposal')
    .select('id')
    .where('property_id', '=', propertyId)
    .where('status', '=', 'APPROVED')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

export const insertProposal = (trx: Db, proposal: Insertable<Proposal>) =>
  trx.insertInto('proposal').values(proposal).returning('id').executeTakeFirstOrThrow();

export const updateProposal = (trx: Db, id: number, changes: Updateable<Proposal>) =>
  trx
    .updateTable('proposal')
    .set(changes)
    .set((q) => ({ version: q('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** Rent of each issued month of a contract. */
export const findIssuedRents = (trx: Db, proposalId: number) =>
  trx
    .selectFrom('invoice')
    .select(['reference', 'price'])
    .where('proposal_id', '=', proposalId)
    .where('balance_of', 'is', null)
    .where('debt_agreement_id', 'is', null)
    .where('deleted_at', 'is', null)
    .execute();

/** Whether such an extra value already exists: a term changed back and forth charges its remainder once. */
export const hasExtra = async (trx: Db, proposalId: number, description: string) =>
  (await trx
    .selectFrom('extra_value')
    .select('id')
    .where('proposal_id', '=', proposalId)
    .where('description', '=', description)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()) !== undefined;

export const hasMoney = async (trx: Db, proposalId: number) => {
  const { rows } = await sql<{ money: boolean }>`
    select exists (select from invoice where proposal_id = ${proposalId} and status = 'PAID' and deleted_at is null)
      or exists (select from debt_agreement where proposal_id = ${proposalId})
      or exists (select from transfer where proposal_id = ${proposalId} and (status = 'DONE' or purpose <> 'OWNER') and deleted_at is null)
      -- The sheet's transfers of a contract that ended come from no invoice, and would be left without it.
      or exists (select from transfer t join termination s on s.proposal_id = t.proposal_id and s.undone_at is null
        where t.proposal_id = ${proposalId} and t.invoice_id is null and t.deleted_at is null) as money`.execute(trx);
  return rows[0]?.money ?? true;
};

export const closeContract = (trx: Db, id: number, closed_on: string) =>
  trx
    .updateTable('proposal')
    .set((q) => ({ status: 'CLOSED' as const, closed_on: sql`${closed_on}::date`, version: q('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

export const reopenContract = (trx: Db, id: number, status: ContractStatus) =>
  trx
    .updateTable('proposal')
    .set((q) => ({ status, closed_on: null, version: q('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

export const markBilled = (trx: Db, billed: { id: number; reference: Reference }[]) =>
  sql`update proposal p set billed_through = billed.reference
      from jsonb_to_recordset(${JSON.stringify(billed)}::jsonb) as billed(id bigint, reference text)
      where p.id = billed.id`.execute(trx);

/** Sets the rents of a batch of readjustments, and the days of their next ones. */
export const setRents = (trx: Db, rents: readonly { id: number; price: number; next: CalendarDate }[]) =>
  sql`update proposal p set current_price = rents.price, next_readjustment = rents.next, version = p.version + 1
      from jsonb_to_recordset(${JSON.stringify(rents)}::jsonb) as rents(id bigint, price bigint, next date)
      where p.id = rents.id`.execute(trx);
