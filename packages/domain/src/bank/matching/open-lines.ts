import type { CalendarDate } from '../../base/calendar.ts';
import type { Cents } from '../../base/money.ts';
import type { BankEntry } from '../bank-entry.ts';
import { plainName } from './identity.ts';
import type { Judged } from './matching.ts';

/** A payment in a bank's file that its run did not settle: it stays open until a user settles or dismisses it. */
export type OpenLine = {
  line: number;
  entry: BankEntry;
  /** Identity of the payment across files; null when the line has too little data. */
  fingerprint: string | null;
  /** Identity of the payment while the line's boleto is unknown. */
  plain: string | null;
  /** Invoice that the line surely pays, although it can't be settled without a person. */
  invoice_id: number | null;
  paid_on: CalendarDate | null;
  amount: Cents | null;
  reason: string;
};

const LEFT = 'Ficou de fora da baixa do arquivo';

/** @param failures of the run, by line; they take precedence over the rules' reasons. */
export const openLines = (
  lines: readonly Judged[],
  failures: readonly { line: number; reason: string }[],
): OpenLine[] => {
  const failed = new Map(failures.map(({ line, reason }) => [line, reason]));
  return lines.filter(isOpen).map(({ entry, found, payment, fingerprint, plain, reason }) => ({
    line: entry.line,
    entry,
    fingerprint: fingerprint ?? plain,
    plain,
    paid_on: payment?.paid_on ?? entry.paid_on,
    amount: payment?.paid_amount ?? entry.paid_amount,
    reason: failed.get(entry.line) ?? reason ?? LEFT,
    invoice_id: found?.doubt === null ? found.invoice.id : null,
  }));
};

/** Further names under which a file tells of payments: those that are known, and those that wait for a person. */
export const furtherNames = (lines: readonly Judged[]): { name: string; fingerprint: string }[] =>
  lines.flatMap((line) => {
    const { names, told_of } = line;
    const fingerprint = told_of ?? (isOpen(line) ? names[0] : undefined);
    return fingerprint === undefined
      ? []
      : names.flatMap((name) => (name === fingerprint ? [] : { name, fingerprint }));
  });

/** Open lines of payments that were not matched, all for one reason. */
export function unmatchedLines(entries: readonly BankEntry[], reason: string): OpenLine[] {
  const told = new Map<string, number>();
  return entries.map((entry) => {
    const plain = plainName(entry, told) ?? null;
    const { line, paid_on, paid_amount: amount, pix_invoice: invoice_id } = entry;
    return { line, entry, fingerprint: plain, plain, paid_on, amount, reason, invoice_id };
  });
}

/** Money received that no file settled. A report may list unpaid titles, and a bank may report zero. */
function isOpen({ entry, payment, settled, repeated }: Judged): boolean {
  const paid = payment?.paid_amount ?? entry.paid_amount;
  const isUnpaid = entry.row !== null && entry.problem !== null;
  return !settled && !repeated && !isUnpaid && (paid === null || paid > 0);
}
