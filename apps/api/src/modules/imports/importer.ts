import type { Db } from '../../context.ts';
import { present } from '../../present.ts';
import { type FirstInvoices, together } from './first-billing.ts';
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
  /** Contracts: what their first billing comes to. */
  billing?: (rows: Row[]) => Promise<FirstInvoices>;
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
  await addBilling(importer, fresh, outcome);
  if (fresh.length > 0) {
    const ids = await importer.write(fresh.map(({ row }) => row));
    for (const [index, one] of fresh.entries()) one.id = present(ids[index], 'the id of the row written');
  }
  await remember(trx, importer.table, accepted, run);
  outcome.add(judged);
  return accepted;
}

async function addBilling<Row>(importer: Importer<Row>, fresh: Accepted<Row>[], outcome: Outcome) {
  if (!importer.billing || fresh.length === 0) return;
  outcome.billing = together(outcome.billing, await importer.billing(fresh.map(({ row }) => row)));
}

async function remember<Row>(trx: Db, table: Table, accepted: Accepted<Row>[], run: number | null) {
  const learnt = accepted
    .filter((one) => one.learnt)
    .map(({ code, fingerprint, id, fresh }) => ({
      code,
      fingerprint,
      record_id: present(id, 'the id of the line'),
      made: fresh,
      run_id: run,
    }));
  if (learnt.length > 0) await rememberImported(trx, table, learnt);
}

/** An importer whose rows are out of sight: what the window needs of any kind. */
export const desk = <Row>(trx: Db, importer: Importer<Row>) => ({
  bring: (lines: Line[], into: Parameters<typeof bring>[3]) => bring(trx, importer, lines, into),

  /** Adds to the outcome what would come in, and shows the first `most` of it. */
  async preview(lines: Line[], outcome: Outcome, most: number) {
    const judged = await importer.judge(lines);
    const accepted = judged.filter(isAccepted);
    await addBilling(
      importer,
      accepted.filter(({ fresh }) => fresh),
      outcome,
    );
    outcome.add(judged);
    return accepted
      .slice(0, most)
      .map(({ line, row, fresh }) => ({ line: line.number, known: !fresh, cells: importer.show(row) }));
  },
});
