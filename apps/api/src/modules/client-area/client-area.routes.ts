import formbody from '@fastify/formbody';
import {
  AccessRequest,
  ChangedPassword,
  ClientCredentials,
  FirstPassword,
  NewTicket,
} from '@morada/contract/client-area';
import { pageNumber } from '@morada/contract/fields';
import { PeriodSearch } from '@morada/contract/finance.search';
import { TicketReply } from '@morada/contract/support';
import { addToReference, referenceOf } from '@morada/domain/calendar';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { Deps } from '../../context.ts';
import { readAssets } from '../../html/assets.ts';
import { readValues, type Taken, takeForm } from '../../html/form-values.ts';
import { layout, type Page } from '../../html/layout.ts';
import { failurePage, messagePage } from '../../html/message-page.ts';
import { clientAccess, clientOf } from '../../http/client-access.ts';
import { asProblem } from '../../http/problem-details.ts';
import { canMail } from '../mail/mail.service.ts';
import { FORM_LIMIT, tooMany } from '../site/forms.service.ts';
import { accountPage } from './account-page.ts';
import type { Area } from './area.ts';
import * as service from './client-area.service.ts';
import { contractsPage } from './contract-page.ts';
import * as entry from './entry-pages.ts';
import { homePage } from './home-page.ts';
import { invoicePage, invoicesPage } from './invoice-pages.ts';
import { propertiesPage, statementPage, transfersPage } from './owner-pages.ts';
import { isComeback, PATHS, signInPath } from './paths.ts';
import * as sessions from './sessions.service.ts';
import { newTicketPage, ticketPage, ticketsPage } from './ticket-pages.ts';

type Options = { web?: string | undefined };

const FORM_BYTES = 64 * 1024;
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
const MONTHS_OFFERED = 6;

const pageIn = ({ query }: FastifyRequest) => pageNumber.parse((query as { pagina?: unknown }).pagina ?? 1);
const ID = /^[1-9]\d{0,14}$/;
/** 0 names no record. */
const idIn = ({ params }: FastifyRequest) => {
  const { id = '' } = params as { id?: string };
  return ID.test(id) ? Number(id) : 0;
};
const tokenIn = ({ params }: FastifyRequest) => (params as { token?: string }).token ?? '';
const isAsked = ({ query }: FastifyRequest, name: string) => (query as Record<string, unknown>)[name] === 'sim';

function spanIn({ query }: FastifyRequest) {
  const { inicio, fim } = query as { inicio?: unknown; fim?: unknown };
  const { start, end } = PeriodSearch.parse({ start: inicio, end: fim });
  return start && end && start > end ? {} : { ...(start && { start }), ...(end && { end }) };
}

/** Where clients look after what is theirs: rendered here, whole without a script, behind a session of its own. */
export async function clientAreaModule(app: FastifyInstance, deps: Deps, { web }: Options) {
  const assets = await readAssets(web);
  const head = messagePage(undefined, '', '').head;
  const rendered = (page: Page) => layout(assets, { head, ...page, dress: assets.area }).text;
  const secure = deps.publicUrl?.startsWith('https:') ?? false;
  const cookie = secure ? '__Secure-cliente' : 'cliente';
  const cookieOptions = { path: PATHS.home, httpOnly: true, sameSite: 'lax', secure } as const;

  const send = (reply: FastifyReply, page: Page, status = 200) =>
    reply.status(status).type('text/html; charset=utf-8').send(rendered(page));

  async function host(): Promise<entry.Host> {
    const { agency, agency_phone: phone, agency_email: email } = await service.standing(deps, 0);
    return { agency, phone, email };
  }

  app.addHook('onRequest', async (_, reply) => {
    reply.headers(PRIVATE);
  });
  app.setErrorHandler(async (error, request, reply) => {
    const { status, message } = asProblem(error);
    if (status === 500) request.log.error({ err: error }, 'unexpected');
    if (status >= 500) return send(reply, failurePage(), status);
    const speaker = await host();
    if (status === 404) return send(reply, entry.missingPage(speaker), status);
    if (status === 410) return send(reply, entry.linkOverPage(speaker), status);
    return send(reply, messagePage(speaker.agency, 'Não foi possível abrir esta página', message), status);
  });
  await clientAccess(app, {
    cookie,
    identify: (token) => sessions.clientOfToken(deps, token),
    signInPath,
    publicUrl: () => deps.publicUrl,
  });
  await app.register(formbody, { bodyLimit: FORM_BYTES });
  const limit = app.createRateLimit(FORM_LIMIT);

  const open = (kind: 'guest' | 'client', method: 'GET' | 'POST', url: string, handler: RouteHandlerMethod) =>
    app.route({ method, url, handler, bodyLimit: FORM_BYTES, config: { clientArea: kind } });
  const guests = {
    get: (url: string, handler: RouteHandlerMethod) => open('guest', 'GET', url, handler),
    post: (url: string, handler: RouteHandlerMethod) => open('guest', 'POST', url, handler),
  };
  const clients = {
    get: (url: string, handler: RouteHandlerMethod) => open('client', 'GET', url, handler),
    post: (url: string, handler: RouteHandlerMethod) => open('client', 'POST', url, handler),
  };

  /** Forms that send or keep something are so many from one address, and no more. */
  async function spent(request: FastifyRequest, reply: FastifyReply): Promise<Taken | undefined> {
    const { isAllowed, ...rest } = await limit(request);
    if (isAllowed || !('isExceeded' in rest) || !rest.isExceeded) return undefined;
    reply.header('retry-after', rest.ttlInSeconds);
    return { errors: { '': tooMany(rest.ttlInSeconds).message }, status: 429 };
  }

  const isRight = ({ errors }: Taken) => Object.keys(errors).length === 0;
  const enter = (reply: FastifyReply, token: string) => reply.setCookie(cookie, token, cookieOptions);
  const to = (reply: FastifyReply, path: string) => reply.redirect(path, 303);

  // Coming in ------------------------------------------------------------------------------------------------------

  const signIn = async (filled: entry.Filled, comeback: string | undefined, notice?: string) =>
    entry.signInPage({ ...(await host()), ...filled, comeback, notice, demo: deps.demoClient });

  guests.get(PATHS.signIn, async (request, reply) => {
    if (request.client) return to(reply, PATHS.home);
    const { voltar } = request.query as { voltar?: unknown };
    const notice = isAsked(request, 'saiu') ? 'Você saiu da sua conta.' : undefined;
    return send(reply, await signIn(entry.BLANK, isComeback(voltar) ? voltar : undefined, notice));
  });

  guests.post(PATHS.signIn, async (request, reply) => {
    const values = readValues(request.body);
    const comeback = isComeback(values.voltar) ? values.voltar : undefined;
    const taken = await takeForm(ClientCredentials, values, async (input) => {
      enter(reply, await sessions.signIn(deps, input, request.ip));
    });
    if (isRight(taken)) return to(reply, comeback ?? PATHS.home);
    return send(reply, await signIn({ values, errors: taken.errors }, comeback), taken.status);
  });

  guests.post(PATHS.signOut, async (request, reply) => {
    const token = request.cookies[cookie];
    if (token) await sessions.signOut(deps, token);
    reply.clearCookie(cookie, cookieOptions);
    return to(reply, `${PATHS.signIn}?saiu=sim`);
  });

  guests.get(PATHS.access, async (request, reply) => {
    const speaker = await host();
    if (isAsked(request, 'enviado')) return send(reply, entry.sentPage(speaker));
    return send(reply, entry.accessPage({ ...speaker, ...entry.BLANK, byMail: canMail(deps) }));
  });

  guests.post(PATHS.access, async (request, reply) => {
    const values = readValues(request.body);
    let sendLink = async () => {};
    const taken =
      (await spent(request, reply)) ??
      (await takeForm(AccessRequest, values, async ({ email }) => {
        sendLink = await sessions.askForAccess(deps, email);
      }));
    if (!isRight(taken)) {
      const page = entry.accessPage({ ...(await host()), values, errors: taken.errors, byMail: canMail(deps) });
      return send(reply, page, taken.status);
    }
    // The answer goes first: how long it takes says nothing of who is registered.
    await to(reply, `${PATHS.access}?enviado=sim`);
    await sendLink().catch((error) => request.log.error({ err: error }, 'unexpected'));
    return reply;
  });

  const newPassword = async (request: FastifyRequest, errors: entry.Filled['errors']) =>
    entry.newPasswordPage({
      ...(await host()),
      client: await sessions.openLink(deps, tokenIn(request)),
      path: `${PATHS.access}/${tokenIn(request)}`,
      values: {},
      errors,
    });

  guests.get(`${PATHS.access}/:token`, async (request, reply) => send(reply, await newPassword(request, {})));

  guests.post(`${PATHS.access}/:token`, async (request, reply) => {
    await sessions.openLink(deps, tokenIn(request));
    const taken = await takeForm(FirstPassword, readValues(request.body), async ({ password }) => {
      enter(reply, await sessions.takeLink(deps, tokenIn(request), password));
    });
    if (isRight(taken)) return to(reply, PATHS.home);
    return send(reply, await newPassword(request, taken.errors), taken.status);
  });

  // Within ---------------------------------------------------------------------------------------------------------

  /** A page of the area for whoever is signed in. */
  const show = (url: string, page: (area: Area, request: FastifyRequest) => Page | Promise<Page>) =>
    clients.get(url, async (request, reply) => send(reply, await page(await areaOf(request), request)));

  async function areaOf(request: FastifyRequest): Promise<Area> {
    const client = clientOf(request);
    return { client, standing: await service.standing(deps, client.id) };
  }

  const pdf = (url: string, print: (clientId: number, request: FastifyRequest) => Promise<NodeJS.ReadableStream>) =>
    clients.get(url, async (request, reply) => {
      const stream = await print(clientOf(request).id, request);
      return reply.type('application/pdf').header('content-disposition', 'inline').send(stream);
    });

  show(PATHS.home, async (area) => homePage(area, await service.home(deps, area.client.id)));
  clients.post(`${PATHS.notices}/:id`, async (request, reply) => {
    await service.dismiss(deps, clientOf(request).id, idIn(request));
    return to(reply, PATHS.home);
  });

  show(PATHS.invoices, async (area, request) =>
    invoicesPage(area, await service.invoicesOf(deps, area.client.id, pageIn(request))),
  );
  show(`${PATHS.invoices}/:id`, async (area, request) =>
    invoicePage(
      area,
      await service.showInvoice(deps, area.client.id, idIn(request)),
      assets.copy,
      isAsked(request, 'semboleto'),
    ),
  );
  pdf(`${PATHS.invoices}/:id/boleto`, (client, request) => service.printBoleto(deps, client, idIn(request)));
  clients.post(`${PATHS.invoices}/:id/boleto`, async (request, reply) => {
    const id = idIn(request);
    const outcome = await service.issueBoleto(deps, clientOf(request).id, id);
    return to(reply, `${PATHS.invoices}/${id}${outcome === 'issued' ? '' : '?semboleto=sim'}`);
  });
  pdf(`${PATHS.invoices}/:id/recibo`, (client, request) => service.printInvoiceReceipt(deps, client, idIn(request)));

  show(PATHS.contracts, async (area) => contractsPage(area, await service.contractsOf(deps, area.client.id)));
  clients.get(`${PATHS.documents}/:id`, async (request, reply) => {
    const { stream, media_type } = await service.openDocument(deps, clientOf(request).id, idIn(request));
    // Whatever a document holds, it runs nothing and reaches nothing.
    reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:");
    return reply.type(media_type).header('content-disposition', 'inline').send(stream);
  });

  show(PATHS.transfers, async (area, request) =>
    transfersPage(area, await service.transfersOf(deps, area.client.id, pageIn(request))),
  );
  pdf(`${PATHS.transfers}/:id/recibo`, (client, request) => service.printTransferReceipt(deps, client, idIn(request)));
  show(PATHS.statement, async (area, request) => {
    const month = referenceOf(deps.today());
    const months = Array.from({ length: MONTHS_OFFERED }, (_, back) => addToReference(month, -back));
    return statementPage(area, await service.statementOf(deps, area.client.id, spanIn(request)), months);
  });
  pdf(`${PATHS.statement}/pdf`, (client, request) => service.printStatement(deps, client, spanIn(request)));
  show(PATHS.properties, async (area) => propertiesPage(area, await service.propertiesOf(deps, area.client.id)));

  // Attendance -----------------------------------------------------------------------------------------------------

  show(PATHS.tickets, async (area, request) =>
    ticketsPage(area, await service.ticketsOf(deps, area.client.id, pageIn(request))),
  );
  const newTicket = async (area: Area, filled: entry.Filled) =>
    newTicketPage(area, filled, await service.placesOf(deps.db, area.client.id));
  show(PATHS.newTicket, (area) => newTicket(area, entry.BLANK));
  clients.post(PATHS.newTicket, async (request, reply) => {
    const values = readValues(request.body);
    let id = 0;
    const taken =
      (await spent(request, reply)) ??
      (await takeForm(NewTicket, values, async (input) => {
        id = await service.openTicket(deps, clientOf(request).id, { ...input, property_id: input.property_id });
      }));
    if (isRight(taken)) return to(reply, `${PATHS.tickets}/${id}`);
    return send(reply, await newTicket(await areaOf(request), { values, errors: taken.errors }), taken.status);
  });

  const ticket = async (area: Area, request: FastifyRequest, filled: entry.Filled) =>
    ticketPage(area, await service.showTicket(deps, area.client.id, idIn(request)), filled);
  show(`${PATHS.tickets}/:id`, (area, request) => ticket(area, request, entry.BLANK));
  clients.post(`${PATHS.tickets}/:id`, async (request, reply) => {
    const values = readValues(request.body);
    const taken =
      (await spent(request, reply)) ??
      (await takeForm(TicketReply, values, ({ message }) =>
        service.askTicket(deps, clientOf(request).id, idIn(request), message),
      ));
    if (isRight(taken)) return to(reply, `${PATHS.tickets}/${idIn(request)}`);
    const page = await ticket(await areaOf(request), request, { values, errors: taken.errors });
    return send(reply, page, taken.status);
  });

  // Account --------------------------------------------------------------------------------------------------------

  const account = async (area: Area, filled: entry.Filled, changed: boolean) =>
    accountPage(area, await sessions.account(deps, area.client.id), filled, changed);
  show(PATHS.account, (area, request) => account(area, entry.BLANK, isAsked(request, 'trocada')));
  clients.post(PATHS.account, async (request, reply) => {
    const taken = await takeForm(ChangedPassword, readValues(request.body), async (input) => {
      enter(reply, await sessions.changePassword(deps, clientOf(request).id, input, request.ip));
    });
    if (isRight(taken)) return to(reply, `${PATHS.account}?trocada=sim`);
    return send(reply, await account(await areaOf(request), { values: {}, errors: taken.errors }, false), taken.status);
  });

  clients.get(`${PATHS.home}/*`, async (_, reply) => send(reply, entry.missingPage(await host()), 404));
}
