import formbody from '@fastify/formbody';
import { LIMITS } from '@morada/contract/base/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { opensOptOut, refuseByLink } from '#api/modules/collection/messages/people.service.ts';
import { agencyName } from '#api/modules/doors/invoice-page/invoice-page.service.ts';
import { faceOf } from '#api/modules/registry/agency/face.service.ts';
import type { Deps } from '../../context.ts';
import { limiter } from '../../http/limiter.ts';
import { reportedProblem } from '../../http/problem-details.ts';
import { readAssets } from '../kit/assets.ts';
import { isPressed } from '../kit/form-values.ts';
import { layout, type Page } from '../kit/layout.ts';
import { failurePage, messagePage } from '../kit/message-page.ts';
import { optedOutPage, optOutPage, unknownOptOutPage } from './opt-out.page.ts';

const HTML = 'text/html; charset=utf-8';
/** Forbids caching and indexing. Same-origin referrers are kept: without them a browser sends `Origin: null`. */
const PRIVATE = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'same-origin' };
const MAX_BYTES = 4_096;

/** Query of the page that follows the button. */
const DONE = '?feito=sim';

/** Id of a client, or of a visit with `v`, and the secret word of the link. */
const PATH = /^\/m\/(v?)([1-9]\d{0,14})\/([\w-]{43})$/;

/** The page of the link in every e-mail, without a sign-in and without scripts; mail programs post to it themselves. */
export async function optOutPages(app: FastifyInstance, deps: Deps, { web }: { web?: string | undefined }) {
  const assets = await readAssets(web);
  const send = async (reply: FastifyReply, page: Page, status = 200) => {
    const face = page.agency === undefined ? undefined : await faceOf(deps);
    return reply
      .status(status)
      .headers(PRIVATE)
      .type(HTML)
      .send(layout(assets, face, page).text);
  };
  const limit = limiter(app, LIMITS.link);

  app.setErrorHandler((error, request, reply) => {
    const { status, message } = reportedProblem(request, error);
    return send(
      reply,
      status < 500 ? messagePage(undefined, 'Não foi possível abrir esta página', message) : failurePage(request.id),
      status,
    );
  });
  await app.register(formbody, { bodyLimit: MAX_BYTES });
  // Mail programs post `List-Unsubscribe=One-Click` in one of two form encodings (RFC 8058). Its content isn't needed.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, __, done) => done(null, undefined));

  const named = (request: FastifyRequest) => {
    const [, visit, id, word] = PATH.exec(request.url.split('?', 1)[0] ?? '') ?? [];
    if (id === undefined || word === undefined) return undefined;
    return { of: visit ? { visit: Number(id) } : { client: Number(id) }, word };
  };
  const TOO_MANY = messagePage(undefined, 'Muitas tentativas', 'Aguarde um minuto e abra o endereço de novo.');

  app.get('/m/*', async (request, reply) => {
    if (await limit(request, reply)) return send(reply, TOO_MANY, 429);
    const found = named(request);
    const agency = await agencyName(deps);
    const opens = found !== undefined && (await opensOptOut(deps, found.of, found.word));
    if (!opens) return send(reply, unknownOptOutPage(agency), 404);
    return send(reply, request.url.endsWith(DONE) ? optedOutPage(agency) : optOutPage(agency));
  });
  app.post('/m/*', { bodyLimit: MAX_BYTES }, async (request, reply) => {
    if (await limit(request, reply)) return send(reply, TOO_MANY, 429);
    const found = named(request);
    const agency = await agencyName(deps);
    const refused = found !== undefined && (await refuseByLink(deps, found.of, found.word));
    const path = request.url.split('?', 1)[0] ?? '';
    if (isPressed(request.body)) return reply.headers(PRIVATE).redirect(refused ? path + DONE : path, 303);
    // A mail program follows no redirect (RFC 8058, section 3.1).
    return refused ? send(reply, optedOutPage(agency)) : send(reply, unknownOptOutPage(agency), 404);
  });
}
