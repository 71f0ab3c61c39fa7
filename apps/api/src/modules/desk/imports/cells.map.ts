import { isPlausible, STATES } from '@morada/contract/base/fields';
import { addDays, addMonths, type CalendarDate, parseDate } from '@morada/domain/base/calendar';
import { bareDocument, isDocument } from '@morada/domain/base/documents';
import { type Cents, formatPercent, parseMoney, parsePercent } from '@morada/domain/base/money';
import { type CellPhones, hasDecimals, isCutNumber, phonesOf } from '@morada/domain/base/sheet-cell';
import type { Line } from './line.map.ts';

export type Asks =
  | { what: 'word'; word: string }
  | { what: 'person'; name: string; people: { id: number; label: string }[] }
  | { what: 'amount'; amount: Cents };

/** Refusal of a line: the first invalid field, and the reason as shown in the report. */
export class Refused extends Error {
  readonly field: string;
  readonly reason: string;
  /** Question whose answer would resolve the refusal for the whole file. */
  readonly asks: Asks | undefined;
  constructor(field: string, reason: string, asks?: Asks) {
    super(`${field}: ${reason}`);
    this.field = field;
    this.reason = reason;
    this.asks = asks;
  }
}

/** Maximum length in the forms. */
const MAX_LENGTH = 200;

export function required(line: Line, column: string, longest = MAX_LENGTH): string {
  const value = line(column);
  if (value === '') throw new Refused(column, 'obrigatório');
  if (value.length > longest) throw new Refused(column, `mais de ${longest} caracteres`);
  return value;
}

export const optional = (line: Line, column: string, longest = MAX_LENGTH): string | null =>
  line(column) === '' ? null : required(line, column, longest);

export const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();

/** Value of an enumerated field, ignoring accents and case. */
export function word<T>(line: Line, column: string, words: Record<string, T>): T {
  const text = required(line, column);
  const value = words[plain(text)];
  if (value === undefined) throw new Refused(column, 'valor desconhecido', { what: 'word', word: text });
  return value;
}

const CUT = 'a planilha cortou este número: formate a coluna como texto e envie de novo';

/** A cell that holds a number of figures, none of which may be lost. */
function figures(line: Line, column: string): string {
  const text = line(column);
  if (isCutNumber(text)) throw new Refused(column, CUT);
  return text;
}

/** Agency or account, in which `1234.0` could be a check digit or a decimal. */
export function accountFigures(line: Line, column: string, longest: number): string {
  const text = required(line, column, longest);
  if (isCutNumber(text)) throw new Refused(column, CUT);
  if (hasDecimals(text))
    throw new Refused(column, 'o 0 é o dígito ou uma casa decimal? Escreva com traço, como 1234-0');
  return text;
}

/** Spreadsheets drop leading zeros, so short numbers are padded before validation. */
export function documentOf(text: string): string | undefined {
  const bare = bareDocument(text);
  const padded = /^\d{8,13}$/.test(bare) ? [bare.padStart(11, '0'), bare.padStart(14, '0')] : [];
  return [bare, ...padded].find(isDocument);
}

export function document(line: Line, column: string): string {
  required(line, column);
  const found = documentOf(figures(line, column));
  if (found) return found;
  const { length } = bareDocument(line(column));
  throw new Refused(column, length === 11 || length === 14 ? 'dígito verificador inválido' : 'formato');
}

const EMAIL = /^[^\s@,;<>]+@[^\s@,;<>.]+(\.[^\s@,;<>.]+)+$/;

export const isBadEmail = (line: Line, column: string) =>
  line(column) !== '' && (!EMAIL.test(line(column)) || line(column).length > 254);

export function email(line: Line, column: string): string | null {
  if (isBadEmail(line, column)) throw new Refused(column, 'formato');
  return line(column).toLowerCase() || null;
}

/** Telephones of a cell; a number without an area code is kept as it is. */
export function phones(line: Line, column: string): CellPhones {
  optional(line, column);
  const found = phonesOf(figures(line, column));
  if (!found) throw new Refused(column, 'não é um telefone com DDD; se há dois, separe com ponto e vírgula');
  return found;
}

export function cep(line: Line, column: string): string | null {
  const digits = figures(line, column).replace(/\D/g, '');
  if (digits === '') return null;
  if (digits.length < 7 || digits.length > 8) throw new Refused(column, 'formato');
  return digits.padStart(8, '0');
}

/** A code of letters and figures, without its separators; null when empty. */
export function code(line: Line, column: string, shape: RegExp, reason: string): string | null {
  const text = plain(figures(line, column)).replace(/[\s.-]/g, '');
  if (text === '') return null;
  if (!shape.test(text)) throw new Refused(column, reason);
  return text;
}

export function state(line: Line, column: string): string | null {
  const value = plain(line(column));
  if (value === '') return null;
  if (!STATES.some((known) => known === value)) throw new Refused(column, 'valor desconhecido');
  return value;
}

/** A billion reais, the limit of the forms. */
const MAX_AMOUNT = 100_000_000_000;

export function money(line: Line, column: string): number {
  const amount = parseMoney(required(line, column));
  if (amount === undefined || amount < 0 || amount > MAX_AMOUNT) throw new Refused(column, 'não é um valor');
  return amount;
}

/** Amount above zero, as the forms require. */
export function positiveMoney(line: Line, column: string): number {
  const amount = money(line, column);
  if (amount === 0) throw new Refused(column, 'valor zero');
  return amount;
}

/** Fraction without a percent sign: ambiguous, since a spreadsheet stores 10% as 0,1 and people write 0,1 for 0,1%. */
const FRACTION = /^0?[.,](?=\d*[1-9])\d+$/;

export function percent(line: Line, column: string): number {
  const text = required(line, column);
  if (FRACTION.test(text)) {
    const digits = text.replace(/^0?[.,]/, '');
    const hundredfold = Math.round(Number(`0.${digits}`) * 10_000);
    throw new Refused(
      column,
      `0,${digits} pode ser 0,${digits}% ou ${formatPercent(hundredfold)}: escreva com o sinal de %`,
    );
  }
  const rate = parsePercent(text);
  if (rate === undefined || rate < 0 || rate > 10_000) throw new Refused(column, 'não é um percentual');
  return rate;
}

export function whole(line: Line, column: string, from: number, to: number): number {
  const value = Number(required(line, column));
  if (!Number.isInteger(value) || value < from || value > to) throw new Refused(column, `fora de ${from} a ${to}`);
  return value;
}

export const count = (line: Line, column: string): number => (line(column) === '' ? 0 : whole(line, column, 0, 999));

/**
 * A two-digit year is the latest one that `latest` allows: births are in the past, ends of contracts may be decades
 * ahead.
 */
export function date(line: Line, column: string, latest: CalendarDate): CalendarDate {
  const text = required(line, column).replace(/[ T]\d{1,2}:\d{2}(:\d{2})?(\.\d+)?Z?$/, '');
  const day = SERIAL.test(text) ? addDays(DAY_ZERO, Number(text)) : parseDate(text, latest);
  if (!day || !isPlausible(day)) throw new Refused(column, 'data inexistente');
  return day;
}

/** A date whose cell lost its format, as the spreadsheet's day number. */
const SERIAL = /^[1-9]\d{4}$/;
const DAY_ZERO: CalendarDate = '1899-12-30';

export const farAhead = (today: CalendarDate) => addMonths(today, 50 * 12);
