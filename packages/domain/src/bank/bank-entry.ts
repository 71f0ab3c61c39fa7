import type { CalendarDate } from '../base/calendar.ts';
import type { Cents } from '../base/money.ts';
import type { RestChoice } from '../rent/rest-fate.ts';
import type { OccurrenceKind } from './cnab/occurrences.ts';
import type { ReportRow } from './settlement-report.ts';

/** Account that a file belongs to, as far as the file identifies it. */
export type AccountAtBank = { bank: string | null; agency: string | null; account: string | null };

/** One line of any bank file that tells of one of our boletos, or of money that came in. */
export type BankEntry = {
  /** As the file counts. */
  line: number;
  /** As the bank wrote it. */
  label: string;
  /** Occurrence in the bank's words; null for a plain payment. */
  occurrence: string | null;
  kind: OccurrenceKind;
  account: AccountAtBank;
  /** The nosso número; of a report any number in the line. */
  numbers: readonly string[];
  digitable_line: string | null;
  /** A Pix tells by its txid which invoice it pays. */
  pix_invoice: number | null;
  /** Bank's own identifier of a credit in a statement. */
  mark: string | null;
  /** The boleto's; null where the file does not tell. */
  amount: Cents | null;
  /** Null where only the boleto tells which of the line's amounts it is. */
  paid_amount: Cents | null;
  due_date: CalendarDate | null;
  paid_on: CalendarDate | null;
  credited_on: CalendarDate | null;
  fine_and_interest: Cents;
  discount: Cents;
  fee: Cents;
  /** Why the line can't be taken as it stands. */
  problem: string | null;
  /** A report's line, to be read once its boleto is known. */
  row: Pick<ReportRow, 'amounts' | 'days' | 'told'> | null;
  /** Invoice assigned by a user. */
  assigned: number | null;
  /** The choice for a difference between what is owed and what was paid; without one the proposal applies. */
  rest?: RestChoice;
};
