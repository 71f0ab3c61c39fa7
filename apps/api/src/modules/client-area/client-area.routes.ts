import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../context.ts';
import { readAssets } from '../../html/assets.ts';
import { failurePage, messagePage } from '../../html/message-page.ts';
import { clientAccess } from '../../http/client-access.ts';
import { asProblem } from '../../http/problem-details.ts';
import { accountRoutes } from './account.routes.ts';
import { entryRoutes } from './entry.routes.ts';
import { linkOverPage, missingPage } from './entry-pages.ts';
import { clientHouse, FORM_BYTES } from './house.ts';
import { ownerRoutes } from './owner.routes.ts';
import { PATHS, signInPath } from './paths.ts';
import { clientOfToken } from './sessions.service.ts';
import { tenantRoutes } from './tenant.routes.ts';
import { ticketRoutes } from './tickets.routes.ts';

type Options = {
  /** Folder of the built browser app, whose letters the pages share. */
  web?: string | undefined;
};

/** Nobody keeps a copy, finds it by searching, frames it, or hears from where somebody came. */
const PRIVATE = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  // Ours still hear it: without it a browser would say of our own forms that they come from nowhere.
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
};

/** Where clients look after what is theirs: rendered here, whole without a script, behind a session of its own. */
export async function clientAreaModule(app: FastifyInstance, deps: Deps, { web }: Options) {
  const house = clientHouse(app, deps, await readAssets(web));
  const { send, host } = house;

  app.addHook('onRequest', async (_, reply) => {
    reply.headers(PRIVATE);
  });
  app.setErrorHandler(async (error, request, reply) => {
    const { status, message } = asProblem(error);
    if (status === 500) request.log.error({ err: error }, 'unexpected');
    if (status >= 500) return send(reply, failurePage(), status);
    const speaker = await host();
    if (status === 404) return send(reply, missingPage(speaker), status);
    if (status === 410) return send(reply, linkOverPage(speaker), status);
    return send(reply, messagePage(speaker.agency, 'Não foi possível abrir esta página', message), status);
  });
  await clientAccess(app, {
    cookie: house.cookie,
    identify: (token) => clientOfToken(deps, token),
    signInPath,
    publicUrl: () => deps.publicUrl,
  });
  await app.register(formbody, { bodyLimit: FORM_BYTES });

  entryRoutes(house);
  tenantRoutes(house);
  ownerRoutes(house);
  ticketRoutes(house);
  accountRoutes(house);
  house.clients.get(`${PATHS.home}/*`, async (_, reply) => send(reply, missingPage(await host()), 404));
}
