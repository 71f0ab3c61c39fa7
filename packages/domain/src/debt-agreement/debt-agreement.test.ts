import { expect, test } from 'vitest';
import type { CalendarDate } from '../base/calendar.ts';
import { breaksOn, type DebtAgreementTerms, debtAgreementLife, termsRefusal, validUntil } from './debt-agreement.ts';

const TERMS: DebtAgreementTerms = {
  instalments: 4,
  first_due: '2026-11-25',
  first_amount: null,
  charges_off: 0,
  rent_off: 0,
  monthly_interest: 0,
};
const LIMITS = { instalments: 12, charges_off: 5_000, rent_off: 0 };

// biome-ignore format: a table of cases reads best aligned
test.each<[Partial<DebtAgreementTerms>, agreed: number, expected: string | undefined]>([
  [{},                                        268_320, undefined],
  [{ instalments: 12 },                       268_320, undefined],
  [{ instalments: 13 },                       268_320, 'TOO_MANY_INSTALMENTS'],
  [{ charges_off: 5_000 },                    268_320, undefined],
  [{ charges_off: 5_001 },                    268_320, 'CHARGES_OFF_ABOVE'],
  [{ rent_off: 1 },                           268_320, 'RENT_OFF_ABOVE'],
  [{ first_due: '2026-11-24' },               268_320, undefined],
  [{ first_due: '2026-11-23' },               268_320, 'FIRST_DUE_OUT_OF_RANGE'],
  [{ first_due: '2027-01-08' },               268_320, undefined],
  [{ first_due: '2027-01-09' },               268_320, 'FIRST_DUE_OUT_OF_RANGE'],
  [{},                                            400, undefined],
  [{},                                            399, 'INSTALMENT_TOO_SMALL'],
  [{ first_amount: 100 },                         400, undefined],
  [{ first_amount: 99 },                          400, 'FIRST_AMOUNT_OUT_OF_RANGE'],
  [{ first_amount: 101 },                         400, 'FIRST_AMOUNT_OUT_OF_RANGE'],
  [{ first_amount: 400, instalments: 1 },         400, undefined],
  [{ first_amount: 399, instalments: 1 },         400, 'FIRST_AMOUNT_OUT_OF_RANGE'],
])('%j on %i: %s', (terms, agreed, expected) => {
  expect(termsRefusal({ ...TERMS, ...terms }, LIMITS, { agreed, today: '2026-11-24' })).toBe(expected);
});

test('an offer stands for its days, and not past the first instalment', () => {
  expect(validUntil('2026-11-24', 5, '2026-12-10')).toBe('2026-11-29');
  expect(validUntil('2026-11-24', 5, '2026-11-26')).toBe('2026-11-26');
});

// biome-ignore format: a table of cases reads best aligned
test.each<[open: [number, CalendarDate][], expected: CalendarDate | undefined]>([
  [[],                                     undefined],
  [[[1, '2026-11-25']],                    '2026-12-01'],
  [[[2, '2026-12-25']],                    '2027-01-10'],
  [[[1, '2026-12-20'], [2, '2026-12-05']], '2026-12-21'],
])('open %j: broken from %s', (open, expected) => {
  const instalments = open.map(([instalment, due_date]) => ({ instalment, due_date }));
  expect(breaksOn(instalments, { first_days: 5, break_days: 15 })).toBe(expected);
});

test('an expired offer leads nowhere, and an agreement kept can still break when a payment is taken back', () => {
  expect(debtAgreementLife.actions('EXPIRED')).toEqual([]);
  expect(debtAgreementLife.reachable('KEPT').toSorted()).toEqual(['ACCEPTED', 'BROKEN', 'CANCELLED', 'KEPT']);
});
