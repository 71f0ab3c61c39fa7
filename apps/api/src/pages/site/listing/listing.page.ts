import type { VisitDay } from '@morada/domain/attendance/visit-slots';
import { formatMoney } from '@morada/domain/base/money';
import { formatPhone } from '@morada/domain/base/phone';
import {
  advertisedTotal,
  dealWord,
  listingFacts,
  listingTitle,
  monthlyTotal,
  paragraphs,
  publicAddress,
} from '@morada/domain/property/listing';
import { listingPath } from '@morada/domain/property/property';
import { citySlug, mapPathOf, placeSlug, searchPath } from '#api/modules/doors/site/listing-search.map.ts';
import type { FoundCard } from '#api/modules/doors/site/search.service.ts';
import type { FoundListing } from '#api/modules/doors/site/site.service.ts';
import { html } from '../../../base/html.ts';
import type { Asset } from '../../kit/assets.ts';
import type { Face } from '../../kit/face.ts';
import { icons } from '../../kit/icons.ts';
import type { Page } from '../../kit/layout.ts';
import { qrPicture } from '../../kit/qr-picture.ts';
import { type MapSource, mapOpener } from '../search.page.ts';
import { whatsappPath } from '../whatsapp.page.ts';
import { listingCards } from './listing-cards.part.ts';
import { askLinks, type FormResult, listingForms, type VisitChoice } from './listing-forms.part.ts';
import { listingHead } from './listing-head.part.ts';
import { gallery, viewer } from './photographs.part.ts';

type Shown = {
  face: Face;
  listing: FoundListing;
  /** Empty when unknown. */
  origin: string;
  /** Script of the photograph viewer. */
  viewing: Asset;
  /** Free hours for a visit. */
  slots: readonly VisitDay[];
  similar: readonly FoundCard[];
  came?: FormResult | undefined;
  /** Day of a visit that was chosen by a link, and the first of the days that are shown. */
  visit?: VisitChoice;
  /** Where the map comes from; undefined without one. */
  map?: MapSource | undefined;
};

/** Public page of a listing. */
export function listingPage(shown: Shown): Page {
  const { face, listing, origin, viewing, slots, similar, came, visit = {} } = shown;
  const agency = face.name;
  const hasPhotographs = listing.images.length > 0;
  const title = listingTitle(listing);
  return {
    measured: true,
    title: `${title}, ${listing.city}`,
    agency,
    head: listingHead({ face, listing, title, origin }),
    ...(!hasPhotographs && { previewAt: origin }),
    main: html`${trail(listing)}
${gallery(title, listing.images)}
<div class="columns">
<div class="head">
<p class="state"><span class="dot${listing.reserved && ' pending'}"></span>${listing.reserved ? 'Reservado' : 'Disponível'} <span class="dim">Cód. ${listing.id}</span></p>
<h1>${title}</h1>
<p class="address">${publicAddress(listing)}${listing.condominium && html`<br>${listing.condominium}`}</p>
${acts(title, listing, origin)}
${shown.map && listing.has_position && whereabouts(listing, shown.map)}
</div>
${prices(shown)}
<div class="about">
${facts(listing)}
${video(listing)}
${description(listing)}
${features(listing)}
${listingForms({ agency, listing, slots, came, visit })}
</div>
</div>
${alike(similar)}
${sheet(shown)}`,
    ...(hasPhotographs && { over: viewer(title, listing.images), script: viewing }),
  };
}

/** Print only: contacts, and the address of the page. */
function sheet({ face: { name, creci, phone, email }, listing, origin }: Shown) {
  const url = origin && origin + listingPath(listing);
  const lines = [creci && `CRECI ${creci}`, phone && formatPhone(phone), email].filter(Boolean);
  return html`<section class="sheet">
<p><strong>${name}</strong>${lines.map((line) => html`<br>${line}`)}${url && html`<br>${url}`}</p>
${url && qrPicture(url)}
</section>`;
}

function trail({ type, city, neighborhood }: FoundListing) {
  const purpose = type === 'RENT' ? 'alugar' : 'comprar';
  const to = (name: string, place?: string) =>
    html`<a href="${searchPath({ purpose, ...(place && { place }), page: 1 })}">${name}</a>`;
  return html`<nav class="trail" aria-label="Onde este anúncio está">${to(type === 'RENT' ? 'Alugar' : 'Comprar')} ${icons.right} ${to(city, citySlug({ city }))} ${icons.right} ${to(neighborhood, placeSlug({ city, neighborhood }))}</nav>`;
}

const amount = (price: number, period: string | null) =>
  price > 0
    ? html`<p class="amount">${formatMoney(price)}${period && html` <span>${period}</span>`}</p>`
    : html`<p class="amount">Sob consulta</p>`;

function prices({ face, listing }: Shown) {
  const { type, price, fees } = listing;
  const asked = askLinks(face, listing);
  if (type !== 'RENT')
    return html`<section class="price" aria-label="Valor"><p class="dim">${dealWord(type)}</p>${amount(price, null)}${contact(listing)}${asked}</section>`;
  const total = price > 0 ? monthlyTotal({ type, price }, fees) : null;
  const line = (name: string, value: number) => html`<div><dt>${name}</dt><dd>${formatMoney(value)}</dd></div>`;
  const parts = total === null ? fees : [{ name: 'Aluguel', price }, ...fees];
  return html`<section class="price" aria-label="Valores">
${amount(advertisedTotal(listing, fees) ?? 0, total === null ? '/mês' : '/mês no total')}
${parts.length > 0 && html`<dl>${parts.map((part) => line(part.name, part.price))}${total !== null && line('Total por mês', total)}</dl>`}
${contact(listing)}
${asked}
</section>`;
}

/** Favourite and share. The favourite's button needs the script; without it, sharing is a link. */
const acts = (title: string, listing: FoundListing, origin: string) => {
  const url = origin + listingPath(listing);
  return html`<p class="acts">
<button class="button favorite" type="button" data-favorite="${listing.id}" aria-pressed="false" hidden>${icons.heart}Favoritar</button>
<a class="button" href="${url}" data-share="${title}">${icons.share}<span data-words>Compartilhar</span></a>
<a class="button" href="https://wa.me/?text=${encodeURIComponent(`${title}: ${url}`)}" rel="noopener" aria-label="Enviar por WhatsApp">${icons.whatsapp}WhatsApp</a>
</p>`;
};

const whereabouts = ({ id }: FoundListing, map: MapSource) =>
  html`<p class="acts">${mapOpener(mapPathOf(id), map)}</p><div class="map-place" id="mapa" hidden></div>`;

/** A link: nothing of the video's site is loaded here. */
const video = ({ video_url }: FoundListing) =>
  video_url &&
  html`<p><a class="button" href="${video_url}" target="_blank" rel="noopener noreferrer">${icons.photo}Ver vídeo ou tour</a></p>`;

/** The person to talk to about a listing. */
function contact(listing: FoundListing) {
  const { contact_name: name, contact_phone: phone } = listing;
  if (!name) return null;
  return html`<p class="contact">${icons.person}<span>Fale com <strong>${name}</strong>${phone && html`<br><a class="lead" href="${whatsappPath(listing, 'pessoa')}" rel="nofollow">${formatPhone(phone)}</a>`}</span></p>`;
}

const alike = (similar: readonly FoundCard[]) =>
  similar.length > 0 &&
  html`<section class="row alike"><h2>Imóveis parecidos</h2>${listingCards(similar, { level: 3, eager: false })}</section>`;

function facts(listing: FoundListing) {
  const found = listingFacts(listing);
  if (found.length === 0) return null;
  return html`<ul class="facts">${found.map(
    ({ about, value, label }) => html`<li>${icons[about]}<p><strong>${value}</strong> ${label}</p></li>`,
  )}</ul>`;
}

function description({ description: text }: FoundListing) {
  const found = paragraphs(text ?? '');
  if (found.length === 0) return null;
  const lines = (paragraph: string[]) => paragraph.map((line, index) => [index > 0 && html`<br>`, line]);
  return html`<section><h2>Sobre o imóvel</h2>${found.map((paragraph) => html`<p>${lines(paragraph)}</p>`)}</section>`;
}

const features = ({ features: found }: FoundListing) =>
  found.length > 0 &&
  html`<section><h2>O que tem</h2><ul class="features">${found.map(({ name }) => html`<li>${icons.check}${name}</li>`)}</ul></section>`;
