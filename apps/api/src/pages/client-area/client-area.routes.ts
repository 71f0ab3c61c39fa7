import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { clientOfToken } from '#api/modules/registry/clients/sessions.service.ts';
import type { Deps } from '../../context.ts';
import { clientAccess } from '../../http/client-access.ts';
import { reportedProblem } from '../../http/problem-details.ts';
import { readAssets } from '../kit/assets.ts';
import { failurePage, messagePage } from '../kit/message-page.ts';
import { accountRoutes } from './account/account.routes.ts';
import { linkOverPage, missingPage } from './account/entry.page.ts';
import { entryRoutes } from './account/entry.routes.ts';
import { agreementRoutes } from './agreement.routes.ts';
import { PATHS, signInPath } from './client-area.paths.ts';
import { clientAreaServer, FORM_BYTES } from './client-area.request.ts';
import { maintenanceRoutes } from './maintenance.routes.ts';
import { noteRoutes } from './notes.routes.ts';
import { incomeStatementRoutes } from './owner/income-statements.routes.ts';
import { ownerRoutes } from './owner/owner.routes.ts';
import { yearRoutes } from './owner/year.routes.ts';
import { tenantRoutes } from './tenant.routes.ts';
import { ticketRoutes } from './tickets.routes.ts';

type Options = {
  /** Folder of the built web app, whose fonts the pages share. */
  web?: string | undefined;
};

/** Forbids caching, indexing and framing, and limits referrers. */
const PRIVATE = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  // Same-origin referrers are kept: without them a browser sends `Origin: null` with the area's own forms.
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
};

/** The client area: pages rendered on the server that work without scripts, behind a session of their own. */
export async function clientAreaPages(app: FastifyInstance, deps: Deps, { web }: Options) {
  const assets = await readAssets(web);
  const server = clientAreaServer(app, deps, assets);
  const { send, host } = server;

  app.addHook('onRequest', async (_, reply) => {
    reply.headers(PRIVATE);
  });
  app.setErrorHandler(async (error, request, reply) => {
    const { status, message } = reportedProblem(request, error);
    if (status >= 500) return send(reply, failurePage(request.id), status);
    // Many at once are refused without asking the database anything.
    if (status === 429) return send(reply, messagePage(undefined, 'Aguarde um pouco', message), status);
    const speaker = await host();
    if (status === 404) return send(reply, missingPage(speaker), status);
    if (status === 410) return send(reply, linkOverPage(speaker), status);
    return send(reply, messagePage(speaker.agency, 'Não foi possível abrir esta página', message), status);
  });
  await clientAccess(app, {
    cookie: server.cookie,
    identify: (token) => clientOfToken(deps, token),
    signInPath,
    publicUrl: () => deps.publicUrl,
  });
  await app.register(formbody, { bodyLimit: FORM_BYTES });

  entryRoutes(server);
  tenantRoutes(server);
  agreementRoutes(server);
  ownerRoutes(server);
  incomeStatementRoutes(server);
  noteRoutes(server);
  yearRoutes(server);
  ticketRoutes(server);
  accountRoutes(server);
  // The only pages whose forms carry files.
  await app.register(async (uploads) => {
    await uploads.register(multipart, { throwFileSizeLimit: false });
    maintenanceRoutes(clientAreaServer(uploads, deps, assets));
  });
  server.clients.get(`${PATHS.home}/*`, async (_, reply) => send(reply, missingPage(await host()), 404));
}
