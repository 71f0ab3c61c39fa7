import { CsvError, parse } from 'csv-parse/sync';
import { decodeText, NOT_TEXT } from './decode-text.ts';
import type { Rows } from './read-workbook.ts';
import { SheetRefused } from './refused.ts';

/** Parses text of a spreadsheet program, separated by `;`, `,` or tabs, in any encoding of `decodeText`. */
export function readText(bytes: Uint8Array, limits: { lines: number; characters: number }): Rows {
  const text = decodeText(bytes).replace(/^\uFEFF/, '');
  if (/^\s*<(!doctype|html|head|table|\?xml)/i.test(text))
    throw new SheetRefused(
      'Este arquivo é uma página com nome de planilha. Abra-o no Excel, salve como .xlsx e envie de novo.',
    );
  if (/\p{Cc}/u.test(text.replace(/[\t\n\r\f]/g, ''))) throw new SheetRefused(NOT_TEXT);
  return parsed(text, limits).map(({ record, info }) => ({ number: info.records + info.empty_lines, cells: record }));
}

type Parsed = { record: string[]; info: { records: number; empty_lines: number } };

function parsed(text: string, { lines, characters }: { lines: number; characters: number }): Parsed[] {
  try {
    return parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      info: true,
      // The header, and as many blank lines as data lines.
      to: Number.isFinite(lines) ? lines * 2 + 1 : undefined,
      max_record_size: characters * 100,
    }) as unknown as Parsed[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === 'CSV_QUOTE_NOT_CLOSED')
      throw new SheetRefused(`Há aspas que abrem e não fecham, perto da linha ${error.lines}.`);
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw new SheetRefused('Há uma linha longa demais para uma planilha.');
    throw new SheetRefused('Não foi possível ler o arquivo como CSV.');
  }
}

/** Delimiter of the first line that has one: a title may precede the header. */
function delimiterOf(text: string): string {
  const header = /^.*[;,\t].*$/m.exec(text.slice(0, 100_000))?.[0] ?? '';
  const times = (delimiter: string) => header.split(delimiter).length;
  return [';', ',', '\t'].reduce((best, delimiter) => (times(delimiter) > times(best) ? delimiter : best));
}
