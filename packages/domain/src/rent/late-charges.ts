import { nextBusinessDay } from '../base/business-days.ts';
import { type CalendarDate, daysBetween } from '../base/calendar.ts';
import { type BasisPoints, type Cents, portion } from '../base/money.ts';

export const FIRST_LATE_DAY = 5;
export const FINE: BasisPoints = 1_000;
/** «3% … divided by 100» a day: 0,03%, about the 1% a month of custom. */
export const DAILY_INTEREST: BasisPoints = 3;

/**
 * Proposed fine and interest on price + fees; both stay editable when settled.
 * With `fromBusinessDay` a due date without banks counts from the next business day (Lei 7.089/1983).
 */
export function lateCharges(
  base: Cents,
  dueDate: CalendarDate,
  paidOn: CalendarDate,
  { fromBusinessDay = false }: { fromBusinessDay?: boolean } = {},
): { days: number; fine: Cents; interest: Cents } {
  const due = fromBusinessDay ? nextBusinessDay(dueDate) : dueDate;
  const days = Math.max(0, daysBetween(due, paidOn));
  if (days < FIRST_LATE_DAY) return { days, fine: 0, interest: 0 };
  return { days, fine: portion(base, FINE), interest: portion(base, DAILY_INTEREST * (days - FIRST_LATE_DAY)) };
}

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
