import cookies from '@fastify/cookie';
import { clientAreaProblems } from '@morada/contract/client-area';
import { common } from '@morada/contract/problem';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A client who is signed in to their own area. They have no permissions: each page reads by their number alone. */
export type SignedClient = { id: number; name: string };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may open a page of the client area: anybody, or a client who is signed in. */
    clientArea?: 'guest' | 'client';
  }
  interface FastifyRequest {
    client?: SignedClient;
  }
}

type Doors = {
  cookie: string;
  /** The session's modules know. */
  identify: (token: string) => Promise<SignedClient | undefined>;
  /** Where whoever isn't signed in is led, to come back to `path`. */
  signInPath: (path: string | undefined) => string;
  /** The address that people type, where it is set. */
  publicUrl: () => string | undefined;
};

/**
 * Deny by default, as the API does: a page that doesn't say who may open it stops the boot, and the check runs before
 * anything of the request is read. Only the area's own cookie counts here, and here alone.
 */
export async function clientAccess(app: FastifyInstance, { cookie, identify, signInPath, publicUrl }: Doors) {
  await app.register(cookies);
  app.addHook('onRoute', ({ method, url, config }) => {
    if (method === 'HEAD' || method === 'OPTIONS') return;
    if (!config?.clientArea) throw new Error(`${method} ${url} does not declare who may open it`);
  });

  app.addHook('onRequest', async (request, reply) => {
    const { clientArea } = request.routeOptions.config;
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (!reads && !isOwnForm(request, publicUrl())) throw clientAreaProblems.FORM_FROM_ELSEWHERE();
    const token = request.cookies[cookie];
    request.client = token ? await identify(token) : undefined;
    if (clientArea === 'guest' || request.client) return;
    return reply.redirect(signInPath(reads ? request.url.split('?', 1)[0] : undefined), 303);
  });
}

/** A browser says from where a form was sent, and a page elsewhere can't make it say otherwise. */
function isOwnForm({ headers }: FastifyRequest, publicUrl: string | undefined): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const host = hostOf(headers.origin);
  return host !== undefined && (host === headers.host || host === hostOf(publicUrl));
}

const hostOf = (address: string | undefined) => (URL.canParse(address ?? '') ? new URL(address ?? '').host : undefined);

/** For a page that only a signed-in client reaches. */
export function clientOf({ client }: FastifyRequest): SignedClient {
  if (!client) throw common.UNAUTHENTICATED();
  return client;
}
