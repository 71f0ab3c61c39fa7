import type { InvoiceSearch } from '@morada/contract/money/invoices.search';
import { INVOICE_READERS } from '@morada/contract/money/invoices.search';
import type * as z from 'zod/mini';
import { searchInvoices } from '#api/modules/money/invoices/invoices.service.ts';
import { type Action, BLOCK } from '../bulk.action.ts';
import {
  evaluateReceipts,
  giveBack,
  invoiceVersions,
  namedInvoices,
  type Receipt,
  receiptOn,
  receive,
} from './receipts.service.ts';

/** "Marcar como pago". */
export const invoicePay: Action<Receipt> = {
  readers: INVOICE_READERS,
  name: 'faturas-pagas',
  search: (ctx, filter: z.output<typeof InvoiceSearch>, most) => searchInvoices(ctx, filter, most),
  options: (ctx, { pay_day, payment_method }) => ({
    pay_day: receiptOn(ctx, pay_day),
    payment_method: payment_method as Receipt['payment_method'],
  }),
  evaluate: evaluateReceipts,
  named: namedInvoices,
  block: BLOCK,
  act: (trx, ctx, items, receipt) => receive(trx, ctx, items, receipt),
  undo: (trx, ctx, items) => giveBack(trx, ctx, items),
  versions: (trx, items) => invoiceVersions(trx, items),
};
