import { expect, test } from 'vitest';
import { fromStamp, parseInstant, showInstant, stamp } from './instant.ts';

test.each([
  ['2026-11-24T10:30', '2026-11-24T13:30:00Z'],
  ['2026-11-24T10:30:15', '2026-11-24T13:30:15Z'],
  ['2026-11-24T10:30:15.25', '2026-11-24T13:30:15.25Z'],
  ['2026-11-24T10:30Z', '2026-11-24T10:30:00Z'],
  ['2026-11-24T10:30-04:00', '2026-11-24T14:30:00Z'],
  // Summer time, two hours behind.
  ['2018-12-24T10:30', '2018-12-24T12:30:00Z'],
  ['2026-12-31T23:59:59', '2027-01-01T02:59:59Z'],
])('%s is %s', (text, expected) => {
  expect(parseInstant(text).toString()).toBe(expected);
});

test.each([
  '',
  'ontem',
  '24/11/2026 10:30',
  '2026-11-24',
  '2026-11-31T10:30',
  '2026-11-24T24:30',
  '2026-11-24 10:30',
  '2026-11-24T10:30[UTC]',
])('“%s” is refused', (text) => {
  expect(() => parseInstant(text)).toThrow(/não é um dia e uma hora/);
});

test('instants are shown in São Paulo, and stamps keep their milliseconds', () => {
  const instant = Temporal.Instant.from('2026-11-24T02:30:15.123987Z');
  expect(showInstant(instant)).toBe('23/11/2026 23:30:15');
  expect(stamp(instant)).toBe('20261124T023015123Z');
  expect(fromStamp(stamp(instant)).toString()).toBe('2026-11-24T02:30:15.123Z');
});
