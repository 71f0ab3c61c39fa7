import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const YEAR = 365 * 24 * 60 * 60 * 1000;

/** Serves the built browser app: hashed assets for ever, its page for every address that isn't a file. */
export async function webApp(app: FastifyInstance, folder: string) {
  await app.register(staticFiles, {
    root: folder,
    wildcard: false,
    preCompressed: true,
    setHeaders: (response, path) => {
      const hashed = path.includes('/assets/');
      response.header('cache-control', hashed ? `public, max-age=${YEAR / 1000}, immutable` : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return reply.status(404).send();
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}
