import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  allocate,
  amountIn,
  type BasisPoints,
  type Cents,
  cents,
  centsToReais,
  formatAmount,
  formatMoney,
  formatPercent,
  parseMoney,
  parsePercent,
  portion,
  ratio,
  reaisToCents,
  roundedQuotient,
  sum,
} from './money.ts';

/** Below the largest amount whose value in reais a double still holds to the centavo. */
const amount = fc.integer({ min: -(2 ** 49), max: 2 ** 49 });

describe('cents', () => {
  test('takes whole centavos', () => expect(cents(123_456)).toBe(123_456));
  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('refuses %s', (value) => {
    expect(() => cents(value)).toThrow(RangeError);
  });
});

describe('portion: one rounding, half up, half away from zero when negative', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[Cents, BasisPoints, Cents, string]>([
    [ 281_130, 1_000,  28_113, '10% of 2.811,30'],
    [ 235_000,   850,  19_975, '8,5% of 2.350,00'],
    [   2_815, 1_000,     282, '2,815 goes up'],
    [   2_814, 1_000,     281, '2,814 goes down'],
    [  -2_815, 1_000,    -282, 'a deduction rounds like the charge it undoes'],
    [       1, 4_999,       0, 'under half a centavo'],
    [       1, 5_000,       1, 'half a centavo'],
    [ 179_262,     0,       0, 'no rate'],
    [9_007_199_254_740_991, 3_333, 3_002_099_511_605_172, 'exact where a double is not: …172,3003'],
  ])('%i at %i is %i (%s)', (base, rate, expected) => {
    expect(portion(base, rate)).toBe(expected);
  });
});

describe('ratio', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[Cents, number, number, Cents, string]>([
    [235_000, 17, 31, 128_871, '17 of 31 days: 1.288,7097'],
    [235_000, 10, 31,  75_806, '10 of 31 days: 758,0645'],
    [  1_001, 14, 28,     501, 'half a centavo goes up'],
    [ -1_001, 14, 28,    -501, 'and away from zero'],
    [235_000, 31, 31, 235_000, 'the whole'],
    [235_000,  0, 31,       0, 'nothing'],
  ])('%i × %i ÷ %i is %i (%s)', (base, numerator, denominator, expected) => {
    expect(ratio(base, numerator, denominator)).toBe(expected);
  });

  test('refuses a denominator that is not positive', () => {
    expect(() => ratio(100, 1, 0)).toThrow(RangeError);
    expect(() => ratio(100, 1, -3)).toThrow(RangeError);
  });

  test('is never half a centavo away, and mirrors for negatives', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(100_000), fc.integer({ min: 1, max: 100_000 }), (base, numerator, of) => {
        const result = ratio(base, numerator, of);
        const error = BigInt(result) * BigInt(of) - BigInt(base) * BigInt(numerator);
        expect(2n * (error < 0n ? -error : error) <= BigInt(of)).toBe(true);
        expect(ratio(0 - base, numerator, of)).toBe(0 - result);
      }),
    );
  });
});

// biome-ignore format: a table of cases reads best aligned
test.each<[bigint, bigint, number]>([
  [ 5n, 2n,  3],
  [-5n, 2n, -3],
  [ 7n, 3n,  2],
  [ 8n, 3n,  3],
  [ 0n, 9n,  0],
  [10n ** 40n + 5n * 10n ** 37n, 10n ** 38n, 101],
])('%s ÷ %s rounds to %i', (dividend, divisor, expected) => {
  expect(roundedQuotient(dividend, divisor)).toBe(expected);
});

describe('reais on the wire', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[number, Cents | undefined]>([
    [1234.56,                  123_456],
    [0.1,                           10],
    [-150,                     -15_000],
    [1.1 * 3,                      330], // 3.3000000000000003
    [0.1 + 0.2,                     30],
    [-0,                             0],
    [8_796_093_022_207.99, 879_609_302_220_799],
    [1.005,                  undefined],
    [0.001,                  undefined],
    [19.999999,              undefined],
    [1e15,                   undefined],
    [Number.NaN,             undefined],
    [Number.POSITIVE_INFINITY, undefined],
  ])('%d reais are %s centavos', (reais, expected) => {
    expect(reaisToCents(reais)).toBe(expected);
  });

  test('round-trip to the same centavos', () => {
    fc.assert(
      fc.property(amount, (value) => {
        expect(reaisToCents(centsToReais(value))).toBe(value);
      }),
    );
  });
});

describe('formats', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[Cents, string, string]>([
    [        0,         '0,00',         'R$\u00a00,00'],
    [        5,         '0,05',         'R$\u00a00,05'],
    [   99_900,       '999,00',       'R$\u00a0999,00'],
    [  123_456,     '1.234,56',     'R$\u00a01.234,56'],
    [7_327_700,    '73.277,00',    'R$\u00a073.277,00'],
    [123_456_789, '1.234.567,89', 'R$\u00a01.234.567,89'],
    [  -15_000,      '−150,00',      '−R$\u00a0150,00'],
    [9_007_199_254_740_991, '90.071.992.547.409,91', 'R$\u00a090.071.992.547.409,91'],
  ])('%i is %s, or %s', (value, plain, withSign) => {
    expect(formatAmount(value)).toBe(plain);
    expect(formatMoney(value)).toBe(withSign);
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[BasisPoints, string]>([
    [ 1_000,    '10%'],
    [   850,   '8,5%'],
    [   825,  '8,25%'],
    [     3,  '0,03%'],
    [     0,     '0%'],
    [10_000,   '100%'],
    [   -41, '−0,41%'],
  ])('%i basis points are %s', (rate, text) => {
    expect(formatPercent(rate)).toBe(text);
  });
});

describe('parseMoney: typed amounts and spreadsheet cells', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, Cents | undefined]>([
    ['R$ 2.020,00',          202_000],
    ['R$\u00a02.020,00',     202_000],
    ['R$2.020',              202_000],
    ['r$ 10',                  1_000],
    ['2143,42',              214_342],
    ['3.940,00',             394_000],
    ['1.234',                123_400], // a dot before three digits parts thousands
    ['1.234.567,8',      123_456_780],
    ['1234',                 123_400],
    ['1234.5',               123_450], // a dot before one or two is decimal
    ['1234.56',              123_456],
    ['0,05',                       5],
    ['  270,00\t',            27_000],
    ['-150,00',              -15_000],
    ['−150,00',              -15_000],
    ['- R$ 150',             -15_000],
    ['R$ -150',              -15_000],
    ['-0',                         0],
    ['',                   undefined],
    ['   ',                undefined],
    ['R$',                 undefined],
    ['a combinar',         undefined],
    ['1,234.56',           undefined], // American
    ['1.23.456',           undefined],
    ['0.500',              undefined], // neither thousands nor two decimals
    ['12,345',             undefined],
    ['1 234',              undefined],
    ['10%',                undefined],
    ['--5',                undefined],
    ['-R$ -5',             undefined],
    ['99999999999999999',  undefined],
  ])('%j is %s', (text, expected) => {
    expect(parseMoney(text)).toBe(expected);
  });

  test('reads back what formatMoney and formatAmount write', () => {
    fc.assert(
      fc.property(amount, (value) => {
        expect(parseMoney(formatMoney(value))).toBe(value);
        expect(parseMoney(formatAmount(value))).toBe(value);
      }),
    );
  });
});

// biome-ignore format: a table of cases reads best aligned
test.each<[string, BasisPoints | undefined]>([
  ['10',          1_000],
  ['10%',         1_000],
  ['8,5',           850],
  ['8.5 %',         850],
  [' 8,25% ',       825],
  ['-0,41',         -41],
  ['100',        10_000],
  ['8,555',   undefined],
  ['dez',     undefined],
  ['%',       undefined],
  ['',        undefined],
])('parsePercent: %j is %s', (text, expected) => {
  expect(parsePercent(text)).toBe(expected);
});

test('sum refuses to lose a centavo to floating point', () => {
  expect(sum([])).toBe(0);
  expect(sum([48_000, 11_240, 1_890, -15_000])).toBe(46_130);
  expect(() => sum([0.1, 0.2])).toThrow(RangeError);
});

describe('allocate: the centavos left over go to the first that the cut made smaller', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[Cents, number[], Cents[], string]>([
    [100_001, [1, 1, 1],             [33_334, 33_334, 33_333], 'thirds: two centavos over, to the first two'],
    [100_000, [1, 1, 1],             [33_334, 33_333, 33_333], 'thirds: one centavo over'],
    [150_000, [6_000, 4_000],        [90_000, 60_000],         '60% and 40%'],
    [    101, [2_500, 7_500],        [26, 75],                 '25,25 and 75,75: the first one’s'],
    [    102, [1, 2, 1, 2],          [17, 34, 17, 34],         'nothing left over'],
    [    101, [1_000, 4_500, 4_500], [11, 45, 45],             '10,10 and 45,45 twice: one left over, the first one’s'],
    [    110, [1_000, 4_500, 4_500], [11, 50, 49],             'who lost nothing by the cut gets none'],
    [      1, [5_000, 5_000],        [1, 0],                   'a tie goes to the first'],
    [-100_001, [1, 1, 1],            [-33_334, -33_334, -33_333], 'a refund is divided the same way'],
    [    101, [0, 1, 1],             [0, 51, 50],              'an owner without a share gets no centavo'],
    [      0, [1, 2],                [0, 0],                   'nothing'],
    [9_007_199_254_740_991, [3, 4],  [3_860_228_252_031_854, 5_146_971_002_709_137], 'exact past the doubles'],
  ])('%i by %j is %j (%s)', (total, weights, expected) => {
    expect(allocate(total, weights)).toEqual(expected);
  });

  test.each<[number[]]>([[[]], [[0, 0]], [[2, -1]], [[0.5, 0.5]]])('refuses the weights %j', (weights) => {
    expect(() => allocate(100, weights)).toThrow(RangeError);
  });

  test('always sums to the whole, and no part is a centavo off', () => {
    const weights = fc.array(fc.nat(10_000), { minLength: 1, maxLength: 8 }).filter((all) => all.some(Boolean));
    fc.assert(
      fc.property(amount, weights, (total, parts) => {
        const shares = allocate(total, parts);
        expect(sum(shares)).toBe(total);
        const whole = BigInt(sum(parts));
        shares.forEach((share, index) => {
          const off = BigInt(share) * whole - BigInt(total) * BigInt(parts[index] ?? 0);
          expect((off < 0n ? -off : off) < whole).toBe(true);
        });
      }),
    );
  });
});

// biome-ignore format: a table of cases reads best aligned
test.each<[string, number | undefined]>([
  ['R$ 1.234,56', 123_456],
  ['1234,56',     123_456],
  ['r$850,00',     85_000],
  ['0,00',       undefined],
  ['1234',       undefined],
  ['1.234',      undefined],
  ['casa 12,50', undefined],
])('the amount in %j: %s', (text, amount) => {
  expect(amountIn(text)).toBe(amount);
});
