import { expect, test } from 'vitest';
import type { CalendarDate } from '../base/calendar.ts';
import { comingDates, dateLines, formatDates, formatHours, readDates, readHours, weekLines } from './opening-hours.ts';

test.each<[typed: string, shown: string | undefined]>([
  ['8h30 às 18h', '8h30 às 18h'],
  ['08:30-18:00', '8h30 às 18h'],
  ['9 às 13', '9h às 13h'],
  ['das 9h às 13h', '9h às 13h'],
  ['8h às 12h e 13h30 às 18h', '8h às 12h e 13h30 às 18h'],
  ['08:00–12:00, 13:30–18:00', '8h às 12h e 13h30 às 18h'],
  ['8h às 12h; 13h às 18h', '8h às 12h e 13h às 18h'],
  ['', undefined],
  ['de manhã', undefined],
  ['18h às 8h', undefined],
  ['8h às 8h', undefined],
  ['13h às 18h e 8h às 12h', undefined],
  ['8h às 13h e 12h às 18h', undefined],
  ['8h às 24h', undefined],
  ['8h75 às 18h', undefined],
  ['1h às 2h, 3h às 4h, 5h às 6h, 7h às 8h', undefined],
  ['8h às 18h<script>', undefined],
])('reads %j as %j', (typed, shown) => {
  const spans = readHours(typed);
  expect(spans && formatHours(spans)).toBe(shown);
  // The shown text parses to the same spans.
  if (shown) expect(readHours(shown)).toEqual(spans);
});

test('a week without hours has no lines; a day without is closed', () => {
  expect(weekLines({ hours_weekdays: null, hours_saturday: null, hours_sunday: null })).toEqual([]);
  const lines = weekLines({ hours_weekdays: '8h às 18h', hours_saturday: '9h às 13h', hours_sunday: null });
  expect(lines.map(({ name, text }) => `${name}: ${text}`)).toEqual([
    'Segunda a sexta: 8h às 18h',
    'Sábado: 9h às 13h',
    'Domingo: Fechado',
  ]);
  expect(lines[0]?.spans).toEqual([{ from: '08:00', to: '18:00' }]);
});

test.each<[typed: string, stored: string | undefined]>([
  ['24/12/2026: 8h às 12h', '24/12/2026: 8h às 12h'],
  ['31/12/2026 fechado\n24/12/2026 - 8 às 12\n\n', '24/12/2026: 8h às 12h\n31/12/2026: fechado'],
  ['1/1/2027: Fechado', '01/01/2027: fechado'],
  ['', ''],
  ['24/12: 8h às 12h', undefined],
  ['31/02/2027: fechado', undefined],
  ['24/12/2026: de manhã', undefined],
  ['24/12/2026: 12h às 8h', undefined],
  ['24/12/2026:', undefined],
  ['24/12/2026: fechado\n24/12/2026: 8h às 12h', undefined],
  ['24/12/2026: fechado<script>', undefined],
])('reads the dates %j as %j', (typed, stored) => {
  const dates = readDates(typed);
  expect(dates && formatDates(dates)).toBe(stored);
  if (stored) expect(readDates(stored)).toEqual(dates);
});

test('public pages show the coming dates, six at most', () => {
  const stored = '24/12/2026: 8h às 12h\n25/12/2026: fechado';
  const shown = (lines: string | null, today: CalendarDate) => dateLines(comingDates(lines, today));
  expect(shown(stored, '2026-12-25')).toEqual([{ name: '25/12/2026', text: 'Fechado' }]);
  expect(shown(stored, '2026-12-24')[0]).toEqual({ name: '24/12/2026', text: '8h às 12h' });
  const many = Array.from({ length: 8 }, (_, index) => `0${index + 1}/01/2027: fechado`).join('\n');
  expect(shown(many, '2026-12-24')).toHaveLength(6);
  expect(comingDates(many, '2026-12-24')).toHaveLength(8);
  expect(shown(null, '2026-12-24')).toEqual([]);
});
