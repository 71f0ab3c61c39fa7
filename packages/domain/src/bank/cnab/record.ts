import { asciiText } from '../../base/ascii.ts';
import { type CalendarDate, isCalendarDate } from '../../base/calendar.ts';
import type { BasisPoints, Cents } from '../../base/money.ts';

/**
 * One field of a record of fixed columns, by the positions the bank's manual prints, counted from 1, both included.
 * TEXT: left-aligned, plain capitals unless `exact`. CODE: right-aligned and padded with zeros; digits and, since
 * July 2026, the letters a CNPJ may have. AMOUNT: two decimals, in centavos. RATE: two decimals, in hundredths of a
 * percent. DAY: by its length and `order`.
 */
export type Field = TextField | CodeField | AmountField | RateField | DayField;
type Columns = { from: number; to: number };
type TextField = Columns & { kind: 'TEXT'; exact?: true; placed?: true; fixed?: string };
type CodeField = Columns & { kind: 'CODE'; fixed?: string };
type AmountField = Columns & { kind: 'AMOUNT'; fixed?: number };
type RateField = Columns & { kind: 'RATE'; fixed?: number };
type DayField = Columns & { kind: 'DAY'; order: 'DMY' | 'YMD'; fixed?: null };

export type Layout = Readonly<Record<string, Field>>;

/** Values of a layout's record. */
export type Values<L extends Layout> = { [Name in keyof L]: ValueOf<L[Name]> };
type ValueOf<F> = F extends AmountField
  ? Cents
  : F extends RateField
    ? BasisPoints
    : F extends DayField
      ? CalendarDate | null
      : string;

/** Values needed to write a record: all but the fixed ones. */
type Input<L extends Layout> = {
  [Name in keyof L as L[Name] extends { fixed: unknown } ? never : Name]: ValueOf<L[Name]>;
};

export const text = (from: number, to: number): TextField => ({ from, to, kind: 'TEXT' });
/** Case is preserved: a Pix key is case-sensitive. */
export const exact = (from: number, to: number): TextField => ({ from, to, kind: 'TEXT', exact: true });
/** Read with the blanks before it, as its parts are told by their columns. */
export const placed = (from: number, to: number): TextField => ({ from, to, kind: 'TEXT', placed: true });
export const code = (from: number, to: number): CodeField => ({ from, to, kind: 'CODE' });
export const amount = (from: number, to: number): AmountField => ({ from, to, kind: 'AMOUNT' });
export const rate = (from: number, to: number): RateField => ({ from, to, kind: 'RATE' });
export const day = (from: number, to: number, order: DayField['order'] = 'DMY'): DayField => ({
  from,
  to,
  kind: 'DAY',
  order,
});

/** Constant in every record. */
export const fixed = (from: number, value: string) => ({
  from,
  to: from + value.length - 1,
  kind: 'TEXT' as const,
  fixed: value,
});
export const blanks = (from: number, to: number) => ({ from, to, kind: 'TEXT' as const, fixed: '' });
export const zeros = (from: number, to: number) => ({ from, to, kind: 'CODE' as const, fixed: '' });

const lengthOf = ({ from, to }: Columns) => to - from + 1;

/**
 * Reads a line that may have lost its trailing blanks: an empty amount is 0, an unreadable one NaN, a missing day null.
 */
export function readRecord<L extends Layout>(line: string, layout: L): Values<L> {
  const values = Object.entries(layout).map(([name, field]) => [
    name,
    readField(line.slice(field.from - 1, field.to), field),
  ]);
  return Object.fromEntries(values);
}

function readField(cell: string, field: Field): string | number | CalendarDate | null {
  if (field.kind === 'AMOUNT' || field.kind === 'RATE') return /^ *(?:\d+ *)?$/.test(cell) ? Number(cell) : Number.NaN;
  if (field.kind === 'DAY') return readDay(cell, field.order);
  return field.kind === 'TEXT' && field.placed ? cell.trimEnd() : cell.trim();
}

function readDay(cell: string, order: DayField['order']): CalendarDate | null {
  const yearLength = cell.length - 4;
  const parts =
    order === 'DMY'
      ? [cell.slice(4), cell.slice(2, 4), cell.slice(0, 2)]
      : [cell.slice(0, yearLength), cell.slice(yearLength, -2), cell.slice(-2)];
  const date = `${yearLength === 2 ? '20' : ''}${parts.join('-')}`;
  // Files of this kind are of this century; any other year means that the column holds other data.
  return date.startsWith('20') && isCalendarDate(date) ? date : null;
}

/**
 * Writes a line as long as the last column.
 * @throws RangeError when a number does not fit, or the layout has a gap: the bank would read shifted columns.
 */
export function writeRecord<L extends Layout>(layout: L, input: Input<L>): string {
  const values: Readonly<Record<string, unknown>> = input;
  const fields = Object.entries(layout).sort(([, one], [, other]) => one.from - other.from);
  return fields.reduce((line, [name, field]) => {
    if (line.length !== field.from - 1) throw new RangeError(`${name} does not begin where the field before it ends`);
    return line + writeField(name, field.fixed === undefined ? values[name] : field.fixed, field);
  }, '');
}

function writeField(name: string, value: unknown, field: Field): string {
  const length = lengthOf(field);
  if (field.kind === 'TEXT' && field.exact) return writeExact(name, String(value), length);
  const written = plain(String(value ?? ''));
  if (field.kind === 'TEXT') return written.slice(0, length).padEnd(length);
  const digits = field.kind === 'DAY' ? writeDay(value, field, length) : written;
  if (digits.length > length) throw new RangeError(`${name}: ${digits} does not fit in ${length} columns`);
  if (!/^[\dA-Z]*$/.test(digits)) throw new RangeError(`${name}: ${digits} is not a number`);
  return digits.padStart(length, '0');
}

/** Banks take capitals without accents; any other character could shift the columns of a line. */
const plain = (value: string) => asciiText(value).toUpperCase();

function writeExact(name: string, value: string, length: number): string {
  if (!/^[!-~]*$/.test(value) || value.length > length) throw new RangeError(`${name}: ${value} cannot be written`);
  return value.padEnd(length);
}

function writeDay(value: unknown, { order }: DayField, length: number): string {
  if (typeof value !== 'string') return '';
  const [year = '', month, date] = value.split('-');
  const shortYear = year.slice(8 - length);
  return order === 'DMY' ? `${date}${month}${shortYear}` : `${shortYear}${month}${date}`;
}
