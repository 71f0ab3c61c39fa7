import { addBusinessDays } from '../base/business-days.ts';
import { addMonths, type CalendarDate, daysBetween } from '../base/calendar.ts';
import { lifeCycle, refuse, type StateOf, to } from '../base/life-cycle.ts';
import { type BasisPoints, type Cents, portion } from '../base/money.ts';

export const transferLife = lifeCycle({
  PENDING: {
    conclude: to('DONE'),
    undo: refuse('TRANSFER_NOT_DONE'),
  },
  DONE: {
    conclude: refuse('TRANSFER_ALREADY_DONE'),
    undo: to('PENDING'),
  },
});
export type TransferStatus = StateOf<typeof transferLife>;

/** Day on which the owner is due to be paid: a number of business days after the tenant paid. */
export function transferDueDate(paidOn: CalendarDate, businessDays = 5): CalendarDate {
  return addBusinessDays(paidOn, businessDays);
}

/** Label of a transfer in lists; `days` are days late, or days until due. */
export function transferState(
  transfer: { status: TransferStatus; due_date: CalendarDate },
  today: CalendarDate,
): { word: 'Efetuado' | 'Pendente'; tone: 'done' | 'late' | 'pending'; days: number } {
  if (transfer.status === 'DONE') return { word: 'Efetuado', tone: 'done', days: 0 };
  const days = daysBetween(today, transfer.due_date);
  return days < 0 ? { word: 'Pendente', tone: 'late', days: -days } : { word: 'Pendente', tone: 'pending', days };
}

/**
 * Why a transfer can't have been paid on a day; undefined: it can. `settled_on`: day on which the agency got the money, or began
 * to owe it; null: unknown. Today is always accepted.
 */
export function transferPaidOnRefusal(
  day: CalendarDate,
  { today, settled_on }: { today: CalendarDate; settled_on: CalendarDate | null },
): 'FUTURE' | 'BEFORE_SETTLEMENT' | undefined {
  if (day > today) return 'FUTURE';
  return day < today && settled_on !== null && day < settled_on ? 'BEFORE_SETTLEMENT' : undefined;
}

const MANUAL_DEDUCTION: BasisPoints = 1_000;

/** Amount that a manual transfer proposes: the property's price less 10%. */
export function defaultManualAmount(price: Cents): Cents {
  return price - portion(price, MANUAL_DEDUCTION);
}

/**
 * Whether a pending transfer may be rescheduled to a day: today or later, within a year. A past day is accepted only
 * when it is the one before the last rescheduling (`former`), so that 'Desfazer' can restore a late transfer.
 */
export const canRescheduleTo = (day: CalendarDate, today: CalendarDate, former: CalendarDate | undefined): boolean =>
  isTransferDay(day, today) && (day >= today || day === former);

/** Whether a transfer may be due on a day: within a year of today, since a day farther off has a typo in its year. */
export const isTransferDay = (day: CalendarDate, today: CalendarDate): boolean =>
  day >= addMonths(today, -12) && day <= addMonths(today, 12);
