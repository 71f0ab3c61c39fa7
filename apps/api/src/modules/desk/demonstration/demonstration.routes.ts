import { demonstration } from '@morada/contract/desk/demonstration';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import * as filling from './demonstration.service.ts';
import * as removal from './removal.service.ts';

export function demonstrationModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, demonstration.show, (_, { ctx }) => filling.showDemonstration(ctx));
  route(app, deps, demonstration.fill, (_, { ctx }) => filling.startFilling(ctx));
  route(app, deps, demonstration.removal, (_, { ctx }) => removal.previewRemoval(ctx));
  route(app, deps, demonstration.remove, ({ query }, { ctx }) => removal.removeDemonstration(ctx, query.later));
}
