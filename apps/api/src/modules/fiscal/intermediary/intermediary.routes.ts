import { intermediary } from '@morada/contract/fiscal/fiscal-intermediary';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import { removeIntermediary, saveIntermediary, showIntermediary } from './intermediary.service.ts';

export function intermediaryModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, intermediary.show, (_, { ctx }) => showIntermediary(ctx));
  route(app, deps, intermediary.save, ({ body }, { ctx }) => saveIntermediary(ctx, body));
  route(app, deps, intermediary.remove, (_, { ctx }) => removeIntermediary(ctx));
}
