import type { CalendarDate } from '../../base/calendar.ts';
import type { Cents } from '../../base/money.ts';
import type { BankEntry } from '../bank-entry.ts';
import type { Agreement } from '../boleto-banks.ts';
import { candidateNumbers, numberLength } from '../nosso-numero.ts';
import { plainName } from './identity.ts';

/** Batched queries needed to match the lines of a file. */
export type Lookup = {
  numbers: string[];
  digitable_lines: string[];
  /** Open boletos of one of these pairs. */
  due: { due_date: CalendarDate; amount: Cents }[];
  /** Open boletos of one of these amounts, with any due date. */
  amounts: Cents[];
  invoices: number[];
  boletos: number[];
  fingerprints: string[];
};

export function lookupOf(entries: readonly BankEntry[], agreements: readonly Agreement[]): Lookup {
  const lengths = new Set(agreements.map(numberLength));
  const paid = entries.filter(({ kind }) => kind === 'SETTLED');
  const told = new Map<string, number>();
  return {
    numbers: unique(entries.flatMap((entry) => (entry.row ? printed(entry, lengths) : entry.numbers))),
    digitable_lines: unique(paid.flatMap(({ digitable_line }) => digitable_line ?? [])),
    due: uniquePairs(paid.flatMap(duePairs)),
    amounts: unique(paid.flatMap(({ mark, paid_amount }) => (mark === null ? [] : (paid_amount ?? [])))),
    invoices: unique(paid.flatMap(({ pix_invoice, assigned }) => [pix_invoice ?? [], assigned ?? []].flat())),
    boletos: unique(paid.flatMap(({ qr_boleto }) => qr_boleto ?? [])),
    fingerprints: unique(paid.flatMap((entry) => plainName(entry, told) ?? [])),
  };
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

const uniquePairs = (pairs: Lookup['due']): Lookup['due'] => [
  ...new Map(pairs.map((pair) => [`${pair.due_date} ${pair.amount}`, pair])).values(),
];

const printed = ({ numbers }: BankEntry, lengths: ReadonlySet<number>) =>
  numbers.flatMap((number) => candidateNumbers(number, lengths));

function duePairs({ mark, row, amount, due_date }: BankEntry): Lookup['due'] {
  if (mark !== null) return [];
  const amounts = amount === null ? (row?.amounts ?? []) : [amount];
  const days = due_date === null ? (row?.days ?? []) : [due_date];
  return unique(amounts).flatMap((value) => unique(days).map((day) => ({ due_date: day, amount: value })));
}
