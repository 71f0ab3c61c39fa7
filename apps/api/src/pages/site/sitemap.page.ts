import { STAFF_PATH } from '@morada/contract/base/addresses';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { postPath } from '@morada/domain/property/post';
import { listingPath } from '@morada/domain/property/property';
import type { findPostAddresses } from '#api/modules/doors/site/blog.service.ts';
import { citySlug, placeSlug, searchPath } from '#api/modules/doors/site/listing-search.map.ts';
import type { findAddresses, findPlacesOf } from '#api/modules/doors/site/search.service.ts';
import { html } from '../../base/html.ts';
import { PRIVACY_PATH } from '../kit/footer.ts';
import { BLOG_PATH } from './blog.page.ts';
import { OFFER_PATH } from './offer/offer.page.ts';

type Addressed = Awaited<ReturnType<typeof findAddresses>>[number];
type PlaceOf = Awaited<ReturnType<typeof findPlacesOf>>[number];
type AddressedPost = Awaited<ReturnType<typeof findPostAddresses>>[number];

const dated = (url: string, changed: CalendarDate) => html`<url><loc>${url}</loc><lastmod>${changed}</lastmod></url>\n`;

type Listed = {
  listings: readonly Addressed[];
  places: readonly PlaceOf[];
  posts: readonly AddressedPost[];
};

/** Searches by purpose, city and neighbourhood in which something is offered, each once. */
function placePaths(places: readonly PlaceOf[]): string[] {
  const paths = places.flatMap(({ toLet, forSale, ...at }) =>
    [toLet && ('alugar' as const), forSale && ('comprar' as const)].flatMap((purpose) =>
      purpose ? [citySlug(at), placeSlug(at)].map((place) => searchPath({ purpose, place, page: 1 })) : [],
    ),
  );
  return [...new Set(paths)];
}

/** Sitemap of all public pages; `html` escapes are valid in XML. */
export const sitemap = (origin: string, { listings, places, posts }: Listed) => {
  const pages = [
    '/',
    OFFER_PATH,
    BLOG_PATH,
    PRIVACY_PATH,
    searchPath({ purpose: 'alugar', page: 1 }),
    searchPath({ purpose: 'comprar', page: 1 }),
    ...placePaths(places),
  ];
  return html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${pages.map((path) => html`<url><loc>${origin}${path}</loc></url>\n`)}${listings.map((listing) =>
  dated(origin + listingPath(listing), listing.changed_on),
)}${posts.map((post) => dated(origin + postPath(post), post.changed_on))}</urlset>
`.text;
};

/** Allows the site and its photographs; the rest of the API and the pages behind a sign-in or a secret link are excluded. */
export const robots = (origin: string) => `User-agent: *
Allow: /api/image/
Disallow: /api/
Disallow: ${STAFF_PATH}
Disallow: /cliente
Disallow: /f/
Disallow: /m/
Disallow: /o/
Disallow: /senha
Disallow: /visita/
Disallow: /proposta/
Disallow: /alerta/
Disallow: /ficha/
Disallow: /assinar/
Disallow: /conferir/

Sitemap: ${origin}/sitemap.xml
`;
