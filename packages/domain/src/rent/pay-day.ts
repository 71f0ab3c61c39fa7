import { addDays, type CalendarDate } from '../base/calendar.ts';

/** A payment may precede its invoice by some weeks, never by a year: that is a typo. */
const PAID_BEFORE_ISSUE_DAYS = 60;

/** Invoice's day of issue and first day of its contract. */
type Payable = { issued_on: CalendarDate; contract_start: CalendarDate };

export type PayDayRefusal = 'PAY_DAY_IN_FUTURE' | 'PAY_DAY_BEFORE_CONTRACT' | 'PAY_DAY_TOO_EARLY';

/**
 * Reason why an invoice can't have been paid on that day. A wrong year would leave out every late charge. Today is
 * always accepted: the money is there, whenever the contract starts.
 */
export function payDayRefusal(
  { issued_on, contract_start }: Payable,
  payDay: CalendarDate,
  today: CalendarDate,
): PayDayRefusal | undefined {
  if (payDay > today) return 'PAY_DAY_IN_FUTURE';
  if (payDay === today) return undefined;
  if (payDay < contract_start) return 'PAY_DAY_BEFORE_CONTRACT';
  return payDay < addDays(issued_on, -PAID_BEFORE_ISSUE_DAYS) ? 'PAY_DAY_TOO_EARLY' : undefined;
}
