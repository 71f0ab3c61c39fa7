import { images } from '@morada/contract/registry/images';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import { openImage } from './images.service.ts';

/** Immutable; portals embed it cross-origin. */
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-disposition': 'inline',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};

export function imagesModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, images.show, async ({ params }, { ctx, reply }) => {
    const stream = await openImage(ctx, params.size, params.key);
    reply.headers(HEADERS);
    return stream;
  });
}
