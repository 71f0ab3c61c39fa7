import { TICKET_PRIORITIES, ticketLife } from '@morada/domain/attendance/ticket';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { listExport } from '../base/export.ts';
import { idParams, instant, prose, searchId } from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { TicketSearch, TicketTab } from './support.search.ts';

const property = z.nullable(z.object({ id: z.int(), label: z.string() }));

export const TicketRow = z.object({
  id: z.int(),
  property_id: z.nullable(z.int()),
  property,
  user: z.object({ id: z.int(), name: z.string() }),
  title: z.string(),
  level: z.enum(Object.keys(TICKET_PRIORITIES) as (keyof typeof TICKET_PRIORITIES)[]),
  status: z.enum(ticketLife.states),
  createdAt: instant,
  updatedAt: instant,
});
export type TicketRow = z.output<typeof TicketRow>;

export const TicketMessage = z.object({
  id: z.int(),
  data: z.string(),
  /** STAFF, or the client whose ticket it is. */
  author: z.enum(['STAFF', 'CLIENT']),
  /** Author's name: a user of the staff, or the client. */
  author_name: z.string(),
  created_at: instant,
});
export type TicketMessage = z.output<typeof TicketMessage>;

export const Ticket = z.extend(TicketRow, { messages: z.array(TicketMessage) });
export type Ticket = z.output<typeof Ticket>;

export const TicketReply = z.object({ message: prose('Informe uma mensagem', 4_000) });

export const support = endpoints('tickets', {
  list: {
    method: 'GET',
    path: '/chat',
    access: 'SUPPORT_VIEW',
    summary: 'Tickets em aberto e histórico; com `page`, uma página do histórico; com `client`, os de um cliente',
    query: TicketSearch,
    response: z.object({
      opened: z.array(TicketRow),
      history: z.array(TicketRow),
      page: z.int(),
      lastPage: z.int(),
      total: z.int(),
    }),
  },
  export: listExport({
    path: '/chat/export/:format',
    access: 'SUPPORT_VIEW',
    summary: 'Tickets em aberto, ou os do histórico, em planilha',
    query: z.object({ tab: TicketTab, client: searchId }),
  }),
  show: {
    method: 'GET',
    path: '/chat/:id/admin',
    access: 'SUPPORT_VIEW',
    summary: 'Um ticket com sua conversa',
    params: idParams,
    response: Ticket,
  },
  reply: {
    method: 'PUT',
    path: '/chat/:id',
    access: 'SUPPORT_REPLY',
    summary: 'Responder um ticket',
    params: idParams,
    body: TicketReply,
    response: TicketMessage,
    status: 201,
  },
  close: {
    method: 'PATCH',
    path: '/chat/:id',
    access: 'SUPPORT_UPDATE',
    summary: 'Fechar um ticket',
    params: idParams,
    body: z.object({ status: z.literal('CLOSED', 'Um ticket só pode ser fechado') }),
    response: Ticket,
  },
  remove: {
    method: 'DELETE',
    path: '/chat/:id',
    access: 'SUPPORT_DELETE',
    summary: 'Deletar um ticket',
    params: idParams,
  },
});

export const supportProblems = problems({
  TICKET_NOT_FOUND: [404, 'Não encontramos este ticket.'],
  TICKET_CLOSED: [409, 'Este ticket já foi fechado.'],
});
