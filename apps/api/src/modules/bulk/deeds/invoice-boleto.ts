import { bulkProblems } from '@morada/contract/bulk';
import type { InvoiceSearch } from '@morada/contract/invoices.search';
import { INVOICE_READERS } from '@morada/contract/invoices.search';
import type * as z from 'zod/mini';
import { issueHeld, judgeIssue } from '../../boletos/issue.service.ts';
import { cancelHeld } from '../../boletos/life.service.ts';
import { searchInvoices } from '../../invoices/invoices.service.ts';
import type { Deed, Item } from '../deed.ts';
import * as looks from '../looks.queries.ts';
import { namedInvoices } from './receipts.ts';

const boletoOf = ({ trace }: Item) => Number(trace.boleto_id);

/** "Gerar boletos"; undo cancels them until a remittance reports them to the bank. */
export const invoiceBoleto: Deed = {
  readers: INVOICE_READERS,
  name: 'boletos-gerados',
  search: (ctx, filter: z.output<typeof InvoiceSearch>, most) => searchInvoices(ctx, filter, most),
  judge: (ctx, ids) => judgeIssue(ctx.db, ctx, ids),
  named: namedInvoices,
  act: async (trx, ctx, { record_id, amount }) => {
    const boleto = await issueHeld(trx, ctx, record_id);
    // The charges differ from the preview, on another day or under changed settings.
    if (boleto.amount !== amount) throw bulkProblems.BULK_CHANGED();
    return { boleto_id: boleto.id };
  },
  undo: (trx, ctx, item) => cancelHeld(trx, ctx, boletoOf(item)),
  version: (trx, item) => looks.findVersion(trx, 'boleto', boletoOf(item)),
};
