import { bankLink } from '@morada/contract/bank/bank-link';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import { listCharges, retryCharge } from './charges.service.ts';
import * as service from './pix-link.service.ts';

export function chargesModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, bankLink.show, (_, { ctx }) => service.showLink(ctx));
  route(app, deps, bankLink.save, ({ body }, { ctx }) => service.saveLink(ctx, body));
  route(app, deps, bankLink.remove, (_, { ctx }) => service.removeLink(ctx));
  route(app, deps, bankLink.charges, ({ query }, { ctx }) => listCharges(ctx, query));
  route(app, deps, bankLink.retry, ({ params }, { ctx }) => retryCharge(ctx, params.id));
}
