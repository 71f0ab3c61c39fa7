import { statements } from '@morada/contract/money/statements';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { asDownload, route } from '#api/http/route.ts';
import { letterheadOf } from '#api/modules/registry/agency/letterhead.service.ts';
import { ownerStatementPdf, ownerStatementSheet } from './statements.export.ts';
import { showStatement, takenOut } from './statements.service.ts';

export function statementsModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, statements.show, ({ params, query }, { ctx }) => showStatement(ctx, params.id, query));
  route(app, deps, statements.pdf, async ({ params, query }, { ctx }) =>
    ownerStatementPdf(await takenOut(ctx, params.id, 'pdf', query), await letterheadOf(ctx)),
  );
  route(app, deps, statements.xlsx, async ({ params, query }, { ctx }) =>
    asDownload(ownerStatementSheet(await takenOut(ctx, params.id, 'xlsx', query))),
  );
}
