import { WAITING_FOR_STAFF } from '@morada/domain/attendance/maintenance-words';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { instant } from '../base/fields.ts';
import { MAINTENANCE_READERS } from './maintenance.search.ts';

/** A module of its own: the dashboard loads it without the other calls of maintenance. */
export const maintenanceTasks = endpoints('maintenance', {
  list: {
    method: 'GET',
    path: '/maintenance/tasks',
    access: MAINTENANCE_READERS,
    summary: 'Manutenções que esperam a imobiliária: pedidos novos, aprovados e recusados',
    response: z.object({
      total: z.int(),
      data: z.array(
        z.object({
          id: z.int(),
          state: z.enum(WAITING_FOR_STAFF),
          title: z.string(),
          property: z.string(),
          since: instant,
        }),
      ),
    }),
  },
});
