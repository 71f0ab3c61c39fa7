import { applicationLife } from '@morada/domain/application/application';
import * as z from 'zod/mini';
import { calendarDate, instant, money } from '../base/fields.ts';

/** A record by its id and the name that it is shown by. */
export const named = z.object({ id: z.int(), label: z.string() });

export const ApplicationRow = z.object({
  id: z.int(),
  state: z.enum(applicationLife.states),
  property: named,
  /** Principal tenant. */
  tenant: z.nullable(z.string()),
  rent: money,
  fees: money,
  /** Forms that were sent, of those that are asked for. */
  forms_sent: z.int(),
  forms: z.int(),
  valid_until: calendarDate(),
  created_at: instant,
  updated_at: instant,
});
export type ApplicationRow = z.output<typeof ApplicationRow>;
