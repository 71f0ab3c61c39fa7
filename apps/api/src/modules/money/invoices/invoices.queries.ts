import { lastPage } from '@morada/contract/base/fields';
import type { InvoiceSearch } from '@morada/contract/money/invoices.search';
import { type CalendarDate, firstDay, lastDay, type Reference } from '@morada/domain/base/calendar';
import { addressLine } from '@morada/domain/property/property';
import type { InvoiceStatus } from '@morada/domain/rent/invoice';
import { type ExpressionBuilder, type RawBuilder, sql, type Updateable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type * as z from 'zod/mini';
import type { Db } from '#api/context.ts';
import { readWholeAgency } from '#api/db/agency.ts';
import { withNext } from '#api/db/connection/round-trips.ts';
import { issuesAnother } from '#api/db/next-invoice.ts';
import { keptQuery } from '#api/db/reading/kept-query.ts';
import { listTotal } from '#api/db/reading/list-total.ts';
import { cutPage } from '#api/db/reading/page.ts';
import { plansKept } from '#api/db/reading/plans.ts';
import { matches, peopleFound, quickSearch, type Seen } from '#api/db/reading/search.ts';
import type { DB, Invoice } from '#api/db/schema.ts';

const ROW = sql`
  i.id, i.proposal_id, i.user_id, i.property_id, i.reference, i.due_date, i.price, i.fees, i.amount, i.status, i.pay_day, i.paid_amount,
  i.debt_agreement_id, i.instalment, (select a.instalments from debt_agreement a where a.id = i.debt_agreement_id) as instalments,
  c.name as tenant, p.street, p.number, p.complement`;

type Row = {
  id: number;
  proposal_id: number;
  user_id: number;
  property_id: number;
  reference: Reference;
  due_date: CalendarDate;
  price: number;
  fees: number;
  amount: number;
  status: 'PENDING' | 'PAID' | 'REPLACED';
  debt_agreement_id: number | null;
  instalment: number | null;
  /** Instalments of the agreement. */
  instalments: number | null;
  pay_day: CalendarDate | null;
  paid_amount: number | null;
  tenant: string;
  street: string;
  number: string | null;
  complement: string | null;
};

const shown = ({ street, number, complement, ...row }: Row) => ({
  ...row,
  user: { id: row.user_id, name: row.tenant },
  proposal: { id: row.proposal_id },
  property: addressLine({ street, number, complement }),
});

type Search = z.output<typeof InvoiceSearch> & { seen: Seen };

/** Conditions of the search, and the order of each kind, so that its own index serves both. */
function selection(
  search: Omit<Search, 'page'>,
  today: CalendarDate,
): { where: RawBuilder<unknown>; order: RawBuilder<unknown> } {
  const status = search.id === undefined ? (search.status ?? 'OPEN') : 'ALL';
  const conditions = [sql`i.deleted_at is null`];
  if (status === 'OPEN' || status === 'LATE') conditions.push(sql`i.status = 'PENDING'`);
  if (status === 'LATE') conditions.push(sql`i.due_date < ${today}`);
  if (status === 'PAID') conditions.push(sql`i.status = 'PAID'`);
  if (search.id !== undefined) conditions.push(sql`i.id = ${search.id}`);
  if (search.month) conditions.push(sql`i.due_date between ${firstDay(search.month)} and ${lastDay(search.month)}`);
  if (search.query) {
    const tenants = peopleFound(search.query, search.seen);
    const properties = sql`select id from property where ${matches(sql`search`, search.query)}`;
    conditions.push(sql`(i.user_id in (${tenants}) or i.property_id in (${properties}))`);
  }
  const order =
    status === 'PAID'
      ? sql`i.pay_day desc, i.id desc`
      : status === 'ALL'
        ? sql`i.due_date desc, i.id desc`
        : sql`i.due_date, i.id`;
  return { where: sql.join(conditions, sql` and `), order };
}

/** Count of the search; undefined when the open figures already contain it. */
async function countInvoices(db: Db, { id, query, month, status = 'OPEN' }: Search, where: RawBuilder<unknown>) {
  if (id === undefined && query === undefined && month === undefined) {
    if (status === 'OPEN' || status === 'LATE') return undefined;
    return listTotal(db, 'invoice', status === 'PAID' ? ['PAID'] : undefined);
  }
  const { rows } = await sql<{ found: number }>`select count(*) as found from invoice i where ${where}`.execute(db);
  return rows[0]?.found ?? 0;
}

/** Cuts the page of ids before any join. Figures and rows come from one snapshot, in one query. */
export async function findInvoices(db: Db, search: Search, today: CalendarDate) {
  const page = search.page ?? 1;
  const { where, order } = selection(search, today);
  const [{ rows }, counted] = await Promise.all([
    sql<{ figures: OpenFigures } & (Row | { [Column in keyof Row]: null })>`
      with cut as (select i.id from invoice i where ${where} order by ${order} ${cutPage(page)}), open as (${openFigures(today)})
      select figures, ${ROW} from open left join (cut join invoice i on i.id = cut.id join client c on c.id = i.user_id
        join property p on p.id = i.property_id) on true
      order by ${order}`.execute(db),
    countInvoices(db, search, where),
  ]);
  const figures = rows[0]?.figures ?? NONE_OPEN;
  const found = counted ?? (search.status === 'LATE' ? figures.delayed : figures.total);
  const data = rows.flatMap(({ figures: _, ...row }) => (row.id === null ? [] : shown(row)));
  return { data, page, lastPage: lastPage(found), found, ...figures };
}

/** Ids of all invoices that the filters match, in list order, up to `most` if given. */
export async function findInvoiceIds(db: Db, search: Search, today: CalendarDate, most?: number) {
  const { where, order } = selection(search, today);
  const { rows } = await sql<{ id: number }>`
    select i.id from invoice i where ${where} order by ${order} limit ${most ?? null}::bigint`.execute(db);
  return rows.map(({ id }) => id);
}

/** Invoices with the given ids, in the given order. */
export async function findInvoicesAt(db: Db, ids: readonly number[]) {
  const { rows } = await sql<Row>`
    select ${ROW} from unnest(${ids}::bigint[]) with ordinality as wanted(id, place)
      join invoice i on i.id = wanted.id and i.deleted_at is null join client c on c.id = i.user_id join property p on p.id = i.property_id
    order by wanted.place`.execute(db);
  return rows.map(shown);
}

/** Open invoices that match the words, soonest due first, as at the top of the list. */
const quickSearchInvoices = (db: Db, query: string, seen: Seen, today: CalendarDate, limit: number) => {
  const { where, order } = selection({ query, seen }, today);
  return quickSearch(db, {
    query,
    seen,
    hits: sql`select id, due_date from invoice where status = 'PENDING' and deleted_at is null
      and (user_id in (select id from people) or property_id in (select id from places))`,
    order: sql`due_date, id`,
    limit,
    all: sql`select i.id from invoice i where ${where} order by ${order}`,
  });
};

/** Open invoices of this amount, soonest due first. */
export async function findInvoiceIdsOfAmount(db: Db, amount: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from invoice where status = 'PENDING' and deleted_at is null and amount = ${amount}
    order by due_date, id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The invoice with this id, in any state, or those that match the words. */
export async function findFewInvoices(
  db: Db,
  { id, query, seen }: Pick<Search, 'id' | 'query' | 'seen'>,
  today: CalendarDate,
  limit: number,
) {
  const ids = query === undefined ? [id] : await quickSearchInvoices(db, query, seen, today, limit);
  const { rows } = await sql<Row>`
    select ${ROW} from invoice i join client c on c.id = i.user_id join property p on p.id = i.property_id
    where i.id = any(${ids}) and i.deleted_at is null order by i.due_date, i.id`.execute(db);
  return rows.map(shown);
}

type OpenFigures = { total: number; subtotal: number; delayed: number; subtotalDelayed: number };
const NONE_OPEN: OpenFigures = { total: 0, subtotal: 0, delayed: 0, subtotalDelayed: 0 };

/** Figures of the open invoices, one row, from list totals by due date. */
const openFigures = (today: CalendarDate) => sql`
  select json_build_object('total', coalesce(sum(rows), 0), 'subtotal', coalesce(sum(amount), 0),
    'delayed', coalesce(sum(rows) filter (where day < ${today}), 0),
    'subtotalDelayed', coalesce(sum(amount) filter (where day < ${today}), 0)) as figures
  from list_total where list = 'invoice' and kind = 'PENDING'`;

export async function findInvoicesOfProposal(db: Db, proposalId: number) {
  const { rows } = await sql<Row>`
    select ${ROW} from invoice i join client c on c.id = i.user_id join property p on p.id = i.property_id
    where i.proposal_id = ${proposalId} and i.deleted_at is null order by i.reference desc, i.id desc`.execute(db);
  return rows.map(shown);
}

type OfInvoice = ExpressionBuilder<DB, 'invoice'>;

/** Open balance of an invoice that was settled with less. */
const balanceOf = (q: OfInvoice) =>
  q
    .selectFrom('invoice as balance')
    .select('balance.id')
    .whereRef('balance.balance_of', '=', 'invoice.id')
    .where('balance.deleted_at', 'is', null)
    .as('balance_id');

/**
 * Invoices with everything that their screen, settlement and receipt need, the agency's terms included. Data that few
 * settlements need is only a flag here, so that most of them save the statement that would read it.
 */
const wholeInvoices = (db: Db, matches: RawBuilder<number>) =>
  db
    .selectFrom('invoice')
    .innerJoin('client', 'client.id', 'invoice.user_id')
    .innerJoin('property', 'property.id', 'invoice.property_id')
    .innerJoin('proposal', 'proposal.id', 'invoice.proposal_id')
    .innerJoin('agency', (join) => join.onTrue())
    .selectAll('invoice')
    .select((q) => [
      'agency.late_from_business_day',
      'agency.late_to_owner',
      'agency.transfer_business_days',
      'agency.withholding_discount',
      'client.name as tenant',
      'client.cpf_cnpj as tenant_document',
      'client.person_type as tenant_person_type',
      q.fn.coalesce('client.cellphone', 'client.phone').as('phone'),
      'property.street',
      'property.number',
      'property.complement',
      'property.neighborhood',
      'property.city',
      'property.state',
      'proposal.status as proposal_status',
      issuesAnother('proposal', 'property').as('continues'),
      'proposal.start_date as contract_start',
      'proposal.commission',
      'proposal.with_commission',
      'proposal.current_price',
      'proposal.discount',
      'property.fees_total',
      'proposal.withholding',
      'proposal.withholding_less_fee',
      'proposal.withholding_iptu',
      'proposal.withholding_condominium',
      balanceOf(q),
      q
        .selectFrom('debt_agreement')
        .select('debt_agreement.instalments')
        .whereRef('debt_agreement.id', '=', 'invoice.debt_agreement_id')
        .as('instalments'),
      q
        .selectFrom('boleto')
        .select('boleto.id')
        .whereRef('boleto.invoice_id', '=', 'invoice.id')
        .where('boleto.status', '=', 'OPEN')
        .as('open_boleto'),
      q
        .exists(
          q
            .selectFrom('message')
            .select('message.id')
            .whereRef('message.invoice_id', '=', 'invoice.id')
            .where('message.state', 'in', ['QUEUED', 'SENDING']),
        )
        .$castTo<boolean>()
        .as('has_messages'),
      q
        .exists(
          q
            .selectFrom('extra_value as fee')
            .select('fee.id')
            .whereRef('fee.proposal_id', '=', 'invoice.proposal_id')
            .where('fee.brokerage', '=', true)
            .where('fee.deleted_at', 'is', null),
        )
        .$castTo<boolean>()
        .as('has_brokerage'),
      q
        .exists(
          q
            .selectFrom('transfer as debit')
            .innerJoin('property_owner as debtor', 'debtor.client_id', 'debit.user_id')
            .select('debit.id')
            .whereRef('debtor.property_id', '=', 'invoice.property_id')
            .where('debit.amount', '<', 0)
            .where('debit.status', '=', 'PENDING')
            .where('debit.deleted_at', 'is', null),
        )
        .as('in_debt'),
      jsonArrayFrom(
        q
          .selectFrom('property_owner')
          .innerJoin('client as owner', 'owner.id', 'property_owner.client_id')
          .select([
            'property_owner.client_id',
            'property_owner.share',
            'owner.name',
            'owner.person_type',
            'owner.non_resident',
          ])
          .whereRef('property_owner.property_id', '=', 'invoice.property_id')
          .orderBy('property_owner.position'),
      ).as('owners'),
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
          ])
          .whereRef('extra_value.proposal_id', '=', 'invoice.proposal_id')
          .where('extra_value.transfer', '=', true)
          .where('extra_value.boleto', '=', false)
          .where('extra_value.transfer_id', 'is', null)
          .where((x) =>
            x.or([
              x('extra_value.from_reference', 'is', null),
              x('extra_value.from_reference', '<=', x.ref('invoice.reference')),
            ]),
          )
          .where('extra_value.deleted_at', 'is', null)
          .orderBy('extra_value.id'),
      ).as('transfer_extras'),
    ])
    .where('invoice.id', '=', matches)
    .where('invoice.deleted_at', 'is', null);

/** Invoices without those that are deleted. */
export const findWholeInvoices = keptQuery(wholeInvoices);

export type FoundInvoice = Awaited<ReturnType<typeof findWholeInvoices>>[number];

export const findInvoice = async (db: Db, id: number): Promise<FoundInvoice | undefined> =>
  (await findWholeInvoices(db, [id]))[0];

/** Number of times that the links of a record were revoked. */
const revocationsOf = (record: 'proposal' | 'invoice', id: RawBuilder<unknown>) =>
  sql<number>`coalesce((select times from link_revocation where record = ${sql.lit(record)} and record_id = ${id}), 0)`;

/** Transfers of an invoice, and what its link is derived from. */
const shownBeside = (q: OfInvoice) =>
  [
    q.selectFrom('installation_key').select('key').as('link_key'),
    revocationsOf('proposal', sql.ref('invoice.proposal_id')).as('contract_revoked'),
    revocationsOf('invoice', sql.ref('invoice.id')).as('own_revoked'),
    jsonArrayFrom(
      q
        .selectFrom('transfer')
        .innerJoin('client as payee', 'payee.id', 'transfer.user_id')
        .select([
          'transfer.id',
          'transfer.amount',
          'transfer.due_date',
          'transfer.status',
          'transfer.lines',
          'transfer.tax_undeducted',
          'transfer.user_id',
          'payee.name',
        ])
        .whereRef('transfer.invoice_id', '=', 'invoice.id')
        .where('transfer.deleted_at', 'is', null)
        .orderBy('transfer.id'),
    ).as('transfers'),
  ] as const;

/** Invoices as their screen shows them, in one statement and so of one moment. */
export const findShownInvoices = keptQuery((db, matches) => wholeInvoices(db, matches).select(shownBeside));

export type ShownInvoice = Awaited<ReturnType<typeof findShownInvoices>>[number];

/**
 * What the screen needs beside `findWholeInvoices`, and the columns that the settlement changed. Sent together with the
 * next statement, which may be COMMIT.
 */
export const findSettled = keptQuery(
  (db, matches) =>
    db
      .selectFrom('invoice')
      .select(['id', 'version', 'status', 'pay_day', 'paid_amount', 'payment_method', 'fine', 'interest'])
      .select(['rest_amount', 'rest_fate', 'rest_reason'])
      .select((q) => [balanceOf(q), ...shownBeside(q)])
      .where('invoice.id', '=', matches),
  withNext,
);

/**
 * Every money event of a contract takes this lock first, which serialises them, so that extra values are used once. In
 * order of id, so that concurrent sets can't deadlock. NO KEY UPDATE: rows that refer to the contract can still be
 * inserted. Returns the contract of each invoice.
 */
export async function lockContractsOfInvoices(
  trx: Db,
  invoiceIds: readonly number[],
  { keepsPlans = false }: { keepsPlans?: boolean } = {},
) {
  const { rows } = await contractsLock(invoiceIds, { keepsPlans }).execute(trx);
  return new Map(rows.map(({ id, proposal_id }) => [id, proposal_id]));
}

/**
 * `lockContractsOfInvoices`, sent together with the next statement, which reads the invoices in a snapshot taken after
 * the lock.
 */
export const lockContractsWithNext = (trx: Db, invoiceIds: readonly number[], { waits }: { waits: boolean }) =>
  withNext(trx, contractsLock(invoiceIds, { keepsPlans: true, waits }).compile(trx));

/** Limits the waits for locks in this transaction; sent together with the next statement. */
export const limitLockWaitWithNext = (trx: Db, milliseconds: number) =>
  withNext(trx, sql`select set_config('lock_timeout', ${`${milliseconds}ms`}, true)`.compile(trx));

/** `waits` false: contracts that another transaction holds are left out. */
function contractsLock(
  invoiceIds: readonly number[],
  { keepsPlans, waits = true }: { keepsPlans: boolean; waits?: boolean },
) {
  // A single id has its own statement, whose plan is kept. It is the first statement, before `plansKept` takes effect.
  const matches = invoiceIds.length === 1 ? sql`${invoiceIds[0]}` : sql`any(${invoiceIds}::bigint[])`;
  return sql<{ id: number; proposal_id: number; plans: unknown }>`
    with of as materialized (select id, proposal_id from invoice where id = ${matches}),
      held as materialized (
        select id from proposal where id in (select proposal_id from of) order by id for no key update ${sql.raw(waits ? '' : 'skip locked')})
    select of.id, of.proposal_id, ${keepsPlans ? plansKept : null} as plans from of join held on held.id = of.proposal_id`;
}

/** Those of these paid invoices of which a termination returned rent, which then can't be refunded. */
export async function findGivenBack(trx: Db, invoiceIds: readonly number[]) {
  const { rows } = await sql<{ id: number }>`
    select i.id from invoice i join termination t on t.proposal_id = i.proposal_id and t.undone_at is null and i.id = any(t.counted)
    where i.id = any(${invoiceIds}::bigint[])`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Income tax of an invoice's payment that the tenant owes and did not deduct. */
export const findUndeducted = async (db: Db, id: number): Promise<number> =>
  (
    await db
      .selectFrom('transfer')
      .select((q) => q.fn.coalesce(q.fn.sum<number>('tax_undeducted'), sql<number>`0`).as('tax'))
      .where('invoice_id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
  ).tax;

export const findAgency = (db: Db) => readWholeAgency(db);

/** What a settlement writes on an invoice. */
export type Paid = Pick<
  Invoice,
  'pay_day' | 'paid_amount' | 'payment_method' | 'fine' | 'interest' | 'rest_amount' | 'rest_fate' | 'rest_reason'
> & { id: number; version: number };

/**
 * PENDING → PAID in one conditional UPDATE, sent together with the next statement. Resolves to the invoices that were
 * pending and in this version.
 */
export const payInvoicesWithNext = (trx: Db, paid: readonly Paid[]) =>
  withNext(
    trx,
    sql<{ id: number }>`
    update invoice i set status = 'PAID', pay_day = paid.pay_day, paid_amount = paid.paid_amount,
      payment_method = paid.payment_method, fine = paid.fine, interest = paid.interest, rest_amount = paid.rest_amount,
      rest_fate = paid.rest_fate, rest_reason = paid.rest_reason, version = i.version + 1
    from jsonb_to_recordset(${JSON.stringify(paid)}::jsonb) as paid(id bigint, version int, pay_day date, paid_amount bigint,
      payment_method text, fine bigint, interest bigint, rest_amount bigint, rest_fate text, rest_reason text)
    where i.id = paid.id and i.version = paid.version and i.status = 'PENDING' and i.deleted_at is null
    returning i.id`.compile(trx),
  );

/** Conditional UPDATE of a money event; false when one of the invoices is no longer in state `from`. */
export async function updateInvoicesFrom(
  trx: Db,
  ids: readonly number[],
  from: InvoiceStatus,
  changes: Updateable<Invoice>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('invoice')
    .set(changes)
    .set((q) => ({ version: q('version', '+', 1) }))
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('status', '=', from)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows) === ids.length;
}

/** Extra values that the settlements of these invoices carried over. */
export const lockCarried = (trx: Db, invoiceIds: readonly number[]) =>
  trx
    .selectFrom('extra_value')
    .select(['id', 'settled_by', 'invoice_id', 'transfer_id', 'description', 'amount'])
    .where('settled_by', '=', sql<number>`any(${invoiceIds}::bigint[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();

export const findStatus = (db: Db, id: number) =>
  db.selectFrom('invoice').select('status').where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();

/** Those of these invoices that are paid. */
export async function findClosed(
  trx: Db,
  ids: readonly number[],
): Promise<[id: number, status: 'PAID' | 'REPLACED'][]> {
  const { rows } = await sql<{ id: number; status: 'PAID' | 'REPLACED' }>`
    select id, status from invoice where id = any(${ids}::bigint[]) and status <> 'PENDING' and deleted_at is null`.execute(
    trx,
  );
  return rows.map(({ id, status }) => [id, status]);
}

export const findContractToBill = (trx: Db, id: number) =>
  trx
    .selectFrom('proposal')
    .innerJoin('property', 'property.id', 'proposal.property_id')
    .selectAll('proposal')
    .select('property.type as property_type')
    .where('proposal.id', '=', id)
    .where('proposal.deleted_at', 'is', null)
    .forNoKeyUpdate('proposal')
    .executeTakeFirst();

export const findFirstPaidReference = (db: Db, proposalId: number) =>
  db
    .selectFrom('invoice')
    .select('reference')
    .where('proposal_id', '=', proposalId)
    .where('status', '=', 'PAID')
    .where('deleted_at', 'is', null)
    .where('debt_agreement_id', 'is', null)
    .orderBy('reference')
    .limit(1)
    .executeTakeFirst();

export const findIssuedReferences = async (db: Db, proposalId: number) =>
  (
    await db
      .selectFrom('invoice')
      .select('reference')
      .where('proposal_id', '=', proposalId)
      .where('deleted_at', 'is', null)
      .where('debt_agreement_id', 'is', null)
      .execute()
  ).map((row) => row.reference);

// The daily job ------------------------------------------------------------------------------------------------------

/**
 * Contracts that may have a month to bill up to `horizon`, in pages after `afterId`, with the terms that decide the
 * months.
 */
export const billableContracts = (db: Db, horizon: Reference, afterId: number, limit: number) =>
  db
    .selectFrom('proposal')
    .innerJoin('property', 'property.id', 'proposal.property_id')
    .select([
      'proposal.id',
      'proposal.start_date',
      'proposal.end_date',
      'proposal.ends_at_term',
      'proposal.registered_on',
      'proposal.transfer_date',
      'proposal.status',
      'proposal.billed_through',
      'proposal.first_due',
    ])
    .where('proposal.status', '=', 'APPROVED')
    .where('proposal.deleted_at', 'is', null)
    .where('property.type', '=', 'RENT')
    .where((q) => q.or([q('proposal.billed_through', 'is', null), q('proposal.billed_through', '<', horizon)]))
    .where('proposal.id', '>', afterId)
    .orderBy('proposal.id')
    .limit(limit);

/** `billableContracts` with the other columns that compose an invoice, locked against a concurrent run. */
export const lockBillableContracts = (trx: Db, ...page: [horizon: Reference, afterId: number, limit: number]) =>
  billableContracts(trx, ...page)
    .select([
      'proposal.user_id',
      'proposal.property_id',
      'proposal.current_price',
      'proposal.discount',
      'proposal.prorate',
      'proposal.withholding',
    ])
    .forNoKeyUpdate('proposal')
    .execute();

/**
 * Months issued by anticipation: composing them again would use up extra values meant for the next month. Balances and
 * instalments are left out, since their month has its own invoice. The unique index of months answers the query without
 * reading the table.
 */
export const findIssuedSince = (trx: Db, proposalIds: number[], from: Reference) =>
  trx
    .selectFrom('invoice')
    .select(['proposal_id', 'reference'])
    .where(sql<boolean>`proposal_id = any(${proposalIds}::bigint[])`)
    .where('reference', '>=', from)
    .where('deleted_at', 'is', null)
    .where('balance_of', 'is', null)
    .where('debt_agreement_id', 'is', null)
    .execute();

export const findFees = (trx: Db, propertyIds: number[]) =>
  trx
    .selectFrom('property_fee')
    .select(['id', 'property_id', 'name', 'price', 'to_owner'])
    .where(sql<boolean>`property_id = any(${propertyIds}::bigint[])`)
    .orderBy('property_id')
    .orderBy('position')
    .execute();

/** Extra values for the tenant that no invoice has used yet. */
export const findFreeExtras = (trx: Db, proposalIds: number[]) =>
  trx
    .selectFrom('extra_value')
    .select(['id', 'proposal_id', 'description', 'amount', 'type', 'influence', 'boleto', 'transfer', 'from_reference'])
    .select('stands_for')
    .where(sql<boolean>`proposal_id = any(${proposalIds}::bigint[])`)
    .where('boleto', '=', true)
    .where('invoice_id', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();

export type NewInvoice = {
  proposal_id: number;
  user_id: number;
  property_id: number;
  reference: Reference;
  due_date: CalendarDate;
  issued_on: CalendarDate;
  price: number;
  fees: number;
  lines: string;
  balance_of?: number | null;
  debt_agreement_id?: number | null;
  instalment?: number | null;
};

type Inserted = {
  id: number;
  proposal_id: number;
  reference: Reference;
  balance_of: number | null;
  debt_agreement_id: number | null;
  instalment: number | null;
};

/**
 * Inserts the invoices and returns the new ones; a month already issued is skipped. One parameter holds all of them:
 * with one for each value, writing and reading thousands of them took longer than the insert.
 */
export const insertInvoices = async (trx: Db, invoices: readonly NewInvoice[]) => {
  const { rows } = await sql<Inserted>`
    insert into invoice (proposal_id, user_id, property_id, reference, due_date, issued_on, price, fees, lines, balance_of,
      debt_agreement_id, instalment)
    select proposal_id, user_id, property_id, reference, due_date, issued_on, price, fees, lines::jsonb, balance_of,
      debt_agreement_id, instalment
    from jsonb_to_recordset(${JSON.stringify(invoices)}::jsonb) as made(proposal_id bigint, user_id bigint, property_id bigint,
      reference text, due_date date, issued_on date, price bigint, fees bigint, lines text, balance_of bigint, debt_agreement_id bigint, instalment int)
    on conflict (proposal_id, reference) where deleted_at is null and balance_of is null and debt_agreement_id is null do nothing
    returning id, proposal_id, reference, balance_of, debt_agreement_id, instalment`.execute(trx);
  return rows;
};

/** Makes withdrawn invoices pending again; one whose month was issued meanwhile stays withdrawn. */
export const restoreInvoices = (trx: Db, ids: readonly number[]) =>
  trx
    .updateTable('invoice')
    .set((q) => ({ deleted_at: null, version: q('version', '+', 1) }))
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('deleted_at', 'is not', null)
    .where('status', '=', 'PENDING')
    .where(
      sql<boolean>`(balance_of is not null or debt_agreement_id is not null or not exists (select from invoice other
        where other.proposal_id = invoice.proposal_id and other.reference = invoice.reference and other.deleted_at is null
          and other.balance_of is null and other.debt_agreement_id is null))`,
    )
    .returning(['id', 'lines'])
    .execute();

/**
 * Whether a contract that has ended ends with this invoice: the one of its sheet, or one that took extra values, which no
 * other invoice would take.
 */
export async function isLastOfContract(trx: Db, { id, proposal_id }: { id: number; proposal_id: number }) {
  const { rows } = await sql<{ last: boolean }>`
    select exists (select from proposal p where p.id = ${proposal_id} and p.status = 'CLOSED' and (
      exists (select from termination t where t.proposal_id = p.id and t.undone_at is null and t.invoice_id = ${id})
      or exists (select from extra_value x where x.invoice_id = ${id}))) as last`.execute(trx);
  return rows[0]?.last ?? false;
}

/** Pending invoices of contracts. */
export const findPendingOfContracts = async (trx: Db, contracts: readonly number[]) =>
  (
    await trx
      .selectFrom('invoice')
      .select('id')
      .where('proposal_id', 'in', contracts)
      .where('status', '=', 'PENDING')
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id);
