import { boletoProblems } from '@morada/contract/boletos';
import type { BoletoSearch } from '@morada/contract/boletos.search';
import { BOLETO_READERS } from '@morada/contract/boletos.search';
import { bulkProblems } from '@morada/contract/bulk';
import type * as z from 'zod/mini';
import { searchBoletos } from '../../boletos/boletos.service.ts';
import type { Action, Item } from '../bulk.action.ts';
import * as candidates from '../candidates.queries.ts';
import {
  evaluateReceipts,
  giveBack,
  invoiceVersion,
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
  act: async (trx, ctx, item, receipt) => {
    await receive(trx, ctx, invoiceOf(item), item, receipt);
    const [boleto] = await candidates.findBoletos(trx, [item.record_id]);
    // Another boleto replaced the previewed one since.
    if (boleto?.status !== 'PAID') throw bulkProblems.BULK_CHANGED();
    return undefined;
  },
  undo: (trx, ctx, item) => giveBack(trx, ctx, invoiceOf(item)),
  version: (trx, item) => invoiceVersion(trx, invoiceOf(item)),
};
