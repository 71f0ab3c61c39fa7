import { session } from '@morada/contract/access/session';
import { dashboard } from '@morada/contract/desk/dashboard';
import { today } from '@morada/contract/desk/today';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { callWithin, route } from '#api/http/route.ts';
import { findBegun } from './dashboard.queries.ts';
import * as service from './dashboard.service.ts';
import { firstSteps } from './first-steps.service.ts';
import { findToday } from './today.service.ts';

export function dashboardModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, dashboard.show, (_, { ctx }) => service.dashboard(ctx));
  route(app, deps, session.begun, (_, { ctx }) => findBegun(ctx.db));
  route(app, deps, today.show, (_, call) =>
    findToday(
      call.ctx,
      (endpoint, input) => callWithin(deps, call, endpoint, input),
      (group, err) => call.request.log.error({ group, err }, 'a group of today failed'),
    ),
  );
  route(app, deps, dashboard.firstSteps, (_, { ctx }) => firstSteps(ctx));
}
