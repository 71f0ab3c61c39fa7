type Thing = Record<string, unknown>;
type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string' && value.trim() !== '';
const url: Check = (value) => typeof value === 'string' && /^https?:\/\/[^\s]+$/.test(value) && URL.canParse(value);
const whole: Check = (value) => Number.isInteger(value) && Number(value) > 0;
const amount: Check = (value) => typeof value === 'number' && value > 0 && /^\d+(\.\d{1,2})?$/.test(String(value));
const telephone: Check = (value) => typeof value === 'string' && /^\+55\d{10,11}$/.test(value);
const time: Check = (value) => typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value);
const day: Check = (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && instant(value);
const instant: Check = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value));
const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length > 0 && value.every(check);
const either =
  (...checks: Check[]): Check =>
  (value) =>
    checks.some((check) => check(value));
/** A thing of one of the types; its own properties are checked when the walk reaches it. */
const a =
  (...types: string[]): Check =>
  (value) =>
    types.includes(String((value as Thing | null)?.['@type']));

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const ORGANISATION = {
  ...{ name: text, url, email: text, description: text, logo: url, image: url, taxID: text },
  ...{ telephone, address: a('PostalAddress'), sameAs: listOf(url) },
};
const HOME = {
  ...{ name: text, address: a('PostalAddress'), numberOfBedrooms: whole, numberOfBathroomsTotal: whole },
  ...{ floorSize: a('QuantitativeValue'), petsAllowed: oneOf(true) },
  amenityFeature: (value: unknown) => Array.isArray(value) && value.every(a('LocationFeatureSpecification')),
};

type Type = { required: readonly string[]; properties: Record<string, Check> };

/**
 * Properties of schema.org's types that the pages use, with their values, and those that search engines require
 * (developers.google.com/search/docs/appearance/structured-data). Written by hand from the vocabulary, not from the pages.
 */
const TYPES: Record<string, Type> = {
  Organization: { required: ['name', 'url'], properties: ORGANISATION },
  RealEstateAgent: {
    required: ['name', 'address', 'telephone', 'url'],
    properties: {
      ...ORGANISATION,
      openingHoursSpecification: listOf(a('OpeningHoursSpecification')),
      specialOpeningHoursSpecification: listOf(a('OpeningHoursSpecification')),
    },
  },
  PostalAddress: {
    required: ['streetAddress', 'addressLocality', 'addressCountry'],
    properties: {
      ...{ streetAddress: text, addressLocality: text, addressRegion: text },
      ...{ postalCode: (value) => /^\d{5}-\d{3}$/.test(String(value)), addressCountry: text },
    },
  },
  OpeningHoursSpecification: {
    required: ['opens', 'closes'],
    properties: { dayOfWeek: listOf(oneOf(...DAYS)), validFrom: day, validThrough: day, opens: time, closes: time },
  },
  RealEstateListing: {
    required: ['name', 'url'],
    properties: {
      ...{ url, name: text, inLanguage: oneOf('pt-BR'), description: text, image: listOf(url), offers: a('Offer') },
      mainEntity: a('Apartment', 'House', 'Accommodation'),
    },
  },
  Offer: {
    required: ['availability'],
    properties: {
      ...{ price: amount, priceCurrency: oneOf('BRL'), priceSpecification: a('UnitPriceSpecification') },
      availability: oneOf('https://schema.org/InStock', 'https://schema.org/Reserved'),
      businessFunction: url,
      offeredBy: a('RealEstateAgent', 'Organization'),
    },
  },
  UnitPriceSpecification: {
    required: ['unitCode'],
    properties: { price: amount, priceCurrency: oneOf('BRL'), unitCode: oneOf('MON') },
  },
  Apartment: { required: ['name', 'address'], properties: HOME },
  House: { required: ['name', 'address'], properties: HOME },
  Accommodation: { required: ['name', 'address'], properties: HOME },
  QuantitativeValue: {
    required: ['value', 'unitCode'],
    properties: { value: (value) => typeof value === 'number' && value > 0, unitCode: oneOf('MTK') },
  },
  LocationFeatureSpecification: { required: ['name', 'value'], properties: { name: text, value: oneOf(true) } },
  BlogPosting: {
    required: ['headline', 'image', 'datePublished', 'author'],
    properties: {
      ...{ url, mainEntityOfPage: url, headline: text, description: text, inLanguage: oneOf('pt-BR') },
      ...{ image: either(url, a('ImageObject')), datePublished: instant, dateModified: instant },
      ...{ author: a('Organization', 'Person'), publisher: a('Organization') },
    },
  },
  ImageObject: { required: ['url'], properties: { url, width: whole, height: whole } },
};

/** The JSON-LD of a page. */
export const structuredData = (page: string): Thing[] =>
  [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, data]) =>
    JSON.parse(data ?? ''),
  );

/** What is wrong with a page's structured data: unknown types and properties, missing ones, values of another kind. */
export function structuredFaults(page: string): string[] {
  const all = structuredData(page);
  if (all.length === 0) return ['no structured data'];
  return all.flatMap((data) => [
    ...(data['@context'] === 'https://schema.org' ? [] : ['@context']),
    ...faultsOf(Object.fromEntries(Object.entries(data).filter(([name]) => name !== '@context')), ''),
  ]);
}

function faultsOf(thing: Thing, at: string): string[] {
  const kind = String(thing['@type']);
  const type = TYPES[kind];
  const place = `${at}${kind}`;
  if (!type) return [`${place}: unknown type`];
  const given = Object.entries(thing).filter(([name]) => name !== '@type' && name !== '@id');
  const missing = type.required.filter((name) => thing[name] === undefined).map((name) => `${place}.${name}: missing`);
  const wrong = given.flatMap(([name, value]) => {
    const check = type.properties[name];
    if (!check) return [`${place}.${name}: unknown property`];
    if (!check(value)) return [`${place}.${name}: ${JSON.stringify(value)}`];
    const parts = [value].flat().filter((part): part is Thing => typeof part === 'object' && part !== null);
    return parts.flatMap((part) => faultsOf(part, `${place}.`));
  });
  const id = thing['@id'];
  return [...missing, ...wrong, ...(id === undefined || url(id) ? [] : [`${place}.@id`])];
}
