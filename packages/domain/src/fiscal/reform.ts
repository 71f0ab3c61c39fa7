import { type CalendarDate, earlier, formatDate } from '../base/calendar.ts';
import { type BasisPoints, type Cents, formatMoney, formatPercent, portion, ratio, sum, WHOLE } from '../base/money.ts';
import { PROPERTY_PURPOSES, type PropertyPurpose } from '../lease/lease-purposes.ts';
import type { PropertyLocation } from '../property/property-words.ts';

/** When the income of leases makes a natural person a taxpayer of IBS and CBS (LC 214/2025, art. 251, §§ 1 and 2). */
export type ReformLimits = {
  /** Income of a year that must be exceeded, together with `properties`, to be a taxpayer in the next. */
  income_limit: Cents;
  /** Distinct properties that must be exceeded. */
  properties: number;
  /** Part of the limit from which an owner is near it. */
  near: BasisPoints;
  /** Part of the limit by which income must exceed it to count within the year. */
  excess: BasisPoints;
  /** Whether the excess counts only with more than `properties`; § 2, II names the income alone. */
  excess_needs_properties: boolean;
};

/** The row of the table that is in force in a period. */
export type ReformTable = ReformLimits & { rates: ReformRates; fixed_rate: FixedRateTable };

/** From the least to the most severe. */
export const REFORM_STATES = {
  SAFE: 'Fora da reforma',
  NEAR: 'Perto do limite',
  NEXT_YEAR: 'Contribuinte no ano que vem',
  NOW: 'Contribuinte neste ano',
} as const;

export type ReformState = keyof typeof REFORM_STATES;

/** Income of the owner's shares in a year, and the distinct properties that it came from. */
type Leases = { income: Cents; properties: number };

/** Leases through the agency, and what the owner declares to have outside it. */
type LeaseYear = Leases & { declared: (Leases & { declared_on: CalendarDate }) | null };

/** Amounts of a table's limits: `near` counts when reached, the others when exceeded. */
export const reformThresholds = ({ income_limit, near, excess }: ReformLimits) => ({
  near: portion(income_limit, near),
  limit: income_limit,
  excess: income_limit + portion(income_limit, excess),
});

/**
 * State in `year` of an owner who is a natural person. The year before counts first: above its limits of income and
 * properties the owner is a taxpayer for the whole year. `reason` is in Portuguese.
 */
export function reformState({
  year,
  limits,
  ...leases
}: LeaseYear & {
  year: number;
  limits: ReformLimits;
  before: LeaseYear & { limits: ReformLimits };
}): Leases & { state: ReformState; reason: string } {
  const before = withDeclared(leases.before);
  const now = withDeclared(leases);
  if (isAbove(before, leases.before.limits)) {
    const reason = `${inWords(before)} em ${year - 1}: passou ${bothLimits(leases.before.limits)}`;
    return { ...now, state: 'NOW', reason: `${reason}${source(leases.before)}` };
  }
  const state = stateOf(now, limits);
  return { ...now, state, reason: `${reasonOf(state, now, limits)}${source(leases)}` };
}

const withDeclared = ({ income, properties, declared }: LeaseYear): Leases => ({
  income: income + (declared?.income ?? 0),
  properties: properties + (declared?.properties ?? 0),
});

const isAbove = ({ income, properties }: Leases, limits: ReformLimits) =>
  income > limits.income_limit && properties > limits.properties;

function stateOf(leases: Leases, limits: ReformLimits): ReformState {
  const { near, excess } = reformThresholds(limits);
  const counts = leases.properties > limits.properties || !limits.excess_needs_properties;
  if (leases.income > excess && counts) return 'NOW';
  if (isAbove(leases, limits)) return 'NEXT_YEAR';
  return leases.income >= near ? 'NEAR' : 'SAFE';
}

const inWords = ({ income, properties }: Leases) =>
  `${formatMoney(income)} de ${properties === 1 ? '1 imóvel' : `${properties} imóveis`}`;

const bothLimits = ({ income_limit, properties }: ReformLimits) =>
  `do limite de ${formatMoney(income_limit)} e de ${properties} imóveis`;

const source = ({ declared }: LeaseYear) =>
  declared ? `, com o declarado em ${formatDate(declared.declared_on)}` : '';

function reasonOf(state: ReformState, leases: Leases, limits: ReformLimits): string {
  const { income_limit, near, excess, properties } = limits;
  const limit = formatMoney(income_limit);
  const received = `${inWords(leases)} no ano`;
  switch (state) {
    case 'NOW':
      return `${received}: passa em mais de ${formatPercent(excess)} do limite de ${limit}`;
    case 'NEXT_YEAR':
      return `${received}: passa ${bothLimits(limits)}`;
    case 'NEAR':
      return leases.income > income_limit
        ? `${received}: passa do limite de ${limit}, mas não de ${properties} imóveis`
        : `${received}: ${wholePercent(leases.income, income_limit)} do limite de ${limit}`;
    case 'SAFE':
      return `${received}: abaixo de ${formatPercent(near)} do limite de ${limit}`;
  }
}

/** Rounded down, so that an owner below the limit is never shown 100%. */
const wholePercent = (part: Cents, whole: Cents) => `${Number((BigInt(part) * 100n) / BigInt(whole))}%`;

/** Rates of a period, before the reduction that leases have. */
export type ReformRates = {
  ibs_state: BasisPoints;
  ibs_municipal: BasisPoints;
  cbs: BasisPoints;
  /** Reduction of the rates for leases: 70% (art. 261, sole paragraph). */
  lease_reduction: BasisPoints;
  /** Per residential property and month (art. 260). */
  social_reducer: Cents;
  /** PIS and COFINS leave the base until they end. */
  deducts_pis_cofins: boolean;
  /** Whether the taxes are paid; in the test year they are only shown. */
  collected: boolean;
  /** Fixed by law. An estimate is shown as one, and never reaches an invoice. */
  official: boolean;
};

/**
 * Base of one co-owner's lease (art. 255; NFS-e, NT 009). `total`, `discount` and `adjustments` are of the whole
 * operation and enter by `share`; PIS and COFINS are the co-owner's own. The social reducer is limited to the rest of
 * the operation.
 * @returns the parts as the note shows them, each rounded once, and the base, never below zero.
 */
export function leaseBase(lease: {
  total: Cents;
  /** Unconditional discount. */
  discount: Cents;
  /** Taxes and fees on the property, condominium and other parts that are not the lease. */
  adjustments: Cents;
  /** Number of residential properties of the lease; 0 for a commercial one. */
  residential: number;
  share: BasisPoints;
  /** Absent for a natural person. */
  pis_cofins?: Cents;
  rates: ReformRates;
}): { service: Cents; discount: Cents; reducer: Cents; adjustment: Cents; base: Cents } {
  const { total, share, residential, pis_cofins = 0, rates } = lease;
  const rest = Math.max(0, total - lease.discount - lease.adjustments);
  const reducer = Math.min(rest, rates.social_reducer * residential);
  const service = portion(total, share);
  const discount = portion(lease.discount, share);
  const adjustment = portion(lease.adjustments + reducer, share);
  const base = Math.max(0, service - discount - adjustment - (rates.deducts_pis_cofins ? pis_cofins : 0));
  return { service, discount, reducer, adjustment, base };
}

/** IBS and CBS of a lease's base: a rate after its reduction has two decimals, and each tax is rounded once. */
export function leaseTaxes(
  base: Cents,
  { ibs_state, ibs_municipal, cbs, lease_reduction }: ReformRates,
): { ibs: Cents; cbs: Cents; ibs_rate: BasisPoints; cbs_rate: BasisPoints } {
  const effective = (rate: BasisPoints) => ratio(rate, WHOLE - lease_reduction, WHOLE);
  const ibs = [effective(ibs_state), effective(ibs_municipal)];
  const cbs_rate = effective(cbs);
  return {
    ibs: sum(ibs.map((rate) => portion(base, rate))),
    cbs: portion(base, cbs_rate),
    ibs_rate: sum(ibs),
    cbs_rate,
  };
}

const HOMES: ReadonlySet<PropertyLocation> = new Set(['APARTMENT', 'ROOF', 'HOUSE', 'KITNET', 'CHACARA', 'SITE']);

/** Purpose that a property suggests; the contract's own decides. */
export const leasePurpose = ({ location, comercial }: { location: PropertyLocation; comercial: boolean | null }) =>
  HOMES.has(location) && comercial !== true ? 'RESIDENTIAL' : 'NON_RESIDENTIAL';

/** Conditions of the fixed rate on gross receipts of older contracts (art. 487). */
export type FixedRateTable = {
  rate: BasisPoints;
  signed_until: CalendarDate;
  registered_until: CalendarDate;
  /** The last day for residential contracts, whatever their term. */
  residential_until: CalendarDate;
};

export const SIGNATURES = {
  CERTIFIED: 'Firma reconhecida',
  ELECTRONIC: 'Assinatura eletrônica',
  PLAIN: 'Assinatura simples',
} as const;

export type Signature = keyof typeof SIGNATURES;

export type LeasePurpose = Exclude<PropertyPurpose, 'SHORT_STAY'>;

export const LEASE_PURPOSES = {
  RESIDENTIAL: PROPERTY_PURPOSES.RESIDENTIAL,
  NON_RESIDENTIAL: PROPERTY_PURPOSES.NON_RESIDENTIAL,
} as const satisfies Record<LeasePurpose, string>;

export type FixedRateConditions = {
  signed_on: CalendarDate;
  signature: Signature;
  purpose: LeasePurpose;
  /** Day of the registration of the contract, at the register of the property or of deeds. */
  registered_on: CalendarDate | null;
  /** End of the original term, without extensions. */
  ends_on: CalendarDate;
};

type FixedRateOption = { until: CalendarDate; reason: string } | { until: null; reason: string };

/**
 * Until which day a contract may pay the fixed rate; null when it may not. `reason`, in Portuguese, names the condition.
 */
export function fixedRateOption(contract: FixedRateConditions, table: FixedRateTable): FixedRateOption {
  const { purpose, ends_on } = contract;
  const refusal = fixedRateRefusal(contract, table);
  if (refusal !== null) return { until: null, reason: refusal };
  const until = purpose === 'RESIDENTIAL' ? earlier(ends_on, table.residential_until) : ends_on;
  const cause = until === ends_on ? 'fim do prazo original' : 'último dia da opção para contratos residenciais';
  return {
    until,
    reason: `Pode pagar ${formatPercent(table.rate)} da receita bruta até ${formatDate(until)}, ${cause}`,
  };
}

function fixedRateRefusal(contract: FixedRateConditions, table: FixedRateTable): string | null {
  const { signed_on, signature, purpose, registered_on, ends_on } = contract;
  if (signed_on > table.signed_until) {
    return `O contrato foi assinado em ${formatDate(signed_on)}, depois de ${formatDate(table.signed_until)}`;
  }
  if (ends_on < signed_on) return 'O prazo original termina antes da assinatura';
  if (signature === 'PLAIN') return 'A assinatura não tem firma reconhecida nem é eletrônica';
  if (purpose === 'RESIDENTIAL') return null;
  const deadline = formatDate(table.registered_until);
  if (registered_on === null) return `O contrato não residencial não foi registrado até ${deadline}`;
  if (registered_on > table.registered_until) {
    return `O contrato foi registrado em ${formatDate(registered_on)}, depois de ${deadline}`;
  }
  return null;
}

/** The fixed rate on one co-owner's part of the rent: without social reducer and credits. */
export const fixedRateTax = (rent: Cents, share: BasisPoints, rate: BasisPoints): Cents =>
  ratio(rent, share * rate, WHOLE * WHOLE);
