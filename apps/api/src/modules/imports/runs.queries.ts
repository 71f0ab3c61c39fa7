import type { ImportKind } from '@morada/contract/imports.search';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { type Insertable, sql } from 'kysely';
import type { Db } from '../../context.ts';
import { LOCKS } from '../../db/locks.ts';
import type { ImportRun } from '../../db/schema.ts';
import type { SheetLine } from '../../sheets/read.ts';

const shown = (db: Db) =>
  db
    .selectFrom('import_run as run')
    .leftJoin('admin_user as person', 'person.id', 'run.admin_user_id')
    .select([
      'run.id',
      'run.kind',
      'run.file_name',
      'run.status',
      'run.total',
      'run.done',
      'run.fresh',
      'run.known',
      'run.created_at',
      'run.finished_at',
      'person.name as by',
      sql<number>`jsonb_array_length(run.refusals)`.as('refused'),
    ]);

/** The newest of these kinds that were started. */
export const findRuns = (db: Db, kinds: ImportKind[]) =>
  shown(db)
    .where('run.kind', '=', sql<ImportKind>`any(${kinds}::text[])`)
    .where('run.status', '<>', 'STAGED')
    .orderBy('run.id', 'desc')
    .limit(20)
    .execute();

export const findRun = (db: Db, id: number) =>
  shown(db)
    .select(['run.columns', 'run.mapping', 'run.admin_user_id', 'run.first_due', 'run.first_billing', 'run.answers'])
    .where('run.id', '=', id)
    .executeTakeFirst();
export type FoundRun = NonNullable<Awaited<ReturnType<typeof findRun>>>;

/** The first `most` of them, or all. */
export const findRefusals = async (db: Db, id: number, most?: number) =>
  (
    await sql<{ line: number; field: string; reason: string }>`
      select (r.value->>'line')::int as line, r.value->>'campo' as field, r.value->>'motivo' as reason
      from import_run, jsonb_array_elements(refusals) with ordinality r where id = ${id}
      order by r.ordinality limit ${most ?? null}::bigint`.execute(db)
  ).rows;

/** The first `most` of the lines that came in without one of their cells. */
export const findWarnings = async (db: Db, id: number, most: number) =>
  (
    await sql<{ line: number; field: string; reason: string }>`
      select (w.value->>'line')::int as line, w.value->>'campo' as field, w.value->>'motivo' as reason
      from import_run, jsonb_array_elements(warnings) with ordinality w where id = ${id}
      order by w.ordinality limit ${most}::bigint`.execute(db)
  ).rows;

/** Cells of these lines, while they are still there. */
export const findCells = async (db: Db, id: number, lines: number[]) => {
  const rows = await db
    .selectFrom('import_line')
    .select(['line', 'cells'])
    .where('run_id', '=', id)
    .where('line', '=', sql<number>`any(${lines}::int[])`)
    .execute();
  return new Map(rows.map((row) => [row.line, row.cells]));
};

export const insertRun = async (trx: Db, run: Insertable<ImportRun>) =>
  (await trx.insertInto('import_run').values(run).returning('id').executeTakeFirstOrThrow()).id;

export const insertLines = (trx: Db, run_id: number, lines: SheetLine[]) =>
  trx
    .insertInto('import_line')
    .values(lines.map(({ number, cells }) => ({ run_id, line: number, cells })))
    .execute();

/** Whoever chooses another file of a kind has given the one before up. */
export const dropStaged = (trx: Db, adminUserId: number | null, kind: ImportKind) =>
  trx
    .deleteFrom('import_run')
    .where('admin_user_id', 'is not distinct from', adminUserId)
    .where('kind', '=', kind)
    .where('status', '=', 'STAGED')
    .execute();

/** In portions, so that a large file is never held whole. */
export async function* findLines(db: Db, runId: number, portion: number): AsyncGenerator<SheetLine[]> {
  for (let last = 0; ; ) {
    const lines = await db
      .selectFrom('import_line')
      .select(['line as number', 'cells'])
      .where('run_id', '=', runId)
      .where('line', '>', last)
      .orderBy('line')
      .limit(portion)
      .execute();
    if (lines.length === 0) return;
    yield lines;
    last = lines.at(-1)?.number ?? last;
  }
}

export const hasLines = async (db: Db, runId: number) =>
  (await db.selectFrom('import_line').select('line').where('run_id', '=', runId).limit(1).executeTakeFirst()) !==
  undefined;

/** Whether a line carries a bank account or a Pix key: the columns of the two, counted from 0, say so. */
export const hasAccounts = async (db: Db, runId: number, { banco, pix }: { banco?: number; pix?: number }) =>
  (await db
    .selectFrom('import_line')
    .select('line')
    .where('run_id', '=', runId)
    .where((q) =>
      q.or([
        ...(banco === undefined ? [] : [sql<boolean>`cells[${banco + 1}::int] ~ '[0-9]'`]),
        ...(pix === undefined ? [] : [sql<boolean>`cells[${pix + 1}::int] ~ '\\S'`]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()) !== undefined;

export type Tally = Pick<Insertable<ImportRun>, 'fresh' | 'known' | 'refusals' | 'warnings' | 'first_billing'>;

/** Undefined when it has been started meanwhile. */
export const keepPreview = (
  db: Db,
  id: number,
  { mapping, firstDue, answers }: { mapping: object; firstDue: CalendarDate | null; answers: object },
  tally: Tally,
) =>
  db
    .updateTable('import_run')
    .set({
      ...tally,
      mapping: JSON.stringify(mapping),
      answers: JSON.stringify(answers),
      first_due: firstDue,
    })
    .where('id', '=', id)
    .where('status', 'in', ['STAGED', 'FAILED'])
    .returning('id')
    .executeTakeFirst();

/** False once it was started. The run cannot be started while this transaction goes on. */
export const holdUnstarted = async (trx: Db, id: number) =>
  (await trx
    .selectFrom('import_run')
    .select('id')
    .where('id', '=', id)
    .where('status', 'in', ['STAGED', 'FAILED'])
    .forUpdate()
    .executeTakeFirst()) !== undefined;

/** False when there is no such line. */
export const setCell = async (
  trx: Db,
  runId: number,
  { line, place, value }: { line: number; place: number; value: string },
) => {
  const { numAffectedRows = 0n } = await sql`
    update import_line set cells[${place + 1}::int] = ${value} where run_id = ${runId} and line = ${line}`.execute(trx);
  return numAffectedRows > 0n;
};

/** The one way to RUNNING: undefined when somebody was faster. */
export const startRun = (trx: Db, id: number, adminUserId: number | null) =>
  trx
    .updateTable('import_run')
    .set({ status: 'RUNNING', done: 0, fresh: 0, known: 0, finished_at: null, admin_user_id: adminUserId })
    .where('id', '=', id)
    .where('status', 'in', ['STAGED', 'FAILED'])
    .returning('id')
    .executeTakeFirst();

/** In the transaction of the start: a run that says RUNNING has its job. Asked for again, the job is the same one. */
export const enqueueRun = (trx: Db, id: number) =>
  sql`select graphile_worker.add_job('import', json_build_object('run', ${id}::bigint), max_attempts => 3, job_key => ${`import:${id}`})`.execute(
    trx,
  );

/** Whoever carries a run out holds it until the transaction ends: false while another one does. */
export const claimRun = async (trx: Db, id: number) => {
  const { rows } = await sql<{
    free: boolean;
  }>`select pg_try_advisory_xact_lock(${LOCKS.importRun}::int, ${id}::int) as free`.execute(trx);
  return rows[0]?.free === true;
};

export const findRunning = (db: Db) =>
  db.selectFrom('import_run').select('id').where('status', '=', 'RUNNING').orderBy('id').execute();

/** Outside the run's own transaction, so that others see how far it is. */
export const setDone = (db: Db, id: number, done: number) =>
  db.updateTable('import_run').set({ done }).where('id', '=', id).where('status', '=', 'RUNNING').execute();

export const finishRun = (trx: Db, id: number, tally: Tally) =>
  trx
    .updateTable('import_run')
    .set((q) => ({ ...tally, status: 'DONE', done: q.ref('total'), finished_at: sql`now()` }))
    .where('id', '=', id)
    .execute();

export const failRun = (db: Db, id: number) =>
  db
    .updateTable('import_run')
    .set({ status: 'FAILED', done: 0, finished_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'RUNNING')
    .execute();

export const dropRun = (trx: Db, id: number) =>
  trx.deleteFrom('import_run').where('id', '=', id).where('status', '=', 'STAGED').returning('id').executeTakeFirst();

/** The answers go with the lines: they hold names of the file. */
export async function dropLines(trx: Db, id: number) {
  await trx.deleteFrom('import_line').where('run_id', '=', id).execute();
  await trx.updateTable('import_run').set({ answers: NONE }).where('id', '=', id).execute();
}
const NONE = JSON.stringify({ words: [], people: [] });

/** What was given up, or failed, a day ago: the run of the latter stays in the history. */
export async function sweepStaged(db: Db) {
  await sql`delete from import_run where status = 'STAGED' and created_at < now() - interval '1 day'`.execute(db);
  await sql`delete from import_line l using import_run r
    where r.id = l.run_id and r.status <> 'RUNNING' and r.created_at < now() - interval '1 day'`.execute(db);
  await sql`update import_run set answers = ${NONE}
    where status <> 'RUNNING' and created_at < now() - interval '1 day' and answers <> ${NONE}::jsonb`.execute(db);
}
