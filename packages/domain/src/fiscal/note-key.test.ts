import { expect, test } from 'vitest';
import { readNoteKey } from './note-key.ts';

const KEY = '31367022211222333000181000000000004226121234567891';

test('a key names its issuer and number', () => {
  expect(readNoteKey(KEY)).toEqual({ document: '11222333000181', number: 42, environment: 2 });
});

test('a CPF has its eleven figures', () => {
  const body = '3136702210005299822472500000000000422612123456789';
  const digit = Array.from({ length: 10 }, (_, one) => `${body}${one}`).filter((key) => readNoteKey(key));
  expect(digit).toHaveLength(1);
  expect(readNoteKey(digit[0] ?? '')?.document).toBe('52998224725');
});

test.each([
  ['another digit', `${KEY.slice(0, 49)}2`],
  ['two figures swapped', `13${KEY.slice(2)}`],
  ['a figure too few', KEY.slice(1)],
  ['letters', `${KEY.slice(0, 49)}A`],
  ['nothing', ''],
])('%s is no key', (_, key) => {
  expect(readNoteKey(key)).toBeUndefined();
});
