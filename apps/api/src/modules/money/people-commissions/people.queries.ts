import type { CalendarDate } from '@morada/domain/base/calendar';
import type { BasisPoints, Cents } from '@morada/domain/base/money';
import type { Span } from '@morada/domain/base/span';
import type { CommissionState } from '@morada/domain/rent/people/entry-life';
import type { CommissionKind, CommissionRole, PaymentPaper } from '@morada/domain/rent/people/share';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/context.ts';

export type PersonFigures = {
  id: number;
  name: string;
  active: boolean;
  earned: Cents;
  paid: Cents;
  due: Cents;
  debit: Cents;
};

/** People with anything in the month, or open at its end, by name. */
export async function findPeople(db: Db, { start, end }: Span): Promise<PersonFigures[]> {
  const { rows } = await sql<PersonFigures>`
    with part as (
        select c.admin_user_id as person,
          case when r.received_on between ${start} and ${end} then c.amount else 0 end
            - case when r.undone_on between ${start} and ${end} then c.amount else 0 end as earned,
          case when c.state = 'EARNED' and r.received_on <= ${end} then c.amount
            when c.state = 'OWED' and r.undone_on <= ${end} then -c.amount else 0 end as open
        from people_commission c join commission_receipt r on r.id = c.receipt_id
        where c.state in ('EARNED', 'OWED') or r.received_on between ${start} and ${end} or r.undone_on between ${start} and ${end}),
      of_person as (select person, sum(earned) as earned, coalesce(sum(open) filter (where open > 0), 0) as due, coalesce(-sum(open) filter (where open < 0), 0) as debit from part group by 1),
      paid as (
        select admin_user_id as person, sum(amount) as paid from commission_payment
        where undone_at is null and paid_on between ${start} and ${end} group by 1)
    select u.id, u.name, u.deleted_at is null as active, coalesce(o.earned, 0) as earned, coalesce(p.paid, 0) as paid,
      coalesce(o.due, 0) as due, coalesce(o.debit, 0) as debit
    from of_person o full join paid p on p.person = o.person join admin_user u on u.id = coalesce(o.person, p.person)
    where (o.earned, o.due, o.debit) is distinct from (0, 0, 0) or p.paid is not null
    order by lower(unaccent(u.name)), u.id`.execute(db);
  return rows;
}

export type EntryRow = {
  id: number;
  person: string;
  kind: CommissionKind;
  role: CommissionRole;
  received_on: CalendarDate;
  proposal_id: number | null;
  property_id: number;
  street: string;
  number: string | null;
  complement: string | null;
  invoice_id: number | null;
  base: Cents;
  share: BasisPoints;
  amount: Cents;
  state: CommissionState;
  undone_on: CalendarDate | null;
};

const entries = (where: RawBuilder<unknown>) => sql<EntryRow>`
  select c.id, u.name as person, r.kind, c.role, r.received_on, r.proposal_id, r.property_id, p.street, p.number, p.complement,
    r.invoice_id, r.amount as base, c.share, c.amount, c.state, r.undone_on
  from people_commission c join commission_receipt r on r.id = c.receipt_id join property p on p.id = r.property_id
    join admin_user u on u.id = c.admin_user_id
  where ${where} order by r.received_on, c.id`;

/** What is due to a person and what is owed back. */
export const findOpenEntries = async (db: Db, person: number) =>
  (await entries(sql`c.admin_user_id = ${person} and c.state in ('EARNED', 'OWED')`).execute(db)).rows;

const inPeriod = ({ start, end }: Span) =>
  sql`(r.received_on between ${start} and ${end} or r.undone_on between ${start} and ${end})`;

/** What came to a person in a period, or was undone in it. */
export const findEntriesOf = async (db: Db, person: number, span: Span) =>
  (await entries(sql`c.admin_user_id = ${person} and ${inPeriod(span)}`).execute(db)).rows;

/** Entries received in a month, or undone in it, of all people. */
export const findEntryIds = async (db: Db, span: Span) =>
  (await entries(inPeriod(span)).execute(db)).rows.map(({ id }) => id);

export const findEntriesAt = async (db: Db, ids: readonly number[]) =>
  (await entries(sql`c.id = any(${ids}::bigint[])`).execute(db)).rows;

export type PaymentRow = {
  id: number;
  paid_on: CalendarDate;
  paper: PaymentPaper;
  paper_number: string;
  account: string | null;
  amount: Cents;
  inss: Cents;
  irrf: Cents;
  iss: Cents;
};

/** Payments of a period that stand. */
export async function findPayments(db: Db, person: number, { start, end }: Span): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select id, paid_on, paper, paper_number, account, amount, inss, irrf, iss from commission_payment
    where admin_user_id = ${person} and undone_at is null and paid_on between ${start} and ${end} order by paid_on, id`.execute(
    db,
  );
  return rows;
}

/** What a person was owed before a day; below zero the person owes. */
export async function findOpening(db: Db, person: number, before: CalendarDate): Promise<Cents> {
  const { rows } = await sql<{ opening: Cents }>`
    select coalesce((select sum(c.amount) from people_commission c join commission_receipt r on r.id = c.receipt_id
        where c.admin_user_id = ${person} and r.received_on < ${before} and (r.undone_on is null or r.undone_on >= ${before})), 0)
      - coalesce((select sum(c.amount) from people_commission c join commission_receipt r on r.id = c.receipt_id
        where c.admin_user_id = ${person} and r.received_on >= ${before} and r.undone_on < ${before}), 0)
      - coalesce((select sum(amount) from commission_payment
        where admin_user_id = ${person} and undone_at is null and paid_on < ${before}), 0) as opening`.execute(db);
  return rows[0]?.opening ?? 0;
}
