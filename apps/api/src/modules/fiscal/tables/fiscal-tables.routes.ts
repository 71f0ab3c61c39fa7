import { fiscalTables } from '@morada/contract/fiscal/fiscal-tables';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import { listTables, putCalendar, putReform, putWithholding, removeTable } from './fiscal-tables.service.ts';

export function fiscalTablesModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, fiscalTables.list, (_, { ctx }) => listTables(ctx));
  route(app, deps, fiscalTables.putWithholding, ({ body }, { ctx }) => putWithholding(ctx, body));
  route(app, deps, fiscalTables.putCalendar, ({ body }, { ctx }) => putCalendar(ctx, body));
  route(app, deps, fiscalTables.putReform, ({ body }, { ctx }) => putReform(ctx, body));
  route(app, deps, fiscalTables.remove, ({ params }, { ctx }) => removeTable(ctx, params.id));
}
