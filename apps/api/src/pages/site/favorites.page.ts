import { searchPath } from '#api/modules/doors/site/listing-search.map.ts';
import type { FoundCard } from '#api/modules/doors/site/search.service.ts';
import { html } from '../../base/html.ts';
import { icons } from '../kit/icons.ts';
import type { Page } from '../kit/layout.ts';
import { listingCards } from './listing/listing-cards.part.ts';

export const FAVORITES_PATH = '/favoritos';
/** Listings on the page. */
const MAX_FAVORITES = 50;

/** Numbers of listings in an address, each once: `12,7`. Undefined when the address has none. */
export function readFavorites(text: unknown): number[] | undefined {
  if (typeof text !== 'string') return undefined;
  const ids = text.split(',').flatMap((part) => (/^[1-9]\d{0,14}$/.test(part) ? [Number(part)] : []));
  return ids.length > 0 ? [...new Set(ids)].slice(0, MAX_FAVORITES) : undefined;
}

type Favorites = { agency: string; ids: readonly number[] | undefined; cards: readonly FoundCard[] };

/** A visitor's favourite listings. Only the browser stores which they are, and sends their numbers in the address. */
export function favoritesPage({ agency, ids, cards }: Favorites): Page {
  const offered = new Set(cards.map(({ id }) => id));
  const gone = (ids ?? []).filter((id) => !offered.has(id));
  return {
    title: 'Favoritos',
    agency,
    head: html`<meta name="robots" content="noindex">`,
    main: html`<div class="rowhead"><h1>Favoritos</h1>${cards.length > 0 && html`<p class="dim">${cards.length === 1 ? '1 imóvel' : `${cards.length} imóveis`}</p>`}</div>
${cards.length > 0 && html`<p class="lead-in dim">Guardados só neste navegador. Para mandar a alguém, envie o endereço desta página.</p>`}
${listingCards(cards, { level: 2, leaves: true })}
${gone.length > 0 && unavailable(gone)}
${ids === undefined && none()}`,
  };
}

const none = () =>
  html`<div class="message" data-favorites-missing><span class="plate">${icons.heart}</span><h2>Nenhum imóvel guardado</h2><p>Toque no coração de um anúncio para guardá-lo aqui, neste navegador. <a class="lead" href="${searchPath({ purpose: 'alugar', page: 1 })}">Ver imóveis</a></p></div>`;

/** The same text for a listing that was let, was sold or never existed, so that the page reveals nothing about it. */
const unavailable = (ids: readonly number[]) =>
  html`<section class="row"><h2>Não anunciados agora</h2><ul class="gone">${ids.map(
    (id) =>
      html`<li><span>Imóvel de código ${id}: não está mais anunciado.</span><button class="button" type="button" data-favorite="${id}" data-leaves aria-pressed="true" aria-label="Tirar dos favoritos: código ${id}" hidden>Tirar</button></li>`,
  )}</ul></section>`;
