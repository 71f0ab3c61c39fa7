import { doctor } from '@morada/contract/desk/doctor';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import { confirmClock, showClock } from './clock.service.ts';
import { listDisks } from './disks.service.ts';
import { showDoctor } from './doctor.service.ts';

export function doctorModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, doctor.show, (_, { ctx }) => showDoctor(ctx));
  route(app, deps, doctor.disks, (_, { ctx }) => listDisks(ctx));
  route(app, deps, doctor.clock, (_, { ctx }) => showClock(ctx));
  route(app, deps, doctor.confirmClock, ({ body }, { ctx }) => confirmClock(ctx, body.today));
}
