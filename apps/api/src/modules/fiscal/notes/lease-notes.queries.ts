import { type CalendarDate, firstDay, lastDay, type Reference } from '@morada/domain/base/calendar';
import type { Cents } from '@morada/domain/base/money';
import type { FixedRateConditions } from '@morada/domain/fiscal/reform';
import type { PropertyPurpose } from '@morada/domain/lease/lease-purposes';
import type { PropertyLocation } from '@morada/domain/property/property-words';
import type { InvoiceLine } from '@morada/domain/rent/invoice';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { FIXED_RATE_OPTION } from '#api/db/fixed-rate.ts';
import { cutPage } from '#api/db/reading/page.ts';

export type Place = Record<
  'cep' | 'street' | 'number' | 'complement' | 'neighborhood' | 'city' | 'state',
  string | null
>;

/** What a note says of a property, and what its purpose follows from. */
export type NotedProperty = Place & {
  cib: string | null;
  property_registration: string | null;
  city_code: string | null;
  purpose: PropertyPurpose | null;
  location: PropertyLocation;
  comercial: boolean | null;
};

export type PaymentRow = {
  id: number;
  paid_on: CalendarDate;
  proposal_id: number;
  invoice_id: number;
  reference: Reference;
  price: Cents;
  fees: Cents;
  lines: InvoiceLine[];
  paid_amount: Cents;
  /** Fine and interest owed on the day of the payment. */
  charges: Cents;
  /** A balance or an instalment: the first payment of the month took the social reducer. */
  continued: boolean;
  /** The owner's part of the rent received, and the rent of all owners. */
  rent: Cents;
  rents: Cents;
  /** Income of all owners that the end of the contract gave back. */
  given_back: Cents;
  key: string | null;
  has_xml: boolean;
  signed_by: string | null;
  /** Note of the payment that is issued here, until it is cancelled or withdrawn; one of trials is none. */
  service_note: number | null;
  undone: boolean;
  purpose: PropertyPurpose | null;
  option: FixedRateConditions | null;
  owner: {
    id: number;
    name: string;
    document: string;
    tax_cnpj: string | null;
    municipal_registration: string | null;
    dps_series: number | null;
  };
  tenant: { id: number; name: string; document: string; email: string | null } & Place;
  property: { id: number } & NotedProperty;
};

/** Address of a property `p`, an owner `o` or a tenant `t`, as keys and values of a JSON object. */
export const place = (table: 'p' | 'o' | 't') => {
  const of = (column: string) => sql.ref(`${table}.${column}`);
  return sql`'cep', ${of('cep')}, 'street', ${of('street')}, 'number', ${of('number')}, 'complement', ${of('complement')},
    'neighborhood', ${of('neighborhood')}, 'city', ${of('city')}, 'state', ${of('state')}`;
};

/** Whether a transfer was not undone: one that another took in stands. */
const standing = (table: 'x' | 'y' | 'e') =>
  sql`(${sql.ref(`${table}.deleted_at`)} is null or ${sql.ref(`${table}.taken_by`)} is not null)`;
const STANDS = standing('x');

/**
 * What the end of a contract gave back of the payments to their owners, as rows of `transfer_id`, `invoice_id`, `income`, `fee`,
 * and when. It is known by owner, and is of the latest months first: those after the tenant had left go back whole. What the last
 * invoice took off what the tenant still owed is in the note of that one.
 * @param those a condition over the termination `t`.
 */
export const givenBack = (those: RawBuilder<unknown>) => sql`(
  select transfer_id, invoice_id, at, least(gross, greatest(0, income - gross_after)) as income, least(part, greatest(0, fee - part_after)) as fee
  from (
    select y.id as transfer_id, y.invoice_id, e.at, e.income, e.fee, y.gross, y.fee as part,
      coalesce(sum(y.gross) over after, 0) as gross_after, coalesce(sum(y.fee) over after, 0) as part_after
    from termination t
      join lateral (select e.user_id, max(e.created_at) as at, -sum(e.gross) as income, -sum(e.fee) as fee from transfer e
        where e.proposal_id = t.proposal_id and e.invoice_id is null and e.gross < 0 and ${standing('e')} group by e.user_id) e on true
      join transfer y on y.invoice_id = any(t.counted) and y.user_id = e.user_id and y.gross > 0 and ${standing('y')}
      join invoice i on i.id = y.invoice_id
    where t.undone_at is null and t.counted <> '{}' and ${those}
    window after as (partition by t.id, y.user_id order by i.reference desc, y.id desc rows between unbounded preceding and 1 preceding)) back
  where income > gross_after)`;

/**
 * Payments of leases to owners who pay IBS and CBS on their day. A payment that was undone is there while it has a note.
 * @param those a condition over the transfer `x` and its note `n`.
 */
const payments = (those: RawBuilder<unknown>) => sql`
  from transfer x join client o on o.id = x.user_id left join lease_note n on n.transfer_id = x.id
  where x.received_on is not null and x.invoice_id is not null and x.rent > 0
    and o.tax_regime = 'REGULAR' and o.taxpayer_since <= x.received_on and (${STANDS} or n.key is not null) and ${those}`;

/** What was given back of the contract of the payment `x`. */
export const OF_PAYMENT = givenBack(sql`t.proposal_id = x.proposal_id`);

const ofMonth = (month: Reference) => sql`x.received_on between ${firstDay(month)} and ${lastDay(month)}`;

/** Undone ones first, then those without a note, by day. */
const IN_ORDER = sql`order by ${STANDS}, n.key is not null, x.received_on, x.id`;

async function findRows(db: Db, ids: readonly number[]): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select x.id, x.received_on as paid_on, x.proposal_id, x.invoice_id, i.reference, i.price, i.fees, i.lines,
      coalesce(i.paid_amount, 0) as paid_amount,
      coalesce(i.fine, 0) + coalesce(i.interest, 0) as charges, i.balance_of is not null or i.debt_agreement_id is not null as continued, x.rent,
      (select sum(every.rent) from transfer every where every.invoice_id = x.invoice_id
        and (every.deleted_at is null or every.taken_by is not null or every.id = x.id) and every.received_on = x.received_on) as rents,
      (select coalesce(sum(back.income), 0) from ${OF_PAYMENT} back where back.invoice_id = x.invoice_id)::bigint as given_back,
      n.key, n.xml is not null as has_xml, n.signed_by,
      (select s.id from service_note s where s.transfer_id = x.id and s.kind = 'LEASE' and s.state not in ('CANCELED', 'WITHDRAWN', 'REPLACING')
        and not (s.key is not null and s.environment = 'RESTRICTED')) as service_note,
      not ${STANDS} as undone, k.purpose,
      ${FIXED_RATE_OPTION} as option,
      json_build_object('id', o.id, 'name', o.name, 'document', o.cpf_cnpj, 'tax_cnpj', o.tax_cnpj,
        'municipal_registration', o.municipal_registration, 'dps_series', o.dps_series) as owner,
      json_build_object('id', t.id, 'name', t.name, 'document', t.cpf_cnpj, 'email', t.email, ${place('t')}) as tenant,
      json_build_object('id', p.id, 'cib', p.cib, 'property_registration', p.property_registration, 'city_code', p.city_code,
        'purpose', p.purpose, 'location', p.location, 'comercial', p.comercial, ${place('p')}) as property
    from transfer x join client o on o.id = x.user_id left join lease_note n on n.transfer_id = x.id
      join invoice i on i.id = x.invoice_id join client t on t.id = i.user_id join proposal k on k.id = x.proposal_id
      join property p on p.id = k.property_id left join reform_option r on r.proposal_id = k.id
    where x.id = any(${ids}::bigint[])
    order by array_position(${ids}::bigint[], x.id)`.execute(db);
  return rows;
}

export const findPaymentsAt = findRows;

export async function findPaymentIds(db: Db, month: Reference): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select x.id ${payments(ofMonth(month))} ${IN_ORDER}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function findPaymentPage(db: Db, month: Reference, page: number) {
  const { rows } = await sql<{ id: number; total: number }>`
    select x.id, count(*) over () as total ${payments(ofMonth(month))} ${IN_ORDER} ${cutPage(page)}`.execute(db);
  return {
    rows: await findRows(
      db,
      rows.map(({ id }) => id),
    ),
    total: rows[0]?.total ?? 0,
  };
}

export async function countPayments(db: Db, month: Reference) {
  const { rows } = await sql<{ open: number; undone: number }>`
    select count(*) filter (where ${STANDS} and n.key is null)::int as open, count(*) filter (where not ${STANDS})::int as undone
    ${payments(ofMonth(month))}`.execute(db);
  return rows[0] ?? { open: 0, undone: 0 };
}

/** The payment, locked against its undoing; undefined where it is none of an owner who pays. */
export async function lockPayment(trx: Db, id: number): Promise<PaymentRow | undefined> {
  await sql`select id from transfer where id = ${id} for no key update`.execute(trx);
  const { rows } = await sql<{ id: number }>`select x.id ${payments(sql`x.id = ${id}`)}`.execute(trx);
  return rows.length === 0 ? undefined : (await findRows(trx, [id]))[0];
}

/** `xml`: null where the key was typed. */
export type NotedNote = { key: string; xml: string | null; signed_by: string | null };

export const putNote = (trx: Db, transfer_id: number, note: NotedNote) =>
  trx
    .insertInto('lease_note')
    .values({ transfer_id, ...note })
    .onConflict((conflict) => conflict.column('transfer_id').doUpdateSet({ ...note, noted_at: sql`now()` }))
    .execute();

export const findXml = (db: Db, transfer_id: number) =>
  db.selectFrom('lease_note').select(['key', 'xml']).where('transfer_id', '=', transfer_id).executeTakeFirst();

export const deleteNote = (trx: Db, id: number) =>
  trx.deleteFrom('lease_note').where('transfer_id', '=', id).returning('key').executeTakeFirst();

/** Removes the note of a payment, unless another has taken its place. */
export const deleteNoteOf = (trx: Db, id: number, key: string) =>
  trx.deleteFrom('lease_note').where('transfer_id', '=', id).where('key', '=', key).execute();
