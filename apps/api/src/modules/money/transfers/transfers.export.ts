import type { Received } from '@morada/contract/base/endpoint';
import type { transfers } from '@morada/contract/money/transfers';
import { formatReference, shownReference } from '@morada/domain/base/calendar';
import { seenBy } from '#api/db/reading/search.ts';
import type { ListSheet } from '#api/sheets/export.ts';
import { type Column, day, money, number, text } from '#api/sheets/write.ts';
import { findPendingIds, findTransfersAt } from './transfers.queries.ts';

type Row = Awaited<ReturnType<typeof findTransfersAt>>[number];

const COLUMNS: Column<Row>[] = [
  number('ID', 10, (row) => row.id),
  text('Proprietário', 36, (row) => row.owner),
  text('Imóvel', 36, (row) => row.property),
  text('Inquilino', 36, (row) => row.tenant),
  number('Contrato', 10, (row) => row.proposal_id),
  number('Fatura', 10, (row) => row.invoice_id),
  text('Referência', 12, (row) => row.reference && formatReference(shownReference(row.reference))),
  day('Prazo', 12, (row) => row.due_date),
  money('Valor', 14, (row) => row.amount),
  text('Situação', 12, (row) => (row.status === 'DONE' ? 'Efetuado' : 'Pendente')),
  number('Pagamento', 12, (row) => row.payment_id),
];

export const TRANSFER_LIST: ListSheet<Received<typeof transfers.export>['query'], Row> = {
  name: 'repasses',
  title: 'Repasses',
  columns: COLUMNS,
  find: (ctx, search) => findPendingIds(ctx.db, { ...search, seen: seenBy(ctx) }),
  load: (ctx, ids) => findTransfersAt(ctx.db, ids),
};
