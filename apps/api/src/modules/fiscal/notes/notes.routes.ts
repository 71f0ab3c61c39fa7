import { notes } from '@morada/contract/fiscal/fiscal-notes';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import { findMissing } from './notes.service.ts';

export function notesModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, notes.missing, (_, { ctx }) => findMissing(ctx));
}
