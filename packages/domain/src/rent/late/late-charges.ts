import { nextBusinessDay } from '../../base/business-days.ts';
import { type CalendarDate, daysBetween } from '../../base/calendar.ts';
import { type BasisPoints, type Cents, portion, ratio, sum, WHOLE } from '../../base/money.ts';

export const FIRST_LATE_DAY = 5;
export const FINE: BasisPoints = 1_000;
/** «3% … divided by 100» a day: 0,03%, about the 1% a month of custom. */
export const DAILY_INTEREST: BasisPoints = 3;

/** Days of a month by which monthly interest is divided. */
const DAYS_OF_MONTH = 30;

/** Late charges as agreed on: a fine once, and interest by day. */
export type LateTerms = {
  /** Day late from which charges are due; interest counts the days after it. 0: from the first day late. */
  first_day: number;
  fine: BasisPoints;
  /** Interest of 30 days. */
  monthly: BasisPoints;
};

/** What invoices, boletos and messages charge. */
export const STANDARD_TERMS: LateTerms = {
  first_day: FIRST_LATE_DAY,
  fine: FINE,
  monthly: DAILY_INTEREST * DAYS_OF_MONTH,
};

/**
 * Proposed fine and interest on price + fees; both stay editable when settled.
 * `oldCharges`: fine and interest of another invoice within it, which bear none again.
 * With `fromBusinessDay` a due date without banks counts from the next business day (Lei 7.089/1983).
 */
export function lateCharges(
  base: Cents,
  dueDate: CalendarDate,
  paidOn: CalendarDate,
  {
    fromBusinessDay = false,
    terms = STANDARD_TERMS,
    oldCharges = 0,
  }: { fromBusinessDay?: boolean; terms?: LateTerms; oldCharges?: Cents } = {},
): { days: number; fine: Cents; interest: Cents } {
  const due = fromBusinessDay ? nextBusinessDay(dueDate) : dueDate;
  const days = Math.max(0, daysBetween(due, paidOn));
  if (days < Math.max(1, terms.first_day)) return { days, fine: 0, interest: 0 };
  const bearing = Math.max(0, base - oldCharges);
  return {
    days,
    fine: portion(bearing, terms.fine),
    interest: ratio(bearing, terms.monthly * (days - terms.first_day), WHOLE * DAYS_OF_MONTH),
  };
}

/**
 * Fine and interest that an invoice holds from another one: all of it where it is made of them alone, else those of a
 * balance. An agreement's instalment, whose lines name the invoices of the debt, is a new debt as a whole.
 */
export const oldChargesOf = (lines: readonly { amount: Cents; late?: boolean; of_invoice?: number }[]): Cents => {
  const held = lines.every(({ late }) => late === true)
    ? lines
    : lines.filter(({ late, of_invoice }) => late === true && of_invoice === undefined);
  return sum(held.map(({ amount }) => amount));
};

/** Whether the given fine and interest exceed the amount received: a mistake, since they are a part of it. */
export function chargesExceed(given: { paid_amount: Cents; fine?: Cents; interest?: Cents }): boolean {
  return (given.fine ?? 0) + (given.interest ?? 0) > given.paid_amount;
}

/**
 * Fine and interest as stored with a settlement: as edited when given, else the amount received beyond the invoice, the
 * fine first.
 */
export function chargesTaken(
  received: Cents,
  charges: { fine: Cents; interest: Cents },
  edited: { fine?: Cents; interest?: Cents } = {},
): { fine: Cents; interest: Cents } {
  const fine = edited.fine ?? Math.min(charges.fine, Math.max(0, received - (edited.interest ?? 0)));
  return { fine, interest: edited.interest ?? Math.max(0, received - fine) };
}
