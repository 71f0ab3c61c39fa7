import type { Received } from '@morada/contract/base/endpoint';
import type { notes } from '@morada/contract/fiscal/fiscal-notes';
import type { CalendarDate, Reference } from '@morada/domain/base/calendar';
import { firstDay, lastDay } from '@morada/domain/base/calendar';
import type { Cents } from '@morada/domain/base/money';
import type { NoteKind, NoteState } from '@morada/domain/fiscal/service-note';
import type { DpsEnvironment, TaxRegime } from '@morada/domain/fiscal/taxpayer';
import type { PropertyPurpose } from '@morada/domain/lease/lease-purposes';
import type { CancellationReason, DpsFacts } from '@morada/domain/nfse/dps';
import type { NfseRefusal } from '@morada/domain/nfse/refusals';
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '#api/context.ts';
import { cutPage } from '#api/db/page.ts';
import type { ServiceNote } from '#api/db/schema.ts';
import { peopleFound, type Seen } from '#api/db/search.ts';
import { type NotedProperty, type Place, place } from './lease-notes.queries.ts';

// What is to be noted --------------------------------------------------------------------------------------------------------

export type NewNote = {
  kind: NoteKind;
  transfer_id: number;
  invoice_id: number;
  proposal_id: number;
  property_id: number;
  issuer_id: number | null;
  taker_id: number;
  competence: CalendarDate;
  amount: Cents;
};

/**
 * Payments of these invoices that are to be noted: the agency's fee where the agency has a certificate, and the lease of an
 * owner who pays IBS and CBS on that day and has one. A lease's amount is worked out when the note is sent.
 */
export async function findPayments(trx: Db, invoices: readonly number[]): Promise<NewNote[]> {
  const { rows } = await sql<NewNote>`
    with paid as (
      select x.id as transfer_id, x.invoice_id, x.proposal_id, x.property_id, x.user_id, x.received_on as competence, x.fee, x.rent, i.user_id as tenant
      from transfer x join invoice i on i.id = x.invoice_id
      where x.invoice_id = any(${invoices}::bigint[]) and x.proposal_id is not null and x.received_on is not null
        and (x.deleted_at is null or x.taken_by is not null))
    select 'ADMINISTRATION' as kind, transfer_id, invoice_id, proposal_id, property_id, null::bigint as issuer_id, user_id as taker_id,
      competence, fee as amount
    from paid where fee > 0 and exists (select from note_certificate where client_id is null)
    union all
    select 'LEASE', transfer_id, invoice_id, proposal_id, property_id, user_id, tenant, competence, rent
    from paid join client o on o.id = paid.user_id
    where rent > 0 and o.tax_regime = 'REGULAR' and o.taxpayer_since <= competence
      and exists (select from note_certificate where client_id = o.id)
    order by transfer_id, kind`.execute(trx);
  return rows;
}

export async function insertNotes(trx: Db, notes: readonly NewNote[], leaves: boolean) {
  return trx
    .insertInto('service_note')
    .values(notes.map((note) => ({ ...note, next_try_at: leaves ? sql<string>`now()` : null })))
    .returning(['id', 'kind', 'transfer_id', 'amount'])
    .execute();
}

/** Notes of these invoices whose life goes on, locked in order of id. */
export const lockOfInvoices = (trx: Db, invoices: readonly number[]) =>
  trx
    .selectFrom('service_note')
    .select(['id', 'state', 'transfer_id', 'kind'])
    .where('invoice_id', '=', sql<number>`any(${invoices}::bigint[])`)
    .where('state', 'not in', ['CANCELED', 'WITHDRAWN', 'EXCEPTION'])
    .orderBy('id')
    .forUpdate()
    .execute();

// Sending --------------------------------------------------------------------------------------------------------------------

/** Issuers of notes that are due. */
export async function findIssuersWithDue(db: Db): Promise<(number | null)[]> {
  const { rows } = await sql<{ issuer_id: number | null }>`
    select distinct issuer_id from service_note where next_try_at <= now()
      and state in ('PENDING', 'SENDING', 'RECALLING', 'CANCELING')`.execute(db);
  return rows.map(({ issuer_id }) => issuer_id);
}

/** Condition on the `call` of a queue. */
export const ofIssuer = (issuer: number | null): RawBuilder<unknown> =>
  sql`call.issuer_id is not distinct from ${issuer}::bigint`;

export type Due = Pick<
  Selectable<ServiceNote>,
  | 'id'
  | 'kind'
  | 'transfer_id'
  | 'key'
  | 'tries'
  | 'environment'
  | 'series'
  | 'number'
  | 'cancel_reason'
  | 'cancel_text'
  | 'state'
  | 'facts'
>;

export async function findDue(trx: Db, ids: readonly number[]): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select id, kind, transfer_id, key, tries, environment, series, number, cancel_text, state, facts, cancel_reason
    from service_note where id = any(${ids}::bigint[]) order by id`.execute(trx);
  return rows;
}

export type FeeRow = {
  id: number;
  amount: Cents;
  competence: CalendarDate;
  proposal_id: number;
  reference: Reference;
  purpose: PropertyPurpose | null;
  taker: { id: number; name: string; document: string; email: string | null } & Place;
  property: NotedProperty;
};

/** What the notes of the agency's fees say. */
export async function findFees(trx: Db, ids: readonly number[]): Promise<FeeRow[]> {
  const { rows } = await sql<FeeRow>`
    select n.id, n.amount, n.competence, n.proposal_id, i.reference, k.purpose,
      json_build_object('id', t.id, 'name', t.name, 'document', t.cpf_cnpj, 'email', t.email, ${place('t')}) as taker,
      json_build_object('cib', p.cib, 'property_registration', p.property_registration, 'city_code', p.city_code,
        'purpose', p.purpose, 'location', p.location, 'comercial', p.comercial, ${place('p')}) as property
    from service_note n join invoice i on i.id = n.invoice_id join proposal k on k.id = n.proposal_id
      join property p on p.id = n.property_id join client t on t.id = n.taker_id
    where n.id = any(${ids}::bigint[])`.execute(trx);
  return rows;
}

export async function findOwner(trx: Db, id: number) {
  const { rows } = await sql<{
    document: string;
    tax_cnpj: string | null;
    tax_regime: TaxRegime | null;
    municipal_registration: string | null;
    dps_series: number | null;
    city: string | null;
    state: string | null;
  }>`select cpf_cnpj as document, tax_cnpj, tax_regime, municipal_registration, dps_series, city, state from client where id = ${id}`.execute(
    trx,
  );
  return rows[0];
}

type Series = { issuer: number | null; environment: DpsEnvironment; series: number };

/**
 * Gives numbers of a series, each once, under the lock of its row: those that withdrawn notes leave free first, since the
 * national system never saw a note with them.
 */
export async function giveNumbers(trx: Db, { issuer, environment, series }: Series, count: number): Promise<number[]> {
  await sql`insert into note_series (issuer_id, environment, series) values (${issuer}, ${environment}, ${series})
    on conflict (issuer_id, environment, series) do nothing`.execute(trx);
  const ofSeries = sql`issuer_id is not distinct from ${issuer}::bigint and environment = ${environment} and series = ${series}`;
  await sql`select from note_series where ${ofSeries} for update`.execute(trx);
  const { rows: free } = await sql<{ number: number }>`
    with free as (
      select id, number from service_note where ${ofSeries} and number is not null and state = 'WITHDRAWN' order by number limit ${count}),
    freed as (update service_note n set number = null from free where n.id = free.id)
    select number from free order by number`.execute(trx);
  const { rows } = await sql<{ last: number }>`
    update note_series set last = last + ${count - free.length}::int where ${ofSeries} returning last`.execute(trx);
  const last = rows[0]?.last ?? 0;
  const fresh = Array.from({ length: count - free.length }, (_, index) => last - (count - free.length) + index + 1);
  return [...free.map(({ number }) => number), ...fresh];
}

export type Sending = {
  id: number;
  environment: DpsEnvironment;
  series: number;
  number: number;
  amount: Cents;
  facts: DpsFacts;
};

export const startSending = (trx: Db, sending: readonly Sending[]) =>
  sql`update service_note n set state = 'SENDING', environment = s.environment, series = s.series, number = s.number, amount = s.amount,
      facts = s.facts, problem = null, refusals = '[]'
    from jsonb_to_recordset(${JSON.stringify(sending)}::jsonb) as s(id bigint, environment text, series int, number bigint, amount bigint, facts jsonb)
    where n.id = s.id and n.state = 'PENDING'`.execute(trx);

export const lockNote = (trx: Db, id: number) =>
  trx.selectFrom('service_note').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Moves a note from a state, once. False: it was in another one. */
export async function move(
  trx: Db,
  id: number,
  from: NoteState,
  changes: Updateable<ServiceNote> & { state: NoteState },
) {
  const { numUpdatedRows } = await trx
    .updateTable('service_note')
    .set(changes)
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Refuses notes that are not sent. */
export const deny = (trx: Db, ids: readonly number[], refusals: readonly NfseRefusal[]) =>
  sql`update service_note set state = 'REFUSED', refusals = ${JSON.stringify(refusals)}::jsonb
    where id = any(${ids}::bigint[]) and state = 'PENDING'`.execute(trx);

/** A call without an answer: the note stays as it is, to be called again by its queue. */
export async function lose(trx: Db, id: number, problem: string): Promise<void> {
  await sql`update service_note set problem = ${problem}, next_try_at = now() + least(tries, 20) * interval '30 seconds'
    where id = ${id}`.execute(trx);
}

/** Notes of an issuer without a valid certificate: they stay due, and the round after it is kept sends them. */
export const waitForCertificate = (db: Db, issuer: number | null, problem: string) =>
  sql`update service_note set problem = ${problem}
    where issuer_id is not distinct from ${issuer}::bigint and next_try_at <= now() and problem is distinct from ${problem}
      and state in ('PENDING', 'SENDING', 'RECALLING', 'CANCELING')`.execute(db);

/** Enqueues a round; requests are merged into one job. */
export const enqueue = (db: Db) =>
  sql`select graphile_worker.add_job('notes', max_attempts => 3, job_key => 'notes')`.execute(db);

// Lists ----------------------------------------------------------------------------------------------------------------------

type Search = Received<typeof notes.list>['query'] & { seen: Seen };

export type ListRow = {
  id: number;
  kind: NoteKind;
  state: NoteState;
  competence: CalendarDate;
  amount: Cents;
  series: number | null;
  number: number | null;
  environment: DpsEnvironment | null;
  key: string | null;
  issuer: { id: number; name: string } | null;
  taker: { id: number; name: string };
  property_id: number;
  invoice_id: number;
  proposal_id: number;
  refusals: NfseRefusal[];
  problem: string | null;
  held: boolean;
  issued_at: string | null;
};

const WAITS: Readonly<Record<string, RawBuilder<unknown>>> = {
  PERSON: sql`(n.state in ('REFUSED', 'EXCEPTION') or n.problem is not null and n.state in ('PENDING', 'SENDING', 'RECALLING', 'CANCELING'))`,
  RELEASE: sql`(n.state = 'PENDING' and n.next_try_at is null)`,
};

function found({ query, kind, state, waits, month, seen }: Search) {
  const parts = [sql`true`];
  if (kind) parts.push(sql`n.kind = ${kind}`);
  if (state) parts.push(sql`n.state = ${state}`);
  if (waits) parts.push(sql`${WAITS[waits]}`);
  if (month) parts.push(sql`n.competence between ${firstDay(month)} and ${lastDay(month)}`);
  if (query !== undefined) {
    const people = peopleFound(query, seen);
    const number = /^\d{1,15}$/.test(query) ? Number(query) : null;
    parts.push(
      sql`(n.taker_id in (${people}) or n.issuer_id in (${people}) or n.number = ${number}::bigint or n.invoice_id = ${number}::bigint or n.key = ${query})`,
    );
  }
  return sql.join(parts, sql` and `);
}

const COLUMNS = sql`n.id, n.kind, n.state, n.competence, n.amount, n.series, n.number, n.environment, n.key,
  case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end as issuer,
  json_build_object('id', t.id, 'name', t.name) as taker, n.property_id, n.invoice_id, n.proposal_id, n.refusals, n.problem,
  n.next_try_at is null as held, n.issued_at`;
const JOINS = sql`left join client s on s.id = n.issuer_id join client t on t.id = n.taker_id`;

export async function findPage(db: Db, search: Search, page: number) {
  const { rows } = await sql<ListRow & { total: number }>`
    select ${COLUMNS}, count(*) over () as total from service_note n ${JOINS} where ${found(search)}
    order by n.competence desc, n.id desc ${cutPage(page)}`.execute(db);
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}

export async function countNotes(db: Db) {
  const { rows } = await sql<{ person: number; release: number }>`
    select count(*) filter (where ${WAITS.PERSON})::int as person, count(*) filter (where ${WAITS.RELEASE})::int as release
    from service_note n`.execute(db);
  return rows[0] ?? { person: 0, release: 0 };
}

export async function findNote(db: Db, id: number) {
  const { rows } = await sql<
    ListRow & { cancel_reason: CancellationReason | null; cancel_text: string | null; canceled_at: string | null }
  >`
    select ${COLUMNS}, n.cancel_reason, n.cancel_text, n.canceled_at from service_note n ${JOINS} where n.id = ${id}`.execute(
    db,
  );
  return rows[0];
}

export const findXml = (db: Db, id: number) =>
  db.selectFrom('service_note').select(['key', 'xml']).where('id', '=', id).executeTakeFirst();

export const findHistory = (db: Db, id: number) =>
  db
    .selectFrom('trail')
    .select(['at', 'actor', 'action'])
    .where('record', '=', 'service_note')
    .where('record_id', '=', id)
    .orderBy('id')
    .execute();
