import { session } from '@morada/contract/access/session';
import type { Endpoint } from '@morada/contract/base/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { newToken } from '#api/base/secrets/secrets.ts';
import type { Deps } from '#api/context.ts';
import { isFileAt } from '#api/http/access.ts';
import { browserCookie } from '#api/http/browser-cookie.ts';
import { route } from '#api/http/route.ts';
import { canMail } from '#api/mail/mail.service.ts';
import { endOtherSessions, endSession, listSessions } from './own-sessions.service.ts';
import * as service from './session.service.ts';

const tokenOf = ({ headers }: FastifyRequest) => service.requireToken(headers.authorization);

type Options = { endpoints: readonly Endpoint[] };

export function sessionModule(app: FastifyInstance, deps: Deps, { endpoints }: Options) {
  const { known, keep } = browserCookie(deps);
  route(app, deps, session.login, async ({ body }, { request, reply }) => {
    const { ip, headers, log } = request;
    const browser = known(request) ?? newToken();
    const opened = await service.signIn(deps, body, { ip, headers, log, browser });
    keep(reply, browser);
    return opened;
  });
  route(app, deps, session.logout, async (_, { ctx, request }) => {
    await service.signOut(ctx, tokenOf(request));
  });
  route(app, deps, session.setupState, async () => ({
    open: await service.isSetupOpen(deps),
    demo: deps.demo ?? null,
    mail: canMail(deps),
  }));
  route(app, deps, session.setup, async ({ body }, { request, reply }) => {
    const { ip, headers } = request;
    const browser = known(request) ?? newToken();
    const opened = await service.setUp(deps, body, { ip, headers, browser });
    keep(reply, browser);
    return opened;
  });
  route(app, deps, session.confirm, ({ body }, { ctx, request }) => service.confirm(ctx, tokenOf(request), body));
  route(app, deps, session.duty, async (_, { ctx }) => ({ duty: ctx.actor.duty ?? null }));
  route(app, deps, session.list, (_, { ctx, request }) => listSessions(ctx, tokenOf(request)));
  route(app, deps, session.end, ({ params }, { ctx }) => endSession(ctx, params.id));
  route(app, deps, session.endOthers, (_, { ctx, request }) => endOtherSessions(ctx, tokenOf(request)));
  route(app, deps, session.password, async ({ body }, { ctx, request, reply }) => {
    const browser = known(request) ?? newToken();
    const from = { address: request.ip, browser };
    const changed = await service.changePassword(ctx, tokenOf(request), body, from);
    keep(reply, browser);
    return changed;
  });
  route(app, deps, session.badges, (_, { ctx }) => service.badges(ctx));
  route(app, deps, session.ticket, ({ body }, { ctx }) =>
    service.issueTicketFor(ctx, body.path, (path) => isFileAt(path, endpoints)),
  );
}
