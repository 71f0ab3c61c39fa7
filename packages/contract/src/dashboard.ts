import { RENT_SERIES } from '@morada/domain/income';
import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { money, reference } from './fields.ts';
import { PropertyLocation } from './properties.search.ts';
import { PropertyType } from './properties.ts';

/** What of a property anybody may know who is signed in: it is on offer. */
export const PopularProperty = z.object({
  id: z.int(),
  street: z.string(),
  number: z.nullable(z.string()),
  complement: z.nullable(z.string()),
  neighborhood: z.string(),
  city: z.string(),
  type: PropertyType,
  location: PropertyLocation,
  price: money,
  /** Of its page on the site, each visitor once a day. */
  views: z.int(),
  /** Thumbnail of the first photograph. */
  image: z.nullable(z.string()),
});
export type PopularProperty = z.output<typeof PopularProperty>;

const { received, transferred, fees } = RENT_SERIES;

export const dashboard = endpoints({
  show: {
    method: 'GET',
    path: '/dashboard',
    access: 'login',
    summary: 'Os imóveis disponíveis mais vistos, até oito; e, com FINANCIAL_VIEW, os aluguéis dos últimos 12 meses',
    response: z.object({
      /** To let and most often looked at, the first the most. */
      popular: z.array(PopularProperty),
      /** Three points a month; none without the right to see the finance pages. */
      resume: z.array(z.object({ date: reference(), value: money, type: z.enum([received, transferred, fees]) })),
    }),
  },
});
