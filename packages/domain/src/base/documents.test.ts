import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bareDocument, documentKind, formatDocument, hiddenDocument, isCnpj, isCpf, isDocument } from './documents.ts';

describe('CPF', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, boolean]>([
    ['012.345.678-90', true],
    ['248.283.728-65', true],
    ['551.137.567-50', true],
    ['295.379.955-93', true],
    ['981.366.228-09', true],
    ['094.050.986-59', true],
    ['529.982.247-25', true],
    ['425.719.798-04', false],
    ['012.345.678-91', false],
    ['111.111.111-11', false],
    ['22222222222',    false],
    ['123.456.789-0',  false],
    ['29537995592',    false],
    ['000.366.228-09', false],
    ['',               false],
  ])('%s: %s', (text, expected) => {
    expect(isCpf(bareDocument(text))).toBe(expected);
    expect(isDocument(bareDocument(text))).toBe(expected);
  });
});

describe('CNPJ', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, boolean]>([
    ['66.919.381/0001-15', true],
    ['04.740.714/0001-97', true],
    ['00000000000191',     true],
    ['90.021.382/0001-22', true],
    ['90.025.108/0001-21', true],
    ['90.025.255/0001-00', true],
    ['90.024.781/0001-47', true],
    ['90.024.780/0001-00', true],
    ['54.550.752/0001-55', true],
    ['33.109.809/0001-05', true],
    ['49851807000127',     true],
    ['53.084.587/0001-20', true],
    ['12.732.455/0001-25', false],
    ['66.919.381/0001-10', false],
    ['00000000000000',     false],
    ['11.111.111/1111-11', false],
    ['33.109.809/0001-06', false],
    ['51.084.587/0001-20', false],
    ['54550752000154',     false],
  ])('%s: %s', (text, expected) => {
    expect(isCnpj(bareDocument(text))).toBe(expected);
    expect(isDocument(bareDocument(text))).toBe(expected);
  });
});

describe('CNPJ with letters, since July 2026', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, boolean, string]>([
    ['12.ABC.345/01DE-35', true,  'the example of Receita Federal'],
    ['12ABC34501DE35',     true,  'the same, bare'],
    ['12.abc.345/01de-35', true,  'the same, small'],
    ['ABCDEFGHIJKL80',     true,  'letters alone'],
    ['AA345678000114',     true,  ''],
    ['12345678000A08',     true,  'a letter in the branch'],
    ['Q0.SLF.MBD/7VX4-39', true,  ''],
    ['6TS1HJ0S000170',     true,  ''],
    ['12.ABC.345/01DE-34', false, 'second check digit'],
    ['ABCDEFGHIJKL81',     false, 'second check digit'],
    ['12.ABC.345/01DE-00', false, 'both check digits'],
    ['LB.NXQ.OB5/0001-63', false, 'right only if A counted 10'],
    ['12ABC34501DE3F',     false, 'check digits are digits'],
  ])('%s: %s (%s)', (text, expected) => {
    expect(isCnpj(bareDocument(text))).toBe(expected);
  });
});

test('only bare documents are checked; the caller removes masks', () => {
  expect(isDocument('529.982.247-25')).toBe(false);
  expect(isDocument('52998224725')).toBe(true);
});

test.each<[string, 'CPF' | 'CNPJ']>([
  ['52998224725', 'CPF'],
  ['12ABC34501DE35', 'CNPJ'],
  ['529', 'CPF'],
])('%s is a %s', (bare, kind) => {
  expect(documentKind(bare)).toBe(kind);
});

// biome-ignore format: a table of cases reads best aligned
test.each<[string, string, string]>([
  ['52998224725',    '529.982.247-25',     '***.982.247-**'],
  ['12ABC34501DE35', '12.ABC.345/01DE-35', '12.***.***/01DE-35'],
  ['49851807000127', '49.851.807/0001-27', '49.***.***/0001-27'],
  ['1234567',        '1234567',            '*******'],
  ['',               '',                   ''],
])('%j shows as %j, hidden as %j', (bare, shown, hidden) => {
  expect(formatDocument(bare)).toBe(shown);
  expect(hiddenDocument(bare)).toBe(hidden);
});

test('every single wrong digit of a CPF is detected', () => {
  const wrong = fc.record({ at: fc.nat(10), by: fc.integer({ min: 1, max: 9 }) });
  fc.assert(
    fc.property(wrong, ({ at, by }) => {
      const digits = [...'52998224725'].map(Number);
      digits[at] = ((digits[at] ?? 0) + by) % 10;
      expect(isCpf(digits.join(''))).toBe(false);
    }),
  );
});
