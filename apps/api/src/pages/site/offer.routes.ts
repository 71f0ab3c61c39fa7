import { LIMITS } from '@morada/contract/base/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { agencyName } from '#api/modules/doors/site/site.service.ts';
import type { Deps } from '../../context.ts';
import { limiter } from '../../http/limiter.ts';
import { originOf } from '../../http/send.ts';
import { readValues, refused } from '../kit/form-values.ts';
import type { Page } from '../kit/layout.ts';
import { OFFER_PATH, offerPage } from './offer.page.ts';
import { startOffer, takeOffer, withSubmission } from './offer.request.ts';
import { FRESH } from './offered.routes.ts';

type Options = { rendered: (page: Page) => Promise<string>; publicUrl: string | undefined; bodyLimit: number };
type Shown = Omit<Parameters<typeof offerPage>[0], 'agency' | 'origin'>;

export function offerPages(app: FastifyInstance, deps: Deps, { rendered, publicUrl, bodyLimit }: Options) {
  const limit = limiter(app, LIMITS.form);

  const show = async (request: FastifyRequest, reply: FastifyReply, shown: Shown, status = 200) => {
    const page = offerPage({ ...shown, agency: await agencyName(deps), origin: originOf(request, publicUrl) });
    return reply
      .status(status)
      .type('text/html; charset=utf-8')
      .send(await rendered(page));
  };

  app.get(OFFER_PATH, async (request, reply) => {
    const { enviado } = request.query as { enviado?: unknown };
    reply.header('cache-control', 'no-cache');
    return show(request, reply, { step: enviado === 'sim' ? 'sent' : 'start' });
  });

  app.post(OFFER_PATH, { bodyLimit }, async (request, reply) => {
    const values = readValues(request.body);
    const { passo } = values;
    reply.header('cache-control', 'no-store');
    const refusal = await limit(request, reply);
    if (refusal) {
      const { errors, status } = refused(refusal);
      const step = passo === 'inicio' ? 'start' : 'details';
      return show(request, reply, { step, values: withSubmission(values), errors }, status);
    }
    if (passo === 'inicio' || passo === 'cep') {
      const looked = await startOffer(deps, values);
      const isWrong = Object.keys(looked.errors).length > 0;
      const step = isWrong && passo === 'inicio' ? 'start' : 'details';
      return show(request, reply, { ...looked, step, values: withSubmission(looked.values) }, isWrong ? 422 : 200);
    }
    const { errors, link } = await takeOffer(deps, values);
    if (Object.keys(errors).length > 0)
      return show(request, reply, { step: 'details', values: withSubmission(values), errors }, 422);
    reply.header('referrer-policy', 'no-referrer');
    return reply.redirect(link ? `${link}?${FRESH}` : `${OFFER_PATH}?enviado=sim`, 303);
  });
}
