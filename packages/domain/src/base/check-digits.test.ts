import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { modulo10, modulo11 } from './check-digits.ts';

describe('modulo 10', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, number, string]>([
    ['0',                    0, 'nothing'],
    ['001905009',            5, 'Banco do Brasil, annex V: 25'],
    ['4014481606',           9, 'the same, 2nd field: 31'],
    ['0680935031',           4, 'the same, 3rd field: 36'],
    ['29004590',             5, ''],
    ['341911012',            1, 'Itaú, annex 3: 29'],
    ['3456788005',           8, 'the same, 2nd field: 42'],
    ['7123457000',           1, 'the same, 3rd field: 29'],
    ['00577219219898712345', 1, 'Itaú, note 23: 89'],
    ['00571234511012345678', 8, 'Itaú, annex 4: 72'],
    ['1108954',              7, 'Itaú, note 18: 33'],
  ])('%s: %i (%s)', (digits, digit) => {
    expect(modulo10(digits)).toBe(digit);
  });
});

describe('modulo 11', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, number, number, string]>([
    ['0019373700000001000500940144816060680935031', 9,  3, 'a barcode of Banco do Brasil, annex VI: 712'],
    ['1049324200000321120055077222133347777777771', 9,  4, 'a barcode of Caixa, annex I: 788'],
    ['005507722213334777777777',                    9,  1, 'Caixa, free field: 538'],
    ['14000000000000019',                           9,  7, 'Caixa, nosso número: 59'],
    ['05009401448',                                 9,  1, 'Banco do Brasil, annex XI: 221 with weights 9 to 2'],
    ['566612457800',                                9,  2, 'Santander: 229'],
    ['110720000310165020062310',                    9,  8, 'Sicredi, free field: 223'],
    ['1900000000002',                               7,  8, 'Bradesco, base 7: 69'],
    ['1900000000001',                               7, 10, 'Bradesco, base 7: 67, which writes P'],
    ['1900000000006',                               7,  0, 'Bradesco, base 7: 77'],
    ['12ABC34501DE',                                9,  3, 'a CNPJ with letters'],
  ])('%s with weights to %i: %i (%s)', (text, lastWeight, digit) => {
    expect(modulo11(text, lastWeight)).toBe(digit);
  });
});

test('a single wrong digit changes the check digit', () => {
  const case_ = fc.record({
    digits: fc.array(fc.nat(9), { minLength: 1, maxLength: 43 }),
    at: fc.nat(42),
    by: fc.integer({ min: 1, max: 9 }),
  });
  fc.assert(
    fc.property(case_, ({ digits, at, by }) => {
      const wrong = digits.map((digit, index) => (index === at % digits.length ? (digit + by) % 10 : digit));
      expect(modulo10(wrong.join(''))).not.toBe(modulo10(digits.join('')));
      expect(modulo11(wrong.join(''))).not.toBe(modulo11(digits.join('')));
    }),
  );
});
