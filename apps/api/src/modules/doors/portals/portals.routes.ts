import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { portals } from '@morada/contract/doors/portals';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import { originOf } from '#api/http/send.ts';
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
}
