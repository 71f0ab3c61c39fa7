import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import type { Endpoint } from '@morada/contract/base/endpoint';
import { common } from '@morada/contract/base/problem';
import type { CalendarDate } from '@morada/domain/base/calendar';
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import type { Pool } from 'pg';
import { networkOf } from './base/network.ts';
import type { Deps } from './context.ts';
import type { Pulse } from './db/connection/pulse.ts';
import { access } from './http/access.ts';
import { documentation } from './http/documentation.ts';
import { jsonBodies } from './http/json-bodies.ts';
import { problemDetails, reportedProblem, sendProblem } from './http/problem-details.ts';
import { answerUnreadable, bareAnswer, security } from './http/security.ts';
import { sweepUploads, uploadGate } from './http/upload-gate.ts';
import { webApp } from './http/web-app.ts';
import { auditModule } from './modules/access/audit/audit.routes.ts';
import { groupsModule } from './modules/access/groups/groups.routes.ts';
import { secondFactorModule } from './modules/access/second-factor/second-factor.routes.ts';
import { sessionModule } from './modules/access/session/session.routes.ts';
import { actorOfTicket, actorOfToken } from './modules/access/session/session.service.ts';
import { usersModule } from './modules/access/users/users.routes.ts';
import { chargesModule } from './modules/bank/charges/charges.routes.ts';
import { recurrencesModule } from './modules/bank/charges/recurrences.routes.ts';
import { paymentsModule } from './modules/bank/payouts/payments.routes.ts';
import { payoutsModule } from './modules/bank/payouts/payouts.routes.ts';
import { bankFilesModule } from './modules/bank/receipts/bank-files.routes.ts';
import { receiptsModule } from './modules/bank/receipts/receipts.routes.ts';
import { reconciliationModule } from './modules/bank/reconciliation/reconciliation.routes.ts';
import { boletosModule } from './modules/bank/slips/boletos.routes.ts';
import { boletoCallsModule } from './modules/bank/slips/calls.routes.ts';
import { debtAgreementsModule } from './modules/collection/agreements/debt-agreements.routes.ts';
import { lateModule } from './modules/collection/late/late.routes.ts';
import { messagesModule } from './modules/collection/messages/messages.routes.ts';
import { debtPapersModule } from './modules/collection/papers/debt-papers.routes.ts';
import { punctualityModule } from './modules/collection/punctuality/punctuality.routes.ts';
import { collectionModule } from './modules/collection/ruler/collection.routes.ts';
import { bulkModule } from './modules/desk/bulk/bulk.routes.ts';
import { contactsModule } from './modules/desk/contacts/contacts.routes.ts';
import { dashboardModule } from './modules/desk/dashboard/dashboard.routes.ts';
import { demonstrationModule } from './modules/desk/demonstration/demonstration.routes.ts';
import { doctorModule } from './modules/desk/doctor/doctor.routes.ts';
import { feedModule } from './modules/desk/feed/feed.routes.ts';
import { importsModule } from './modules/desk/imports/imports.routes.ts';
import { indicatorsModule } from './modules/desk/indicators/indicators.routes.ts';
import { liveModule } from './modules/desk/live/live.routes.ts';
import { maintenanceModule } from './modules/desk/maintenance/maintenance.routes.ts';
import { notificationsModule } from './modules/desk/notices/notifications.routes.ts';
import { reportsModule } from './modules/desk/reports/reports.routes.ts';
import { searchModule } from './modules/desk/search/search.routes.ts';
import { signatureProviderModule } from './modules/desk/signatures/provider.routes.ts';
import { signaturesModule } from './modules/desk/signatures/signatures.routes.ts';
import { supportModule } from './modules/desk/support/support.routes.ts';
import { viewsModule } from './modules/desk/views/views.routes.ts';
import { schedulesModule } from './modules/desk/visits/schedules.routes.ts';
import { invoicePageModule } from './modules/doors/invoice-page/invoice-page.routes.ts';
import { portalsModule } from './modules/doors/portals/portals.routes.ts';
import { siteModule } from './modules/doors/site/site.routes.ts';
import { accountingModule } from './modules/fiscal/accounting/accounting.routes.ts';
import { certificatesModule } from './modules/fiscal/certificates/certificates.routes.ts';
import { darfModule } from './modules/fiscal/darf/darf.routes.ts';
import { fiscalModule } from './modules/fiscal/dimob/fiscal.routes.ts';
import { incomeStatementsModule } from './modules/fiscal/income-statements/income-statements.routes.ts';
import { intermediaryModule } from './modules/fiscal/intermediary/intermediary.routes.ts';
import { notesModule } from './modules/fiscal/notes/notes.routes.ts';
import { reformModule } from './modules/fiscal/reform/reform.routes.ts';
import { fiscalTablesModule } from './modules/fiscal/tables/fiscal-tables.routes.ts';
import { applicationsModule } from './modules/lease/applications/applications.routes.ts';
import { bidsModule } from './modules/lease/bids/bids.routes.ts';
import { proposalsModule } from './modules/lease/contracts/proposals.routes.ts';
import { readjustmentsModule } from './modules/lease/readjustments/readjustments.routes.ts';
import { templatesModule } from './modules/lease/templates/templates.routes.ts';
import { movimentationsModule } from './modules/ledger/movements/movimentations.routes.ts';
import { financeModule } from './modules/money/finance/finance.routes.ts';
import { invoicesModule } from './modules/money/invoices/invoices.routes.ts';
import { peopleCommissionsModule } from './modules/money/people-commissions/people-commissions.routes.ts';
import { statementsModule } from './modules/money/statements/statements.routes.ts';
import { terminationsModule } from './modules/money/terminations/terminations.routes.ts';
import { transfersModule } from './modules/money/transfers/transfers.routes.ts';
import { agencyModule } from './modules/registry/agency/agency.routes.ts';
import { accountRequestsModule } from './modules/registry/clients/account-requests.routes.ts';
import { clientsModule } from './modules/registry/clients/clients.routes.ts';
import { filesModule } from './modules/registry/files/files.routes.ts';
import { imagesModule } from './modules/registry/images/images.routes.ts';
import { leadsModule } from './modules/registry/leads/leads.routes.ts';
import { placesModule } from './modules/registry/places/places.routes.ts';
import { propertiesModule } from './modules/registry/properties/properties.routes.ts';
import { health } from './operation/health.ts';
import { metrics, type WalWaiting } from './operation/metrics.ts';
import type { Room } from './operation/room.ts';
import type { Tracing } from './operation/tracing.ts';
import { applicationPages } from './pages/application/form.routes.ts';
import { checkPages } from './pages/check/check.routes.ts';
import { clientAreaPages } from './pages/client-area/client-area.routes.ts';
import { invoicePages, shortInvoicePages } from './pages/invoice/invoice.routes.ts';
import { optOutPages } from './pages/messages/opt-out.routes.ts';
import { paperPages } from './pages/paper/paper.routes.ts';
import { signaturePages } from './pages/signature/room.routes.ts';
import { sitePages } from './pages/site/site.routes.ts';
import { passwordPages } from './pages/staff/password.routes.ts';

/** Every resource of the API; a new one adds its line here. */
const MODULES = [
  sessionModule,
  secondFactorModule,
  dashboardModule,
  demonstrationModule,
  searchModule,
  clientsModule,
  accountRequestsModule,
  propertiesModule,
  imagesModule,
  placesModule,
  bidsModule,
  proposalsModule,
  applicationsModule,
  importsModule,
  invoicesModule,
  debtAgreementsModule,
  transfersModule,
  boletosModule,
  invoicePageModule,
  invoicePages,
  paymentsModule,
  payoutsModule,
  collectionModule,
  templatesModule,
  filesModule,
  readjustmentsModule,
  terminationsModule,
  debtPapersModule,
  punctualityModule,
  paperPages,
  financeModule,
  lateModule,
  darfModule,
  movimentationsModule,
  reportsModule,
  statementsModule,
  peopleCommissionsModule,
  fiscalModule,
  accountingModule,
  incomeStatementsModule,
  reformModule,
  certificatesModule,
  intermediaryModule,
  notesModule,
  fiscalTablesModule,
  agencyModule,
  bankFilesModule,
  reconciliationModule,
  chargesModule,
  receiptsModule,
  recurrencesModule,
  boletoCallsModule,
  bulkModule,
  usersModule,
  groupsModule,
  notificationsModule,
  messagesModule,
  auditModule,
  doctorModule,
  liveModule,
  signaturesModule,
  signatureProviderModule,
  supportModule,
  maintenanceModule,
  contactsModule,
  leadsModule,
  indicatorsModule,
  schedulesModule,
  feedModule,
  siteModule,
  portalsModule,
  viewsModule,
];

const DRAIN_MS = 5_000;
/** Prefix of request ids, distinct for each process of each server. */
const RUN = randomBytes(9).toString('base64url');
/** Ends a start that hangs. Fastify's ten seconds ended servers of which twenty started at once on two cores. */
const START_MS = 120_000;
/** Milliseconds before closing, in which requests that have arrived are read. */
export const DRAIN_READ_MS = 50;

type Options = Pick<FastifyServerOptions, 'logger'> & {
  /** Folder of the built web app; without it only the API is served. */
  web?: string;
  /** Public address of the installation (`PUBLIC_URL`). */
  publicUrl?: string;
  /** Civil day at which the clock is frozen (`CLOCK`). */
  frozenDay?: CalendarDate;
  /** Folder for files while they are received; the system's temporary one unless given. */
  uploads?: string;
  /** Proxies trusted with the caller's address, as addresses and networks separated by commas (`TRUSTED_PROXIES`). */
  trustedProxies?: string;
  /** Metrics, health and tracing. Absent in tests, where no process is operated. */
  operation?: {
    pool: Pool;
    pulse: Pulse;
    /** Trial writes; absent: readiness doesn't depend on them. */
    room?: Pick<Room, 'isWritable'>;
    /** Aborted when the process is about to stop: it still serves, reports not ready and keeps no connection alive. */
    leaving?: AbortSignal;
    metricsToken?: string | undefined;
    tracing?: Tracing | undefined;
    walWaiting?: WalWaiting;
  };
  /** Extra modules, for tests of the routing. */
  modules?: readonly ((
    app: FastifyInstance,
    deps: Deps,
    options: { web?: string; endpoints: readonly Endpoint[] },
  ) => void)[];
};

export async function buildApp(
  deps: Deps,
  {
    logger = false,
    web,
    publicUrl,
    frozenDay,
    uploads,
    trustedProxies = 'loopback',
    operation,
    modules = MODULES,
  }: Options = {},
) {
  let made = 0;
  const app = fastify({
    logger,
    bodyLimit: 1_048_576,
    requestTimeout: 30_000,
    pluginTimeout: START_MS,
    // Only these proxies may state the caller's address.
    trustProxy: trustedProxies,
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: true },
    return503OnClosing: true,
    // A malformed or overlong URL never reaches a route.
    frameworkErrors: (error, request, reply) => sendProblem(bareAnswer(reply), reportedProblem(request, error)),
    clientErrorHandler: answerUnreadable,
    genReqId: ({ headers }) => givenId(headers['x-request-id']) ?? `${RUN}-${(made++).toString(36)}`,
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (operation?.leaving?.aborted) reply.header('connection', 'close');
  });
  if (uploads) await sweepUploads(uploads);
  app.decorate('uploads', uploadGate(uploads));
  await operation?.tracing?.follow(app);
  if (operation) metrics(app, deps, { ...operation, token: operation.metricsToken });
  health(app, deps.db, operation);
  security(app, { publicUrl, pictures: tileServer(deps) });
  // Requests in progress are finished; idle keep-alive connections are closed.
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), DRAIN_MS).unref();
    // A connection whose request has arrived but was not read yet counts as idle and would be closed.
    if (app.server.listening) await pause(DRAIN_READ_MS);
  });
  problemDetails(app);
  // Public routes declare their own rate limit; the others are limited by authentication.
  await app.register(rateLimit, { global: false, keyGenerator: ({ ip }) => networkOf(ip) });

  const endpoints: Endpoint[] = [];
  await app.register(
    async (api) => {
      api.addHook('onRoute', ({ config, method }) => {
        if (config?.endpoint && method !== 'HEAD') endpoints.push(config.endpoint);
      });
      api.addHook('onSend', async (_, reply) => {
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
      });
      // Fails at once while the database is down, instead of queueing for a connection.
      api.addHook('onRequest', async () => {
        if (operation && !operation.pulse.isUp()) throw common.UNAVAILABLE();
      });
      jsonBodies(api);
      // The gate reports a file that is too long.
      await api.register(multipart, { throwFileSizeLimit: false });
      access(api, {
        token: (token) => actorOfToken(deps, token),
        ticket: (ticket, path) => actorOfTicket(deps, ticket, path),
      });
      for (const module of modules) module(api, deps, { web, endpoints });
      documentation(api, deps, endpoints);
      api.setNotFoundHandler((_, reply) => sendProblem(reply, common.NOT_FOUND()));
    },
    { prefix: '/api' },
  );
  await app.register((pages) => sitePages(pages, deps, { publicUrl, web }));
  await app.register((pages) => shortInvoicePages(pages, deps, { web, publicUrl }));
  await app.register((pages) => passwordPages(pages, deps, { web }));
  await app.register((pages) => clientAreaPages(pages, deps, { web }));
  await app.register((pages) => optOutPages(pages, deps, { web }));
  await app.register((pages) => applicationPages(pages, deps, { web }));
  await app.register((pages) => signaturePages(pages, deps, { web }));
  await app.register((pages) => checkPages(pages, deps, { web }));
  if (web) await webApp(app, web, frozenDay);
  return app;
}

/** Request id of a proxy or client. Accepted only in a safe format; otherwise a new one is made. */
const givenId = (header: unknown) => (typeof header === 'string' && /^[\w.-]{8,64}$/.test(header) ? header : undefined);

/** Map tiles are the only images from elsewhere, if a tile server is set. */
function tileServer({ outside: { map } }: Deps): string[] {
  return map ? [new URL(map.url).origin] : [];
}
