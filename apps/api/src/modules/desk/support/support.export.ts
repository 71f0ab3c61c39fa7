import type { Received } from '@morada/contract/base/endpoint';
import type { support, TicketRow } from '@morada/contract/desk/support';
import { TICKET_PRIORITIES, TICKET_STATUSES } from '@morada/domain/attendance/ticket';
import type { ListSheet } from '#api/sheets/export.ts';
import { type Column, moment, number, text } from '#api/sheets/write.ts';
import { findClosedIds, findOpenIds, findTicketsAt } from './support.queries.ts';

const COLUMNS: Column<TicketRow>[] = [
  number('ID', 8, (row) => row.id),
  text('Assunto', 40, (row) => row.title),
  text('Cliente', 32, (row) => row.user.name),
  text('Imóvel', 36, (row) => row.property?.label ?? null),
  text('Prioridade', 12, (row) => TICKET_PRIORITIES[row.level]),
  text('Situação', 22, (row) => TICKET_STATUSES[row.status]),
  moment('Aberto em', 18, (row) => row.createdAt),
  moment('Atualizado em', 18, (row) => row.updatedAt),
];

export const TICKET_LIST: ListSheet<Received<typeof support.export>['query'], TicketRow> = {
  name: 'tickets',
  title: 'Tickets',
  columns: COLUMNS,
  find: ({ db }, { tab, client }) => (tab === 'history' ? findClosedIds(db, client) : findOpenIds(db, { client })),
  load: ({ db }, ids) => findTicketsAt(db, ids),
};
