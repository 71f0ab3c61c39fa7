import type { Readable } from 'node:stream';
import type { ExportFormat } from '@morada/contract/export';
import type { Context } from '../context.ts';
import { leaveTrail } from '../db/trail.ts';
import { change } from '../db/transaction.ts';
import { type Column, SHEET_TYPES, writeSheet } from './write.ts';

export type SavedSheet = { stream: Readable; name: string; type: string };

type List<Row> = {
  /** `clientes`: of the file and in the trail. */
  name: string;
  /** `Clientes`: of the sheet. */
  title: string;
  search: { id?: number; query?: string; page?: number };
  columns: readonly Column<Row>[];
  /** Everything that the filters find, in order. */
  ids: number[];
  /** The rows of some of these, in the same order. */
  load: (ids: number[]) => Promise<Row[]>;
};

const CHUNK = 1_000;

/** Who took a list out of the house, and how much of it, stays in the trail; whom they searched for does not. */
export async function exportList<Row>(ctx: Context, format: ExportFormat, list: List<Row>): Promise<SavedSheet> {
  const { name, title, columns, ids } = list;
  await change(ctx, (trx) =>
    leaveTrail(trx, ctx, 'admin_user', ctx.actor.id ?? 0, 'export', {
      list: name,
      format,
      filters: withoutText(list.search),
      rows: ids.length,
    }),
  );
  return {
    stream: writeSheet(format, { name: title, columns, rows: inChunks(list) }),
    name: `${name}-${ctx.today()}.${format}`,
    type: SHEET_TYPES[format],
  };
}

const withoutText = ({ page: _, id, query, ...filters }: List<unknown>['search']) => ({
  ...filters,
  ...(id !== undefined && { id: true }),
  ...(query !== undefined && { query: true }),
});

async function* inChunks<Row>({ ids, load }: List<Row>) {
  for (let from = 0; from < ids.length; from += CHUNK) yield* await load(ids.slice(from, from + CHUNK));
}
