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
