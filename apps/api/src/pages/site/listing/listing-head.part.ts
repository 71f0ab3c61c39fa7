import { centsToReais, formatMoney } from '@morada/domain/base/money';
import { listingFacts, publicAddress } from '@morada/domain/property/listing';
import { listingPath } from '@morada/domain/property/property';
import type { PropertyLocation } from '@morada/domain/property/property-words';
import type { FoundListing } from '#api/modules/doors/site/site.service.ts';
import { imagePath } from '#api/modules/registry/images/images.service.ts';
import { html, jsonData } from '../../../base/html.ts';
import type { Face } from '../../kit/face.ts';
import { agentData } from './agent.part.ts';

type Subject = { face: Face; listing: FoundListing; title: string; origin: string };

/** Metadata for search engines and link previews. */
export function listingHead(subject: Subject) {
  const { face, listing, title, origin } = subject;
  const [cover] = listing.images;
  const url = origin + listingPath(listing);
  const summary = summaryOf(listing);
  return html`<meta name="description" content="${summary}">
<link rel="canonical" href="${url}">
<meta property="og:type" content="website">
<meta property="og:locale" content="pt_BR">
<meta property="og:site_name" content="${face.name}">
<meta property="og:title" content="${title}, ${listing.city}">
<meta property="og:description" content="${summary}">
<meta property="og:url" content="${url}">
${
  cover &&
  html`<meta property="og:image" content="${origin}${imagePath('full', cover.key)}">
<meta property="og:image:width" content="${cover.width}">
<meta property="og:image:height" content="${cover.height}">
<meta property="og:image:alt" content="${title}">
<meta name="twitter:card" content="summary_large_image">`
}
${jsonData(structured(subject, url))}`;
}

function summaryOf(listing: FoundListing) {
  const { type, price } = listing;
  const priced = price > 0 ? `${formatMoney(price)}${type === 'RENT' ? ' por mês' : ''}. ` : '';
  const facts = listingFacts(listing).map(({ value, label }) => `${value} ${label}`);
  return `${priced}${facts.length > 0 ? `${facts.join(' · ')}. ` : ''}${publicAddress(listing)}.`;
}

const KINDS: Partial<Record<PropertyLocation, string>> = {
  APARTMENT: 'Apartment',
  ROOF: 'Apartment',
  KITNET: 'Apartment',
  HOUSE: 'House',
};

/** schema.org data: the listing, its features and price. */
function structured({ face, listing, title, origin }: Subject, url: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'RealEstateListing',
    '@id': url,
    url,
    name: title,
    inLanguage: 'pt-BR',
    description: listing.description ?? summaryOf(listing),
    image: listing.images.length > 0 ? listing.images.map(({ key }) => origin + imagePath('full', key)) : undefined,
    offers: offer(agentData(face, origin), listing),
    mainEntity: {
      '@type': KINDS[listing.location] ?? 'Accommodation',
      name: title,
      address: {
        '@type': 'PostalAddress',
        streetAddress: `${listing.street}, ${listing.neighborhood}`,
        addressLocality: listing.city,
        addressRegion: listing.state ?? undefined,
        addressCountry: listing.is_exterior ? listing.country : 'BR',
      },
      numberOfBedrooms: listing.bedrooms || undefined,
      numberOfBathroomsTotal: listing.bathrooms || undefined,
      floorSize: listing.building_area
        ? { '@type': 'QuantitativeValue', value: listing.building_area, unitCode: 'MTK' }
        : undefined,
      petsAllowed: listing.pet || undefined,
      amenityFeature: listing.features.map(({ name }) => ({
        '@type': 'LocationFeatureSpecification',
        name,
        value: true,
      })),
    },
  };
}

function offer(agent: ReturnType<typeof agentData>, { type, price, reserved }: FoundListing) {
  const amount = price > 0 ? { price: centsToReais(price), priceCurrency: 'BRL' } : {};
  const rent = type === 'RENT';
  return {
    '@type': 'Offer',
    ...amount,
    ...(rent && { priceSpecification: { '@type': 'UnitPriceSpecification', ...amount, unitCode: 'MON' } }),
    availability: `https://schema.org/${reserved ? 'Reserved' : 'InStock'}`,
    businessFunction: `http://purl.org/goodrelations/v1#${rent ? 'LeaseOut' : 'Sell'}`,
    offeredBy: agent,
  };
}
