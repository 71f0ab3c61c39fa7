import { audit } from '@morada/contract/access/audit';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import { savedList } from '#api/http/saved-list.ts';
import { TRAIL_LIST } from './audit.export.ts';
import { findPeople } from './audit.queries.ts';
import { listAudit } from './audit.service.ts';

export function auditModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, audit.export, savedList(TRAIL_LIST));
  route(app, deps, audit.list, ({ query }, { ctx }) => listAudit(ctx, query));
  route(app, deps, audit.people, (_, { ctx }) => findPeople(ctx.db));
}
