import { finance } from '@morada/contract/money/finance';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import { savedList } from '#api/http/saved-list.ts';
import { COMMISSION_LIST } from './commissions.export.ts';
import { commissions } from './commissions.service.ts';
import { resume } from './resume.service.ts';
import { TRANSACTION_LIST } from './transactions.export.ts';
import { transactions } from './transactions.service.ts';

export function financeModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, finance.exportTransactions, savedList(TRANSACTION_LIST));
  route(app, deps, finance.resume, ({ query }, { ctx }) => resume(ctx, query));
  route(app, deps, finance.commissions, ({ query }, { ctx }) => commissions(ctx, query));
  route(app, deps, finance.filterCommissions, ({ body, query }, { ctx }) => {
    const [start, end] = body.period;
    return commissions(ctx, { start, end, page: query.page });
  });
  route(app, deps, finance.exportCommissions, savedList(COMMISSION_LIST));
  route(app, deps, finance.transactions, ({ query }, { ctx }) => transactions(ctx, query));
}
