import { describe, expect, test } from 'vitest';
import { bankLines, bankText } from './bank-text.ts';

describe('the text of a bank’s file', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, number[], string]>([
    ['plain',                        [0x4a, 0x6f, 0x73, 0x65],                   'Jose'],
    ['Latin-1',                      [0x4a, 0x6f, 0x73, 0xe9],                   'José'],
    ['UTF-8',                        [0x4a, 0x6f, 0x73, 0xc3, 0xa9],             'José'],
    ['UTF-8 with its mark',          [0xef, 0xbb, 0xbf, 0x4a, 0x6f],             'Jo'],
    ['a percent sign is itself',     [0x35, 0x25, 0x32, 0x30],                   '5%20'],
    ['a letter cut in the middle',   [0x4a, 0xc3],                               'JÃ'],
    ['nothing',                      [],                                         ''],
  ])('%s', (_, bytes, text) => {
    expect(bankText(Uint8Array.from(bytes))).toBe(text);
  });

  test('however long', () => {
    const bytes = new Uint8Array(1_000_000).fill(0xe9);
    expect(bankText(bytes)).toBe('é'.repeat(1_000_000));
  });
});

test('lines are counted with any line ending', () => {
  expect(bankLines('one\r\ntwo\n\n   \rfive\x1a\n\x1a')).toEqual([
    { number: 1, text: 'one' },
    { number: 2, text: 'two' },
    { number: 5, text: 'five' },
  ]);
});

test('each control character becomes a blank', () => {
  expect(bankLines('a\0b\tc')).toEqual([{ number: 1, text: 'a b c' }]);
});
