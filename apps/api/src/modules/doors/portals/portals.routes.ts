import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { portalLeads, portals } from '@morada/contract/doors/portals';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import { originOf } from '#api/http/send.ts';
import * as inbox from './inbox.service.ts';
import { openVrsync } from './portals.service.ts';

export function portalsModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, portals.feed, async (_, { ctx, request, reply }) => {
    const file = Readable.from(await openVrsync(ctx, originOf(request, ctx.publicUrl)));
    reply.headers({ 'cache-control': 'public, max-age=600', vary: 'accept-encoding', 'x-robots-tag': 'noindex' });
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return file;
    reply.header('content-encoding', 'gzip');
    // A failure mid-stream aborts the response, so that a portal never gets a truncated file.
    return pipeline(file, createGzip(), () => {});
  });
  route(app, deps, portalLeads.olx, ({ body }, { request }) =>
    inbox.takeOlx(deps, request.headers.authorization, body),
  );
  route(app, deps, portalLeads.link, (_, { ctx }) => inbox.showLink(ctx));
  route(app, deps, portalLeads.saveLink, ({ body }, { ctx }) => inbox.saveLink(ctx, body.secret));
  route(app, deps, portalLeads.removeLink, (_, { ctx }) => inbox.removeLink(ctx));
  route(app, deps, portalLeads.mail, ({ body }, { ctx }) => inbox.takeMail(ctx, body.text));
  route(app, deps, portalLeads.stuck, (_, { ctx }) => inbox.listStuck(ctx));
  route(app, deps, portalLeads.retry, ({ params }, { ctx }) => inbox.retryStuck(ctx, params.id));
  route(app, deps, portalLeads.dismiss, ({ params }, { ctx }) => inbox.dismissStuck(ctx, params.id));
}
