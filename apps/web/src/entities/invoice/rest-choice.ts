import type { RestChoice } from '@morada/contract/money/invoices';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { balanceDueDate, type RestFate } from '@morada/domain/rent/rest-fate';
import type * as z from 'zod/mini';
import { orProposed } from '#web/ui/input/field.ts';

export type Rest = z.input<typeof RestChoice>;

/** The choice held, or the first of those offered where there is none, or where it is no longer offered. */
export const offeredFate = (held: RestFate | undefined, fates: readonly RestFate[]): RestFate =>
  held && fates.includes(held) ? held : (fates[0] ?? 'OPEN_BALANCE');

/** The choice for a difference as its fields show it: the proposal in place of what was not edited. */
export const restChoice = (held: Partial<Rest> | undefined, fates: readonly RestFate[], today: CalendarDate): Rest => ({
  ...held,
  fate: offeredFate(held?.fate, fates),
  due_date: orProposed(held?.due_date, balanceDueDate(today)),
});
