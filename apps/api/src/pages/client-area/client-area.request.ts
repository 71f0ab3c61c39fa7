import { pageNumber } from '@morada/contract/base/fields';
import { LIMITS } from '@morada/contract/base/limits';
import { common } from '@morada/contract/base/problem';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import * as service from '#api/modules/doors/client-area/client-area.service.ts';
import { draftStore } from '#api/modules/doors/form-drafts/form-drafts.service.ts';
import { faceOf } from '#api/modules/registry/agency/face.service.ts';
import type { Desk } from '#api/modules/registry/clients/sessions.service.ts';
import { html } from '../../base/html.ts';
import { newToken } from '../../base/secrets/secrets.ts';
import type { Deps } from '../../context.ts';
import { BROWSER_COOKIE, browserToken } from '../../http/browser-cookie.ts';
import { clientOf } from '../../http/client-access.ts';
import { inlineAs } from '../../http/disposition.ts';
import { limiter } from '../../http/limiter.ts';
import { pdfName } from '../../pdf/type.ts';
import type { Assets } from '../kit/assets.ts';
import { formDrafts } from '../kit/form-drafts.ts';
import { type FormOutcome, refused, type Values } from '../kit/form-values.ts';
import { layout, type Page } from '../kit/layout.ts';
import type { Filled, Host } from './account/entry.page.ts';
import { PATHS } from './client-area.paths.ts';
import type { Area } from './layout.part.ts';

/** A served document may run no scripts and load nothing external. */
export const SERVED_FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:";

export const FORM_BYTES = 64 * 1024;

type Print = (clientId: number, request: FastifyRequest) => Promise<NodeJS.ReadableStream>;

/** Helpers that the area's routes share: sessions, rendering, forms. */
export function clientAreaServer(app: FastifyInstance, deps: Deps, assets: Assets) {
  const head = html`<meta name="robots" content="noindex">`;
  const secure = deps.publicUrl?.startsWith('https:') ?? false;
  const cookie = secure ? '__Secure-cliente' : 'cliente';
  const cookieOptions = { path: PATHS.home, httpOnly: true, sameSite: 'lax', secure } as const;
  const browserCookie = secure ? '__Secure-aparelho' : 'aparelho';
  const limit = limiter(app, LIMITS.form);

  const drafts = formDrafts(draftStore(deps), {
    ...{ ...deps, limit: limiter(app, LIMITS.draft) },
    holder: ({ client }) => client && `${client.id}${client.person ? `-${client.person.id}` : ''}`,
  });

  const get = (clientArea: 'guest' | 'client') => (url: string, handler: RouteHandlerMethod) =>
    app.route({ method: 'GET', url, handler, config: { clientArea } });
  /** A form that is sent takes the place of the draft that it was; `dropsDraft` false: its handler sees to that. */
  const post =
    (clientArea: 'guest' | 'client') =>
    (
      url: string,
      handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
      { dropsDraft = true } = {},
    ) =>
      app.route({
        ...{ method: 'POST', url, bodyLimit: FORM_BYTES, config: { clientArea } },
        handler: async (request, reply) => {
          if (dropsDraft) await drafts.drop(request);
          return handler(request, reply);
        },
      });

  const send = async (reply: FastifyReply, page: Page, status = reply.statusCode) => {
    const face = page.agency === undefined ? undefined : await faceOf(deps);
    return reply
      .status(status)
      .type('text/html; charset=utf-8')
      .send(layout(assets, face, { head, ...page, dress: assets.area }).text);
  };

  async function areaOf(request: FastifyRequest): Promise<Area> {
    const client = clientOf(request);
    return { client, standing: await service.standing(deps, client.id) };
  }

  /** Dependencies of an action of the signed-in client: the trail names the person of a company. */
  const deskOf = (request: FastifyRequest): Desk => {
    const { id, person } = clientOf(request);
    return { ...deps, ...(person && { person: { name: person.name, client_id: id } }) };
  };

  const clients = { get: get('client'), post: post('client') };

  return {
    deps,
    assets,
    cookie,
    /** Routes without a session. */
    guests: { get: get('guest'), post: post('guest') },
    /** Routes that require a session. */
    clients,
    send,
    areaOf,
    deskOf,
    /** Shows the form of a page again by a redirect. `part` tells apart the forms of one page. */
    again: (reply: FastifyReply, path: string, values: Values, { errors, status }: FormOutcome, part = '') =>
      drafts.redirect(reply, path, { form: path.split('?', 1)[0] + part, values, errors, status }),
    /** What the form of a page held when it was not taken; blank when it was not sent. */
    draftOf: async (
      request: FastifyRequest,
      reply: FastifyReply,
      path: string,
      part = '',
    ): Promise<Filled | undefined> => {
      const draft = await drafts.find(request, reply, path + part);
      // Of several forms nothing tells which one it was.
      return part !== '' && draft?.isLost ? undefined : draft;
    },
    drafts,
    /** Registers a page that requires a session. */
    show: (url: string, page: (area: Area, request: FastifyRequest, reply: FastifyReply) => Page | Promise<Page>) =>
      clients.get(url, async (request, reply) => send(reply, await page(await areaOf(request), request, reply))),
    /** Registers a PDF that requires a session. */
    pdf: (url: string, print: Print) =>
      clients.get(url, async (request, reply) => {
        const stream = await print(clientOf(request).id, request);
        return reply
          .type('application/pdf')
          .header('content-disposition', inlineAs(pdfName(stream) ?? 'documento.pdf'))
          .send(stream);
      }),
    /** The agency's details for pages without a session. */
    async host(): Promise<Host> {
      const { agency, agency_phone: phone, agency_email: email } = await service.standing(deps, 0);
      return { agency, phone, email };
    },
    /** Origin of a request: its address and the cookie of a familiar browser, which grants no access. */
    from: ({ ip, cookies }: FastifyRequest) => ({
      address: ip,
      browser: browserToken(cookies[browserCookie]) ?? newToken(),
    }),
    enter: (reply: FastifyReply, token: string, { browser }: { browser: string }) =>
      reply
        .setCookie(cookie, token, cookieOptions)
        .setCookie(browserCookie, browser, { ...BROWSER_COOKIE, secure, path: PATHS.home }),
    leave: (reply: FastifyReply) => reply.clearCookie(cookie, cookieOptions),
    /** Rate limit by address for forms that send or store something. */
    async spent(request: FastifyRequest, reply: FastifyReply): Promise<FormOutcome | undefined> {
      const refusal = await limit(request, reply);
      return refusal && refused(refusal);
    },
  };
}
export type ClientAreaServer = ReturnType<typeof clientAreaServer>;

/** Redirects after a form (303), so a reload doesn't submit it again. */
export const onTo = (reply: FastifyReply, path: string) => reply.redirect(path, 303);

export const isRight = ({ errors }: FormOutcome) => Object.keys(errors).length === 0;

export const pageIn = ({ query }: FastifyRequest) => pageNumber.parse((query as { pagina?: unknown }).pagina ?? 1);

const ID = /^[1-9]\d{0,14}$/;
/** Id in the path. @throws NOT_FOUND when it isn't a number */
export function idIn({ params }: FastifyRequest, name = 'id'): number {
  const id = (params as Record<string, string | undefined>)[name] ?? '';
  if (!ID.test(id)) throw common.NOT_FOUND();
  return Number(id);
}

export const isAsked = ({ query }: FastifyRequest, name: string) => (query as Record<string, unknown>)[name] === 'sim';
