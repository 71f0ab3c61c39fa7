import type { Readable } from 'node:stream';
import type { ExportFormat } from '@morada/contract/export';
import type { Context } from '../context.ts';
import { leaveTrail } from '../db/trail.ts';
import { change } from '../db/transaction.ts';
import { type Column, SHEET_TYPES, writeSheet } from './write.ts';

export type SavedSheet = { stream: Readable; name: string; type: string };

/** Some rows by their number, or all but some. */
type Named = { ids?: readonly number[] | undefined; except?: readonly number[] | undefined };
export type ListSearch = { id?: number | undefined; query?: string | undefined; page?: number | undefined } & Named;

/** How a list is saved: a declaration, served by `http/saved-list.ts`. */
export type ListSheet<S extends ListSearch, Row> = {
  /** `clientes`: of the file and in the trail. */
  name: string;
  /** `Clientes`: of the sheet. */
  title: string;
  columns: readonly Column<Row>[];
  /** Everything that the filters find, in the order of the list. */
  find: (ctx: Context, search: S) => Promise<number[]>;
  /** The rows of some of these, in the same order; a number that is none of the list's has no row. */
  load: (ctx: Context, ids: number[], search: S) => Promise<Row[]>;
  /** Where the specification names the file whatever the day: `comissoes.csv`. */
  undated?: true;
};

/** What is saved of a list: the rows that were named, or what its filters find but for some. */
export async function rowsToSave({ ids, except = [] }: Named, search: () => Promise<number[]>): Promise<number[]> {
  if (ids) return [...new Set(ids)];
  const spared = new Set(except);
  return (await search()).filter((id) => !spared.has(id));
}

const CHUNK = 1_000;

/** Who took a list out of the house, and how much of it, stays in the trail; whom they searched for does not. */
export async function saveList<S extends ListSearch, Row>(
  ctx: Context,
  format: ExportFormat,
  list: ListSheet<S, Row>,
  search: S,
): Promise<SavedSheet> {
  const { name, title, columns, undated } = list;
  const ids = await rowsToSave(search, () => list.find(ctx, search));
  await change(ctx, (trx) =>
    leaveTrail(trx, ctx, 'admin_user', ctx.actor.id ?? 0, 'export', {
      list: name,
      format,
      filters: withoutText(search),
      rows: ids.length,
    }),
  );
  const rows = inChunks(ids, (some) => list.load(ctx, some, search));
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

/** Of a list that is short and read whole. */
export function rowsAt<Row extends { id: number }>(rows: readonly Row[], ids: readonly number[]): Row[] {
  const wanted = new Set(ids);
  return rows.filter(({ id }) => wanted.has(id));
}
