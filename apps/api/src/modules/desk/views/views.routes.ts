import { views } from '@morada/contract/desk/views';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import * as service from './views.service.ts';

export function viewsModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, views.list, (_, { ctx }) => service.listViews(ctx));
  route(app, deps, views.create, ({ body }, { ctx }) => service.createView(ctx, body));
  route(app, deps, views.update, ({ params, body }, { ctx }) => service.updateView(ctx, params.id, body));
  route(app, deps, views.remove, ({ params }, { ctx }) => service.removeView(ctx, params.id));
}
