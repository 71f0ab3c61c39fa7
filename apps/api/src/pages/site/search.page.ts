import { sentence } from '@morada/domain/base/sentence';
import { inNeighborhood, paragraphs } from '@morada/domain/property/listing';
import { LOCATIONS } from '@morada/domain/property/property';
import { type Html, html, jsonData } from '../../base/html.ts';
import {
  isFiltered,
  type ListingSearch,
  type Place,
  type Purpose,
  placesAt,
  searchPath,
} from '../../modules/site/listing-search.map.ts';
import type { Found, FoundCard } from '../../modules/site/search.service.ts';
import type { Face } from '../kit/face.ts';
import { icons } from '../kit/icons.ts';
import type { Page } from '../kit/layout.ts';
import { agentData } from './agent.part.ts';
import { listingCards } from './listing-cards.part.ts';
import { picture } from './photographs.part.ts';
import { searchForm } from './search-form.part.ts';

type Home = { face: Face; places: Place[]; toLet: FoundCard[]; forSale: FoundCard[]; origin: string };

const first = (purpose: Purpose): ListingSearch => ({ purpose, page: 1 });

const head = (
  agency: string,
  title: string,
  description: string,
  url: string,
) => html`<meta name="description" content="${description}">
<link rel="canonical" href="${url}">
<meta property="og:type" content="website">
<meta property="og:locale" content="pt_BR">
<meta property="og:site_name" content="${agency}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${url}">`;

const nothing = (title: string, why: Html) =>
  html`<div class="message"><span class="plate">${icons.home}</span><h2>${title}</h2><p>${why}</p></div>`;

/** Of the whole page: the picture is as wide as the column. */
const COVER_SIZES = '(min-width: 1120px) 1072px, 100vw';

export function homePage({ face, places, toLet, forSale, origin }: Home): Page {
  const { name: agency, headline, about, cover } = face;
  const title = 'Imóveis para alugar e comprar';
  const url = `${origin}/`;
  const row = (purpose: Purpose, name: string, cards: FoundCard[]) =>
    cards.length > 0 &&
    html`<section class="row"><div class="rowhead"><h2>${name}</h2><a class="lead" href="${searchPath(first(purpose))}">Ver todos</a></div>${listingCards(cards, 3)}</section>`;
  const isEmpty = toLet.length + forSale.length === 0;
  return {
    title,
    agency,
    previewAt: origin,
    head: html`${head(agency, title, sentence(headline ?? `Imóveis para alugar e comprar com ${agency}`), url)}
${jsonData({ '@context': 'https://schema.org', ...agentData(face, origin) })}`,
    main: html`${cover ? html`<div class="cover">${picture(cover, '', COVER_SIZES, true)}<h1 class="hero">${headline ?? title}</h1></div>` : html`<h1 class="hero">${headline ?? title}</h1>`}
${searchForm(first('alugar'), places)}
${row('alugar', 'Para alugar', toLet)}
${row('comprar', 'Para comprar', forSale)}
${isEmpty && nothing('Nenhum imóvel anunciado agora', html`Volte em breve: novos anúncios aparecem aqui.`)}
${about && html`<section class="row"><h2>Sobre ${agency}</h2>${paragraphs(about).map((lines) => html`<p class="own-words">${lines.map((line, index) => [index > 0 && html`<br>`, line])}</p>`)}</section>`}`,
  };
}

/** Kinds stay in the singular, as elsewhere: plurals would need sixteen more words. */
function searchTitle({ purpose, location, place }: ListingSearch, places: readonly Place[]) {
  const [at] = place === undefined ? [] : placesAt(places, place);
  const where = at && (place?.includes('/') ? `${inNeighborhood(at.neighborhood)}, ${at.city}` : `em ${at.city}`);
  return [location ? LOCATIONS[location] : 'Imóveis', 'para', purpose, where].filter(Boolean).join(' ');
}

const counted = (total: number) => (total === 1 ? '1 imóvel' : `${total.toLocaleString('pt-BR')} imóveis`);

type Results = Found & { agency: string; search: ListingSearch; origin: string };

export function resultsPage({ agency, search, places, cards, total, lastPage, origin }: Results): Page {
  const title = searchTitle(search, places);
  const about = sentence(`${counted(total)} para ${search.purpose} com ${agency}`);
  return {
    title: search.page > 1 ? `${title}, página ${search.page}` : title,
    agency,
    previewAt: origin,
    head: html`${head(agency, title, about, origin + searchPath(search))}
${cards.length === 0 && html`<meta name="robots" content="noindex">`}`,
    main: html`${searchForm(search, places)}
<div class="rowhead"><h1>${title}</h1><p class="dim">${counted(total)}</p></div>
${cards.length > 0 ? listingCards(cards, 2) : emptyResults(search, total)}
${pager(search, lastPage)}`,
  };
}

function emptyResults(search: ListingSearch, total: number) {
  if (total > 0)
    return nothing(
      'Esta página não existe mais',
      html`<a class="lead" href="${searchPath({ ...search, page: 1 })}">Voltar à primeira página</a>`,
    );
  if (!isFiltered(search))
    return nothing(`Nenhum imóvel para ${search.purpose} agora`, html`Volte em breve: novos anúncios aparecem aqui.`);
  return nothing(
    'Nenhum imóvel com estes filtros',
    html`Mude os filtros ou <a class="lead" href="${searchPath(first(search.purpose))}">veja todos para ${search.purpose}</a>.`,
  );
}

function pager(search: ListingSearch, lastPage: number) {
  const { page } = search;
  if (lastPage === 1 || page > lastPage) return null;
  const link = (to: number, rel: 'prev' | 'next', name: Html) =>
    to >= 1 &&
    to <= lastPage &&
    html`<a class="button" rel="${rel}" href="${searchPath({ ...search, page: to })}">${name}</a>`;
  return html`<nav class="pager" aria-label="Páginas">${link(page - 1, 'prev', html`${icons.left}Anterior`)}<p class="dim">Página ${page} de ${lastPage}</p>${link(page + 1, 'next', html`Próxima${icons.right}`)}</nav>`;
}
