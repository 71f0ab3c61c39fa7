import type { groups } from '@morada/contract/access/groups';
import type { Received } from '@morada/contract/base/endpoint';
import { ALL, PERMISSION_AREAS } from '@morada/domain/access/permissions';
import { type ListSheet, rowsAt } from '#api/sheets/export.ts';
import { type Column, number, text } from '#api/sheets/write.ts';
import { type FoundGroup, findGroups } from './groups.queries.ts';

const inWords = ({ permissions }: FoundGroup) =>
  permissions.includes(ALL)
    ? 'Todas as permissões'
    : PERMISSION_AREAS.flatMap((area) => area.permissions)
        .filter(({ code }) => permissions.includes(code))
        .map(({ label }) => label)
        .join('; ');

const COLUMNS: Column<FoundGroup>[] = [
  number('ID', 8, (row) => row.id),
  text('Grupo', 28, (row) => row.name),
  number('Usuários', 10, (row) => row.users),
  text('Permissões', 100, inWords),
];

export const GROUP_LIST: ListSheet<Received<typeof groups.export>['query'], FoundGroup> = {
  name: 'permissoes',
  title: 'Permissões',
  columns: COLUMNS,
  find: async ({ db }) => (await findGroups(db)).map(({ id }) => id),
  load: async ({ db }, ids) => rowsAt(await findGroups(db), ids),
};
