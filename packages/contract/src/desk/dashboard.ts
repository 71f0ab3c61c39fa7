import type { Access } from '@morada/domain/access/permissions';
import { RENT_SERIES } from '@morada/domain/ledger/income';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { money, reference } from '../base/fields.ts';
import { PropertyLocation } from '../registry/properties.search.ts';
import { PropertyType } from '../registry/property-rows.ts';
import { IMPORT_ACCESS } from './imports.search.ts';

/** Property data that every signed-in user may see: it is on offer. */
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
  /** Views of its page on the site, once per visitor and day. */
  views: z.int(),
  /** Thumbnail of the first photograph. */
  image: z.nullable(z.string()),
});
export type PopularProperty = z.output<typeof PopularProperty>;

const { received, transferred, fees } = RENT_SERIES;

/** First steps of a new agency with their permissions, which cover the step itself and its page. */
export const FIRST_STEPS = {
  AGENCY: '*',
  COLLECTION: '*',
  TEAM: { all: ['ADMIN_USER_VIEW', 'ADMIN_USER_CREATE'] },
  PEOPLE: IMPORT_ACCESS.people,
  PROPERTIES: IMPORT_ACCESS.properties,
  CONTRACTS: IMPORT_ACCESS.contracts,
  SAFEGUARDS: '*',
  BILLING: { all: ['FINANCIAL_INVOICE_VIEW', 'FINANCIAL_INVOICE_CREATE'] },
} as const satisfies Record<string, Access>;

export const FirstStepKey = z.enum(Object.keys(FIRST_STEPS) as [keyof typeof FIRST_STEPS]);
export type FirstStepKey = z.output<typeof FirstStepKey>;

export const FirstStep = z.object({
  key: FirstStepKey,
  done: z.boolean(),
  /** What the step still needs: parts of the agency's data, or the invoice and channels of the first charge. */
  missing: z.array(z.enum(['cnpj', 'address', 'phone', 'logo', 'invoice', 'channel', 'messages'])),
});
export type FirstStep = z.output<typeof FirstStep>;

export const dashboard = endpoints('dashboard', {
  show: {
    method: 'GET',
    path: '/dashboard',
    access: 'login',
    summary: 'Os imóveis disponíveis mais vistos, até oito; e, com FINANCIAL_VIEW, os aluguéis dos últimos 12 meses',
    response: z.object({
      /** Most viewed properties on offer, sales and rentals. */
      popular: z.array(PopularProperty),
      /** Rentals alone. */
      lettings: z.array(PopularProperty),
      /** Three points a month; none without permission for the finance pages. */
      resume: z.array(z.object({ date: reference(), value: money, type: z.enum([received, transferred, fees]) })),
    }),
  },
  firstSteps: {
    method: 'GET',
    path: '/dashboard/first-steps',
    access: 'login',
    summary:
      'Primeiros passos de uma imobiliária nova: os que a pessoa pode dar; nenhum quando todos estão dados ou foram dispensados',
    response: z.array(FirstStep),
  },
});
