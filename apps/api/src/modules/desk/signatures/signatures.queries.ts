import { lastPage } from '@morada/contract/base/fields';
import type { SignatureRow } from '@morada/contract/desk/signatures';
import type { SignatureSearch } from '@morada/contract/desk/signatures.search';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { addressLine } from '@morada/domain/property/property';
import type { SignatureProvider } from '@morada/domain/signature/envelope';
import { SIGNATURE_SUBJECTS, type SignatureSubject } from '@morada/domain/signature/kinds';
import type { SignatureEventKind } from '@morada/domain/signature/words';
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import type * as z from 'zod/mini';
import type { Db } from '#api/context.ts';
import { cutPage } from '#api/db/reading/page.ts';
import { matches } from '#api/db/reading/search.ts';
import type { SignatureEnvelope, SignatureEvent, SignatureField, SignatureSigner } from '#api/db/schema.ts';

type Search = z.output<typeof SignatureSearch>;

function selection(
  { query, state, kind, contract, agreement, application, property }: Omit<Search, 'page'>,
  seen: readonly SignatureSubject[],
) {
  const conditions: RawBuilder<unknown>[] = [isAbout(seen)];
  if (state === 'OPEN') conditions.push(sql`e.state in ('DRAFT', 'OUT', 'SEALING')`);
  else if (state && state !== 'ALL') conditions.push(sql`e.state = ${state}`);
  if (kind) conditions.push(sql`e.kind = ${kind}`);
  // A contract's own, and those of its agreements.
  if (contract !== undefined)
    conditions.push(sql`(e.proposal_id = ${contract}
      or e.debt_agreement_id in (select id from debt_agreement where proposal_id = ${contract}))`);
  if (agreement !== undefined) conditions.push(sql`e.debt_agreement_id = ${agreement}`);
  if (application !== undefined) conditions.push(sql`e.application_id = ${application}`);
  if (property !== undefined) conditions.push(sql`e.property_id = ${property}`);
  if (query) {
    const number = /^\d{1,15}$/.test(query) ? Number(query) : null;
    conditions.push(sql`(${matches(sql`search_words(e.title)`, query)} or e.id = ${number}
      or exists (select from signature_signer s where s.envelope_id = e.id and ${matches(sql`search_words(s.name)`, query)})
      or exists (select from property p where ${matches(sql`p.search`, query)} and p.id = ${PROPERTY}))`);
  }
  return sql.join(conditions, sql` and `);
}

/** Whether an envelope `e` is about one of these kinds of record. */
const isAbout = (seen: readonly SignatureSubject[]) => sql`${SUBJECT_KIND} = any(${[...seen]}::text[])`;
const SUBJECT_KIND = sql`case when e.proposal_id is not null then 'CONTRACT' when e.debt_agreement_id is not null then 'AGREEMENT'
    when e.application_id is not null then 'APPLICATION' else 'PROPERTY' end`;

/** The property that an envelope `e` is about, by whichever record. */
const PROPERTY = sql`coalesce(e.property_id,
  (select property_id from proposal where id = e.proposal_id),
  (select k.property_id from debt_agreement a join proposal k on k.id = a.proposal_id where a.id = e.debt_agreement_id),
  (select property_id from application where id = e.application_id))`;

/** Kind and number of the record that an envelope `e` is about. */
const SUBJECT = sql`
  ${SUBJECT_KIND} as subject_kind,
  coalesce(e.proposal_id, e.debt_agreement_id, e.application_id, e.property_id) as subject_id`;

const ROWS = sql`
  select e.id, e.kind, e.title, e.state, ${SUBJECT}, p.street, p.number, p.complement, e.deadline, e.outdated_at is not null as outdated,
    e.sent_at, e.ended_at, e.created_at, s.signed, s.signers, s.waiting
  from cut join signature_envelope e on e.id = cut.id join property p on p.id = ${PROPERTY}
  cross join lateral (
    select count(*) filter (where state = 'SIGNED')::int as signed, count(*)::int as signers,
      coalesce(array_agg(name order by id) filter (where state = 'ASKED'), '{}') as waiting
    from signature_signer where envelope_id = e.id) s`;

type Row = Omit<SignatureRow, 'subject'> & {
  subject_kind: SignatureSubject;
  subject_id: number;
  street: string;
  number: string | null;
  complement: string | null;
};

function shown({ subject_kind: kind, subject_id: id, street, number, complement, ...row }: Row): SignatureRow {
  const address = addressLine({ street, number, complement });
  return {
    ...row,
    subject: { kind, id, label: kind === 'PROPERTY' ? address : `${SIGNATURE_SUBJECTS[kind]} ${id}, ${address}` },
  };
}

/** Newest first. `seen`: kinds of record whose papers the person may see. */
export async function findEnvelopes(db: Db, { page = 1, ...search }: Search, seen: readonly SignatureSubject[]) {
  const where = selection(search, seen);
  const [found, counted] = await Promise.all([
    sql<Row>`with cut as (select e.id from signature_envelope e where ${where} order by e.id desc ${cutPage(page)})
      ${ROWS} order by e.id desc`.execute(db),
    sql<{ total: number }>`select count(*) as total from signature_envelope e where ${where}`.execute(db),
  ]);
  const total = counted.rows[0]?.total ?? 0;
  return { data: found.rows.map(shown), page, lastPage: lastPage(total), total };
}

/** Tries that take half an hour. */
const LONG_TRIES = 4;

/** Rows of each task that *Hoje* shows; the total counts all. */
const SHOWN = 20;

/** `seen`: kinds of record whose papers the person may see. */
export async function findTasks(db: Db, since: CalendarDate, seen: readonly SignatureSubject[]) {
  // What the provider refused, or has not answered for many tries, waits for somebody too.
  const found = sql`
    select e.id, coalesce(seal_problem, p.problem) as problem, deadline,
      case when coalesce(seal_problem, p.problem) is not null then 'STUCK' when state = 'OUT' then 'OUT' else 'ENDED' end as task
    from signature_envelope e
    left join signature_errand p on p.envelope_id = e.id and p.over_at is null and p.problem is not null and (p.refused or p.tries > ${LONG_TRIES})
    where ${isAbout(seen)} and (state = 'OUT' or p.envelope_id is not null or (seal_problem is not null and state in ('SEALING', 'SIGNED'))
      or (state in ('REFUSED', 'EXPIRED') and ended_at >= ${since}::date and emptied_at is null))`;
  const { rows } = await sql<Row & { task: 'STUCK' | 'OUT' | 'ENDED'; problem: string | null; total: number }>`
    with found as materialized (${found}),
      cut as (select id, task, problem, place from (
        select *, row_number() over (partition by task order by deadline, id) as place from found) as placed where place <= ${SHOWN})
    select (select count(*)::int from found) as total, cut.task, cut.problem, row.*
    from cut join (${ROWS}) as row on row.id = cut.id order by cut.place, cut.id`.execute(db);
  const of = (wanted: string) =>
    rows.flatMap(({ task, total: _, problem, ...row }) =>
      task === wanted ? [{ ...shown(row), problem: problem ?? '' }] : [],
    );
  const bare = (wanted: string) => of(wanted).map(({ problem: _, ...row }) => row);
  return { total: rows[0]?.total ?? 0, stuck: of('STUCK'), ended: bare('ENDED'), out: bare('OUT') };
}

export async function findRow(db: Db, id: number) {
  const { rows } = await sql<Row>`with cut as (select ${id}::bigint as id) ${ROWS}`.execute(db);
  const [row] = rows;
  return row && shown(row);
}

export const findEnvelope = (db: Db, id: number) =>
  db.selectFrom('signature_envelope').selectAll().where('id', '=', id).executeTakeFirst();

/** With the name of who prepared it, and the envelopes that correct it. */
export const findMore = (db: Db, id: number) =>
  db
    .selectFrom('signature_envelope as e')
    .leftJoin('admin_user as u', 'u.id', 'e.created_by')
    .select('u.name as created_by')
    .select(
      sql<
        number[]
      >`(select coalesce(jsonb_agg(id order by id), '[]') from signature_envelope c where c.corrects_id = e.id)`.as(
        'corrected_by',
      ),
    )
    .where('e.id', '=', id)
    .executeTakeFirstOrThrow();

/** Takes the row of an envelope, which everything that moves it or its signers holds. */
export const lockEnvelope = (trx: Db, id: number) =>
  trx.selectFrom('signature_envelope').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
export type Envelope = NonNullable<Awaited<ReturnType<typeof lockEnvelope>>>;

export const findSigners = (db: Db, envelopeId: number) =>
  db.selectFrom('signature_signer').selectAll().where('envelope_id', '=', envelopeId).orderBy('id').execute();
export type Signer = Awaited<ReturnType<typeof findSigners>>[number];

export const findSigner = (db: Db, id: number) =>
  db.selectFrom('signature_signer').selectAll().where('id', '=', id).executeTakeFirst();

export const findFields = (db: Db, envelopeId: number) =>
  db
    .selectFrom('signature_field')
    .select(['id', 'signer_id', 'page', 'x', 'y', 'width', 'height', 'kind'])
    .where('envelope_id', '=', envelopeId)
    .orderBy('id')
    .execute();

export const findEvents = (db: Db, envelopeId: number) =>
  db
    .selectFrom('signature_event')
    .select(['id', 'kind', 'signer_id', 'at', 'channel', 'device', 'details'])
    .select(sql<string | null>`host(address)`.as('address'))
    .where('envelope_id', '=', envelopeId)
    .orderBy('id')
    .execute();

export const insertEnvelope = (trx: Db, envelope: Insertable<SignatureEnvelope>) =>
  trx.insertInto('signature_envelope').values(envelope).returning('id').executeTakeFirstOrThrow();

/** Changes an envelope, with another version. */
export const updateEnvelope = (trx: Db, id: number, changes: Updateable<SignatureEnvelope>) =>
  trx
    .updateTable('signature_envelope')
    .set(changes)
    .set((q) => ({ version: q('version', '+', 1), updated_at: sql<string>`now()` }))
    .where('id', '=', id)
    .execute();

/** Moves an envelope that is still in the state. @returns whether it was */
export async function moveEnvelope(
  trx: Db,
  id: number,
  from: Envelope['state'],
  changes: Updateable<SignatureEnvelope>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('signature_envelope')
    .set(changes)
    .set((q) => ({ version: q('version', '+', 1), updated_at: sql<string>`now()` }))
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const deleteEnvelope = (trx: Db, id: number) =>
  trx.deleteFrom('signature_envelope').where('id', '=', id).where('state', '=', 'DRAFT').execute();

/** In the order given. */
export async function insertSigners(trx: Db, signers: readonly Insertable<SignatureSigner>[]): Promise<number[]> {
  if (signers.length === 0) return [];
  const rows = await trx.insertInto('signature_signer').values(signers).returning('id').execute();
  return rows.map(({ id }) => id).toSorted((one, other) => one - other);
}

export const updateSigner = (trx: Db, id: number, changes: Updateable<SignatureSigner>) =>
  trx.updateTable('signature_signer').set(changes).where('id', '=', id).execute();

/** Moves a signer who is still in the state. @returns whether they were */
export async function moveSigner(
  trx: Db,
  id: number,
  from: Signer['state'],
  changes: Updateable<SignatureSigner>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('signature_signer')
    .set(changes)
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Those who have not signed by the end of the envelope don't any more. */
export const closeSigners = (trx: Db, envelopeId: number) =>
  trx
    .updateTable('signature_signer')
    .set({ state: 'CLOSED', code_hash: null, code_until: null })
    .where('envelope_id', '=', envelopeId)
    .where('state', 'in', ['WAITING', 'ASKED'])
    .execute();

export const deleteSigners = (trx: Db, ids: readonly number[]) =>
  ids.length === 0 ? undefined : trx.deleteFrom('signature_signer').where('id', 'in', ids).execute();

export async function replaceFields(trx: Db, envelopeId: number, fields: readonly Insertable<SignatureField>[]) {
  await trx.deleteFrom('signature_field').where('envelope_id', '=', envelopeId).execute();
  if (fields.length > 0) await trx.insertInto('signature_field').values(fields).execute();
}

export const insertEvent = (
  trx: Db,
  event: Insertable<SignatureEvent> & { envelope_id: number; kind: SignatureEventKind },
) => trx.insertInto('signature_event').values(event).execute();

export const findSetting = (db: Db) =>
  db.selectFrom('signature_setting').select(['deadline_days', 'remind_days', 'provider', 'seal']).executeTakeFirst();

export const saveSetting = (
  trx: Db,
  setting: { deadline_days: number; remind_days: number; provider: SignatureProvider; seal: boolean },
) =>
  trx
    .insertInto('signature_setting')
    .values(setting)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(setting))
    .execute();

/** Stored bytes of a paper, or of a signed file, which stays here when the record's documents lose it. */
export const findStored = (db: Db, fileId: number) =>
  db
    .selectFrom('stored_file')
    .select(['id', 'key', 'name', 'media_type', 'bytes'])
    .where('id', '=', fileId)
    .where((q) =>
      q.or([
        q('deleted_at', 'is', null),
        q.exists(q.selectFrom('signature_envelope').select('id').where('signed_file_id', '=', fileId)),
      ]),
    )
    .executeTakeFirst();

/** Who signed for the agency in the latest paper. */
export const findAgencySigner = (db: Db) =>
  db
    .selectFrom('signature_signer')
    .select(['name', 'cpf', 'email', 'phone'])
    .where('role', '=', 'AGENCY')
    .where('name', '<>', '')
    .where('cpf', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** A text to one person, by a channel other than e-mail, after the commit. */
export const queueText = (trx: Db, signer: number, text: string) =>
  sql`select graphile_worker.add_job('signature-text', json_build_object('signer', ${signer}::bigint, 'text', ${text}::text), max_attempts => 5)`.execute(
    trx,
  );

/** Closes the file of an envelope, after the commit; tried again for some hours, and by the sweep after that. */
export const queueClosing = (trx: Db, envelope: number) =>
  sql`select graphile_worker.add_job('signature-file', json_build_object('envelope', ${envelope}::bigint), max_attempts => 8,
    job_key => ${`signature-file:${envelope}`})`.execute(trx);

/** Envelopes that are out past their last day; of a provider's it is asked first who signed before its end. */
export const takePast = async (trx: Db, today: CalendarDate, limit: number) => {
  const { rows } = await sql<{ id: number }>`
    select id from signature_envelope where state = 'OUT' and provider = 'ROOM' and deadline < ${today}::date order by id limit ${limit} for update skip locked`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
};

/** Envelopes whose people have yet to sign, with reminders. */
export const findOut = async (db: Db, after: number, limit: number) => {
  const { rows } = await sql<{ id: number }>`
    select id from signature_envelope where state = 'OUT' and provider = 'ROOM' and remind_days > 0 and id > ${after} order by id limit ${limit}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
};

/** Everybody has signed these, and their file is not closed. */
export const findUnclosed = async (db: Db) => {
  const { rows } = await sql<{
    id: number;
  }>`select id from signature_envelope where state = 'SEALING' and provider = 'ROOM' order by id`.execute(db);
  return rows.map(({ id }) => id);
};

/** Envelopes that ended unsigned before a moment and still have their people. */
export const takeForgotten = async (trx: Db, before: string, limit: number) => {
  const { rows } = await sql<{ id: number }>`
    select id from signature_envelope where state in ('REFUSED', 'EXPIRED', 'WITHDRAWN') and emptied_at is null and ended_at < ${before}::timestamptz
    order by id limit ${limit} for update skip locked`.execute(trx);
  return rows.map(({ id }) => id);
};
