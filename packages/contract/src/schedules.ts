import { visitLife } from '@morada/domain/visit';
import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { listExport } from './export.ts';
import { calendarDate, id, idParams, instant, pageNumber } from './fields.ts';
import { problems } from './problem.ts';

const status = z.enum(visitLife.states);

export const Visit = z.object({
  id: z.int(),
  property_id: z.int(),
  property: z.string(),
  /** Who comes: `id` where it is a client of ours. */
  user: z.object({
    id: z.nullable(z.int()),
    name: z.string(),
    phone: z.nullable(z.string()),
    email: z.nullable(z.string()),
  }),
  date: calendarDate(),
  /** AM is the morning, anything else the afternoon. */
  shift: z.string(),
  note: z.nullable(z.string()),
  checkIn: z.nullable(instant),
  checkOut: z.nullable(instant),
  status,
  cancel_reason: z.nullable(z.string()),
  /** To be sent as `If-Match` with its changes. */
  version: z.int(),
});
export type Visit = z.output<typeof Visit>;

export const VisitSearch = z.object({ page: z.optional(pageNumber) });

/** Those that are to come, unless said. */
export const VisitTab = z.catch(z.optional(z.literal('history')), undefined);

export const schedules = endpoints({
  list: {
    method: 'GET',
    path: '/schedule/admin',
    access: 'SCHEDULE_VIEW',
    summary: 'Visitas em andamento e histórico; com `page`, uma página do histórico',
    query: VisitSearch,
    response: z.object({
      progress: z.array(Visit),
      history: z.array(Visit),
      page: z.int(),
      lastPage: z.int(),
      total: z.int(),
    }),
  },
  export: listExport({
    path: '/schedule/admin/export/:format',
    access: 'SCHEDULE_VIEW',
    summary: 'Visitas em andamento, ou as do histórico, em planilha',
    query: z.object({ tab: VisitTab }),
  }),
  status: {
    method: 'PATCH',
    path: '/schedule/admin/:id/:status/status',
    access: 'SCHEDULE_EDIT',
    summary: 'Confirmar (CONFIRMED) ou cancelar (CANCELED) uma visita',
    params: z.object({ id, status }),
    response: Visit,
    versioned: true,
  },
  stamp: {
    method: 'PATCH',
    path: '/schedule/admin/:id/:moment/date',
    access: 'SCHEDULE_EDIT',
    summary: 'Marcar a chegada (checkIn) ou a saída (checkOut) de uma visita',
    params: z.extend(idParams, { moment: z.enum(['checkIn', 'checkOut']) }),
    response: Visit,
    versioned: true,
  },
  unstamp: {
    method: 'DELETE',
    path: '/schedule/admin/:id/:moment/date',
    access: 'SCHEDULE_EDIT',
    summary: 'Desfazer a chegada (checkIn) ou a saída (checkOut) de uma visita',
    params: z.extend(idParams, { moment: z.enum(['checkIn', 'checkOut']) }),
    response: Visit,
    versioned: true,
  },
});

export const scheduleProblems = problems({
  VISIT_NOT_FOUND: [404, 'Não encontramos esta visita.'],
  VISIT_STATUS: [409, 'Esta visita não está mais em uma situação que permita isso.'],
});
