import type { CalendarDate } from '@morada/domain/base/calendar';
import type { FiscalTableKind } from '@morada/domain/fiscal/fiscal-tables';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

const COLUMNS = ['id', 'kind', 'valid_from', 'valid_to', 'source', 'figures', 'version'] as const;

export const findAll = (db: Db) =>
  db.selectFrom('fiscal_table').select(COLUMNS).orderBy('kind').orderBy('valid_from', 'desc').execute();

export type TableRow = Awaited<ReturnType<typeof findAll>>[number];

/**
 * Tables of a kind, locked against concurrent changes. They are read after the lock, since the change that it waited
 * for may have added one.
 */
export async function lockKind(trx: Db, kind: FiscalTableKind): Promise<TableRow[]> {
  await sql`select id from fiscal_table where kind = ${kind} order by id for update`.execute(trx);
  return trx.selectFrom('fiscal_table').select(COLUMNS).where('kind', '=', kind).orderBy('valid_from').execute();
}

export const findKind = (trx: Db, id: number) =>
  trx.selectFrom('fiscal_table').select('kind').where('id', '=', id).executeTakeFirst();

/** Tables whose tax an invoice shows: of withholding and of IBS and CBS, when they begin after a day. */
export async function findUsedAfter(db: Db, day: CalendarDate): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select f.id from fiscal_table f
    where f.kind in ('WITHHOLDING', 'REFORM') and f.valid_from > ${day} and exists (
      select from invoice i where i.due_date >= f.valid_from and i.due_date <= coalesce(f.valid_to, 'infinity')
        and i.deleted_at is null and case f.kind when 'WITHHOLDING' then i.lines @> '[{"kind": "TAX"}]'
          else i.lines @> '[{"kind": "LEASE_TAX"}]' or i.lines @> '[{"included": []}]' end)`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

type Figures = { source: string; figures: string };
type NewTable = Figures & { kind: FiscalTableKind; valid_from: CalendarDate; valid_to: CalendarDate | null };

export const insertTable = (trx: Db, table: NewTable) =>
  trx.insertInto('fiscal_table').values(table).returning('id').executeTakeFirstOrThrow();

export const replaceFigures = (trx: Db, id: number, figures: Figures) =>
  trx
    .updateTable('fiscal_table')
    .set({ ...figures, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();

export const setEnd = (trx: Db, id: number, valid_to: CalendarDate | null) =>
  trx.updateTable('fiscal_table').set({ valid_to, version: sql<number>`version + 1` }).where('id', '=', id).execute();

export const deleteTable = (trx: Db, id: number) => trx.deleteFrom('fiscal_table').where('id', '=', id).execute();
