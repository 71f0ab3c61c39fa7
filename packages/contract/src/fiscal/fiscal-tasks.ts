import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { calendarDate, instant } from '../base/fields.ts';
import { FISCAL_READERS } from './fiscal.search.ts';

/** Tasks of the fiscal year. A module of its own: *Hoje* reads it without the other calls. */
export const fiscalTasks = endpoints('fiscal', {
  agenda: {
    method: 'GET',
    path: '/fiscal/agenda',
    access: FISCAL_READERS,
    summary:
      'Prazos fiscais próximos, pendências que impedem a DIMOB e proprietários a consultar sobre a reforma, e faturas que esperam alíquota',
    response: z.object({
      dates: z.array(z.object({ date: calendarDate(), name: z.string(), who: z.string() })),
      /** Result of the last check, where something blocks. */
      blocked: z.nullable(z.object({ year: z.int(), blocking: z.int(), checked_at: instant })),
      /** Owners to ask for a declaration, by the reform's radar; null: none. */
      reform: z.nullable(z.object({ year: z.int(), to_ask: z.int() })),
      /** Contracts whose next invoice waits for an official rate of IBS and CBS. */
      held: z.int(),
      /** Certificates of notes that end within 30 days, or have ended; `days` is below zero then. */
      certificates: z.array(
        z.object({
          client: z.nullable(z.object({ id: z.int(), name: z.string() })),
          until: calendarDate(),
          days: z.int(),
          /** The last warning that is due; 0: it has ended. */
          within: z.union([z.literal(30), z.literal(15), z.literal(5), z.literal(0)]),
        }),
      ),
    }),
  },
});
