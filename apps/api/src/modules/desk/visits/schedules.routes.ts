import { schedules, type Visit } from '@morada/contract/desk/schedules';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route, Versioned } from '#api/http/route.ts';
import { savedList } from '#api/http/saved-list.ts';
import { VISIT_LIST } from './schedules.export.ts';
import * as service from './schedules.service.ts';

export function schedulesModule(app: FastifyInstance, deps: Deps) {
  const versioned = async (visit: Promise<Visit>) => new Versioned(await visit, (await visit).version);
  route(app, deps, schedules.export, savedList(VISIT_LIST));
  route(app, deps, schedules.list, ({ query }, { ctx }) => service.listVisits(ctx, query));
  route(app, deps, schedules.create, ({ body }, { ctx }) => service.bookVisit(ctx, body));
  route(app, deps, schedules.status, ({ params }, { ctx }) =>
    versioned(service.setStatus(ctx, params.id, params.status)),
  );
  route(app, deps, schedules.stamp, ({ params, body }, { ctx }) =>
    versioned(service.moveVisit(ctx, params.id, params.moment, body)),
  );
  route(app, deps, schedules.unstamp, ({ params }, { ctx }) =>
    versioned(service.moveVisit(ctx, params.id, params.moment === 'checkIn' ? 'undoCheckIn' : 'undoCheckOut')),
  );
}
