import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cents, sum } from '../base/money.ts';
import { isBalanced } from '../ledger/ledger.ts';
import { composeInvoice, type ExtraValue, type InvoiceFigures, type InvoiceLine } from './invoice.ts';
import { carriedOver, credits, figuresOf, restOf } from './rest.ts';
import { balanceDueDate, fits, isBalanceDay, type RestFate } from './rest-fate.ts';
import { settle } from './settlement.ts';

/** Rent 1.000,00, condominium 300,00 held, tax 100,00 of the owner, a discount of 50,00: 1.350,00. */
const invoice: InvoiceFigures = {
  price: 100_000,
  fees: 35_000,
  lines: [
    { kind: 'RENT', name: 'Aluguel', amount: 100_000 },
    { kind: 'FEE', name: 'Condomínio', amount: 30_000, to_owner: false, source_id: 1 },
    { kind: 'FEE', name: 'IPTU', amount: 10_000, to_owner: true, source_id: 2 },
    { kind: 'EXTRA', name: 'Desconto', amount: -5_000, influence: 'EXPENSE', transfer: true, source_id: 3 },
  ],
};

describe('the unpaid rest of 1.350,00 with a fine of 135,00 and interest of 4,05', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[Cents, Cents, Record<string, Cents>, string]>([
    // received  rest     lines
    [148_905,        0, {},                                                                  'all of it'],
    [150_000,   -1_095, {},                                                                  'more: the tenant’s'],
    [148_900,        5, { Juros: 5 },                                                        'the interest goes short first'],
    [148_000,      905, { Multa: 500, Juros: 405 },                                          'then the fine'],
    [135_000,   13_905, { Multa: 13_500, Juros: 405 },                                       'the invoice without charges'],
    [130_000,   18_905, { IPTU: 5_000, Multa: 13_500, Juros: 405 },                          'then the last fee'],
    [ 95_000,   53_905, { Condomínio: 30_000, IPTU: 10_000, Multa: 13_500, Juros: 405 },     'the rent, with the discount'],
    [ 40_000,  108_905, { Aluguel: 55_000, Condomínio: 30_000, IPTU: 10_000, Multa: 13_500, Juros: 405 }, 'a part of the rent'],
  ])('%i received: %i left, %j (%s)', (received, rest, lines) => {
    const left = restOf(invoice, { fine: 13_500, interest: 405 }, received, 'saldo da fatura 7');
    expect(left).toMatchObject({ owed: 148_905, rest });
    expect(Object.fromEntries(left.lines.map(({ name, amount }) => [name, amount]))).toEqual(lines);
    expect(left.lines.every(({ note, source_id }) => note === 'saldo da fatura 7' && source_id === undefined)).toBe(true);
  });
});

// biome-ignore format: a table of cases reads best aligned
test.each<[RestFate, Cents, boolean]>([
  ['OPEN_BALANCE', 1, true], ['NEXT_INVOICE', 1, true], ['WAIVED', 1, true], ['CREDIT', 1, false], ['RETURN', 1, false],
  ['OPEN_BALANCE', -1, false], ['NEXT_INVOICE', -1, false], ['WAIVED', -1, false], ['CREDIT', -1, true], ['RETURN', -1, true],
  ['OPEN_BALANCE', 0, false], ['CREDIT', 0, false],
])('%s of %i fits: %s', (fate, rest, expected) => {
  expect(fits(fate, rest)).toBe(expected);
});

test('an open balance is due within a year from today, ten days from now unless another day is given', () => {
  expect(balanceDueDate('2026-11-24')).toBe('2026-12-04');
  expect(
    ['2026-11-23', '2026-11-24', '2027-11-24', '2027-11-25'].map((day) =>
      isBalanceDay(day as '2026-11-23', '2026-11-24'),
    ),
  ).toEqual([false, true, true, false]);
});

// biome-ignore format: a table of cases reads best aligned
test.each<[monthly: Cents, excess: Cents, parts: Cents[] | undefined, string]>([
  [135_000,    30_035, [30_035],                   'of an invoice of 0,35, one part'],
  [135_000,   135_000, [135_000],                  'a whole month'],
  [135_000,   300_000, [135_000, 135_000, 30_000], 'several months, none taken below zero'],
  [135_000, 1_620_000, Array(12).fill(135_000),    'a year'],
  [135_000, 1_620_001, undefined,                  'more than a year'],
  [     35,    30_035, undefined,                  'a rent of 0,35'],
  [      0,       500, undefined,                  'a contract that charges nothing'],
])('a month of %i credits %i as %j: %s', (monthly, excess, parts) => {
  expect(credits(monthly, excess, 'Pago a mais')?.map(({ amount }) => amount)).toEqual(parts);
});

test('the rest, received later in any split, completes each account to the centavo', () => {
  const extras = fc.array(
    fc.record<ExtraValue>({
      id: fc.nat(),
      description: fc.constant('Extra'),
      amount: fc.integer({ min: 1, max: 90_000 }),
      type: fc.constantFrom('CREDIT', 'DEBIT'),
      influence: fc.constantFrom('RENT', 'EXPENSE'),
      boleto: fc.constant(true),
      transfer: fc.boolean(),
    }),
    { maxLength: 4 },
  );
  const fees = fc.array(
    fc.record({ id: fc.nat(), name: fc.constant('Taxa'), price: fc.nat(60_000), to_owner: fc.boolean() }),
    { maxLength: 3 },
  );
  const charges = fc.record({ fine: fc.nat(30_000), interest: fc.nat(5_000) });
  fc.assert(
    fc.property(
      fc.nat(400_000),
      fees,
      extras,
      charges,
      fc.nat(10_000),
      fc.boolean(),
      (rent, fees, extras, charges, share, next) => {
        const terms = {
          current_price: rent,
          discount: 0,
          start_date: '2025-01-01',
          end_date: null,
          ends_at_term: false,
          prorate: true,
        } as const;
        const first = composeInvoice({ contract: terms, reference: '2026-11', fees, extras });
        const owed = first.price + first.fees + charges.fine + charges.interest;
        const received = Math.floor((owed * share) / 10_000);
        // No fee on the rent, since it would be rounded on each receipt.
        const base = {
          contract: { commission: 0, with_commission: false },
          extras: [],
          lateToOwner: 0,
          tenant: 9,
          owners: [{ client_id: 1, share: 10_000 }],
        };
        const accounts = (...settlements: ReturnType<typeof settle>[]) => {
          const all: Record<string, Cents> = {};
          for (const { account, amount } of settlements.flatMap(({ postings }) => postings))
            all[account] = (all[account] ?? 0) + amount;
          return Object.fromEntries(Object.entries(all).filter(([, amount]) => amount !== 0));
        };
        const whole = settle({ ...base, invoice: first, paid: owed, charges: charges.fine + charges.interest });
        const part = settle({ ...base, invoice: first, paid: received, charges: charges.fine + charges.interest });
        const { rest, lines } = restOf(first, charges, received);
        expect(received + rest).toBe(owed);
        expect(sum(lines.map(({ amount }) => amount))).toBe(rest);
        expect(lines.every(({ amount }) => amount > 0)).toBe(true);
        const second = next ? taken(lines) : figuresOf(lines);
        const later = settle({ ...base, invoice: second, paid: rest, charges: 0 });
        expect([part, later].every(({ postings }) => isBalanced(postings))).toBe(true);
        expect(accounts(part, later)).toEqual(accounts(whole));
      },
    ),
    { numRuns: 3_000 },
  );
});

/** The next invoice, with nothing of its own, takes what was carried over. */
function taken(lines: readonly InvoiceLine[]) {
  const extras = carriedOver(lines).map((extra, id) => ({ ...extra, id }));
  const terms = {
    current_price: 0,
    discount: 0,
    start_date: '2025-01-01',
    end_date: null,
    ends_at_term: false,
    prorate: true,
  } as const;
  return composeInvoice({ contract: terms, reference: '2026-12', fees: [], extras });
}

test('an overpayment is held for the tenant or refundable, and pays the next invoice', () => {
  const base = {
    contract: { commission: 0, with_commission: false },
    extras: [],
    lateToOwner: 0,
    tenant: 9,
    owners: [{ client_id: 1, share: 10_000 }],
  };
  const over = { ...base, invoice, paid: 140_000, charges: 2_000 };
  expect(settle(over).postings).toContainEqual({ account: 'DEPOSITS', amount: -3_000, client_id: 9 });
  expect(settle({ ...over, returns: true }).postings).toContainEqual({
    account: 'TENANTS',
    amount: -3_000,
    client_id: 9,
  });
  expect(settle(over).late).toBe(2_000);
  const terms = {
    current_price: 100_000,
    discount: 0,
    start_date: '2025-01-01',
    end_date: null,
    ends_at_term: false,
    prorate: true,
  } as const;
  const extras = (credits(135_000, 3_000, 'Pago a mais') ?? []).map((extra, id) => ({ ...extra, id }));
  const next = composeInvoice({ contract: terms, reference: '2026-12', fees: [], extras });
  expect(settle({ ...base, invoice: next, paid: 97_000, charges: 0 }).postings).toEqual([
    { account: 'CASH', amount: 97_000 },
    { account: 'OWNERS', amount: -100_000, client_id: 1 },
    { account: 'DEPOSITS', amount: 3_000, client_id: 9 },
  ]);
});
