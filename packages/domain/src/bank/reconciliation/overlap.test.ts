import { expect, test } from 'vitest';
import type { CalendarDate } from '../../base/calendar.ts';
import { cents } from '../../base/money.ts';
import { claimed, readingPeriod, unlisted } from './overlap.ts';

const on = (day: number) => `2026-03-${String(day).padStart(2, '0')}` as CalendarDate;
const line = (key: string, day: number, amount: number, memo = '') => ({
  ...{ key, day: on(day), amount: cents(amount), memo },
});
const stored = (day: number, amount: number, ...keys: string[]) => ({ keys, day: on(day), amount: cents(amount) });
const MARCH = { start: on(1), end: on(31) };
const keys = (movements: readonly { key: string }[]) => movements.map(({ key }) => key);

test.each([
  ['nothing is stored', [line('a', 5, 100), line('b', 5, 100)], [], ['a', 'b']],
  ['the same reading again', [line('a', 5, 100)], [stored(5, 100, 'a')], []],
  ['a second one of equal amount', [line('a', 5, 100), line('b', 5, 100)], [stored(5, 100, 'a')], ['b']],
  ['a file had one of two', [line('a', 5, 100), line('b', 5, 100)], [stored(5, 100, 'FITID')], ['a']],
  ['a file had both', [line('a', 5, 100), line('b', 5, 100)], [stored(5, 100, 'F1'), stored(5, 100, 'F2')], []],
  ['another identifier on the day after', [line('a2', 5, 100)], [stored(5, 100, 'a')], []],
  ['another day or amount', [line('a', 6, 100), line('b', 5, 101)], [stored(5, 100, 'x')], ['a', 'b']],
  ['one that came late', [line('a', 5, 100), line('late', 4, -30)], [stored(5, 100, 'a')], ['late']],
  ['a file claimed it', [line('a', 5, 100)], [stored(5, 100, 'a', 'FITID')], []],
  // Days outside the period aren't listed completely: only the key counts.
  ['dated before the period', [line('a', 1, 100)], [stored(1, 100, 'b')], ['a']],
])('by a call: %s', (_, listed, known, expected) => {
  expect(keys(unlisted(listed, known, { ...MARCH, start: on(2) }))).toEqual(expected);
});

const kept = (id: number, day: number, amount: number, isCalled: boolean, ...keys: string[]) => ({
  ...{ id, day: on(day), amount: cents(amount), isCalled, keys, memo: '' },
});

test.each([
  ['no call was made', [line('F1', 5, 100)], [], ['F1'], []],
  ['a call had it', [line('F1', 5, 100)], [kept(7, 5, 100, true, 'a')], [], [{ id: 7, key: 'F1' }]],
  [
    'a call had one of two',
    [line('F1', 5, 100), line('F2', 5, 100)],
    [kept(7, 5, 100, true, 'a')],
    ['F2'],
    [{ id: 7, key: 'F1' }],
  ],
  ['the same file again', [line('F1', 5, 100)], [kept(7, 5, 100, false, 'a', 'F1')], [], []],
  ['the same movement under another FITID', [line('F3', 5, 100)], [kept(7, 5, 100, false, 'a', 'F1')], [], []],
  ['another text, under another FITID', [line('F3', 5, 100, 'Pix')], [kept(7, 5, 100, false, 'F1')], ['F3'], []],
  ['another text, under the same FITID', [line('F1', 5, 100, 'Pix')], [kept(7, 5, 100, false, 'F1')], [], []],
  [
    'one more of them, under other FITIDs',
    [line('F3', 5, 100), line('F4', 5, 100)],
    [kept(7, 5, 100, false, 'F1')],
    ['F4'],
    [],
  ],
  [
    'a file had one, a call the other',
    [line('F1', 5, 100), line('F2', 5, 100)],
    [kept(7, 5, 100, false, 'F1'), kept(8, 5, 100, true, 'b')],
    [],
    [{ id: 8, key: 'F2' }],
  ],
  ['another day', [line('F1', 6, 100)], [kept(7, 5, 100, true, 'a')], ['F1'], []],
])('by a file: %s', (_, listed, stored, fresh, claims) => {
  const found = claimed(listed, stored);
  expect([keys(found.fresh), found.claims]).toEqual([fresh, claims]);
});

test('FITIDs that begin anew in each file double nothing and lose nothing', () => {
  const of = (fitid: string, day: number, amount: number, memo: string) =>
    line(`${fitid}|${on(day)}|${amount}`, day, amount, memo);
  const stored = [of('1', 2, 100, 'PIX A'), of('2', 3, 200, 'PIX B'), of('3', 5, 300, 'PIX C')].map((one, id) => ({
    ...{ ...one, id, isCalled: false, keys: [one.key] },
  }));
  const next = [of('1', 3, 200, 'PIX  B'), of('2', 5, 300, 'Pix C'), of('3', 8, 400, 'PIX D')];
  expect(keys(claimed(next, stored).fresh)).toEqual(['3|2026-03-08|400']);
  // FITID 2 is now another movement of that day and amount: it is kept beside the first, under a key of its own.
  const other = [of('2', 3, 200, 'PIX X'), of('5', 3, 200, 'PIX B')];
  expect(keys(claimed(other, stored).fresh)).toEqual(['2|2026-03-03|200|2']);
});

test('ten thousand equal movements take no time', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => line(`F${at}`, 5, 100));
  const start = process.cpuUsage();
  expect(
    claimed(
      many,
      many.map((one, id) => ({ ...one, id, isCalled: false, keys: [`G${id}`] })),
    ).fresh,
  ).toEqual([]);
  expect(process.cpuUsage(start).user).toBeLessThan(2_000_000);
});

test.each([
  ['the first time', null, '2026-02-13'],
  ['on the day after', '2026-03-14', '2026-03-09'],
  ['again on the same day', '2026-03-15', '2026-03-10'],
  ['after a week away', '2026-03-07', '2026-03-02'],
  ['after half a year', '2025-09-15', '2026-01-14'],
])('days of a reading: %s', (_, until, start) => {
  expect(readingPeriod('2026-03-15' as CalendarDate, until as CalendarDate | null)).toEqual({
    start,
    end: '2026-03-15',
  });
});
