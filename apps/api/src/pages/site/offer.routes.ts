import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../context.ts';
import { originOf } from '../../http/send.ts';
import { FORM_LIMIT, tooMany } from '../../modules/site/forms.service.ts';
import { agencyName } from '../../modules/site/site.service.ts';
import { readValues } from '../kit/form-values.ts';
import type { Page } from '../kit/layout.ts';
import { takeOffer } from './forms.request.ts';
import { OFFER_PATH, offerPage } from './offer.page.ts';

type Options = { rendered: (page: Page) => Promise<string>; publicUrl: string | undefined; bodyLimit: number };

export function offerPages(app: FastifyInstance, deps: Deps, { rendered, publicUrl, bodyLimit }: Options) {
  const limit = app.createRateLimit(FORM_LIMIT);

  app.get(OFFER_PATH, async (request, reply) => {
    const agency = await agencyName(deps);
    const { enviado } = request.query as { enviado?: unknown };
    const page = offerPage({ agency, origin: originOf(request, publicUrl), sent: enviado === 'sim' });
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(await rendered(page));
  });

  app.post(OFFER_PATH, { bodyLimit }, async (request, reply) => {
    const agency = await agencyName(deps);
    const values = readValues(request.body);
    const spent = await limit(request);
    const exceeded = !spent.isAllowed && spent.isExceeded;
    if (exceeded) reply.header('retry-after', spent.ttlInSeconds);
    const errors = exceeded ? { '': tooMany(spent.ttlInSeconds).message } : await takeOffer(deps, values);
    reply.header('cache-control', 'no-store');
    if (Object.keys(errors).length === 0) return reply.redirect(`${OFFER_PATH}?enviado=sim`, 303);
    const page = offerPage({ agency, origin: originOf(request, publicUrl), sent: false, values, errors });
    return reply
      .status(exceeded ? 429 : 422)
      .type('text/html; charset=utf-8')
      .send(await rendered(page));
  });
}
