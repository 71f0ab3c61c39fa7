import { nextBusinessDay } from '../base/business-days.ts';
import { type CalendarDate, daysBetween, type Reference } from '../base/calendar.ts';

/** A month's invoice with the open balances that its partial payments left. */
export type RentMonth = {
  invoice_id: number;
  proposal_id: number;
  reference: Reference;
  due_date: CalendarDate;
  /** Day of the first payment; null without one, or after its reversal. */
  first_paid: CalendarDate | null;
  /** Day on which the last part was paid; null while a part is open. */
  settled: CalendarDate | null;
  /** A part of it was carried into the next invoice. */
  carried: boolean;
  /** It became part of an agreement. */
  agreed: boolean;
};

export const PUNCTUALITY_STATES = {
  ON_TIME: 'Em dia',
  LATE: 'Com atraso',
  PARTIAL: 'Pago em parte',
  AGREED: 'Em acordo',
  OPEN: 'Em aberto',
} as const;
export type PunctualityState = keyof typeof PUNCTUALITY_STATES;

export type PunctualityMonth = Pick<RentMonth, 'invoice_id' | 'proposal_id' | 'reference' | 'due_date'> & {
  state: PunctualityState;
  /** Day of the payment, of the last part where it was paid in parts. */
  paid_on: CalendarDate | null;
  /** Days late of the payment, or until today while it is open; 0 on time. */
  days: number;
};

export type Punctuality = {
  day: CalendarDate;
  /** Months that have fallen due. */
  months: number;
  on_time: number;
  late: number;
  partial: number;
  agreed: number;
  open: number;
  /** Of the months paid late, rounded to a day; null without any. */
  average_delay: number | null;
  longest_delay: number;
  /** By due date, the newest first. */
  list: PunctualityMonth[];
};

/**
 * Months of a tenant, by the day of payment. A month is on time when it is paid by its due date, or by the next business
 * day where banks don't work on that date (Lei 7.089/1983). Months that are not due yet count only once they are paid.
 */
export function punctuality(months: readonly RentMonth[], today: CalendarDate): Punctuality {
  const list = months
    .filter(({ due_date, settled }) => settled !== null || nextBusinessDay(due_date) < today)
    .map((month) => judged(month, today))
    .toSorted((one, other) => (one.due_date > other.due_date ? -1 : 1));
  const of = (state: PunctualityState) => list.filter((month) => month.state === state);
  const late = of('LATE');
  const delay = late.reduce((all, { days }) => all + days, 0);
  return {
    day: today,
    months: list.length,
    on_time: of('ON_TIME').length,
    late: late.length,
    partial: of('PARTIAL').length,
    agreed: of('AGREED').length,
    open: of('OPEN').length,
    average_delay: late.length === 0 ? null : Math.round(delay / late.length),
    longest_delay: Math.max(0, ...list.map(({ days }) => days)),
    list,
  };
}

function judged(month: RentMonth, today: CalendarDate): PunctualityMonth {
  const { invoice_id, proposal_id, reference, due_date, settled, first_paid, carried, agreed } = month;
  const until = settled ?? today;
  const late = until <= nextBusinessDay(due_date) ? 0 : daysBetween(due_date, until);
  const state = stateOf(late, { settled, first_paid, carried, agreed });
  return { invoice_id, proposal_id, reference, due_date, state, paid_on: settled ?? first_paid, days: late };
}

function stateOf(
  late: number,
  { settled, first_paid, carried, agreed }: Pick<RentMonth, 'settled' | 'first_paid' | 'carried' | 'agreed'>,
): PunctualityState {
  if (agreed) return 'AGREED';
  if (carried) return 'PARTIAL';
  if (settled) return late > 0 ? 'LATE' : 'ON_TIME';
  return first_paid ? 'PARTIAL' : 'OPEN';
}
