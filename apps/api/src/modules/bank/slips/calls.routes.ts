import { boletoLink } from '@morada/contract/bank/boleto-link';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import * as links from './boleto-links.service.ts';
import { listCalls, retryCall } from './calls.service.ts';

export function boletoCallsModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, boletoLink.show, (_, { ctx }) => links.showLink(ctx));
  route(app, deps, boletoLink.save, ({ body }, { ctx }) => links.saveLink(ctx, body));
  route(app, deps, boletoLink.remove, (_, { ctx }) => links.removeLink(ctx));
  route(app, deps, boletoLink.check, (_, { ctx }) => links.checkLink(ctx));
  route(app, deps, boletoLink.boletos, ({ query }, { ctx }) => listCalls(ctx, query));
  route(app, deps, boletoLink.retry, ({ params }, { ctx }) => retryCall(ctx, params.id));
}
