import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '../base/calendar.ts';
import type { BasisPoints, Cents } from '../base/money.ts';
import {
  type FixedRateConditions,
  type FixedRateTable,
  fixedRateOption,
  fixedRateTax,
  type LeasePurpose,
  leaseBase,
  leasePurpose,
  leaseTaxes,
  type ReformLimits,
  type ReformRates,
  type ReformState,
  reformState,
} from './reform.ts';

const LIMITS: ReformLimits = {
  income_limit: 24_000_000,
  properties: 3,
  near: 8_000,
  excess: 2_000,
  excess_needs_properties: false,
};

type Case = Parameters<typeof reformState>[0];
const NONE = { income: 0, properties: 0, declared: null };
const stateOf = ({ limits = LIMITS, before = { ...NONE, limits }, ...leases }: Partial<Case>) => {
  const { reason, ...found } = reformState({ year: 2026, limits, ...NONE, ...leases, before });
  return { ...found, reason: reason.replaceAll('\u00a0', ' ') };
};

describe('reformState', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[Cents, number, ReformState, string]>([
    [         0, 0, 'SAFE',      'R$ 0,00 de 0 imóveis no ano: abaixo de 80% do limite de R$ 240.000,00'],
    [19_199_999, 9, 'SAFE',      'R$ 191.999,99 de 9 imóveis no ano: abaixo de 80% do limite de R$ 240.000,00'],
    [19_200_000, 1, 'NEAR',      'R$ 192.000,00 de 1 imóvel no ano: 80% do limite de R$ 240.000,00'],
    [23_999_999, 4, 'NEAR',      'R$ 239.999,99 de 4 imóveis no ano: 99% do limite de R$ 240.000,00'],
    [24_000_000, 4, 'NEAR',      'R$ 240.000,00 de 4 imóveis no ano: 100% do limite de R$ 240.000,00'],
    [24_000_001, 3, 'NEAR',      'R$ 240.000,01 de 3 imóveis no ano: passa do limite de R$ 240.000,00, mas não de 3 imóveis'],
    [24_000_001, 4, 'NEXT_YEAR', 'R$ 240.000,01 de 4 imóveis no ano: passa do limite de R$ 240.000,00 e de 3 imóveis'],
    [28_800_000, 4, 'NEXT_YEAR', 'R$ 288.000,00 de 4 imóveis no ano: passa do limite de R$ 240.000,00 e de 3 imóveis'],
    [28_800_001, 4, 'NOW',       'R$ 288.000,01 de 4 imóveis no ano: passa em mais de 20% do limite de R$ 240.000,00'],
    [28_800_001, 1, 'NOW',       'R$ 288.000,01 de 1 imóvel no ano: passa em mais de 20% do limite de R$ 240.000,00'],
  ])('%i of %i properties: %s', (income, properties, state, reason) => {
    expect(stateOf({ income, properties })).toEqual({ income, properties, state, reason });
  });

  test('the excess needs more than three properties too, where the table says so', () => {
    const limits = { ...LIMITS, excess_needs_properties: true };
    expect(stateOf({ limits, income: 28_800_001, properties: 3 }).state).toBe('NEAR');
    expect(stateOf({ limits, income: 28_800_001, properties: 4 }).state).toBe('NOW');
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[Cents, number, ReformState]>([
    [24_000_000, 4, 'SAFE'],
    [24_000_001, 3, 'SAFE'],
    [24_000_001, 4, 'NOW'],
    [90_000_000, 1, 'SAFE'], // A taxpayer of the year before alone, by the excess.
  ])('the year before, %i of %i properties: %s', (income, properties, state) => {
    expect(stateOf({ before: { ...NONE, limits: LIMITS, income, properties } }).state).toBe(state);
  });

  test('the year before has the reason, and limits of its own', () => {
    const before = { ...NONE, income: 25_000_000, properties: 4 };
    expect(stateOf({ before: { ...before, limits: LIMITS }, income: 2_000_000, properties: 4 })).toEqual({
      ...{ state: 'NOW', income: 2_000_000, properties: 4 },
      reason: 'R$ 250.000,00 de 4 imóveis em 2025: passou do limite de R$ 240.000,00 e de 3 imóveis',
    });
    expect(stateOf({ before: { ...before, limits: { ...LIMITS, income_limit: 26_000_000 } } }).state).toBe('SAFE');
  });

  test('what the owner declares is added, in its own year', () => {
    const declared = { income: 10_000_000, properties: 2, declared_on: '2026-09-01' } as const;
    const leases = { income: 15_000_000, properties: 2, declared };
    const { reason, ...found } = stateOf(leases);
    expect(found).toEqual({ state: 'NEXT_YEAR', income: 25_000_000, properties: 4 });
    expect(reason).toMatch(/, com o declarado em 01\/09\/2026$/);
    const later = stateOf({ before: { ...leases, limits: LIMITS } });
    expect(later).toMatchObject({ state: 'NOW', income: 0, properties: 0 });
    expect(later.reason).toMatch(/, com o declarado em 01\/09\/2026$/);
  });
});

const RATES_2026: ReformRates = {
  ibs_state: 10,
  ibs_municipal: 0,
  cbs: 90,
  lease_reduction: 7_000,
  social_reducer: 60_000,
  deducts_pis_cofins: true,
  collected: false,
  official: true,
};
const RATES_2027: ReformRates = {
  ...RATES_2026,
  ...{ ibs_state: 5, ibs_municipal: 5, cbs: 840, deducts_pis_cofins: false, collected: true, official: false },
};

type Lease = Parameters<typeof leaseBase>[0];
/** Rent 3.000,00, IPTU 100,00, condominium 400,00. */
const LEASE: Lease = {
  total: 350_000,
  discount: 0,
  adjustments: 50_000,
  residential: 1,
  share: 10_000,
  rates: RATES_2026,
};

describe('a lease', () => {
  test('of one owner, in 2026', () => {
    const found = leaseBase(LEASE);
    expect(found).toEqual({ service: 350_000, discount: 0, reducer: 60_000, adjustment: 110_000, base: 240_000 });
    expect(leaseTaxes(found.base, RATES_2026)).toEqual({ ibs: 72, cbs: 648, ibs_rate: 3, cbs_rate: 27 });
  });

  test('of a co-owner of 60%', () => {
    const found = leaseBase({ ...LEASE, share: 6_000 });
    expect(found).toEqual({ service: 210_000, discount: 0, reducer: 60_000, adjustment: 66_000, base: 144_000 });
    expect(leaseTaxes(found.base, RATES_2026)).toMatchObject({ ibs: 43, cbs: 389 });
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, ReformRates, Cents]>([
    ['2026', RATES_2026, 8_900],
    ['2027', RATES_2027, 9_900], // PIS and COFINS no longer leave the base
  ])('the case of the official calculator, in %s', (_, rates, base) => {
    const lease = {
      total: 100_000, discount: 500, adjustments: 500, residential: 0, share: 1_000, rates, pis_cofins: 1_000,
    };
    expect(leaseBase(lease).base).toBe(base);
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[Partial<Lease>, Cents, Cents, string]>([
    [{ residential: 0 },                        0, 300_000, 'a commercial property has no reducer'],
    [{ residential: 2 },                  120_000, 180_000, 'two residential properties'],
    [{ total: 80_000 },                    30_000,       0, 'the reducer takes what is left at most'],
    [{ total: 40_000 },                         0,       0, 'never below zero'],
    [{ residential: 0, discount: 30_000 },      0, 270_000, 'a discount'],
  ])('%j: reducer %i, base %i (%s)', (changes, reducer, base) => {
    expect(leaseBase({ ...LEASE, ...changes })).toMatchObject({ reducer, base });
  });

  test('from 2027 IBS is of the state and of the municipality, each with two decimals', () => {
    // 0,05% × 30% is 0,015%, shown as 0,02%; 8,4% × 30% is 2,52%.
    expect(leaseTaxes(240_000, RATES_2027)).toEqual({ ibs: 96, cbs: 6_048, ibs_rate: 4, cbs_rate: 252 });
  });
});

// biome-ignore format: a table of cases reads best aligned
test.each<[Parameters<typeof leasePurpose>[0], LeasePurpose]>([
  [{ location: 'APARTMENT', comercial: null  }, 'RESIDENTIAL'],
  [{ location: 'HOUSE',     comercial: false }, 'RESIDENTIAL'],
  [{ location: 'HOUSE',     comercial: true  }, 'NON_RESIDENTIAL'],
  [{ location: 'STORE',     comercial: null  }, 'NON_RESIDENTIAL'],
])('the lease of %j is %s', (property, purpose) => {
  expect(leasePurpose(property)).toBe(purpose);
});

// biome-ignore format: a table of cases reads best aligned
test.each<[Cents, BasisPoints, Cents]>([
  [300_000, 10_000, 10_950],
  [300_000,  6_000,  6_570],
  [100_001,  3_333,  1_217], // 1.216,557…
])('the fixed rate of 3,65%% on %i by a share of %i', (rent, share, tax) => {
  expect(fixedRateTax(rent, share, 365)).toBe(tax);
});

describe('fixedRateOption', () => {
  const table: FixedRateTable = {
    rate: 365,
    signed_until: '2025-01-16',
    registered_until: '2025-12-31',
    residential_until: '2028-12-31',
  };
  const HOME: FixedRateConditions = {
    signed_on: '2024-06-01',
    signature: 'ELECTRONIC',
    purpose: 'RESIDENTIAL',
    registered_on: null,
    ends_on: '2027-05-31',
  };
  const SHOP: FixedRateConditions = {
    ...HOME,
    purpose: 'NON_RESIDENTIAL',
    registered_on: '2025-03-10',
    ends_on: '2034-05-31',
  };

  // biome-ignore format: a table of cases reads best aligned
  test.each<[FixedRateConditions, CalendarDate | null, string]>([
    [HOME, '2027-05-31', 'Pode pagar 3,65% da receita bruta até 31/05/2027, fim do prazo original'],
    [{ ...HOME, signed_on: '2025-01-16', ends_on: '2030-01-15' }, '2028-12-31',
      'Pode pagar 3,65% da receita bruta até 31/12/2028, último dia da opção para contratos residenciais'],
    [{ ...HOME, signature: 'CERTIFIED' }, '2027-05-31',
      'Pode pagar 3,65% da receita bruta até 31/05/2027, fim do prazo original'],
    [{ ...HOME, signed_on: '2025-01-17' }, null, 'O contrato foi assinado em 17/01/2025, depois de 16/01/2025'],
    [{ ...HOME, signature: 'PLAIN' }, null, 'A assinatura não tem firma reconhecida nem é eletrônica'],
    [{ ...HOME, ends_on: '2024-05-31' }, null, 'O prazo original termina antes da assinatura'],
    [SHOP, '2034-05-31', 'Pode pagar 3,65% da receita bruta até 31/05/2034, fim do prazo original'],
    [{ ...SHOP, registered_on: '2025-12-31' }, '2034-05-31',
      'Pode pagar 3,65% da receita bruta até 31/05/2034, fim do prazo original'],
    [{ ...SHOP, registered_on: '2026-01-02' }, null, 'O contrato foi registrado em 02/01/2026, depois de 31/12/2025'],
    [{ ...SHOP, registered_on: null }, null, 'O contrato não residencial não foi registrado até 31/12/2025'],
  ])('%j: %s', (contract, until, reason) => {
    expect(fixedRateOption(contract, table)).toEqual({ until, reason });
  });

  test('the rate is the table’s', () => {
    const rate: BasisPoints = 400;
    expect(fixedRateOption(HOME, { ...table, rate }).reason).toMatch(/^Pode pagar 4% /);
  });
});
