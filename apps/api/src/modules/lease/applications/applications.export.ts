import type { Received } from '@morada/contract/base/endpoint';
import type { ApplicationRow } from '@morada/contract/lease/application-row';
import type { applications } from '@morada/contract/lease/applications';
import { APPLICATION_STATES } from '@morada/domain/application/application';
import type { ListSheet } from '#api/sheets/export.ts';
import { type Column, day, moment, money, number, text } from '#api/sheets/write.ts';
import { findApplicationIds, findApplicationsAt } from './applications.queries.ts';

const COLUMNS: Column<ApplicationRow>[] = [
  number('ID', 8, (row) => row.id),
  text('Situação', 22, (row) => APPLICATION_STATES[row.state]),
  text('Locatário', 32, (row) => row.tenant),
  text('Imóvel', 36, (row) => row.property.label),
  money('Aluguel', 14, (row) => row.rent),
  money('Encargos por mês', 16, (row) => row.fees),
  number('Fichas enviadas', 15, (row) => row.forms_sent),
  number('Fichas pedidas', 14, (row) => row.forms),
  day('Vence em', 12, (row) => row.valid_until),
  moment('Aberta em', 18, (row) => row.created_at),
];

export const APPLICATION_LIST: ListSheet<Received<typeof applications.export>['query'], ApplicationRow> = {
  name: 'fichas',
  title: 'Fichas',
  columns: COLUMNS,
  find: (ctx, search) => findApplicationIds(ctx.db, search),
  load: (ctx, ids) => findApplicationsAt(ctx.db, ids),
};
