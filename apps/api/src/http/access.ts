import { sessionProblems } from '@morada/contract/access/session';
import { consequenceOf } from '@morada/contract/base/consequences';
import type { Endpoint } from '@morada/contract/base/endpoint';
import { common } from '@morada/contract/base/problem';
import { granted } from '@morada/domain/access/permissions';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actor } from '../context.ts';

/** Endpoints that a browser opens in a new tab by a ticket; event streams are excluded. */
export const isOpenedByTicket = ({ method, file, access }: Endpoint) =>
  method === 'GET' && file !== undefined && file !== 'text/event-stream' && access !== 'public';

/** Whether a path belongs to such an endpoint. */
export const isFileAt = (address: string, calls: readonly Endpoint[]) =>
  calls.some((call) => isOpenedByTicket(call) && fits(address.split('/'), `/api${call.path}`.split('/')));

const fits = (parts: readonly string[], pattern: readonly string[]) =>
  parts.length === pattern.length &&
  pattern.every((part, index) => (part.startsWith(':') ? parts[index] !== '' : part === parts[index]));

const ANYONE: Actor = { id: null, name: 'Visitante', permissions: [] };

const FIRST = { password: sessionProblems.PASSWORD_FIRST, 'second-factor': sessionProblems.SECOND_FACTOR_FIRST };

/** Resolves the caller of a request; implemented by the session's modules. */
export type Identify = {
  token: (token: string) => Promise<Actor | undefined>;
  /** A one-time ticket in a file's address, for the path it was issued for. */
  ticket: (ticket: string, path: string) => Promise<Actor | undefined>;
};

/**
 * Deny by default: a route outside the contract, and so without a declared permission, stops the boot. The check runs
 * before the body is read.
 */
export function access(app: FastifyInstance, identify: Identify) {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (method === 'HEAD' || method === 'OPTIONS') return;
    if (!config?.endpoint?.access) throw new Error(`${method} ${url} does not declare who may call it`);
  });

  app.addHook('onRequest', async (request) => {
    const endpoint = request.routeOptions.config.endpoint;
    if (!endpoint) return;
    if (endpoint.access === 'public') {
      request.caller = { actor: ANYONE, grant: 'full' };
      return;
    }
    const actor = await identified(request, endpoint, identify);
    if (!actor) throw common.UNAUTHENTICATED();
    if (actor.duty && !endpoint.beforeDuties) throw FIRST[actor.duty]();
    const grant = granted(actor.permissions, endpoint.access);
    if (!grant) {
      request.log.warn({ user: actor.id }, 'permission denied');
      throw common.PERMISSION_DENIED();
    }
    if (actor.confirmed === false && consequenceOf(endpoint)?.confirm === 'always')
      throw sessionProblems['reauth-required']();
    request.caller = { actor, grant };
  });
}

function identified(request: FastifyRequest, endpoint: Endpoint, identify: Identify) {
  const token = /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1];
  if (token) return identify.token(token);
  const { ticket } = request.query as { ticket?: unknown };
  if (typeof ticket !== 'string' || request.method !== 'GET' || !isOpenedByTicket(endpoint)) return undefined;
  return identify.ticket(ticket, request.url.split('?', 1)[0] ?? '');
}
