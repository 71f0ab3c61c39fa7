import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compressed = promisify(gzip);

type Text = { body: string; type: string; cache: string };

/** Sends text with caching as given by `cache`, an ETag, and compression if accepted. */
export async function sendText(request: FastifyRequest, reply: FastifyReply, { body, type, cache }: Text) {
  // Weak tag: the same for compressed and uncompressed content.
  const tag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  reply.headers({ etag: tag, 'cache-control': cache, vary: 'accept-encoding' });
  if (request.headers['if-none-match'] === tag) return reply.status(304).send();
  reply.type(type);
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return reply.send(body);
  return reply.header('content-encoding', 'gzip').send(await compressed(body));
}

const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])(?::\d{1,5})?$/i;

/** `https://imobiliaria.com.br`: the configured address, else the request's host; empty when that is malformed. */
export function originOf({ headers, protocol }: FastifyRequest, publicUrl: string | undefined): string {
  if (publicUrl) return new URL(publicUrl).origin;
  const { host = '' } = headers;
  return HOST.test(host) ? `${protocol === 'https' ? 'https' : 'http'}://${host}` : '';
}
