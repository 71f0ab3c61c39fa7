import type { ListingSearch, Place } from '#api/modules/doors/site/listing-search.map.ts';
import type { FoundCard } from '#api/modules/doors/site/search.service.ts';
import { html } from '../../base/html.ts';
import type { Page } from '../kit/layout.ts';
import { messagePage } from '../kit/message-page.ts';
import { listingCards } from './listing/listing-cards.part.ts';
import { codeForm, searchForm } from './search-form.part.ts';

/** What a visitor is offered in place of what isn't there. */
export type Instead = { search: ListingSearch; places: readonly Place[]; cards: readonly FoundCard[] };

const withSearch = (page: Page, { search, places, cards }: Instead): Page => ({
  ...page,
  main: html`${page.main}
${searchForm(search, places)}
${codeForm()}
${cards.length > 0 && html`<section class="row"><div class="rowhead"><h2>Anunciados agora</h2></div>${listingCards(cards, { level: 3, eager: false })}</section>`}`,
});

export const notFoundPage = (agency: string, instead: Instead) =>
  withSearch(
    messagePage(
      agency,
      'Anúncio não encontrado',
      'O imóvel pode já ter sido alugado ou vendido, ou o anúncio saiu do ar. Procure outro, ou confira se o endereço está completo.',
    ),
    instead,
  );

export const postNotFoundPage = (agency: string) =>
  messagePage(agency, 'Notícia não encontrada', 'Ela saiu do ar, ou o endereço está incompleto.');

export const addressNotFoundPage = (agency: string, instead: Instead) =>
  withSearch(
    messagePage(agency, 'Página não encontrada', 'O endereço está incompleto, ou a página saiu do ar.'),
    instead,
  );
