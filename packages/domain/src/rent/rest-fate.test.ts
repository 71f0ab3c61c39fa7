import { expect, test } from 'vitest';
import { fatesFor, type RestChoice, restRefusal } from './rest-fate.ts';

const TODAY = '2026-11-24';

// biome-ignore format: a table of cases reads best aligned
test.each([
  [{ rest: 100,  continues: true,  mayWaive: true  }, ['OPEN_BALANCE', 'NEXT_INVOICE', 'WAIVED']],
  [{ rest: 100,  continues: true,  mayWaive: false }, ['OPEN_BALANCE', 'NEXT_INVOICE']],
  [{ rest: 100,  continues: false, mayWaive: false }, ['OPEN_BALANCE']],
  [{ rest: -100, continues: true,  mayWaive: false }, ['CREDIT', 'RETURN']],
  [{ rest: -100, continues: false, mayWaive: true  }, ['RETURN']],
  [{ rest: 0,    continues: true,  mayWaive: true  }, []],
])('%j offers %j', (of, expected) => {
  expect(fatesFor(of)).toEqual(expected);
});

// biome-ignore format: a table of cases reads best aligned
test.each<[RestChoice, rest: number, continues: boolean, mayWaive: boolean, expected: string | undefined]>([
  [{ fate: 'OPEN_BALANCE' },                             100,  false, false, undefined],
  [{ fate: 'OPEN_BALANCE', due_date: '2026-11-24' },     100,  false, false, undefined],
  [{ fate: 'OPEN_BALANCE', due_date: '2026-11-23' },     100,  false, false, 'BALANCE_DAY'],
  [{ fate: 'OPEN_BALANCE' },                             -100, true,  true,  'REST_UNFIT'],
  [{ fate: 'CREDIT' },                                   100,  true,  true,  'REST_UNFIT'],
  [{ fate: 'NEXT_INVOICE' },                             100,  true,  false, undefined],
  [{ fate: 'NEXT_INVOICE' },                             100,  false, true,  'NO_NEXT_INVOICE'],
  [{ fate: 'CREDIT' },                                   -100, false, true,  'NO_NEXT_INVOICE'],
  [{ fate: 'RETURN' },                                   -100, false, false, undefined],
  [{ fate: 'WAIVED' },                                   100,  true,  true,  'REST_UNEXPLAINED'],
  [{ fate: 'WAIVED', reason: 'Acordo' },                 100,  true,  true,  undefined],
  [{ fate: 'WAIVED', reason: 'Acordo' },                 100,  true,  false, 'REST_NOT_WAIVED'],
])('%j of %i, another invoice %s, may waive %s: %s', (choice, rest, continues, mayWaive, expected) => {
  expect(restRefusal(choice, { rest, continues, mayWaive }, TODAY)).toBe(expected);
});
