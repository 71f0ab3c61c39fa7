import { fastifyCookie } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../context.ts';
import { BROWSER_COOKIE, browserToken } from './tries.service.ts';

/**
 * Cookie of a familiar browser of staff. It grants no access; it gives the browser an attempt counter of its own, and is
 * sent to every page, since a forgotten password is set on one outside the API.
 */
export function browserCookie({ publicUrl }: Pick<Deps, 'publicUrl'>) {
  const secure = publicUrl?.startsWith('https:') ?? false;
  const name = secure ? '__Secure-aparelho' : 'aparelho';
  return {
    known: ({ headers }: FastifyRequest) => browserToken(fastifyCookie.parse(headers.cookie ?? '')[name]),
    keep: (reply: FastifyReply, token: string) =>
      reply.header('set-cookie', fastifyCookie.serialize(name, token, { ...BROWSER_COOKIE, secure, path: '/' })),
  };
}
