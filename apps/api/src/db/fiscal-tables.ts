import type { Db } from '../context.ts';

/** Fiscal tables of a kind, the newest first; `fiscal/tables` writes them. */
export const readFiscalTables = (db: Db, kind: 'WITHHOLDING' | 'CALENDAR' | 'REFORM') =>
  db
    .selectFrom('fiscal_table')
    .select(['id', 'kind', 'valid_from', 'valid_to', 'source', 'figures', 'version'])
    .where('kind', '=', kind)
    .orderBy('valid_from', 'desc')
    .execute();
