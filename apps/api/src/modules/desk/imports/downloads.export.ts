import type { Readable } from 'node:stream';
import { common } from '@morada/contract/base/problem';
import { IMPORT_FIELDS } from '@morada/contract/desk/imports.fields';
import type { ImportKind } from '@morada/contract/desk/imports.search';
import type { Context } from '#api/context.ts';
import { SHEET_TYPES, text, writeSheet } from '#api/sheets/write.ts';
import { mayImport } from './kinds.importer.ts';
import * as queries from './runs.queries.ts';
import { ownRun } from './runs.service.ts';

type File = { stream: Readable; name: string; type: string };

const NAMES: Record<ImportKind, string> = {
  people: 'pessoas',
  properties: 'imoveis',
  contracts: 'contratos',
  leads: 'leads',
};
const PORTION = 1_000;

/** Template of a kind: the header row only. */
export function example({ actor }: Context, kind: ImportKind): File {
  if (!mayImport(actor, kind)) throw common.PERMISSION_DENIED();
  const columns = IMPORT_FIELDS[kind].map(({ label }) =>
    text<never>(label, Math.max(12, label.length + 4), () => null),
  );
  const stream = writeSheet('xlsx', { name: NAMES[kind], columns, rows: nobody() });
  return { stream, name: `modelo-${NAMES[kind]}.xlsx`, type: SHEET_TYPES.xlsx };
}

async function* nobody(): AsyncGenerator<never> {}

type Row = { line: number; field: string; reason: string; cells: string[] };

/** Refused lines with their cells, while these are kept, to be corrected and imported again. */
export async function refusals(ctx: Context, id: number): Promise<File> {
  const { kind, columns } = await ownRun(ctx, id);
  const labels = new Map(IMPORT_FIELDS[kind].map(({ name, label }) => [name, label]));
  const rows = await queries.findRefusals(ctx.db, id);
  const kept = await queries.hasLines(ctx.db, id);
  const stream = writeSheet('csv', {
    name: 'Recusadas',
    columns: [
      text<Row>('Linha', 8, ({ line }) => String(line)),
      text<Row>('Campo', 20, ({ field }) => labels.get(field) ?? field),
      text<Row>('Motivo', 40, ({ reason }) => reason),
      ...(kept ? columns : []).map((title, place) => text<Row>(title, 20, ({ cells }) => cells[place] ?? '')),
    ],
    rows: withCells(ctx, id, rows),
  });
  return { stream, name: `linhas-recusadas-${id}.csv`, type: SHEET_TYPES.csv };
}

async function* withCells({ db }: Context, id: number, rows: Omit<Row, 'cells'>[]): AsyncGenerator<Row> {
  for (let from = 0; from < rows.length; from += PORTION) {
    const portion = rows.slice(from, from + PORTION);
    const cells = await queries.findCells(
      db,
      id,
      portion.map(({ line }) => line),
    );
    for (const row of portion) yield { ...row, cells: cells.get(row.line) ?? [] };
  }
}
