import { session } from '@morada/contract/access/session';
import { dashboard } from '@morada/contract/desk/dashboard';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import { findBegun } from './dashboard.queries.ts';
import * as service from './dashboard.service.ts';
import { firstSteps } from './first-steps.service.ts';

export function dashboardModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, dashboard.show, (_, { ctx }) => service.dashboard(ctx));
  route(app, deps, session.begun, (_, { ctx }) => findBegun(ctx.db));
  route(app, deps, dashboard.firstSteps, (_, { ctx }) => firstSteps(ctx));
}
