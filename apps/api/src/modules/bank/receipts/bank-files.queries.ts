import type { CalendarDate } from '@morada/domain/base/calendar';
import type { StateOf } from '@morada/domain/base/life-cycle';
import type { Cents } from '@morada/domain/base/money';
import type { RestChoice } from '@morada/domain/rent/rest-fate';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import type { BankFile, BankSettlement } from '#api/db/schema.ts';
import type { runLife } from '#api/runs/life.ts';

/** Counts of a file's settlements as they stand today: some may have been refunded by hand since. */
const shown = (db: Db) =>
  db
    .selectFrom('bank_file as file')
    .leftJoin('admin_user as person', 'person.id', 'file.admin_user_id')
    .leftJoinLateral(
      (q) =>
        q
          .selectFrom('bank_settlement')
          .select((s) => [
            s.fn.countAll<number>().as('settled'),
            s.fn.coalesce(s.fn.sum<number>('paid_amount'), sql<number>`0`).as('amount'),
          ])
          .whereRef('bank_settlement.file_id', '=', 'file.id')
          .where('undone_at', 'is', null)
          .as('standing'),
      (join) => join.onTrue(),
    )
    .select([
      'file.id',
      'file.name',
      'file.kind',
      'file.bank',
      'file.status',
      sql<number>`cardinality(file.chosen)`.as('total'),
      'file.done',
      sql<number>`standing.settled`.as('settled'),
      sql<number>`standing.amount`.as('amount'),
      'file.failures',
      'person.name as by',
      'file.created_at',
      'file.finished_at',
    ]);

const NEWEST = 20;

/** Kinds whose payments came through a bank's API: no person sent a file. */
const BY_BANK = ['PIX', 'BOLETO'] as const;

/** The newest files that a person sent, without payments that came through a bank's API. */
export const findFiles = (db: Db) =>
  shown(db)
    .where('file.kind', 'not in', [...BY_BANK])
    .orderBy('file.id', 'desc')
    .limit(NEWEST)
    .execute();

export const findShown = (db: Db, id: number) => shown(db).where('file.id', '=', id).executeTakeFirst();

/** A file without its entries. */
const heads = (db: Db, id: number) =>
  db
    .selectFrom('bank_file')
    .select(['id', 'status', 'fingerprint', 'failures', 'admin_user_id'])
    .select(sql<boolean>`kind not in ('PIX', 'BOLETO')`.as('is_sent'))
    .where('id', '=', id);

/** A file whose entries are the text of their JSON: a large file is parsed in the thread that matches it. */
const files = (db: Db, id: number) => heads(db, id).select(sql<string>`entries::text`.as('entries'));

export const findHead = (db: Db, id: number) => heads(db, id).executeTakeFirst();
export type FileHead = NonNullable<Awaited<ReturnType<typeof findHead>>>;

export const findFile = (db: Db, id: number) => files(db, id).executeTakeFirst();

export const lockFile = (trx: Db, id: number) => files(trx, id).forUpdate().executeTakeFirst();

/** A lane of a file: the place of its first line among the chosen ones. */
export type Lane = { id: number; first: number };

/** The lanes of a run in progress. */
export async function findLanes(db: Db, id: number): Promise<Lane[]> {
  const lanes = await db
    .selectFrom('bank_file_lane')
    .select('first')
    .where('file_id', '=', id)
    .orderBy('first')
    .execute();
  return lanes.map(({ first }) => ({ id, first }));
}

/** The next lines that a lane has to process, and how many it has processed; undefined once the run has ended. */
export const findNext = (db: Db, { id, first }: Lane, size: number) =>
  db
    .selectFrom('bank_file_lane as lane')
    .innerJoin('bank_file as file', 'file.id', 'lane.file_id')
    .select([
      'lane.done',
      sql<number[]>`file.chosen[lane.first + lane.done : least(lane.first + lane.done + ${size} - 1, lane.last)]`.as(
        'lines',
      ),
    ])
    .where('file_id', '=', id)
    .where('first', '=', first)
    .executeTakeFirst();

/** Progress of a lane, locked until the transaction ends; the file is locked against who looks for dead workers alone. */
export const lockProgress = (trx: Db, { id, first }: Lane) =>
  trx
    .selectFrom('bank_file_lane as lane')
    .innerJoin('bank_file as file', 'file.id', 'lane.file_id')
    .select(['file.status', 'lane.done'])
    .where('file_id', '=', id)
    .where('first', '=', first)
    .forUpdate('lane')
    .forKeyShare('file')
    .executeTakeFirst();

/** The last file with the same fingerprint that was not undone. */
export const findSeen = (db: Db, { id, fingerprint }: { id: number; fingerprint: string }) =>
  db
    .selectFrom('bank_file')
    .leftJoin('admin_user as person', 'person.id', 'bank_file.admin_user_id')
    .select(['bank_file.id', 'bank_file.created_at as at', 'person.name as by'])
    .where('fingerprint', '=', fingerprint)
    .where('bank_file.id', '<', id)
    .where('status', 'not in', ['STAGED', 'UNDONE'])
    .orderBy('bank_file.id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const insertFile = async (trx: Db, file: Insertable<BankFile>) =>
  (await trx.insertInto('bank_file').values(file).returning('id').executeTakeFirstOrThrow()).id;

/** The same text, staged by the same person and not settled yet. */
export const findStagedCopy = (trx: Db, adminUserId: number | null, fingerprint: string) =>
  trx
    .selectFrom('bank_file')
    .select('id')
    .where('fingerprint', '=', fingerprint)
    .where('status', '=', 'STAGED')
    .where('admin_user_id', 'is not distinct from', adminUserId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const dropStaged = (trx: Db, id: number) =>
  trx.deleteFrom('bank_file').where('id', '=', id).where('status', '=', 'STAGED').returning('id').executeTakeFirst();

/** Deletes files that were staged a week ago and never settled. */
export const sweepStaged = (db: Db) =>
  db
    .deleteFrom('bank_file')
    .where('status', '=', 'STAGED')
    .where('created_at', '<', sql<string>`now() - interval '7 days'`)
    .execute();

type Rest = { line: number } & RestChoice;

/** Replaces the choices for differences. Entries are changed in the database: thousands need not be read for a few. */
export const setRests = (trx: Db, id: number, rests: readonly Rest[]) =>
  sql`update bank_file set entries = (
      select jsonb_agg(case when rest is null then entry - 'rest' else entry || jsonb_build_object('rest', rest - 'line') end order by place)
      from jsonb_array_elements(entries) with ordinality as lines (entry, place)
        left join jsonb_array_elements(${JSON.stringify(rests)}::jsonb) as rest on rest->'line' = entry->'line')
    where id = ${id} and (${rests.length > 0} or entries @> '[{"rest": {}}]')`.execute(trx);

/** Assigns a line to an invoice, or with null to none. */
export const setAssigned = (trx: Db, id: number, line: number, invoiceId: number | null) =>
  sql`update bank_file set entries = (
      select jsonb_agg(case when (entry->>'line')::int = ${line} then entry || jsonb_build_object('assigned', ${invoiceId}::bigint) else entry end
        order by place)
      from jsonb_array_elements(entries) with ordinality as lines (entry, place))
    where id = ${id}`.execute(trx);

type Going = 'RUNNING' | 'UNDOING';

/** Sets the status to RUNNING or UNDOING, with the lines to process, lane by lane. Returns how many they are. */
export async function startRun(
  trx: Db,
  id: number,
  { lanes, ...run }: { status: Going; lanes: readonly (readonly number[])[]; admin_user_id: number | null },
): Promise<number> {
  await trx
    .updateTable('bank_file')
    .set({ ...run, chosen: lanes.flat(), done: 0, failures: '[]', finished_at: null })
    .where('id', '=', id)
    .execute();
  let last = 0;
  const rows = lanes.map(({ length }) => {
    const first = last + 1;
    last += length;
    return { file_id: id, first, last };
  });
  if (rows.length > 0) await trx.insertInto('bank_file_lane').values(rows).execute();
  return last;
}

/**
 * Advances the progress by these lines, as the last statement of the transaction that processes them: the lanes of a
 * file wait for each other from here to the COMMIT.
 */
export const advance = (
  trx: Db,
  { id, first }: Lane,
  lines: number,
  failures: readonly { line: number; reason: string }[],
) =>
  sql`
    with lane as (update bank_file_lane set done = done + ${lines} where file_id = ${id} and first = ${first})
    update bank_file set done = done + ${lines}, failures = failures || ${JSON.stringify(failures)}::jsonb
    where id = ${id}`.execute(trx);

/**
 * Ends a run that is in state `from`. Returns how many lines were chosen, and how many of them failed. Deleting the
 * lanes first waits for the blocks in progress, which advance the file's row before they commit.
 */
export async function endRun(trx: Db, id: number, from: Going, to: StateOf<typeof runLife>) {
  await sql`
    delete from bank_file_lane using bank_file where file_id = ${id} and bank_file.id = file_id and status = ${from}
  `.execute(trx);
  return trx
    .updateTable('bank_file')
    .set({ status: to, finished_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', from)
    .returning([sql<number>`cardinality(chosen)`.as('chosen'), sql<number>`jsonb_array_length(failures)`.as('failed')])
    .executeTakeFirst();
}

/** Inserts lines that no run works on, since they are settled or left to a person at once. */
export const insertReceived = (trx: Db, received: Insertable<BankFile>) =>
  insertFile(trx, { ...received, status: 'DONE', finished_at: new Date() });

type NewSettlement = Pick<Selectable<BankSettlement>, 'fingerprint' | 'invoice_id' | 'line' | 'boleto_id'> & {
  paid_on: CalendarDate;
  credited_on: CalendarDate | null;
  paid_amount: Cents;
  fee: Cents;
};

/**
 * Records settlements, except those whose payment or invoice another file has settled. Waits for concurrent ones in the
 * order of the invoices, so that two files with the same payments can't deadlock. Returns the recorded ones.
 */
export const insertSettlements = async (trx: Db, fileId: number, settlements: readonly NewSettlement[]) =>
  (
    await sql<{ id: number; line: number }>`
      insert into bank_settlement (file_id, line, fingerprint, invoice_id, boleto_id, paid_on, credited_on, paid_amount, fee)
      select ${fileId}::bigint, line, fingerprint, invoice_id, boleto_id, paid_on, credited_on, paid_amount, fee
      from jsonb_to_recordset(${JSON.stringify(settlements)}::jsonb) as made (line int, fingerprint text, invoice_id bigint,
        boleto_id bigint, paid_on date, credited_on date, paid_amount bigint, fee bigint)
      order by invoice_id, line
      on conflict do nothing returning id, line`.execute(trx)
  ).rows;

/** Deletes settlements that this transaction has recorded, and whose invoices refused them. */
export const dropSettlements = (trx: Db, ids: readonly number[]) =>
  trx.deleteFrom('bank_settlement').where('id', '=', sql<number>`any(${ids}::bigint[])`).execute();

/** Lines of a file whose settlement is in force. */
export const findStanding = async (db: Db, id: number) =>
  (
    await db
      .selectFrom('bank_settlement')
      .select('line')
      .where('file_id', '=', id)
      .where('undone_at', 'is', null)
      .orderBy('line')
      .execute()
  ).map(({ line }) => line);

/** Invoices of settlements in force, with the versions that they were read at. */
export const findStandingInvoices = (trx: Db, fileId: number, lines: readonly number[]) =>
  trx
    .selectFrom('bank_settlement')
    .innerJoin('invoice', 'invoice.id', 'bank_settlement.invoice_id')
    .select(['line', 'invoice.id', 'invoice.version as expected'])
    .where('file_id', '=', fileId)
    .where('line', '=', sql<number>`any(${lines}::int[])`)
    .where('undone_at', 'is', null)
    .execute();
