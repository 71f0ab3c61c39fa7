import { asciiText } from '../base/ascii.ts';
import type { CalendarDate } from '../base/calendar.ts';
import type { Cents } from '../base/money.ts';
import type { AccountAtBank, BankEntry } from './bank-entry.ts';
import type { ReturnEntry, ReturnFile } from './cnab/return-entry.ts';
import { readReturnFile } from './cnab/return-file.ts';
import { lineHash } from './line-hash.ts';
import { type OfxStatement, type OfxTransaction, readOfx } from './ofx.ts';
import { invoiceOfTxid } from './pix/pix.ts';
import { type ReportRow, readSettlementReport } from './settlement-report.ts';

export type BankFileKind = 'PDF' | 'CNAB240' | 'CNAB400' | 'OFX';

export type BankFileReading =
  | { kind: BankFileKind; bank: string | null; account: string | null; entries: BankEntry[]; problem?: never }
  | { problem: string; line?: number };

/**
 * Reads a bank's file of any supported kind.
 * @param isReport the text comes from a PDF, whose lines are laid out for people.
 */
export function readBankFile(
  text: string,
  { isReport, today }: { isReport: boolean; today: CalendarDate },
): BankFileReading {
  const reading = isReport ? reportOf(text, today) : linesOf(text);
  return reading.problem === undefined ? { ...reading, entries: reading.entries.map(plausible) } : reading;
}

const linesOf = (text: string) =>
  /<OFX[\s>]|^\s*OFXHEADER/i.test(text.slice(0, 20_000)) ? statementsOf(text) : returnOf(text);

const LARGEST: Cents = 100_000_000_000;
const isAmount = (amount: Cents) => Math.abs(amount) <= LARGEST;
/** Range of days that a bank's file can contain; arithmetic beyond it could leave the calendar. */
const isDay = (day: CalendarDate | null) => day !== null && day >= '2000-01-01' && day <= '2199-12-31';
const dayOrNull = (day: CalendarDate | null) => (isDay(day) ? day : null);

/** Treats values out of range for a boleto, and days on which no bank was open, as misread. */
function plausible(entry: BankEntry): BankEntry {
  const { amount, paid_amount, fine_and_interest, discount, fee, row } = entry;
  const amounts = [amount ?? 0, paid_amount ?? 0, fine_and_interest, discount, fee, ...(row?.amounts ?? [])];
  const days = {
    due_date: dayOrNull(entry.due_date),
    paid_on: dayOrNull(entry.paid_on),
    credited_on: dayOrNull(entry.credited_on),
    row: row && { ...row, days: row.days.filter(isDay), told: row.days.every(isDay) ? row.told : {} },
  };
  if (amounts.every(isAmount)) return { ...entry, ...days };
  const unread = { amount: null, paid_amount: null, fine_and_interest: 0, discount: 0, fee: 0, row: null };
  return { ...entry, ...days, ...unread, problem: UNREADABLE };
}

const UNREADABLE = 'O banco escreveu um valor que não pode ser lido';

const UNTOLD: AccountAtBank = { bank: null, agency: null, account: null };

/** Defaults for values that a kind of file does not have. */
const NOTHING = {
  occurrence: null,
  kind: 'SETTLED',
  account: UNTOLD,
  numbers: [],
  digitable_line: null,
  pix_invoice: null,
  mark: null,
  amount: null,
  due_date: null,
  credited_on: null,
  fine_and_interest: 0,
  discount: 0,
  fee: 0,
  problem: null,
  row: null,
  assigned: null,
} as const;

/** A numeric character reference can produce a lone surrogate, which can't be stored. */
const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd');

const LONGEST_LABEL = 160;
const labelOf = (text: string) => [...wellFormed(text).replace(/\s+/g, ' ').trim()].slice(0, LONGEST_LABEL).join('');

// A return file ---------------------------------------------------------------------------------------------------------

function returnOf(text: string): BankFileReading {
  const reading = readReturnFile(text);
  if (reading.problem !== undefined) return reading;
  const { file } = reading;
  const account = [file.agency, file.account].filter(Boolean).join('/') || null;
  return { kind: file.layout, bank: file.bank, account, entries: file.entries.map((entry) => ofReturn(file, entry)) };
}

function ofReturn({ bank, agency, account, sequence }: ReturnFile, entry: ReturnEntry): BankEntry {
  const { code, words, reasons, kind } = entry.occurrence;
  const why = reasons.map((reason) => reason.words).join('; ');
  return {
    ...NOTHING,
    line: entry.line,
    label: labelOf(entry.nosso_numero || entry.document_number),
    occurrence: why ? `${words} (${why})` : words,
    kind,
    account: { bank, agency, account },
    numbers: /^0*$/.test(entry.nosso_numero) ? [] : [entry.nosso_numero],
    amount: entry.amount || null,
    paid_amount: entry.unreadable ? null : entry.paid_amount,
    due_date: entry.due_date,
    paid_on: entry.paid_on,
    credited_on: entry.credited_on,
    fine_and_interest: entry.fine_and_interest,
    discount: entry.discount,
    fee: entry.fee,
    problem: entry.unreadable ? UNREADABLE : null,
    // A file without a number is written anew at each request, and repeats the records of the one before.
    movement: [bank, agency, account, sequence ? sequence : `record ${code} ${lineHash(entry.content)}`].join(' '),
  };
}

// A settlement report ---------------------------------------------------------------------------------------------------

function reportOf(text: string, today: CalendarDate): BankFileReading {
  const reading = readSettlementReport(text, today);
  if (reading.problem !== undefined) return reading;
  const bank = reading.rows.find((row) => row.digitable_line)?.digitable_line?.slice(0, 3) ?? null;
  return { kind: 'PDF', bank, account: null, entries: reading.rows.map(ofReport) };
}

/** Words of lines that are not payments: a report may list those too. */
const UNPAID =
  /\b(em aberto|em ser|a vencer|nao pag[oa]s?|entrada (?:confirmada|rejeitada)|rejeitad[oa]s?|cancelad[oa]s?|baixad[oa]s?|devolvid[oa]s?|protestad[oa]s?)\b/;
const PAID = /\b(?:liquida\w*|pag[oa]s?|recebid[oa]s?)\b/;

function ofReport({ line, text, numbers, digitable_line, amounts, days, told }: ReportRow): BankEntry {
  return {
    ...NOTHING,
    line,
    label: labelOf(text),
    numbers,
    digitable_line,
    amount: told.amount ?? null,
    paid_amount: told.paid_amount ?? (new Set(amounts).size === 1 ? (amounts[0] ?? null) : null),
    due_date: told.due_date ?? null,
    paid_on: told.paid_on ?? (new Set(days).size === 1 ? (days[0] ?? null) : null),
    credited_on: told.credited_on ?? null,
    fine_and_interest: told.fine_and_interest ?? 0,
    discount: told.discount ?? 0,
    fee: told.fee ?? 0,
    problem: doubtOf(text),
    row: { amounts, days, told },
  };
}

function doubtOf(text: string): string | null {
  const plain = asciiText(text).toLowerCase();
  const word = UNPAID.exec(plain)?.[0];
  const isPaid = PAID.test(plain.replace(/\bnao pag[oa]s?\b/g, ''));
  return word && !isPaid ? `A linha diz “${word}”, e não que foi pago` : null;
}

// A statement -----------------------------------------------------------------------------------------------------------

function statementsOf(text: string): BankFileReading {
  const reading = readOfx(text);
  if (reading.problem !== undefined) return reading;
  const [first] = reading.statements;
  return {
    kind: 'OFX',
    bank: first?.bank ?? null,
    account: first?.account ?? null,
    entries: apart(reading.statements.flatMap(ofStatement)),
  };
}

/** Numbers entries by their order when several share a line: a statement may be written in a single one. */
function apart(entries: BankEntry[]): BankEntry[] {
  const isCounted = new Set(entries.map(({ line }) => line)).size === entries.length;
  return isCounted ? entries : entries.map((entry, index) => ({ ...entry, line: index + 1 }));
}

/** Money received; unreadable entries are left for review. */
function ofStatement(statement: OfxStatement): BankEntry[] {
  const { bank, agency, account } = statement;
  const owner = { bank, agency, account };
  const credits = statement.transactions.filter(({ amount }) => amount > 0);
  const unread = statement.unread.map(
    (line): BankEntry => ({
      ...NOTHING,
      line,
      label: 'Lançamento ilegível',
      account: owner,
      paid_amount: null,
      paid_on: null,
      problem: 'O dia ou o valor desta linha não pode ser lido, ou está em outra moeda',
    }),
  );
  return [...credits.map((credit) => ofCredit(owner, credit)), ...unread].sort((one, other) => one.line - other.line);
}

function ofCredit(owner: AccountAtBank, { line, fitid, day, amount, memo, check_number }: OfxTransaction): BankEntry {
  return {
    ...NOTHING,
    line,
    label: labelOf(memo || fitid || 'Crédito'),
    account: owner,
    pix_invoice: pixInvoiceIn([fitid, check_number, memo]),
    // Without the bank's identifier, credits are told apart by their text.
    mark: wellFormed([owner.bank, owner.account, fitid || memo].join(' ')),
    paid_amount: amount,
    paid_on: day,
    credited_on: day,
  };
}

function pixInvoiceIn(texts: readonly string[]): number | null {
  const txid = /FATURA\d{10}(?!\d)/.exec(texts.join(' '))?.[0];
  return (txid && invoiceOfTxid(txid)) || null;
}
