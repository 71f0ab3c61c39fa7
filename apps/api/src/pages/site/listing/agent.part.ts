import { postalCode } from '@morada/domain/base/cep';
import { type DateHours, weekLines } from '@morada/domain/brand/opening-hours';
import type { Face } from '../../kit/face.ts';

/** All day closed, in the words of search engines. */
const CLOSED = [{ from: '00:00', to: '00:00' }];

/** Hours of one date, which win over the week's. */
const hoursOf = ({ date, spans }: DateHours) =>
  (spans.length > 0 ? spans : CLOSED).map(({ from, to }) => ({
    ...{ '@type': 'OpeningHoursSpecification', validFrom: date, validThrough: date, opens: from, closes: to },
  }));

/**
 * The agency in schema.org's words. Search engines require an address of a RealEstateAgent, a kind of LocalBusiness, and
 * use its telephone; without either the agency is an Organization.
 */
export function agentData(face: Face, origin: string) {
  const { name, street, number, complement, neighborhood, city, state, cep } = face;
  const line = [street, number, complement, neighborhood].filter(Boolean).join(', ');
  const phone = face.phone ?? face.whatsapp;
  const isAgent = Boolean(street && city && phone);
  const profiles = [face.instagram, face.facebook, face.youtube, face.linkedin].filter(Boolean);
  const hours = weekLines(face).flatMap(({ days, spans }) =>
    spans.map(({ from, to }) => ({ '@type': 'OpeningHoursSpecification', dayOfWeek: days, opens: from, closes: to })),
  );
  const dates = face.dates.flatMap(hoursOf);
  return {
    '@type': isAgent ? 'RealEstateAgent' : 'Organization',
    '@id': `${origin}/#imobiliaria`,
    name,
    url: `${origin}/`,
    telephone: phone ? `+55${phone}` : undefined,
    email: face.email ?? undefined,
    description: face.about ?? undefined,
    logo: face.logo ? origin + face.logo : undefined,
    image: face.share ? origin + face.share : undefined,
    taxID: face.cnpj ?? undefined,
    address:
      street && city
        ? {
            '@type': 'PostalAddress',
            streetAddress: line,
            addressLocality: city ?? undefined,
            addressRegion: state ?? undefined,
            postalCode: cep === null ? undefined : postalCode(cep),
            addressCountry: 'BR',
          }
        : undefined,
    openingHoursSpecification: isAgent && hours.length > 0 ? hours : undefined,
    specialOpeningHoursSpecification: isAgent && dates.length > 0 ? dates : undefined,
    sameAs: profiles.length > 0 ? profiles : undefined,
  };
}
