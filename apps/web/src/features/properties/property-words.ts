import { listingTitle } from '@morada/domain/property/listing';
import { listingPath } from '@morada/domain/property/property';
import {
  LOCATIONS,
  type PropertyLocation,
  TRANSACTION_TYPES,
  type TransactionType,
} from '@morada/domain/property/property-words';

type Kind = { location: PropertyLocation; type: TransactionType };

/** `Apartamento, aluguel` */
export const kindInWords = ({ location, type }: Kind) =>
  `${LOCATIONS[location]}, ${TRANSACTION_TYPES[type].toLowerCase()}`;

/** `Apartamento, aluguel, São Mateus, Juiz de Fora` */
export const placeInWords = (property: Kind & { neighborhood: string; city: string }) =>
  `${kindInWords(property)}, ${property.neighborhood}, ${property.city}`;

type Listed = Parameters<typeof listingTitle>[0] & Parameters<typeof listingPath>[0] & { city: string };

/** Message with a listing's address; WhatsApp asks for its receiver. */
export const sharedWords = (property: Listed, origin: string) =>
  `${listingTitle(property)}, ${property.city}: ${origin}${listingPath(property)}`;
