import { boletoProblems } from '@morada/contract/bank/boletos';
import type { BoletoSearch } from '@morada/contract/bank/boletos.search';
import { BOLETO_READERS } from '@morada/contract/bank/boletos.search';
import { bulkProblems } from '@morada/contract/desk/bulk';
import type * as z from 'zod/mini';
import { searchBoletos } from '#api/modules/bank/slips/boletos.service.ts';
import { type Action, BLOCK, type Item, recordsOf } from '../bulk.action.ts';
import * as candidates from '../candidates.queries.ts';
import {
  evaluateReceipts,
  giveBack,
  invoiceVersions,
  namedBoletos,
  type Receipt,
  receiptOn,
  receive,
} from './receipts.service.ts';

const invoiceOf = ({ trace }: Pick<Item, 'trace'>) => Number(trace.invoice_id);

/** "Dar baixa": settles the boleto's invoice, by boleto. */
export const boletoSettle: Action<Receipt> = {
  readers: BOLETO_READERS,
  name: 'boletos-baixados',
  search: (ctx, filter: z.output<typeof BoletoSearch>, most) => searchBoletos(ctx, filter, most),
  options: (ctx, { pay_day }) => ({ pay_day: receiptOn(ctx, pay_day), payment_method: 'BOLETO' }),
  evaluate: async (ctx, ids, receipt) => {
    const boletos = await candidates.findBoletos(ctx.db, ids);
    const invoices = await evaluateReceipts(
      ctx,
      boletos.map(({ invoice_id }) => invoice_id),
      receipt,
    );
    const evaluated = new Map(invoices.map((invoice) => [invoice.id, invoice]));
    return boletos.flatMap(({ id, invoice_id, status }) => {
      const invoice = evaluated.get(invoice_id);
      if (!invoice) return [];
      const reason = status === 'OPEN' ? invoice.reason : boletoProblems.BOLETO_NOT_OPEN().message;
      return [{ ...invoice, id, reason, trace: { ...invoice.trace, invoice_id } }];
    });
  },
  named: namedBoletos,
  block: BLOCK,
  act: async (trx, ctx, items, receipt) => {
    const refusals = await receive(trx, ctx, items, receipt, invoiceOf);
    const settled = recordsOf(items.filter((_, index) => !refusals[index]));
    const boletos = await candidates.findBoletos(trx, settled);
    // Another boleto replaced a previewed one since. The error divides the block, and refuses this record alone.
    if (boletos.length < settled.length || boletos.some(({ status }) => status !== 'PAID'))
      throw bulkProblems.BULK_CHANGED();
    return refusals;
  },
  undo: (trx, ctx, items) => giveBack(trx, ctx, items, invoiceOf),
  versions: (trx, items) => invoiceVersions(trx, items, invoiceOf),
};
