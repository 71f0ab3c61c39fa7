import { finance } from '@morada/contract/finance';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../context.ts';
import { Download, route, Versioned } from '../../http/route.ts';
import { showInvoice } from '../invoices/invoices.service.ts';
import { commissions, saveCommissions } from './commissions.service.ts';
import { latePayments, settleLate } from './late.service.ts';
import { resume } from './resume.service.ts';
import { transactions } from './transactions.service.ts';

export function financeModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, finance.resume, ({ query }, { ctx }) => resume(ctx, query));
  route(app, deps, finance.commissions, ({ query }, { ctx }) => commissions(ctx, query));
  route(app, deps, finance.filterCommissions, ({ body, query }, { ctx }) => {
    const [start, end] = body.period;
    return commissions(ctx, { start, end, page: query.page });
  });
  route(app, deps, finance.exportCommissions, async ({ query }, { ctx }) => {
    const { stream, ...file } = await saveCommissions(ctx, query);
    return new Download(stream, file);
  });
  route(app, deps, finance.late, ({ query }, { ctx }) => latePayments(ctx, query));
  route(app, deps, finance.settleLate, async ({ params }, { ctx }) => {
    const { invoice, version } = await showInvoice(ctx, await settleLate(ctx, params.id));
    return new Versioned(invoice, version);
  });
  route(app, deps, finance.transactions, ({ query }, { ctx }) => transactions(ctx, query));
}
