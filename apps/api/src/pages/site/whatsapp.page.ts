import { namedAgency } from '@morada/domain/base/agency-name';
import { listingTitle, publicAddress } from '@morada/domain/property/listing';
import { listingPath } from '@morada/domain/property/property';
import type { FoundListing } from '#api/modules/doors/site/site.service.ts';
import { html } from '../../base/html.ts';
import { type Face, waLink } from '../kit/face.ts';
import { consentField, formNotice, inputField, selectField, trapField } from '../kit/fields.ts';
import { WHATSAPP_PATH } from '../kit/footer.ts';
import type { Errors, Values } from '../kit/form-values.ts';
import { icons } from '../kit/icons.ts';
import type { Page } from '../kit/layout.ts';

/** Whom a listing's page writes to: the agency, or the person to talk to about it. */
export type Addressee = 'imobiliaria' | 'pessoa';

/** Address of the page before WhatsApp opens, about a listing or about none. */
export const whatsappPath = (listing?: Pick<FoundListing, 'id'>, to: Addressee = 'imobiliaria') =>
  `${WHATSAPP_PATH}${listing ? `/${listing.id}` : ''}${to === 'pessoa' ? '?para=pessoa' : ''}`;

type Shown = {
  face: Face;
  listing: FoundListing | undefined;
  to: Addressee;
  origin: string;
  sent: boolean;
  values?: Values;
  errors?: Errors;
};

/** Whom the conversation is with; undefined where nobody answers by WhatsApp. */
export function addresseeOf({ face, listing, to }: Pick<Shown, 'face' | 'listing' | 'to'>) {
  const person = to === 'pessoa' && listing?.contact_name && listing.contact_phone;
  if (person) return { name: listing.contact_name, number: listing.contact_phone as string };
  return face.whatsapp ? { name: null, number: face.whatsapp } : undefined;
}

/** The conversation with its first words written. */
function conversation({ face, listing, to, origin }: Shown): string {
  const { name, number } = addresseeOf({ face, listing, to }) ?? { name: null, number: '' };
  const text = listing
    ? `Olá${name ? `, ${name}` : ''}! Tenho interesse no imóvel de código ${listing.id}: ${origin}${listingPath(listing)}`
    : 'Olá! Vim pelo site.';
  return `${waLink(number)}?text=${encodeURIComponent(text)}`;
}

/**
 * Asks for name and telephone before WhatsApp opens, so that a conversation that breaks off can be taken up; both may stay
 * empty. `sent`: WhatsApp opens.
 */
export function whatsappPage(shown: Shown): Page {
  const { face, listing, sent } = shown;
  const about = listing
    ? html`<p><a href="${listingPath(listing)}">${listingTitle(listing)}</a><br>${publicAddress(listing)}</p>`
    : null;
  const opening = conversation(shown);
  return {
    title: 'Falar pelo WhatsApp',
    agency: face.name,
    measured: true,
    head: html`<meta name="robots" content="noindex">${sent && html`<meta http-equiv="refresh" content="0; url=${opening}">`}`,
    main: html`<h1 class="hero">Falar pelo WhatsApp</h1>
<div class="about">
<section class="asked" id="whatsapp">
${about}
${
  sent
    ? html`<p role="status">O WhatsApp está abrindo. Se nada acontecer, use o botão.</p>
<p class="acts"><a class="button main" href="${opening}" rel="noopener">${icons.whatsapp}Abrir o WhatsApp</a></p>`
    : form(shown)
}
</section>
</div>`,
  };
}

const KINDS = [
  ['RENT', 'Alugar'],
  ['SALE', 'Comprar'],
] as const;

function form({ face, listing, to, values = {}, errors = {} }: Shown) {
  const state = { id: 'whatsapp', values, errors };
  return html`<p class="dim">Se quiser, deixe o seu contato para a conversa não se perder. Sem ele, contamos apenas que o WhatsApp foi aberto.</p>
<form class="fields" method="post" action="${whatsappPath(listing, to)}" novalidate>
${formNotice(state)}
${trapField(state)}
${!listing && selectField(state, { name: 'kind', label: 'O que você procura', optional: true }, KINDS)}
<div class="pair">
${inputField(state, { name: 'name', label: 'Nome', autocomplete: 'name', optional: true })}
${inputField(state, { name: 'phone', label: 'Telefone com DDD', type: 'tel', autocomplete: 'tel-national', optional: true })}
</div>
${consentField(state, `Concordo que ${namedAgency(face.name)} guarde este contato para responder a este pedido.`)}
<button class="button main" type="submit">${icons.whatsapp}Abrir o WhatsApp</button>
</form>`;
}
