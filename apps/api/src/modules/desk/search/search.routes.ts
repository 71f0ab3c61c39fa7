import { search } from '@morada/contract/desk/search';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import * as service from './search.service.ts';

export function searchModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, search.find, ({ query }, { ctx }) => service.find(ctx, query));
}
