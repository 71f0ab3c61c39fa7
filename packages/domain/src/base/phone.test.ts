import { expect, test } from 'vitest';
import { barePhone, formatPhone } from './phone.ts';

// biome-ignore format: a table of cases reads best aligned
test.each<[string, string, string]>([
  ['(32) 98841-2076',     '32988412076', '(32) 98841-2076'],
  ['(32) 9 8841-2076',    '32988412076', '(32) 98841-2076'],
  ['32 98841-2076',       '32988412076', '(32) 98841-2076'],
  ['(32) 3539-7164',      '3235397164',  '(32) 3539-7164'],
  ['+55 32 98841-2076',   '32988412076', '(32) 98841-2076'],
  ['+55 (55) 3222-1000',  '5532221000',  '(55) 3222-1000'],
  ['(55) 99988-7766',     '55999887766', '(55) 99988-7766'], // area code 55 is not the country
  ['98841-2076',          '988412076',   '988412076'],       // no area code: left as it is
  ['',                    '',            ''],
])('%j is %s, shown as %s', (text, bare, shown) => {
  expect(barePhone(text)).toBe(bare);
  expect(formatPhone(bare)).toBe(shown);
});
