import type { Db } from '../../context.ts';
import { rememberImported, type Table } from './imports.queries.ts';
import type { Line } from './line.ts';
import { type Accepted, isAccepted, type Judged, type Outcome } from './outcome.ts';

/** How the lines of one kind become records. */
export type Importer<Row> = {
  table: Table;
  /** Portion by portion, in the order of the file; nothing is written. */
  judge: (lines: Line[]) => Promise<Judged<Row>[]>;
  /** Ids in the order of the rows. */
  write: (rows: Row[]) => Promise<number[]>;
  /** As a person reads it: our field's name → what the register will hold. */
  show: (row: Row) => Record<string, string>;
};

/** Brings a portion of lines in: those that hold and are not there yet. `run` is null outside the window. */
export async function bring<Row>(
  trx: Db,
  importer: Importer<Row>,
  lines: Line[],
  { outcome, run = null }: { outcome: Outcome; run?: number | null },
) {
  const judged = await importer.judge(lines);
  const accepted = judged.filter(isAccepted);
  const fresh = accepted.filter((one) => one.fresh);
  if (fresh.length > 0) {
    const ids = await importer.write(fresh.map(({ row }) => row));
    for (const [index, one] of fresh.entries()) one.id = ids[index] ?? 0;
  }
  await remember(trx, importer.table, accepted, run);
  outcome.add(judged);
  return accepted;
}

async function remember<Row>(trx: Db, table: Table, accepted: Accepted<Row>[], run: number | null) {
  const learnt = accepted
    .filter((one) => one.learnt)
    .map(({ code, fingerprint, id, fresh }) => ({ code, fingerprint, record_id: id, made: fresh, run_id: run }));
  if (learnt.length > 0) await rememberImported(trx, table, learnt);
}
