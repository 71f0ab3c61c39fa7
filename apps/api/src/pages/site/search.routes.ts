import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../context.ts';
import { originOf, sendText } from '../../http/send.ts';
import { faceOf } from '../../modules/agency/face.service.ts';
import { findPostAddresses } from '../../modules/site/blog.service.ts';
import { readSearch } from '../../modules/site/listing-search.map.ts';
import * as service from '../../modules/site/search.service.ts';
import type { Face } from '../kit/face.ts';
import type { Page } from '../kit/layout.ts';
import { homePage, resultsPage } from './search.page.ts';
import { robots, sitemap } from './sitemap.page.ts';

type Options = { rendered: (page: Page, face?: Face) => Promise<string>; publicUrl: string | undefined };

const A_MINUTE = 'public, max-age=60';
const AN_HOUR = 'public, max-age=3600';

/** Home and search pages of the site, and the files for search engines. */
export function searchPages(app: FastifyInstance, deps: Deps, { rendered, publicUrl }: Options) {
  const send = async (request: FastifyRequest, reply: FastifyReply, page: Page, face?: Face) =>
    sendText(request, reply, { body: await rendered(page, face), type: 'text/html; charset=utf-8', cache: A_MINUTE });

  app.get('/', async (request, reply) => {
    const [face, found] = await Promise.all([faceOf(deps), service.openHome(deps)]);
    return send(request, reply, homePage({ ...found, face, origin: originOf(request, publicUrl) }), face);
  });
  app.get('/imoveis', async (request, reply) => {
    const search = readSearch(request.query);
    const found = await service.findListings(deps, search);
    return send(request, reply, resultsPage({ ...found, search, origin: originOf(request, publicUrl) }));
  });
  app.get('/sitemap.xml', async (request, reply) => {
    const [listings, posts] = await Promise.all([service.findAddresses(deps), findPostAddresses(deps)]);
    const body = sitemap(originOf(request, publicUrl), listings, posts);
    return sendText(request, reply, { body, type: 'application/xml; charset=utf-8', cache: AN_HOUR });
  });
  app.get('/robots.txt', async (request, reply) => {
    const body = robots(originOf(request, publicUrl));
    return sendText(request, reply, { body, type: 'text/plain; charset=utf-8', cache: AN_HOUR });
  });
}
