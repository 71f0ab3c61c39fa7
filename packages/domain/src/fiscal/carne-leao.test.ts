import { describe, expect, test } from 'vitest';
import { type CarneLeaoMonth, carneLeao } from './carne-leao.ts';

const TABLE_2026 = {
  valid_from: '2026-01-01',
  valid_to: null,
  brackets: [
    { up_to: 242_880, rate: 0, deduct: 0 },
    { up_to: 282_665, rate: 750, deduct: 18_216 },
    { up_to: 375_105, rate: 1_500, deduct: 39_416 },
    { up_to: 466_468, rate: 2_250, deduct: 67_549 },
    { up_to: null, rate: 2_750, deduct: 90_873 },
  ],
  simplified_discount: 60_720,
  reduction: { full_up_to: 500_000, full: 31_289, fades_to: 735_000, constant: 97_862, slope_millionths: 133_145 },
  non_resident_rate: 1_500,
} as const;

type Input = Parameters<typeof carneLeao>[0];
const YEAR: Input = {
  year: 2026,
  tables: [{ ...TABLE_2026, brackets: [...TABLE_2026.brackets] }],
  allowsDiscount: false,
  receipts: [
    // January: 6.000,00 with a fee of 600,00; a company's rent stays out.
    { received_on: '2026-01-10', payer_person_type: 'FISICA', income: 600_000, fee: 60_000, exclusions: 0 },
    { received_on: '2026-01-10', payer_person_type: 'JURIDICA', income: 900_000, fee: 90_000, exclusions: 0 },
    // February: two tenants add up to 10.000,00, with 700,00 of fees and 300,00 of IPTU.
    { received_on: '2026-02-05', payer_person_type: 'FISICA', income: 700_000, fee: 70_000, exclusions: 30_000 },
    { received_on: '2026-02-28', payer_person_type: 'FISICA', income: 300_000, fee: 0, exclusions: 0 },
    // March: below the tax.
    { received_on: '2026-03-05', payer_person_type: 'FISICA', income: 300_000, fee: 0, exclusions: 0 },
    { received_on: '2027-01-01', payer_person_type: 'FISICA', income: 300_000, fee: 0, exclusions: 0 },
  ],
};
const row = ({ month, gross, fee, exclusions, suggestion, due_on }: CarneLeaoMonth) => [
  month,
  gross,
  fee,
  exclusions,
  suggestion?.base,
  suggestion?.tax,
  due_on,
];

describe('carneLeao', () => {
  const months = carneLeao(YEAR);

  test('month by month, from natural persons alone', () => {
    expect(months.slice(0, 4).map(row)).toEqual([
      ['2026-01', 600_000, 60_000, 0, 540_000, 31_663, '2026-02-27'],
      ['2026-02', 1_000_000, 70_000, 30_000, 900_000, 156_627, '2026-03-31'],
      ['2026-03', 300_000, 0, 0, 300_000, 0, '2026-04-30'],
      ['2026-04', 0, 0, 0, 0, 0, '2026-05-29'],
    ]);
    expect(months).toHaveLength(12);
    expect(months[11]).toMatchObject({ month: '2026-12', code: '0190', gross: 0, due_on: '2027-01-29' });
  });

  test('with the simplified discount', () => {
    const january = carneLeao({ ...YEAR, allowsDiscount: true })[0];
    expect(january?.suggestion).toEqual({ tax: 14_965, base: 479_280, method: 'DISCOUNT' });
  });

  test('without a table there is no suggestion', () => {
    const january = carneLeao({ ...YEAR, tables: [] })[0];
    expect(january).toMatchObject({ gross: 600_000, suggestion: null });
  });
});
