import { describe, expect, test } from 'vitest';
import { type Income, incomeByDay, incomeByMonth, incomeOf, type Movement, rentsByMonth } from './income.ts';

/** March: a rent of 1.500,00 with 400,00 of condominium paid with 193,00 of charges, half of them ours; a sale, a bill. */
const MARCH: Movement[] = [
  { month: '2026-03', account: 'CASH', department: 'RENT', input: true, amount: 209_300 },
  { month: '2026-03', account: 'CASH', department: 'RENT', input: false, amount: -144_650 },
  { month: '2026-03', account: 'OWNERS', department: 'RENT', input: false, amount: 0 },
  { month: '2026-03', account: 'FEES_HELD', department: 'RENT', input: false, amount: -40_000 },
  { month: '2026-03', account: 'ADMIN_FEES', department: 'RENT', input: false, amount: -15_000 },
  { month: '2026-03', account: 'LATE_CHARGES', department: 'RENT', input: false, amount: -9_650 },
  { month: '2026-03', account: 'CASH', department: 'SALE', input: true, amount: 900_000 },
  { month: '2026-03', account: 'SALES', department: 'SALE', input: false, amount: -900_000 },
  { month: '2026-03', account: 'CASH', department: 'OTHER', input: true, amount: 5_000 },
  { month: '2026-03', account: 'OTHER_INCOME', department: 'OTHER', input: false, amount: -5_000 },
  { month: '2026-03', account: 'CASH', department: 'OTHER', input: false, amount: -32_000 },
  { month: '2026-03', account: 'EXPENSES', department: 'OTHER', input: true, amount: 32_000 },
];
/** April: March's rent is undone. */
const APRIL: Movement[] = [
  { month: '2026-04', account: 'CASH', department: 'RENT', input: true, amount: -209_300 },
  { month: '2026-04', account: 'ADMIN_FEES', department: 'RENT', input: true, amount: 15_000 },
  { month: '2026-04', account: 'LATE_CHARGES', department: 'RENT', input: true, amount: 9_650 },
];
const amounts = ({ gross, net, fees }: Income) => [gross.amount, net.amount, fees.amount];

describe('incomeOf', () => {
  test('a month', () => {
    expect(incomeOf(MARCH)).toEqual({
      gross: {
        amount: 1_114_300,
        lines: [
          { name: 'Aluguéis', amount: 209_300 },
          { name: 'Vendas', amount: 900_000 },
          { name: 'Outras entradas', amount: 5_000 },
        ],
      },
      // 246,50 + 9.000,00 + 50,00 − 320,00.
      net: {
        amount: 897_650,
        lines: [
          { name: 'Taxas', amount: 24_650 },
          { name: 'Vendas', amount: 900_000 },
          { name: 'Outras entradas', amount: 5_000 },
          { name: 'Despesas', amount: -32_000 },
        ],
      },
      fees: {
        amount: 24_650,
        lines: [
          { name: 'Taxas de administração', amount: 15_000 },
          { name: 'Multas e juros', amount: 9_650 },
        ],
      },
    });
  });

  test('reversals are deducted', () => {
    expect(amounts(incomeOf([...MARCH, ...APRIL]))).toEqual([905_000, 873_000, 0]);
  });

  test('an increase kept by the agency is revenue, a discount it gives is a cost', () => {
    const kept = { month: '2026-03', account: 'EXTRA_VALUES', department: 'RENT', input: false } as const;
    expect(amounts(incomeOf([{ ...kept, amount: -2_000 }]))).toEqual([0, 2_000, 0]);
    expect(amounts(incomeOf([{ ...kept, amount: 3_000 }]))).toEqual([0, -3_000, 0]);
  });

  test('no movements', () => {
    expect(amounts(incomeOf([]))).toEqual([0, 0, 0]);
  });
});

test('incomeByMonth has every month of the period, and adds up to it', () => {
  const points = incomeByMonth([...MARCH, ...APRIL], '2026-02', '2026-04');
  expect(points.map(({ date, type, value }) => [date, type, value])).toEqual([
    ['2026-02', 'Renda Bruta', 0],
    ['2026-02', 'Renda Liquida', 0],
    ['2026-02', 'Taxas', 0],
    ['2026-03', 'Renda Bruta', 1_114_300],
    ['2026-03', 'Renda Liquida', 897_650],
    ['2026-03', 'Taxas', 24_650],
    ['2026-04', 'Renda Bruta', -209_300],
    ['2026-04', 'Renda Liquida', -24_650],
    ['2026-04', 'Taxas', -24_650],
  ]);
});

test('incomeByDay has every day of the period, and adds up to it', () => {
  const received = { month: '2026-03', account: 'CASH', department: 'RENT', input: true } as const;
  const fee = { ...received, account: 'ADMIN_FEES', input: false } as const;
  const movements = [
    { ...received, day: '2026-03-30', amount: 150_000 },
    { ...fee, day: '2026-03-30', amount: -15_000 },
    { ...received, day: '2026-04-01', amount: 90_000 },
  ] as const;
  const points = incomeByDay(movements, '2026-03-30', '2026-04-01');
  expect(points.map(({ date, type, value }) => [date, type, value])).toEqual([
    ['2026-03-30', 'Renda Bruta', 150_000],
    ['2026-03-30', 'Renda Liquida', 15_000],
    ['2026-03-30', 'Taxas', 15_000],
    ['2026-03-31', 'Renda Bruta', 0],
    ['2026-03-31', 'Renda Liquida', 0],
    ['2026-03-31', 'Taxas', 0],
    ['2026-04-01', 'Renda Bruta', 90_000],
    ['2026-04-01', 'Renda Liquida', 0],
    ['2026-04-01', 'Taxas', 0],
  ]);
});

// A payment reversed in April is deducted from the receipts; the owner's transfer is not reversed.
test('rentsByMonth leaves sales and bills out', () => {
  const points = rentsByMonth([...MARCH, ...APRIL], '2026-02', '2026-04');
  expect(points.map(({ date, type, value }) => [date, type, value])).toEqual([
    ['2026-02', 'Recebido', 0],
    ['2026-02', 'Repassado', 0],
    ['2026-02', 'Taxas', 0],
    ['2026-03', 'Recebido', 209_300],
    ['2026-03', 'Repassado', 144_650],
    ['2026-03', 'Taxas', 24_650],
    ['2026-04', 'Recebido', -209_300],
    ['2026-04', 'Repassado', 0],
    ['2026-04', 'Taxas', -24_650],
  ]);
});
