import type { BankEntry } from '@morada/domain/bank/bank-entry';
import { type Insertable, sql } from 'kysely';
import type { Db } from '../../context.ts';
import type { BankFile, BankSettlement } from '../../db/schema.ts';

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

export const findFiles = (db: Db) => shown(db).orderBy('file.id', 'desc').limit(NEWEST).execute();

export const findShown = (db: Db, id: number) => shown(db).where('file.id', '=', id).executeTakeFirst();

const COLUMNS = ['id', 'status', 'entries', 'chosen', 'done', 'fingerprint', 'failures', 'admin_user_id'] as const;

export const findFile = (db: Db, id: number) =>
  db.selectFrom('bank_file').select(COLUMNS).where('id', '=', id).executeTakeFirst();
export type FoundFile = NonNullable<Awaited<ReturnType<typeof findFile>>>;

export const lockFile = (trx: Db, id: number) =>
  trx.selectFrom('bank_file').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();

/** Progress of a run, locked until the transaction ends. */
export const lockProgress = (trx: Db, id: number) =>
  trx.selectFrom('bank_file').select(['status', 'done']).where('id', '=', id).forUpdate().executeTakeFirst();

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

export const setEntries = (trx: Db, id: number, entries: readonly BankEntry[]) =>
  trx
    .updateTable('bank_file')
    .set({ entries: JSON.stringify(entries) })
    .where('id', '=', id)
    .execute();

/** Sets the status to RUNNING or UNDOING, with the number of lines to process. */
export const startRun = (
  trx: Db,
  id: number,
  run: { status: 'RUNNING' | 'UNDOING'; chosen: number[]; admin_user_id: number | null },
) =>
  trx
    .updateTable('bank_file')
    .set({ ...run, done: 0, failures: '[]', finished_at: null })
    .where('id', '=', id)
    .execute();

/** Runs whose worker has died: a live worker holds a lock on the file's row for each line. */
export const lockStranded = async (trx: Db) =>
  (
    await trx
      .selectFrom('bank_file')
      .select('id')
      .where('status', 'in', ['RUNNING', 'UNDOING'])
      .orderBy('id')
      .forUpdate()
      .skipLocked()
      .execute()
  ).map(({ id }) => id);

/** Advances the progress by one line, in the transaction that processes the line. */
export const advance = (trx: Db, id: number, failure?: { line: number; reason: string }) =>
  trx
    .updateTable('bank_file')
    .set((q) => ({
      done: q('done', '+', 1),
      failures: sql`failures || ${JSON.stringify(failure ? [failure] : [])}::jsonb`,
    }))
    .where('id', '=', id)
    .execute();

export const endRun = (trx: Db, id: number, from: 'RUNNING' | 'UNDOING', to: 'DONE' | 'UNDONE' | 'FAILED') =>
  trx
    .updateTable('bank_file')
    .set({ status: to, finished_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', from)
    .returning('id')
    .executeTakeFirst();

export const insertSettlement = (trx: Db, settlement: Insertable<BankSettlement>) =>
  trx.insertInto('bank_settlement').values(settlement).execute();

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

export const findStandingInvoice = (trx: Db, fileId: number, line: number) =>
  trx
    .selectFrom('bank_settlement')
    .select('invoice_id')
    .where('file_id', '=', fileId)
    .where('line', '=', line)
    .where('undone_at', 'is', null)
    .executeTakeFirst();
