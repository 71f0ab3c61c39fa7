import { expect, test } from 'vitest';
import type { Cents } from './money.ts';
import { amountInWords } from './words.ts';

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
