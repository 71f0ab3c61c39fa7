import { bulk } from '@morada/contract/desk/bulk';
import { BulkAction } from '@morada/contract/desk/bulk.access';
import { bulkActions } from '@morada/contract/desk/bulk.actions';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { asDownload, route } from '#api/http/route.ts';
import * as service from './bulk.service.ts';
import { preview } from './preview.service.ts';
import { saveResult } from './result.export.ts';
import { run, undo } from './runs.service.ts';

export function bulkModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, bulk.list, (_, { ctx }) => service.listRuns(ctx));
  route(app, deps, bulk.show, ({ params }, { ctx }) => service.showRun(ctx, params.id));
  route(app, deps, bulk.items, ({ params, query }, { ctx }) => service.listItems(ctx, params.id, query));
  route(app, deps, bulk.run, ({ params }, { ctx }) => run(ctx, params.id));
  route(app, deps, bulk.undo, ({ params }, { ctx }) => undo(ctx, params.id));
  route(app, deps, bulk.discard, ({ params }, { ctx }) => service.discard(ctx, params.id));
  route(app, deps, bulk.sheet, async ({ params }, { ctx }) =>
    asDownload(await saveResult(ctx, params.id, params.format)),
  );
  for (const action of BulkAction.options)
    route(app, deps, bulkActions[action], ({ body }, { ctx }) => preview(ctx, action, body));
}
