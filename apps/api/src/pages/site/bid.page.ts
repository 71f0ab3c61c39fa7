import type { BidVersion } from '@morada/contract/lease/bids';
import { formatDate } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { BID_STATES } from '@morada/domain/lease/bid-words';
import type { OwnBid } from '#api/modules/lease/bids/own-bid.service.ts';
import { html } from '../../base/html.ts';
import { type Face, telLink, waLink } from '../kit/face.ts';
import type { Errors } from '../kit/form-values.ts';
import { icons } from '../kit/icons.ts';
import type { Page } from '../kit/layout.ts';

type Shown = { face: Face; bid: OwnBid; path: string; good?: string | undefined; errors?: Errors };

const DOTS: Partial<Record<OwnBid['state'], string>> = {
  SENT: ' pending',
  COUNTERED: ' pending',
  REFUSED: ' late',
  EXPIRED: ' late',
  WITHDRAWN: ' late',
};

const AUTHORS = { PROSPECT: 'Proposta do interessado', OWNER: 'Proposta do proprietário' } as const;

/** A party's page of a bid: the open version, those before it, and the buttons of whoever must answer. */
export function bidPage({ face, bid, path, good, errors = {} }: Shown): Page {
  const title = bid.kind === 'RENT' ? 'Proposta de locação' : 'Proposta de compra';
  const isOpen = bid.state === 'SENT' || bid.state === 'COUNTERED';
  return {
    title,
    agency: face.name,
    head: html`<meta name="robots" content="noindex, nofollow">`,
    main: html`<h1 class="hero">${title}</h1>
<div class="about">
${good && html`<div class="thanks" role="status">${icons.check}<div><p><strong>${good}</strong></p></div></div>`}
${errors[''] && html`<p class="notice" role="alert">${errors['']}</p>`}
<section class="asked">
<p class="state"><span class="dot${DOTS[bid.state]}"></span>${BID_STATES[bid.state]}</p>
<p>${bid.property}</p>
${isOpen && html`<p class="dim">Vale até ${formatDate(bid.expires_on)}.${!bid.answers && ' A resposta é do outro lado.'}</p>`}
${bid.reserved_until && html`<p class="dim">O imóvel está reservado para esta proposta até ${formatDate(bid.reserved_until)}.</p>`}
<p class="acts">
${face.whatsapp && html`<a class="button" href="${waLink(face.whatsapp)}" rel="noopener">${icons.whatsapp}WhatsApp</a>`}
${face.phone && html`<a class="button" href="${telLink(face.phone)}">${icons.phone}Ligar</a>`}
</p>
</section>
<section class="asked">${versionOf(bid, bid.last)}</section>
${
  bid.answers &&
  html`<section class="asked" id="responder"><h2>Sua resposta</h2>
<form class="fields" method="post" action="${path}/aceitar">
<input type="hidden" name="versao" value="${bid.last.number}">
<label class="check"><input type="checkbox" name="confirma" value="sim" required><span>Li e aceito os termos acima</span></label>
<button class="button main" type="submit">Aceitar a proposta</button>
</form>
<form class="fields" method="post" action="${path}/recusar">
<input type="hidden" name="versao" value="${bid.last.number}">
<label class="check"><input type="checkbox" name="confirma" value="sim" required><span>Não aceito esta proposta</span></label>
<button class="button" type="submit">Recusar</button>
</form>
<p class="dim">Para propor outra coisa, fale com a imobiliária.</p></section>`
}
${bid.earlier.length > 0 && html`<section class="asked"><h2>Versões anteriores</h2>${bid.earlier.map((version) => html`<details><summary>${AUTHORS[version.party]}, ${formatMoney(version.amount)}</summary>${termsOf(bid, version)}</details>`)}</section>`}
</div>`,
  };
}

const versionOf = (bid: OwnBid, version: BidVersion) =>
  html`<h2>${AUTHORS[version.party]}</h2>${termsOf(bid, version)}`;

const termsOf = (bid: OwnBid, version: BidVersion) => html`
<p>${bid.kind === 'RENT' ? 'Aluguel' : 'Preço'}: <strong>${formatMoney(version.amount)}</strong>${bid.factsOf(version).map(([label, value]) => html`<br>${label}: ${value}`)}</p>
${version.instalments.length > 0 && html`<p>${version.instalments.map(({ due_on, amount }, at) => html`${at > 0 && html`<br>`}Parcela ${at + 1}, em ${formatDate(due_on)}: ${formatMoney(amount)}`)}</p>`}
${version.conditions && html`<p>${version.conditions.split('\n').map((line, at) => html`${at > 0 && html`<br>`}${line}`)}</p>`}`;
