import { describe, expect, test } from 'vitest';
import { commissionLife } from './entry-life.ts';
import { feeReceived, partsOfNext, payable, personShares, rentReturned, ruleInForce, takenBack } from './share.ts';

const of = (...rates: number[]) => rates.map((share) => ({ share }));
const NONE = { received: 0, parts: [] };

describe('the parts of a fee', () => {
  test.each([
    // what                                                       amount    shares             parts
    ['30 and 20 % of 1.000,00', 100_000, [3_000, 2_000], [30_000, 20_000]],
    ['the centavo left over is the first one’s that lost by it', 100_001, [3_000, 2_000], [30_001, 20_000]],
    ['a third each of 100,00, and a centavo for the agency', 10_000, [3_333, 3_333], [3_333, 3_333]],
    ['all of it to people', 9_999, [5_000, 5_000], [5_000, 4_999]],
    ['nobody: all of it is the agency’s', 100_000, [], []],
    ['one centavo goes to the first', 1, [1, 9_999], [1, 0]],
  ])('%s', (_, amount, rates, parts) => {
    expect(partsOfNext(of(...rates), NONE, amount)).toEqual(parts);
  });

  test('many small payments come to the same as one', () => {
    const shares = of(3_333, 1_667);
    const parts = [0, 0];
    let received = 0;
    for (const amount of [33_333, 33_333, 33_334, 1]) {
      const next = partsOfNext(shares, { received, parts }, amount);
      next.forEach((part, index) => {
        parts[index] = (parts[index] ?? 0) + part;
      });
      received += amount;
    }
    expect(parts).toEqual(partsOfNext(shares, NONE, 100_001));
  });
});

describe('what was received of a fee of 1.000,00', () => {
  const received = (rent: number, isOpen: boolean, returned = 0) =>
    feeReceived(100_000, { price: 150_000, rent, isOpen, returned });
  test.each([
    ['the whole rent', 150_000, false, 0, 100_000],
    ['half of it, and the balance is open', 75_000, true, 0, 50_000],
    ['a third: half a centavo is rounded up once', 50_000, true, 0, 33_333],
    ['half of it, and the rest was waived: the owner was charged the whole', 75_000, false, 0, 100_000],
    ['the end gave half of the rent back', 150_000, false, 75_000, 50_000],
    ['the end gave all of it back', 150_000, false, 150_000, 0],
    ['more rent than the price, with another debt', 400_000, true, 0, 100_000],
    ['nothing yet', 0, true, 0, 0],
  ])('%s', (_, rent, isOpen, returned, amount) => {
    expect(received(rent, isOpen, returned)).toBe(amount);
  });
  test('a month without rent is received with its first payment', () =>
    expect(feeReceived(100_000, { price: 0, rent: 0, isOpen: true, returned: 0 })).toBe(100_000));
});

test('what is taken back comes from the newest payment first', () => {
  expect(takenBack([{ amount: 60 }, { amount: 40 }], 50)).toEqual([
    { receipt: { amount: 40 }, amount: 40 },
    { receipt: { amount: 60 }, amount: 10 },
  ]);
});

test('rent given back is of the newest months first', () => {
  const months = [
    { id: 2, rent: 100 },
    { id: 1, rent: 100 },
  ];
  expect([
    rentReturned(months, 130, 2),
    rentReturned(months, 130, 1),
    rentReturned(months, 80, 1),
    rentReturned(months, 80, 9),
  ]).toEqual([100, 30, 0, 0]);
});

test('the contract’s rule goes before the property’s, and that before the agency’s', () => {
  const [agency, property, contract] = [
    { id: 1, property_id: null, proposal_id: null },
    { id: 2, property_id: 7, proposal_id: null },
    { id: 3, property_id: null, proposal_id: 9 },
  ];
  expect([
    ruleInForce([agency, property, contract]),
    ruleInForce([agency, property]),
    ruleInForce([agency]),
    ruleInForce([]),
  ]).toEqual([contract, property, agency, undefined]);
});

test('a share without a person is the captador’s where the property has one, and otherwise the agency’s', () => {
  const shares = [
    { role: 'CAPTOR', admin_user_id: null, share: 3_000 },
    { role: 'BROKER', admin_user_id: null, share: 1_000 },
    { role: 'BROKER', admin_user_id: 5, share: 2_000 },
  ] as const;
  const five = { role: 'BROKER', admin_user_id: 5, share: 2_000 };
  expect(personShares(shares, null)).toEqual([five]);
  expect(personShares(shares, 4)).toEqual([{ role: 'CAPTOR', admin_user_id: 4, share: 3_000 }, five]);
});

test('a payment is what is due less what is owed back, rent that an end gave back among it', () => {
  const entries = [
    { state: 'EARNED', amount: 500 },
    { state: 'EARNED', amount: -120 },
    { state: 'OWED', amount: 300 },
    { state: 'PAID', amount: 900 },
  ];
  expect(payable(entries)).toEqual({ due: 500, debit: 420, amount: 80 });
});

test('what is gone never comes back, and what was paid is never lost', () => {
  expect(commissionLife.reachable('REVERSED')).toEqual([]);
  expect(commissionLife.next('PAID', 'reverse')).toBe('OWED');
  expect(commissionLife.next('OWED', 'pay')).toBe('COLLECTED');
});
