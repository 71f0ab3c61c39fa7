import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { IMPORT_FIELDS } from '@morada/contract/desk/imports.fields';
import type { ImportKind } from '@morada/contract/desk/imports.search';
import { SheetRefused, withSheet } from '#api/sheets/read.ts';
import { type Line, lineReader } from './line.map.ts';

/** Kinds of a portfolio, which the command brings in whole. */
export type PortfolioKind = Exclude<ImportKind, 'leads'>;

export const FILES = {
  people: 'pessoas.csv',
  properties: 'imoveis.csv',
  contracts: 'contratos.csv',
} as const satisfies Record<PortfolioKind, string>;

/** No limit of lines: a portfolio is imported whole. */
const LIMITS = { lines: Number.POSITIVE_INFINITY, columns: 1_000 };

/** Lines of one file of a portfolio, with columns titled by field name. */
export async function readLines(folder: string, kind: PortfolioKind): Promise<Line[]> {
  const name = FILES[kind];
  const bytes = await readFile(join(folder, name)).catch(() => {
    throw new Error(`Não encontramos ${name} em ${folder}`);
  });
  return withSheet(bytes, { limits: LIMITS }, async (sheet) => {
    const repeated = IMPORT_FIELDS[kind].find(
      (field) => sheet.header.filter((title) => fieldName(title) === field.name).length > 1,
    );
    if (repeated) throw new SheetRefused(`há mais de uma coluna ${repeated.name}`);
    const places = new Map(sheet.header.map((title, place) => [fieldName(title), place]));
    const missing = IMPORT_FIELDS[kind]
      .filter((field) => (field.required || field.name === 'codigo') && !places.has(field.name))
      .map((field) => field.name);
    if (missing.length > 0) throw new SheetRefused(`falta a coluna ${missing.join(', ')}`);
    const read = lineReader(places);
    const lines: Line[] = [];
    for await (const portion of sheet.lines()) lines.push(...portion.map(read));
    return lines;
  }).catch((error) => {
    throw error instanceof SheetRefused ? new Error(`${name}: ${error.message}`) : error;
  });
}

const fieldName = (title: string) =>
  title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
