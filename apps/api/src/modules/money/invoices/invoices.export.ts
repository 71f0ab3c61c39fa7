import type { Received } from '@morada/contract/base/endpoint';
import type { invoices } from '@morada/contract/money/invoices';
import { formatReference, shownReference } from '@morada/domain/base/calendar';
import { seenBy } from '#api/db/reading/search.ts';
import type { ListSheet } from '#api/sheets/export.ts';
import { type Column, day, money, number, text } from '#api/sheets/write.ts';
import { findInvoiceIds, findInvoicesAt } from './invoices.queries.ts';

type Row = Awaited<ReturnType<typeof findInvoicesAt>>[number];

const COLUMNS: Column<Row>[] = [
  number('ID', 10, (row) => row.id),
  text('Inquilino', 36, (row) => row.tenant),
  text('Imóvel', 36, (row) => row.property),
  number('Contrato', 10, (row) => row.proposal_id),
  text('Referência', 12, (row) => formatReference(shownReference(row.reference))),
  day('Vencimento', 12, (row) => row.due_date),
  money('Aluguel', 14, (row) => row.price),
  money('Taxas', 14, (row) => row.fees),
  money('Valor', 14, (row) => row.amount),
  text('Situação', 12, (row) => (row.status === 'PAID' ? 'Paga' : 'Pendente')),
  day('Pago em', 12, (row) => row.pay_day),
  money('Recebido', 14, (row) => row.paid_amount),
];

export const INVOICE_LIST: ListSheet<Received<typeof invoices.export>['query'], Row> = {
  name: 'faturas',
  title: 'Faturas',
  columns: COLUMNS,
  find: (ctx, search) => findInvoiceIds(ctx.db, { ...search, seen: seenBy(ctx) }, ctx.today()),
  load: (ctx, ids) => findInvoicesAt(ctx.db, ids),
};
