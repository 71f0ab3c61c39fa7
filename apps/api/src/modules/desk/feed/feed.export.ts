import type { Received } from '@morada/contract/base/endpoint';
import type { feed } from '@morada/contract/desk/feed';
import { type ListSheet, rowsAt } from '#api/sheets/export.ts';
import { type Column, moment, number, text } from '#api/sheets/write.ts';
import { findPosts } from './feed.queries.ts';

type Row = Awaited<ReturnType<typeof findPosts>>[number];

const COLUMNS: Column<Row>[] = [
  number('ID', 8, (row) => row.id),
  text('Título', 60, (row) => row.title),
  number('Visualizações', 14, (row) => row.views),
  moment('Publicada em', 18, (row) => row.created_at),
  moment('Alterada em', 18, (row) => row.updated_at),
];

export const POST_LIST: ListSheet<Received<typeof feed.export>['query'], Row> = {
  name: 'noticias',
  title: 'Notícias',
  columns: COLUMNS,
  find: async ({ db }) => (await findPosts(db)).map(({ id }) => id),
  load: async ({ db }, ids) => rowsAt(await findPosts(db), ids),
};
