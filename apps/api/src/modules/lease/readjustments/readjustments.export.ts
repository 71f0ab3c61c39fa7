import type { Received } from '@morada/contract/base/endpoint';
import type { DueRow, readjustments } from '@morada/contract/lease/readjustments';
import { formatReference } from '@morada/domain/base/calendar';
import { PRICE_INDICES } from '@morada/domain/lease/readjustment';
import type { ListSheet } from '#api/sheets/export.ts';
import { type Column, day, money, number, text } from '#api/sheets/write.ts';
import { dueRowsAt, listDueIds } from './readjustments.service.ts';

const COLUMNS: Column<DueRow>[] = [
  number('Contrato', 10, (row) => row.id),
  text('Inquilino', 36, (row) => row.tenant),
  text('Imóvel', 36, (row) => row.property),
  day('Reajuste em', 12, (row) => row.next_readjustment),
  text('Índice', 10, (row) => PRICE_INDICES[row.index]),
  text('De', 10, (row) => formatReference(row.from)),
  text('Até', 10, (row) => formatReference(row.to)),
  number('Acumulado %', 12, (row) => (row.percent === null ? null : row.percent / 100)),
  money('Aluguel atual', 14, (row) => row.current_price),
  money('Aluguel reajustado', 18, (row) => row.new_price),
  day('Próximo reajuste', 16, (row) => row.new_next_readjustment),
];

export const DUE_LIST: ListSheet<Received<typeof readjustments.exportDue>['query'], DueRow> = {
  name: 'reajustes',
  title: 'Reajustes do mês',
  columns: COLUMNS,
  find: (ctx, { month }) => listDueIds(ctx, month),
  load: (ctx, ids, { month }) => dueRowsAt(ctx, month, ids),
};
