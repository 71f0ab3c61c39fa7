import { session } from '@morada/contract/session';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../context.ts';
import { route } from '../../http/route.ts';
import * as service from './session.service.ts';

export function sessionModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, session.login, ({ body }, { request }) => service.signIn(deps, body, request));
  route(app, deps, session.logout, async (_, { ctx, request }) => {
    await service.signOut(ctx, service.requireToken(request.headers.authorization));
  });
  route(app, deps, session.setupState, async () => ({
    open: await service.isSetupOpen(deps),
    demo: deps.demo ?? null,
  }));
  route(app, deps, session.setup, ({ body }) => service.setUp(deps, body));
  route(app, deps, session.password, ({ body }, { ctx, request }) =>
    service.changePassword(ctx, service.requireToken(request.headers.authorization), body),
  );
  route(app, deps, session.badges, (_, { ctx }) => service.badges(ctx));
  route(app, deps, session.ticket, ({ body }, { ctx }) => service.issueTicket(ctx, body.path));
}
