import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addToReference, type CalendarDate, daysInMonth, dueDateIn, type Reference } from '../base/calendar.ts';
import type { BasisPoints, Cents } from '../base/money.ts';
import {
  accumulate,
  accumulatedIndex,
  indexMonths,
  indexWords,
  isDueIn,
  type MonthlyRates,
  nextReadjustmentAfter,
  type PriceIndex,
  proposeReadjustment,
  rateBetween,
  readjustedRent,
  readjustmentDay,
  readjustmentWords,
} from './readjustment.ts';
import { EMBEDDED_INDICES } from './readjustment-indices.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

// biome-ignore format: a table of cases reads best aligned
test.each<[CalendarDate, CalendarDate, string]>([
  ['2026-03-10', '2026-03-10', 'overdue since spring: its own anniversary'],
  ['2026-12-24', '2026-12-24', 'within its period of thirty days'],
  ['2026-12-25', '2026-11-24', 'a day before the period: as of today'],
  ['2027-06-01', '2026-11-24', 'months ahead: as of today'],
])('a readjustment made on 24/11/2026, the next one on %s, is for %s (%s)', (next, expected) => {
  expect(readjustmentDay(next, '2026-11-24')).toBe(expected);
});

describe('accumulated months', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[BasisPoints[], BasisPoints, string]>([
    [[],                                                     0, 'nothing'],
    [[35],                                                  35, 'a month alone'],
    [[100, 100],                                           201, '1,01 × 1,01 = 1,0201'],
    [[1_000, -1_000],                                     -100, 'up 10% and down 10% loses 1%'],
    [[100, 50],                                            151, '1,01 × 1,005 = 1,01505: half goes up'],
    [[-100, 50],                                           -51, '0,99 × 1,005 = 0,99495: −0,505 goes away from zero'],
    [Array<number>(12).fill(100),                        1_268, '1% for a year is 12,6825%'],
    [Array<number>(12).fill(0),                              0, 'a year at rest'],
    [[21, -32, 5, 10, -7, 40, 33, 12, 0, 88, -15, 19],     175, 'ups and downs: 1,7487% (done with fractions)'],
  ])('%j: %i (%s)', (rates, expected) => {
    expect(accumulate(rates)).toBe(expected);
  });

  const month = fc.integer({ min: -500, max: 500 });

  test('rounds to less than half a hundredth from the product', () => {
    fc.assert(
      fc.property(fc.array(month, { maxLength: 24 }), (rates) => {
        const product = rates.reduce((factor, rate) => factor * (1 + rate / 10_000), 1);
        expect(Math.abs(accumulate(rates) - (product - 1) * 10_000)).toBeLessThan(0.5 + 1e-6);
      }),
    );
  });

  test('does not depend on the order of the months', () => {
    fc.assert(
      fc.property(fc.array(month, { maxLength: 12 }), (rates) => {
        expect(accumulate(rates.toReversed())).toBe(accumulate(rates));
      }),
    );
  });
});

describe('accumulated index for an anniversary', () => {
  // Figures done with fractions outside this code, from the published months.
  // biome-ignore format: a table of cases reads best aligned
  test.each<[PriceIndex, CalendarDate, BasisPoints, Reference, Reference, string]>([
    ['IGPM', '2026-10-01',   335, '2025-10', '2026-09', 'October goes up to September'],
    ['IGPM', '2026-10-31',   335, '2025-10', '2026-09', 'on any day of the month'],
    ['IGPM', '2026-09-15',   218, '2025-09', '2026-08', 'a month before'],
    ['IGPM', '2021-06-10', 3_706, '2020-06', '2021-05', 'the worst of 2021'],
    ['IGPM', '2026-04-20',  -182, '2025-04', '2026-03', 'below zero'],
    ['IPCA', '2026-10-20',   458, '2025-10', '2026-09', 'IPCA'],
    ['INPC', '2026-09-20',   398, '2025-09', '2026-08', 'INPC'],
    ['INPC', '2024-12-01',   484, '2023-12', '2024-11', 'across the turn of the year'],
  ])('%s on %s: %i, from %s to %s (%s)', (index, next, rate, from, to) => {
    expect(accumulatedIndex(EMBEDDED_INDICES[index], next)).toEqual({ rate, from, to, missing: [] });
  });

  test('the twelve months that end the month before', () => {
    const months = indexMonths('2027-02-28');
    expect([months[0], months.at(-1), months.length]).toEqual(['2026-02', '2027-01', 12]);
    expect(months).toEqual(months.toSorted());
  });

  /** 1% in each month from one to another, but for those left out. */
  const onePercent = (from: Reference, to: Reference, ...without: Reference[]): MonthlyRates => {
    const months: Reference[] = [];
    for (let month = from; month <= to; month = addToReference(month, 1)) months.push(month);
    return new Map(months.filter((month) => !without.includes(month)).map((month) => [month, 100]));
  };

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, MonthlyRates, BasisPoints | null, Reference, Reference, Reference[]]>([
    ['all there',                     onePercent('2025-01', '2026-10'),            1_268, '2025-11', '2026-10', []],
    ['the last not published yet',    onePercent('2025-01', '2026-09'),            1_268, '2025-10', '2026-09', ['2026-10']],
    ['the last two',                  onePercent('2025-01', '2026-08'),            1_268, '2025-09', '2026-08', ['2026-09', '2026-10']],
    ['three: too old to stand in',    onePercent('2025-01', '2026-07'),             null, '2025-11', '2026-10', ['2026-08', '2026-09', '2026-10']],
    ['a month in between',            onePercent('2025-01', '2026-10', '2026-03'),  null, '2025-11', '2026-10', ['2026-03']],
    ['too few before the last known', onePercent('2025-11', '2026-09'),             null, '2025-10', '2026-09', ['2025-10', '2026-10']],
    ['nothing at all',                new Map(),                                    null, '2025-11', '2026-10', indexMonths('2026-11-20')],
  ])('%s', (_, published, rate, from, to, missing) => {
    expect(accumulatedIndex(published, '2026-11-20')).toEqual({ rate, from, to, missing });
  });
});

describe('the new rent', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[Cents, BasisPoints, Cents, string]>([
    [180_000,   -41, 179_262, '1.800,00 × 0,9959, as published'],
    [150_000,   157, 152_355, '1.500,00 × 1,0157, as published'],
    [150_000,   315, 154_725, '1.500,00 × 1,0315, as published'],
    [ 90_000,   343,  93_087, '900,00 × 1,0343, as published'],
    [150_000,   -11, 149_835, '1.500,00 × 0,9989, as published'],
    [235_000,   335, 242_873, '2.350,00 × 1,0335 = 2.428,725: half a centavo goes up'],
    [123_457,   458, 129_111, '1.234,57 × 1,0458 = 1.291,1133'],
    [235_000,     0, 235_000, 'nothing'],
    [235_000, -10_000,     0, 'all of it'],
  ])('%i at %i is %i (%s)', (rent, rate, expected) => {
    expect(readjustedRent(rent, rate)).toBe(expected);
  });

  test('is never negative', () => {
    expect(() => readjustedRent(235_000, -10_001)).toThrow(RangeError);
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[Cents, Cents, BasisPoints, string]>([
    [235_000, 242_873,   335, 'what the readjustment gave'],
    [235_000, 250_000,   638, '2.500 ÷ 2.350 = 1,06383'],
    [235_000, 220_000,  -638, 'lowered by agreement'],
    [235_000, 235_000,     0, 'kept'],
  ])('typed by hand, %i to %i is %i (%s)', (before, after, rate) => {
    expect(rateBetween(before, after)).toBe(rate);
  });

  test('a percentage of zero is refused', () => expect(() => rateBetween(0, 235_000)).toThrow(RangeError));

  test('a percentage and its rent convert into each other, from ten reais', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000, max: 10_000_000 }),
        fc.integer({ min: -5_000, max: 5_000 }),
        (rent, rate) => {
          const after = readjustedRent(rent, rate);
          // Half a centavo of the rent, in hundredths of a percent, and the rounding of the percentage.
          expect(Math.abs(rateBetween(rent, after) - rate)).toBeLessThanOrEqual(5_000 / rent + 0.5);
        },
      ),
    );
  });
});

describe('the next readjustment, a year on', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[CalendarDate, CalendarDate, CalendarDate, string]>([
    // start       now           next
    ['2024-11-20', '2026-11-20', '2027-11-20', 'the same day'],
    ['2023-12-31', '2026-12-31', '2027-12-31', 'the end of the year'],
    ['2024-02-29', '2026-02-28', '2027-02-28', 'a start on 29 February, between leap years'],
    ['2024-02-29', '2027-02-28', '2028-02-29', 'comes back in the leap year'],
    ['2024-02-29', '2028-02-29', '2029-02-28', 'and goes again'],
    ['2023-02-28', '2027-02-28', '2028-02-28', 'a start on the 28th stays there'],
    ['2024-02-29', '2026-06-15', '2027-06-15', 'moved to another month'],
    ['2024-11-20', '2022-11-20', '2023-11-20', 'years late: one at a time'],
  ])('of a contract from %s, after %s: %s (%s)', (start_date, next_readjustment, expected) => {
    expect(nextReadjustmentAfter({ start_date, next_readjustment })).toBe(expected);
  });

  test('48 months × days 1 to 31: the same month, and the day that the month has', () => {
    for (let months = 0; months < 48; months += 1) {
      for (let day = 1; day <= 31; day += 1) {
        const month = addToReference('2024-01', months);
        const start_date = dueDateIn(month, day);
        const [year = '', number = ''] = month.split('-');
        const target: Reference = `${Number(year) + 1}-${number}` as Reference;
        const wanted = `${target}-${String(Math.min(Number(start_date.slice(8)), daysInMonth(target))).padStart(2, '0')}`;
        expect(nextReadjustmentAfter({ start_date, next_readjustment: start_date })).toBe(wanted);
      }
    }
  });
});

describe('a proposal, for a rent of 2.350,00 readjusted every 20 November', () => {
  const contract = {
    current_price: 235_000,
    start_date: '2024-11-20',
    next_readjustment: '2026-11-20',
    allows_decrease: false,
  } as const;
  const next_readjustment = '2027-11-20';

  test('goes up with the index', () => {
    const proposal = { before: 235_000, after: 242_873, rate: 335, kept: false, next_readjustment };
    expect(proposeReadjustment(contract, 'IGPM', 335)).toEqual(proposal);
    expect(readjustmentWords(proposeReadjustment(contract, 'IGPM', 335)).map(plain)).toEqual([
      'De R$ 2.350,00 para R$ 2.428,73 (3,35%).',
      'Próximo reajuste em 20/11/2027.',
    ]);
  });

  // 2.350,00 × 0,9818 = 2.307,23
  // biome-ignore format: a table of cases reads best aligned
  test.each<['IGPM' | 'MANUAL', boolean, Cents, BasisPoints, boolean, string]>([
    ['IGPM',   false, 235_000,    0, true,  'a negative index keeps the rent'],
    ['IGPM',   true,  230_723, -182, false, 'unless the contract follows it down'],
    ['MANUAL', false, 230_723, -182, false, 'or the parties agreed on it'],
  ])('%s at −1,82%%, contract that follows it down %s: %i (%s)', (base, allows_decrease, after, rate, kept) => {
    expect(proposeReadjustment({ ...contract, allows_decrease }, base, -182)).toEqual({
      before: 235_000,
      after,
      rate,
      kept,
      next_readjustment,
    });
  });

  test('reports an unchanged rent', () => {
    expect(readjustmentWords(proposeReadjustment(contract, 'IGPM', -182)).map(plain)).toEqual([
      'O índice acumulado é negativo: o aluguel continua R$ 2.350,00.',
      'Próximo reajuste em 20/11/2027.',
    ]);
  });
});

describe('the index in words', () => {
  test('published', () => {
    expect(indexWords('IGPM', accumulatedIndex(EMBEDDED_INDICES.IGPM, '2026-10-05'))).toEqual([
      'IGP-M de outubro de 2025 a setembro de 2026: 3,35%.',
    ]);
  });

  test('last month unpublished', () => {
    expect(indexWords('INPC', accumulatedIndex(EMBEDDED_INDICES.INPC, '2026-10-05'))).toEqual([
      'INPC de setembro de 2025 a agosto de 2026: 3,98%.',
      'O INPC de setembro de 2026 ainda não foi publicado: valem os últimos 12 meses publicados.',
    ]);
  });

  test('unknown', () => {
    expect(indexWords('IPCA', accumulatedIndex(EMBEDDED_INDICES.IPCA, '2027-01-05'))).toEqual([
      'Falta o IPCA de outubro de 2026, novembro de 2026 e dezembro de 2026: informe o percentual.',
    ]);
  });
});

// biome-ignore format: a table of cases reads best aligned
test.each<['APPROVED' | 'CLOSED', CalendarDate | null, Reference, boolean, string]>([
  ['APPROVED', '2026-11-01', '2026-11', true,  'first day of the current month'],
  ['APPROVED', '2026-11-30', '2026-11', true,  'its last day'],
  ['APPROVED', '2026-10-31', '2026-11', true,  'late from the month before'],
  ['APPROVED', '2025-11-20', '2026-11', true,  'late by a year'],
  ['APPROVED', '2026-12-01', '2026-11', false, 'the month after'],
  ['APPROVED', '2026-10-31', '2026-10', true,  'a month that has passed shows its own'],
  ['APPROVED', '2026-09-30', '2026-10', false, 'and not the late ones of others'],
  ['APPROVED', '2026-10-31', '2026-12', false, 'nor does a month to come'],
  ['APPROVED', null,         '2026-11', false, 'never readjusted'],
  ['CLOSED',   '2026-11-20', '2026-11', false, 'closed'],
])('%s, next on %s: due in %s on 24 November is %s (%s)', (status, next_readjustment, month, expected) => {
  expect(isDueIn({ status, next_readjustment }, month, '2026-11-24')).toBe(expected);
});
