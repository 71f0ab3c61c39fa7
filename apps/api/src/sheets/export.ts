import type { Readable } from 'node:stream';
import type { ExportFormat } from '@morada/contract/base/export';
import { actorId, type Context } from '../context.ts';
import { reportDb } from '../db/connection/standby.ts';
import { leaveTrail } from '../db/trail.ts';
import { change } from '../db/transaction.ts';
import { type Column, SHEET_TYPES, writeSheet } from './write.ts';

export type SavedSheet = { stream: Readable; name: string; type: string };

/** Selected rows by id, or all except some. */
type Named = { ids?: readonly number[] | undefined; except?: readonly number[] | undefined };
export type ListSearch = { id?: number | undefined; query?: string | undefined; page?: number | undefined } & Named;

/** Declaration of a list's export, served by `http/saved-list.ts`. */
export type ListSheet<S extends ListSearch, Row> = {
  /** `clientes`: in the file name and the trail. */
  name: string;
  /** `Clientes`: title of the sheet. */
  title: string;
  columns: readonly Column<Row>[];
  /** Ids of all rows that the filters match, in list order. */
  find: (ctx: Context, search: S) => Promise<number[]>;
  /** Rows with these ids, in the same order; ids outside the list have no row. */
  load: (ctx: Context, ids: number[], search: S) => Promise<Row[]>;
  /** File name without a date, as the specification requires: `comissoes.csv`. */
  undated?: true;
};

/** Ids to export: the selected rows, or all that the filters match except some. */
export async function rowsToSave({ ids, except = [] }: Named, search: () => Promise<number[]>): Promise<number[]> {
  if (ids) return [...new Set(ids)];
  const spared = new Set(except);
  return (await search()).filter((id) => !spared.has(id));
}

const CHUNK = 1_000;

/** Exports a list. The trail records who exported it and how many rows, without the search terms. */
export async function saveList<S extends ListSearch, Row>(
  ctx: Context,
  format: ExportFormat,
  list: ListSheet<S, Row>,
  search: S,
): Promise<SavedSheet> {
  const { name, title, columns, undated } = list;
  const reading = { ...ctx, db: await reportDb(ctx) };
  const ids = await rowsToSave(search, () => list.find(reading, search));
  await change(ctx, (trx) =>
    leaveTrail(trx, ctx, 'admin_user', actorId(ctx), 'export', {
      list: name,
      format,
      filters: withoutText(search),
      rows: ids.length,
    }),
  );
  const rows = inChunks(ids, (some) => list.load(reading, some, search));
  return {
    stream: writeSheet(format, { name: title, columns, rows }),
    name: undated ? `${name}.${format}` : `${name}-${ctx.today()}.${format}`,
    type: SHEET_TYPES[format],
  };
}

const withoutText = ({ page: _, ids, except, id, query, ...filters }: ListSearch) => ({
  ...filters,
  ...((ids || except) && { chosen: true }),
  ...(id !== undefined && { id: true }),
  ...(query !== undefined && { query: true }),
});

async function* inChunks<Row>(ids: number[], load: (ids: number[]) => Promise<Row[]>) {
  for (let from = 0; from < ids.length; from += CHUNK) yield* await load(ids.slice(from, from + CHUNK));
}

/** For a short list that is read whole. */
export function rowsAt<Row extends { id: number }>(rows: readonly Row[], ids: readonly number[]): Row[] {
  const wanted = new Set(ids);
  return rows.filter(({ id }) => wanted.has(id));
}
