import { site } from '@morada/contract/doors/site';
import { properties } from '@morada/contract/registry/properties';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import { originOf } from '#api/http/send.ts';
import { FORM_LIMIT, requestVisit, sendMessage, tooMany } from './forms.service.ts';
import { printListing } from './sheets.service.ts';

/** The site's form endpoints, for clients with scripts, and the papers of its listings. */
export function siteModule(app: FastifyInstance, deps: Deps) {
  const limits = { contact: app.createRateLimit(FORM_LIMIT), visit: app.createRateLimit(FORM_LIMIT) };
  const spend = async (request: FastifyRequest, limit: keyof typeof limits) => {
    const spent = await limits[limit](request);
    if (!spent.isAllowed && spent.isExceeded) throw tooMany(spent.ttlInSeconds);
  };
  route(app, deps, site.contact, async ({ body }, { request }) => {
    await spend(request, 'contact');
    await sendMessage(deps, body);
  });
  route(app, deps, site.visit, async ({ body }, { request }) => {
    await spend(request, 'visit');
    await requestVisit(deps, body, request.ip);
  });
  route(app, deps, properties.sheet, ({ params }, { ctx, request }) =>
    printListing(ctx, params.id, params.kind, originOf(request, deps.publicUrl)),
  );
}
