import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';

export const FILES = { people: 'pessoas.csv', properties: 'imoveis.csv', contracts: 'contratos.csv' } as const;
export type FileKind = keyof typeof FILES;

const COLUMNS: Record<FileKind, readonly string[]> = {
  people: ['codigo', 'nome', 'tipo', 'documento'],
  properties: ['codigo', 'proprietario', 'tipo', 'finalidade', 'valor', 'logradouro', 'bairro', 'cidade'],
  contracts: [
    'codigo',
    'inquilino',
    'imovel',
    'valor_atual',
    'comissao',
    'dia_vencimento',
    'inicio',
    'fim',
    'situacao',
  ],
};

/** One line of a file: its cells by column name, trimmed; a column that the file lacks reads as ''. */
export type Line = (column: string) => string;

/** What a spreadsheet program wrote: UTF-8 or Windows-1252, `;`, `,` or tabs, with or without a byte-order mark. */
export async function readLines(folder: string, kind: FileKind): Promise<Line[]> {
  const name = FILES[kind];
  const bytes = await readFile(join(folder, name)).catch(() => {
    throw new Error(`Não encontramos ${name} em ${folder}`);
  });
  const text = decode(bytes).replace(/^\uFEFF/, '');
  const [header = [], ...rows] = parse(text, {
    delimiter: delimiterOf(text),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  }) as string[][];
  const columns = header.map(columnName);
  const missing = COLUMNS[kind].filter((column) => !columns.includes(column));
  if (missing.length > 0) throw new Error(`${name}: falta a coluna ${missing.join(', ')}`);
  const places = new Map(columns.map((column, index) => [column, index]));
  return rows
    .filter((row) => row.some((cell) => cell.trim() !== ''))
    .map((row) => (column) => (row[places.get(column) ?? -1] ?? '').replace(/\s+/g, ' ').trim());
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function delimiterOf(text: string): string {
  const header = text.split(/\r?\n/, 1)[0] ?? '';
  const times = (delimiter: string) => header.split(delimiter).length;
  return [';', ',', '\t'].reduce((best, delimiter) => (times(delimiter) > times(best) ? delimiter : best));
}

const columnName = (title: string) =>
  title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
