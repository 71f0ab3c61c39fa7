import type { audit } from '@morada/contract/access/audit';
import type { Received } from '@morada/contract/base/endpoint';
import type { ListSheet } from '#api/sheets/export.ts';
import { type Column, moment, number, text } from '#api/sheets/write.ts';
import { findEntriesAt, findEntryIds } from './audit.queries.ts';
import { shownEntry } from './audit.service.ts';

type Row = ReturnType<typeof shownEntry>;

const inWords = ({ changes }: Row) =>
  changes
    .map(({ label, before, after }) => `${label}: ${before === undefined ? after : `${before} → ${after}`}`)
    .join('; ');

const COLUMNS: Column<Row>[] = [
  number('ID', 10, (row) => row.id),
  moment('Quando', 18, (row) => row.at),
  text('Quem', 28, (row) => row.actor),
  text('Cadastro', 22, (row) => row.record_name),
  number('Número', 10, (row) => row.record_id),
  text('Ação', 28, (row) => row.action_words),
  text('O que mudou', 80, inWords),
];

export const TRAIL_LIST: ListSheet<Received<typeof audit.export>['query'], Row> = {
  name: 'auditoria',
  title: 'Auditoria',
  columns: COLUMNS,
  find: ({ db }, search) => findEntryIds(db, search),
  load: async ({ db }, ids) => (await findEntriesAt(db, ids)).map(shownEntry),
};
