import cookies from '@fastify/cookie';
import { common } from '@morada/contract/base/problem';
import { clientAreaProblems } from '@morada/contract/doors/client-area';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * A client signed in to their own area. Clients have no permissions: each page reads by the client's id. `person`: one
 * of those who sign in for a company; absent for the client's own e-mail.
 */
export type SignedClient = { id: number; name: string; person?: { id: number; name: string } };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Access to a page of the client area: without a session, or for a signed-in client. */
    clientArea?: 'guest' | 'client';
  }
  interface FastifyRequest {
    client?: SignedClient;
  }
}

type ClientAccessOptions = {
  cookie: string;
  /** Implemented by the session's modules. */
  identify: (token: string) => Promise<SignedClient | undefined>;
  /** Sign-in page that returns to `path` afterwards. */
  signInPath: (path: string | undefined) => string;
  /** The configured public address, if set. */
  publicUrl: () => string | undefined;
};

/**
 * Deny by default, like the API: a page that doesn't declare its access stops the boot, and the check runs before the
 * body is read. Only the area's own cookie is accepted, and only here.
 */
export async function clientAccess(
  app: FastifyInstance,
  { cookie, identify, signInPath, publicUrl }: ClientAccessOptions,
) {
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

/** Whether a form was sent from our own pages, by headers that other sites can't forge. */
function isOwnForm({ headers }: FastifyRequest, publicUrl: string | undefined): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const host = hostOf(headers.origin);
  return host !== undefined && (host === headers.host || host === hostOf(publicUrl));
}

const hostOf = (address: string | undefined) => (URL.canParse(address ?? '') ? new URL(address ?? '').host : undefined);

/** The client of a page that requires a session. */
export function clientOf({ client }: FastifyRequest): SignedClient {
  if (!client) throw common.UNAUTHENTICATED();
  return client;
}
