import type { Received } from '@morada/contract/base/endpoint';
import type { finance, LateRow } from '@morada/contract/money/finance';
import { formatReference, shownReference } from '@morada/domain/base/calendar';
import { formatPhone } from '@morada/domain/base/phone';
import type { ListSheet } from '#api/sheets/export.ts';
import { type Column, day, money, number, text } from '#api/sheets/write.ts';
import { lateRows, searchLate } from './late.service.ts';

type Row = LateRow;

const COLUMNS: Column<Row>[] = [
  number('Fatura', 10, (row) => row.id),
  text('Inquilino', 36, (row) => row.user.name),
  text('Telefone', 18, (row) => row.user.phone && formatPhone(row.user.phone)),
  text('E-mail', 32, (row) => row.user.email),
  text('Imóvel', 36, (row) => row.property.address),
  number('Contrato', 10, (row) => row.proposal.id),
  text('Referência', 12, (row) => formatReference(shownReference(row.reference))),
  day('Vencimento', 12, (row) => row.due_date),
  number('Dias', 8, (row) => row.days),
  money('Aluguel', 14, (row) => row.price),
  money('Taxas', 14, (row) => row.fees),
  money('Multa', 14, (row) => row.fine),
  money('Juros', 14, (row) => row.interest),
  money('Total hoje', 14, (row) => row.total),
];

export const LATE_LIST: ListSheet<Received<typeof finance.exportLate>['query'], Row> = {
  name: 'inadimplencias',
  title: 'Inadimplências',
  columns: COLUMNS,
  find: (ctx, search) => searchLate(ctx, search),
  load: (ctx, ids) => lateRows(ctx, ids),
};
