import { statements } from '@morada/contract/money/statements';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { asDownload, route } from '#api/http/route.ts';
import { printStatement, showStatement, statementSheet } from './statements.service.ts';

export function statementsModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, statements.show, ({ params, query }, { ctx }) => showStatement(ctx, params.id, query));
  route(app, deps, statements.pdf, ({ params, query }, { ctx }) => printStatement(ctx, params.id, query));
  route(app, deps, statements.xlsx, async ({ params, query }, { ctx }) =>
    asDownload(await statementSheet(ctx, params.id, query)),
  );
}
