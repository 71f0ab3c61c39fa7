import { finance } from '@morada/contract/money/finance';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route, Versioned } from '#api/http/route.ts';
import { savedList } from '#api/http/saved-list.ts';
import { LATE_LIST } from './late.export.ts';
import { latePayments, settleLate } from './late.service.ts';

export function lateModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, finance.exportLate, savedList(LATE_LIST));
  route(app, deps, finance.late, ({ query }, { ctx }) => latePayments(ctx, query));
  route(app, deps, finance.settleLate, async ({ params }, { ctx }) => {
    const { invoice, version } = await settleLate(ctx, params.id);
    return new Versioned(invoice, version);
  });
}
