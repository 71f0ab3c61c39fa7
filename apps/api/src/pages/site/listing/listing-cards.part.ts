import { formatMoney } from '@morada/domain/base/money';
import {
  advertisedTotal,
  dealWord,
  listingFacts,
  listingTitle,
  monthlyTotal,
  publicAddress,
} from '@morada/domain/property/listing';
import { listingPath } from '@morada/domain/property/property';
import type { FoundCard } from '#api/modules/doors/site/search.service.ts';
import { html } from '../../../base/html.ts';
import { icons } from '../../kit/icons.ts';
import { picture } from './photographs.part.ts';

/** `leaves`: a card disappears from the list when its heart is switched off. */
type CardsShown = { level: 2 | 3; leaves?: boolean; eager?: boolean };

/** Grid of cards, each one link, with a heart that the script shows. */
export const listingCards = (cards: readonly FoundCard[], { level, leaves = false, eager = true }: CardsShown) =>
  html`<ul class="cards">${cards.map(
    (card, index) =>
      html`<li class="held">${listingCard(card, level, eager && index === 0)}${favoriteButton(card, leaves)}</li>`,
  )}</ul>`;

const favoriteButton = (card: FoundCard, leaves: boolean) =>
  html`<button class="heart" type="button" data-favorite="${card.id}"${leaves && html` data-leaves`} aria-pressed="false" aria-label="Guardar nos favoritos: ${listingTitle(card)}, código ${card.id}" hidden>${icons.heart}</button>`;

const SIZES = '(min-width: 1024px) 352px, (min-width: 768px) 50vw, 100vw';
/** Facts that fit in one line of a card. */
const FACTS_PER_CARD = 4;

/** Size and rooms in few words. The area of the land is shown only without a building. */
function shortFacts(card: FoundCard): string[] {
  const facts = listingFacts(card);
  const isBuilt = facts.some(({ about }) => about === 'building_area');
  return facts
    .filter(({ about }) => about !== 'land_area' || !isBuilt)
    .slice(0, FACTS_PER_CARD)
    .map(({ about, value, label }) => (about === 'building_area' ? value : `${value} ${label}`));
}

function listingCard(card: FoundCard, level: 2 | 3, first: boolean) {
  const title = listingTitle(card);
  const facts = shortFacts(card);
  return html`<a class="card" href="${listingPath(card)}">
${card.cover ? picture(card.cover, '', SIZES, first) : html`<span class="noimage">${icons.photo}</span>`}
<div class="said">
${card.reserved ? html`<p class="badge">Reservado</p>` : card.spotlight && html`<p class="badge">Destaque</p>`}<p class="cost">${price(card)}</p>
${level === 2 ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`}
<p class="near">${publicAddress(card)}</p>
${facts.length > 0 && html`<p class="short">${facts.map((fact) => html`<span>${fact}</span>`)}</p>`}
</div>
</a>`;
}

/** Total price, and the parts of a rent's total. */
function price(card: FoundCard) {
  const { type, price: amount, fees } = card;
  const total = advertisedTotal(card, fees);
  if (total === null) return html`<strong>Sob consulta</strong>${dealOf(type)}`;
  if (type !== 'RENT') return html`<strong>${formatMoney(total)}</strong>${dealOf(type)}`;
  const hasFees = monthlyTotal(card, fees) !== null && total !== amount;
  return hasFees
    ? html`<strong>${formatMoney(total)}</strong> <span class="per">/mês no total</span><span class="parts">Aluguel ${formatMoney(amount)} + taxas ${formatMoney(total - amount)}</span>`
    : html`<strong>${formatMoney(total)}</strong> <span class="per">/mês</span>`;
}

const dealOf = (type: FoundCard['type']) =>
  type !== 'SALE' && type !== 'RENT' && html` <span class="per">${dealWord(type)}</span>`;
