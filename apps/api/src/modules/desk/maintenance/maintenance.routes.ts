import { maintenance } from '@morada/contract/desk/maintenance';
import { maintenanceTasks } from '@morada/contract/desk/maintenance-tasks';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import * as service from './maintenance.service.ts';

export function maintenanceModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, maintenance.list, ({ query }, { ctx }) => service.listMaintenances(ctx, query));
  route(app, deps, maintenanceTasks.list, (_, { ctx }) => service.listTasks(ctx));
  route(app, deps, maintenance.create, ({ body }, { ctx }) => service.createMaintenance(ctx, body));
  route(app, deps, maintenance.show, ({ params }, { ctx }) => service.showMaintenance(ctx.db, params.id));
  route(app, deps, maintenance.addPhoto, ({ params, file }, { ctx }) => service.addPhoto(ctx, params.id, file));
  route(app, deps, maintenance.addQuote, ({ params, body }, { ctx }) => service.addQuote(ctx, params.id, body));
  route(app, deps, maintenance.attachQuote, ({ params, file }, { ctx }) => service.attachQuote(ctx, params.id, file));
  route(app, deps, maintenance.removeQuote, ({ params }, { ctx }) => service.removeQuote(ctx, params.id));
  route(app, deps, maintenance.submit, ({ params }, { ctx }) => service.submit(ctx, params.id));
  route(app, deps, maintenance.decide, ({ params, body }, { ctx }) => service.noteDecision(ctx, params.id, body));
  route(app, deps, maintenance.start, ({ params }, { ctx }) => service.start(ctx, params.id));
  route(app, deps, maintenance.conclude, ({ params, body }, { ctx }) => service.conclude(ctx, params.id, body));
  route(app, deps, maintenance.charge, ({ params, body }, { ctx }) => service.charge(ctx, params.id, body));
  route(app, deps, maintenance.cancel, ({ params, body }, { ctx }) => service.cancel(ctx, params.id, body.reason));
}
