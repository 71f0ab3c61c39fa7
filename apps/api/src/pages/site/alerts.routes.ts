import { LIMITS } from '@morada/contract/base/limits';
import { SearchAlertRequest, siteProblems } from '@morada/contract/doors/site';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { canMail } from '#api/mail/mail.service.ts';
import { draftStore } from '#api/modules/doors/form-drafts/form-drafts.service.ts';
import * as service from '#api/modules/doors/site/alerts.service.ts';
import { readSearch } from '#api/modules/doors/site/listing-search.map.ts';
import { findPlaces } from '#api/modules/doors/site/search.service.ts';
import { agencyName } from '#api/modules/doors/site/site.service.ts';
import type { Deps } from '../../context.ts';
import { limiter } from '../../http/limiter.ts';
import { FOR_BACK, formDrafts } from '../kit/form-drafts.ts';
import { isPressed, readValues, refused, takeForm } from '../kit/form-values.ts';
import type { Page } from '../kit/layout.ts';
import { alertPage, alertPath, confirmedPage, confirmPage, leavePage, leftPage } from './alerts.page.ts';

type Options = { rendered: (page: Page) => Promise<string>; bodyLimit: number };

/** Same-origin referrers are kept: without them a browser sends `Origin: null`. */
const PRIVATE = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'same-origin' };

const FORM = 'alerta';
const LINK = /\/(confirmar|sair)\/([1-9]\d{0,14})\/([\w-]{43})$/;

/** The form of alerts, and the pages of the links that are mailed. Absent while no mail can be sent. */
export function alertPages(app: FastifyInstance, deps: Deps, { rendered, bodyLimit }: Options) {
  const send = async (reply: FastifyReply, page: Page, headers: Readonly<Record<string, string>> = PRIVATE) =>
    reply
      .headers(headers)
      .type('text/html; charset=utf-8')
      .send(await rendered(page));
  const limit = limiter(app, LIMITS.form);
  const drafts = formDrafts(draftStore(deps), { ...deps, limit: limiter(app, LIMITS.draft) });

  app.get(service.ALERT_PATH, async (request, reply) => {
    if (!canMail(deps)) throw siteProblems.ALERTS_OFF();
    const [agency, places] = await Promise.all([agencyName(deps), findPlaces(deps)]);
    const { enviado } = request.query as { enviado?: unknown };
    const draft = await drafts.find(request, reply, FORM);
    const page = alertPage({ agency, search: readSearch(request.query), places, sent: enviado === 'sim', ...draft });
    return send(reply, page, { ...PRIVATE, 'cache-control': FOR_BACK });
  });

  app.post(service.ALERT_PATH, { bodyLimit }, async (request, reply) => {
    if (!canMail(deps)) throw siteProblems.ALERTS_OFF();
    const search = readSearch(request.query);
    const values = readValues(request.body);
    const refusal = await limit(request, reply);
    const { errors, status } = refusal
      ? refused(refusal)
      : await takeForm(
          SearchAlertRequest,
          { ...values, consent: values.consent === 'sim', contact: values.contact === 'sim' },
          // A filled honeypot field marks a bot: it gets the usual answer, and nothing is stored.
          async ({ website, ...asked }) => (website ? undefined : service.requestAlert(deps, asked, search)),
        );
    reply.headers(PRIVATE);
    if (Object.keys(errors).length > 0)
      return drafts.redirect(reply, `${alertPath(search)}&revisar=sim`, { form: FORM, values, errors, status });
    await drafts.drop(request);
    return reply.redirect(`${alertPath(search)}&enviado=sim`, 303);
  });

  app.register(async (links) => linkPages(links, deps, send));
}

async function linkPages(
  app: FastifyInstance,
  deps: Deps,
  send: (reply: FastifyReply, page: Page) => Promise<unknown>,
) {
  const limit = limiter(app, LIMITS.link);
  // Mail programs post `List-Unsubscribe=One-Click` in one of two form encodings (RFC 8058). Its content isn't needed.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, __, done) => done(null, undefined));

  /** Kind of a link and id of its alert. @throws ALERT_OVER for an invalid link, TOO_MANY_REQUESTS */
  async function opened(request: FastifyRequest, reply: FastifyReply) {
    const refusal = await limit(request, reply);
    if (refusal) throw refusal;
    const [, kind, number, word] = LINK.exec(request.url.split('?', 1)[0] ?? '') ?? [];
    const link = kind === 'confirmar' || kind === 'sair' ? kind : undefined;
    const id = Number(number);
    if (!link || !word || !(await service.isAlertWord(deps, link, id, word))) throw siteProblems.ALERT_OVER();
    return { link, id };
  }

  const url = `${service.ALERT_PATH}/:link/:id/:word`;
  app.get(url, async (request, reply) => {
    const { link, id } = await opened(request, reply);
    const agency = await agencyName(deps);
    const alert = await service.openAlert(deps, id);
    if (link === 'sair') return send(reply, alert ? leavePage(agency) : leftPage(agency));
    if (!alert) throw siteProblems.ALERT_OVER();
    const shown = { agency, search: alert.search, places: await findPlaces(deps) };
    return send(reply, alert.confirmed_at === null ? confirmPage(shown) : confirmedPage(shown));
  });
  app.post(url, { bodyLimit: 4_096 }, async (request, reply) => {
    const { link, id } = await opened(request, reply);
    if (link === 'confirmar') await service.confirmAlert(deps, id);
    else {
      await service.leaveAlert(deps, id);
      // A mail program follows no redirect (RFC 8058, section 3.1).
      if (!isPressed(request.body)) return send(reply, leftPage(await agencyName(deps)));
    }
    return reply.headers(PRIVATE).redirect(request.url.split('?', 1)[0] ?? '', 303);
  });
}
