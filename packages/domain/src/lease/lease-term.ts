import type { CalendarDate } from '../base/calendar.ts';

/**
 * How a contract ends. A lease past its end runs on without a term (Lei 8.245/91, art. 46, § 1º, and 56) unless the contract
 * says that it ends there ("encerra no fim"), as a seasonal lease does. A sale ends at its term too.
 */
export type LeaseTerm = { end_date: CalendarDate | null; ends_at_term: boolean };

/** Last day for which rent is charged; null while the contract runs on, so that charges never depend on today. */
export const chargedUntil = ({ end_date, ends_at_term }: LeaseTerm): CalendarDate | null =>
  ends_at_term ? end_date : null;

/** The day a contract is readjusted on; null for one that ends at its term by then: its rent is never readjusted again. */
export const readjustsOn = <D extends CalendarDate | null>({
  next_readjustment,
  end_date = null,
  ends_at_term = false,
}: { next_readjustment: D } & Partial<LeaseTerm>): D | null =>
  ends_at_term && end_date !== null && next_readjustment !== null && next_readjustment >= end_date
    ? null
    : next_readjustment;

export type LeaseStage = 'RUNNING' | 'INDEFINITE' | 'OVERDUE' | 'CLOSED';

/** Stage of a contract on a day. Past its end it goes on without a term, or waits to be closed when `ends_at_term`. */
export function leaseStage(
  { status, end_date, ends_at_term }: { status: 'APPROVED' | 'CLOSED'; end_date: CalendarDate; ends_at_term: boolean },
  today: CalendarDate,
): LeaseStage {
  if (status === 'CLOSED') return 'CLOSED';
  if (today <= end_date) return 'RUNNING';
  return ends_at_term ? 'OVERDUE' : 'INDEFINITE';
}
