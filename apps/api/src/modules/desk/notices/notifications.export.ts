import type { Received } from '@morada/contract/base/endpoint';
import type { notifications } from '@morada/contract/desk/notifications';
import { type ListSheet, rowsAt } from '#api/sheets/export.ts';
import { type Column, moment, number, text } from '#api/sheets/write.ts';
import { findNotifications } from './notifications.queries.ts';

type Row = Awaited<ReturnType<typeof findNotifications>>[number];

const COLUMNS: Column<Row>[] = [
  number('ID', 8, (row) => row.id),
  text('Nome', 32, (row) => row.name),
  text('Mensagem', 60, (row) => row.message),
  text('Cadastrada por', 28, (row) => row.author),
  moment('Cadastrada em', 18, (row) => row.created_at),
];

export const NOTIFICATION_LIST: ListSheet<Received<typeof notifications.export>['query'], Row> = {
  name: 'notificacoes',
  title: 'Notificações',
  columns: COLUMNS,
  find: async ({ db }) => (await findNotifications(db)).map(({ id }) => id),
  load: async ({ db }, ids) => rowsAt(await findNotifications(db), ids),
};
