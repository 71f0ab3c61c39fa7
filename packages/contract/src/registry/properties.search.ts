import type { OfferState } from '@morada/domain/property/offer';
import { LOCATIONS } from '@morada/domain/property/property-words';
import * as z from 'zod/mini';
import { pageNumber, searchId, searchText } from '../base/fields.ts';

const OFFER_STATES = [
  'RECEIVED',
  'REVIEWING',
  'VISIT',
  'ACCEPTED',
  'REFUSED',
  'WITHDRAWN',
] as const satisfies readonly OfferState[];
const CODES = Object.keys(LOCATIONS) as [keyof typeof LOCATIONS, ...(keyof typeof LOCATIONS)[]];
export const PropertyLocation = z.enum(CODES, 'Informe a locação');

export const RequestSearch = z.object({
  page: z.optional(pageNumber),
  query: searchText,
  /** Without one, every pending property. */
  state: z.catch(z.optional(z.enum(OFFER_STATES)), undefined),
});

export const PropertySearch = z.object({
  page: z.optional(pageNumber),
  id: searchId,
  query: searchText,
  transaction: z.catch(z.optional(z.enum(['ALL', 'SALE', 'RENT'])), undefined),
  available: z.catch(z.optional(z.enum(['ALL', 'AVAILABLE', 'UNAVAILABLE'])), undefined),
  order: z.catch(z.optional(z.enum(['id:desc', 'price:asc', 'price:desc'])), undefined),
  category: z.catch(z.optional(PropertyLocation), undefined),
});
