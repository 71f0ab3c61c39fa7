import { present } from '#api/base/present.ts';
import type { Db } from '#api/context.ts';
import { together } from './first-billing.service.ts';
import { rememberImported, type Table } from './imports.queries.ts';
import type { Line } from './line.map.ts';
import type { FirstInvoices } from './outcome.map.ts';
import { type Accepted, isAccepted, type Outcome, type Validated } from './outcome.map.ts';

/** Converts lines of one kind to records. */
export type Importer<Row> = {
  table: Table;
  /** Validates a portion of lines, in file order. Writes nothing. */
  validate: (lines: Line[]) => Promise<Validated<Row>[]>;
  /** Ids in the order of the rows. */
  write: (rows: Row[]) => Promise<number[]>;
  /** Contracts only: the invoices of their first billing. */
  billing?: (rows: Row[]) => Promise<FirstInvoices>;
  /** The row for display: field name → value that will be stored. */
  show: (row: Row) => Record<string, string>;
};

/** Imports the valid new lines of a portion. `run` is null for the command. */
export async function importLines<Row>(
  trx: Db,
  importer: Importer<Row>,
  lines: Line[],
  { outcome, run = null }: { outcome: Outcome; run?: number | null },
) {
  const validated = await importer.validate(lines);
  const accepted = validated.filter(isAccepted);
  const fresh = accepted.filter((one) => one.fresh);
  await addBilling(importer, fresh, outcome);
  if (fresh.length > 0) {
    const ids = await importer.write(fresh.map(({ row }) => row));
    for (const [index, one] of fresh.entries()) one.id = present(ids[index], 'the id of the row written');
  }
  await remember(trx, importer.table, accepted, run);
  outcome.add(validated);
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

/** An importer with its row type hidden, so that all kinds share one type. */
export const withHiddenRows = <Row>(trx: Db, importer: Importer<Row>) => ({
  importLines: (lines: Line[], into: Parameters<typeof importLines>[3]) => importLines(trx, importer, lines, into),

  /** Adds the valid lines to the outcome, and shows the first `most` of them. */
  async preview(lines: Line[], outcome: Outcome, most: number) {
    const validated = await importer.validate(lines);
    const accepted = validated.filter(isAccepted);
    await addBilling(
      importer,
      accepted.filter(({ fresh }) => fresh),
      outcome,
    );
    outcome.add(validated);
    return accepted
      .slice(0, most)
      .map(({ line, row, fresh }) => ({ line: line.number, known: !fresh, cells: importer.show(row) }));
  },
});
