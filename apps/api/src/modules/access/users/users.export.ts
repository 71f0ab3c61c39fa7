import type { users } from '@morada/contract/access/users';
import type { Received } from '@morada/contract/base/endpoint';
import { type ListSheet, rowsAt } from '#api/sheets/export.ts';
import { type Column, number, text } from '#api/sheets/write.ts';
import { type FoundUser, findUsers } from './users.queries.ts';

const COLUMNS: Column<FoundUser>[] = [
  number('ID', 8, (row) => row.id),
  text('Nome', 32, (row) => row.name),
  text('E-mail', 32, (row) => row.email),
  text('Grupo', 28, (row) => row.group_name),
  text('Verificação em duas etapas', 26, (row) => (row.second_factor ? 'Ativada' : 'Desativada')),
];

export const USER_LIST: ListSheet<Received<typeof users.export>['query'], FoundUser> = {
  name: 'usuarios',
  title: 'Usuários',
  columns: COLUMNS,
  find: async ({ db }) => (await findUsers(db)).map(({ id }) => id),
  load: async ({ db }, ids) => rowsAt(await findUsers(db), ids),
};
