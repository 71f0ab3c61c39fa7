import { VISIT_RESULTS, VISIT_TIME, type VisitResult, visitLife } from '@morada/domain/attendance/visit';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { listExport } from '../base/export.ts';
import {
  blank,
  calendarDate,
  email,
  givenDate,
  id,
  idParams,
  instant,
  optionalProse,
  phone,
  recordId,
  text,
} from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { VisitFilter, VisitSearch, VisitTab } from './schedules.search.ts';

const status = z.enum(visitLife.states);
const result = z.enum(Object.keys(VISIT_RESULTS) as [VisitResult, ...VisitResult[]], 'Escolha o resultado');

export const Visit = z.object({
  id: z.int(),
  property_id: z.int(),
  property: z.string(),
  /** Where maps find it: its coordinates, else its address. */
  place: z.string(),
  /** Visitor; `id` for a registered client. */
  user: z.object({
    id: z.nullable(z.int()),
    name: z.string(),
    phone: z.nullable(z.string()),
    email: z.nullable(z.string()),
  }),
  date: calendarDate(),
  /** AM is the morning, anything else the afternoon. */
  shift: z.string(),
  /** `HH:MM`; null for a visit that was agreed for a shift. */
  time: z.nullable(z.string()),
  note: z.nullable(z.string()),
  checkIn: z.nullable(instant),
  checkOut: z.nullable(instant),
  status,
  cancel_reason: z.nullable(z.string()),
  /** How it ended, once it is over. */
  result: z.nullable(result),
  result_note: z.nullable(z.string()),
  /** Campaign of the site's address, as `google / cpc / verao`. */
  campaign: z.nullable(z.string()),
  /** Version for `If-Match`. */
  version: z.int(),
});
export type Visit = z.output<typeof Visit>;

/** A visit booked by staff, for a client or an unregistered visitor. */
export const VisitCreate = z.object({
  property_id: recordId('Informe o imóvel'),
  /** Client; null for an unregistered visitor. */
  client_id: z.optional(z.nullable(recordId('Informe o cliente'))),
  name: text('Informe quem vem', 120),
  phone: phone('Informe o telefone com DDD'),
  email: blank(email('Informe um e-mail válido')),
  date: givenDate('Escolha o dia da visita'),
  shift: z.enum(['AM', 'PM'], 'Escolha o turno'),
  time: blank(z.string().check(z.regex(VISIT_TIME, 'Use o formato 14:30'))),
  note: optionalProse(500),
});

/** How a visit ended, said in one act with its check-out. */
export const VisitEnd = z.object({
  result: z.optional(z.nullable(result)),
  result_note: optionalProse(500),
});

export const schedules = endpoints('visits', {
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
    query: z.extend(VisitFilter, { tab: VisitTab }),
  }),
  create: {
    method: 'POST',
    path: '/schedule/admin',
    access: 'SCHEDULE_EDIT',
    summary: 'Agendar uma visita, já confirmada',
    body: VisitCreate,
    response: Visit,
    status: 201,
  },
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
    summary: 'Marcar a chegada (checkIn) ou a saída (checkOut) de uma visita; com a saída, o resultado',
    params: z.extend(idParams, { moment: z.enum(['checkIn', 'checkOut']) }),
    body: z.optional(z.nullable(VisitEnd)),
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
  VISIT_DAY: [422, 'Escolha um dia a partir de hoje, nos próximos 90 dias', 'date'],
  VISIT_PROPERTY: [422, 'Não encontramos este imóvel', 'property_id'],
  VISIT_CLIENT: [422, 'Não encontramos este cliente', 'client_id'],
  VISIT_TIME: [422, 'Este horário é de outro turno', 'time'],
  VISIT_TAKEN: [409, 'Já há uma visita a este imóvel neste horário', 'time'],
  VISIT_BOOKED: [409, 'Esta pessoa já tem uma visita a este imóvel neste dia e turno.'],
  VISIT_RESULT: [422, 'O resultado é dito com o check-out', 'result'],
  VISIT_STATUS: [409, 'Esta visita não está mais em uma situação que permita isso.'],
});
