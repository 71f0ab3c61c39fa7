import { invoices } from '@morada/contract/money/invoices';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import { mailLink, renewLink, showLink } from './invoice-link.service.ts';

export function invoicePageModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, invoices.link, ({ params }, { ctx }) => showLink(ctx, params.id));
  route(app, deps, invoices.renewLink, ({ params }, { ctx }) => renewLink(ctx, params.id));
  route(app, deps, invoices.mailLink, ({ params }, { ctx }) => mailLink(ctx, params.id));
}
