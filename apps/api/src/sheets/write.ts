import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { ExportFormat } from '@morada/contract/export';
import { type CalendarDate, formatDate } from '@morada/domain/calendar';
import { type Cents, centsToReais } from '@morada/domain/money';
import { writeCsvStream } from 'hucre/csv';
import { writeXlsxStream } from 'hucre/xlsx';

/** A column says how each format writes it, so that what somebody typed is never taken for something to reckon. */
export type Column<Row> = {
  header: string;
  /** In characters. */
  width: number;
  /** Number format of a spreadsheet program. */
  numFmt?: string;
  xlsx: (row: Row) => string | number | Date | null;
  csv: (row: Row) => string;
};

type Kind<Value> = <Row>(header: string, width: number, of: (row: Row) => Value | null) => Column<Row>;

export const text: Kind<string> = (header, width, of) => ({
  header,
  width,
  xlsx: (row) => of(row) || null,
  csv: (row) => harmless(of(row) ?? ''),
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

/** An instant, by the agency's clock: spreadsheet programs know no zones. */
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
        `${formatDate(time.toPlainDate().toString() as CalendarDate)} ${time.toPlainTime().toString({ smallestUnit: 'minute' })}`,
    ) ?? '',
});

const asClock = <T>(instant: string | null, shown: (time: Temporal.ZonedDateTime) => T) =>
  instant === null
    ? null
    : shown(Temporal.Instant.from(instant.replace(' ', 'T')).toZonedDateTimeISO('America/Sao_Paulo'));

const asReais = (amount: Cents | null) => (amount === null ? null : centsToReais(amount));
const asDate = (date: CalendarDate | null) => date && new Date(`${date}T00:00:00Z`);
const asText = (date: CalendarDate | null) => (date ? formatDate(date) : '');

/** Spreadsheet programs reckon with what begins so, blanks and full-width signs included; an apostrophe makes it text. */
const harmless = (value: string) => (/^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(value) ? `'${value}` : value);

/** The types under which spreadsheet programs know the two. */
export const SHEET_TYPES: Record<ExportFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

type Sheet<Row> = { name: string; columns: readonly Column<Row>[]; rows: AsyncIterable<Row> };

/** Rows are taken as the reader asks for them: neither the sheet nor all rows are ever held. */
export function writeSheet<Row>(format: ExportFormat, { name, columns, rows }: Sheet<Row>): Readable {
  const written =
    format === 'xlsx'
      ? writeXlsxStream(
          each(rows, (row) => columns.map((column) => column.xlsx(row))),
          {
            name,
            columns: columns.map(({ header, width, numFmt }) => ({ header, width, numFmt })),
            freezePane: { rows: 1 },
          },
        )
      : // As Excel in Brazil opens it: a mark that says UTF-8, semicolons.
        writeCsvStream(
          each(rows, (row) => columns.map((column) => column.csv(row))),
          { headers: columns.map((column) => column.header), delimiter: ';', bom: true },
        );
  return Readable.fromWeb(written as ReadableStream<Uint8Array>);
}

async function* each<From, To>(rows: AsyncIterable<From>, change: (row: From) => To) {
  for await (const row of rows) yield change(row);
}
