import { expect, test } from 'vitest';
import { confirmationRefusal, movesMoney, shiftsPower } from './second-person.ts';

test.each([
  [['PROPOSAL_VIEW'], ['PROPOSAL_EDIT'], false],
  [['PROPOSAL_VIEW'], ['PAYOUT_EDIT'], true],
  [['PAYOUT_EDIT'], ['PAYOUT_EDIT', 'PAYOUT_APPROVE'], true],
  [['PAYOUT_EDIT', 'PAYOUT_APPROVE'], ['PAYOUT_EDIT'], false],
  [['PAYOUT_EDIT', 'PAYOUT_APPROVE'], ['*'], true],
  [['*'], ['PAYOUT_EDIT', 'PAYOUT_APPROVE'], true],
  [['*'], ['PROPOSAL_VIEW'], true],
  [['*'], ['*'], false],
])('%j → %j needs a second person: %s', (before, after, needs) => {
  expect(shiftsPower(before, after)).toBe(needs);
});

test.each([
  [['*'], true],
  [['PAYOUT_APPROVE'], true],
  [['FINANCIAL_TRANSFER_EDIT'], false],
])('%j moves money: %s', (permissions, moves) => {
  expect(movesMoney(permissions)).toBe(moves);
});

test.each([
  ['who asked', 1, 'ASKER'],
  ['whom it is about', 2, 'SUBJECT'],
  ['whose access the asker changed', 3, 'TIED'],
  ['who changed the access of a third', 4, undefined],
] as const)('%s: %s', (_, person, expected) => {
  const access = [
    { by: 1, of: 3 },
    { by: 4, of: 5 },
  ];
  expect(confirmationRefusal({ asked_by: 1, about: 2, access }, person)).toBe(expected);
});
