import { lastPage } from '@morada/contract/base/fields';
import type { TransferSearch } from '@morada/contract/money/transfers.search';
import { type CalendarDate, firstDay, lastDay, type Reference, referenceOf } from '@morada/domain/base/calendar';
import { addressLine } from '@morada/domain/property/property';
import type { DebitCause, TransferLine } from '@morada/domain/rent/settlement';
import { type RawBuilder, sql, type Updateable } from 'kysely';
import type * as z from 'zod/mini';
import type { Db } from '#api/context.ts';
import { listTotal } from '#api/db/reading/list-total.ts';
import { cutPage } from '#api/db/reading/page.ts';
import { matches, peopleFound, type Seen } from '#api/db/reading/search.ts';
import type { Transfer } from '#api/db/schema.ts';

type Row = {
  id: number;
  user_id: number;
  owner: string;
  tenant: string | null;
  proposal_id: number | null;
  property_id: number;
  invoice_id: number | null;
  reference: Reference | null;
  amount: number;
  lines: TransferLine[];
  due_date: CalendarDate;
  status: 'PENDING' | 'DONE';
  payment_id: number | null;
  street: string;
  number: string | null;
  complement: string | null;
};

const shown = ({ street, number, complement, ...row }: Row) => ({
  ...row,
  property: addressLine({ street, number, complement }),
});

type Search = z.output<typeof TransferSearch> & { seen: Seen };

function pendingOf({ query, seen }: Search) {
  const pending = sql`t.status = 'PENDING' and t.deleted_at is null`;
  if (query === undefined) return pending;
  const number = /^\d+$/.test(query) ? Number(query) : null;
  const people = peopleFound(query, seen);
  return sql`${pending} and (t.user_id in (${people})
    or exists (select from invoice i where i.id = t.invoice_id and i.user_id in (${people}))
    or t.property_id in (select id from property where ${matches(sql`search`, query)})
    or t.id = ${number} or t.proposal_id = ${number})`;
}

/** Ids of all transfers that the search matches, in list order, up to `most` if given. */
export async function findPendingIds(db: Db, search: Search, most?: number) {
  const { rows } = await sql<{ id: number }>`
    select t.id from transfer t where ${pendingOf(search)} order by t.due_date, t.id limit ${most ?? null}::bigint`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Columns of the rows whose ids are cut beforehand. */
const ROWS = sql`
  select t.id, t.user_id, o.name as owner, c.name as tenant, t.proposal_id, t.property_id, t.invoice_id, i.reference, t.amount,
    t.lines, t.due_date, t.status, ordered.batch_id as payment_id, p.street, p.number, p.complement
  from cut join transfer t on t.id = cut.id join client o on o.id = t.user_id join property p on p.id = t.property_id
    left join invoice i on i.id = t.invoice_id left join client c on c.id = i.user_id
    left join payment_batch_transfer ordered on ordered.transfer_id = t.id and ordered.live`;

/** Transfers with the given ids, in the given order. */
export async function findTransfersAt(db: Db, ids: readonly number[]) {
  const { rows } = await sql<Row>`
    with cut as (select id, place from unnest(${ids}::bigint[]) with ordinality as wanted(id, place))
    ${ROWS} where t.deleted_at is null order by cut.place`.execute(db);
  return rows.map(shown);
}

/** Pending transfers, soonest first: a page, or all of them, as the specification requires. */
export async function findPending(db: Db, search: Search) {
  const where = pendingOf(search);
  const cut = search.page === undefined ? sql`` : cutPage(search.page);
  const [rows, found] = await Promise.all([
    sql<Row>`
      with cut as (select t.id from transfer t where ${where} order by t.due_date, t.id ${cut})
      ${ROWS} order by t.due_date, t.id`.execute(db),
    search.query === undefined ? listTotal(db, 'transfer') : countTransfers(db, where),
  ]);
  return {
    table: rows.rows.map(shown),
    page: search.page ?? 1,
    lastPage: search.page === undefined ? 1 : lastPage(found),
    found,
  };
}

async function countTransfers(db: Db, where: RawBuilder<unknown>) {
  const { rows } = await sql<{ found: number }>`select count(*) as found from transfer t where ${where}`.execute(db);
  return rows[0]?.found ?? 0;
}

/** Counters of pending transfers; late ones are due before `today`. */
export async function findFigures(db: Db, today: CalendarDate) {
  const { rows } = await sql<{ pending: number; total: number; late: number; lateAmount: number }>`
    select coalesce(sum(rows), 0) as pending, coalesce(sum(amount), 0) as total, coalesce(sum(rows) filter (where day < ${today}), 0) as late,
      coalesce(sum(amount) filter (where day < ${today}), 0) as "lateAmount"
    from list_total where list = 'transfer'`.execute(db);
  return rows[0] ?? { pending: 0, total: 0, late: 0, lateAmount: 0 };
}

/** Transfers for the calendar, due within a span of days, by default the current month. */
export const findEvents = (db: Db, search: z.output<typeof TransferSearch>, today: CalendarDate) =>
  db
    .selectFrom('transfer')
    .innerJoin('client', 'client.id', 'transfer.user_id')
    .select(['transfer.id', 'client.name as title', 'transfer.due_date as date', 'transfer.amount', 'transfer.status'])
    .select('transfer.version')
    .where('transfer.deleted_at', 'is', null)
    .where('transfer.due_date', '>=', search.start ?? firstDay(referenceOf(today)))
    .where('transfer.due_date', '<=', search.end ?? lastDay(referenceOf(today)))
    .orderBy('transfer.due_date')
    .orderBy('transfer.id')
    .limit(5_000)
    .execute();

export const findTransfer = (db: Db, id: number) =>
  db
    .selectFrom('transfer')
    .innerJoin('client', 'client.id', 'transfer.user_id')
    .innerJoin('property', 'property.id', 'transfer.property_id')
    .leftJoin('invoice', 'invoice.id', 'transfer.invoice_id')
    .leftJoin('client as tenant', 'tenant.id', 'invoice.user_id')
    .leftJoin('proposal', 'proposal.id', 'transfer.proposal_id')
    .leftJoin('payment_batch_transfer as ordered', (join) =>
      join.onRef('ordered.transfer_id', '=', 'transfer.id').on('ordered.live', '=', true),
    )
    .selectAll('transfer')
    .select([
      'ordered.batch_id as payment_id',
      'client.name as owner',
      'client.cpf_cnpj as owner_document',
      'invoice.reference',
      'tenant.id as tenant_id',
      'tenant.name as tenant',
      'property.street',
      'property.number',
      'property.complement',
      'property.neighborhood',
      'property.city',
      'property.state',
      'proposal.bank_code',
      'proposal.bank_name',
      'proposal.bank_agency',
      'proposal.bank_account',
      'proposal.bank_full_name',
      'proposal.bank_cpf',
      'proposal.bank_pix',
    ])
    .where('transfer.id', '=', id)
    .where('transfer.deleted_at', 'is', null)
    .executeTakeFirst();

export type FoundTransfer = NonNullable<Awaited<ReturnType<typeof findTransfer>>>;

/** Locked in order of id everywhere, so that concurrent sets can't deadlock. */
export const lockTransfers = (trx: Db, ids: readonly number[]) =>
  trx
    .selectFrom('transfer')
    .selectAll()
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Transfers of these invoices, also those that the transfer of another invoice has taken as a debit. */
export const lockTransfersOfInvoices = (trx: Db, invoiceIds: readonly number[]) =>
  trx
    .selectFrom('transfer')
    .select(['id', 'invoice_id', 'purpose', 'status', 'amount', 'version', 'taken_by', 'returned_by_bank'])
    .select((q) =>
      q
        .exists(
          q
            .selectFrom('payment_batch_transfer as ordered')
            .select('ordered.batch_id')
            .whereRef('ordered.transfer_id', '=', 'transfer.id')
            .where('ordered.live', '=', true),
        )
        .as('ordered'),
    )
    .where('invoice_id', '=', sql<number>`any(${invoiceIds}::bigint[])`)
    .where((q) => q.or([q('deleted_at', 'is', null), q('taken_by', 'is not', null)]))
    .orderBy('id')
    .forUpdate()
    .execute();

export type NewTransfer = {
  user_id: number;
  property_id: number;
  proposal_id: number | null;
  invoice_id: number | null;
  amount: number;
  lines: readonly TransferLine[];
  due_date: CalendarDate;
  purpose?: 'OWNER' | 'REFUND' | 'DEBIT';
  /** Of a refund: the tenant's bank has made it by itself. */
  returned_by_bank?: boolean;
  /** Of a debit. */
  debit_cause?: 'REFUND' | 'END';
} & Partial<Taxed>;

/** Amounts of a transfer that is income for the tax office; absent on any other transfer. */
export type Taxed = { received_on: CalendarDate; rent: number; gross: number; obligations: number; fee: number } & {
  [column in 'tax_by' | 'tax_code' | 'tax_base' | 'tax_exclusions']?: Transfer[column];
} & { tax: number; tax_undeducted?: number };

/** Inserts transfers, numbered in the order given. */
export async function insertTransfers(trx: Db, transfers: readonly NewTransfer[]) {
  const made = transfers.map((transfer, place) => ({ ...transfer, place }));
  const { rows } = await sql<{ id: number; user_id: number; invoice_id: number | null; amount: number }>`
    insert into transfer (user_id, property_id, proposal_id, invoice_id, amount, lines, due_date, purpose, debit_cause, received_on, rent, gross,
      obligations, fee, tax, tax_by, tax_code, tax_base, tax_exclusions, tax_undeducted, returned_by_bank)
    select user_id, property_id, proposal_id, invoice_id, amount, lines, due_date, coalesce(purpose, 'OWNER'), debit_cause, received_on, rent, gross,
      obligations, fee, tax, tax_by, tax_code, tax_base, tax_exclusions, coalesce(tax_undeducted, 0), coalesce(returned_by_bank, false)
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as made(place int, user_id bigint, property_id bigint,
      proposal_id bigint, invoice_id bigint, amount bigint, lines jsonb, due_date date, purpose text, debit_cause text, received_on date, rent bigint,
      gross bigint, obligations bigint, fee bigint, tax bigint, tax_by text, tax_code text, tax_base bigint, tax_exclusions bigint,
      tax_undeducted bigint, returned_by_bank boolean)
    order by place
    returning id, user_id, invoice_id, amount`.execute(trx);
  return rows;
}

/** Conditional UPDATE of transfers; false when one of them is no longer in state `from`. */
export async function updateTransfersFrom(
  trx: Db,
  ids: readonly number[],
  from: 'PENDING' | 'DONE',
  changes: Updateable<Transfer>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('transfer')
    .set(changes)
    .set((q) => ({ version: q('version', '+', 1) }))
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('status', '=', from)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows) === ids.length;
}

/** Notes what the tenant's bank gave back of a return that a payment holds: at most all of it. */
export const noteReturned = (trx: Db, id: number, amount: number) =>
  trx
    .updateTable('transfer')
    .set((q) => ({
      returned_part: sql<number>`least(amount, coalesce(returned_part, 0) + ${amount}::bigint)`,
      version: q('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .execute();

/** Takes the notes of returns of which no payment holds one any more. */
export async function takeReturned(trx: Db, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; part: number; amount: number }>`
    with noted as (select id, returned_part as part from transfer t where id = any(${ids}::bigint[]) and returned_part is not null
      and status = 'PENDING' and deleted_at is null
      and not exists (select from payment_batch_transfer o where o.transfer_id = t.id and o.live) order by id for update)
    update transfer t set returned_part = null from noted where noted.id = t.id returning t.id, noted.part, t.amount`.execute(
    trx,
  );
  return rows;
}

/** Takes a part off a pending transfer, which shows it as a line. False when it is no longer pending, or has not that much. */
export async function lessenTransfer(trx: Db, id: number, line: TransferLine): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('transfer')
    .set((q) => ({
      amount: q('amount', '+', line.amount),
      lines: sql`lines || ${JSON.stringify([line])}::jsonb`,
      version: q('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .where('deleted_at', 'is', null)
    .where('amount', '>', -line.amount)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Day on which the agency got the money of each transfer, or began to owe it; null where none is known. */
export async function findSettledOn(db: Db, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; day: CalendarDate | null }>`
    select t.id, coalesce(i.pay_day, (select max(e.day) from ledger_entry e
      where e.transfer_id = t.id and e.kind in ('MANUAL_TRANSFER', 'REFUND'))) as day
    from transfer t left join invoice i on i.id = t.invoice_id where t.id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, day }) => [id, day]));
}

/** Due date before a transfer's last rescheduling; undefined if it was never rescheduled. */
export async function findFormerDay(trx: Db, id: number) {
  const last = await trx
    .selectFrom('trail')
    .select(sql<CalendarDate | null>`changes #>> '{due_date,0}'`.as('former'))
    .where('record', '=', 'transfer')
    .where('record_id', '=', id)
    .where('action', '=', 'reschedule')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.former ?? undefined;
}

/**
 * Owners' debts from terminations: debits, and transfers that a debit left negative. `lock` keeps concurrent
 * settlements from using the same one.
 */
export const findDebits = (db: Db, ownerIds: readonly number[], { lock = false } = {}) =>
  ownerIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('transfer')
        .select(['id', 'user_id as client_id', 'proposal_id', 'amount'])
        .select(
          sql<DebitCause>`case when purpose <> 'DEBIT' then 'TRANSFER' else coalesce(debit_cause, 'END') end`.as(
            'cause',
          ),
        )
        .where('user_id', '=', sql<number>`any(${ownerIds}::bigint[])`)
        .where('amount', '<', 0)
        .where('status', '=', 'PENDING')
        .where('deleted_at', 'is', null)
        .where((q) =>
          q.or([
            q('purpose', '=', 'DEBIT'),
            q.exists(
              q.selectFrom('transfer as debit').select('debit.id').whereRef('debit.taken_by', '=', 'transfer.id'),
            ),
          ]),
        )
        .orderBy('id')
        .$if(lock, (q) => q.forUpdate())
        .execute();

/**
 * Removes debits from the lists: the transfer that includes one shows it as a line. False when one is no longer
 * pending.
 */
export async function giveDebits(trx: Db, taken: readonly { id: number; taken_by: number }[]): Promise<boolean> {
  if (taken.length === 0) return true;
  const { numAffectedRows = 0n } = await sql`
    update transfer t set deleted_at = now(), taken_by = taken.taken_by, version = version + 1
    from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as taken(id bigint, taken_by bigint)
    where t.id = taken.id and t.status = 'PENDING' and t.deleted_at is null`.execute(trx);
  return Number(numAffectedRows) === taken.length;
}

/** Restores debits when the transfers that include them are deleted. */
export const releaseDebits = (trx: Db, transferIds: readonly number[]) =>
  sql<{ id: number; invoice_id: number | null }>`
    update transfer debit set deleted_at = null, taken_by = null, version = debit.version + 1
    from transfer taker
    where taker.id = debit.taken_by and debit.taken_by = any(${transferIds}::bigint[])
    returning debit.id, taker.invoice_id`.execute(trx);

/** Owners' parts of the end of a contract, both pending and included in a transfer. */
export const lockOwnersAtEnd = (trx: Db, proposalId: number) =>
  trx
    .selectFrom('transfer')
    .select(['id', 'status', 'taken_by'])
    .where('proposal_id', '=', proposalId)
    .where((q) =>
      q.or([
        q('purpose', '=', 'DEBIT'),
        q.and([
          q('purpose', '=', 'OWNER'),
          q.exists(
            q
              .selectFrom('ledger_entry')
              .select('ledger_entry.id')
              .whereRef('ledger_entry.transfer_id', '=', 'transfer.id')
              .where('ledger_entry.kind', '=', 'REFUND'),
          ),
        ]),
      ]),
    )
    .where((q) => q.or([q('deleted_at', 'is', null), q('taken_by', 'is not', null)]))
    .orderBy('id')
    .forUpdate()
    .execute();

export const isAnyOrdered = async (trx: Db, transferIds: readonly number[]) =>
  (await trx
    .selectFrom('payment_batch_transfer')
    .select('batch_id')
    .where('transfer_id', '=', sql<number>`any(${transferIds}::bigint[])`)
    .where('live', '=', true)
    .executeTakeFirst()) !== undefined;

/** A rented property of this owner, with its contract in force. */
export const findRentedProperty = (db: Db, propertyId: number, ownerId: number) =>
  db
    .selectFrom('property')
    .innerJoin('property_owner', 'property_owner.property_id', 'property.id')
    .leftJoin('proposal', (join) =>
      join
        .onRef('proposal.property_id', '=', 'property.id')
        .on('proposal.status', '=', 'APPROVED')
        .on('proposal.deleted_at', 'is', null),
    )
    .select(['property.id', 'proposal.id as proposal_id'])
    .where('property.id', '=', propertyId)
    .where('property.status', '=', 'RENTED')
    .where('property.deleted_at', 'is', null)
    .where('property_owner.client_id', '=', ownerId)
    .executeTakeFirst();
