import { incomeStatements } from '@morada/contract/fiscal/fiscal-statements';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { asDownload, route } from '#api/http/route.ts';
import { listPeople, mailPeople, openFile, printStatement, showYear } from './income-statements.service.ts';
import { startPack } from './statement-runs.service.ts';

export function incomeStatementsModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, incomeStatements.year, ({ query }, { ctx }) => showYear(ctx, query.year));
  route(app, deps, incomeStatements.list, ({ query }, { ctx }) => listPeople(ctx, query));
  route(app, deps, incomeStatements.pdf, ({ params }, { ctx }) => printStatement(ctx, params));
  route(app, deps, incomeStatements.pack, ({ params }, { ctx }) => startPack(ctx, params.year));
  route(app, deps, incomeStatements.download, async ({ params }, { ctx }) =>
    asDownload(await openFile(ctx, params.id)),
  );
  route(app, deps, incomeStatements.mail, ({ params, body }, { ctx }) => mailPeople(ctx, params.year, body));
}
