import { listingPath } from '@morada/domain/property/property';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { canMail } from '#api/mail/mail.service.ts';
import { findPostAddresses } from '#api/modules/doors/site/blog.service.ts';
import {
  MAP_PATH,
  RESULTS_PATH,
  readCode,
  readSearch,
  unreadPrices,
} from '#api/modules/doors/site/listing-search.map.ts';
import * as service from '#api/modules/doors/site/search.service.ts';
import { agencyName } from '#api/modules/doors/site/site.service.ts';
import { faceOf } from '#api/modules/registry/agency/face.service.ts';
import type { Deps } from '../../context.ts';
import { originOf, sendText } from '../../http/send.ts';
import type { Asset } from '../kit/assets.ts';
import type { Face } from '../kit/face.ts';
import type { Page } from '../kit/layout.ts';
import { FAVORITES_PATH, favoritesPage, readFavorites } from './favorites.page.ts';
import { mapData } from './listing/map.part.ts';
import { homePage, resultsPage } from './search.page.ts';
import { robots, sitemap } from './sitemap.page.ts';

type Options = {
  rendered: (page: Page, face?: Face, reply?: FastifyReply) => Promise<string>;
  publicUrl: string | undefined;
  /** Script of the map. */
  mapping: Asset;
};

const A_MINUTE = 'public, max-age=60';
const AN_HOUR = 'public, max-age=3600';

/** Home and search pages of the site, and the files for search engines. */
export function searchPages(app: FastifyInstance, deps: Deps, { rendered, publicUrl, mapping }: Options) {
  const { map } = deps.outside;
  const send = async (request: FastifyRequest, reply: FastifyReply, page: Page, face?: Face) =>
    sendText(request, reply, {
      body: await rendered(page, face, reply),
      type: 'text/html; charset=utf-8',
      cache: A_MINUTE,
    });

  app.get('/', async (request, reply) => {
    const [face, found] = await Promise.all([faceOf(deps), service.openHome(deps)]);
    return send(request, reply, homePage({ ...found, face, origin: originOf(request, publicUrl) }), face);
  });
  app.get(RESULTS_PATH, async (request, reply) => {
    const search = readSearch(request.query);
    const code = codeIn(request);
    const listing = await service.findAddress(deps, readCode(code));
    if (listing) return reply.header('cache-control', A_MINUTE).redirect(listingPath(listing), 302);
    const found = await service.findListings(deps, search);
    const page = resultsPage({
      ...{ ...found, search, code, origin: originOf(request, publicUrl), alerts: canMail(deps) },
      unread: unreadPrices(request.query),
      map: map && { ...map, script: mapping.path },
    });
    return send(request, reply, page);
  });
  if (map)
    app.get(MAP_PATH, async (request, reply) => {
      const code = readCode(codeIn(request));
      const pins = code === undefined ? service.findPins(deps, readSearch(request.query)) : service.findPin(deps, code);
      const body = JSON.stringify(mapData(await pins));
      return sendText(request, reply, { body, type: 'application/json; charset=utf-8', cache: A_MINUTE });
    });
  app.get(FAVORITES_PATH, async (request, reply) => {
    const { imoveis } = request.query as { imoveis?: unknown };
    const ids = readFavorites(imoveis);
    const [agency, cards] = await Promise.all([agencyName(deps), service.findCardsAt(deps, ids ?? [])]);
    return send(request, reply, favoritesPage({ agency, ids, cards }));
  });
  app.get('/sitemap.xml', async (request, reply) => {
    const [listings, places, posts] = await Promise.all([
      service.findAddresses(deps),
      service.findPlacesOf(deps),
      findPostAddresses(deps),
    ]);
    const body = sitemap(originOf(request, publicUrl), { listings, places, posts });
    return sendText(request, reply, { body, type: 'application/xml; charset=utf-8', cache: AN_HOUR });
  });
  app.get('/robots.txt', async (request, reply) => {
    const body = robots(originOf(request, publicUrl));
    return sendText(request, reply, { body, type: 'text/plain; charset=utf-8', cache: AN_HOUR });
  });
}

/** A code that was typed, shortened to what a page shows of it. */
function codeIn({ query }: FastifyRequest): string | undefined {
  const { codigo } = query as { codigo?: unknown };
  const typed = typeof codigo === 'string' ? codigo.trim().slice(0, 40) : '';
  return typed === '' ? undefined : typed;
}
