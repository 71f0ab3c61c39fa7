import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { toldByCall } from './payments.queries.ts';

/** Locks contracts, so that none of their invoices is withdrawn while a payment begins to wait for it. */
const lockContracts = (trx: Db, invoices: RawBuilder<unknown>) =>
  sql`select id from proposal where id in (select proposal_id from invoice where id in (${invoices})) order by id for no key update`.execute(
    trx,
  );

/**
 * Keeps lines that a run did not settle, given as JSON. Skips lines already kept from another file, or settled by a
 * file, whichever name they are told by; one whose name is known and that stands nowhere, since its file was undone, is kept by the
 * identity that the name leads to. A payment of a balance that was withdrawn waits for the invoice that owes it again.
 */
export async function keepOpen(trx: Db, fileId: number, rows: string) {
  await lockContracts(trx, sql`select invoice_id from jsonb_to_recordset(${rows}::jsonb) as l (invoice_id bigint)`);
  await sql`
    insert into bank_line (file_id, line, fingerprint, entry, invoice_id, paid_on, amount, reason)
    select ${fileId}::bigint, l.line, coalesce(known.fingerprint, l.fingerprint), l.entry, coalesce(owing.id, i.id), l.paid_on, l.amount, l.reason
    from jsonb_to_recordset(${rows}::jsonb) as l (
      line integer, fingerprint text, plain text, entry jsonb, invoice_id bigint, paid_on date, amount bigint, reason text)
      left join lateral (select n.fingerprint from bank_payment_name n where n.name in (l.fingerprint, l.plain)
        order by n.name <> l.fingerprint limit 1) known on true
      left join invoice i on i.id = l.invoice_id
      left join invoice owing on owing.id = i.balance_of and i.deleted_at is not null and owing.deleted_at is null
        and owing.status = 'PENDING'
    where not exists (select from bank_line b where b.fingerprint in (l.fingerprint, l.plain, known.fingerprint))
      and not exists (select from bank_settlement s
        where s.undone_at is null and s.fingerprint in (l.fingerprint, l.plain, known.fingerprint))
    order by l.line
    on conflict (fingerprint) do nothing`.execute(trx);
}

type Fingerprints = readonly (string | undefined)[];

const waiting = (fingerprints: Fingerprints) =>
  sql<string>`any(${[...new Set(fingerprints.filter((one) => one !== undefined))]}::text[])`;

/** Locks the open lines of these payments until the transaction ends. */
export const lockOpen = (trx: Db, fingerprints: Fingerprints) =>
  trx
    .selectFrom('bank_line')
    .select('id')
    .where('fingerprint', '=', waiting(fingerprints))
    .where('state', '<>', 'SETTLED')
    .orderBy('id')
    .forUpdate()
    .execute();

/** Removes settled payments from the queue of open lines, whichever file settled them. */
export const markSettled = (trx: Db, fingerprints: Fingerprints) =>
  trx
    .updateTable('bank_line')
    .set({ state: 'SETTLED', ignored_reason: null, ignored_at: null, ignored_by: null })
    .where('fingerprint', '=', waiting(fingerprints))
    .where('state', '<>', 'SETTLED')
    .execute();

/** Drops what waits of a file that can be sent again; what a bank's call tells of too goes on waiting. */
export const dropOpenOf = (trx: Db, fileId: number) =>
  trx
    .deleteFrom('bank_line')
    .where('file_id', '=', fileId)
    .where('state', '=', 'OPEN')
    .where((q) => q.not(toldByCall(sql`bank_line.fingerprint`)))
    .execute();

type State = 'OPEN' | 'IGNORED' | 'GIVEN_BACK';

const shown = (db: Db) =>
  db
    .selectFrom('bank_line as l')
    .innerJoin('bank_file as f', 'f.id', 'l.file_id')
    .leftJoin('admin_user as person', 'person.id', 'l.ignored_by')
    .select([
      'l.id',
      'l.file_id',
      'l.fingerprint',
      'l.entry',
      'l.reason',
      'l.state',
      'l.ignored_reason',
      'l.ignored_at',
      'person.name as ignored_by',
      'f.name as file_name',
      'f.kind as file_kind',
      'f.bank as file_bank',
    ]);
export type FoundOpen = Awaited<ReturnType<typeof findOpen>>[number];

export const findOpen = (db: Db, { state, page, size }: { state: State; page: number; size: number }) =>
  shown(db)
    .where('l.state', '=', state)
    .orderBy('l.paid_on', (order) => order.desc().nullsLast())
    .orderBy('l.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();

export const findOne = (db: Db, id: number) => shown(db).where('l.id', '=', id).executeTakeFirst();

/** Count of each state, and their sum. */
export const sumStates = async (db: Db) => {
  const rows = await db
    .selectFrom('bank_line')
    .select((q) => [
      'state',
      q.fn.countAll<number>().as('lines'),
      q.fn.coalesce(q.fn.sum<number>('amount'), sql<number>`0`).as('amount'),
    ])
    .where('state', '<>', 'SETTLED')
    .groupBy('state')
    .execute();
  const of = (state: State) => rows.find((row) => row.state === state) ?? { lines: 0, amount: 0 };
  return { OPEN: of('OPEN'), IGNORED: of('IGNORED'), GIVEN_BACK: of('GIVEN_BACK') };
};

/** Closes an open line. Of two concurrent calls, the second gets a conflict. */
export const closeAs = (
  trx: Db,
  id: number,
  closed: { state: 'SETTLED' } | { state: 'IGNORED'; ignored_reason: string; ignored_by: number | null },
) =>
  trx
    .updateTable('bank_line')
    .set({ ...closed, ...(closed.state === 'IGNORED' && { ignored_at: sql<string>`now()` }) })
    .where('id', '=', id)
    .where('state', '=', 'OPEN')
    .returning('id')
    .executeTakeFirst();

export async function restore(trx: Db, id: number) {
  await lockContracts(trx, sql`select invoice_id from bank_line where id = ${id}`);
  return trx
    .updateTable('bank_line')
    .set({ state: 'OPEN', ignored_reason: null, ignored_at: null, ignored_by: null })
    .where('id', '=', id)
    .where('state', '=', 'IGNORED')
    .returning('id')
    .executeTakeFirst();
}
