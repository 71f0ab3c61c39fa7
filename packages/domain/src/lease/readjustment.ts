import {
  addDays,
  addMonths,
  addToReference,
  type CalendarDate,
  dayOf,
  dueDateIn,
  firstDay,
  formatDate,
  formatMonth,
  lastDay,
  type Reference,
  referenceOf,
} from '../base/calendar.ts';
import {
  type BasisPoints,
  type Cents,
  formatMoney,
  formatPercent,
  portion,
  ratio,
  roundedQuotient,
  WHOLE,
} from '../base/money.ts';
import type { ContractStatus } from './contract.ts';
import { READJUSTMENT_NOTICE_DAYS } from './contract-words.ts';
import { type LeaseTerm, readjustsOn } from './lease-term.ts';

export const PRICE_INDICES = { IGPM: 'IGP-M', IPCA: 'IPCA', INPC: 'INPC' } as const;
export type PriceIndex = keyof typeof PRICE_INDICES;

/** Basis of a readjustment: an index, or a percentage typed by a user. */
export const READJUSTMENT_BASES = { ...PRICE_INDICES, MANUAL: 'Percentual manual' } as const;
export type ReadjustmentBase = keyof typeof READJUSTMENT_BASES;

/** Series of Banco Central's SGS: what the index changed in the month, in percent with two decimals. */
export const SGS_SERIES: Record<PriceIndex, number> = { IGPM: 189, IPCA: 433, INPC: 188 };

export type MonthlyRates = ReadonlyMap<Reference, BasisPoints>;

const YEAR = 12;

/**
 * Accumulates months: the product of their factors, exact, rounded once to hundredths of a percent. FGV and IBGE
 * publish two decimals, and so do the tenant's notice and a percentage typed by hand, so rent × percentage always
 * reproduces the rent shown. FGV accumulates index numbers with more decimals than it publishes, so its own figure may
 * differ by up to 0,02.
 */
export function accumulate(rates: readonly BasisPoints[]): BasisPoints {
  const one = BigInt(WHOLE) ** BigInt(rates.length);
  const factor = rates.reduce((product, rate) => product * BigInt(WHOLE + rate), 1n);
  return roundedQuotient((factor - one) * BigInt(WHOLE), one);
}

const yearTo = (last: Reference) => Array.from({ length: YEAR }, (_, index) => addToReference(last, index - YEAR + 1));

/** The twelve months that end the month before the anniversary: October's readjustment goes up to September. */
export function indexMonths(nextReadjustment: CalendarDate): Reference[] {
  return yearTo(addToReference(referenceOf(nextReadjustment), -1));
}

/**
 * IPCA and INPC are published around the 10th of the next month, so a readjustment prepared a month early lacks two.
 */
const MAX_LAG = 2;

export type AccumulatedIndex = {
  /** The months that `rate` accumulates. */
  from: Reference;
  to: Reference;
  /** Null when not all of its months are known. */
  rate: BasisPoints | null;
  /** Months that should count and are not known. */
  missing: Reference[];
};

/**
 * Accumulated index for an anniversary. When its last one or two months are not published yet, the last twelve
 * published months stand in, as contracts provide, and `missing` lists the unpublished ones.
 */
export function accumulatedIndex(published: MonthlyRates, nextReadjustment: CalendarDate): AccumulatedIndex {
  const due = indexMonths(nextReadjustment);
  const lag = YEAR - 1 - due.findLastIndex((month) => published.has(month));
  const months = lag <= MAX_LAG ? due.map((month) => addToReference(month, -lag)) : due;
  const rates = months.flatMap((month) => published.get(month) ?? []);
  const awaited = [...new Set([...months, ...due])].filter((month) => !published.has(month));
  return {
    from: months[0] ?? referenceOf(nextReadjustment),
    to: months.at(-1) ?? referenceOf(nextReadjustment),
    rate: rates.length === YEAR ? accumulate(rates) : null,
    missing: awaited,
  };
}

/** Rounded once, half up to the centavo. @throws RangeError when the rate takes away more than the rent. */
export function readjustedRent(rent: Cents, rate: BasisPoints): Cents {
  if (rate < -WHOLE) throw new RangeError(`${rate} takes away more than the rent`);
  return portion(rent, WHOLE + rate);
}

/** The percentage from one rent to another, for a rent typed by hand. @throws RangeError when `before` is zero. */
export function rateBetween(before: Cents, after: Cents): BasisPoints {
  return ratio(WHOLE, after - before, before);
}

/**
 * The anniversary that a readjustment is for: the next one, due or within its period; before that period the rent is
 * readjusted as of today, by the months published until now, and the next readjustment is a year from today.
 */
export function readjustmentDay(nextReadjustment: CalendarDate, today: CalendarDate): CalendarDate {
  return nextReadjustment <= addDays(today, READJUSTMENT_NOTICE_DAYS) ? nextReadjustment : today;
}

/** One year later; from 28 to 29 February in a leap year, for a contract that started on day 29 or later. */
export function nextReadjustmentAfter(contract: {
  start_date: CalendarDate;
  next_readjustment: CalendarDate;
}): CalendarDate {
  const { start_date, next_readjustment: current } = contract;
  const month = referenceOf(current);
  if (current !== lastDay(month)) return addMonths(current, YEAR);
  return dueDateIn(addToReference(month, YEAR), Math.max(dayOf(current), dayOf(start_date)));
}

export type ReadjustmentProposal = {
  before: Cents;
  after: Cents;
  /** As applied: 0 when a negative index keeps the rent. */
  rate: BasisPoints;
  /** The index was negative and the contract only follows it upwards. */
  kept: boolean;
  next_readjustment: CalendarDate;
};

/**
 * Result of a readjustment; only the rent changes, never issued invoices. A negative index lowers the rent only where
 * the contract allows it (most apply positive ones only); a percentage by hand is agreed by the parties (Lei 8.245,
 * art. 18) and applies with any sign.
 */
export function proposeReadjustment(
  contract: {
    current_price: Cents;
    start_date: CalendarDate;
    next_readjustment: CalendarDate;
    allows_decrease: boolean;
  },
  base: ReadjustmentBase,
  rate: BasisPoints,
): ReadjustmentProposal {
  const kept = rate < 0 && base !== 'MANUAL' && !contract.allows_decrease;
  const applied = kept ? 0 : rate;
  return {
    before: contract.current_price,
    after: readjustedRent(contract.current_price, applied),
    rate: applied,
    kept,
    next_readjustment: nextReadjustmentAfter(contract),
  };
}

/**
 * The days whose readjustments a month shows. The current month also shows the late ones of every month before it:
 * `from` is null there.
 */
export function daysDueIn(month: Reference, today: CalendarDate): { from: CalendarDate | null; to: CalendarDate } {
  return { from: month === referenceOf(today) ? null : firstDay(month), to: lastDay(month) };
}

/** "Reajustes do mês". */
export function isDueIn(
  contract: { status: ContractStatus; next_readjustment: CalendarDate | null } & Partial<LeaseTerm>,
  month: Reference,
  today: CalendarDate,
): boolean {
  const next = readjustsOn(contract);
  const { from, to } = daysDueIn(month, today);
  return contract.status === 'APPROVED' && next !== null && (from === null || from <= next) && next <= to;
}

const listed = (months: readonly Reference[]) => new Intl.ListFormat('pt-BR').format(months.map(formatMonth));

/** `IGP-M de outubro de 2025 a setembro de 2026: 3,35%.`, and what is not published yet. */
export function indexWords(index: PriceIndex, { from, to, rate, missing }: AccumulatedIndex): string[] {
  const name = PRICE_INDICES[index];
  if (rate === null) return [`Falta o ${name} de ${listed(missing)}: informe o percentual.`];
  const known = `${name} de ${formatMonth(from)} a ${formatMonth(to)}: ${formatPercent(rate)}.`;
  if (missing.length === 0) return [known];
  return [known, `O ${name} de ${listed(missing)} ainda não foi publicado: valem os últimos 12 meses publicados.`];
}

/** The preview: `De R$ 2.350,00 para R$ 2.428,73 (3,35%).` */
export function readjustmentWords({ before, after, rate, kept, next_readjustment }: ReadjustmentProposal): string[] {
  return [
    kept
      ? `O índice acumulado é negativo: o aluguel continua ${formatMoney(before)}.`
      : `De ${formatMoney(before)} para ${formatMoney(after)} (${formatPercent(rate)}).`,
    `Próximo reajuste em ${formatDate(next_readjustment)}.`,
  ];
}
