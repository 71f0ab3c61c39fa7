import { LIMITS } from '@morada/contract/base/limits';
import type { Problem } from '@morada/contract/base/problem';
import { SiteVisitMove, siteProblems } from '@morada/contract/doors/site';
import type { VisitStatus } from '@morada/domain/attendance/visit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { draftStore } from '#api/modules/doors/form-drafts/form-drafts.service.ts';
import { visitPath } from '#api/modules/doors/site/visit-link.service.ts';
import * as service from '#api/modules/doors/site/visits.service.ts';
import { faceOf } from '#api/modules/registry/agency/face.service.ts';
import type { Deps } from '../../context.ts';
import { limiter } from '../../http/limiter.ts';
import { originOf } from '../../http/send.ts';
import { formDrafts } from '../kit/form-drafts.ts';
import { attempt, type FormOutcome, readValues, refused, takeForm, type Values } from '../kit/form-values.ts';
import type { Page } from '../kit/layout.ts';
import { isDayChoice, withDay } from './listing/listing-forms.part.ts';
import { visitPage } from './visit.page.ts';

type Options = { rendered: (page: Page) => Promise<string>; publicUrl: string | undefined; bodyLimit: number };
type Params = { id: string; word: string };

const PRIVATE = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'same-origin' };
/** Query of the page that follows the form of a listing. */
export const NEW_VISIT = 'feito=pedida';
/** What was just done, in words, and the state that it left. */
const DONE: Readonly<Record<string, { words: string; status: VisitStatus }>> = {
  pedida: { words: 'Pedido de visita enviado', status: 'PENDING' },
  mudada: { words: 'Horário mudado', status: 'PENDING' },
  cancelada: { words: 'Visita cancelada', status: 'CANCELED' },
};

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
  /** Name of the draft of one visit. */
  const formOf = ({ id }: { id: number }) => `visita-propria-${id}`;
  type Opened = Awaited<ReturnType<typeof opened>>;
  const again = (reply: FastifyReply, { visit, path }: Opened, values: Values, { errors, status }: FormOutcome) => {
    const form = { form: formOf(visit), values, errors, status };
    return drafts.redirect(reply.headers(PRIVATE), errors[''] ? path : `${path}#mudar`, form);
  };

  app.get('/visita/:id/:word', async (request, reply) => {
    const { visit, word } = await opened(request, await reads(request, reply));
    const { feito } = request.query as { feito?: unknown };
    const draft = await drafts.find(request, reply, formOf(visit));
    const done = typeof feito === 'string' ? DONE[feito] : undefined;
    const good = done?.status === visit.status ? done.words : undefined;
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
    const own = await opened(request, await reads(request, reply));
    const values = readValues(request.body);
    if (isDayChoice(values)) return again(reply, own, withDay(values), { errors: {}, status: 200 });
    const refusal = await changes(request, reply);
    const taken = refusal
      ? refused(refusal)
      : await takeForm(SiteVisitMove, values, (hour) => service.moveOwnVisit(deps, own.visit.id, hour));
    if (Object.keys(taken.errors).length > 0) return again(reply, own, values, taken);
    await drafts.drop(request);
    return reply.headers(PRIVATE).redirect(`${own.path}?feito=mudada`, 303);
  });

  app.post('/visita/:id/:word/cancelar', { bodyLimit }, async (request, reply) => {
    const own = await opened(request, await reads(request, reply));
    const values = readValues(request.body);
    const refusal = await changes(request, reply);
    if (!refusal && values.confirma !== 'sim') return reply.headers(PRIVATE).redirect(`${own.path}#cancelar`, 303);
    const taken = refusal ? refused(refusal) : await attempt(() => service.cancelOwnVisit(deps, own.visit.id));
    if (Object.keys(taken.errors).length > 0) return again(reply, own, {}, taken);
    return reply.headers(PRIVATE).redirect(`${own.path}?feito=cancelada`, 303);
  });
}
