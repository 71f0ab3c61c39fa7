import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cents, sum } from '../base/money.ts';
import type { InvoiceLine } from '../rent/invoice.ts';
import { lateCharges } from '../rent/late/late-charges.ts';
import { figuresOf } from '../rent/rest.ts';
import type { DebtAgreementTerms } from './debt-agreement.ts';
import { agreedDebt, divisionOf, fitsAgreement, type OpenDebt, planOf } from './plan.ts';

const TODAY = '2026-11-24';
const COUNTING = { fromBusinessDay: false };

/** Rent 1.000,00 and a condominium of 200,00, held for it. */
const debt = (id: number, due_date: OpenDebt['due_date'], lines: InvoiceLine[] = []): OpenDebt => ({
  id,
  due_date,
  ...figuresOf([
    { kind: 'RENT', name: 'Aluguel', amount: 100_000 },
    { kind: 'FEE', name: 'Condomínio', amount: 20_000, to_owner: false },
    ...lines,
  ]),
});

const TERMS: DebtAgreementTerms = {
  instalments: 4,
  first_due: '2026-11-25',
  first_amount: null,
  charges_off: 0,
  rent_off: 0,
  monthly_interest: 0,
};

const shown = (lines: readonly InvoiceLine[]) =>
  lines.map(({ name, of_invoice, amount }) => [name, of_invoice, amount]);

describe('two invoices of 1.200,00, 80 and 50 days late on the day of the offer, in four instalments', () => {
  const open = [debt(1, '2026-09-05'), debt(2, '2026-10-05')];
  const plan = planOf(open, TERMS, TODAY, COUNTING);

  test('the debt is that of the invoices: 1.347,00 and 1.336,20', () => {
    expect(plan.debts.map(({ fine, interest, agreed }) => [fine, interest, agreed])).toEqual([
      [12_000, 2_700, 134_700],
      [12_000, 1_620, 133_620],
    ]);
    const { principal, charges, discount, interest, total } = plan;
    expect({ principal, charges, discount, interest, total }).toEqual({
      ...{ principal: 240_000, charges: 28_320, discount: 0, interest: 0, total: 268_320 },
    });
  });

  test('each instalment pays the oldest invoice left, in proportion over its lines', () => {
    expect(plan.instalments.map(({ due_date, amount }) => [due_date, amount])).toEqual([
      ['2026-11-25', 67_080],
      ['2026-12-25', 67_080],
      ['2027-01-25', 67_080],
      ['2027-02-25', 67_080],
    ]);
    expect(plan.instalments.map(({ lines }) => shown(lines))).toEqual([
      [
        ['Aluguel', 1, 49_799],
        ['Condomínio', 1, 9_960],
        ['Multa por atraso', 1, 5_976],
        ['Juros por atraso', 1, 1_345],
      ],
      [
        ['Aluguel', 1, 49_800],
        ['Condomínio', 1, 9_960],
        ['Multa por atraso', 1, 5_976],
        ['Juros por atraso', 1, 1_344],
      ],
      [
        ...[
          ['Aluguel', 1, 401],
          ['Condomínio', 1, 80],
          ['Multa por atraso', 1, 48],
          ['Juros por atraso', 1, 11],
        ],
        ...[
          ['Aluguel', 2, 49_798],
          ['Condomínio', 2, 9_959],
          ['Multa por atraso', 2, 5_976],
          ['Juros por atraso', 2, 807],
        ],
      ],
      [
        ['Aluguel', 2, 50_202],
        ['Condomínio', 2, 10_041],
        ['Multa por atraso', 2, 6_024],
        ['Juros por atraso', 2, 813],
      ],
    ]);
  });

  test('the first one: rent less the fee of 10% and the charges to the owner, the condominium held', () => {
    const [first] = plan.instalments;
    const terms = {
      contract: { commission: 1_000, with_commission: true },
      lateToOwner: 10_000,
      owners: [{ client_id: 12, share: 10_000 }],
    };
    expect(first && divisionOf(first, terms)).toEqual({ owners: 52_140, agency: 4_980, others: 9_960 });
  });
});

// Agreed of an invoice of 1.200,00 with 120,00 of fine and 27,00 of interest; what is forgiven bears no charges.
// biome-ignore format: a table of cases reads best aligned
test.each<[charges_off: number, rent_off: number, rent: Cents, fine: Cents, interest: Cents]>([
  [     0,     0, 100_000, 12_000, 2_700],
  [ 5_000,     0, 100_000,  6_000, 1_350],
  [10_000,     0, 100_000,      0,     0],
  [     0, 1_000,  90_000, 11_000, 2_475],
  [10_000, 1_000,  90_000,      0,     0],
])('%i off the charges, %i off the rent', (charges_off, rent_off, rent, fine, interest) => {
  const agreed = agreedDebt(debt(1, '2026-09-05'), { charges_off, rent_off }, TODAY, COUNTING);
  expect(agreed.lines.map(({ amount }) => amount)).toEqual([rent, 20_000, fine, interest]);
  expect([agreed.fine, agreed.interest]).toEqual([12_000, 2_700]);
});

test('interest of 1% a month is simple, on each instalment alone', () => {
  const plan = planOf([debt(1, '2026-11-24')], { ...TERMS, instalments: 3, monthly_interest: 100 }, TODAY, COUNTING);
  expect(plan.instalments.map(({ amount }) => amount)).toEqual([40_000, 40_400, 40_800]);
  expect(plan.interest).toBe(1_200);
});

test('a chosen first instalment; the centavos left over go to the second', () => {
  const plan = planOf([debt(1, '2026-11-24')], { ...TERMS, first_amount: 50_000 }, TODAY, COUNTING);
  expect(plan.instalments.map(({ amount }) => amount)).toEqual([50_000, 23_334, 23_333, 23_333]);
});

test('a deduction is divided like a charge', () => {
  const off: InvoiceLine = { kind: 'EXTRA', name: 'Desconto', amount: -12_000, influence: 'EXPENSE' };
  const plan = planOf([debt(1, '2026-11-24', [off])], { ...TERMS, instalments: 2 }, TODAY, COUNTING);
  expect(plan.instalments.map(({ lines }) => lines.map(({ amount }) => amount))).toEqual([
    [50_000, 10_000, -6_000],
    [50_000, 10_000, -6_000],
  ]);
});

test('an invoice with withheld tax, or that owes nothing, fits no agreement', () => {
  expect(fitsAgreement(debt(1, TODAY))).toBe(true);
  expect(fitsAgreement(debt(1, TODAY, [{ kind: 'TAX', name: 'IRRF', amount: -100 }]))).toBe(false);
  expect(fitsAgreement(debt(1, TODAY, [{ kind: 'EXTRA', name: 'Crédito', amount: -120_000 }]))).toBe(false);
});

const money = (max: number) => fc.integer({ min: 0, max });
const openDebt = fc
  .record({
    due: fc.constantFrom('2026-06-05', '2026-09-05', '2026-11-05', '2026-11-24', '2026-12-05'),
    rent: fc.integer({ min: 5_000, max: 900_000 }),
    fee: money(90_000),
    passed: money(50_000),
    off: money(4_000),
  })
  .map(({ due, rent, fee, passed, off }) => ({
    due_date: due as OpenDebt['due_date'],
    ...figuresOf([
      { kind: 'RENT', name: 'Aluguel', amount: rent },
      { kind: 'FEE', name: 'Condomínio', amount: fee, to_owner: false },
      { kind: 'FEE', name: 'IPTU', amount: passed, to_owner: true },
      { kind: 'EXTRA', name: 'Desconto', amount: 0 - off, influence: 'RENT', transfer: true },
    ]),
  }));

export const anyDebts = fc
  .array(openDebt, { minLength: 1, maxLength: 5 })
  .map((debts) => debts.map((one, index): OpenDebt => ({ ...one, id: index + 1 })));
export const anyTerms = fc.record({
  instalments: fc.integer({ min: 1, max: 24 }),
  charges_off: money(10_000),
  rent_off: money(5_000),
  monthly_interest: money(100),
});

test('the instalments add up to what is agreed, line by line and to the centavo', () => {
  fc.assert(
    fc.property(anyDebts, anyTerms, (debts, terms) => {
      const plan = planOf(debts, { ...TERMS, ...terms }, TODAY, COUNTING);
      const lines = plan.instalments.flatMap((instalment) => instalment.lines);
      for (const { id, lines: agreed } of plan.debts)
        for (const { of_line, amount } of agreed) {
          const taken = lines.filter((line) => line.of_invoice === id && line.of_line === of_line);
          expect(sum(taken.map((line) => line.amount))).toBe(amount);
        }
      for (const { amount, lines } of plan.instalments) expect(sum(lines.map((line) => line.amount))).toBe(amount);
      expect(sum(plan.instalments.map(({ amount }) => amount))).toBe(plan.total);
      expect(plan.total).toBe(plan.principal + plan.charges - plan.discount + plan.interest);
      const charges = debts.map((one) => lateCharges(one.price + one.fees, one.due_date, TODAY));
      expect(plan.charges).toBe(sum(charges.map(({ fine, interest }) => fine + interest)));
    }),
  );
});
