import formbody from '@fastify/formbody';
import { LIMITS } from '@morada/contract/base/limits';
import { AccessRequest, FirstPassword } from '@morada/contract/doors/client-area';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { canMail } from '#api/mail/mail.service.ts';
import * as service from '#api/modules/access/session/password-links.service.ts';
import { draftStore } from '#api/modules/doors/form-drafts/form-drafts.service.ts';
import { agencyName } from '#api/modules/doors/site/site.service.ts';
import { faceOf } from '#api/modules/registry/agency/face.service.ts';
import { html } from '../../base/html.ts';
import type { Deps } from '../../context.ts';
import { browserCookie } from '../../http/browser-cookie.ts';
import { limiter } from '../../http/limiter.ts';
import { reportedProblem } from '../../http/problem-details.ts';
import { readAssets } from '../kit/assets.ts';
import { formDrafts } from '../kit/form-drafts.ts';
import { readValues, refused, takeForm } from '../kit/form-values.ts';
import { layout, type Page } from '../kit/layout.ts';
import { failurePage, messagePage } from '../kit/message-page.ts';
import * as pages from './password.page.ts';

const FORM_BYTES = 8 * 1024;
/** Name of the form's draft: its address holds the link. */
const NEW_PASSWORD = 'senha-nova';
const HTML = 'text/html; charset=utf-8';

/** Forbids caching, indexing and framing, and sends no referrer, which would hold the link. */
const PRIVATE = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
};

const tokenIn = ({ params }: FastifyRequest) => (params as { token: string }).token;
const isAsked = ({ query }: FastifyRequest, name: string) => (query as Record<string, unknown>)[name] === 'sim';

/** Pages by which staff set another password, by a link sent to their e-mail. They work without scripts. */
export async function passwordPages(app: FastifyInstance, deps: Deps, { web }: { web?: string | undefined }) {
  const assets = await readAssets(web);
  const limit = limiter(app, LIMITS.form);
  const { known } = browserCookie(deps);
  const drafts = formDrafts(draftStore(deps), { ...deps, limit: limiter(app, LIMITS.draft) });

  const send = async (reply: FastifyReply, page: Page, status = reply.statusCode) => {
    const face = page.agency === undefined ? undefined : await faceOf(deps);
    const shown = { head: html`<meta name="robots" content="noindex">`, ...page, dress: assets.area };
    return reply
      .status(status)
      .type(HTML)
      .send(layout(assets, face, shown).text);
  };

  app.addHook('onRequest', async (_, reply) => {
    reply.headers(PRIVATE);
  });
  app.setErrorHandler(async (error, request, reply) => {
    const { status, message } = reportedProblem(request, error);
    if (status >= 500) return send(reply, failurePage(request.id), status);
    const agency = await agencyName(deps);
    if (status === 410) return send(reply, pages.linkOverPage(agency), status);
    return send(reply, messagePage(agency, 'Não foi possível abrir esta página', message), status);
  });
  await app.register(formbody, { bodyLimit: FORM_BYTES });

  /** Outcome of a form beyond the limit. */
  async function spent(request: FastifyRequest, reply: FastifyReply) {
    const refusal = await limit(request, reply);
    return refusal && refused(refusal);
  }

  app.get(pages.PASSWORD_PATH, async (request, reply) => {
    const agency = await agencyName(deps);
    if (isAsked(request, 'enviado')) return send(reply, pages.sentPage(agency));
    if (isAsked(request, 'trocada')) return send(reply, pages.changedPage(agency));
    const { values = {}, errors = {} } = (await drafts.find(request, reply, pages.PASSWORD_PATH)) ?? {};
    return send(reply, pages.askPage({ agency, byMail: canMail(deps), values, errors }));
  });

  app.post(pages.PASSWORD_PATH, { bodyLimit: FORM_BYTES }, async (request, reply) => {
    const values = readValues(request.body);
    let sendLink = async () => {};
    const taken =
      (await spent(request, reply)) ??
      (await takeForm(AccessRequest, values, async ({ email }) => {
        sendLink = await service.requestPasswordLink(deps, email);
      }));
    if (Object.keys(taken.errors).length > 0)
      return drafts.redirect(reply, pages.PASSWORD_PATH, { form: pages.PASSWORD_PATH, values, ...taken });
    await drafts.drop(request);
    // Answers before it sends the mail: the time of the answer doesn't reveal who works here.
    await reply.redirect(`${pages.PASSWORD_PATH}?enviado=sim`, 303);
    await sendLink().catch((error) => request.log.error({ err: error }, 'unexpected'));
    return reply;
  });

  app.get(`${pages.PASSWORD_PATH}/:token`, async (request, reply) => {
    const { email } = await service.openPasswordLink(deps, tokenIn(request));
    const path = `${pages.PASSWORD_PATH}/${tokenIn(request)}`;
    const { errors = {} } = (await drafts.find(request, reply, NEW_PASSWORD)) ?? {};
    return send(reply, pages.newPasswordPage({ agency: await agencyName(deps), email, path, errors }));
  });

  app.post(`${pages.PASSWORD_PATH}/:token`, { bodyLimit: FORM_BYTES }, async (request, reply) => {
    await service.openPasswordLink(deps, tokenIn(request));
    const taken =
      (await spent(request, reply)) ??
      (await takeForm(FirstPassword, readValues(request.body), ({ password }) =>
        service.consumePasswordLink(deps, tokenIn(request), password, { address: request.ip, browser: known(request) }),
      ));
    // Of two concurrent requests the second one's link is used up by now, and its page says so.
    if (Object.keys(taken.errors).length > 0)
      return drafts.redirect(reply, `${pages.PASSWORD_PATH}/${tokenIn(request)}`, {
        form: NEW_PASSWORD,
        values: {},
        ...taken,
      });
    await drafts.drop(request);
    return reply.redirect(`${pages.PASSWORD_PATH}?trocada=sim`, 303);
  });
}
