import type { CalendarDate } from '@morada/domain/base/calendar';
import { formatPhone } from '@morada/domain/base/phone';
import { listingPath } from '@morada/domain/property/property';
import type { VrsyncListing } from '@morada/domain/property/vrsync';
import { STATE_NAMES } from '@morada/domain/property/vrsync-features';
import { html } from '#api/base/html.ts';
import { imagePath } from '#api/modules/registry/images/images.service.ts';
import type { FoundListing } from './portals.queries.ts';

/** The feed's own form, `36025-000`. */
const postalCode = (cep: string | null) => (cep ?? '').replace(/^(\d{5})(\d{3})$/, '$1-$2');

export type Announcing = { name: string; email: string; phone: string; origin: string; day: CalendarDate };

/** Element names of the VRSync format; `html` escapes are valid in XML. */
export const vrsyncStart = ({ name, email, phone, day }: Announcing) =>
  html`<?xml version="1.0" encoding="UTF-8"?>
<ListingDataFeed xmlns="http://www.vivareal.com/schemas/1.0/VRSync" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.vivareal.com/schemas/1.0/VRSync http://xml.vivareal.com/vrsync.xsd">
<Header><Provider>Morada</Provider><Email>${email}</Email><ContactName>${name}</ContactName><PublishDate>${day}T00:00:00</PublishDate><Telephone>${formatPhone(phone)}</Telephone></Header>
<Listings>
`.text;

export const vrsyncEnd = '</Listings>\n</ListingDataFeed>\n';

/** A count or an amount, if present. */
const figure = (name: 'Bedrooms' | 'Bathrooms' | 'Garage', value: number | undefined) =>
  value !== undefined && html`<${name}>${value}</${name}>`;

const area = (name: 'LivingArea' | 'LotArea', value: number | undefined) =>
  value !== undefined && html`<${name} unit="square metres">${value}</${name}>`;

const price = ({ transaction, price: amount }: VrsyncListing) =>
  transaction === 'For Rent'
    ? html`<RentalPrice currency="BRL" period="Monthly">${amount}</RentalPrice>`
    : html`<ListPrice currency="BRL">${amount}</ListPrice>`;

export const vrsyncItem = (agency: Announcing, listing: VrsyncListing, found: FoundListing) => {
  const { origin, name, email, phone } = agency;
  const { condominium, iptu, features } = listing;
  const state = found.state ?? '';
  return html`<Listing>
<ListingID>${listing.id}</ListingID>
<Title>${listing.title}</Title>
<TransactionType>${listing.transaction}</TransactionType>
<PublicationType>STANDARD</PublicationType>
<DetailViewUrl>${origin}${listingPath(found)}</DetailViewUrl>
<Media>${found.keys.map(
    (key, index) =>
      html`<Item medium="image" caption="Foto ${index + 1}"${index === 0 && html` primary="true"`}>${origin}${imagePath('full', key)}</Item>`,
  )}</Media>
<Details>
<UsageType>${listing.usage}</UsageType>
<PropertyType>${listing.property_type}</PropertyType>
<Description>${listing.description}</Description>
${price(listing)}
${condominium !== undefined && html`<PropertyAdministrationFee currency="BRL">${condominium}</PropertyAdministrationFee>`}${iptu !== undefined && html`<Iptu currency="BRL" period="Monthly">${iptu}</Iptu>`}
${area('LivingArea', listing.living_area)}${area('LotArea', listing.lot_area)}
${figure('Bedrooms', listing.bedrooms)}${figure('Bathrooms', listing.bathrooms)}${figure('Garage', listing.garage)}
${features.length > 0 && html`<Features>${features.map((feature) => html`<Feature>${feature}</Feature>`)}</Features>`}
</Details>
<Location displayAddress="Street"><Country abbreviation="BR">Brasil</Country><State abbreviation="${state}">${STATE_NAMES[state] ?? state}</State><City>${listing.city}</City><Neighborhood>${listing.neighborhood}</Neighborhood><Address>${listing.street}</Address><PostalCode>${postalCode(found.cep)}</PostalCode></Location>
<ContactInfo><Name>${name}</Name><Email>${email}</Email><Telephone>${formatPhone(phone)}</Telephone><Website>${origin}/site</Website></ContactInfo>
</Listing>
`.text;
};
