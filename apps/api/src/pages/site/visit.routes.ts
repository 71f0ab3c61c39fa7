import { LIMITS } from '@morada/contract/base/limits';
import type { Problem } from '@morada/contract/base/problem';
import { SiteVisitMove, siteProblems } from '@morada/contract/doors/site';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { draftStore } from '#api/modules/doors/form-drafts/form-drafts.service.ts';
import { visitPath } from '#api/modules/doors/site/visit-link.service.ts';
import * as service from '#api/modules/doors/site/visits.service.ts';
import { faceOf } from '#api/modules/registry/agency/face.service.ts';
import type { Deps } from '../../context.ts';
import { limiter } from '../../http/limiter.ts';
import { originOf } from '../../http/send.ts';
import { formDrafts } from '../kit/form-drafts.ts';
import { type FormOutcome, readValues, refused, takeForm, type Values } from '../kit/form-values.ts';
import type { Page } from '../kit/layout.ts';
import { isDayChoice, withDay } from './listing-forms.part.ts';
import { visitPage } from './visit.page.ts';

type Options = { rendered: (page: Page) => Promise<string>; publicUrl: string | undefined; bodyLimit: number };
type Params = { id: string; word: string };

const PRIVATE = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'same-origin' };
/** Query of the page that follows the form of a listing. */
export const NEW_VISIT = 'feito=pedida';
const DONE: Readonly<Record<string, string>> = {
  pedida: 'Pedido de visita enviado',
  mudada: 'Horário mudado',
  cancelada: 'Visita cancelada',
};
const FORM = 'visita-propria';

/** The page by which a visitor follows a visit, moves or cancels it; without a session. */
export function visitPages(app: FastifyInstance, deps: Deps, { rendered, publicUrl, bodyLimit }: Options) {
  const reads = limiter(app, LIMITS.link);
  const changes = limiter(app, LIMITS.form);
  const drafts = formDrafts(draftStore(deps), { ...deps, limit: limiter(app, LIMITS.draft) });

  /** The visit of the address. @throws VISIT_LINK, TOO_MANY_REQUESTS */
  const opened = async (request: FastifyRequest, refusal: Problem | undefined) => {
    if (refusal) throw refusal;
    const { id, word } = request.params as Params;
    const isLink = /^[1-9]\d{0,14}$/.test(id) && /^[\w-]{43}$/.test(word);
    const visit = isLink ? await service.openVisit(deps, Number(id), word) : undefined;
    if (!visit) throw siteProblems.VISIT_LINK();
    return { visit, word, path: visitPath(visit.id, word) };
  };
  const again = (reply: FastifyReply, path: string, values: Values, { errors, status }: FormOutcome) =>
    drafts.redirect(reply.headers(PRIVATE), `${path}#mudar`, { form: FORM, values, errors, status });

  app.get('/visita/:id/:word', async (request, reply) => {
    const { visit, word } = await opened(request, await reads(request, reply));
    const { feito } = request.query as { feito?: unknown };
    const draft = await drafts.find(request, reply, FORM);
    const good = typeof feito === 'string' ? DONE[feito] : undefined;
    const page = visitPage({ face: await faceOf(deps), visit, word, good, ...draft });
    return reply
      .headers(PRIVATE)
      .type('text/html; charset=utf-8')
      .send(await rendered(page));
  });

  app.get('/visita/:id/:word/visita.ics', async (request, reply) => {
    const { visit } = await opened(request, await reads(request, reply));
    return reply
      .headers(PRIVATE)
      .header('content-disposition', 'attachment; filename="visita.ics"')
      .type('text/calendar; charset=utf-8')
      .send(await service.calendarOf(deps, visit, originOf(request, publicUrl)));
  });

  app.post('/visita/:id/:word', { bodyLimit }, async (request, reply) => {
    const { visit, path } = await opened(request, await reads(request, reply));
    const values = readValues(request.body);
    if (isDayChoice(values)) return again(reply, path, withDay(values), { errors: {}, status: 200 });
    const refusal = await changes(request, reply);
    const taken = refusal
      ? refused(refusal)
      : await takeForm(SiteVisitMove, values, (hour) => service.moveOwnVisit(deps, visit.id, hour));
    if (Object.keys(taken.errors).length > 0) return again(reply, path, values, taken);
    await drafts.drop(request, reply);
    return reply.headers(PRIVATE).redirect(`${path}?feito=mudada`, 303);
  });

  app.post('/visita/:id/:word/cancelar', { bodyLimit }, async (request, reply) => {
    const { visit, path } = await opened(request, await changes(request, reply));
    if (readValues(request.body).confirma !== 'sim') return reply.headers(PRIVATE).redirect(`${path}#cancelar`, 303);
    await service.cancelOwnVisit(deps, visit.id);
    return reply.headers(PRIVATE).redirect(`${path}?feito=cancelada`, 303);
  });
}
