import { bulkProblems } from '@morada/contract/desk/bulk';
import type { InvoiceSearch } from '@morada/contract/money/invoices.search';
import { INVOICE_READERS } from '@morada/contract/money/invoices.search';
import type * as z from 'zod/mini';
import { evaluateIssue, issueInTransaction } from '#api/modules/bank/slips/issue.service.ts';
import { cancelInTransaction } from '#api/modules/bank/slips/life.service.ts';
import { searchInvoices } from '#api/modules/money/invoices/invoices.service.ts';
import { type Action, type Item, recordByRecord } from '../bulk.action.ts';
import * as candidates from '../candidates.queries.ts';
import { namedInvoices } from './receipts.service.ts';

const boletoOf = ({ trace }: Item) => Number(trace.boleto_id);

/** "Gerar boletos"; undo cancels them until a remittance reports them to the bank. */
export const invoiceBoleto: Action = {
  readers: INVOICE_READERS,
  name: 'boletos-gerados',
  search: (ctx, filter: z.output<typeof InvoiceSearch>, most) => searchInvoices(ctx, filter, most),
  evaluate: (ctx, ids) => evaluateIssue(ctx.db, ctx, ids),
  named: namedInvoices,
  act: recordByRecord(async (trx, ctx, { record_id, amount }) => {
    const boleto = await issueInTransaction(trx, ctx, record_id);
    // The charges differ from the preview, on another day or under changed settings.
    if (boleto.amount !== amount) throw bulkProblems.BULK_CHANGED();
    return { boleto_id: boleto.id };
  }),
  undo: recordByRecord(async (trx, ctx, item) => {
    await cancelInTransaction(trx, ctx, boletoOf(item));
    return undefined;
  }),
  versions: (trx, items) => candidates.findVersions(trx, 'boleto', items.map(boletoOf)),
};
