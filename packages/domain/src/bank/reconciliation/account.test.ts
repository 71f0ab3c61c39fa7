import { expect, test } from 'vitest';
import { accountKey, isSameAccount } from './account.ts';

test.each([
  ['0057123457', '57123457'],
  ['57123-457', '57123457'],
  ['1111-x', '1111X'],
  ['0000', '0'],
])('account %s is %s', (account, expected) => {
  expect(accountKey(account)).toBe(expected);
});

type Naming = [agency: string | null, account: string];

// biome-ignore format: a table of cases reads best aligned
test.each<[string, Naming, Naming, boolean]>([
  ['zeros',                          [null, '0057123457'],      [null, '57123457'],            true],
  ['a dash',                         [null, '12345-6'],         [null, '123456'],              true],
  ['no digit',                       [null, '12345-6'],         [null, '12345'],               true],
  ['no digit, with zeros',           ['1133', '56535'],         ['1133-2', '0056535-4'],       true],
  ['another digit',                  [null, '12345-6'],         [null, '12345-7'],             false],
  ['another number',                 [null, '12345'],           [null, '12346'],               false],
  ['a longer number without a dash', [null, '12345'],           [null, '123456'],              false],
  ['the agency before it',           ['0057', '12345-7'],       [null, '0057123457'],          true],
  ['the agency before it, twice',    ['0057', '0057123457'],    ['0057', '12345-7'],           true],
  ['the agency before it, no digit', ['0057', '12345-7'],       [null, '005712345'],           true],
  ['an agency and zeros before it',  ['0319', '13008495-5'],    [null, '0319130084955'],       true],
  ['an agency with its digit',       ['4436-9', '39449-1'],     ['4436', '39449-1'],           true],
  ['an agency with zeros',           ['00044', '1234-5'],       ['0044', '1234-5'],            true],
  ['two agencies',                   ['0044', '1234-5'],        ['0045', '1234-5'],            false],
  ['a letter as the digit',          ['3344-8', '1111-X'],      ['3344', '1111-x'],            true],
  ['an agency of every client',      ['0001', '11234567-8'],    ['0001', '1234567-8'],         false],
])('%s', (_, [agency, account], [otherAgency, otherAccount], expected) => {
  const one = { agency, account };
  const other = { agency: otherAgency, account: otherAccount };
  expect([isSameAccount(one, other), isSameAccount(other, one)]).toEqual([expected, expected]);
});
