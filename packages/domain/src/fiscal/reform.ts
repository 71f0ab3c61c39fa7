import { type CalendarDate, earlier, formatDate } from '../base/calendar.ts';
import { type BasisPoints, type Cents, formatMoney, formatPercent, portion, ratio, sum, WHOLE } from '../base/money.ts';

/** When the income of leases makes a natural person a taxpayer of IBS and CBS (LC 214/2025, art. 251, §§ 1 and 2). */
export type ReformTable = {
  /** Income of the year that must be exceeded, together with `properties`. */
  income_limit: Cents;
  /** Distinct properties that must be exceeded. */
  properties: number;
  /** Part of the limit from which an owner is near it. */
  near: BasisPoints;
  /** Part of the limit by which income must exceed it to count within the year. */
  excess: BasisPoints;
  /** Whether the excess counts only with more than `properties`; the law's text names the income alone. */
  excess_needs_properties: boolean;
};

export const REFORM_STATES = {
  SAFE: 'Fora da reforma',
  NEAR: 'Perto do limite',
  NEXT_YEAR: 'Contribuinte no ano que vem',
  NOW: 'Contribuinte já neste ano',
} as const;

export type ReformState = keyof typeof REFORM_STATES;

type LeaseYear = { income_of_year: Cents; properties: number };

/**
 * State of an owner who is a natural person, by the income of the owner's shares in the year and the distinct properties
 * it came from. `declared` is what the owner says to have outside the agency. `reason` is in Portuguese.
 */
export function reformState(
  year: LeaseYear & { table: ReformTable; declared?: LeaseYear & { declared_on: CalendarDate } },
): { state: ReformState; reason: string; income: Cents; properties: number } {
  const { table, declared } = year;
  const income = year.income_of_year + (declared?.income_of_year ?? 0);
  const properties = year.properties + (declared?.properties ?? 0);
  const source = declared ? `, com o declarado em ${formatDate(declared.declared_on)}` : '';
  const state = stateOf(income, properties, table);
  const reason = `${reasonOf(state, income, properties, table)}${source}`;
  return { state, reason, income, properties };
}

const excessOf = ({ income_limit, excess }: ReformTable) => income_limit + portion(income_limit, excess);

function stateOf(income: Cents, properties: number, table: ReformTable): ReformState {
  const hasProperties = properties > table.properties;
  if (income > excessOf(table) && (hasProperties || !table.excess_needs_properties)) return 'NOW';
  if (income > table.income_limit && hasProperties) return 'NEXT_YEAR';
  return income >= portion(table.income_limit, table.near) ? 'NEAR' : 'SAFE';
}

function reasonOf(state: ReformState, income: Cents, properties: number, table: ReformTable): string {
  const limit = formatMoney(table.income_limit);
  const received = `${formatMoney(income)} no ano, de ${properties === 1 ? '1 imóvel' : `${properties} imóveis`}`;
  switch (state) {
    case 'NOW':
      return `${received}: passa em mais de ${formatPercent(table.excess)} do limite de ${limit}`;
    case 'NEXT_YEAR':
      return `${received}: passa do limite de ${limit} e de ${table.properties} imóveis`;
    case 'NEAR':
      return income > table.income_limit
        ? `${received}: passa do limite de ${limit}, mas não de ${table.properties} imóveis`
        : `${received}: ${wholePercent(income, table.income_limit)} do limite de ${limit}`;
    case 'SAFE':
      return `${received}: abaixo de ${formatPercent(table.near)} do limite de ${limit}`;
  }
}

/** Cut, so that an owner below the limit never reads 100%. */
const wholePercent = (part: Cents, whole: Cents) => `${Number((BigInt(part) * 100n) / BigInt(whole))}%`;

/** Rates of a period, before the reduction that each kind of operation has. */
export type ReformRates = {
  ibs_state: BasisPoints;
  ibs_municipal: BasisPoints;
  cbs: BasisPoints;
  /** Of leases, and of administration and brokerage: 70% and 50% (art. 261). */
  lease_reduction: BasisPoints;
  fee_reduction: BasisPoints;
  /** Per residential property and month (art. 260). */
  social_reducer: Cents;
  /** PIS and COFINS leave the base until they end. */
  deducts_pis_cofins: boolean;
};

type ServiceTaxes = { iss: Cents; pis: Cents; cofins: Cents };

/**
 * Base of one co-owner's lease (art. 255; NFS-e, NT 009). `total`, `discount` and `adjustments` are of the whole
 * operation and enter by `share`; the taxes are the co-owner's own. The social reducer takes the rest of the operation
 * at most.
 * @returns the parts as the note shows them, each rounded once, and the base, never below zero.
 */
export function leaseBase(lease: {
  total: Cents;
  /** Unconditional discount. */
  discount: Cents;
  /** Taxes and fees on the property, condominium and other parts that are not the lease. */
  adjustments: Cents;
  /** Residential properties of the lease; 0 of a commercial one. */
  residential: number;
  share: BasisPoints;
  taxes: ServiceTaxes;
  rates: ReformRates;
}): { service: Cents; discount: Cents; reducer: Cents; adjustment: Cents; base: Cents } {
  const { total, share, residential, rates } = lease;
  const rest = Math.max(0, total - lease.discount - lease.adjustments);
  const reducer = Math.min(rest, rates.social_reducer * residential);
  const service = portion(total, share);
  const discount = portion(lease.discount, share);
  const adjustment = portion(lease.adjustments + reducer, share);
  const base = Math.max(0, service - discount - adjustment - deducted(lease.taxes, rates));
  return { service, discount, reducer, adjustment, base };
}

/** Base of the agency's fee: less ISS, and less PIS and COFINS while they last. */
export function feeBase(fee: { amount: Cents; discount: Cents; taxes: ServiceTaxes; rates: ReformRates }): Cents {
  return Math.max(0, fee.amount - fee.discount - deducted(fee.taxes, fee.rates));
}

const deducted = ({ iss, pis, cofins }: ServiceTaxes, { deducts_pis_cofins }: ReformRates): Cents =>
  iss + (deducts_pis_cofins ? pis + cofins : 0);

/** IBS and CBS of a base: a rate after its reduction has two decimals, and each tax is rounded once. */
export function reformTaxes(
  base: Cents,
  kind: 'LEASE' | 'FEE',
  rates: ReformRates,
): { ibs: Cents; cbs: Cents; ibs_rate: BasisPoints; cbs_rate: BasisPoints } {
  const left = WHOLE - (kind === 'LEASE' ? rates.lease_reduction : rates.fee_reduction);
  const effective = (rate: BasisPoints) => ratio(rate, left, WHOLE);
  const ibs = [effective(rates.ibs_state), effective(rates.ibs_municipal)];
  const cbs_rate = effective(rates.cbs);
  return {
    ibs: sum(ibs.map((rate) => portion(base, rate))),
    cbs: portion(base, cbs_rate),
    ibs_rate: sum(ibs),
    cbs_rate,
  };
}

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

export type FixedRateOption = { until: CalendarDate; reason: string } | { until: null; reason: string };

/**
 * Until which day a contract may pay the fixed rate; null when it may not. `reason`, in Portuguese, names the condition.
 * `end_date` is the end of the original term, null of a contract without one.
 */
export function fixedRateOption(contract: {
  signed_on: CalendarDate;
  signature: Signature;
  kind: 'RESIDENTIAL' | 'NON_RESIDENTIAL';
  /** Day of the registration of the contract, at the register of the property or of deeds. */
  registered_on: CalendarDate | null;
  end_date: CalendarDate | null;
  table: FixedRateTable;
}): FixedRateOption {
  const { kind, end_date, table } = contract;
  if (end_date === null) return { until: null, reason: 'O contrato não tem prazo determinado' };
  const refusal = fixedRateRefusal(contract);
  if (refusal !== null) return { until: null, reason: refusal };
  const until = kind === 'RESIDENTIAL' ? earlier(end_date, table.residential_until) : end_date;
  const cause = until === end_date ? 'fim do prazo original' : 'último dia da opção para contratos residenciais';
  return {
    until,
    reason: `Pode pagar ${formatPercent(table.rate)} da receita bruta até ${formatDate(until)}, ${cause}`,
  };
}

function fixedRateRefusal(contract: Parameters<typeof fixedRateOption>[0]): string | null {
  const { signed_on, signature, kind, registered_on, table } = contract;
  if (signed_on > table.signed_until) {
    return `O contrato foi assinado em ${formatDate(signed_on)}, depois de ${formatDate(table.signed_until)}`;
  }
  if (signature === 'PLAIN') return 'A assinatura não tem firma reconhecida nem é eletrônica';
  if (kind === 'RESIDENTIAL') return null;
  const deadline = formatDate(table.registered_until);
  if (registered_on === null) return `O contrato não residencial não foi registrado até ${deadline}`;
  if (registered_on > table.registered_until) {
    return `O contrato foi registrado em ${formatDate(registered_on)}, depois de ${deadline}`;
  }
  return null;
}
