import { describe, expect, test } from 'vitest';
import {
  baseName,
  type Catalogue,
  isBaseDue,
  keptFileName,
  keysName,
  nextSegment,
  oldestKept,
  outdatedNames,
  planRestore,
  readCatalogue,
  segmentName,
} from './catalogue.ts';

const DAY = '2026-11-24';
const time = (text: string, day = DAY) => Temporal.Instant.from(`${day}T${text}Z`);
const wal = (number: number, timeline = 1) =>
  timeline.toString(16).padStart(8, '0') + '0'.repeat(8) + number.toString(16).toUpperCase().padStart(8, '0');
const base = (minute: string, first: number, last: number, { system = '7', timeline = 1, day = DAY } = {}) =>
  baseName({
    system,
    started: time(`${minute}:00`, day),
    stopped: time(`${minute}:30`, day),
    first: wal(first, timeline),
    last: wal(last, timeline),
  });
const segment = (number: number, closed: string, { system = '7', timeline = 1, day = DAY } = {}) =>
  segmentName({ system, file: wal(number, timeline), closed: time(closed, day) });

test.each([
  ['000000010000000000000001', '000000010000000000000002'],
  ['0000000100000000000000FF', '000000010000000100000000'],
  ['00000002000000A9000000FE', '00000002000000A9000000FF'],
])('after %s comes %s', (file, next) => {
  expect(nextSegment(file)).toBe(next);
});

test('names of an archive are read, and others left', () => {
  const file = keptFileName({ system: '7', day: DAY, key: 'image/full/a.jpg' });
  const names = ['key.enc', base('05:00', 3, 3), segment(3, '05:01:00'), file, 'leia-me.txt', '7/wal/x_1.enc'];
  const { hasKey, bases, segments, files } = readCatalogue(names);
  expect(hasKey).toBe(true);
  expect(bases).toMatchObject([{ name: names[1], system: '7', first: wal(3), last: wal(3) }]);
  expect(segments).toMatchObject([{ name: names[2], file: wal(3), closed: time('05:01:00') }]);
  expect(files).toEqual([{ name: file, system: '7', day: DAY, key: 'image/full/a.jpg' }]);
});

describe('a restore', () => {
  const names = [
    base('05:00', 3, 4),
    segment(3, '05:00:20'),
    segment(4, '05:01:00'),
    segment(5, '06:00:00'),
    base('07:00', 6, 6),
    segment(6, '07:01:00'),
    segment(7, '08:00:00'),
    segment(8, '09:00:00'),
    // Of a restore at 07:30, on a new timeline.
    base('10:00', 8, 8, { timeline: 2 }),
    segment(8, '10:01:00', { timeline: 2 }),
    segment(9, '11:00:00', { timeline: 2 }),
    // Of another database.
    base('04:00', 1, 1, { system: '8' }),
  ];
  const plan = (at: string, given = names) => planRestore(readCatalogue(given), time(at), time('12:00:00'));
  const shown = (at: string, given = names) => {
    const { base: chosen, segments } = plan(at, given);
    return [chosen.first, ...segments.map(({ file }) => file)];
  };

  test.each([
    // 05:00:30 is the end of the base itself.
    ['05:00:30', [wal(3), wal(3), wal(4)]],
    ['05:30:00', [wal(3), wal(3), wal(4), wal(5)]],
    // Closed five seconds later: a commit of the instant may be in the segment after.
    ['05:59:55', [wal(3), wal(3), wal(4), wal(5), wal(6)]],
    ['07:30:00', [wal(6), wal(6), wal(7)]],
    ['09:00:00', [wal(6), wal(6), wal(7), wal(8)]],
    ['10:30:00', [wal(8, 2), wal(8, 2), wal(9, 2)]],
  ])('to %s takes the newest base before it and its segments', (at, expected) => {
    expect(shown(at)).toEqual(expected);
  });

  test.each([
    ['03:00:00', 'A cópia de base mais antiga é de 24/11/2026 01:00:30'],
    ['12:00:01', 'ainda não chegou'],
    ['11:00:01', 'o arquivo contínuo termina antes. A partir desta base, é possível até 24/11/2026 08:00:00'],
    ['09:30:00', 'é possível até 24/11/2026 06:00:00'],
  ])('to %s is refused: %s', (at, words) => {
    expect(() => plan(at)).toThrow(words);
  });

  test('over a missing segment is refused by its name, and up to it goes', () => {
    const given = names.filter((name) => name !== segment(7, '08:00:00'));
    expect(() => plan('07:30:00', given)).toThrow(`falta o segmento ${wal(7)}`);
    expect(shown('07:00:45', given)).toEqual([wal(6), wal(6)]);
    const bare = given.filter((name) => name !== segment(6, '07:01:00'));
    expect(() => plan('07:00:45', bare)).toThrow('não serve sem ele');
  });

  test('from an empty archive is refused', () => {
    expect(() => plan('07:00:00', [])).toThrow('Não há cópia de base');
  });
});

describe('retention', () => {
  const old = base('05:00', 3, 3, { day: '2026-11-20' });
  const kept = base('05:00', 5, 5, { day: '2026-11-22' });
  const newest = base('05:00', 7, 7);
  const file = (day: string, key: string) => keptFileName({ system: '7', day, key });
  const names = [
    old,
    kept,
    newest,
    segment(3, '05:01:00', { day: '2026-11-20' }),
    segment(4, '04:59:59', { day: '2026-11-22' }),
    segment(5, '05:00:10', { day: '2026-11-22' }),
    segmentName({ system: '7', file: '00000002.history', closed: time('01:00:00', '2026-11-20') }),
    file('2026-11-01', 'named'),
    file('2026-11-01', 'removed'),
    // Within a day of the oldest base that stays.
    file('2026-11-21', 'just-before'),
    file('2026-11-23', 'since'),
  ];
  const catalogue = readCatalogue(names);
  const named = new Map([['7', new Set(['named'])]]);

  test('removes bases beyond the newest, and what no restore needs any more', () => {
    expect(oldestKept(catalogue, 2).map(({ name }) => name)).toEqual([kept]);
    expect(outdatedNames(catalogue, 2, named).sort()).toEqual(
      [
        old,
        keysName(old),
        segment(3, '05:01:00', { day: '2026-11-20' }),
        segment(4, '04:59:59', { day: '2026-11-22' }),
        file('2026-11-01', 'removed'),
      ].sort(),
    );
  });

  test('removes nothing before there are more bases, nor without one', () => {
    expect(outdatedNames(catalogue, 3, named)).toEqual([file('2026-11-01', 'removed')]);
    expect(outdatedNames({ ...catalogue, bases: [] }, 2, named)).toEqual([]);
  });

  test('removes a database whose bases are all beyond the newest', () => {
    const others: Catalogue = readCatalogue([
      ...names,
      base('06:00', 9, 9, { system: '8' }),
      base('07:00', 9, 9, { system: '8' }),
    ]);
    const gone = outdatedNames(others, 2, new Map([['8', new Set<string>()]]));
    expect(gone).toEqual(expect.arrayContaining(names));
    expect(gone.filter((name) => name.startsWith('8/'))).toEqual([]);
  });
});

describe('a base is due', () => {
  const here = { system: '7', timeline: '00000001' };
  // The night is 02:00 of São Paulo, 05:00 in UTC.
  test.each([
    ['without one', [], '12:00:00', true],
    ['when the newest is of before the night', [base('04:59', 3, 3)], '05:00:00', true],
    ['not before the night comes', [base('04:00', 3, 3)], '04:59:59', false],
    ['not after one of this night', [base('05:00', 3, 3)], '23:00:00', false],
    ['when it is of another database', [base('05:00', 3, 3, { system: '8' })], '06:00:00', true],
    ['when it is of the timeline before a restore', [base('05:00', 3, 3, { timeline: 2 })], '06:00:00', true],
    [
      'when a segment is missing since',
      [base('05:00', 3, 3), segment(3, '05:01:00'), segment(5, '05:03:00')],
      '06:00:00',
      true,
    ],
    [
      'not when all are there',
      [base('05:00', 3, 3), segment(3, '05:01:00'), segment(4, '05:03:00')],
      '06:00:00',
      false,
    ],
  ] as const)('%s', (_, names, now, due) => {
    expect(isBaseDue(readCatalogue(names), here, time(now))).toBe(due);
  });
});
