import { describe, expect, test } from 'vitest';
import { cleanText, hasControl, isSeen, oneLine } from './written.ts';

describe('kept text', () => {
  test.each([
    ['a vertical tab of Word', 'Sala\u000BQuarto', 'Sala\nQuarto'],
    ['a break of Windows', 'Sala\r\nQuarto', 'Sala\nQuarto'],
    ['a form feed, and separators of Unicode', 'a\u000Cb\u2028c\u2029d\u0085e\rf', 'a\nb\nc\nd\ne\nf'],
    ['a zero-width blank and a mark of the order of bytes', '\uFEFF\u200BAna', 'Ana'],
    ['a turned direction', 'Ana \u202Egnp.exe\u202C', 'Ana gnp.exe'],
    ['a soft hyphen', 'ca\u00ADsa', 'casa'],
    ['a family that one joiner holds together', '👨‍👩‍👧', '👨‍👩‍👧'],
  ])('of %s', (_, written, kept) => {
    expect(cleanText(written)).toBe(kept);
  });

  test('within a sentence has no second line', () => {
    expect(oneLine('Ana\nAceito por Rui\t\u202Eem 2026')).toBe('Ana Aceito por Rui em 2026');
  });

  test.each([
    ['', false],
    [' \u00A0\u3000', false],
    ['\u200D\u200C', false],
    ['\u3164\uFFA0\u2800', false],
    ['\u0301', false],
    ['Á', true],
    ['7', true],
    ['…', true],
  ])('%j is seen: %s', (text, seen) => {
    expect(isSeen(text)).toBe(seen);
  });

  test.each([
    ['a\u0000b', true],
    ['a\u0008b', true],
    ['a\tb\nc\rd', false],
  ])('%j holds a control character: %s', (text, held) => {
    expect(hasControl(text)).toBe(held);
  });
});
