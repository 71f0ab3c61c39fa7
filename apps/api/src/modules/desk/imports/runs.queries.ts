import type { ImportKind } from '@morada/contract/desk/imports.search';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { type Insertable, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { LOCKS } from '#api/db/locks.ts';
import type { ImportRun } from '#api/db/schema.ts';
import type { SheetLine } from '#api/sheets/read.ts';

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

/** The newest started runs of these kinds. */
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

/** The first `most` refusals, or all. */
export const findRefusals = async (db: Db, id: number, most?: number) =>
  (
    await sql<{ line: number; field: string; reason: string }>`
      select (r.value->>'line')::int as line, r.value->>'campo' as field, r.value->>'motivo' as reason
      from import_run, jsonb_array_elements(refusals) with ordinality r where id = ${id}
      order by r.ordinality limit ${most ?? null}::bigint`.execute(db)
  ).rows;

/** The first `most` warnings: lines imported without one of their cells. */
export const findWarnings = async (db: Db, id: number, most: number) =>
  (
    await sql<{ line: number; field: string; reason: string }>`
      select (w.value->>'line')::int as line, w.value->>'campo' as field, w.value->>'motivo' as reason
      from import_run, jsonb_array_elements(warnings) with ordinality w where id = ${id}
      order by w.ordinality limit ${most}::bigint`.execute(db)
  ).rows;

/** Cells of these lines, while they are kept. */
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

/** Staging another file of a kind discards the person's previous one. */
export const dropStaged = (trx: Db, adminUserId: number | null, kind: ImportKind) =>
  trx
    .deleteFrom('import_run')
    .where('admin_user_id', 'is not distinct from', adminUserId)
    .where('kind', '=', kind)
    .where('status', '=', 'STAGED')
    .execute();

/** Reads lines in portions, so that a large file is never held in memory whole. */
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

/** Whether a cell of these columns, by index from 0, fits the pattern beside it. */
export const hasCells = async (db: Db, runId: number, cells: readonly (readonly [place: number, pattern: string])[]) =>
  (await db
    .selectFrom('import_line')
    .select('line')
    .where('run_id', '=', runId)
    .where((q) => q.or(cells.map(([place, pattern]) => sql<boolean>`cells[${place + 1}::int] ~ ${pattern}`)))
    .limit(1)
    .executeTakeFirst()) !== undefined;

export type Tally = Pick<Insertable<ImportRun>, 'fresh' | 'known' | 'refusals' | 'warnings' | 'first_billing'>;

/** Undefined when the run was started meanwhile. */
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

/** Locks the run and its lines against being started or changed until the transaction ends; undefined once it was started. */
export const holdUnstarted = (trx: Db, id: number) =>
  trx
    .selectFrom('import_run')
    .select(['id', 'kind', 'mapping', 'admin_user_id'])
    .where('id', '=', id)
    .where('status', 'in', ['STAGED', 'FAILED'])
    .forUpdate()
    .executeTakeFirst();

/** False when the line doesn't exist. */
export const setCell = async (
  trx: Db,
  runId: number,
  { line, place, value }: { line: number; place: number; value: string },
) => {
  const { numAffectedRows = 0n } = await sql`
    update import_line set cells[${place + 1}::int] = ${value} where run_id = ${runId} and line = ${line}`.execute(trx);
  return numAffectedRows > 0n;
};

/** Sets the run to RUNNING; undefined when another call started it first. Every start goes through here. */
export const startRun = (trx: Db, id: number, adminUserId: number | null) =>
  trx
    .updateTable('import_run')
    .set({ status: 'RUNNING', done: 0, fresh: 0, known: 0, finished_at: null, admin_user_id: adminUserId })
    .where('id', '=', id)
    .where('status', 'in', ['STAGED', 'FAILED'])
    .returning('id')
    .executeTakeFirst();

/** Takes the run's lock until the transaction ends; false while another worker holds it. */
export const claimRun = async (trx: Db, id: number) => {
  const { rows } = await sql<{
    free: boolean;
  }>`select pg_try_advisory_xact_lock(${LOCKS.importRun}::int, ${id}::int) as free`.execute(trx);
  return rows[0]?.free === true;
};

export const findRunning = (db: Db) =>
  db.selectFrom('import_run').select('id').where('status', '=', 'RUNNING').orderBy('id').execute();

/** Written outside the run's own transaction, so that others see the progress. */
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

/** Deletes the lines together with the answers, which hold names of the file. */
export async function dropLines(trx: Db, id: number) {
  await trx.deleteFrom('import_line').where('run_id', '=', id).execute();
  await trx.updateTable('import_run').set({ answers: NONE }).where('id', '=', id).execute();
}
const NONE = JSON.stringify({ words: [], people: [], amounts: [] });

/** Deletes lines that were staged or failed a day ago; failed runs stay in the history. */
export async function sweepStaged(db: Db) {
  await sql`delete from import_run where status = 'STAGED' and created_at < now() - interval '1 day'`.execute(db);
  await sql`delete from import_line l using import_run r
    where r.id = l.run_id and r.status <> 'RUNNING' and r.created_at < now() - interval '1 day'`.execute(db);
  await sql`update import_run set answers = ${NONE}
    where status <> 'RUNNING' and created_at < now() - interval '1 day' and answers <> ${NONE}::jsonb`.execute(db);
}
