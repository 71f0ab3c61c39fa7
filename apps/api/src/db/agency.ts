import type { Db } from '../context.ts';
import type { Agency } from './schema.ts';

/** Columns of the agency's one row. The row is there from the first migration on. */
export const readAgency = <Column extends keyof Agency & string>(db: Db, columns: readonly Column[]) =>
  db.selectFrom('agency').select(columns).executeTakeFirstOrThrow();

export const readWholeAgency = (db: Db) => db.selectFrom('agency').selectAll().executeTakeFirstOrThrow();
