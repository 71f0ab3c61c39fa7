import { MantineProvider } from '@mantine/core';
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { theme } from '#web/theme/theme.ts';
import {
  MoneyInput,
  PERCENTAGE,
  PercentInput,
  PRICE,
  typedNumber,
  writtenNumber,
} from '#web/ui/input/number-inputs.tsx';

describe('the value of an input', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each([
    [1234.56,  123_456],
    ['1234.56', 123_456],
    [0.07,     7],
    [1.15,     115], // 1.15 × 100 is 114.99999999999999.
    [0,        0],
    ['',       null],
    ['-',      null],
    ['.',      null],
  ])('money typed as %j is %j centavos', (typed, held) => {
    expect(typedNumber(typed, PRICE)).toBe(held);
  });

  test('a percentage is in basis points, another number as it is typed', () => {
    expect(typedNumber(8.5, PERCENTAGE)).toBe(850);
    expect(typedNumber(68.5, { decimalScale: 2 })).toBe(68.5);
  });
});

// biome-ignore format: a table of cases reads best aligned
test.each([
  [123_456, PRICE,                                 'R$\u00a01.234,56'],
  [10,      PRICE,                                 'R$\u00a00,10'],
  [850,     PERCENTAGE,                            '8,5%'],
  [300,     { hundredths: true, suffix: ' rents' }, '3 rents'],
  [68.5,    { suffix: ' m²' },                     '68,5 m²'],
  [null,    PRICE,                                 ''],
])('%j is written as %3$s', (held, settings, written) => {
  expect(writtenNumber(held, settings)).toBe(written);
});

describe('an input', () => {
  const shown = (input: ReactElement) =>
    /<input[^>]* value="([^"]*)"/.exec(renderToStaticMarkup(createElement(MantineProvider, { theme }, input)))?.[1];
  const onChange = () => {};

  test('shows centavos in reais and basis points in percent', () => {
    expect(shown(createElement(MoneyInput, { value: 123_456, onChange }))).toBe('R$\u00a01.234,56');
    expect(shown(createElement(PercentInput, { value: 850, onChange }))).toBe('8,5%');
  });

  test('is empty without a value', () => {
    expect(shown(createElement(MoneyInput, { value: null, onChange }))).toBe('');
  });
});
