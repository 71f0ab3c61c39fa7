import { site } from '@morada/contract/doors/site';
import { properties } from '@morada/contract/registry/properties';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import { originOf } from '#api/http/send.ts';
import { requestVisit, sendMessage } from './forms.service.ts';
import { printListing } from './sheets.service.ts';

/** The site's form endpoints, for clients with scripts, and the papers of its listings. */
export function siteModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, site.contact, ({ body }) => sendMessage(deps, body));
  route(app, deps, site.visit, async ({ body }, { request }) => {
    await requestVisit(deps, body, request.ip);
  });
  route(app, deps, properties.sheet, ({ params }, { ctx, request }) =>
    printListing(ctx, params.id, params.kind, originOf(request, deps.publicUrl)),
  );
}
