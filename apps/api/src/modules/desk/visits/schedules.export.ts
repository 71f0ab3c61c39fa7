import type { Received } from '@morada/contract/base/endpoint';
import type { schedules, Visit } from '@morada/contract/desk/schedules';
import { shiftName, VISIT_RESULTS, VISIT_STATUSES } from '@morada/domain/attendance/visit';
import { formatPhone } from '@morada/domain/base/phone';
import type { ListSheet } from '#api/sheets/export.ts';
import { type Column, day, moment, number, text } from '#api/sheets/write.ts';
import { findVisitIds, findVisitsAt } from './schedules.queries.ts';

const COLUMNS: Column<Visit>[] = [
  number('ID', 8, (row) => row.id),
  day('Data', 12, (row) => row.date),
  text('Turno', 10, (row) => shiftName(row.shift)),
  text('Horário', 10, (row) => row.time),
  text('Visitante', 32, (row) => row.user.name),
  text('Telefone', 18, (row) => row.user.phone && formatPhone(row.user.phone)),
  text('E-mail', 32, (row) => row.user.email),
  text('Imóvel', 36, (row) => row.property),
  text('Situação', 22, (row) => VISIT_STATUSES[row.status]),
  moment('Chegada', 18, (row) => row.checkIn),
  moment('Saída', 18, (row) => row.checkOut),
  text('Resultado', 16, (row) => row.result && VISIT_RESULTS[row.result]),
  text('Anotação do resultado', 40, (row) => row.result_note),
  text('Observação', 40, (row) => row.note),
  text('Campanha', 30, (row) => row.campaign),
  text('Motivo do cancelamento', 40, (row) => row.cancel_reason),
];

export const VISIT_LIST: ListSheet<Received<typeof schedules.export>['query'], Visit> = {
  name: 'agendamentos',
  title: 'Agendamentos',
  columns: COLUMNS,
  find: ({ db }, { tab, ...filter }) => findVisitIds(db, filter, tab),
  load: ({ db }, ids, { tab }) => findVisitsAt(db, ids, tab),
};
