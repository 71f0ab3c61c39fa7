import { describe, expect, test } from 'vitest';
import { addToReference, formatMonth, type Reference } from '../base/calendar.ts';
import type { BasisPoints } from '../base/money.ts';
import { accumulate, type PriceIndex } from './readjustment.ts';
import { EMBEDDED_INDICES } from './readjustment-indices.ts';

const ofYear = (index: PriceIndex, first: Reference, months = 12) =>
  Array.from({ length: months }, (_, count) => {
    const rate = EMBEDDED_INDICES[index].get(addToReference(first, count));
    if (rate === undefined) throw new Error(`${index} of ${addToReference(first, count)} is not in the table`);
    return rate;
  });

// biome-ignore format: a table of cases reads best aligned
test.each<[PriceIndex, Reference, Reference]>([
  ['IGPM', '2015-01', '2026-09'],
  ['IPCA', '2015-01', '2026-09'],
  ['INPC', '2015-01', '2026-08'],
])('%s is known from %s to %s, no month left out', (index, from, to) => {
  const months = [...EMBEDDED_INDICES[index].keys()];
  expect([months[0], months.at(-1)]).toEqual([from, to]);
  expect(months).toEqual(months.map((_, count) => addToReference(from, count)));
});

describe('the table accumulates to the published figures, within their rounding', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[PriceIndex, Reference, number, BasisPoints, string]>([
    ['IGPM', '2018-01', 12,    754, 'FGV, 2018'],
    ['IGPM', '2020-01',  7,    671, 'FGV, the year up to July 2020'],
    ['IGPM', '2019-08', 12,    927, 'FGV, twelve months to July 2020'],
    ['IGPM', '2019-09', 12,  1_302, 'FGV, twelve months to August 2020'],
    ['IGPM', '2019-12', 12,  2_452, 'FGV, twelve months to November 2020'],
    ['IGPM', '2020-02', 12,  2_571, 'FGV, twelve months to January 2021'],
    ['IGPM', '2021-11', 12,    652, 'FGV, twelve months to October 2022'],
    ['IGPM', '2024-01', 12,    654, 'FGV, 2024'],
    ['IGPM', '2024-11', 12,     92, 'FGV, twelve months to October 2025'],
    ['IGPM', '2024-12', 12,    -11, 'FGV, twelve months to November 2025'],
    ['IGPM', '2025-01', 12,   -105, 'FGV, 2025'],
    ['IGPM', '2025-02', 12,    -91, 'FGV, twelve months to January 2026'],
    ['IGPM', '2025-10', 12,    334, 'FGV, twelve months to September 2026'],
    ['IPCA', '2020-01', 12,    452, 'IBGE, 2020'],
    ['IPCA', '2020-10', 12,  1_025, 'IBGE, twelve months to September 2021'],
    ['IPCA', '2021-10', 12,    717, 'IBGE, twelve months to September 2022'],
    ['IPCA', '2023-10', 12,    442, 'IBGE, twelve months to September 2024'],
    ['IPCA', '2024-10', 12,    517, 'IBGE, twelve months to September 2025'],
    ['IPCA', '2025-05', 12,    439, 'SGS 13522, April 2026'],
    ['IPCA', '2025-06', 12,    472, 'SGS 13522, May 2026'],
    ['IPCA', '2025-07', 12,    464, 'SGS 13522, June 2026'],
    ['IPCA', '2025-08', 12,    444, 'SGS 13522, July 2026'],
    ['IPCA', '2025-09', 12,    422, 'SGS 13522, August 2026'],
    ['IPCA', '2025-10', 12,    458, 'IBGE, twelve months to September 2026'],
    ['IPCA', '2026-01',  9,    395, 'IBGE, the year up to September 2026'],
    ['INPC', '2025-01',  9,    362, 'IBGE, the year up to September 2025'],
    ['INPC', '2024-10', 12,    510, 'IBGE, twelve months to September 2025'],
    ['INPC', '2024-09', 12,    505, 'IBGE, twelve months to August 2025'],
    ['INPC', '2026-01',  8,    317, 'IBGE, the year up to August 2026'],
  ])('%s from %s, %i months: %i (%s)', (index, first, months, announced) => {
    expect(Math.abs(accumulate(ofYear(index, first, months)) - announced)).toBeLessThanOrEqual(2);
  });
});

test('a month missing from the table is unknown, never zero', () => {
  expect(EMBEDDED_INDICES.INPC.get('2026-09')).toBeUndefined();
  expect(EMBEDDED_INDICES.INPC.get('2025-01'), formatMonth('2025-01')).toBe(0);
});
