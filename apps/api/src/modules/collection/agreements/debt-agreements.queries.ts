import { lastPage } from '@morada/contract/base/fields';
import type { DebtAgreementSearch } from '@morada/contract/collection/debt-agreements.search';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { DebtAgreementState } from '@morada/domain/debt-agreement/debt-agreement';
import { addressLine } from '@morada/domain/property/property';
import type { InvoiceFigures, InvoiceLine, InvoiceStatus } from '@morada/domain/rent/invoice';
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import type * as z from 'zod/mini';
import type { Db } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { cutPage } from '#api/db/reading/page.ts';
import { matches, peopleFound, type Seen } from '#api/db/reading/search.ts';
import type { DebtAgreement, DebtAgreementInvoice } from '#api/db/schema.ts';
import { paymentWaits } from '#api/db/waiting-payments.ts';

/** Open instalments of an agreement, and open balances of instalments paid in part. */
export type OpenInstalment = { instalment: number; due_date: CalendarDate };

type Row = {
  id: number;
  state: DebtAgreementState;
  proposal_id: number;
  user_id: number;
  tenant: string;
  offered_on: CalendarDate;
  valid_until: CalendarDate;
  instalments: number;
  total: number;
  ended_on: CalendarDate | null;
  first_days: number;
  break_days: number;
  held_until: CalendarDate | null;
  paid: number;
  open: OpenInstalment[];
  street: string;
  number: string | null;
  complement: string | null;
};

const shown = ({ street, number, complement, user_id, tenant, ...row }: Row) => ({
  ...row,
  user: { id: user_id, name: tenant },
  property: addressLine({ street, number, complement }),
});
export type FoundRow = ReturnType<typeof shown>;

/** Columns of the rows whose ids are cut beforehand. */
const ROWS = sql`
  select a.id, a.state, a.proposal_id, a.user_id, c.name as tenant, a.offered_on, a.valid_until, a.instalments, a.total, a.ended_on,
    a.first_days, a.break_days, a.held_until, paid.paid, paid.open, p.street, p.number, p.complement
  from cut join debt_agreement a on a.id = cut.id join client c on c.id = a.user_id join proposal k on k.id = a.proposal_id
    join property p on p.id = k.property_id, lateral (
      select coalesce(sum(i.paid_amount), 0)::bigint as paid,
        coalesce(json_agg(json_build_object('instalment', i.instalment, 'due_date', i.due_date) order by i.due_date, i.id)
          filter (where i.status = 'PENDING'), '[]') as open
      from invoice i where i.debt_agreement_id = a.id and i.deleted_at is null) paid`;

type Search = z.output<typeof DebtAgreementSearch> & { seen: Seen };

function selection({ query, state, proposal, client, seen }: Search): RawBuilder<unknown> {
  const conditions = [sql`true`];
  if (state) conditions.push(sql`a.state = ${state}`);
  if (proposal !== undefined) conditions.push(sql`a.proposal_id = ${proposal}`);
  if (client !== undefined) conditions.push(sql`a.user_id = ${client}`);
  if (query !== undefined) {
    const number = /^\d+$/.test(query) ? Number(query) : null;
    const properties = sql`select id from property where ${matches(sql`search`, query)}`;
    conditions.push(sql`(a.user_id in (${peopleFound(query, seen)}) or a.id = ${number}
      or a.proposal_id in (select id from proposal where property_id in (${properties})))`);
  }
  return sql.join(conditions, sql` and `);
}

/** A page of agreements, the newest first, with the figures of all. */
export async function findAgreements(db: Db, search: Search, today: CalendarDate) {
  const page = search.page ?? 1;
  const where = selection(search);
  const { rows } = await sql<Row>`
    with cut as (select a.id from debt_agreement a where ${where} order by a.id desc ${cutPage(page)})
    ${ROWS} order by a.id desc`.execute(db);
  const counted = await sql<{ found: number }>`select count(*) as found from debt_agreement a where ${where}`.execute(
    db,
  );
  const total = counted.rows[0]?.found ?? 0;
  return { data: rows.map(shown), page, lastPage: lastPage(total), total, ...(await findFigures(db, today)) };
}

async function findFigures(db: Db, today: CalendarDate) {
  const { rows } = await sql<{ held: number; open: number; late: number; offered: number }>`
    select count(*) filter (where a.state = 'ACCEPTED') as held, count(*) filter (where a.state = 'OFFERED') as offered,
      coalesce(sum(i.amount), 0)::bigint as open, count(*) filter (where i.due < ${today}) as late
    from debt_agreement a left join lateral (
      select sum(amount) as amount, min(due_date) as due from invoice
      where debt_agreement_id = a.id and status = 'PENDING' and deleted_at is null) i on a.state = 'ACCEPTED'
    where a.state in ('OFFERED', 'ACCEPTED')`.execute(db);
  return rows[0] ?? { held: 0, open: 0, late: 0, offered: 0 };
}

export async function findRow(db: Db, id: number): Promise<FoundRow | undefined> {
  const { rows } = await sql<Row>`with cut as (select ${id}::bigint as id) ${ROWS}`.execute(db);
  return rows.map(shown)[0];
}

export const findAgreement = (db: Db, id: number) =>
  db.selectFrom('debt_agreement').selectAll().where('id', '=', id).executeTakeFirst();
export type FoundAgreement = NonNullable<Awaited<ReturnType<typeof findAgreement>>>;

/** Invoices that an agreement takes in, oldest first. */
export const findDebts = (db: Db, agreementId: number) =>
  db
    .selectFrom('debt_agreement_invoice as d')
    .innerJoin('invoice', 'invoice.id', 'd.invoice_id')
    .select(['invoice.id', 'invoice.reference', 'invoice.due_date'])
    .select(['d.amount', 'd.fine', 'd.interest', 'd.agreed', 'd.paid', 'd.returned_id'])
    .where('d.agreement_id', '=', agreementId)
    .orderBy('d.position')
    .execute();

export type InstalmentInvoice = InvoiceFigures & {
  id: number;
  instalment: number;
  status: InvoiceStatus;
  due_date: CalendarDate;
  amount: number;
  pay_day: CalendarDate | null;
  paid_amount: number | null;
};

/** Invoices of an agreement's instalments, with the open balances of those paid in part. */
export async function findInstalments(db: Db, agreementId: number) {
  const { rows } = await sql<InstalmentInvoice & { lines: InvoiceLine[] }>`
    select id, instalment, status, due_date, amount, price, fees, lines, pay_day, paid_amount from invoice
    where debt_agreement_id = ${agreementId} and deleted_at is null order by instalment, id`.execute(db);
  return rows;
}

/** Those of these invoices that are in an agreement offered or in force, other than `except`. */
export const findLive = async (db: Db, invoiceIds: readonly number[], except = 0) =>
  (
    await db
      .selectFrom('debt_agreement_invoice')
      .select('invoice_id')
      .where('invoice_id', '=', sql<number>`any(${invoiceIds}::bigint[])`)
      .where('agreement_id', '<>', except)
      .where('live', '=', true)
      .execute()
  ).map(({ invoice_id }) => invoice_id);

/** Tenant and property of a contract, with its open invoices that no agreement issued, oldest first. */
export async function findOpenOf(db: Db, proposalId: number) {
  const { rows } = await sql<{
    id: number;
    name: string;
    street: string;
    number: string | null;
    complement: string | null;
    withholding: string;
    invoices: number[];
  }>`
    select c.id, c.name, p.street, p.number, p.complement, k.withholding,
      (select coalesce(json_agg(i.id order by i.due_date, i.id), '[]') from invoice i where i.proposal_id = k.id
        and i.status = 'PENDING' and i.deleted_at is null and i.debt_agreement_id is null) as invoices
    from proposal k join client c on c.id = k.user_id join property p on p.id = k.property_id
    where k.id = ${proposalId} and k.deleted_at is null`.execute(db);
  return rows[0];
}

export const insertAgreement = (trx: Db, agreement: Insertable<DebtAgreement>) =>
  trx.insertInto('debt_agreement').values(agreement).returning('id').executeTakeFirstOrThrow();

export const insertDebts = (trx: Db, debts: readonly Insertable<DebtAgreementInvoice>[]) =>
  trx
    .insertInto('debt_agreement_invoice')
    .values([...debts])
    .execute();

/** Conditional UPDATE of the state; false when the agreement is in another state, or of another version. */
export async function moveAgreement(
  trx: Db,
  { id, state, version }: { id: number; state: DebtAgreementState; version: number },
  changes: Updateable<DebtAgreement>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('debt_agreement')
    .set(changes)
    .set((q) => ({ version: q('version', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', state)
    .where('version', '=', version)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

type Outcome = { invoice_id: number; paid: number | null; returned_id: number | null };

/** Records the outcome for each invoice of an agreement that ended or was reinstated. */
export const markDebts = (trx: Db, agreementId: number, live: boolean, outcomes: readonly Outcome[]) =>
  sql`update debt_agreement_invoice d set live = ${live}, paid = o.paid, returned_id = o.returned_id
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o(invoice_id bigint, paid bigint, returned_id bigint)
    where d.agreement_id = ${agreementId} and d.invoice_id = o.invoice_id`.execute(trx);

/** OFFERED → EXPIRED of the offers whose last day has passed. Returns their ids. */
export async function expireOffers(trx: Db, today: CalendarDate) {
  const { rows } = await sql<{ id: number }>`
    with gone as (
        update debt_agreement set state = 'EXPIRED', ended_on = ${today}, version = version + 1
        where state = 'OFFERED' and valid_until < ${today} returning id),
      freed as (update debt_agreement_invoice set live = false where agreement_id in (select id from gone))
    select id from gone order by id`.execute(trx);
  return rows.map(({ id }) => id);
}

export type LateAgreement = {
  id: number;
  user_id: number;
  proposal_id: number;
  tenant: string;
  first_days: number;
  break_days: number;
  held_until: CalendarDate | null;
  open: (OpenInstalment & { id: number })[];
};

/** Agreements in force with an open instalment past its due date, in pages after `afterId`. */
export async function findLateAgreements(db: Db, today: CalendarDate, afterId: number, limit: number) {
  const { rows } = await sql<LateAgreement>`
    select a.id, a.user_id, a.proposal_id, c.name as tenant, a.first_days, a.break_days, a.held_until,
      late.open
    from debt_agreement a join client c on c.id = a.user_id, lateral (
      select json_agg(json_build_object('id', i.id, 'instalment', i.instalment, 'due_date', i.due_date) order by i.due_date, i.id) as open
      from invoice i where i.debt_agreement_id = a.id and i.status = 'PENDING' and i.deleted_at is null and i.due_date < ${today}
        and not ${paymentWaits(sql`i.id`)}) late
    where a.state = 'ACCEPTED' and late.open is not null and a.id > ${afterId} order by a.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Marks that the tenant was warned of this late instalment; false when that is marked already. */
export async function markWarned(
  trx: Db,
  id: number,
  { late, today }: { late: CalendarDate; today: CalendarDate },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update debt_agreement set warned_on = ${today} where id = ${id} and state = 'ACCEPTED'
      and (warned_on is null or warned_on <= ${late})`.execute(trx);
  return Number(numAffectedRows ?? 0) === 1;
}

export const findAgency = (db: Db) =>
  readAgency(db, [
    'name',
    'late_from_business_day',
    'late_to_owner',
    'agreement_instalments',
    'agreement_charges_off',
    'agreement_rent_off',
    'agreement_valid_days',
    'agreement_first_days',
    'agreement_break_days',
    'agreement_warn_days',
    'agreement_text',
  ]);

/** Agreement of a tenant, for the client area. */
export const findOwn = (db: Db, clientId: number, id: number) =>
  db.selectFrom('debt_agreement').select('id').where('id', '=', id).where('user_id', '=', clientId).executeTakeFirst();

/** Offers and agreements of a tenant that the client area lists, the newest first. */
export const findOfClient = (db: Db, clientId: number, today: CalendarDate) =>
  db
    .selectFrom('debt_agreement')
    .select(['id', 'state', 'total', 'instalments', 'valid_until', 'ended_on'])
    .where('user_id', '=', clientId)
    .where((q) =>
      q.or([
        q('state', 'in', ['ACCEPTED', 'KEPT', 'BROKEN']),
        q.and([q('state', '=', 'OFFERED'), q('valid_until', '>=', today)]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
