import { fiscal } from '@morada/contract/fiscal/fiscal';
import { fiscalTasks } from '@morada/contract/fiscal/fiscal-tasks';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { asDownload, route } from '#api/http/route.ts';
import { savedList } from '#api/http/saved-list.ts';
import { DIMOB_LIST } from './dimob.export.ts';
import * as dimob from './dimob.service.ts';

export function fiscalModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, fiscal.year, ({ query }, { ctx }) => dimob.showYear(ctx, query.year));
  route(app, deps, fiscal.lines, ({ query }, { ctx }) => dimob.listLines(ctx, query));
  route(app, deps, fiscal.exportLines, savedList(DIMOB_LIST));
  route(app, deps, fiscal.create, ({ body }, { ctx }) => dimob.createDimob(ctx, body));
  route(app, deps, fiscal.file, async ({ params }, { ctx }) => asDownload(await dimob.openDimob(ctx, params.id)));
  route(app, deps, fiscal.receipt, ({ params, body }, { ctx }) => dimob.noteReceipt(ctx, params.id, body.receipt));
  route(app, deps, fiscalTasks.agenda, (_, { ctx }) => dimob.fiscalAgenda(ctx));
}
