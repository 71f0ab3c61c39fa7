import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { ApplicationRow } from './application-row.ts';
import { APPLICATION_READERS } from './applications.search.ts';

/** A module of its own: *Hoje* reads it without the other calls. */
export const applicationTasks = endpoints('applications', {
  list: {
    method: 'GET',
    path: '/application/tasks',
    access: APPLICATION_READERS,
    summary: 'Fichas que esperam análise ou resposta, as mais antigas primeiro',
    response: z.object({ total: z.int(), data: z.array(ApplicationRow) }),
  },
});
