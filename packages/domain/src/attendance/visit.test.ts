import { expect, test } from 'vitest';
import { shiftName, visitLife } from './visit.ts';

test('what can be done with a visit', () => {
  const possible = Object.fromEntries(visitLife.states.map((status) => [status, visitLife.actions(status)]));
  expect(possible).toEqual({
    PENDING: ['confirm', 'cancel', 'move'],
    CONFIRMED: ['cancel', 'move', 'checkIn'],
    USING: ['checkOut', 'undoCheckIn'],
    RETURNED: ['undoCheckOut'],
    CANCELED: [],
  });
});

test('a visit ends with its check-out', () => {
  expect(visitLife.next('PENDING', 'confirm')).toBe('CONFIRMED');
  expect(visitLife.next('CONFIRMED', 'checkIn')).toBe('USING');
  expect(visitLife.next('USING', 'checkOut')).toBe('RETURNED');
});

test('a mistaken check-in or check-out is undone', () => {
  expect(visitLife.next('USING', 'undoCheckIn')).toBe('CONFIRMED');
  expect(visitLife.next('RETURNED', 'undoCheckOut')).toBe('USING');
});

test.each([
  ['AM', 'Manhã'],
  ['PM', 'Tarde'],
  ['', 'Tarde'],
])('the shift %j is %s', (shift, name) => {
  expect(shiftName(shift)).toBe(name);
});
