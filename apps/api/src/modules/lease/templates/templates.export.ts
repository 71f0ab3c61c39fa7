import type { Received } from '@morada/contract/base/endpoint';
import type { templates } from '@morada/contract/lease/templates';
import { type ListSheet, rowsAt } from '#api/sheets/export.ts';
import { type Column, moment, number, text } from '#api/sheets/write.ts';
import { findTemplates } from './templates.queries.ts';

type Row = Awaited<ReturnType<typeof findTemplates>>[number];

const COLUMNS: Column<Row>[] = [
  number('ID', 8, (row) => row.id),
  text('Nome', 60, (row) => row.name),
  moment('Criado em', 18, (row) => row.created_at),
  moment('Alterado em', 18, (row) => row.updated_at),
];

export const TEMPLATE_LIST: ListSheet<Received<typeof templates.export>['query'], Row> = {
  name: 'modelos',
  title: 'Modelos de contrato',
  columns: COLUMNS,
  find: async ({ db }) => (await findTemplates(db)).map(({ id }) => id),
  load: async ({ db }, ids) => rowsAt(await findTemplates(db), ids),
};
