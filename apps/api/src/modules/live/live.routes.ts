import { live } from '@morada/contract/live';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../context.ts';
import { route } from '../../http/route.ts';
import { requireToken } from '../session/session.service.ts';
import { openLines } from './live.service.ts';

export function liveModule(app: FastifyInstance, deps: Deps) {
  const lines = openLines(deps, (error) => app.log.warn(error, 'live lines not reviewed'));
  // Before the server waits for its answers to end: these have no end of their own.
  app.addHook('preClose', async () => lines.close());
  route(app, deps, live.stream, async (_, { ctx, request, reply }) => {
    reply.header('x-accel-buffering', 'no');
    return lines.open(ctx, requireToken(request.headers.authorization));
  });
}
