import type { Received } from '@morada/contract/base/endpoint';
import type { notes } from '@morada/contract/fiscal/fiscal-notes';
import type { CalendarDate, Reference } from '@morada/domain/base/calendar';
import { firstDay, lastDay, later } from '@morada/domain/base/calendar';
import { type Cents, sum } from '@morada/domain/base/money';
import type { NOTE_WAITS, NoteChannel, NoteKind, NoteState } from '@morada/domain/fiscal/service-note';
import type { DpsEnvironment, purposeOf, TaxRegime } from '@morada/domain/fiscal/taxpayer';
import type { PropertyPurpose } from '@morada/domain/lease/lease-purposes';
import type { DpsFacts, ReplacementReason } from '@morada/domain/nfse/dps';
import type { NfseRefusal } from '@morada/domain/nfse/refusals';
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import { present } from '#api/base/present.ts';
import type { Db } from '#api/context.ts';
import { cutPage } from '#api/db/reading/page.ts';
import { peopleFound, type Seen } from '#api/db/reading/search.ts';
import type { ServiceNote } from '#api/db/schema.ts';
import { givenBack, type NotedProperty, OF_PAYMENT, type Place, place } from './lease-notes.queries.ts';

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
  /** Of a month's fees, which gather by it; null: a note of one payment. */
  nbs: string | null;
};

/** What the purpose of a lease follows from. */
type Leased = { purpose: PropertyPurpose | null; property: Parameters<typeof purposeOf>[0]['property'] };

/** Whether anybody issues notes from here. */
export async function hasIssuer(trx: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from note_certificate) or exists (select from note_intermediary) as has`.execute(trx);
  return rows[0]?.has ?? false;
}

/** The agency issues the notes of its fees: by its certificate, or through the intermediary. */
const AGENCY_ISSUES = sql`(exists (select from note_certificate where client_id is null) or exists (select from note_intermediary))`;

/**
 * Payments of these invoices that are to be noted: the agency's fee where the agency issues notes, and the lease of an
 * owner who pays IBS and CBS on that day and has one. A lease's amount is worked out when the note is sent.
 */
export async function findPayments(trx: Db, invoices: readonly number[]) {
  const { rows } = await sql<Omit<NewNote, 'nbs'> & Leased>`
    with paid as (${paidOf(invoices)})
    select 'ADMINISTRATION' as kind, transfer_id, invoice_id, proposal_id, property_id, null::bigint as issuer_id, user_id as taker_id,
      competence, fee as amount, purpose, property
    from paid where fee > 0 and ${AGENCY_ISSUES}
    union all
    select 'LEASE', transfer_id, invoice_id, proposal_id, property_id, user_id, tenant, competence, rent, purpose, property
    from paid join client o on o.id = paid.user_id
    where rent > 0 and o.tax_regime = 'REGULAR' and o.taxpayer_since <= competence
      and exists (select from note_certificate where client_id = o.id)
    order by transfer_id, kind`.execute(trx);
  return rows;
}

const paidOf = (invoices: readonly number[]) => sql`
  select x.id as transfer_id, x.invoice_id, x.proposal_id, x.property_id, x.user_id, x.received_on as competence, x.fee, x.rent, i.user_id as tenant,
    k.purpose, jsonb_build_object('purpose', p.purpose, 'location', p.location, 'comercial', p.comercial) as property
  from transfer x join invoice i on i.id = x.invoice_id join proposal k on k.id = x.proposal_id join property p on p.id = x.property_id
  where x.invoice_id = any(${invoices}::bigint[]) and x.proposal_id is not null and x.received_on is not null
    and (x.deleted_at is null or x.taken_by is not null)`;

/** Transfers that pay the agency's fee for the letting: the whole of each invoice, beside each owner's part of the rent. */
export async function findBrokerages(trx: Db, invoices: readonly number[]) {
  const { rows } = await sql<
    Omit<NewNote, 'kind' | 'amount' | 'issuer_id' | 'nbs'> & { rent: Cents; brokerage: Cents }
  >`
    with paid as (${paidOf(invoices)}), taken as (
      select x.invoice_id, sum(e.amount) as brokerage from extra_value e join transfer x on x.id = e.transfer_id
      where x.invoice_id = any(${invoices}::bigint[]) and e.brokerage and e.deleted_at is null group by x.invoice_id)
    select transfer_id, invoice_id, proposal_id, property_id, user_id as taker_id, competence, coalesce(rent, 0) as rent, brokerage::bigint as brokerage
    from paid join taken using (invoice_id)
    where ${AGENCY_ISSUES}
    order by invoice_id, transfer_id`.execute(trx);
  return rows;
}

export async function insertNotes(trx: Db, notes: readonly NewNote[], leaves: boolean) {
  if (notes.length === 0) return [];
  return trx
    .insertInto('service_note')
    .values(notes.map((note) => ({ ...note, next_try_at: leaves ? sql<string>`now()` : null })))
    .returning(['id', 'kind', 'transfer_id', 'amount'])
    .execute();
}

/**
 * An owner's fees of a month with one NBS, since a document has one: its note gathers them until it is let leave, and a fee
 * after that begins another.
 */
export async function gather(trx: Db, fees: readonly [NewNote, ...NewNote[]], month: Reference) {
  const [first] = fees;
  const { kind, transfer_id, invoice_id, proposal_id, property_id, taker_id, nbs } = first;
  const amount = sum(fees.map((fee) => fee.amount));
  const last = fees.map(({ competence }) => competence).reduce((one, other) => later(one, other));
  const { rows } = await sql<{ id: number; made: boolean }>`
    insert into service_note (kind, transfer_id, invoice_id, proposal_id, property_id, taker_id, competence, amount, month, nbs, gathering, next_try_at)
    values (${kind}, ${transfer_id}, ${invoice_id}, ${proposal_id}, ${property_id}, ${taker_id}, ${last}, ${amount}, ${month}, ${nbs}, true, null)
    on conflict (taker_id, month, nbs) where gathering and state = 'PENDING' do update set amount = service_note.amount + excluded.amount,
      competence = greatest(service_note.competence, excluded.competence), version = service_note.version + 1
    returning id, xmax = 0 as made`.execute(trx);
  const note = present(rows[0], 'the note');
  await trx
    .insertInto('service_note_part')
    .values(
      fees.map((fee) => ({
        ...{ note_id: note.id, transfer_id: fee.transfer_id, invoice_id: fee.invoice_id },
        ...{ paid_on: fee.competence, amount: fee.amount },
      })),
    )
    .execute();
  return { ...note, amount };
}

/** Notes of these invoices whose life goes on, those of a month with how many of its payments stand, locked in order of id. */
export async function lockOfInvoices(trx: Db, invoices: readonly number[]) {
  const { rows } = await sql<Selectable<ServiceNote>>`
    select * from service_note n where n.state not in ('CANCELED', 'WITHDRAWN') and (
      n.month is null and n.invoice_id = any(${invoices}::bigint[])
      or n.id in (select note_id from service_note_part where invoice_id = any(${invoices}::bigint[]) and not dropped))
    order by n.id for update`.execute(trx);
  return rows;
}

/** Drops the payments of these invoices from the notes of months. */
export const dropParts = (trx: Db, invoices: readonly number[]) =>
  sql`update service_note_part set dropped = true where invoice_id = any(${invoices}::bigint[]) and not dropped`.execute(
    trx,
  );

/** What stands of the payments of months' notes, and whether any was dropped. */
export async function findStanding(trx: Db, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; parts: number; amount: Cents; last: CalendarDate | null; dropped: boolean }>`
    select note_id as id, count(*) filter (where not dropped)::int as parts, coalesce(sum(amount) filter (where not dropped), 0)::bigint as amount,
      max(paid_on) filter (where not dropped) as last, bool_or(dropped) as dropped
    from service_note_part where note_id = any(${ids}::bigint[]) group by note_id`.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * A note of the same payments as another, to replace it or to stand in its place; of a month those that stand and that no
 * other note has. Undefined: there is none, or the payment was undone.
 */
export async function insertAnother(
  trx: Db,
  from: number,
  as: { replaces: number | null; reason: ReplacementReason | null; text: string | null; leaves: boolean },
): Promise<{ id: number; kind: NoteKind; transfer_id: number; amount: Cents } | undefined> {
  const next = as.leaves ? sql`now()` : sql`null::timestamptz`;
  const { rows } = await sql<{ id: number; kind: NoteKind; transfer_id: number; amount: Cents; month: string | null }>`
    with standing as (${standingParts(from)}),
    first as (select * from standing order by paid_on, transfer_id limit 1)
    insert into service_note (kind, transfer_id, invoice_id, proposal_id, property_id, issuer_id, taker_id, competence, amount, month, nbs,
      replaces_id, replace_reason, replace_text, next_try_at)
    select n.kind, coalesce(f.transfer_id, n.transfer_id), coalesce(f.invoice_id, n.invoice_id), x.proposal_id, x.property_id,
      n.issuer_id, n.taker_id, coalesce((select max(paid_on) from standing), n.competence), coalesce((select sum(amount) from standing), n.amount), n.month, n.nbs,
      ${as.replaces}::bigint, ${as.reason}::text, ${as.text}::text, ${next}
    from service_note n left join first f on true join transfer x on x.id = coalesce(f.transfer_id, n.transfer_id)
    where n.id = ${from} and (n.month is null or f.transfer_id is not null) and (x.deleted_at is null or x.taken_by is not null)
    returning id, kind, transfer_id, amount, month`.execute(trx);
  const [made] = rows;
  if (made?.month)
    await sql`insert into service_note_part (note_id, transfer_id, invoice_id, paid_on, amount)
      select ${made.id}::bigint, transfer_id, invoice_id, paid_on, amount from (${standingParts(from, made.id)}) standing`.execute(
      trx,
    );
  return made;
}

const standingParts = (note: number, but: number = note) => sql`
  select p.transfer_id, p.invoice_id, p.paid_on, p.amount from service_note_part p where p.note_id = ${note} and not p.dropped
    and not exists (select from service_note_part other join service_note o on o.id = other.note_id
      where other.transfer_id = p.transfer_id and other.note_id not in (${note}, ${but}) and not other.dropped
        and not o.superseded and o.state not in ('CANCELED', 'WITHDRAWN', 'REPLACING'))`;

/** Whether the payment of a note stands, or any of a month's. */
export async function isPaid(trx: Db, id: number): Promise<boolean> {
  const { rows } = await sql<{ paid: boolean }>`
    select case when n.month is null then x.deleted_at is null or x.taken_by is not null
      else exists (select from service_note_part p where p.note_id = n.id and not p.dropped) end as paid
    from service_note n join transfer x on x.id = n.transfer_id where n.id = ${id}`.execute(trx);
  return rows[0]?.paid ?? false;
}

/** Lets the notes of months that are over leave. */
export const releaseMonths = (db: Db, before: Reference) =>
  sql`update service_note set gathering = false, next_try_at = now(), version = version + 1
    where gathering and state = 'PENDING' and month < ${before}`.execute(db);

/** Asks every day for the events of notes that were issued lately, and of those that stand against a wish. */
export const startChecks = (db: Db) =>
  sql`update service_note set next_try_at = now() where state in ('ISSUED', 'REPLACING', 'EXCEPTION') and next_try_at is null
    and (state = 'EXCEPTION' or issued_at > now() - interval '35 days') and coalesce(checked_at, issued_at) < now() - interval '1 day'`.execute(
    db,
  );

/** The national system was asked, and the note stands. */
export async function noteChecked(trx: Db, id: number): Promise<void> {
  await sql`update service_note set checked_at = now(), next_try_at = null, tries = 0
    where id = ${id} and state in ('ISSUED', 'REPLACING', 'EXCEPTION')`.execute(trx);
}

export const askCheck = (trx: Db, id: number) =>
  sql`update service_note set next_try_at = now(), tries = 0 where id = ${id}`.execute(trx);

// Sending --------------------------------------------------------------------------------------------------------------------

/** Who issues, and by whom; `id` null: the agency. */
export type Way = { id: number | null; via: NoteChannel };

/** By whom a note is issued: fixed as it is sent; until then the agency's settings say it, of the fees alone. */
const viaOf = (call: RawBuilder<unknown>) => sql`case when ${call}.state <> 'PENDING' then ${call}.via
  when ${call}.issuer_id is null and exists (select from note_intermediary) then 'FOCUS' else 'NATIONAL' end`;

/** Issuers of notes that are due. */
export async function findIssuersWithDue(db: Db): Promise<Way[]> {
  const { rows } = await sql<Way>`
    select distinct issuer_id as id, ${viaOf(sql`n`)} as via from service_note n where next_try_at <= now()
      and state in ('PENDING', 'SENDING', 'RECALLING', 'CANCELING', 'ISSUED', 'REPLACING', 'EXCEPTION')`.execute(db);
  return rows;
}

/** Condition on the `call` of a queue. */
export const ofIssuer = (way: Way): RawBuilder<unknown> => isOf(sql`call`, way);

const isOf = (call: RawBuilder<unknown>, { id, via }: Way) =>
  sql`${call}.issuer_id is not distinct from ${id}::bigint and ${viaOf(call)} = ${via}`;

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
  | 'replaces_id'
  | 'replace_reason'
  | 'replace_text'
  | 'via'
> & {
  /** Key of the note that this one replaces, while that one stands. */
  replaces_key: string | null;
};

export async function findDue(trx: Db, ids: readonly number[]): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select id, kind, transfer_id, key, tries, environment, series, number, cancel_text, state, facts, cancel_reason,
      replaces_id, replace_reason, replace_text, via,
      (select old.key from service_note old where old.id = n.replaces_id and old.state = 'REPLACING') as replaces_key
    from service_note n where id = any(${ids}::bigint[]) order by id`.execute(trx);
  return rows;
}

/** A fee of one payment, or a payment of a month's fees. */
export type FeePart = {
  amount: Cents;
  competence: CalendarDate;
  proposal_id: number;
  reference: Reference;
  purpose: PropertyPurpose | null;
  property: { id: number } & NotedProperty;
};

export type FeeRow = {
  id: number;
  kind: NoteKind;
  month: Reference | null;
  taker: { id: number; name: string; document: string; email: string | null } & Place;
  parts: FeePart[];
};

/** What the notes of the agency's fees say: without what the end of a contract gave back; of one that it gave back whole, nothing. */
export async function findFees(trx: Db, ids: readonly number[]): Promise<FeeRow[]> {
  const { rows } = await sql<FeeRow>`
    with said as (
      select id as note_id, kind, transfer_id, amount, competence from service_note where id = any(${ids}::bigint[]) and month is null
      union all
      select note_id, 'ADMINISTRATION', transfer_id, amount, paid_on from service_note_part where note_id = any(${ids}::bigint[]) and not dropped),
    part as (
      select note_id, transfer_id, competence, (said.amount - case when said.kind = 'ADMINISTRATION' then coalesce((
        select back.fee from ${OF_PAYMENT} back where back.transfer_id = x.id), 0) else 0 end)::bigint as amount
      from said join transfer x on x.id = said.transfer_id)
    select n.id, n.kind, n.month,
      json_build_object('id', t.id, 'name', t.name, 'document', t.cpf_cnpj, 'email', t.email, ${place('t')}) as taker,
      json_agg(json_build_object('amount', part.amount, 'competence', part.competence, 'proposal_id', k.id, 'reference', i.reference,
        'purpose', k.purpose, 'property', json_build_object('id', p.id, 'cib', p.cib, 'property_registration', p.property_registration,
          'city_code', p.city_code, 'purpose', p.purpose, 'location', p.location, 'comercial', p.comercial, ${place('p')}))
        order by part.competence, part.transfer_id) as parts
    from service_note n join part on part.note_id = n.id join transfer x on x.id = part.transfer_id
      join invoice i on i.id = x.invoice_id join proposal k on k.id = x.proposal_id join property p on p.id = x.property_id
      join client t on t.id = n.taker_id
    where n.id = any(${ids}::bigint[]) and part.amount > 0
    group by n.id, t.id`.execute(trx);
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
  /** Null, as the number: the city gives them. */
  series: number | null;
  number: number | null;
  via: NoteChannel;
  amount: Cents;
  facts: DpsFacts;
};

export const startSending = (trx: Db, sending: readonly Sending[]) =>
  sql`update service_note n set state = 'SENDING', environment = s.environment, series = s.series, number = s.number, via = s.via, amount = s.amount,
      facts = s.facts, problem = null, refusals = '[]', gathering = false, version = n.version + 1
    from jsonb_to_recordset(${JSON.stringify(sending)}::jsonb) as s(id bigint, environment text, series int, number bigint, via text, amount bigint, facts jsonb)
    where n.id = s.id and n.state = 'PENDING'`.execute(trx);

/** A note, locked with the one that it replaces, in order of id. */
export async function lockNote(trx: Db, id: number) {
  const { rows } = await sql<Selectable<ServiceNote>>`
    select * from service_note where id = ${id} or id = (select replaces_id from service_note where id = ${id})
    order by id for update`.execute(trx);
  return rows.find((row) => row.id === id);
}

/** Locks notes and those that they replace, in order of id. */
export const lockNotes = (trx: Db, ids: readonly number[]) =>
  sql`select id from service_note where id = any(${ids}::bigint[])
    or id in (select replaces_id from service_note where id = any(${ids}::bigint[])) order by id for update`.execute(
    trx,
  );

/**
 * Moves a note from a state, once. False: it was in another one. What a withdrawn note would have said was declared to nobody, so
 * its words about people go.
 */
export async function move(
  trx: Db,
  id: number,
  from: NoteState,
  changes: Updateable<ServiceNote> & { state: NoteState },
) {
  const { numUpdatedRows } = await trx
    .updateTable('service_note')
    .set((q) => ({
      ...{ gathering: false, ...changes, version: q('version', '+', 1) },
      ...(changes.state === 'WITHDRAWN' && { facts: sql<string>`null` }),
    }))
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Refuses a note that is not sent. */
export const deny = (trx: Db, id: number, refusals: readonly NfseRefusal[]) =>
  sql`update service_note set state = 'REFUSED', gathering = false, version = version + 1, refusals = ${JSON.stringify(refusals)}::jsonb
    where id = ${id} and state = 'PENDING'`.execute(trx);

/** A call without an answer: the note stays as it is, to be called again by its queue. A question loses nothing. */
export async function lose(trx: Db, id: number, problem: string | null): Promise<void> {
  await sql`update service_note set problem = case when state in ('PENDING', 'SENDING', 'RECALLING', 'CANCELING') then ${problem}::text end, next_try_at = now() + least(tries, 20) * interval '30 seconds'
    where id = ${id}`.execute(trx);
}

/** Notes of an issuer without a valid certificate, or whose token can't be opened: they stay due, and the round after it is kept sends them. */
export const waitForCertificate = (db: Db, way: Way, problem: string) =>
  sql`update service_note n set problem = ${problem}
    where ${isOf(sql`n`, way)} and next_try_at <= now() and problem is distinct from ${problem}
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
  month: Reference | null;
  amount: Cents;
  series: number | null;
  number: number | null;
  environment: DpsEnvironment | null;
  key: string | null;
  via: NoteChannel;
  city: { number: string; verification: string | null; url: string | null } | null;
  issuer: { id: number; name: string } | null;
  taker: { id: number; name: string };
  property_id: number;
  invoice_id: number;
  proposal_id: number;
  refusals: NfseRefusal[];
  problem: string | null;
  held: boolean;
  issued_at: string | null;
  replaces: number | null;
  replaced_by: number | null;
  trial_over: boolean;
  given_back: boolean;
};

/** An issued note that says more than stands: somebody withdrew the one that was to replace it. */
const SAYS_TOO_MUCH = sql`(n.state = 'ISSUED' and n.month is not null
  and exists (select from service_note_part p where p.note_id = n.id and p.dropped))`;

/** An issued note of which the end of the contract gave something back since. */
const GIVEN_BACK_SINCE = sql`(n.state = 'ISSUED' and n.id in (
  select issued.id from ${givenBack(sql`true`)} back
    join (select id as note_id, transfer_id from service_note where month is null union all
      select note_id, transfer_id from service_note_part where not dropped) said on said.transfer_id = back.transfer_id
    join service_note issued on issued.id = said.note_id
  where greatest(issued.created_at, issued.issued_at) < back.at
    and case issued.kind when 'LEASE' then back.income when 'ADMINISTRATION' then back.fee else 0 end > 0))`;

/** A note of trials whose issuer is in production now: it has no fiscal value, and its payment has no other note. */
const TRIAL_OVER = sql`(n.state = 'ISSUED' and n.environment = 'RESTRICTED' and case n.via
  when 'FOCUS' then exists (select from note_intermediary where base_url not like '%//homologacao.%')
  else (select dps_environment from agency) = 'PRODUCTION' end)`;

const WAITS = {
  PERSON: sql`(n.state in ('REFUSED', 'EXCEPTION') or ${SAYS_TOO_MUCH} or ${TRIAL_OVER} or ${GIVEN_BACK_SINCE}
    or n.problem is not null and n.state in ('PENDING', 'SENDING', 'RECALLING', 'CANCELING'))`,
  RELEASE: sql`(n.state = 'PENDING' and n.next_try_at is null)`,
  SERVICE: sql`(n.state in ('SENDING', 'RECALLING', 'CANCELING') or n.state = 'PENDING' and n.next_try_at is not null)`,
} as const satisfies Record<keyof typeof NOTE_WAITS, RawBuilder<unknown>>;

function found({ query, kind, state, waits, month, day, seen }: Search) {
  const parts = [sql`true`];
  if (kind) parts.push(sql`n.kind = ${kind}`);
  if (state) parts.push(sql`n.state = ${state}`);
  if (waits) parts.push(sql`${WAITS[waits]}`);
  if (month) parts.push(sql`n.competence between ${firstDay(month)} and ${lastDay(month)}`);
  if (day) parts.push(sql`n.competence = ${day}`);
  if (query !== undefined) {
    const people = peopleFound(query, seen);
    const number = /^\d{1,15}$/.test(query) ? Number(query) : null;
    parts.push(
      sql`(n.taker_id in (${people}) or n.issuer_id in (${people}) or n.number = ${number}::bigint or n.invoice_id = ${number}::bigint or n.key = ${query} or n.city_number = ${query})`,
    );
  }
  return sql.join(parts, sql` and `);
}

const COLUMNS = sql`n.id, n.kind, n.state, n.competence, n.month, n.amount, n.series, n.number, n.environment, n.key,
  ${viaOf(sql`n`)} as via, case when n.city_number is not null then json_build_object('number', n.city_number, 'verification', n.city_verification, 'url', n.city_url) end as city,
  case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end as issuer,
  json_build_object('id', t.id, 'name', t.name) as taker, n.property_id, n.invoice_id, n.proposal_id, n.refusals, n.problem,
  n.next_try_at is null as held, n.issued_at, n.replaces_id as replaces,
  (select max(other.id) from service_note other where other.replaces_id = n.id and other.state <> 'WITHDRAWN') as replaced_by,
  ${TRIAL_OVER} as trial_over, ${GIVEN_BACK_SINCE} as given_back`;
const JOINS = sql`left join client s on s.id = n.issuer_id join client t on t.id = n.taker_id`;

export async function findPage(db: Db, search: Search, page: number) {
  const { rows } = await sql<ListRow & { total: number }>`
    select ${COLUMNS}, count(*) over () as total from service_note n ${JOINS} where ${found(search)}
    order by n.competence desc, n.id desc ${cutPage(page)}`.execute(db);
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}

export async function countNotes(db: Db) {
  const { rows } = await sql<{ person: number; release: number; service: number }>`
    select count(*) filter (where ${WAITS.PERSON})::int as person, count(*) filter (where ${WAITS.RELEASE})::int as release,
      count(*) filter (where ${WAITS.SERVICE})::int as service
    from service_note n`.execute(db);
  return rows[0] ?? { person: 0, release: 0, service: 0 };
}

/** Notes that may leave and that meet a search, the oldest first. */
export async function findReleasable(db: Db, search: Search, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select n.id from service_note n where ${found(search)} and (${WAITS.RELEASE} or n.state = 'REFUSED')
    order by n.competence, n.id limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Notes as a batch shows them, in order of id. */
export async function findBatch(db: Db, ids: readonly number[]) {
  const { rows } = await sql<ListRow & { version: number; transfer_id: number }>`
    select ${COLUMNS}, n.version, n.transfer_id from service_note n ${JOINS} where n.id = any(${ids}::bigint[]) order by n.id`.execute(
    db,
  );
  return rows;
}

export const findParts = (db: Db, id: number) =>
  db
    .selectFrom('service_note_part')
    .select(['invoice_id', 'paid_on', 'amount', 'dropped as undone'])
    .where('note_id', '=', id)
    .orderBy('paid_on')
    .orderBy('transfer_id')
    .execute();

export async function findNote(db: Db, id: number) {
  const { rows } = await sql<
    ListRow & Record<'cancel_text' | 'canceled_at' | 'replace_text' | 'checked_at', string | null>
  >`
    select ${COLUMNS}, n.cancel_text, n.canceled_at, n.replace_text, n.checked_at from service_note n ${JOINS} where n.id = ${id}`.execute(
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
