import { LIMITS } from '@morada/contract/base/limits';
import { SiteWhatsapp, siteProblems } from '@morada/contract/doors/site';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { draftStore } from '#api/modules/doors/form-drafts/form-drafts.service.ts';
import { leaveContact } from '#api/modules/doors/site/forms.service.ts';
import * as service from '#api/modules/doors/site/site.service.ts';
import { faceOf } from '#api/modules/registry/agency/face.service.ts';
import type { Deps } from '../../context.ts';
import { limiter } from '../../http/limiter.ts';
import { originOf } from '../../http/send.ts';
import type { Face } from '../kit/face.ts';
import { WHATSAPP_PATH } from '../kit/footer.ts';
import { FOR_BACK, formDrafts } from '../kit/form-drafts.ts';
import { readValues, refused, takeForm, type Values } from '../kit/form-values.ts';
import type { Page } from '../kit/layout.ts';
import { isPersonView } from './visitor.request.ts';
import { type Addressee, addresseeOf, whatsappPage, whatsappPath } from './whatsapp.page.ts';

type Options = {
  rendered: (page: Page, known?: Face, reply?: FastifyReply) => Promise<string>;
  publicUrl: string | undefined;
  bodyLimit: number;
};

const HEADERS = { 'x-robots-tag': 'noindex, nofollow' };

/** The page between 'WhatsApp' and the conversation: it asks for a contact that may stay empty, and counts the opening. */
export function whatsappPages(app: FastifyInstance, deps: Deps, { rendered, publicUrl, bodyLimit }: Options) {
  const limit = limiter(app, LIMITS.form);
  const drafts = formDrafts(draftStore(deps), { ...deps, limit: limiter(app, LIMITS.draft) });

  /** @throws LISTING_NOT_FOUND, WHATSAPP_OFF */
  const opened = async ({ params, query }: FastifyRequest) => {
    const { id } = params as { id?: string };
    const known = id === undefined || /^[1-9]\d{0,14}$/.test(id);
    const [face, listing] = await Promise.all([
      faceOf(deps),
      id === undefined || !known ? undefined : service.openListing(deps, Number(id)),
    ]);
    if (id !== undefined && !listing) throw siteProblems.LISTING_NOT_FOUND();
    const to: Addressee = (query as { para?: unknown }).para === 'pessoa' ? 'pessoa' : 'imobiliaria';
    if (!addresseeOf({ face, listing, to })) throw siteProblems.WHATSAPP_OFF();
    return { face, listing, to, form: `whatsapp-${listing?.id ?? 0}` };
  };

  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const { form, ...about } = await opened(request);
    const { enviado } = request.query as { enviado?: unknown };
    const draft = await drafts.find(request, reply, form);
    const page = whatsappPage({ ...about, origin: originOf(request, publicUrl), sent: enviado === 'sim', ...draft });
    return reply
      .headers({ ...HEADERS, 'cache-control': FOR_BACK })
      .type('text/html; charset=utf-8')
      .send(await rendered(page, about.face, reply));
  };

  const take = async (request: FastifyRequest, reply: FastifyReply) => {
    const { listing, to, form } = await opened(request);
    const values = readValues(request.body);
    const refusal = await limit(request, reply);
    const typed = { ...values, kind: values.kind || undefined, consent: values.consent === 'sim' };
    const { errors, status } = refusal
      ? refused(refusal)
      : leavesContact(values)
        ? await takeForm(SiteWhatsapp, typed, (input) => leaveContact(deps, listing?.id ?? null, input))
        : { errors: {}, status: 200 };
    const path = whatsappPath(listing, to);
    const withQuery = (query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`;
    reply.headers(HEADERS);
    if (Object.keys(errors).length > 0)
      return drafts.redirect(reply, `${withQuery('revisar=sim')}#whatsapp`, { form, values, errors, status });
    await drafts.drop(request);
    if (isPersonView(request.headers))
      await service.countOpening(deps, listing?.id ?? null, {
        ip: request.ip,
        agent: String(request.headers['user-agent']),
      });
    return reply.header('cache-control', 'no-store').redirect(withQuery('enviado=sim'), 303);
  };

  for (const url of [WHATSAPP_PATH, `${WHATSAPP_PATH}/:id`]) {
    app.get(url, show);
    app.post(url, { bodyLimit }, take);
  }
}

/** Whether any part of a contact was typed: what was begun is asked for whole. */
const leavesContact = ({ name = '', phone = '' }: Values) => name.trim() !== '' || phone.trim() !== '';
