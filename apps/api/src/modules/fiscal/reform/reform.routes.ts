import { reform } from '@morada/contract/fiscal/fiscal-reform';
import { rehearsal } from '@morada/contract/fiscal/fiscal-rehearsal';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import { savedList } from '#api/http/saved-list.ts';
import { REFORM_LIST } from './reform.export.ts';
import { declare, listOwners, opt, removeDeclaration, removeOption, showOwner, showYear } from './reform.service.ts';
import { REHEARSAL_LIST } from './rehearsal.export.ts';
import { listRehearsal, showRehearsal, sumRehearsal } from './rehearsal.service.ts';

export function reformModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, reform.year, ({ query }, { ctx }) => showYear(ctx, query.year));
  route(app, deps, reform.list, ({ query }, { ctx }) => listOwners(ctx, query));
  route(app, deps, reform.export, savedList(REFORM_LIST));
  route(app, deps, reform.show, ({ params, query }, { ctx }) => showOwner(ctx, params.id, query.year));
  route(app, deps, reform.declare, ({ params, body }, { ctx }) => declare(ctx, params, body));
  route(app, deps, reform.removeDeclaration, ({ params }, { ctx }) => removeDeclaration(ctx, params));
  route(app, deps, reform.opt, ({ params, body }, { ctx }) => opt(ctx, params.id, body));
  route(app, deps, reform.removeOption, ({ params }, { ctx }) => removeOption(ctx, params.id));
  route(app, deps, rehearsal.list, ({ query }, { ctx }) => listRehearsal(ctx, query));
  route(app, deps, rehearsal.totals, ({ query }, { ctx }) => sumRehearsal(ctx, query));
  route(app, deps, rehearsal.export, savedList(REHEARSAL_LIST));
  route(app, deps, rehearsal.show, ({ params, query }, { ctx }) => showRehearsal(ctx, params.id, query));
}
