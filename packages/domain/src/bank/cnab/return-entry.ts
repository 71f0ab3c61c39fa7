import type { CalendarDate } from '../../base/calendar.ts';
import { bareDocument } from '../../base/documents.ts';
import type { Cents } from '../../base/money.ts';
import { type Occurrence, occurrence, occurrencesOf } from './occurrences.ts';
import { reasonsOf } from './reasons.ts';

export type BankLayout = 'CNAB240' | 'CNAB400';

/** One event of a boleto on one day, as the bank reports it. */
export type ReturnEntry = {
  line: number;
  /** The record without its place in the file: a file written anew repeats it. */
  content: string;
  /** Number of our boleto, without a check digit. */
  nosso_numero: string;
  document_number: string;
  /** Company-use field, as the remittance wrote it. */
  company_use: string;
  occurrence: Occurrence;
  due_date: CalendarDate | null;
  amount: Cents;
  /** Amount paid by the payer, before the bank's fee; 0 unless settled, even when the bank writes a value there. */
  paid_amount: Cents;
  fine_and_interest: Cents;
  discount: Cents;
  fee: Cents;
  paid_on: CalendarDate | null;
  credited_on: CalendarDate | null;
  payer_document: string | null;
  /** An amount could not be read; the entry needs review. */
  unreadable: boolean;
};

export type ReturnFile = {
  bank: string;
  layout: BankLayout;
  agency: string | null;
  account: string | null;
  created_on: CalendarDate | null;
  sequence: number | null;
  entries: ReturnEntry[];
};

/** An entry as read from its columns. */
export type EntryFacts = Omit<ReturnEntry, 'occurrence' | 'payer_document' | 'unreadable'> & {
  occurrence: string;
  /** Codes of equal length, concatenated. */
  reasons: string;
  reason_length: number;
  payer_document: string;
};

export function entryOf(bank: string, layout: BankLayout, facts: EntryFacts): ReturnEntry {
  const { occurrence: code, reasons, reason_length, payer_document, ...rest } = facts;
  const amounts = ['amount', 'paid_amount', 'fine_and_interest', 'discount', 'fee'] as const;
  const unreadable = amounts.some((name) => Number.isNaN(rest[name]));
  const readable = Object.fromEntries(amounts.map((name) => [name, rest[name] || 0]));
  const happened = occurrenceOf(bank, layout, code, split(reasons, reason_length));
  return {
    ...rest,
    ...readable,
    paid_amount: happened.kind === 'SETTLED' ? rest.paid_amount || 0 : 0,
    document_number: unlessZeros(rest.document_number),
    company_use: unlessZeros(rest.company_use),
    occurrence: happened,
    payer_document: payerOf(payer_document),
    unreadable,
  };
}

/** Empty for a column of zeros. */
const unlessZeros = (cell: string) => (/^0*$/.test(cell) ? '' : cell);

const split = (codes: string, length: number) =>
  (codes.match(new RegExp(`.{1,${length}}`, 'g')) ?? [])
    .map((code) => code.trim())
    .filter((code) => !/^0*$/.test(code));

/** Fees and refusals have reasons of their own; other occurrences use the channels'. */
function occurrenceOf(bank: string, layout: BankLayout, code: string, reasons: string[]): Occurrence {
  const happened = occurrence(occurrencesOf(bank, layout), code);
  const { refusals, fees, channels, oneChannel } = reasonsOf(bank, layout);
  const isMoney = happened.kind === 'SETTLED' || happened.kind === 'RETURNED';
  const words = code === '28' ? fees : isMoney ? channels : refusals;
  const kept = isMoney && oneChannel ? reasons.slice(0, 1) : reasons;
  return { ...happened, reasons: kept.map((reason) => ({ code: reason, words: words[reason] ?? unnamed(reason) })) };
}

/** Codes are looked up; one bank writes words in their place. */
const unnamed = (reason: string) => (reason.length > 3 ? reason : `Motivo ${reason}`);

/** A CPF has eleven digits and a CNPJ fourteen; the column is padded with zeros. */
function payerOf(cell: string): string | null {
  const bare = bareDocument(cell).replace(/^0+/, '');
  if (bare === '') return null;
  return bare.padStart(bare.length > 11 ? 14 : 11, '0');
}

const withoutZeros = (cell: string) => cell.replace(/\D/g, '').replace(/^0+/, '');

/** `0810` and `53678`: four digits of the agency, the account without leading zeros. */
export function ownerOf(agency: string, account: string): Pick<ReturnFile, 'agency' | 'account'> {
  const digits = withoutZeros(agency);
  return { agency: digits === '' ? null : digits.padStart(4, '0'), account: withoutZeros(account) || null };
}

export const sequenceOf = (cell: string) => (/^\d+$/.test(cell) ? Number(cell) : null);

/**
 * Gross amount paid. Banks may leave out `missing` (their own fee, or fine and interest), so the sum that matches the
 * title's columns wins.
 */
export function grossOf(reported: Cents, missing: Cents, expected: Cents): Cents | undefined {
  return [reported, reported + missing].find((sum) => reported === 0 || sum === expected);
}
