import { expect, test } from 'vitest';
import type { CalendarDate } from '../base/calendar.ts';
import { isMistaken, overlap, partyStage, standsOn } from './parties.ts';

type Days = [CalendarDate | null, CalendarDate | null];
const days = ([valid_from, valid_to]: Days) => ({ valid_from, valid_to });

// biome-ignore format: one case per line
test.each<[string, Days, CalendarDate, boolean]>([
  ['since the beginning, with no end',  [null, null],                   '2026-03-10', true ],
  ['on its first day',                  ['2026-03-10', null],           '2026-03-10', true ],
  ['on the day before it',              ['2026-03-11', null],           '2026-03-10', false],
  ['on its last day',                   [null, '2026-03-10'],           '2026-03-10', true ],
  ['on the day after it',               [null, '2026-03-09'],           '2026-03-10', false],
  ['entered by mistake, its first day', ['2026-03-10', '2026-03-09'],   '2026-03-10', false],
  ['entered by mistake, its last day',  ['2026-03-10', '2026-03-09'],   '2026-03-09', false],
])('stands: %s', (_, validity, day, expected) => {
  expect(standsOn(days(validity), day)).toBe(expected);
});

// biome-ignore format: one case per line
test.each<[string, Days, Days, boolean]>([
  ['both without days',              [null, null],                 [null, null],                 true ],
  ['one after the other',            [null, '2026-03-09'],         ['2026-03-10', null],         false],
  ['they share a day',               [null, '2026-03-10'],         ['2026-03-10', null],         true ],
  ['one within the other',           ['2026-01-01', '2026-12-31'], ['2026-03-10', '2026-03-10'], true ],
  ['one of them never stood',        [null, null],                 ['2026-03-10', '2026-03-09'], false],
])('share a day: %s', (_, one, other, expected) => {
  expect(overlap(days(one), days(other))).toBe(expected);
  expect(overlap(days(other), days(one))).toBe(expected);
});

// biome-ignore format: one case per line
test.each([
  ['PRINCIPAL',       'TENANT',     true,  [null, null]],
  ['SUCCEEDED',       'TENANT',     true,  [null, '2026-03-09']],
  ['TENANT',          'TENANT',     false, ['2026-03-10', null]],
  ['GUARANTOR',       'GUARANTOR',  false, [null, null]],
  ['OTHER',           'SPOUSE',     false, [null, null]],
  ['ENDED_TENANT',    'TENANT',     false, [null, '2026-03-09']],
  ['ENDED_GUARANTOR', 'GUARANTOR',  false, [null, '2026-03-09']],
  ['ENDED_OTHER',     'PROCURATOR', false, [null, '2027-12-31']],
  ['MISTAKEN',        'PROCURATOR', false, ['2026-03-10', '2026-03-09']],
] as const)('stage %s', (stage, role, principal, validity) => {
  const party = { role, principal, ...days([...validity]) };
  expect(partyStage(party)).toBe(stage);
  expect(isMistaken(party)).toBe(stage === 'MISTAKEN');
});
