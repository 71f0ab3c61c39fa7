/**
 * A number with a unit that the compiler checks: it accepts a plain number, but not a number of another unit. The brand
 * exists in types alone.
 */
type Unit<Name extends string> = number & { readonly __unit?: Name };

/** An amount in integer centavos: R$ 1.234,56 is 123456. */
export type Cents = Unit<'centavos'>;

/** A rate in hundredths of a percent: 10% is 1000, 8,5% is 850. */
export type BasisPoints = Unit<'basis points'>;

/** 100 %. */
export const WHOLE: BasisPoints = 10_000;
const MINUS = '\u2212';
const NBSP = '\u00a0';

/** Beyond this a double no longer distinguishes adjacent hundredths. */
const MAX_VALUE = 2 ** 43;

/** @throws RangeError unless `value` is a safe integer. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number of centavos`);
  return value;
}

/**
 * `amount × numerator ÷ denominator`, exact, rounded once: half up (away from zero when negative).
 * @throws RangeError when an argument is not an integer, or the denominator is not positive.
 */
export function ratio(amount: Cents, numerator: number, denominator: number): Cents;
export function ratio(rate: BasisPoints, numerator: number, denominator: number): BasisPoints;
export function ratio(amount: number, numerator: number, denominator: number): number {
  if (denominator <= 0) throw new RangeError('A ratio needs a positive denominator');
  return cents(roundedQuotient(BigInt(amount) * BigInt(numerator), BigInt(denominator)));
}

/** An exact division, rounded once: half up (away from zero when negative). The divisor is positive. */
export function roundedQuotient(dividend: bigint, divisor: bigint): number {
  const magnitude = dividend < 0n ? -dividend : dividend;
  const rounded = (2n * magnitude + divisor) / (2n * divisor);
  return Number(dividend < 0n ? -rounded : rounded);
}

/** `rate` of `amount`, rounded once: 10% of R$ 28,15 is R$ 2,82. */
export function portion(amount: Cents, rate: BasisPoints): Cents {
  return ratio(amount, rate, WHOLE);
}

/** Whole hundredths of a number; undefined when it has more than two decimals or is too large. */
export function toHundredths(value: number): number | undefined {
  if (!(Math.abs(value) <= MAX_VALUE)) return undefined;
  const whole = Math.round(value * 100) || 0; // never −0
  // The tolerance admits the noise of a sum of floats (0.1 + 0.2), and no third decimal.
  return Math.abs(whole / 100 - value) < 1e-9 ? whole : undefined;
}

export const fromHundredths = (hundredths: number): number => hundredths / 100;

/** Centavos of a number in reais, the wire's unit; undefined when it has more than two decimals or is too large. */
export const reaisToCents = (reais: number): Cents | undefined => toHundredths(reais);

export const centsToReais = (amount: Cents): number => fromHundredths(amount);

/** Digits in groups of three, from the right. */
function grouped(whole: number): string {
  const digits = String(whole);
  const first = digits.length % 3 || 3;
  const groups = [digits.slice(0, first)];
  for (let at = first; at < digits.length; at += 3) groups.push(digits.slice(at, at + 3));
  return groups.join('.');
}

/** `1.234,56`, for columns headed "Valor (R$)"; the minus is the typographic one (U+2212). */
export const formatAmount = (amount: Cents): string => formatHundredths(amount);

function formatHundredths(value: number): string {
  const magnitude = Math.abs(value);
  const hundredths = magnitude % 100;
  const text = `${grouped((magnitude - hundredths) / 100)},${String(hundredths).padStart(2, '0')}`;
  return value < 0 ? MINUS + text : text;
}

/** `R$ 1.234,56`, which never breaks across lines. */
export function formatMoney(amount: Cents): string {
  const text = `R$${NBSP}${formatAmount(Math.abs(amount))}`;
  return amount < 0 ? MINUS + text : text;
}

/** `10%`, `8,5%`: without trailing zeros. */
export function formatPercent(rate: BasisPoints): string {
  const text = formatHundredths(rate)
    .replace(/,00$/, '')
    .replace(/(,\d)0$/, '$1');
  return `${text}%`;
}

const THOUSANDS = /^[1-9]\d{0,2}(\.\d{3})+(,\d{1,2})?$/; // 1.234 and 1.234,5
const DECIMAL_COMMA = /^\d+(,\d{1,2})?$/; // 1234 and 1234,56
const DECIMAL_DOT = /^\d+\.\d{1,2}$/; // 1234.5

function parseHundredths(text: string): number | undefined {
  let plain: string;
  if (THOUSANDS.test(text)) plain = text.replaceAll('.', '').replace(',', '.');
  else if (DECIMAL_COMMA.test(text)) plain = text.replace(',', '.');
  else if (DECIMAL_DOT.test(text)) plain = text;
  else return undefined;
  const [whole = '', decimals = ''] = plain.split('.');
  const value = Number(whole + decimals.padEnd(2, '0'));
  return Number.isSafeInteger(value) ? value : undefined;
}

/** No amount or percentage is written in more characters; a longer text is not read at all. */
const LONGEST = 40;

const isMinus = (character: string) => character === '-' || character === MINUS;
const withoutStart = (text: string, length: number) => text.slice(length).trimStart();

/** Hundredths of digits, dots and commas that a sign and `R$` may precede. Each character is read once. */
function readHundredths(text: string, currency: '' | 'R$'): number | undefined {
  if (text.length > LONGEST) return undefined;
  let rest = text;
  const isNegative = isMinus(rest.charAt(0));
  if (isNegative) rest = withoutStart(rest, 1);
  let isSignAfter = false;
  if (currency !== '') {
    if (rest.slice(0, currency.length).toUpperCase() === currency) rest = withoutStart(rest, currency.length);
    isSignAfter = isMinus(rest.charAt(0));
    if (isSignAfter) rest = withoutStart(rest, 1);
  }
  if ((isNegative && isSignAfter) || !/^[\d.,]+$/.test(rest)) return undefined;
  const value = parseHundredths(rest);
  return (isNegative || isSignAfter) && value ? -value : value;
}

/** Centavos of a typed amount or a spreadsheet cell, in Brazilian notation; undefined when it is not an amount. */
export const parseMoney = (text: string): Cents | undefined => readHundredths(text.trim(), 'R$');

/** `10`, `10%`, `8,5`, `8.5 %`; undefined when it is not a percentage with at most two decimals. */
export function parsePercent(text: string): BasisPoints | undefined {
  const whole = text.trim();
  return readHundredths(whole.endsWith('%') ? whole.slice(0, -1).trimEnd() : whole, '');
}

/** The sum of whole numbers of one unit. @throws RangeError past the safe integers. */
export function sum(amounts: Iterable<Cents>): Cents;
export function sum(rates: Iterable<BasisPoints>): BasisPoints;
export function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return cents(total);
}

/**
 * Splits `total` in proportion to integer `weights`, without losing a centavo: the one rule for every share. Each part is
 * cut towards zero, and the centavos left over go one by one to the parts that the cut made smaller, from the first on. No
 * part is a centavo away from its exact share.
 * @throws RangeError when a weight is negative or fractional, or all are zero.
 */
export function allocate(total: Cents, weights: readonly number[]): Cents[];
export function allocate(total: BasisPoints, weights: readonly number[]): BasisPoints[];
export function allocate(total: number, weights: readonly number[]): number[] {
  if (weights.some((weight) => weight < 0)) throw new RangeError('A weight is never negative');
  const whole = BigInt(sum(weights));
  if (whole === 0n) throw new RangeError('Every weight is zero');
  const products = weights.map((weight) => BigInt(cents(total)) * BigInt(weight));
  const parts = products.map((product) => Number(product / whole));
  let left = total - sum(parts);
  const step = Math.sign(left);
  return parts.map((part, index) => {
    if (left === 0 || (products[index] ?? 0n) % whole === 0n) return part;
    left -= step;
    return part + step;
  });
}

/** Equal amounts that add up to `total`; the centavos left over are the first one's, so that all the others are alike. */
export function instalmentAmounts(total: Cents, count: number): Cents[] {
  const each = Math.floor(total / count);
  return Array.from({ length: count }, (_, index) => (index === 0 ? total - each * (count - 1) : each));
}

/** An amount typed with its centavos, `R$ 1.234,56` or `1234,56`. A number without centavos means a record. */
export function amountIn(text: string): Cents | undefined {
  if (!/^(r\$)?\s*[\d.]+,\d{2}$/i.test(text.trim())) return undefined;
  const amount = parseMoney(text);
  return amount === undefined || amount === 0 ? undefined : amount;
}
