import { expect, test } from 'vitest';
import { lateAges } from './late-ages.ts';

test.each([
  [0, 'Até 4 dias'],
  [4, 'Até 4 dias'],
  [5, 'De 5 a 30 dias'],
  [30, 'De 5 a 30 dias'],
  [31, 'De 31 a 60 dias'],
  [60, 'De 31 a 60 dias'],
  [61, 'De 61 a 90 dias'],
  [90, 'De 61 a 90 dias'],
  [91, 'Mais de 90 dias'],
  [4_000, 'Mais de 90 dias'],
])('%i days: %s', (days, name) => {
  expect(lateAges([{ days, amount: 100, payments: 1 }])).toEqual([{ name, payments: 1, amount: 100 }]);
});

test('payments are summed by age, the youngest first', () => {
  const payments = [
    { days: 40, amount: 210_311, payments: 1 },
    { days: 3, amount: 300_000, payments: 2 },
    { days: 31, amount: 50_000, payments: 1 },
  ];
  expect(lateAges(payments)).toEqual([
    { name: 'Até 4 dias', payments: 2, amount: 300_000 },
    { name: 'De 31 a 60 dias', payments: 2, amount: 260_311 },
  ]);
  expect(lateAges([])).toEqual([]);
});
