import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { LeadRow } from './lead-row.ts';

/** A module of its own: *Hoje* reads it without the other calls. */
export const leadTasks = endpoints('leads', {
  list: {
    method: 'GET',
    path: '/lead/tasks',
    access: 'LEAD_VIEW',
    summary:
      'Leads que esperam resposta: os da pessoa, os sem responsável e, para quem distribui, os atrasados de todos',
    response: z.object({
      total: z.int(),
      data: z.array(LeadRow),
      /** Messages of portals that could not be read. */
      stuck: z.int(),
    }),
  },
});
