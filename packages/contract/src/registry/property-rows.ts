import { offerLife } from '@morada/domain/property/offer';
import { TRANSACTION_TYPES } from '@morada/domain/property/property-words';
import * as z from 'zod/mini';
import { calendarDate, instant, money } from '../base/fields.ts';
import { PropertyLocation } from './properties.search.ts';

export const PropertyStatus = z.enum(['PENDING', 'AVAILABLE', 'SOLD', 'RENTED', 'UNAVAILABLE'], 'Informe a situação');
const TYPES = Object.keys(TRANSACTION_TYPES) as (keyof typeof TRANSACTION_TYPES)[];
export const PropertyType = z.enum(TYPES, 'Informe o tipo');

export const PropertyRow = z.object({
  id: z.int(),
  status: PropertyStatus,
  type: PropertyType,
  location: PropertyLocation,
  price: money,
  street: z.string(),
  number: z.nullable(z.string()),
  complement: z.nullable(z.string()),
  neighborhood: z.string(),
  city: z.string(),
  state: z.nullable(z.string()),
  bedrooms: z.int(),
  bathrooms: z.int(),
  garage: z.int(),
  views: z.int(),
  /** Whether an available one is on the site. */
  advertised: z.boolean(),
  owner: z.nullable(z.string()),
  /** Thumbnail of the first photograph. */
  image: z.nullable(z.string()),
});

export const OfferState = z.enum(offerLife.states);

export const PropertyRequest = z.object({
  ...PropertyRow.shape,
  created_at: instant,
  /** Requester on the site; null for a property registered by staff. */
  requester: z.nullable(z.object({ name: z.string(), email: z.string(), phone: z.string() })),
  /** State of the offer; null for a property registered by staff. */
  offer: z.nullable(z.object({ state: OfferState, visit_on: z.nullable(calendarDate()) })),
});
