import { expect, expectTypeOf, test } from 'vitest';
import type { CalendarDate, Reference } from './calendar.ts';
import { type BasisPoints, type Cents, formatMoney, portion, sum } from './money.ts';

// The compiler makes these checks (`npm run check`), except the last one.
test('a number of one unit is not assignable to another', () => {
  expectTypeOf<Cents>().not.toExtend<BasisPoints>();
  expectTypeOf<BasisPoints>().not.toExtend<Cents>();
  expectTypeOf<CalendarDate>().not.toExtend<Reference>();
  expectTypeOf<Reference>().not.toExtend<CalendarDate>();
  expectTypeOf<string>().not.toExtend<CalendarDate>();
  expectTypeOf<string>().not.toExtend<Reference>();

  const rent: Cents = 150_000;
  const fee: BasisPoints = 1_000;
  // @ts-expect-error a rate is not an amount
  formatMoney(fee);
  // @ts-expect-error the rate comes second
  portion(fee, rent);
  // @ts-expect-error amounts and rates have no sum
  sum([rent, fee]);
  expect(portion(rent, fee)).toBe(15_000);
});
