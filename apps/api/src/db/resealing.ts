import type { Db, Deps } from '../context.ts';

type Sealed<Column extends string, Row> = {
  columns: readonly Column[];
  /** Name that the value of a row's column is bound to. */
  placeOf: (column: Column, row: Row) => string;
  /** The rows, locked; the only row of a table that has one. */
  lock: (trx: Db) => Promise<readonly Row[] | Row | undefined>;
  write: (trx: Db, row: Row, renewed: Partial<Record<Column, string>>) => Promise<unknown>;
};

/**
 * Seals with the current key the texts of rows that are plain or sealed with an old one.
 * @returns how many were sealed, and how many no key that is here opens. Without a key nothing is done.
 */
export async function resealRows<Column extends string, Row extends Record<Column, string | null>>(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  { columns, placeOf, lock, write }: Sealed<Column, Row>,
): Promise<{ sealed: number; unreadable: number }> {
  const done = { sealed: 0, unreadable: 0 };
  const { prefix } = secrets;
  if (prefix === undefined) return done;
  await db.transaction().execute(async (trx) => {
    for (const row of [(await lock(trx)) ?? []].flat() as Row[]) {
      const renewed: Partial<Record<Column, string>> = {};
      for (const column of columns) {
        const stored = row[column];
        if (stored === null || stored.startsWith(prefix)) continue;
        const place = placeOf(column, row);
        const plain = secrets.openText(place, stored);
        if (plain === undefined) done.unreadable += 1;
        else renewed[column] = secrets.sealText(place, plain);
      }
      const count = Object.keys(renewed).length;
      if (count > 0) await write(trx, row, renewed);
      done.sealed += count;
    }
  });
  return done;
}
