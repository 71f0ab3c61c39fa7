import { fastifyCookie } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Token in the browser's cookie; undefined when it isn't one of ours. */
export const browserToken = (cookie: string | undefined) => (/^[\w-]{43}$/.test(cookie ?? '') ? cookie : undefined);

/** Half a year, as long as an origin is remembered. */
export const BROWSER_COOKIE = { httpOnly: true, sameSite: 'strict', maxAge: 180 * 24 * 60 * 60 } as const;

/**
 * Cookie of a familiar browser of staff. It grants no access; it gives the browser an attempt counter of its own, and is
 * sent to every page, since a forgotten password is set on one outside the API.
 */
export function browserCookie({ publicUrl }: { publicUrl?: string }) {
  const secure = publicUrl?.startsWith('https:') ?? false;
  const name = secure ? '__Secure-aparelho' : 'aparelho';
  return {
    known: ({ headers }: FastifyRequest) => browserToken(fastifyCookie.parse(headers.cookie ?? '')[name]),
    keep: (reply: FastifyReply, token: string) =>
      reply.header('set-cookie', fastifyCookie.serialize(name, token, { ...BROWSER_COOKIE, secure, path: '/' })),
  };
}
