import { imports } from '@morada/contract/desk/imports';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { asDownload, route } from '#api/http/route.ts';
import * as downloads from './downloads.export.ts';
import * as runs from './runs.service.ts';
import * as staging from './staging.service.ts';
import { undo } from './undo.service.ts';

export function importsModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, imports.list, ({ query }, { ctx }) => runs.listRuns(ctx, query.kind));
  route(app, deps, imports.example, async ({ params }, { ctx }) => asDownload(downloads.example(ctx, params.kind)));
  route(app, deps, imports.stage, ({ params, file }, { ctx }) => staging.stage(ctx, params.kind, params.sheet, file));
  route(app, deps, imports.show, ({ params }, { ctx }) => runs.showRun(ctx, params.id));
  route(app, deps, imports.preview, ({ params, body }, { ctx }) => staging.preview(ctx, params.id, body));
  route(app, deps, imports.mend, ({ params, body }, { ctx }) => staging.correctCell(ctx, params.id, params.line, body));
  route(app, deps, imports.run, ({ params }, { ctx }) => staging.start(ctx, params.id));
  route(app, deps, imports.undo, ({ params }, { ctx }) => undo(ctx, params.id));
  route(app, deps, imports.discard, ({ params }, { ctx }) => staging.discard(ctx, params.id));
  route(app, deps, imports.refusals, async ({ params }, { ctx }) =>
    asDownload(await downloads.refusals(ctx, params.id)),
  );
}
