import type { InvoiceSearch } from '@morada/contract/invoices.search';
import { INVOICE_READERS } from '@morada/contract/invoices.search';
import type * as z from 'zod/mini';
import { searchInvoices } from '../../invoices/invoices.service.ts';
import type { Action } from '../bulk.action.ts';
import {
  evaluateReceipts,
  giveBack,
  invoiceVersion,
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
  act: async (trx, ctx, item, receipt) => {
    await receive(trx, ctx, item.record_id, item, receipt);
    return undefined;
  },
  undo: (trx, ctx, { record_id }) => giveBack(trx, ctx, record_id),
  version: (trx, { record_id }) => invoiceVersion(trx, record_id),
};
