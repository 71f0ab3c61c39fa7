import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '../base/calendar.ts';
import { envelopeLife, isDeadline, isLast, isPast, isReminded, nextToAsk, type SignerState } from './envelope.ts';

test('nothing leads out of what is signed, and only a draft is removed', () => {
  expect(envelopeLife.reachable('SIGNED')).toEqual(['SIGNED']);
  expect(envelopeLife.states.filter((state) => envelopeLife.can(state, 'remove'))).toEqual(['DRAFT']);
});

// biome-ignore format: a table of cases reads best aligned
test.each<[string, boolean, [turn: number, state: SignerState][], number[]]>([
  ['all at once',                       false, [[1, 'WAITING'], [2, 'WAITING'], [3, 'WAITING']], [0, 1, 2]],
  ['the first turn',                    true,  [[1, 'WAITING'], [1, 'WAITING'], [2, 'WAITING']], [0, 1]],
  ['nobody while one of the turn lacks', true, [[1, 'SIGNED'],  [1, 'ASKED'],   [2, 'WAITING']], []],
  ['the next turn',                     true,  [[1, 'SIGNED'],  [3, 'WAITING'], [2, 'WAITING']], [2]],
  ['nobody is left',                    true,  [[1, 'SIGNED'],  [2, 'SIGNED']],                  []],
])('asks %s', (_, inOrder, people, asked) => {
  const signers = people.map(([turn, state], id) => ({ id, turn, state }));
  expect(nextToAsk(signers, inOrder)).toEqual(asked);
});

test('the last one is the one after whom nobody is missing', () => {
  const signers = [
    { id: 1, state: 'SIGNED' as const },
    { id: 2, state: 'ASKED' as const },
    { id: 3, state: 'WAITING' as const },
  ];
  expect(isLast(signers, 2)).toBe(false);
  expect(isLast(signers.slice(0, 2), 2)).toBe(true);
});

describe('days', () => {
  test('a deadline is whole, from today and within ninety days', () => {
    expect([isPast('2026-03-10', '2026-03-10'), isPast('2026-03-10', '2026-03-11')]).toEqual([false, true]);
    const days = ['2026-03-09', '2026-03-10', '2026-06-08', '2026-06-09'] as const;
    expect(days.map((day) => isDeadline(day, '2026-03-10'))).toEqual([false, true, true, false]);
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, CalendarDate, number, CalendarDate, boolean]>([
    ['not on the day it was told',     '2026-03-10', 3, '2026-03-10', false],
    ['not before its days',            '2026-03-10', 3, '2026-03-12', false],
    ['after its days',                 '2026-03-10', 3, '2026-03-13', true],
    ['after a day without the server', '2026-03-10', 3, '2026-03-14', true],
    ['on the day before the last',     '2026-03-23', 3, '2026-03-24', true],
    ['not after the last',             '2026-03-10', 3, '2026-03-26', false],
    ['never, where it is switched off', '2026-03-10', 0, '2026-03-24', false],
  ])('a reminder comes %s', (_, told, every, today, reminded) => {
    expect(isReminded({ told, deadline: '2026-03-25', every }, today)).toBe(reminded);
  });
});
