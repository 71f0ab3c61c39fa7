import { asciiText } from '../base/ascii.ts';
import { type CalendarDate, daysBetween, isCalendarDate } from '../base/calendar.ts';
import { type Cents, parseMoney } from '../base/money.ts';
import { bankLines } from './bank-text.ts';
import { digitableLine, readBoleto } from './boleto.ts';

/** Kinds of amounts and days that column titles can name. */
type AmountName = 'amount' | 'paid_amount' | 'fine_and_interest' | 'discount' | 'fee' | 'net';
type DayName = 'due_date' | 'paid_on' | 'credited_on' | 'issued_on';

/** A line of a bank's report that may be a payment; its boleto is not known yet. */
export type ReportRow = {
  line: number;
  text: string;
  /** Numbers without separators: a nosso número or a document number. */
  numbers: string[];
  /** 47 digits. */
  digitable_line: string | null;
  amounts: Cents[];
  days: CalendarDate[];
  /** Values by column title, when there are as many titles as values. */
  told: { [Name in AmountName]?: Cents } & { [Name in DayName]?: CalendarDate };
};

export type ReportReading = { rows: ReportRow[]; problem?: never } | { problem: string };

type Titles = { amounts: AmountName[]; days: DayName[] };

/**
 * Reads the text of any bank's settlement report, line by line.
 * @param today resolves a due-date factor in a linha digitável.
 */
export function readSettlementReport(text: string, today: CalendarDate): ReportReading {
  const lines = bankLines(text);
  if (!/[\p{L}\d]/u.test(text)) {
    return { problem: 'Este PDF não tem texto: é uma imagem. Peça ao banco o arquivo de retorno (CNAB)' };
  }
  let titles: Titles | undefined;
  const rows: ReportRow[] = [];
  for (const line of lines) {
    titles = titlesOf(line.text) ?? titles;
    const row = rowOf(line.text, today);
    if (row) rows.push({ ...row, line: line.number, told: valuesByTitle(titles, row) });
  }
  return rows.length > 0 ? { rows } : { problem: 'Não há neste arquivo nenhuma linha com valor e número de boleto' };
}

/** Signs between two words of a title. Bounded: rows of signs, as under a heading, are tried once. */
const GAP = '\\W{0,6}';
const WORTH = `(?:valor|vlr|vl)${GAP}(?:d[oe] )?`;
const DATE = `(?:(?:data|dt)${GAP}(?:d[eoa] )?)`;

/** Longest first: the first match wins. */
const TITLES: readonly (readonly [AmountName | DayName, string])[] = [
  ['paid_amount', `${WORTH}(?:pag|receb|cobrad|liquidad|pgto)\\w*`],
  ['net', `${WORTH}(?:liq|cred)\\w*`],
  ['amount', `${WORTH}(?:titulo|doc\\w*|nominal|original|boleto)?`],
  ['fine_and_interest', `(?:juros|multa|mora|encargos|acrescimos?)(?:${GAP}[/e+]${GAP}(?:juros|multa|mora)\\b)?`],
  ['discount', `(?:descontos?|abatimentos?)(?:${GAP}[/e+]${GAP}(?:descontos?|abatimentos?)\\b)?`],
  ['fee', '(?:tarifas?|custas)'],
  ['due_date', `${DATE}?(?:vencimento|vencto|vcto|venc)\\b`],
  ['paid_on', `(?:${DATE}(?:pag|pgto|liquid|baixa|ocor|movim)\\w*|(?:pagamento|pagto|pgto|liquidacao)\\b)`],
  ['credited_on', `(?:${DATE}cred\\w*|credito\\b)`],
  ['issued_on', `(?:${DATE}(?:emis|entrada|regist)\\w*|emissao\\b)`],
];
const TITLE = new RegExp(TITLES.map(([name, pattern]) => `(?<${name}>\\b${pattern})`).join('|'), 'g');
const DAYS: readonly string[] = ['due_date', 'paid_on', 'credited_on', 'issued_on'] satisfies DayName[];

/** Other titles of columns. */
const OTHER_TITLES =
  /\b(?:nosso|seu|numero|nro|num|n|documento|doc|pagador|sacado|cliente|nome|cpf|cnpj|carteira|cart|banco|bco|agencia|ag|conta|situacao|status|ocorrencia|forma|canal|tipo|titulo|r|do|de|no)\b/g;
const letters = (text: string) => text.replace(/[^a-z]/g, '').length;

/** Column titles in their order; a sentence that contains one of these words has none. */
function titlesOf(text: string): Titles | undefined {
  const line = asciiText(text).toLowerCase();
  const rest = line.replace(TITLE, ' ').replace(OTHER_TITLES, ' ');
  if (AMOUNT.test(text) || letters(rest) * 4 > letters(line)) return undefined;
  const names = [...line.matchAll(TITLE)].flatMap(({ groups = {} }) =>
    TITLES.map(([name]) => name).filter((name) => groups[name] !== undefined),
  );
  const isDay = (name: AmountName | DayName): name is DayName => DAYS.includes(name);
  const days = names.filter(isDay);
  const amounts = names.filter((name): name is AmountName => !isDay(name));
  return amounts.length > 0 && days.length > 0 ? { amounts, days } : undefined;
}

const TYPED_LINE = /\b(?:\d{5}\.?\d{5}\s?\d{5}\.?\d{6}\s?\d{5}\.?\d{6}\s?\d\s?\d{14}|\d{44})\b/;
const DOCUMENT = /\b(?:\d{3}\.\d{3}\.\d{3}-\d{2}|[\dA-Z]{2}\.[\dA-Z]{3}\.[\dA-Z]{3}\/[\dA-Z]{4}-\d{2})\b/g;
const TIME = /\b\d{2}:\d{2}(?::\d{2})?\b/g;
const DAY = /\b(\d{2})[/.](\d{2})[/.](\d{4}|\d{2})\b/g;
const AMOUNT = /(?<![\d.,/])-?(?:\d{1,3}(?:\.\d{3})+|\d+),\d{2}(?![\d,])/;
const AMOUNTS = new RegExp(AMOUNT, 'g');
const NUMBER = /\b\d[\d./-]*\d(?:-?[XP])?\b/g;
const SHORTEST_NUMBER = 5;
const TOTAL = /^\W*(?:sub\s?)?(?:tota(?:l|is)|saldo|quantidade|qtde?|pagina|resumo)\b/;

type Bare = Omit<ReportRow, 'line' | 'told'>;

/** Undefined for a line without a payment: text, titles, totals. */
function rowOf(text: string, today: CalendarDate): Bare | undefined {
  if (TOTAL.test(asciiText(text).toLowerCase())) return undefined;
  const typed = TYPED_LINE.exec(text)?.[0] ?? '';
  const reading = typed === '' ? undefined : readBoleto(typed, today);
  const digitable_line = reading && reading.problem === undefined ? digitableLine(reading.barcode) : null;
  const rest = text.replace(typed, ' ').replace(DOCUMENT, ' ').replace(TIME, ' ');
  const days = [...rest.matchAll(DAY)].flatMap(dayOf);
  const amounts = (rest.match(AMOUNTS) ?? []).flatMap((amount) => parseMoney(amount) ?? []);
  const numbers = numbersOf(rest.replace(DAY, ' ').replace(AMOUNTS, ' '));
  const tells = amounts.length > 0 && (digitable_line !== null || numbers.length > 0 || days.length > 0);
  return tells ? { text: text.trim(), numbers, digitable_line, amounts, days } : undefined;
}

function dayOf([, day, month, year = '']: RegExpMatchArray): CalendarDate[] {
  const date = `${year.length === 2 ? '20' : ''}${year}-${month}-${day}`;
  return isCalendarDate(date) ? [date] : [];
}

function numbersOf(text: string): string[] {
  // The check digit may be separated: `00258281 - 7`.
  const together = text.replace(/(\d) *- *(?=[\dXP]\b)/g, '$1-');
  const numbers = (together.match(NUMBER) ?? []).map((number) => number.replace(/[./-]/g, ''));
  return [...new Set(numbers)].filter((number) => number.length >= SHORTEST_NUMBER);
}

/** Values under their titles, when none is missing. */
function valuesByTitle(titles: Titles | undefined, { amounts, days }: Bare): ReportRow['told'] {
  const isWhole = (names: readonly string[] | undefined, values: readonly unknown[]) => names?.length === values.length;
  return {
    ...(titles && isWhole(titles.amounts, amounts) ? amountsByTitle(titles.amounts, amounts) : {}),
    ...(titles && isWhole(titles.days, days)
      ? Object.fromEntries(titles.days.map((name, at) => [name, days[at]]))
      : {}),
  };
}

/** Sums columns with the same title; figures that do not add up are discarded. */
function amountsByTitle(names: readonly AmountName[], amounts: readonly Cents[]): Partial<Record<AmountName, Cents>> {
  const values: Partial<Record<AmountName, Cents>> = {};
  names.forEach((name, at) => {
    values[name] = (values[name] ?? 0) + (amounts[at] ?? 0);
  });
  const { amount, paid_amount, fine_and_interest, discount } = values;
  const canCheck = amount !== undefined && paid_amount !== undefined && fine_and_interest !== undefined;
  return canCheck && amount + fine_and_interest - (discount ?? 0) !== paid_amount ? {} : values;
}

export type RowPayment = {
  /** Amount of the boleto at the bank. */
  amount: Cents | null;
  paid_amount: Cents;
  paid_on: CalendarDate;
  credited_on: CalendarDate | null;
};

/**
 * Payment that a row reports, now that its boleto is known; undefined when ambiguous.
 * @param boleto.most largest payable amount, charges included.
 */
export function paymentOfRow(
  row: Pick<ReportRow, 'amounts' | 'days' | 'told'>,
  boleto: { amount: Cents; due_date: CalendarDate; most: Cents },
): RowPayment | undefined {
  const paid_amount = row.told.paid_amount ?? paidAmount(row.amounts, boleto);
  const days = paidDays(row, boleto.due_date);
  return paid_amount !== undefined && days ? { amount: row.told.amount ?? null, paid_amount, ...days } : undefined;
}

function paidAmount(amounts: readonly Cents[], { amount, most }: { amount: Cents; most: Cents }): Cents | undefined {
  const distinct = [...new Set(amounts)];
  if (distinct.length === 1) return distinct[0];
  const likely = distinct.filter((value) => value >= amount && value <= most).sort((one, other) => other - one);
  const [largest] = likely;
  // An amount larger than the boleto's is the payment when the line also has their difference.
  const isExplained = (value: Cents) => value === amount || distinct.includes(value - amount);
  return largest !== undefined && isExplained(largest) ? largest : undefined;
}

/** A bank credits a payment within a few days; days further apart have another meaning. */
const LONGEST_FLOAT = 5;

function paidDays(
  { days, told }: Pick<ReportRow, 'days' | 'told'>,
  due_date: CalendarDate,
): Pick<RowPayment, 'paid_on' | 'credited_on'> | undefined {
  if (told.paid_on) return { paid_on: told.paid_on, credited_on: told.credited_on ?? null };
  const others = [...new Set(days)].filter((day) => day !== due_date).sort();
  const [paid_on = days[0], credited_on = null, more] = others;
  const isClose = !credited_on || !paid_on || daysBetween(paid_on, credited_on) <= LONGEST_FLOAT;
  return paid_on && isClose && more === undefined ? { paid_on, credited_on } : undefined;
}
