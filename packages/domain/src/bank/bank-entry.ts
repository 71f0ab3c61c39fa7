import type { CalendarDate } from '../base/calendar.ts';
import type { Cents } from '../base/money.ts';
import type { RestChoice } from '../rent/rest-fate.ts';
import type { OccurrenceKind } from './cnab/occurrences.ts';
import type { ReportRow } from './settlement-report.ts';

/** Account that a file belongs to, as far as the file identifies it. */
export type AccountAtBank = { bank: string | null; agency: string | null; account: string | null };

/** One line of a bank file that reports an event of a boleto, or money received. */
export type BankEntry = {
  /** Line number in the file. */
  line: number;
  /** Text as the bank wrote it. */
  label: string;
  /** Occurrence in the bank's words; null for a plain payment. */
  occurrence: string | null;
  kind: OccurrenceKind;
  account: AccountAtBank;
  /** Nosso número; for a report any number in the line. */
  numbers: readonly string[];
  digitable_line: string | null;
  /** Invoice that a Pix pays, from its txid. */
  pix_invoice: number | null;
  /** Bank's own identifier of a credit in a statement. */
  mark: string | null;
  /** Amount of the boleto; null when the file omits it. */
  amount: Cents | null;
  /** Null when the boleto is needed to tell which of the line's amounts it is. */
  paid_amount: Cents | null;
  due_date: CalendarDate | null;
  paid_on: CalendarDate | null;
  credited_on: CalendarDate | null;
  fine_and_interest: Cents;
  /** Fine and interest, where the bank reports them separately: they are booked as reported. */
  charges?: { fine: Cents; interest: Cents };
  discount: Cents;
  fee: Cents;
  /** Reason why the line can't be accepted as it is. */
  problem: string | null;
  /** Row of a report, interpreted once its boleto is known. */
  row: Pick<ReportRow, 'amounts' | 'days' | 'told'> | null;
  /** Invoice assigned by a user. */
  assigned: number | null;
  /** Movement of the bank that tells of it, in a return file: its account with the file's number, else with the record's content. */
  movement?: string;
  /** Equal payments that the bank has told of and withdrawn before this one. */
  again?: number;
  /** Boleto whose QR code this Pix has paid. */
  qr_boleto?: number;
  /** Choice for a difference between the amounts owed and paid; the default applies without one. */
  rest?: RestChoice;
};
