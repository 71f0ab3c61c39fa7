import { addDays, type CalendarDate, daysBetween } from '../base/calendar.ts';
import { modulo10, modulo11 } from '../base/check-digits.ts';
import { type Cents, cents } from '../base/money.ts';

/** Content of a boleto's barcode (FEBRABAN; Carta-Circular 2.926/2000 of the Central Bank). */
export type Boleto = {
  /** Clearing code of three digits. */
  bank: string;
  /** 0: the payer fills it in. */
  amount: Cents;
  /** Null: payable at sight, or an amount so large that it takes the place of the date. */
  due_date: CalendarDate | null;
  /** Free field of 25 digits, in a format of each bank. */
  free_field: string;
};

const REAL = '9';
const FACTOR_DAY_ZERO: CalendarDate = '1997-10-07';
const FIRST_FACTOR = 1_000;
const FACTORS = 9_000;
/** No due date. Factors below 1000 are not dates: such digits may begin an amount of more than ten digits. */
const NO_FACTOR = '0000';

/** FEBRABAN reads a factor as a day at most this far after today, and the others as days before. */
const FACTORS_AHEAD = 5_500;

const LARGEST_WITH_FACTOR: Cents = 9_999_999_999;
/** The first of the 14 digits stays zero; otherwise it would be read as a factor. */
const LARGEST: Cents = 9_999_999_999_999;

/**
 * Days since 07/10/1997 as four digits: 1000 on 03/07/2000, 9999 on 21/02/2025, 1000 again on the day after.
 * @throws RangeError before the first one.
 */
export function dueFactor(date: CalendarDate): number {
  const days = daysBetween(FACTOR_DAY_ZERO, date) - FIRST_FACTOR;
  if (days < 0) throw new RangeError(`${date} is before the first due-date factor`);
  return FIRST_FACTOR + (days % FACTORS);
}

/** Day of a due-date factor, relative to today: the nearest cycle, by FEBRABAN's rule. */
export function dateOfFactor(factor: number, today: CalendarDate): CalendarDate {
  const latest = addDays(today, FACTORS_AHEAD);
  const cycles = Math.floor((daysBetween(FACTOR_DAY_ZERO, latest) - factor) / FACTORS);
  return addDays(FACTOR_DAY_ZERO, factor + Math.max(0, cycles) * FACTORS);
}

/** Modulo 11 over the other 43 digits; never 0. */
function generalDigit(others: string): number {
  const digit = modulo11(others);
  return digit === 0 || digit === 10 ? 1 : digit;
}

/** Factor and amount; an amount of more than ten digits takes the place of the factor. */
function factorAndAmount({ amount, due_date }: Pick<Boleto, 'amount' | 'due_date'>): string {
  if (amount > LARGEST_WITH_FACTOR) return String(amount).padStart(14, '0');
  return (due_date ? String(dueFactor(due_date)) : NO_FACTOR) + String(amount).padStart(10, '0');
}

/**
 * The 44 digits of the barcode.
 * @throws RangeError when a part does not fit.
 */
export function barcode(boleto: Boleto): string {
  const { bank, amount, free_field } = boleto;
  if (!/^\d{3}$/.test(bank)) throw new RangeError(`${bank} is not the code of a bank`);
  if (!/^\d{25}$/.test(free_field)) throw new RangeError(`${free_field} is not a free field of 25 digits`);
  if (cents(amount) < 0 || amount > LARGEST) throw new RangeError(`${amount} does not fit in a barcode`);
  const head = bank + REAL;
  const tail = factorAndAmount(boleto) + free_field;
  return head + generalDigit(head + tail) + tail;
}

const withDigit = (field: string) => `${field}${modulo10(field)}`;

/** Digitable line of 47 digits: the barcode's in another order, three fields with a check digit. */
export function digitableLine(code: string): string {
  const free = code.slice(19);
  return (
    withDigit(code.slice(0, 4) + free.slice(0, 5)) +
    withDigit(free.slice(5, 15)) +
    withDigit(free.slice(15)) +
    code.slice(4, 5) +
    code.slice(5, 19)
  );
}

/** Barcode of a line of 47 digits; check digits are not verified. */
export function barcodeOfLine(line: string): string {
  const free = line.slice(4, 9) + line.slice(10, 20) + line.slice(21, 31);
  return line.slice(0, 4) + line.slice(32) + free;
}

/** `00190.50095 40144.816069 06809.350314 3 37370000000100`; anything else comes back unchanged. */
export function formatDigitableLine(line: string): string {
  return line.replace(/^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/, '$1.$2 $3.$4 $5.$6 $7 $8');
}

export type BoletoReading = { boleto: Boleto; barcode: string; problem?: never } | { problem: string };

/** Reads a pasted line or scanned barcode, with or without dots and spaces. */
export function readBoleto(text: string, today: CalendarDate): BoletoReading {
  const digits = text.replace(/[\s.-]/g, '');
  const problem = shapeProblem(digits) ?? (digits.length === 47 ? lineProblem(digits) : undefined);
  if (problem) return { problem };
  const code = digits.length === 47 ? barcodeOfLine(digits) : digits;
  if (code[3] !== REAL) return { problem: 'Este boleto não é em reais' };
  if (String(generalDigit(code.slice(0, 4) + code.slice(5))) !== code[4]) {
    return { problem: 'O dígito verificador geral do boleto não confere' };
  }
  return { boleto: boletoOf(code, today), barcode: code };
}

function shapeProblem(digits: string): string | undefined {
  if (digits === '') return 'Informe a linha digitável ou o código de barras';
  if (/\D/.test(digits)) return 'A linha digitável e o código de barras só têm números';
  // Utility bills and taxes have a layout of their own: four fields of twelve digits, the first starting with an 8.
  if (digits.startsWith('8') && [44, 48].includes(digits.length)) {
    return 'Esta é uma conta de consumo ou tributo, e não um boleto bancário';
  }
  if (digits.length === 44 || digits.length === 47) return undefined;
  return `A linha digitável tem 47 números e o código de barras 44: aqui há ${digits.length}`;
}

const FIELDS = [
  [0, 10],
  [10, 21],
  [21, 32],
] as const;

function lineProblem(line: string): string | undefined {
  const wrong = FIELDS.findIndex(([from, to]) => withDigit(line.slice(from, to - 1)) !== line.slice(from, to));
  return wrong < 0 ? undefined : `O dígito verificador do ${wrong + 1}º campo da linha digitável não confere`;
}

function boletoOf(code: string, today: CalendarDate): Boleto {
  const factor = Number(code.slice(5, 9));
  const hasFactor = factor >= FIRST_FACTOR;
  return {
    bank: code.slice(0, 3),
    amount: Number(code.slice(hasFactor ? 9 : 5, 19)),
    due_date: hasFactor ? dateOfFactor(factor, today) : null,
    free_field: code.slice(19),
  };
}
