import { STAFF_PATH } from '@morada/contract/base/addresses';
import { documentKind, formatDocument } from '@morada/domain/base/documents';
import { formatPhone } from '@morada/domain/base/phone';
import { isMeasured } from '@morada/domain/brand/measurement';
import { dateLines, weekLines } from '@morada/domain/brand/opening-hours';
import { NETWORKS, type Network } from '@morada/domain/brand/social';
import { postalAddress } from '@morada/domain/property/property';
import { html } from '../../base/html.ts';
import { type Face, telLink, waLink } from './face.ts';

export const PRIVACY_PATH = '/privacidade';
/** Where anybody checks a paper that was signed here. */
export const CHECK_PATH = '/conferir';

/** Page of the site before WhatsApp opens. */
export const WHATSAPP_PATH = '/whatsapp';

const networks = Object.keys(NETWORKS) as Network[];

/** CNPJ and CRECI in one line; empty when neither is registered. */
export const registration = ({ cnpj, creci }: Pick<Face, 'cnpj' | 'creci'>) =>
  [cnpj && `${documentKind(cnpj)} ${formatDocument(cnpj)}`, creci && (/^creci/i.test(creci) ? creci : `CRECI ${creci}`)]
    .filter(Boolean)
    .join(' · ');

/** Links that call, write by WhatsApp or by e-mail. On the site WhatsApp opens by the page that asks for a contact. */
const contactLinks = ({ phone, whatsapp, email }: Pick<Face, 'phone' | 'whatsapp' | 'email'>, onSite: boolean) =>
  [
    phone && html`<a href="${telLink(phone)}">${formatPhone(phone)}</a>`,
    whatsapp &&
      html`<a href="${onSite ? WHATSAPP_PATH : waLink(whatsapp)}" rel="${onSite ? 'nofollow' : 'noopener'}">WhatsApp ${formatPhone(whatsapp)}</a>`,
    email && html`<a href="mailto:${email}">${email}</a>`,
  ].filter((link) => link !== null && link !== '');

/**
 * Who the agency is, how to reach it, and its notices, at the end of every public page. `forStaff`: with the way to the
 * staff's app, on pages that anyone may find.
 */
export function footer(face: Face, forStaff: boolean) {
  const registered = registration(face);
  const address = face.street ? postalAddress({ ...face, street: face.street }) : '';
  const contacts = contactLinks(face, forStaff);
  const hours = [...weekLines(face), ...dateLines(face.dates)];
  const profiles = networks.flatMap((network) => {
    const address = face[network];
    return address ? [html`<a href="${address}" rel="noopener me">${NETWORKS[network].name}</a>`] : [];
  });
  return html`<footer class="bottom"><div class="wide feet">
<div><p class="whose">${face.name}</p>${registered && html`<p>${registered}</p>`}${address && html`<p>${address}</p>`}</div>
${contacts.length > 0 && html`<ul>${contacts.map((link) => html`<li>${link}</li>`)}</ul>`}
${hours.length > 0 && html`<dl>${hours.map(({ name, text }) => html`<div><dt>${name}</dt><dd>${text}</dd></div>`)}</dl>`}
<ul>${profiles.map((link) => html`<li>${link}</li>`)}<li><a href="${PRIVACY_PATH}">Aviso de privacidade</a></li>${isMeasured(face) && html`<li data-measurement hidden><button class="lead" type="button">Medição de visitas</button></li>`}${forStaff && html`<li><a href="${CHECK_PATH}">Conferir documento</a></li><li><a href="${STAFF_PATH}" rel="nofollow">Acesso da equipe</a></li>`}</ul>
</div>${face.names_product && html`<p class="wide made">Feito com o sistema Morada</p>`}</footer>`;
}
