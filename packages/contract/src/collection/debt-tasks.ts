import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { calendarDate } from '../base/fields.ts';
import { DEBT_READERS } from './debt-readers.ts';

/** Tasks of the debt register. A module of its own: the dashboard loads it without the rest of the register. */
export const debtTasks = endpoints('debtPapers', {
  list: {
    method: 'GET',
    path: '/debt/tasks',
    access: DEBT_READERS,
    summary: 'Negativações a remover, porque a dívida foi paga: as de prazo mais curto primeiro',
    response: z.object({
      total: z.int(),
      removals: z.array(
        z.object({
          id: z.int(),
          proposal_id: z.int(),
          person: z.string(),
          body: z.string(),
          settled_on: calendarDate(),
          remove_by: calendarDate(),
        }),
      ),
    }),
  },
});
