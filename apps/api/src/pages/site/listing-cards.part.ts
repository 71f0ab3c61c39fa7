import { formatMoney } from '@morada/domain/base/money';
import { dealWord, listingFacts, listingTitle, publicAddress } from '@morada/domain/property/listing';
import { listingPath } from '@morada/domain/property/property';
import { html } from '../../base/html.ts';
import type { FoundCard } from '../../modules/site/search.service.ts';
import { icons } from '../kit/icons.ts';
import { picture } from './photographs.part.ts';

/** Grid of cards, each one link. */
export const listingCards = (cards: readonly FoundCard[], level: 2 | 3) =>
  html`<ul class="cards">${cards.map((card, index) => listingCard(card, level, index === 0))}</ul>`;

const SIZES = '(min-width: 1024px) 352px, (min-width: 768px) 50vw, 100vw';
/** Facts that fit on a card. */
const FACTS_PER_CARD = 3;

function listingCard(card: FoundCard, level: 2 | 3, first: boolean) {
  const title = listingTitle(card);
  const facts = listingFacts(card).slice(0, FACTS_PER_CARD);
  return html`<li><a class="card" href="${listingPath(card)}">
${card.cover ? picture(card.cover, '', SIZES, first) : html`<span class="noimage">${icons.photo}</span>`}
<div class="said">
<p class="cost">${price(card)}</p>
${level === 2 ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`}
<p class="near">${publicAddress(card)}</p>
${facts.length > 0 && html`<p class="short">${facts.map(({ value, label }) => html`<span>${value} ${label}</span>`)}</p>`}
</div>
</a></li>`;
}

function price({ type, price: amount }: FoundCard) {
  const deal = type === 'SALE' ? null : dealWord(type);
  return html`${amount > 0 ? html`<strong>${formatMoney(amount)}</strong>${type === 'RENT' && html` <span class="per">/mês</span>`}` : html`<strong>Sob consulta</strong>`}${deal && html` <span class="per">${deal}</span>`}`;
}
