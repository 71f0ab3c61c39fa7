import { IMAGE_UPLOAD } from '@morada/contract/registry/images';
import { formatDate } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { formatArea, listingTitle } from '@morada/domain/property/listing';
import { OFFER_PHOTOGRAPHS, type OfferState } from '@morada/domain/property/offer';
import { listingPath, postalAddress } from '@morada/domain/property/property';
import { imagePath } from '#api/modules/registry/images/images.service.ts';
import { offerPath } from '#api/modules/registry/properties/offer-link.service.ts';
import type { OpenOffer } from '#api/modules/registry/properties/offered.service.ts';
import { type Html, html } from '../../../base/html.ts';
import type { Asset } from '../../kit/assets.ts';
import { icons } from '../../kit/icons.ts';
import type { Page } from '../../kit/layout.ts';
import { stepLine } from './offer.page.ts';

/** Photographs that one form sends; a request is read within half a minute. */
export const PHOTOGRAPHS_AT_ONCE = 6;
const MEGABYTES = IMAGE_UPLOAD.maxBytes / 1_000_000;

/** `wrong`: a line for each refusal. */
export type Notice = { good?: string | undefined; wrong?: readonly string[] };

type Shown = {
  agency: string;
  offer: OpenOffer;
  word: string;
  /** Empty when unknown. */
  origin: string;
  /** The offer has just been sent. */
  isFresh: boolean;
  notice?: Notice | undefined;
  scripts: readonly Asset[];
};

const PRIVATE = html`<meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer">`;

/** Page by which an owner follows an offer, adds photographs or takes it back. No person is named on it. */
export function offeredPage({ agency, offer, word, origin, isFresh, notice, scripts }: Shown): Page {
  const path = offerPath(offer.id, word);
  return {
    title: 'Seu imóvel oferecido',
    agency,
    head: PRIVATE,
    script: scripts,
    main: html`<div class="offered">
<h1 class="hero">${isFresh ? 'Recebemos seu imóvel' : 'Seu imóvel'}</h1>
<p class="address">${postalAddress({ ...offer, state: offer.uf })}</p>
${notice && noticeLine(notice)}
${isFresh && html`${kept(origin + path)}${photographs(offer, path, isFresh)}`}
<div class="halves">
<section aria-labelledby="andamento"><h2 id="andamento">Andamento</h2>${progress(offer)}${answer(offer)}</section>
<section aria-labelledby="dados"><h2 id="dados">O que você enviou</h2>${sent(offer)}</section>
</div>
${!isFresh && photographs(offer, path, isFresh)}
${offer.isOpen && withdrawal(path)}
</div>`,
  };
}

const noticeLine = ({ good, wrong = [] }: Notice) =>
  html`${good && html`<p class="thanks" role="status">${icons.check}<span>${good}</span></p>`}${
    wrong.length > 0 && html`<div class="refused" role="alert">${wrong.map((line) => html`<p>${line}</p>`)}</div>`
  }`;

/** The address as text that one click selects completely; a script shows the button that copies it. */
const kept = (address: string) => html`<div class="keep">
<p><strong>Guarde este endereço.</strong> Por ele você acompanha a resposta, manda fotos ou desiste. É só seu: não passe adiante.</p>
<p class="code" id="endereco" data-code="${address}">${address}</p>
<button class="button" type="button" data-copy="endereco" hidden>Copiar endereço</button>
</div>`;

const LINE: readonly (readonly [OfferState, string])[] = [
  ['RECEIVED', 'Recebemos seus dados'],
  ['REVIEWING', 'Estamos analisando'],
  ['VISIT', 'Visita ao imóvel'],
];
const PLACE: Record<OfferState, number> = {
  RECEIVED: 0,
  REVIEWING: 1,
  VISIT: 2,
  ACCEPTED: 3,
  REFUSED: 3,
  WITHDRAWN: 3,
};

function progress({ state, visit_on, isOpen }: OpenOffer) {
  const at = PLACE[state];
  const last =
    state === 'ACCEPTED'
      ? 'Aceito'
      : state === 'REFUSED'
        ? 'Não seguimos'
        : state === 'WITHDRAWN'
          ? 'Você desistiu'
          : 'Resposta';
  // After the decision, the step of a visit is shown only if there was one.
  const steps = LINE.filter(([step]) => isOpen || step === 'RECEIVED' || (step === 'VISIT' && visit_on !== null));
  const said = (step: OfferState, words: string) =>
    step === 'VISIT' && visit_on !== null ? `${words} em ${formatDate(visit_on)}` : words;
  return html`<ol class="way">${steps.map(
    ([step, words]) =>
      html`<li${PLACE[step] < at ? html` class="past"` : PLACE[step] === at && html` class="now" aria-current="step"`}>${said(step, words)}</li>`,
  )}<li${!isOpen && html` class="now" aria-current="step"`}>${last}</li></ol>`;
}

function answer({ state, reason, is_listed, ...offer }: OpenOffer): Html | false {
  if (state === 'ACCEPTED')
    return is_listed
      ? html`<p class="answer">Seu imóvel está anunciado. <a href="${listingPath(offer)}">Ver o anúncio</a></p>`
      : html`<p class="answer">Vamos trabalhar com o seu imóvel. Entramos em contato para combinar os próximos passos.</p>`;
  if (state === 'REFUSED')
    return html`<p class="answer">Desta vez não vamos anunciar o imóvel.${reason && html` Motivo: ${reason}`}</p>`;
  if (state === 'WITHDRAWN')
    return html`<p class="answer">Você desistiu desta oferta. Se mudar de ideia, envie o imóvel de novo.</p>`;
  return html`<p class="answer">Avisamos assim que houver novidade. Enquanto isso, mande fotos: elas ajudam na análise.</p>`;
}

function sent(offer: OpenOffer) {
  const { type, price, fees, building_area, land_area, bedrooms, bathrooms, garage, description } = offer;
  const rooms = [
    bedrooms > 0 && `${bedrooms} ${bedrooms === 1 ? 'quarto' : 'quartos'}`,
    bathrooms > 0 && `${bathrooms} ${bathrooms === 1 ? 'banheiro' : 'banheiros'}`,
    garage > 0 && `${garage} ${garage === 1 ? 'vaga' : 'vagas'}`,
  ].filter((text) => text !== false);
  const facts: (readonly [string, string] | false | null)[] = [
    ['Para', type === 'RENT' ? 'Alugar' : 'Vender'],
    ['Imóvel', listingTitle(offer)],
    rooms.length > 0 && ['Cômodos', rooms.join(', ')],
    building_area !== null && ['Área construída', formatArea(building_area)],
    land_area !== null && ['Terreno', formatArea(land_area)],
    [type === 'RENT' ? 'Aluguel desejado' : 'Preço desejado', formatMoney(price)],
    ...fees.map((fee) => [fee.name, formatMoney(fee.price)] as const),
    description !== null && ['Sobre o imóvel', description],
  ];
  return html`<dl>${facts
    .filter((fact) => fact !== false && fact !== null)
    .map(([name, text]) => html`<div class="fact"><dt>${name}</dt><dd>${text}</dd></div>`)}</dl>`;
}

function photographs({ photographs: found, isOpen }: OpenOffer, path: string, isFresh: boolean) {
  const room = OFFER_PHOTOGRAPHS - found.length;
  return html`<section class="photographs" id="fotos" aria-labelledby="fotos-titulo"><h2 id="fotos-titulo">Fotos</h2>
${isFresh && stepLine(3, 'Fotos do imóvel')}
${
  found.length > 0
    ? html`${isOpen && found.length > 1 && html`<p class="hint">A primeira foto é a capa do anúncio.</p>`}<ul class="thumbs">${found.map(({ key }, index) => tile(key, { number: index + 1, of: found.length }, isOpen && path))}</ul>`
    : html`<p class="dim">Nenhuma foto ainda.</p>`
}
${
  isOpen &&
  (room > 0
    ? html`<form class="fields" method="post" action="${path}/fotos" enctype="multipart/form-data" data-photographs>
<div class="field"><label for="fotos-arquivos">Escolher fotos</label><input id="fotos-arquivos" type="file" name="fotos" accept="${IMAGE_UPLOAD.accept}" multiple required aria-describedby="fotos-limites"></div>
<p class="hint" id="fotos-limites">JPG, PNG ou WebP, de até ${MEGABYTES} MB cada. Mande até ${Math.min(room, PHOTOGRAPHS_AT_ONCE)} por vez; cabem ${room === OFFER_PHOTOGRAPHS ? OFFER_PHOTOGRAPHS : `mais ${room}`}. O local e a data gravados nas fotos são apagados.</p>
<button class="button main" type="submit">Enviar fotos</button>
</form>`
    : html`<p class="dim">Já estão aqui as ${OFFER_PHOTOGRAPHS} fotos que cabem.</p>`)
}
</section>`;
}

/** Element id of a photograph, the fragment of the redirect after a move. */
export const photographId = (key: string) => `foto-${key}`;

type Place = { number: number; of: number };

/** One photograph. `path`: that of the offer while it is open; otherwise false. */
const tile = (key: string, place: Place, path: string | false) =>
  html`<li id="${photographId(key)}"><img src="${imagePath('thumb', key)}" width="480" height="360" loading="lazy" alt="Foto ${place.number} de ${place.of}">${path && photographForms(`${path}/fotos/${key}`, place)}</li>`;

/** Buttons below a photograph: move it one place, make it the cover, remove it. */
function photographForms(path: string, { number, of }: Place) {
  const step = (way: 'antes' | 'depois', isEnd: boolean, arrow: Html) =>
    html`<button class="button" type="submit" name="para" value="${way}" aria-label="Mover a foto ${number} para ${way}"${isEnd && html` disabled`}>${arrow}</button>`;
  return html`${
    of > 1 &&
    html`<form class="moves" method="post" action="${path}/mover">${
      number === 1
        ? html`<p class="front">Capa do anúncio</p>`
        : html`<button class="button front" type="submit" name="para" value="capa" aria-label="Usar como capa a foto ${number}">Usar como capa</button>`
    }${step('antes', number === 1, icons.left)}${step('depois', number === of, icons.right)}</form>`
  }<form class="away" method="post" action="${path}/remover"><button class="button" type="submit" aria-label="Remover a foto ${number}">${icons.trash}</button></form>`;
}

/** Confirmation that works without a script: the box has to be ticked before the button. */
const withdrawal = (path: string) => html`<section aria-labelledby="desistir"><h2 id="desistir">Desistir</h2>
<form class="fields" method="post" action="${path}/desistir">
<div class="field"><label class="check"><input type="checkbox" name="confirma" value="sim" required><span>Não quero mais que a imobiliária analise este imóvel.</span></label></div>
<button class="button" type="submit">Desistir da oferta</button>
</form></section>`;

export const closedOfferPage = (agency: string): Page => ({
  title: 'Este endereço não abre mais',
  agency,
  head: PRIVATE,
  main: html`<div class="message"><span class="plate">${icons.home}</span><h1>Este endereço não abre mais</h1><p>Confira se ele está completo. Se estiver, ele venceu ou foi trocado por outro: fale com a imobiliária e peça um novo.</p></div>`,
});
