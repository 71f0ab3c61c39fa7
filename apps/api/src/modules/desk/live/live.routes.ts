import { live } from '@morada/contract/desk/live';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import { requireToken } from '#api/modules/access/session/session.service.ts';
import { openStreams } from './live.service.ts';

export function liveModule(app: FastifyInstance, deps: Deps) {
  const lines = openStreams(deps, (error) => app.log.warn(error, 'live lines not reviewed'));
  // Closed before the server waits for open responses, since streams never end by themselves.
  app.addHook('preClose', async () => lines.close());
  route(app, deps, live.stream, async ({ query }, { ctx, request, reply }) => {
    reply.header('x-accel-buffering', 'no');
    return lines.open(ctx, requireToken(request.headers.authorization), query.age);
  });
}
