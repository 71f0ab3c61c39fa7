import { support } from '@morada/contract/desk/support';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import { savedList } from '#api/http/saved-list.ts';
import { TICKET_LIST } from './support.export.ts';
import * as service from './support.service.ts';

export function supportModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, support.export, savedList(TICKET_LIST));
  route(app, deps, support.list, ({ query }, { ctx }) => service.listTickets(ctx, query));
  route(app, deps, support.show, ({ params }, { ctx }) => service.showTicket(ctx.db, params.id));
  route(app, deps, support.reply, ({ params, body }, { ctx }) => service.replyTicket(ctx, params.id, body.message));
  route(app, deps, support.close, ({ params }, { ctx }) => service.closeTicket(ctx, params.id));
  route(app, deps, support.remove, ({ params }, { ctx }) => service.deleteTicket(ctx, params.id));
}
