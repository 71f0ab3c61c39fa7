import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '../base/calendar.ts';
import type { FiscalObligation } from './fiscal-calendar.ts';
import {
  calendarTableProblems,
  calendarTableWords,
  fiscalTableState,
  placeOf,
  reformTableProblems,
  reformTableWords,
  withholdingTableProblems,
  withholdingTableWords,
} from './fiscal-tables.ts';
import type { ReformTable } from './reform.ts';
import type { WithholdingTable } from './withholding.ts';

const TABLES = [
  { id: 1, valid_from: '2025-05-01', valid_to: '2025-12-31' },
  { id: 2, valid_from: '2026-01-01', valid_to: '2026-12-31' },
  { id: 3, valid_from: '2027-01-01', valid_to: null },
] as const;

describe('place of a new table, on 2026-11-26', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[CalendarDate, object]>([
    ['2025-12-31', { kind: 'TOO_EARLY', first: '2026-01-01' }],
    ['2026-01-01', { kind: 'REPLACE', table: TABLES[1] }],
    ['2026-01-02', { kind: 'SPLIT', ended: TABLES[1], ends_on: '2026-01-01', valid_to: '2026-12-31' }],
    ['2026-12-31', { kind: 'SPLIT', ended: TABLES[1], ends_on: '2026-12-30', valid_to: '2026-12-31' }],
    ['2027-01-01', { kind: 'REPLACE', table: TABLES[2] }],
    ['2028-03-01', { kind: 'SPLIT', ended: TABLES[2], ends_on: '2028-02-29', valid_to: null }],
  ])('from %s', (from, place) => {
    expect(placeOf(TABLES, from, '2026-11-26')).toEqual(place);
  });

  test('none before the first table of its kind', () => {
    expect(placeOf([TABLES[2]], '2026-06-01', '2026-11-26')).toEqual({ kind: 'TOO_EARLY', first: '2026-01-01' });
  });
});

// biome-ignore format: a table of cases reads best aligned
test.each<[CalendarDate, string[]]>([
  ['2025-12-31', ['CURRENT', 'FUTURE', 'FUTURE']],
  ['2026-01-01', ['ENDED', 'CURRENT', 'FUTURE']],
  ['2027-01-01', ['ENDED', 'ENDED', 'CURRENT']],
])('states on %s', (today, states) => {
  expect(TABLES.map((table) => fiscalTableState(table, today))).toEqual(states);
});

const TABLE: WithholdingTable = {
  brackets: [
    { up_to: 242_880, rate: 0, deduct: 0 },
    { up_to: 282_665, rate: 750, deduct: 18_216 },
    { up_to: 375_105, rate: 1_500, deduct: 39_416 },
    { up_to: 466_468, rate: 2_250, deduct: 67_549 },
    { up_to: null, rate: 2_750, deduct: 90_873 },
  ],
  simplified_discount: 60_720,
  reduction: { full_up_to: 500_000, full: 31_289, fades_to: 735_000, constant: 97_862, slope_millionths: 133_145 },
  non_resident_rate: 1_500,
};

const changed = (index: number, change: object): WithholdingTable => ({
  ...TABLE,
  brackets: TABLE.brackets.map((bracket, place) => (place === index ? { ...bracket, ...change } : bracket)),
});
const reduced = (change: object) => ({ ...TABLE, reduction: TABLE.reduction && { ...TABLE.reduction, ...change } });

describe('figures of a withholding table', () => {
  test.each<[string, WithholdingTable, [string, RegExp][]]>([
    ['of 2026', TABLE, []],
    ['without a reduction', { ...TABLE, reduction: null }, []],
    ['with one bracket', { ...TABLE, brackets: [{ up_to: null, rate: 1_500, deduct: 0 }] }, []],
    // 2.428,80 × 7,5% = 182,16: a deduction of 128,16 makes the tax jump by 54,00.
    [
      'with two digits exchanged',
      changed(1, { deduct: 12_816 }),
      [
        ['brackets.1.deduct', /seria R\$\s182,16$/],
        // 2.826,65 × (15% − 7,5%) + 128,16 = 340,16
        ['brackets.2.deduct', /seria R\$\s340,16$/],
      ],
    ],
    [
      'with descending limits',
      changed(2, { up_to: 282_665 }),
      [
        ['brackets.2.up_to', /acima de R\$\s2\.826,65/],
        // 2.826,65 × 7,5% + 394,16 = 606,16
        ['brackets.3.deduct', /seria R\$\s606,16$/],
      ],
    ],
    ['with a rate twice', changed(4, { rate: 2_250 }), [['brackets.4.rate', /acima de 22,5%/]]],
    ['without an open end', changed(4, { up_to: 600_000 }), [['brackets.4.up_to', /última faixa/]]],
    ['with an open middle', changed(3, { up_to: null }), [['brackets.3.up_to', /até que valor/]]],
    [
      'whose reduction ends before it begins',
      reduced({ fades_to: 500_000 }),
      [['reduction.fades_to', /acima de R\$\s5\.000,00/]],
    ],
    // 978,62 − 0,133145 × 5.000 = 312,895
    ['whose reduction jumps', reduced({ full: 32_189 }), [['reduction.full', /seria R\$\s312,9/]]],
    ['whose reduction does not end', reduced({ fades_to: 700_000 }), [['reduction.constant', /não seria zero/]]],
  ])('%s', (_, table, expected) => {
    const found = withholdingTableProblems(table).map(({ path, message }) => [path.join('.'), message]);
    expect(found.map(([path]) => path)).toEqual(expected.map(([path]) => path));
    for (const [index, [, words]] of expected.entries()) expect(found[index]?.[1]).toMatch(words);
  });
});

const REFORM: ReformTable = {
  income_limit: 24_000_000,
  properties: 3,
  near: 8_000,
  excess: 2_000,
  excess_needs_properties: false,
  rates: {
    ...{ ibs_state: 10, ibs_municipal: 0, cbs: 90, lease_reduction: 7_000, social_reducer: 60_000 },
    ...{ deducts_pis_cofins: true, collected: false, official: true },
  },
  fixed_rate: {
    ...{ rate: 365, signed_until: '2025-01-16', registered_until: '2025-12-31', residential_until: '2028-12-31' },
  },
};

test('figures of the reform', () => {
  const rates = { ...REFORM.rates, cbs: 9_991 };
  const fixed_rate = { ...REFORM.fixed_rate, residential_until: '2025-01-15' } as const;
  expect(reformTableProblems(REFORM)).toEqual([]);
  expect(reformTableProblems({ ...REFORM, rates, fixed_rate }).map(({ path }) => path.join('.'))).toEqual([
    'rates.cbs',
    'fixed_rate.residential_until',
  ]);
});

const DARF: FiscalObligation = {
  ...{ name: 'DARF 3208', who: 'Inquilino', rule: { kind: 'DAY_OR_EARLIER_BUSINESS_DAY', day: 20 } },
};
const DIMOB: FiscalObligation = {
  ...{ name: 'DIMOB e informes', who: 'Imobiliária', rule: { kind: 'LAST_BUSINESS_DAY_OF_MONTH', month: 2 } },
};

test.each<[string, FiscalObligation[], RegExp[]]>([
  ['whole', [DARF, DIMOB], []],
  ['without DARF', [DIMOB], [/DARF/]],
  ['whose DIMOB is due every month', [DARF, { ...DIMOB, rule: { kind: 'LAST_BUSINESS_DAY_OF_MONTH' } }], [/DIMOB/]],
  ['with two DIMOBs', [DARF, DIMOB, DIMOB], [/DIMOB/]],
])('a calendar %s', (_, obligations, expected) => {
  const found = calendarTableProblems({ obligations });
  expect(found.length).toBe(expected.length);
  for (const [index, words] of expected.entries()) expect(found[index]?.message).toMatch(words);
});

test('tables in words', () => {
  expect(withholdingTableWords({ ...TABLE, minimum: 1_000 })).toBe(
    'até 2.428,80: 0% − 0,00; até 2.826,65: 7,5% − 182,16; até 3.751,05: 15% − 394,16; até 4.664,68: 22,5% − 675,49; ' +
      'acima: 27,5% − 908,73; desconto simplificado 607,20; redução de 312,89 até 5.000,00, e de 978,62 − 0,133145 × ' +
      'rendimento até 7.350,00; não residente 15%; DARF mínimo 10,00',
  );
  expect(reformTableWords(REFORM)).toBe(
    'limite 240.000,00 e 3 imóveis; perto a partir de 80%; excesso 20%; IBS 0,1% + 0%, CBS 0,9%; redução 70%; redutor ' +
      'social 600,00; só informados; alíquotas oficiais; base sem PIS e COFINS; opção de 3,65%: assinados até 16/01/2025, registrados até ' +
      '31/12/2025, residenciais até 31/12/2028',
  );
  expect(
    calendarTableWords({ obligations: [DARF, DIMOB, { ...DARF, rule: { kind: 'ON', date: '2027-03-01' } }] }),
  ).toBe(
    'DARF 3208: dia 20 de cada mês, ou o dia útil anterior; DIMOB e informes: último dia útil de fevereiro; DARF 3208: 01/03/2027',
  );
});
