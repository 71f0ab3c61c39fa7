import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '../base/calendar.ts';
import type { BasisPoints, Cents } from '../base/money.ts';
import {
  type FixedRateTable,
  feeBase,
  fixedRateOption,
  leaseBase,
  type ReformRates,
  type ReformState,
  type ReformTable,
  reformState,
  reformTaxes,
} from './reform.ts';

const TABLE: ReformTable = {
  income_limit: 24_000_000,
  properties: 3,
  near: 8_000,
  excess: 2_000,
  excess_needs_properties: true,
};

describe('reformState', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[Cents, number, ReformState, string]>([
    [         0, 0, 'SAFE',      'R$ 0,00 no ano, de 0 imóveis: abaixo de 80% do limite de R$ 240.000,00'],
    [19_199_999, 9, 'SAFE',      'R$ 191.999,99 no ano, de 9 imóveis: abaixo de 80% do limite de R$ 240.000,00'],
    [19_200_000, 1, 'NEAR',      'R$ 192.000,00 no ano, de 1 imóvel: 80% do limite de R$ 240.000,00'],
    [23_999_999, 4, 'NEAR',      'R$ 239.999,99 no ano, de 4 imóveis: 99% do limite de R$ 240.000,00'],
    [24_000_000, 4, 'NEAR',      'R$ 240.000,00 no ano, de 4 imóveis: 100% do limite de R$ 240.000,00'],
    [24_000_001, 3, 'NEAR',      'R$ 240.000,01 no ano, de 3 imóveis: passa do limite de R$ 240.000,00, mas não de 3 imóveis'],
    [24_000_001, 4, 'NEXT_YEAR', 'R$ 240.000,01 no ano, de 4 imóveis: passa do limite de R$ 240.000,00 e de 3 imóveis'],
    [28_800_000, 4, 'NEXT_YEAR', 'R$ 288.000,00 no ano, de 4 imóveis: passa do limite de R$ 240.000,00 e de 3 imóveis'],
    [28_800_001, 4, 'NOW',       'R$ 288.000,01 no ano, de 4 imóveis: passa em mais de 20% do limite de R$ 240.000,00'],
    [28_800_001, 3, 'NEAR',      'R$ 288.000,01 no ano, de 3 imóveis: passa do limite de R$ 240.000,00, mas não de 3 imóveis'],
  ])('%i of %i properties: %s', (income_of_year, properties, state, reason) => {
    const found = reformState({ income_of_year, properties, table: TABLE });
    expect(found.state).toBe(state);
    expect(found.reason.replaceAll('\u00a0', ' ')).toBe(reason);
  });

  test('by the income alone, where the table says so', () => {
    const table = { ...TABLE, excess_needs_properties: false };
    expect(reformState({ income_of_year: 28_800_001, properties: 1, table }).state).toBe('NOW');
  });

  test('what the owner declares is added', () => {
    const declared = { income_of_year: 10_000_000, properties: 2, declared_on: '2026-09-01' } as const;
    const { state, reason, income, properties } = reformState({
      income_of_year: 15_000_000,
      properties: 2,
      table: TABLE,
      declared,
    });
    expect({ state, income, properties }).toEqual({ state: 'NEXT_YEAR', income: 25_000_000, properties: 4 });
    expect(reason).toMatch(/, com o declarado em 01\/09\/2026$/);
  });
});

const RATES_2026: ReformRates = {
  ibs_state: 10,
  ibs_municipal: 0,
  cbs: 90,
  lease_reduction: 7_000,
  fee_reduction: 5_000,
  social_reducer: 60_000,
  deducts_pis_cofins: true,
};
const RATES_2027: ReformRates = { ...RATES_2026, ibs_state: 5, ibs_municipal: 5, cbs: 840, deducts_pis_cofins: false };
const NO_TAXES = { iss: 0, pis: 0, cofins: 0 };

type Lease = Parameters<typeof leaseBase>[0];
/** Rent 3.000,00, IPTU 100,00, condominium 400,00. */
const LEASE: Lease = {
  total: 350_000,
  discount: 0,
  adjustments: 50_000,
  residential: 1,
  share: 10_000,
  taxes: NO_TAXES,
  rates: RATES_2026,
};

describe('a lease', () => {
  test('of one owner, in 2026', () => {
    const found = leaseBase(LEASE);
    expect(found).toEqual({ service: 350_000, discount: 0, reducer: 60_000, adjustment: 110_000, base: 240_000 });
    expect(reformTaxes(found.base, 'LEASE', RATES_2026)).toEqual({ ibs: 72, cbs: 648, ibs_rate: 3, cbs_rate: 27 });
  });

  test('of a co-owner of 60%', () => {
    const found = leaseBase({ ...LEASE, share: 6_000 });
    expect(found).toEqual({ service: 210_000, discount: 0, reducer: 60_000, adjustment: 66_000, base: 144_000 });
    expect(reformTaxes(found.base, 'LEASE', RATES_2026)).toMatchObject({ ibs: 43, cbs: 389 });
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, ReformRates, Cents]>([
    ['2026', RATES_2026, 8_900],
    ['2027', RATES_2027, 9_900], // PIS and COFINS no longer leave the base
  ])('the case of the official calculator, in %s', (_, rates, base) => {
    const lease = {
      total: 100_000, discount: 500, adjustments: 500, residential: 0, share: 1_000, rates,
      taxes: { iss: 0, pis: 500, cofins: 500 },
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
    expect(reformTaxes(240_000, 'LEASE', RATES_2027)).toEqual({ ibs: 96, cbs: 6_048, ibs_rate: 4, cbs_rate: 252 });
  });
});

describe('the agency’s fee', () => {
  const fee = { amount: 30_000, discount: 0, taxes: { iss: 1_500, pis: 0, cofins: 0 }, rates: RATES_2026 };

  test('of 300,00 with ISS of 5%', () => {
    expect(feeBase(fee)).toBe(28_500);
    expect(reformTaxes(28_500, 'FEE', RATES_2026)).toEqual({ ibs: 14, cbs: 128, ibs_rate: 5, cbs_rate: 45 });
  });

  test.each<[string, ReformRates, Cents]>([
    ['2026', RATES_2026, 27_405],
    ['2027', RATES_2027, 28_500],
  ])('PIS of 1,95 and COFINS of 9,00 in %s', (_, rates, base) => {
    expect(feeBase({ ...fee, taxes: { iss: 1_500, pis: 195, cofins: 900 }, rates })).toBe(base);
  });
});

describe('fixedRateOption', () => {
  const table: FixedRateTable = {
    rate: 365,
    signed_until: '2025-01-16',
    registered_until: '2025-12-31',
    residential_until: '2028-12-31',
  };
  type Contract = Omit<Parameters<typeof fixedRateOption>[0], 'table'>;
  const HOME: Contract = {
    signed_on: '2024-06-01',
    signature: 'ELECTRONIC',
    kind: 'RESIDENTIAL',
    registered_on: null,
    end_date: '2027-05-31',
  };
  const SHOP: Contract = { ...HOME, kind: 'NON_RESIDENTIAL', registered_on: '2025-03-10', end_date: '2034-05-31' };

  // biome-ignore format: a table of cases reads best aligned
  test.each<[Contract, CalendarDate | null, string]>([
    [HOME, '2027-05-31', 'Pode pagar 3,65% da receita bruta até 31/05/2027, fim do prazo original'],
    [{ ...HOME, signed_on: '2025-01-16', end_date: '2030-01-15' }, '2028-12-31',
      'Pode pagar 3,65% da receita bruta até 31/12/2028, último dia da opção para contratos residenciais'],
    [{ ...HOME, signature: 'CERTIFIED' }, '2027-05-31',
      'Pode pagar 3,65% da receita bruta até 31/05/2027, fim do prazo original'],
    [{ ...HOME, signed_on: '2025-01-17' }, null, 'O contrato foi assinado em 17/01/2025, depois de 16/01/2025'],
    [{ ...HOME, signature: 'PLAIN' }, null, 'A assinatura não tem firma reconhecida nem é eletrônica'],
    [{ ...HOME, end_date: null }, null, 'O contrato não tem prazo determinado'],
    [SHOP, '2034-05-31', 'Pode pagar 3,65% da receita bruta até 31/05/2034, fim do prazo original'],
    [{ ...SHOP, registered_on: '2025-12-31' }, '2034-05-31',
      'Pode pagar 3,65% da receita bruta até 31/05/2034, fim do prazo original'],
    [{ ...SHOP, registered_on: '2026-01-02' }, null, 'O contrato foi registrado em 02/01/2026, depois de 31/12/2025'],
    [{ ...SHOP, registered_on: null }, null, 'O contrato não residencial não foi registrado até 31/12/2025'],
  ])('%j: %s', (contract, until, reason) => {
    expect(fixedRateOption({ ...contract, table })).toEqual({ until, reason });
  });

  test('the rate is the table’s', () => {
    const rate: BasisPoints = 400;
    expect(fixedRateOption({ ...HOME, table: { ...table, rate } }).reason).toMatch(/^Pode pagar 4% /);
  });
});
