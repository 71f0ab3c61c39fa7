import * as z from 'zod/mini';
import { DEBT_READERS } from './debt-readers.ts';
import { endpoints } from './endpoint.ts';
import { calendarDate } from './fields.ts';

/** What the register of debts asks of a person; apart from it, since the dashboard needs no more. */
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
