import { accounting } from '@morada/contract/fiscal/fiscal-accounting';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { asDownload, route, Versioned } from '#api/http/route.ts';
import { listEntries, showMonth } from './accounting.service.ts';
import { setChart, showChart } from './accounting-chart.service.ts';
import { createAccounting, openAccounting } from './accounting-files.service.ts';

export function accountingModule(app: FastifyInstance, deps: Deps) {
  const versioned = async <T extends { version: number }>(answer: Promise<T>) => {
    const found = await answer;
    return new Versioned(found, found.version);
  };
  route(app, deps, accounting.month, ({ query }, { ctx }) => showMonth(ctx, query.month));
  route(app, deps, accounting.entries, ({ query }, { ctx }) => listEntries(ctx, query));
  route(app, deps, accounting.chart, (_, { ctx }) => versioned(showChart(ctx)));
  route(app, deps, accounting.setChart, ({ body }, { ctx }) => versioned(setChart(ctx, body)));
  route(app, deps, accounting.create, ({ body }, { ctx }) => createAccounting(ctx, body));
  route(app, deps, accounting.file, async ({ params }, { ctx }) => asDownload(await openAccounting(ctx, params.id)));
}
