import { searchPath } from '#api/modules/doors/site/listing-search.map.ts';
import type { Link } from '../kit/layout.ts';
import { BLOG_PATH } from './blog.page.ts';
import { FAVORITES_PATH } from './favorites.page.ts';
import { OFFER_PATH } from './offer/offer.page.ts';

/** Navigation of every page of the site. */
export const siteLinks: readonly Link[] = [
  { name: 'Alugar', path: searchPath({ purpose: 'alugar', page: 1 }) },
  { name: 'Comprar', path: searchPath({ purpose: 'comprar', page: 1 }) },
  { name: 'Blog', path: BLOG_PATH },
  { name: 'Anuncie seu imóvel', path: OFFER_PATH, button: true },
  { name: 'Favoritos', path: FAVORITES_PATH, favorites: true },
  { name: 'Área do cliente', path: '/cliente', apart: true },
];
