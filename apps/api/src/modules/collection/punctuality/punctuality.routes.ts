import { punctuality } from '@morada/contract/collection/punctuality';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import * as service from './punctuality.service.ts';

export function punctualityModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, punctuality.show, ({ params }, { ctx }) => service.showPunctuality(ctx, params.id));
  route(app, deps, punctuality.paper, ({ params }, { ctx }) => service.issuePaper(ctx, params.id));
}
