import { describe, expect, test } from 'vitest';
import {
  isBalanced,
  LEDGER_ACCOUNTS,
  manualTransferPostings,
  mirror,
  movimentationPostings,
  type Posting,
  payoutPostings,
  refundPostings,
  settlementPostings,
} from './ledger.ts';

const settled = settlementPostings({
  paid: 310_086,
  owners: [{ client_id: 12, amount: 225_456 }],
  fees_held: 61_130,
  admin_fee: 23_500,
  late: 0,
  extra_values: 0,
});

describe('every event is a balanced double entry', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, Posting[], Posting[]]>([
    ['an invoice received', settled, [
      { account: 'CASH',       amount:  310_086 },
      { account: 'OWNERS',     amount: -225_456, client_id: 12 },
      { account: 'FEES_HELD',  amount:  -61_130 },
      { account: 'ADMIN_FEES', amount:  -23_500 },
    ]],
    ['a transfer concluded', payoutPostings({ client_id: 12, amount: 225_456 }), [
      { account: 'OWNERS', amount:  225_456, client_id: 12 },
      { account: 'CASH',   amount: -225_456 },
    ]],
    ['a transfer added by hand', manualTransferPostings({ client_id: 12, amount: 180_000 }), [
      { account: 'OWNER_ADVANCES', amount:  180_000, client_id: 12 },
      { account: 'OWNERS',         amount: -180_000, client_id: 12 },
    ]],
    ['a debit of an owner', manualTransferPostings({ client_id: 12, amount: -91_452 }), [
      { account: 'OWNER_ADVANCES', amount: -91_452, client_id: 12 },
      { account: 'OWNERS',         amount:  91_452, client_id: 12 },
    ]],
    ['what a termination gives back', refundPostings({ tenant: 5, owners: [{ client_id: 12, amount: 91_452 }], agency: 10_161, deposit: 450_000 }), [
      { account: 'OWNER_ADVANCES', amount:   91_452, client_id: 12 },
      { account: 'EXTRA_VALUES',   amount:   10_161 },
      { account: 'DEPOSITS',       amount:  450_000, client_id: 5 },
      { account: 'TENANTS',        amount: -551_613, client_id: 5 },
    ]],
    ['the tenant has it back', payoutPostings({ client_id: 5, amount: 551_613 }, 'TENANTS'), [
      { account: 'TENANTS', amount:  551_613, client_id: 5 },
      { account: 'CASH',    amount: -551_613 },
    ]],
    ['a sale', movimentationPostings({ type: 'INPUT', subtype: 'SALE', price: 900_000 }), [
      { account: 'CASH',  amount:  900_000 },
      { account: 'SALES', amount: -900_000 },
    ]],
    ['another input', movimentationPostings({ type: 'INPUT', subtype: 'OTHER', price: 5_000 }), [
      { account: 'CASH',         amount:  5_000 },
      { account: 'OTHER_INCOME', amount: -5_000 },
    ]],
    ['an expense', movimentationPostings({ type: 'OUTPUT', subtype: 'OTHER', price: 32_000 }), [
      { account: 'EXPENSES', amount:  32_000 },
      { account: 'CASH',     amount: -32_000 },
    ]],
    ['an expense of a sale', movimentationPostings({ type: 'OUTPUT', subtype: 'SALE', price: 100 }), [
      { account: 'EXPENSES', amount:  100 },
      { account: 'CASH',     amount: -100 },
    ]],
  ])('%s', (_, postings, expected) => {
    expect(postings).toEqual(expected);
    expect(isBalanced(postings)).toBe(true);
  });
});

test('a single-sided entry is not balanced', () => {
  expect(isBalanced(settled.slice(1))).toBe(false);
});

test('a reversal posts the mirror entry, and both sum to zero', () => {
  const undone = mirror(settled);
  expect(undone[1]).toEqual({ account: 'OWNERS', amount: 225_456, client_id: 12 });
  expect(isBalanced(undone)).toBe(true);
  expect(mirror(undone)).toEqual(settled);
});

test('each account has a name in Portuguese', () => {
  expect(LEDGER_ACCOUNTS.CASH).toEqual({ name: 'Caixa', kind: 'ASSET' });
  expect(LEDGER_ACCOUNTS.OWNERS.kind).toBe('LIABILITY');
});
