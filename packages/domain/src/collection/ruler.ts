import { nextBusinessDay } from '../base/business-days.ts';
import { addDays, type CalendarDate, daysBetween, later } from '../base/calendar.ts';
import { isSendingDay, nextSendingDay } from '../messages/send-time.ts';

export const STEP_ACTIONS = { MESSAGE: 'Mensagem', CALL: 'Ligação' } as const;
export type StepAction = keyof typeof STEP_ACTIONS;

export const STEP_RECIPIENTS = { TENANT: 'Inquilino', GUARANTOR: 'Fiadores', BOTH: 'Inquilino e fiadores' } as const;
export type StepRecipients = keyof typeof STEP_RECIPIENTS;

/** A step: its day, action and recipients. Steps of one ruler have different days. */
export type Step = {
  id: number;
  /** From the due date; negative before it. */
  days: number;
  recipients: StepRecipients;
  /** Day on which it was added or moved: it is never done for an invoice whose day was earlier. */
  since: CalendarDate;
};

export type DoneStep = { step: number; days: number; on: CalendarDate };

export type Collected = {
  due_date: CalendarDate;
  /** Steps of earlier days are never done for the invoice. */
  issued_on: CalendarDate;
  /** Guarantors of the contract. */
  guarantors: number;
  done: readonly DoneStep[];
};

/** Days after its own on which a step that was missed is still done. */
export const LATE_WINDOW_DAYS = 3;

/**
 * Day of a step for an invoice. From the due date on, steps count from the day on which the invoice can be paid at a
 * bank (Lei 7.089/1983). A step on a day on which no messages are sent moves to the next sending day.
 */
export function stepDay(days: number, dueDate: CalendarDate): CalendarDate {
  return nextSendingDay(addDays(days < 0 ? dueDate : nextBusinessDay(dueDate), days));
}

const isAddressed = ({ recipients }: Pick<Step, 'recipients'>, { guarantors }: Collected) =>
  recipients !== 'GUARANTOR' || guarantors > 0;

/** Steps that may still be done, each with its day. Those before the last one done are skipped. */
function remaining<S extends Step>(steps: readonly S[], invoice: Collected, since: CalendarDate) {
  const last = Math.max(Number.NEGATIVE_INFINITY, ...invoice.done.map(({ days }) => days));
  const done = new Set(invoice.done.map(({ step }) => step));
  return steps
    .filter((step) => step.days > last && !done.has(step.id) && isAddressed(step, invoice))
    .map((step) => ({ step, day: stepDay(step.days, invoice.due_date) }))
    .filter(({ step, day }) => day >= later(later(since, step.since), invoice.issued_on));
}

/**
 * The step to do today for an invoice without a hold: at most one a day, in order, each once. Of several that were
 * missed within the window the latest is done and the earlier ones are skipped. `since` is the day on which the ruler
 * was switched on: steps of earlier days are never done.
 */
export function dueStep<S extends Step>(
  steps: readonly S[],
  invoice: Collected,
  today: CalendarDate,
  since: CalendarDate,
): S | undefined {
  if (!isSendingDay(today) || invoice.done.some(({ on }) => on === today)) return undefined;
  return remaining(steps, invoice, since)
    .filter(({ day }) => day <= today && daysBetween(day, today) <= LATE_WINDOW_DAYS)
    .map(({ step }) => step)
    .reduce<S | undefined>((latest, step) => (latest && latest.days > step.days ? latest : step), undefined);
}

export type PlannedStep<S extends Step> = { day: CalendarDate; step: S };

/** The next step from `today` on, if the invoice has no hold. */
export function nextStep<S extends Step>(
  steps: readonly S[],
  invoice: Collected,
  today: CalendarDate,
  since: CalendarDate,
): PlannedStep<S> | undefined {
  const first = nextSendingDay(invoice.done.some(({ on }) => on === today) ? addDays(today, 1) : today);
  const days = remaining(steps, invoice, since)
    .map(({ day }) => ({ day, on: later(day, first) }))
    .filter(({ day, on }) => daysBetween(day, on) <= LATE_WINDOW_DAYS)
    .map(({ on }) => on);
  const [day] = days.sort();
  const step = day && dueStep(steps, invoice, day, since);
  return step && { day, step };
}

/** What the ruler would do for an invoice that stays open, on each of `days` days from `from` on. */
export function plannedSteps<S extends Step>(
  steps: readonly S[],
  invoice: Collected,
  { from, days, since }: { from: CalendarDate; days: number; since: CalendarDate },
): PlannedStep<S>[] {
  const end = addDays(from, days);
  const planned: PlannedStep<S>[] = [];
  let state = invoice;
  for (;;) {
    const next = nextStep(steps, state, from, since);
    if (!next || next.day >= end) return planned;
    planned.push(next);
    state = { ...state, done: [...state.done, { step: next.step.id, days: next.step.days, on: next.day }] };
  }
}

/** What the ruler would do for invoices that stay open, by day. */
export function simulate<S extends Step, I extends Collected>(
  invoices: readonly { invoice: I; steps: readonly S[] }[],
  period: { from: CalendarDate; days: number; since: CalendarDate },
): (PlannedStep<S> & { invoice: I })[] {
  return invoices
    .flatMap(({ invoice, steps }) => plannedSteps(steps, invoice, period).map((planned) => ({ ...planned, invoice })))
    .sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));
}

/** Due dates of the invoices that a step may be done for on a day. */
export function dueDatesOf(days: number, today: CalendarDate): CalendarDate[] {
  // The most that a run of days without banks moves a due date, and one of days without messages a step.
  const MOVED_DAYS = 10;
  const earliest = addDays(today, -days - LATE_WINDOW_DAYS - MOVED_DAYS);
  return Array.from({ length: LATE_WINDOW_DAYS + MOVED_DAYS + 1 }, (_, index) => addDays(earliest, index)).filter(
    (due) => {
      const day = stepDay(days, due);
      return day <= today && daysBetween(day, today) <= LATE_WINDOW_DAYS;
    },
  );
}

/**
 * Last day on which a step's message, written on `today`, may be sent: its words about the due date still have to be
 * true. Undefined for steps after the due date, which expire in the outbox by the kind of message.
 */
export function lastDayOf(days: number, dueDate: CalendarDate, today: CalendarDate): CalendarDate | undefined {
  return days > 0 ? undefined : later(today, nextBusinessDay(dueDate));
}

/** One of today's steps for each tenant: that of the invoice furthest along. The others follow on later days. */
export function onePerTenant<D extends { tenant: number; step: Pick<Step, 'days'> }>(due: readonly D[]): D[] {
  const furthest = new Map<number, D>();
  for (const one of due) {
    const other = furthest.get(one.tenant);
    if (!other || other.step.days < one.step.days) furthest.set(one.tenant, one);
  }
  return [...furthest.values()];
}

/** `5 dias antes do vencimento`, `No vencimento`, `1 dia depois do vencimento` */
export function stepDaysText(days: number): string {
  if (days === 0) return 'No vencimento';
  const count = Math.abs(days);
  return `${count === 1 ? '1 dia' : `${count} dias`} ${days < 0 ? 'antes do' : 'depois do'} vencimento`;
}
