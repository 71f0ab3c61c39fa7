import type { Endpoint } from '@morada/contract/endpoint';
import { session } from '@morada/contract/session';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../context.ts';
import { isFileAt } from '../../http/access.ts';
import { route } from '../../http/route.ts';
import { endOtherSessions, endSession, listSessions } from './own-sessions.service.ts';
import * as service from './session.service.ts';

const tokenOf = ({ headers }: FastifyRequest) => service.requireToken(headers.authorization);

type Options = { endpoints: readonly Endpoint[] };

export function sessionModule(app: FastifyInstance, deps: Deps, { endpoints }: Options) {
  route(app, deps, session.login, ({ body }, { request }) => service.signIn(deps, body, request));
  route(app, deps, session.logout, async (_, { ctx, request }) => {
    await service.signOut(ctx, tokenOf(request));
  });
  route(app, deps, session.setupState, async () => ({
    open: await service.isSetupOpen(deps),
    demo: deps.demo ?? null,
  }));
  route(app, deps, session.setup, ({ body }, { request }) => service.setUp(deps, body, request));
  route(app, deps, session.confirm, ({ body }, { ctx, request }) => service.confirm(ctx, tokenOf(request), body));
  route(app, deps, session.duty, async (_, { ctx }) => ({ duty: ctx.actor.duty ?? null }));
  route(app, deps, session.list, (_, { ctx, request }) => listSessions(ctx, tokenOf(request)));
  route(app, deps, session.end, ({ params }, { ctx }) => endSession(ctx, params.id));
  route(app, deps, session.endOthers, (_, { ctx, request }) => endOtherSessions(ctx, tokenOf(request)));
  route(app, deps, session.password, ({ body }, { ctx, request }) =>
    service.changePassword(ctx, tokenOf(request), body),
  );
  route(app, deps, session.badges, (_, { ctx }) => service.badges(ctx));
  route(app, deps, session.ticket, ({ body }, { ctx }) =>
    service.issueTicketFor(ctx, body.path, (path) => isFileAt(path, endpoints)),
  );
}
