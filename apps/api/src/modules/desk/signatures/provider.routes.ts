import { signatureProvider } from '@morada/contract/desk/signature-provider';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import * as provider from './provider.service.ts';
import { takeNotice } from './provider-notices.service.ts';

export function signatureProviderModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, signatureProvider.show, (_, { ctx }) => provider.showProvider(ctx));
  route(app, deps, signatureProvider.save, ({ body }, { ctx }) => provider.saveProvider(ctx, body));
  route(app, deps, signatureProvider.remove, (_, { ctx }) => provider.removeProvider(ctx));
  route(app, deps, signatureProvider.test, (_, { ctx }) => provider.testProvider(ctx));
  route(app, deps, signatureProvider.errand, ({ params }, { ctx }) => provider.showErrand(ctx, params.id));
  route(app, deps, signatureProvider.retry, ({ params }, { ctx }) => provider.retryErrand(ctx, params.id));
  route(app, deps, signatureProvider.notice, (_, { request }) =>
    takeNotice(deps, request.signedBody ?? '', request.headers['content-hmac']),
  );
}
