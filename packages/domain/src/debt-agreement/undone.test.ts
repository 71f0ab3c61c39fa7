import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cents, sum } from '../base/money.ts';
import type { InvoiceFigures, InvoiceLine } from '../rent/invoice.ts';
import { lateCharges } from '../rent/late/late-charges.ts';
import { figuresOf, restOf } from '../rent/rest.ts';
import { settle } from '../rent/settlement.ts';
import type { DebtAgreementTerms } from './debt-agreement.ts';
import { anyDebts, anyTerms } from './plan.test.ts';
import { type OpenDebt, type Plan, planOf } from './plan.ts';
import { coveredLines, type PaidInstalment, undoneDebt } from './undone.ts';

const TODAY = '2026-11-24';
const COUNTING = { fromBusinessDay: false };
const TERMS: DebtAgreementTerms = {
  instalments: 4,
  first_due: '2026-11-25',
  first_amount: null,
  charges_off: 0,
  rent_off: 0,
  monthly_interest: 0,
};

const debt = (id: number, due_date: OpenDebt['due_date']): OpenDebt => ({
  id,
  due_date,
  ...figuresOf([
    { kind: 'RENT', name: 'Aluguel', amount: 100_000 },
    { kind: 'FEE', name: 'Condomínio', amount: 20_000, to_owner: false },
  ]),
});

const paidOf = (plan: Plan, numbers: readonly number[]): PaidInstalment[] =>
  plan.instalments
    .filter(({ number }) => numbers.includes(number))
    .map(({ number, amount, lines }) => ({ ...figuresOf(lines), instalment: number, paid_amount: amount }));

const undone = (open: readonly OpenDebt[], plan: Plan, paid: readonly PaidInstalment[], charges_off = 0) => {
  const covered = coveredLines(plan.instalments, paid);
  return open.map((one, index) => {
    const { fine = 0, interest = 0 } = plan.debts[index] ?? {};
    return undoneDebt({ ...one, fine, interest }, covered, { agreement: 9, charges_off });
  });
};

const amountsOf = (lines: readonly InvoiceLine[]) => lines.map(({ name, amount }) => [name, amount]);

describe('two invoices of 1.200,00 in four instalments of 670,80', () => {
  const open = [debt(1, '2026-09-05'), debt(2, '2026-10-05')];
  const plan = planOf(open, TERMS, TODAY, COUNTING);

  // biome-ignore format: a table of cases reads best aligned
  test.each<[paid: number[], first: unknown, second: unknown]>([
    [[],           [0, true, []], [0, true, []]],
    [[1],          [67_080, false, [['Aluguel', 50_201], ['Condomínio', 10_040]]], [0, true, []]],
    [[1, 2],       [134_160, false, [['Aluguel', 401], ['Condomínio', 80]]], [0, true, []]],
    [[1, 2, 3],    [134_700, false, []], [66_540, false, [['Aluguel', 50_202], ['Condomínio', 10_041]]]],
    // Paid out of order: the payment is deducted from the invoice that it was for.
    [[2],          [67_080, false, [['Aluguel', 50_200], ['Condomínio', 10_040]]], [0, true, []]],
    [[4],          [0, true, []], [67_080, false, [['Aluguel', 49_798], ['Condomínio', 9_959]]]],
  ])('paid %j', (numbers, ...expected) => {
    const debts = undone(open, plan, paidOf(plan, numbers));
    expect(debts.map(({ paid, untouched, lines }) => [paid, untouched, amountsOf(lines)])).toEqual(expected);
  });

  test('an instalment paid in part counts with what it received, and its open balance with it', () => {
    const [first] = paidOf(plan, [1]);
    if (!first) throw new Error('no instalment');
    // 300,00 of 670,80 pay rent alone.
    const part = { ...first, paid_amount: 30_000 };
    expect(amountsOf(undone(open, plan, [part])[0]?.lines ?? [])).toEqual([
      ['Aluguel', 70_000],
      ['Condomínio', 20_000],
    ]);
    const rest = restOf(first, { fine: 0, interest: 0 }, 30_000);
    const balance: PaidInstalment = { ...figuresOf(rest.lines), instalment: 1, paid_amount: rest.rest };
    const both = undone(open, plan, [part, balance]);
    expect(both).toEqual(undone(open, plan, [first]));
  });

  test('late charges of an instalment itself pay no invoice', () => {
    const late = paidOf(plan, [1]).map((one) => ({ ...one, paid_amount: one.paid_amount + 6_708 }));
    expect(undone(open, plan, late)).toEqual(undone(open, plan, paidOf(plan, [1])));
  });
});

test('without charges by agreement, they return: 1.347,00 less 600,00 are 747,00 on the day of the offer', () => {
  const open = [debt(1, '2026-09-05')];
  const plan = planOf(open, { ...TERMS, instalments: 2, charges_off: 10_000 }, TODAY, COUNTING);
  const [back] = undone(open, plan, paidOf(plan, [1]), 10_000);
  expect(amountsOf(back?.lines ?? [])).toEqual([
    ['Aluguel', 50_000],
    ['Condomínio', 10_000],
    ['Encargos com desconto perdido', 6_548],
  ]);
  const { fine, interest } = lateCharges(66_548, '2026-09-05', TODAY);
  expect([fine, interest]).toEqual([6_655, 1_497]);
  expect(66_548 + fine + interest).toBe(74_700);
});

test('without a tenth of the rent by agreement, it returns: 1.347,00 less 617,38 are 729,62, here 729,63', () => {
  const open = [debt(1, '2026-09-05')];
  const plan = planOf(open, { ...TERMS, instalments: 2, rent_off: 1_000 }, TODAY, COUNTING);
  const [back] = undone(open, plan, paidOf(plan, [1]));
  expect(back?.paid).toBe(61_738);
  expect(amountsOf(back?.lines ?? [])).toEqual([
    ['Aluguel', 55_000],
    ['Condomínio', 10_000],
  ]);
  const { fine, interest } = lateCharges(65_000, '2026-09-05', TODAY);
  expect(65_000 + fine + interest).toBe(72_963);
});

const rentAndFees = (figures: InvoiceFigures, name: string): Cents =>
  sum(figures.lines.filter((line) => line.name === name).map(({ amount }) => amount));

test('whatever was paid before it broke, each line of each invoice is received once in all, and the ledger balances', () => {
  fc.assert(
    fc.property(anyDebts, anyTerms, fc.array(fc.integer({ min: 1, max: 24 })), (debts, terms, numbers) => {
      const plan = planOf(debts, { ...TERMS, ...terms }, TODAY, COUNTING);
      const paid = paidOf(plan, numbers);
      const back = undone(debts, plan, paid, terms.charges_off);
      const open = back.flatMap(({ id, untouched, lines }) => {
        const invoice = debts.find((one) => one.id === id);
        return untouched && invoice ? [invoice] : [figuresOf(lines)];
      });
      for (const { lines, untouched } of back)
        expect(untouched || lines.length === 0 || figuresOf(lines).price + figuresOf(lines).fees > 0).toBe(true);
      // Principal: the amounts that the instalments received and those owed again add up to the invoices, line by line.
      for (const name of ['Aluguel', 'Condomínio', 'IPTU', 'Desconto']) {
        const counted = sum([...paid, ...open].map((one) => rentAndFees(one, name)));
        const missing = sum(debts.map((one) => rentAndFees(one, name))) - counted;
        // Only where a deduction is divided may centavos be left that cancel out.
        const deducts = debts.some(({ lines }) => lines.some(({ amount }) => amount < 0));
        expect(Math.abs(missing)).toBeLessThanOrEqual(deducts ? 2 * debts.length : 0);
      }
      // On the day of the offer, rest and payments add up to the original debt, up to the rounding of each invoice.
      const charges = (one: InvoiceFigures, due: OpenDebt['due_date']) => {
        const amount = one.price + one.fees;
        const { fine, interest } = lateCharges(amount, due, TODAY);
        return amount + fine + interest;
      };
      back.forEach(({ id, paid, untouched, lines }) => {
        const invoice = debts.find((one) => one.id === id);
        if (!invoice) throw new Error('no invoice');
        const left = untouched ? invoice : figuresOf(lines);
        const whole = charges(invoice, invoice.due_date);
        expect(Math.abs(whole - paid - charges(left, invoice.due_date))).toBeLessThanOrEqual(8);
      });
      // Each payment is divided completely: the cash is the sum of the parts of owners, agency and third parties.
      for (const instalment of paid) {
        const { postings } = settle({
          ...{ invoice: instalment, paid: instalment.paid_amount, charges: 0, extras: [], lateToOwner: 5_000 },
          contract: { commission: 1_000, with_commission: true },
          owners: [
            { client_id: 1, share: 3_333 },
            { client_id: 2, share: 6_667 },
          ],
        });
        expect(sum(postings.map(({ amount }) => amount))).toBe(0);
      }
    }),
  );
});
