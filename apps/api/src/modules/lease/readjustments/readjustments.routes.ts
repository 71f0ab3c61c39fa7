import { readjustments } from '@morada/contract/lease/readjustments';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import { savedList } from '#api/http/saved-list.ts';
import { DUE_LIST } from './readjustments.export.ts';
import { findBatches } from './readjustments.queries.ts';
import * as service from './readjustments.service.ts';

export function readjustmentsModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, readjustments.preview, ({ params }, { ctx }) => service.previewReadjustment(ctx, params.id));
  route(app, deps, readjustments.due, ({ query }, { ctx }) => service.listDue(ctx, query));
  route(app, deps, readjustments.exportDue, savedList(DUE_LIST));
  route(app, deps, readjustments.apply, ({ body }, { ctx }) => service.applyReadjustments(ctx, body));
  route(app, deps, readjustments.batches, ({ query }, { ctx }) => findBatches(ctx.db, query.page));
  route(app, deps, readjustments.batch, ({ params, query }, { ctx }) => service.showBatch(ctx, params.id, query.page));
  route(app, deps, readjustments.undo, ({ params }, { ctx }) => service.undoBatch(ctx, params.id));
}
