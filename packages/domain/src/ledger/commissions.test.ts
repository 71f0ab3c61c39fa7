import { expect, test } from 'vitest';
import { commissionLines } from './commissions.ts';

/**
 * By hand: January 1.000,00 at 10% (100,00); February 2.000,00 at 8,5% (170,00) and 500,00 at 10% (50,00), of which the
 * 500,00 are undone in March. In all 3.000,00 of rent, 270,00 of fees, 30,00 of late charges; the owners get
 * 3.000,00 − 270,00 + 80,00 of extras.
 */
const MONTHS = [
  { month: '2026-01', rent: 100_000, fees: 10_000 },
  { month: '2026-02', rent: 250_000, fees: 22_000 },
  { month: '2026-03', rent: -50_000, fees: -5_000 },
] as const;
const TOTALS = { total: 300_000, commissions: 27_000, late: 3_000, transfers: 281_000 };

test('parts of each total', () => {
  expect(commissionLines(TOTALS, { months: MONTHS })).toEqual({
    sum: [
      { name: 'Taxas de administração', amount: 27_000 },
      { name: 'Multas e juros', note: 'parte da imobiliária', amount: 3_000 },
    ],
    total: [
      { name: 'Recebidos em janeiro de 2026', amount: 100_000 },
      { name: 'Recebidos em fevereiro de 2026', amount: 250_000 },
      { name: 'Recebidos em março de 2026', amount: -50_000 },
    ],
    commissions: [
      { name: 'Taxas de janeiro de 2026', note: '1.000,00 de aluguel', amount: 10_000 },
      { name: 'Taxas de fevereiro de 2026', note: '2.500,00 de aluguel', amount: 22_000 },
      { name: 'Taxas de março de 2026', note: '−500,00 de aluguel', amount: -5_000 },
    ],
    transfers: [
      { name: 'Aluguéis recebidos', amount: 300_000 },
      { name: 'Taxas de administração', amount: -27_000 },
      {
        name: 'Extras',
        note: 'taxas do imóvel, valores extras, multas e juros que seguem para o proprietário',
        amount: 8_000,
      },
    ],
  });
});

test('within one month the fees are listed by rate', () => {
  const february = { total: 250_000, commissions: 22_000, late: 0, transfers: 228_000 };
  const rates = [
    { rate: 850, rent: 200_000, fees: 17_000 },
    { rate: 1_000, rent: 50_000, fees: 5_000 },
  ];
  expect(commissionLines(february, { months: [MONTHS[1]], rates }).commissions).toEqual([
    { name: 'Contratos a 8,5%', note: '2.000,00 de aluguel', amount: 17_000 },
    { name: 'Contratos a 10%', note: '500,00 de aluguel', amount: 5_000 },
  ]);
});

test('zero amounts are left out', () => {
  const nothing = { total: 0, commissions: 0, late: 0, transfers: 0 };
  expect(commissionLines(nothing, { months: [], rates: [] })).toEqual({
    sum: [],
    total: [],
    commissions: [],
    transfers: [],
  });
});
