import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '../base/calendar.ts';
import type { Cents } from '../base/money.ts';
import { WITHHOLDING_MODES, type WithholdingMode } from '../lease/withholding-modes.ts';
import { tableOn } from './validity.ts';
import {
  darfOf,
  reinfPayments,
  type Withholding,
  type WithholdingTable,
  withheldTax,
  withholdingOf,
} from './withholding.ts';

const TABLE_2025: WithholdingTable = {
  brackets: [
    { up_to: 242_880, rate: 0, deduct: 0 },
    { up_to: 282_665, rate: 750, deduct: 18_216 },
    { up_to: 375_105, rate: 1_500, deduct: 39_416 },
    { up_to: 466_468, rate: 2_250, deduct: 67_549 },
    { up_to: null, rate: 2_750, deduct: 90_873 },
  ],
  simplified_discount: 60_720,
  reduction: null,
  non_resident_rate: 1_500,
};
const TABLE_2026: WithholdingTable = {
  ...TABLE_2025,
  reduction: { full_up_to: 500_000, full: 31_289, fades_to: 735_000, constant: 97_862, slope_millionths: 133_145 },
};
/** From May 2023 to January 2024. */
const TABLE_2023: WithholdingTable = {
  brackets: [
    { up_to: 211_200, rate: 0, deduct: 0 },
    { up_to: 282_665, rate: 750, deduct: 15_840 },
    { up_to: 375_105, rate: 1_500, deduct: 37_040 },
    { up_to: 466_468, rate: 2_250, deduct: 65_173 },
    { up_to: null, rate: 2_750, deduct: 88_496 },
  ],
  simplified_discount: 52_800,
  reduction: null,
  non_resident_rate: 1_500,
};

describe('tax of a month, 2026', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[Cents, Cents, Cents, Cents]>([
    // rent, exclusions, without discount, with discount
    [  300_000,       0,       0,       0],
    [  450_000,       0,   2_412,       0],
    [  500_000,       0,  15_338,       0],
    [  600_000,       0,  56_152,  39_454],
    [  600_000,  60_000,  31_663,  14_965],
    [  700_000,       0,  96_967,  80_269],
    [  735_000,       0, 111_252,  94_554],
    [1_000_000,       0, 184_127, 167_429],
    [1_000_000, 100_000, 156_627, 139_929],
    // Worked out besides: the ends of the brackets and of the reduction.
    [  242_880,       0,       0,       0],
    [  500_001,       0,  15_338,       0], // 466,27275 − 312,89367
    [  735_001,       0, 111_252,  94_554], // 1.112,52275, no reduction
    [   50_000,  80_000,       0,       0], // exclusions above the rent
    [        0,       0,       0,       0],
  ])('rent %i, exclusions %i: %i, with the discount %i', (income, exclusions, plain, discounted) => {
    expect(withheldTax({ income, exclusions, table: TABLE_2026, allowsDiscount: false }).tax).toBe(plain);
    expect(withheldTax({ income, exclusions, table: TABLE_2026, allowsDiscount: true }).tax).toBe(discounted);
  });

  test('the parts of 6.000,00: 741,27 less 179,75', () => {
    expect(withheldTax({ income: 600_000, exclusions: 0, table: TABLE_2026, allowsDiscount: false })).toEqual({
      tax: 56_152,
      base: 600_000,
      method: 'EXCLUSIONS',
      bracket: { rate: 2_750, deduct: 90_873 },
      before_reduction: 74_127,
      reduction: 17_975,
    });
  });

  test('the discount is named only when it lowers the tax', () => {
    const method = (income: Cents) =>
      withheldTax({ income, exclusions: 0, table: TABLE_2026, allowsDiscount: true }).method;
    expect([method(300_000), method(450_000), method(600_000)]).toEqual(['EXCLUSIONS', 'DISCOUNT', 'DISCOUNT']);
  });

  test('a table without a bracket for the base is refused', () => {
    const table = { ...TABLE_2026, brackets: TABLE_2026.brackets.slice(0, 4) };
    expect(() => withheldTax({ income: 600_000, exclusions: 0, table, allowsDiscount: false })).toThrow(RangeError);
  });

  test('never below zero, never above the highest rate, and never lower for a higher rent', () => {
    const rent = fc.integer({ min: 0, max: 10_000_000 });
    fc.assert(
      fc.property(rent, fc.nat(10_000), fc.boolean(), (income, more, allowsDiscount) => {
        const of = (amount: Cents) => withheldTax({ income: amount, exclusions: 0, table: TABLE_2026, allowsDiscount });
        const { tax } = of(income);
        expect(tax).toBeGreaterThanOrEqual(0);
        expect(tax * 10_000).toBeLessThanOrEqual(income * 2_750 + 5_000);
        expect(of(income + more).tax).toBeGreaterThanOrEqual(tax);
      }),
    );
  });
});

// The Receita's own examples of 2023 for rents with the discount.
// biome-ignore format: a table of cases reads best aligned
test.each<[Cents, Cents]>([
  [270_000,    450],
  [370_000, 10_540],
  [450_000, 24_197],
])('in 2023 a rent of %i withheld %i', (income, expected) => {
  expect(withheldTax({ income, exclusions: 0, table: TABLE_2023, allowsDiscount: true }).tax).toBe(expected);
});

test('the table changes within a year: the day of the payment chooses it', () => {
  const tables = [
    { valid_from: '2023-05-01', valid_to: '2024-01-31', ...TABLE_2023 },
    { valid_from: '2025-05-01', valid_to: '2025-12-31', ...TABLE_2025 },
    { valid_from: '2026-01-01', valid_to: null, ...TABLE_2026 },
  ] as const;
  const taxOn = (day: CalendarDate) => {
    const table = tableOn(tables, day);
    return table && withheldTax({ income: 600_000, exclusions: 0, table, allowsDiscount: false }).tax;
  };
  expect(taxOn('2024-01-31')).toBe(76_504); // 27,5% − 884,96
  expect(taxOn('2024-02-01')).toBeUndefined();
  expect(taxOn('2025-12-31')).toBe(74_127);
  expect(taxOn('2026-01-01')).toBe(56_152);
});

type Payment = Parameters<typeof withholdingOf>[0];
const FIRST = { income: 0, exclusions: 0, tax: 0 };
const payment = (changes: Partial<Payment>): Payment => ({
  mode: 'TENANT',
  payer: { person_type: 'JURIDICA' },
  owner: { person_type: 'FISICA', non_resident: false },
  paidBefore: FIRST,
  income: 600_000,
  exclusions: 0,
  table: TABLE_2026,
  allowsDiscount: false,
  ...changes,
});

describe('withholdingOf: who withholds from whom', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<['FISICA' | 'JURIDICA', 'FISICA' | 'JURIDICA', boolean, Cents | null, string | undefined]>([
    // payer,    owner,     non-resident
    ['JURIDICA', 'FISICA',   false,  56_152, '3208'],
    ['JURIDICA', 'JURIDICA', false,    null, undefined],
    ['FISICA',   'FISICA',   false,    null, undefined],
    ['FISICA',   'JURIDICA', false,    null, undefined],
    ['JURIDICA', 'FISICA',    true,  90_000, '9478'],
    ['FISICA',   'FISICA',    true,  90_000, '9478'],
    ['FISICA',   'JURIDICA',  true,  90_000, '9478'],
  ])('%s pays %s, non-resident %s: %s, code %s', (payer, owner, non_resident, tax, code) => {
    const found = withholdingOf(
      payment({ payer: { person_type: payer }, owner: { person_type: owner, non_resident } }),
    );
    expect(found?.tax ?? null).toBe(tax);
    expect(found?.code).toBe(code);
  });

  test.each<[WithholdingMode, Cents | null, 'INVOICE' | 'TRANSFER' | null]>([
    ['NONE', null, null],
    ['OUTSIDE', 56_152, null],
    ['TENANT', 56_152, 'INVOICE'],
    ['AGENCY', 56_152, 'TRANSFER'],
  ])('mode %s: tax %s, taken from %s', (mode, tax, reduces) => {
    expect(withholdingOf(payment({ mode }))?.tax ?? null).toBe(tax);
    expect(WITHHOLDING_MODES[mode].reduces).toBe(reduces);
  });

  test('two owners of a half each of 6.000,00: each one is below the tax', () => {
    expect(withholdingOf(payment({ income: 300_000 }))?.tax).toBe(0);
  });

  test('an owner who becomes a company in the middle of the year', () => {
    const taxes = (['FISICA', 'JURIDICA'] as const).map(
      (person_type) => withholdingOf(payment({ owner: { person_type, non_resident: false } }))?.tax ?? null,
    );
    expect(taxes).toEqual([56_152, null]);
  });
});

describe('payments of one month are added', () => {
  test('two contracts of 3.000,00 of one tenant and owner pay the tax of 6.000,00', () => {
    const first = withholdingOf(payment({ income: 300_000 }));
    const second = withholdingOf(
      payment({ income: 300_000, paidBefore: { income: 300_000, exclusions: 0, tax: first?.tax ?? 0 } }),
    );
    expect([first?.tax, second?.tax]).toEqual([0, 56_152]);
  });

  test('what was withheld before is taken off, with the exclusions of both', () => {
    const paidBefore = { income: 600_000, exclusions: 60_000, tax: 31_663 };
    const found = withholdingOf(payment({ income: 400_000, exclusions: 40_000, paidBefore }));
    expect(found).toMatchObject({ tax: 156_627 - 31_663, base: 900_000 });
  });

  test('never below zero: more was withheld before than the month owes', () => {
    const paidBefore = { income: 600_000, exclusions: 0, tax: 56_152 };
    expect(withholdingOf(payment({ income: 0, exclusions: 300_000, paidBefore }))?.tax).toBe(0);
  });

  test('of a non-resident too', () => {
    const owner = { person_type: 'FISICA', non_resident: true } as const;
    const paidBefore = { income: 100_003, exclusions: 0, tax: 15_000 };
    expect(withholdingOf(payment({ owner, income: 100_003, paidBefore }))?.tax).toBe(15_001);
  });
});

describe('the note beside the amount', () => {
  const note = (changes: Partial<Payment>) => (withholdingOf(payment(changes)) as Withholding).note;
  const paidBefore = { income: 100_000, exclusions: 0, tax: 0 };
  // biome-ignore format: a table of cases reads best aligned
  test.each<[Partial<Payment>, string]>([
    [{},                        'base 6.000,00, 27,5% − 908,73, redução 179,75'],
    [{ allowsDiscount: true },  'base 5.392,80 após desconto simplificado de 607,20, 27,5% − 908,73, redução 179,75'],
    [{ income: 1_000_000 },     'base 10.000,00, 27,5% − 908,73'],
    [{ income: 200_000 },       'base 2.000,00, isenta'],
    [{ income: 300_000 },       'base 3.000,00, 15% − 394,16, redução 55,84'],
    [{ income: 500_000, paidBefore }, 'base 6.000,00, 27,5% − 908,73, redução 179,75, com outros aluguéis do mês'],
    [{ income: 500_000, paidBefore: { ...paidBefore, tax: 1_234 } },
      'base 6.000,00, 27,5% − 908,73, redução 179,75, com outros aluguéis do mês, que já retiveram 12,34'],
    [{ owner: { person_type: 'FISICA', non_resident: true } }, 'base 6.000,00, 15% de não residente'],
  ])('%j: %s', (changes, expected) => {
    expect(note(changes)).toBe(expected);
  });
});

test('reinfPayments: one row by tenant, owner and day, without tax as well', () => {
  const row = {
    tenant_id: 7,
    owner_id: 3,
    received_on: '2026-03-10',
    income: 300_000,
    exclusions: 10_000,
    tax: 0,
    undeducted: 0,
  } as const;
  expect(
    reinfPayments([
      { ...row, received_on: '2026-03-12', income: 50_000, exclusions: 60_000 },
      row,
      { ...row, income: 600_000, tax: 56_152, undeducted: 100 },
      { ...row, owner_id: 2 },
      { ...row, tenant_id: 5 },
    ]).map(({ tenant_id, owner_id, paid_on, nature, gross, exclusions, taxable, tax, undeducted }) => [
      tenant_id,
      owner_id,
      paid_on,
      nature,
      gross,
      exclusions,
      taxable,
      tax,
      undeducted,
    ]),
  ).toEqual([
    [5, 3, '2026-03-10', '13002', 300_000, 10_000, 290_000, 0, 0],
    [7, 2, '2026-03-10', '13002', 300_000, 10_000, 290_000, 0, 0],
    [7, 3, '2026-03-10', '13002', 900_000, 20_000, 880_000, 56_152, 100],
    [7, 3, '2026-03-12', '13002', 50_000, 60_000, 0, 0, 0],
  ]);
});

describe('darfOf', () => {
  const rules = { minimum: 1_000, dueDay: 20 };
  const row = (tenant_id: number, received_on: CalendarDate, tax: Cents, code: '3208' | '9478' = '3208') => ({
    tenant_id,
    received_on,
    tax,
    code,
  });
  const darfs = (rows: ReturnType<typeof row>[]) =>
    darfOf(rows, rules).map((darf) => [
      darf.tenant_id,
      darf.code,
      darf.month,
      darf.withheld,
      darf.carried,
      darf.due,
      darf.due_on,
    ]);

  test('adds the payments of a tenant, code and month', () => {
    expect(
      darfs([
        row(2, '2026-03-31', 30_000),
        row(1, '2026-03-05', 56_152),
        row(1, '2026-03-20', 10_000),
        row(1, '2026-03-20', 90_000, '9478'),
        row(1, '2026-04-05', 56_152),
      ]),
    ).toEqual([
      [1, '3208', '2026-03', 66_152, 0, 66_152, '2026-04-20'],
      [1, '3208', '2026-04', 56_152, 0, 56_152, '2026-05-20'],
      [1, '9478', '2026-03', 90_000, 0, 90_000, null],
      [2, '3208', '2026-03', 30_000, 0, 30_000, '2026-04-20'],
    ]);
  });

  test('carries what is below the minimum to the next month with tax, of the same tenant and code', () => {
    expect(
      darfs([
        row(1, '2026-01-10', 400),
        row(1, '2026-02-10', 599),
        row(1, '2026-05-10', 1),
        row(1, '2026-06-10', 999),
        row(2, '2026-06-10', 1_000),
      ]),
    ).toEqual([
      [1, '3208', '2026-01', 400, 0, 0, '2026-02-20'],
      [1, '3208', '2026-02', 599, 400, 0, '2026-03-20'],
      [1, '3208', '2026-05', 1, 999, 1_000, '2026-06-19'],
      [1, '3208', '2026-06', 999, 0, 0, '2026-07-20'],
      [2, '3208', '2026-06', 1_000, 0, 1_000, '2026-07-20'],
    ]);
  });

  test('falls due on the 20th, or on the business day before it', () => {
    const due = (day: CalendarDate) => darfOf([row(1, day, 5_000)], rules)[0]?.due_on;
    expect(due('2026-08-31')).toBe('2026-09-18'); // 20 September is a Sunday
    expect(due('2026-10-01')).toBe('2026-11-19'); // 20 November is a holiday
    expect(due('2026-12-01')).toBe('2027-01-20');
  });

  test('names the part that the tenant did not deduct', () => {
    const taxes = [
      { ...row(1, '2026-03-05', 20_761), undeducted: 20_761 },
      { ...row(1, '2026-03-20', 175_323), undeducted: 75_323 },
    ];
    expect(darfOf(taxes, rules)).toMatchObject([{ withheld: 196_084, undeducted: 96_084, due: 196_084 }]);
  });

  test('a payment without tax makes no DARF', () => expect(darfOf([row(1, '2026-03-10', 0)], rules)).toEqual([]));
});
