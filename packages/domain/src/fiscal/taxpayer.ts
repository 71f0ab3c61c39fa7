import type { CalendarDate } from '../base/calendar.ts';
import type { PropertyPurpose } from '../lease/lease-purposes.ts';
import { leasePurpose } from './reform.ts';

/** How a company or a person stands towards IBS and CBS. Only REGULAR pays them beside the price. */
export const TAX_REGIMES = {
  NONE: 'Não é contribuinte',
  REGULAR: 'Contribuinte de IBS e CBS',
  SIMPLES: 'Simples Nacional',
  MEI: 'MEI',
} as const;

export type TaxRegime = keyof typeof TAX_REGIMES;

/** The agency has a CNPJ, so it is always something. */
export const AGENCY_REGIMES = {
  REGULAR: 'Lucro Presumido ou Lucro Real',
  SIMPLES: TAX_REGIMES.SIMPLES,
  MEI: TAX_REGIMES.MEI,
} as const satisfies Partial<Record<TaxRegime, string>>;

export type AgencyRegime = keyof typeof AGENCY_REGIMES;

/** Where notes are issued: RESTRICTED is the national system's place for trying out. */
export const DPS_ENVIRONMENTS = { RESTRICTED: 'Produção restrita (teste)', PRODUCTION: 'Produção' } as const;

export type DpsEnvironment = keyof typeof DPS_ENVIRONMENTS;

/** Series of DPS that programs of taxpayers may use. */
export const MAX_SERIES = 49_999;

type Taxpayer = { tax_regime: TaxRegime | null; taxpayer_since: CalendarDate | null };

/** Whether an owner pays IBS and CBS on a day. */
export const isTaxpayerOn = ({ tax_regime, taxpayer_since }: Taxpayer, day: CalendarDate): boolean =>
  tax_regime === 'REGULAR' && taxpayer_since !== null && taxpayer_since <= day;

/** The contract's own purpose, else the property's, else what kind of property it is. */
export const purposeOf = (lease: {
  purpose: PropertyPurpose | null;
  property: { purpose: PropertyPurpose | null } & Parameters<typeof leasePurpose>[0];
}): PropertyPurpose => lease.purpose ?? lease.property.purpose ?? leasePurpose(lease.property);
