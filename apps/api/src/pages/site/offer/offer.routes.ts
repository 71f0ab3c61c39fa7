import { LIMITS } from '@morada/contract/base/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { draftStore } from '#api/modules/doors/form-drafts/form-drafts.service.ts';
import { agencyName } from '#api/modules/doors/site/site.service.ts';
import type { Deps } from '../../../context.ts';
import { limiter } from '../../../http/limiter.ts';
import { originOf } from '../../../http/send.ts';
import type { Assets } from '../../kit/assets.ts';
import { type FormDraft, formDrafts } from '../../kit/form-drafts.ts';
import { readValues, refused } from '../../kit/form-values.ts';
import type { Page } from '../../kit/layout.ts';
import { OFFER_PATH, type OfferStep, offerPage } from './offer.page.ts';
import { startOffer, takeOffer, withSubmission } from './offer.request.ts';
import { FRESH } from './offered.routes.ts';

const FORMS = { start: 'anuncie-1', details: 'anuncie-2' } as const satisfies Record<OfferStep, string>;

type Options = {
  assets: Assets;
  rendered: (page: Page) => Promise<string>;
  publicUrl: string | undefined;
  bodyLimit: number;
};
type Shown = Omit<Parameters<typeof offerPage>[0], 'agency' | 'origin' | 'script'>;

export function offerPages(app: FastifyInstance, deps: Deps, { assets, rendered, publicUrl, bodyLimit }: Options) {
  const limit = limiter(app, LIMITS.form);
  const drafts = formDrafts(draftStore(deps), { ...deps, limit: limiter(app, LIMITS.draft) });

  const show = async (request: FastifyRequest, reply: FastifyReply, shown: Shown) => {
    const page = offerPage({
      ...{ ...shown, agency: await agencyName(deps) },
      ...{ origin: originOf(request, publicUrl), script: assets.fields },
    });
    return reply.type('text/html; charset=utf-8').send(await rendered(page));
  };

  /** Shows a step again: the first one, or the second with what was typed in both. */
  const again = (reply: FastifyReply, step: OfferStep, draft: Omit<FormDraft, 'form'>) =>
    drafts.redirect(reply, `${OFFER_PATH}?passo=${step === 'start' ? 1 : 2}`, { form: FORMS[step], ...draft });

  app.get(OFFER_PATH, async (request, reply) => {
    const { enviado, passo } = request.query as { enviado?: unknown; passo?: unknown };
    if (enviado === 'sim') return show(request, reply.header('cache-control', 'no-cache'), { step: 'sent' });
    const step = passo === '2' ? 'details' : 'start';
    const draft = passo === undefined ? undefined : await drafts.find(request, reply, FORMS[step]);
    if (!draft) reply.header('cache-control', 'no-cache');
    return show(request, reply, { ...draft, step: draft && !draft.isLost ? step : 'start' });
  });

  app.post(OFFER_PATH, { bodyLimit }, async (request, reply) => {
    const values = readValues(request.body);
    const { passo } = values;
    const refusal = await limit(request, reply);
    if (refusal) {
      const step = passo === 'inicio' ? 'start' : 'details';
      return again(reply, step, { values: withSubmission(values), ...refused(refusal) });
    }
    if (passo === 'inicio' || passo === 'cep') {
      const looked = await startOffer(deps, values);
      const isWrong = Object.keys(looked.errors).length > 0;
      const step = isWrong && passo === 'inicio' ? 'start' : 'details';
      return again(reply, step, { ...looked, values: withSubmission(looked.values), status: isWrong ? 422 : 200 });
    }
    const { errors, status, link } = await takeOffer(deps, values);
    if (Object.keys(errors).length > 0)
      return again(reply, 'details', { values: withSubmission(values), errors, status });
    await drafts.drop(request);
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    return reply.redirect(link ? `${link}?${FRESH}` : `${OFFER_PATH}?enviado=sim`, 303);
  });
}
