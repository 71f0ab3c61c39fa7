import { secondFactor } from '@morada/contract/access/second-factor';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import * as service from './second-factor.service.ts';

export function secondFactorModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, secondFactor.show, (_, { ctx }) => service.showSecondFactor(ctx));
  route(app, deps, secondFactor.begin, (_, { ctx }) => service.beginSecondFactor(ctx));
  route(app, deps, secondFactor.confirm, ({ body }, { ctx }) => service.confirmSecondFactor(ctx, body.code));
  route(app, deps, secondFactor.renewCodes, (_, { ctx }) => service.renewRecoveryCodes(ctx));
  route(app, deps, secondFactor.switchOff, (_, { ctx }) => service.switchOff(ctx));
}
