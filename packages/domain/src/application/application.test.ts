import { expect, test } from 'vitest';
import { applicationLife, KEPT_DAYS, lastDayOf, partyFormLife } from './application.ts';

test('every state of both lives can be reached', () => {
  expect(['DRAFT', ...applicationLife.reachable('DRAFT')].toSorted()).toEqual(applicationLife.states.toSorted());
  expect(partyFormLife.reachable('WAITING').toSorted()).toEqual(partyFormLife.states.toSorted());
});

test('whatever ended is emptied of its people in the end, and nothing else is', () => {
  const emptied = applicationLife.states.filter((state) => applicationLife.can(state, 'erase'));
  expect(emptied).toEqual(['CONTRACTED', 'REFUSED', 'WITHDRAWN', 'EXPIRED']);
  expect(KEPT_DAYS).toEqual({ REFUSED: 180, WITHDRAWN: 90, EXPIRED: 90 });
});

test.each([
  ['SENT', '2026-04-09'],
  ['IN_ANALYSIS', '2026-06-08'],
  ['APPROVED', '2026-05-09'],
  ['REFUSED', undefined],
] as const)('%s lasts until %s', (state, day) => expect(lastDayOf(state, '2026-03-10')).toBe(day));
