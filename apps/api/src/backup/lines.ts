import type { Readable } from 'node:stream';
import { BackupRefused } from './refused.ts';
import type { Row } from './tables.ts';

/** Limits of one batch of inserts: rows, and characters. */
const MAX_ROWS = 5_000;
const MAX_CHARACTERS = 4_000_000;

/** One JSON row for each line. */
export async function* asLines(batches: AsyncIterable<Row[]>): AsyncGenerator<Buffer> {
  for await (const rows of batches) yield Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

/** Parses such lines into batches of rows. */
export async function* fromLines(stream: Readable, columns: number): AsyncGenerator<Row[]> {
  let rest = '';
  let rows: Row[] = [];
  let text = 0;
  for await (const chunk of stream.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      rows.push(asRow(line, columns));
      text += line.length;
      if (rows.length < MAX_ROWS && text < MAX_CHARACTERS) continue;
      yield rows;
      rows = [];
      text = 0;
    }
  }
  if (rest !== '') throw new BackupRefused('O backup está incompleto ou danificado: uma linha ficou pela metade.');
  if (rows.length > 0) yield rows;
}

function asRow(line: string, columns: number): Row {
  const row: unknown = JSON.parse(line);
  const right = Array.isArray(row) && row.length === columns;
  if (right && row.every((value) => value === null || typeof value === 'string')) return row;
  throw new BackupRefused('O backup está incompleto ou danificado: uma linha não tem a forma da sua tabela.');
}
