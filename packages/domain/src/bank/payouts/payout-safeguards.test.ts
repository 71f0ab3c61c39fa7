import { describe, expect, test } from 'vitest';
import { areTied } from '../../access/second-person.ts';
import {
  fitsTheDay,
  isUnguarded,
  type PayoutSafeguards,
  payoutHurdles,
  proposedSafeguards,
  returnNeedsSecond,
  safeguardsInForce,
  withinTheDay,
} from './payout-safeguards.ts';

const NONE: PayoutSafeguards = {
  approve_over: null,
  daily_limit: null,
  new_account: 'FREE',
  wait_hours: 24,
  people_days: 7,
};
const NOW = 1_773_154_800_000;
const HOUR = 3_600_000;
const KNOWN = { known: true, changed_at: null };
const UNPAID = { known: false, changed_at: null };
const changed = (hours: number) => ({ known: true, changed_at: NOW - hours * HOUR });

// biome-ignore format: a table of cases reads best aligned
test.each<[string, Partial<PayoutSafeguards>, readonly ('AMOUNT' | 'ACCOUNT')[], boolean, boolean]>([
  ['none without rules, said by an approver',  {},                        [],          true,  false],
  ['one for what a maker says',                {},                        [],          false, true],
  ['one above the amount',                     { approve_over: 499_999 }, [],          true,  true],
  ['none at the amount',                       { approve_over: 500_000 }, [],          true,  false],
  ['one where the payment needed one',         {},                        ['ACCOUNT'], true,  true],
])('the return of a Pix needs a second person: %s', (_, rules, reasons, approves, expected) => {
  expect(returnNeedsSecond({ ...NONE, ...rules }, { amount: 500_000, reasons }, approves)).toBe(expected);
});

describe('what a payment waits for', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each([
    ['nothing without rules',                  {},                                        500_000, [UNPAID],               [],                    null],
    ['the limit itself passes',                { approve_over: 500_000 },                 500_000, [KNOWN],                [],                    null],
    ['a centavo over the limit',               { approve_over: 500_000 },                 500_001, [KNOWN],                ['AMOUNT'],            null],
    ['an account never paid',                  { new_account: 'APPROVE' },                1,       [KNOWN, UNPAID],        ['ACCOUNT'],           null],
    ['an account paid before and changed',     { new_account: 'APPROVE' },                1,       [changed(100)],         ['ACCOUNT'],           null],
    ['an account paid before',                 { new_account: 'APPROVE' },                1,       [KNOWN],                [],                    null],
    ['both reasons',                           { approve_over: 0, new_account: 'APPROVE' }, 1,     [UNPAID],               ['AMOUNT', 'ACCOUNT'], null],
    ['hours from now, never paid',             { new_account: 'WAIT' },                   1,       [UNPAID],               [],                    24],
    ['hours from the change',                  { new_account: 'WAIT' },                   1,       [changed(20)],          [],                    4],
    ['no longer than the hours',               { new_account: 'WAIT' },                   1,       [changed(24)],          [],                    null],
    ['the last of several accounts',           { new_account: 'WAIT' },                   1,       [changed(20), changed(2)], [],                 22],
    ['never paid counts from now even changed', { new_account: 'WAIT' },                  1,       [{ ...changed(20), known: false }], [],        24],
    ['a second person and hours together',     { approve_over: 0, new_account: 'WAIT' },  1,       [UNPAID],               ['AMOUNT'],            24],
  ] as const)('%s', (_, rules, amount, accounts, reasons, hours) => {
    expect(payoutHurdles({ ...NONE, ...rules }, { amount, accounts, now: NOW })).toEqual({
      reasons,
      not_before: hours === null ? null : NOW + hours * HOUR,
    });
  });
});

test.each([
  [null, 9_000_000, 9_000_000, true],
  [1_000_000, 0, 1_000_000, true],
  [1_000_000, 0, 1_000_001, false],
  [1_000_000, 700_000, 300_000, true],
  [1_000_000, 700_000, 300_001, false],
  [0, 0, 1, false],
])('a daily limit of %s with %i paid takes %i: %s', (daily_limit, paid, amount, fits) => {
  expect(fitsTheDay({ ...NONE, daily_limit }, paid, amount)).toBe(fits);
});

// biome-ignore format: a table of cases reads best aligned
test.each([
  [null,  900, [500, 600],      [0, 1],    []],
  [1_000, 0,   [500, 600, 500], [0, 2],    [1]],
  [1_000, 500, [500, 1],        [0],       [1]],
  [1_000, 0,   [1_001, 1],      [1],       [0]],
  [0,     0,   [1],             [],        [0]],
] as const)('of a limit of %s, %i of it gone, the payments %j leave in part', (daily_limit, gone, amounts, fit, left) => {
  const payments = amounts.map((amount, id) => ({ id, amount }));
  expect(withinTheDay({ ...NONE, daily_limit }, gone, payments)).toEqual({ fit, left });
});

// biome-ignore format: a table of cases reads best aligned
test.each([
  ['strangers',                        [],                                       false],
  ['the first made the second',        [{ by: 1, of: 2 }],                       true],
  ['the second made the first',        [{ by: 2, of: 1 }],                       true],
  ['a third made both',                [{ by: 3, of: 1 }, { by: 3, of: 2 }],     true],
  ['a third made one of them',         [{ by: 3, of: 1 }, { by: 4, of: 2 }],     false],
  ['each made another',                [{ by: 1, of: 3 }, { by: 2, of: 4 }],     false],
] as const)('%s may be one person: %s', (_, changes, tied) => {
  expect(areTied(changes, 1, 2)).toBe(tied);
});

test.each([
  [
    { transfer: 123_456, day: 1_000_000, approvers: 2 },
    { approve_over: 130_000, daily_limit: 1_000_000, new_account: 'APPROVE' },
  ],
  [
    { transfer: 123_456, day: 1_000_001, approvers: 1 },
    { approve_over: null, daily_limit: 1_010_000, new_account: 'WAIT' },
  ],
  [
    { transfer: null, day: null, approvers: 3 },
    { approve_over: null, daily_limit: null, new_account: 'APPROVE' },
  ],
] as const)('proposed to %j', (usual, expected) => {
  expect(proposedSafeguards(usual)).toMatchObject(expected);
  expect(isUnguarded(proposedSafeguards(usual))).toBe(false);
  expect(isUnguarded(NONE)).toBe(true);
});

// biome-ignore format: a table of cases reads best aligned
test.each([
  ['nothing changed',                       {},                    [],                                                                  {}],
  ['a rule switched off a day ago',         {},                    [{ days_ago: 1, before: { approve_over: 500 } }],                    { approve_over: 500 }],
  ['a rule switched off before the pause',  {},                    [{ days_ago: 7, before: { approve_over: 500 } }],                    {}],
  ['a rule switched on',                    { approve_over: 500 }, [{ days_ago: 0, before: { approve_over: null } }],                   { approve_over: 500 }],
  ['a limit raised twice',                  { daily_limit: 900 },  [{ days_ago: 0, before: { daily_limit: 700 } }, { days_ago: 3, before: { daily_limit: 300 } }], { daily_limit: 300 }],
  ['a limit lowered',                       { daily_limit: 300 },  [{ days_ago: 0, before: { daily_limit: 700 } }],                     { daily_limit: 300 }],
  ['approval eased to hours',               { new_account: 'WAIT' }, [{ days_ago: 2, before: { new_account: 'APPROVE' } }],             { new_account: 'APPROVE' }],
  ['hours of no rule made fewer',           { new_account: 'WAIT', wait_hours: 2 }, [{ days_ago: 0, before: { new_account: 'FREE', wait_hours: 24 } }], {}],
  ['hours of a rule made fewer',            { new_account: 'WAIT', wait_hours: 2 }, [{ days_ago: 0, before: { wait_hours: 24 } }], { wait_hours: 24 }],
  ['a rule that two people switched off',   {},                    [{ days_ago: 1, before: { approve_over: 500 }, agreed: true }, { days_ago: 2, before: { approve_over: null } }], {}],
  ['a rule eased after two people agreed',  { daily_limit: 900 },  [{ days_ago: 0, before: { daily_limit: 700 } }, { days_ago: 1, before: { daily_limit: 300 }, agreed: true }], { daily_limit: 700 }],
  ['the pause itself taken away',           { people_days: 0 },    [{ days_ago: 5, before: { people_days: 7 } }, { days_ago: 5, before: { approve_over: 0 } }], { people_days: 7, approve_over: 0 }],
  ['the pause taken away long ago',         { people_days: 0 },    [{ days_ago: 8, before: { people_days: 7 } }, { days_ago: 1, before: { approve_over: 0 } }], { people_days: 0 }],
] as const)('in force with %s', (_, set, changes, held) => {
  expect(safeguardsInForce({ ...NONE, ...set }, changes)).toEqual({ ...NONE, ...set, ...held });
});
