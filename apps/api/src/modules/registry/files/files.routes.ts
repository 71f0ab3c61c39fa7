import { files } from '@morada/contract/registry/files';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { Download, route } from '#api/http/route.ts';
import { openFile } from './files.service.ts';

export function filesModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, files.show, async ({ params }, { ctx, reply }) => {
    const { stream, name, media_type } = await openFile(ctx, params.id);
    // A served document may run no scripts and load nothing external.
    reply.header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    return new Download({ stream, name, type: media_type }, 'inline');
  });
}
