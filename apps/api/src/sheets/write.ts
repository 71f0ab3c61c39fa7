import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { ExportFormat } from '@morada/contract/base/export';
import { type CalendarDate, calendarDate, formatDate } from '@morada/domain/base/calendar';
import { type Cents, centsToReais } from '@morada/domain/base/money';
import { onDemand } from '../base/on-demand.ts';

const library = onDemand<typeof import('hucre/xlsx')>('hucre/xlsx');

/** A column defines how each format writes its cells, so that text is never read as a formula. */
export type Column<Row> = {
  header: string;
  /** In characters. */
  width: number;
  /** Number format of a spreadsheet program. */
  numFmt?: string;
  xlsx: (row: Row) => string | number | Date | null;
  /** Final text of the cell, quoted where needed. */
  csv: (row: Row) => string;
};

type Kind<Value> = <Row>(header: string, width: number, of: (row: Row) => Value | null) => Column<Row>;

export const text: Kind<string> = (header, width, of) => ({
  header,
  width,
  xlsx: (row) => of(row) || null,
  csv: (row) => textCell(of(row) ?? ''),
});

export const number: Kind<number> = (header, width, of) => ({
  header,
  width,
  xlsx: of,
  csv: (row) => of(row)?.toString().replace('.', ',') ?? '',
});

export const money: Kind<Cents> = (header, width, of) => ({
  header,
  width,
  numFmt: '"R$" #,##0.00',
  xlsx: (row) => asReais(of(row)),
  csv: (row) => asReais(of(row))?.toFixed(2).replace('.', ',') ?? '',
});

export const day: Kind<CalendarDate> = (header, width, of) => ({
  header,
  width,
  numFmt: 'dd/mm/yyyy',
  xlsx: (row) => asDate(of(row)),
  csv: (row) => asText(of(row)),
});

/** A timestamp in São Paulo's time, since spreadsheets have no zones. */
export const moment: Kind<string> = (header, width, of) => ({
  header,
  width,
  numFmt: 'dd/mm/yyyy hh:mm',
  xlsx: (row) =>
    asClock(of(row), (time) => new Date(`${time.toPlainDateTime().toString({ smallestUnit: 'minute' })}Z`)),
  csv: (row) =>
    asClock(
      of(row),
      (time) =>
        `${formatDate(calendarDate(time.toPlainDate().toString()))} ${time.toPlainTime().toString({ smallestUnit: 'minute' })}`,
    ) ?? '',
});

const asClock = <T>(instant: string | null, shown: (time: Temporal.ZonedDateTime) => T) =>
  instant === null
    ? null
    : shown(Temporal.Instant.from(instant.replace(' ', 'T')).toZonedDateTimeISO('America/Sao_Paulo'));

const asReais = (amount: Cents | null) => (amount === null ? null : centsToReais(amount));
const asDate = (date: CalendarDate | null) => date && new Date(`${date}T00:00:00Z`);
const asText = (date: CalendarDate | null) => (date ? formatDate(date) : '');

/** Characters that some program treats as a separator of cells or rows. */
const SEPARATORS = String.raw`;,|\t\r\n\v\f\u0085\u2028\u2029`;
/** Blanks, invisible characters and quotes, followed by a sign that starts a formula, full-width forms included. */
const SIGN = String.raw`[\s\p{Cf}"]*[=+\-@＝＋－＠]`;
const STARTS_FORMULA = new RegExp(String.raw`^${SIGN}|^[\t\r\n]`, 'u');
const INNER_FORMULA = new RegExp(`([${SEPARATORS}])(?=${SIGN})`, 'gu');
const NEEDS_QUOTES = new RegExp(`["${SEPARATORS}]`);

/**
 * Text of a CSV cell. An apostrophe before a formula makes it text in every spreadsheet program. Another one follows
 * each separator inside the text: a program that splits at commas ignores quotes that don't start a cell, and would
 * read a formula after a comma.
 */
function textCell(value: string): string {
  const inner = value.replace(INNER_FORMULA, "$1'");
  const harmless = STARTS_FORMULA.test(value) ? `'${inner}` : inner;
  const isPlain = harmless === value && !NEEDS_QUOTES.test(value);
  return isPlain ? value : `"${harmless.replaceAll('"', '""')}"`;
}

/** Media types of the two formats. */
export const SHEET_TYPES: Record<ExportFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

type Sheet<Row> = { name: string; columns: readonly Column<Row>[]; rows: AsyncIterable<Row> };

/** Streams the rows on demand; the sheet is never in memory whole. */
export function writeSheet<Row>(format: ExportFormat, { name, columns, rows }: Sheet<Row>): Readable {
  return format === 'xlsx'
    ? Readable.fromWeb(
        library().writeXlsxStream(
          each(rows, (row) => columns.map((column) => column.xlsx(row))),
          {
            name,
            columns: columns.map(({ header, width, numFmt }) => ({ header, width, numFmt })),
            freezePane: { rows: 1 },
          },
        ) as ReadableStream<Uint8Array>,
      )
    : Readable.from(csvOf(columns, rows), { objectMode: false });
}

async function* each<From, To>(rows: AsyncIterable<From>, change: (row: From) => To) {
  for await (const row of rows) yield change(row);
}

/** CSV for Excel in Brazil: a UTF-8 byte-order mark, and semicolons. */
async function* csvOf<Row>(columns: readonly Column<Row>[], rows: AsyncIterable<Row>): AsyncGenerator<string> {
  yield `\uFEFF${columns.map(({ header }) => textCell(header)).join(';')}`;
  for await (const row of rows) yield `\r\n${columns.map((column) => column.csv(row)).join(';')}`;
}
