import { namedAgency } from '@morada/domain/base/agency-name';
import { sentence } from '@morada/domain/base/sentence';
import { paragraphs } from '@morada/domain/property/listing';
import {
  activeFilters,
  filtersOf,
  isFiltered,
  type ListingSearch,
  mapPath,
  ORDER_NAMES,
  type Place,
  type Purpose,
  searchPath,
  searchTitle,
} from '#api/modules/doors/site/listing-search.map.ts';
import type { Found, FoundCard } from '#api/modules/doors/site/search.service.ts';
import { type Html, html, jsonData } from '../../base/html.ts';
import type { Face } from '../kit/face.ts';
import { icons } from '../kit/icons.ts';
import type { Page } from '../kit/layout.ts';
import { alertForm } from './alerts.page.ts';
import { agentData } from './listing/agent.part.ts';
import { listingCards } from './listing/listing-cards.part.ts';
import { picture } from './listing/photographs.part.ts';
import { codeForm, searchForm } from './search-form.part.ts';

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

/** `sizes` of the cover picture, which is as wide as the column. */
const COVER_SIZES = '(min-width: 1120px) 1072px, 100vw';

/** The agency's city, else the only one in which it offers something. */
function cityOf({ city }: Face, places: readonly Place[]) {
  const [first, ...others] = new Set(places.map((place) => place.city));
  return city || (others.length === 0 ? first : undefined);
}

export function homePage({ face, places, toLet, forSale, origin }: Home): Page {
  const { name: agency, headline, about, cover } = face;
  const city = cityOf(face, places);
  const title = `Imóveis para alugar e comprar${city ? ` em ${city}` : ''}`;
  const url = `${origin}/`;
  const row = (purpose: Purpose, name: string, cards: FoundCard[]) =>
    cards.length > 0 &&
    html`<section class="row"><div class="rowhead"><h2>${name}</h2><a class="lead" href="${searchPath(first(purpose))}">Ver todos</a></div>${listingCards(cards, { level: 3, eager: purpose === 'alugar' && !cover })}</section>`;
  const isEmpty = toLet.length + forSale.length === 0;
  return {
    measured: true,
    title,
    agency,
    previewAt: origin,
    head: html`${head(agency, title, sentence(headline ?? `${title} com ${namedAgency(agency)}`), url)}
${jsonData({ '@context': 'https://schema.org', ...agentData(face, origin) })}`,
    main: html`${cover ? html`<div class="cover">${picture(cover, '', COVER_SIZES, true)}<h1 class="hero">${headline ?? title}</h1></div>` : html`<h1 class="hero">${headline ?? title}</h1>`}
${searchForm(first('alugar'), places)}
${codeForm()}
${row('alugar', 'Para alugar', toLet)}
${row('comprar', 'Para comprar', forSale)}
${isEmpty && nothing('Nenhum imóvel anunciado agora', html`Volte em breve: novos anúncios aparecem aqui.`)}
${about && html`<section class="row"><h2>Sobre ${namedAgency(agency)}</h2>${paragraphs(about).map((lines) => html`<p class="own-words">${lines.map((line, index) => [index > 0 && html`<br>`, line])}</p>`)}</section>`}`,
  };
}

const counted = (total: number) => (total === 1 ? '1 imóvel' : `${total.toLocaleString('pt-BR')} imóveis`);

/** Where the map's script, its listings and its tiles come from. */
export type MapSource = { script: string; url: string; attribution: string };

type Results = Found & {
  agency: string;
  search: ListingSearch;
  origin: string;
  /** A code that led to no listing. */
  code?: string | undefined;
  /** Prices that were typed and can't be read. */
  unread?: readonly string[];
  alerts: boolean;
  map: MapSource | undefined;
};

export function resultsPage(results: Results): Page {
  const { agency, search, places, cards, total, lastPage, origin, code, alerts, unread = [] } = results;
  const title = searchTitle(search, places);
  const about = sentence(`${counted(total)} para ${search.purpose} com ${namedAgency(agency)}`);
  const { order: _order, ...canonical } = search;
  return {
    measured: true,
    title: search.page > 1 ? `${title}, página ${search.page}` : title,
    agency,
    previewAt: origin,
    head: html`${head(agency, title, about, origin + searchPath(canonical))}
${(cards.length === 0 || code !== undefined || unread.length > 0) && html`<meta name="robots" content="noindex">`}`,
    main: html`<div class="rowhead"><h1>${title}</h1><p class="dim">${counted(total)}</p></div>
${code !== undefined && html`<p class="notice" role="alert">Nenhum imóvel anunciado com o código ${code}.</p>`}
${unread.map((typed) => html`<p class="notice" role="alert">Não entendemos o preço “${typed}”. Escreva como 1.500 ou 3 mil.</p>`)}
${tools(results)}
${chips(search, places)}
<div class="map-place" id="mapa" hidden></div>
${cards.length > 0 ? listingCards(cards, { level: 2 }) : emptyResults(search, total)}
${pager(search, lastPage)}
${alerts && alertForm({ agency, search, places })}`,
  };
}

/** Filters, order, map and alert, in one row above the results. They open without a script. */
function tools({ search, places, code, alerts, map, cards }: Results) {
  const count = activeFilters(search, places).length;
  const [, chosen] = ORDER_NAMES.find(([order]) => order === search.order) ?? ['', ''];
  const orders = ORDER_NAMES.map(
    ([order, name]) =>
      html`<li><a href="${searchPath({ ...filtersOf(search), ...(order && { order }) })}"${order === search.order && html` aria-current="true"`}>${name}${order === search.order && icons.check}</a></li>`,
  );
  return html`<div class="tools">
<details class="filters"><summary class="button">${icons.filters}Filtros${count > 0 && html`<span class="count">${count}</span>`}</summary>
<div class="drop">${searchForm(search, places)}${codeForm(code)}</div></details>
<details class="orders"><summary class="button">${icons.order}<span><span class="unheard">Ordenar: </span>${chosen}</span></summary><ul class="drop">${orders}</ul></details>
${map && cards.some(({ has_position }) => has_position) && mapButton(search, map)}
${alerts && html`<a class="button" href="#alerta">${icons.bell}Criar alerta</a>`}
</div>`;
}

const mapButton = (search: ListingSearch, map: MapSource) => mapOpener(mapPath(search), map);

/** Opens the map below it: nothing of it is loaded before. */
export const mapOpener = (listings: string, { script, url, attribution }: MapSource) =>
  html`<button class="button" type="button" data-map="${script}" data-listings="${listings}" data-tiles="${url}" data-attribution="${attribution}" aria-controls="mapa" aria-expanded="false" hidden>${icons.map}<span data-words>Mapa</span></button>`;

/** Each active filter, with the address of the search without it. */
function chips(search: ListingSearch, places: readonly Place[]) {
  const filters = activeFilters(search, places);
  if (filters.length === 0) return null;
  const { order } = search;
  const clear = searchPath({ ...first(search.purpose), ...(order && { order }) });
  return html`<ul class="chips" aria-label="Filtros ativos">${filters.map(
    ({ name, without }) =>
      html`<li><a href="${searchPath(without)}" aria-label="Tirar o filtro: ${name}">${name}${icons.close}</a></li>`,
  )}${filters.length > 1 && html`<li><a class="clear" href="${clear}">Limpar filtros</a></li>`}</ul>`;
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
