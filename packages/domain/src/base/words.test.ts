import { expect, test } from 'vitest';
import type { CalendarDate, Period } from './calendar.ts';
import type { Cents } from './money.ts';
import { amountInWords, dateInWords, numberInWords, periodInWords } from './words.ts';

// biome-ignore format: a table of cases reads best aligned
test.each<[Cents, string]>([
  [              0, 'zero real'],
  [              1, 'um centavo'],
  [              2, 'dois centavos'],
  [             99, 'noventa e nove centavos'],
  [            100, 'um real'],
  [            101, 'um real e um centavo'],
  [            200, 'dois reais'],
  [          1_400, 'catorze reais'],
  [          1_650, 'dezesseis reais e cinquenta centavos'],
  [          2_000, 'vinte reais'],
  [          2_100, 'vinte e um reais'],
  [         10_000, 'cem reais'],
  [         10_100, 'cento e um reais'],
  [         11_000, 'cento e dez reais'],
  [         20_000, 'duzentos reais'],
  [         99_999, 'novecentos e noventa e nove reais e noventa e nove centavos'],
  [        100_000, 'mil reais'],
  [        100_100, 'mil e um reais'],
  [        110_000, 'mil e cem reais'],
  [        110_100, 'mil cento e um reais'],
  [        190_000, 'mil e novecentos reais'],
  [        281_130, 'dois mil oitocentos e onze reais e trinta centavos'],
  [        310_086, 'três mil e cem reais e oitenta e seis centavos'],
  [      1_000_000, 'dez mil reais'],
  [      2_111_000, 'vinte e um mil cento e dez reais'],
  [     10_000_000, 'cem mil reais'],
  [     10_100_000, 'cento e um mil reais'],
  [    100_000_000, 'um milhão de reais'],
  [    100_000_001, 'um milhão de reais e um centavo'],
  [    100_100_000, 'um milhão e mil reais'],
  [    120_000_000, 'um milhão e duzentos mil reais'],
  [    123_456_789, 'um milhão duzentos e trinta e quatro mil quinhentos e sessenta e sete reais e oitenta e nove centavos'],
  [    120_010_000, 'um milhão duzentos mil e cem reais'],
  [    200_000_000, 'dois milhões de reais'],
  [    200_000_100, 'dois milhões e um reais'],
  [100_000_000_000, 'um bilhão de reais'],
  [100_100_000_000, 'um bilhão e um milhão de reais'],
  [200_000_000_100, 'dois bilhões e um reais'],
  [Number.MAX_SAFE_INTEGER,
    'noventa trilhões setenta e um bilhões novecentos e noventa e dois milhões quinhentos e quarenta e sete mil ' +
    'quatrocentos e nove reais e noventa e um centavos'],
])('%i: %s', (amount, words) => {
  expect(amountInWords(amount)).toBe(words);
});

test.each([-1, 0.5, Number.NaN, 2 ** 53])('refuses %s', (amount) => {
  expect(() => amountInWords(amount)).toThrow(RangeError);
});

// biome-ignore format: a table of cases reads best aligned
test.each<[number, string]>([
  [    0, 'zero'],
  [    1, 'um'],
  [   30, 'trinta'],
  [  100, 'cem'],
  [  365, 'trezentos e sessenta e cinco'],
  [1_000, 'mil'],
])('%i: %s', (value, words) => {
  expect(numberInWords(value)).toBe(words);
});

test.each([-1, 1.5])('%s is no number in words', (value) => {
  expect(() => numberInWords(value)).toThrow(RangeError);
});

// biome-ignore format: a table of cases reads best aligned
test.each<[CalendarDate, string]>([
  ['2026-11-20', 'vinte de novembro de dois mil e vinte e seis'],
  ['2027-01-01', 'primeiro de janeiro de dois mil e vinte e sete'],
  ['2024-02-29', 'vinte e nove de fevereiro de dois mil e vinte e quatro'],
  ['1998-03-31', 'trinta e um de março de mil novecentos e noventa e oito'],
  ['2000-12-02', 'dois de dezembro de dois mil'],
  ['2100-10-10', 'dez de outubro de dois mil e cem'],
])('%s: %s', (date, words) => {
  expect(dateInWords(date)).toBe(words);
});

// biome-ignore format: a table of cases reads best aligned
test.each<[Period, string]>([
  [{ months: 30, days:  0 }, 'trinta meses'],
  [{ months:  1, days:  0 }, 'um mês'],
  [{ months:  1, days:  1 }, 'um mês e um dia'],
  [{ months: 29, days: 17 }, 'vinte e nove meses e dezessete dias'],
  [{ months:  0, days: 11 }, 'onze dias'],
])('%j: %s', (period, words) => {
  expect(periodInWords(period)).toBe(words);
});
