import { expect, test } from 'vitest';
import { cellText, isCutNumber, phonesOf } from './sheet-cell.ts';

// biome-ignore format: a table of cases reads best aligned
test.each<[string, string]>([
  ['36025000.0',            '36025000'],
  ['1310100,00',            '1310100'],
  ['5.2998224725E+10',      '52998224725'],
  ['5,29982E+10',           '5,29982E+10'], // figures are lost
  ['36025.000',             '36025.000'],   // a CEP with another separator, or thousands
  ['1.500,00',              '1.500,00'],
  ['10,5',                  '10,5'],
  ['2E10',                  '2E10'],        // a complement
  ['\u200BAna\u00A0Lima ', 'Ana Lima'],
  ['Rua\r\nHalfeld',        'Rua Halfeld'],
  ['17\u200E/02/1985',      '17/02/1985'],
])('the cell %j is read as %j', (written, read) => {
  expect(cellText(written)).toBe(read);
});

test.each([
  ['5,29982E+10', true],
  ['5.2998224725E+10', true],
  ['52998224725', false],
])('%j is a cut number: %s', (text, cut) => {
  expect(isCutNumber(text)).toBe(cut);
});

// biome-ignore format: a table of cases reads best aligned
test.each<[string, string[] | undefined, boolean]>([
  ['(32) 98841-2076',                   ['32988412076'],               false],
  ['(32) 98841-2076 / (32) 3539-7164',  ['32988412076', '3235397164'], false],
  ['32988412076;3235397164',            ['32988412076', '3235397164'], false],
  ['32988412076 3235397164',            ['32988412076', '3235397164'], false],
  ['(32) 98841-2076 (32) 3539-7164',    ['32988412076', '3235397164'], false],
  ['32 98841-2076 ou 32 3539-7164',     ['32988412076', '3235397164'], false],
  ['(32) 98841-2076 / (32) 98841-2076', ['32988412076'],               false],
  ['+55 (32) 98841-2076',               ['32988412076'],               false],
  ['(0xx32) 98841-2076',                ['32988412076'],               false],
  ['3539-7164 r. 12',                   ['35397164'],                  true],
  ['(32) 3539-7164 ramal 204',          ['3235397164'],                true],
  ['+1 415 555 2671',                   ['14155552671'],               false],
  ['+351 912 345 678 90',               ['35191234567890'],            false],
  ['(32) 98841-2076 / 2077',            undefined,                     false], // a short second number
  ['329884120763235397164',             undefined,                     false],
  ['sem telefone',                      [],                            false],
])('%j holds the telephones %j', (text, phones, extension) => {
  expect(phonesOf(text)).toEqual(phones && { phones, extension });
});
