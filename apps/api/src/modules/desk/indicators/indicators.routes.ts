import { indicators } from '@morada/contract/desk/indicators';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import { savedList } from '#api/http/saved-list.ts';
import { INDICATOR_LIST } from './indicators.export.ts';
import { showIndicators } from './indicators.service.ts';

export function indicatorsModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, indicators.export, savedList(INDICATOR_LIST));
  route(app, deps, indicators.show, ({ query }, { ctx }) => showIndicators(ctx, query));
}
