import { expect, test } from 'vitest';
import { approvalRefusal } from './approval.ts';

test.each([
  ['another person', ['AMOUNT'], 7, 2, [3], undefined],
  ['the one who made it', ['AMOUNT'], 7, 7, [], 'MAKER'],
  ['the one who changed the account', ['ACCOUNT'], 7, 2, [3, 2], 'CHANGER'],
  ['a change that is no reason', ['AMOUNT'], 7, 2, [2], undefined],
  ['made by the system', ['ACCOUNT'], null, 2, [3], undefined],
] as const)('approval by %s', (_, reasons, made_by, person, changed_by, refusal) => {
  expect(approvalRefusal({ reasons, made_by, changed_by, access: [] }, person)).toBe(refusal);
});

test('approval by one whose access the maker had in hand, or by one who had the maker’s', () => {
  const asked = { reasons: ['AMOUNT'], made_by: 7, changed_by: [] } as const;
  expect(approvalRefusal({ ...asked, access: [{ by: 7, of: 2 }] }, 2)).toBe('TIED');
  expect(approvalRefusal({ ...asked, access: [{ by: 2, of: 7 }] }, 2)).toBe('TIED');
  expect(approvalRefusal({ ...asked, access: [{ by: 3, of: 7 }] }, 2)).toBeUndefined();
});
