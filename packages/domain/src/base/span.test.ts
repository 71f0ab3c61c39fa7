import { expect, test } from 'vitest';
import { formatSpan, monthSpan, type Span, spanKind, spanOf, yearSpan } from './span.ts';

// biome-ignore format: a table of cases reads best aligned
test.each<[Partial<Span>, number, Span]>([
  [{},                                         1, { start: '2026-03-01', end: '2026-03-10' }],
  [{},                                        12, { start: '2025-04-01', end: '2026-03-10' }],
  [{ start: '2026-01-15' },                    1, { start: '2026-01-15', end: '2026-03-10' }],
  [{ end: '2026-02-28' },                      1, { start: '2026-02-01', end: '2026-02-28' }],
  [{ start: '2025-01-01', end: '2025-12-31' }, 1, { start: '2025-01-01', end: '2025-12-31' }],
])('%o, by default %i months', (given, months, expected) => {
  expect(spanOf(given, '2026-03-10', months)).toEqual(expected);
});

test('a month and a year from their first day to their last', () => {
  expect(monthSpan('2028-02')).toEqual({ start: '2028-02-01', end: '2028-02-29' });
  expect(yearSpan(2026)).toEqual({ start: '2026-01-01', end: '2026-12-31' });
});

// biome-ignore format: a table of cases reads best aligned
test.each<[Span, ReturnType<typeof spanKind>, string]>([
  [{ start: '2026-11-01', end: '2026-11-30' }, 'month', 'novembro de 2026'],
  [{ start: '2026-02-01', end: '2026-02-28' }, 'month', 'fevereiro de 2026'],
  [{ start: '2028-02-01', end: '2028-02-28' }, 'days',  '01/02/2028 a 28/02/2028'],
  [{ start: '2026-01-01', end: '2026-12-31' }, 'year',  '2026'],
  [{ start: '2025-01-01', end: '2026-12-31' }, 'days',  '01/01/2025 a 31/12/2026'],
  [{ start: '2026-10-05', end: '2026-11-12' }, 'days',  '05/10/2026 a 12/11/2026'],
  [{ start: '2026-11-05', end: '2026-11-05' }, 'days',  '05/11/2026'],
])('%o is %s: %s', (span, kind, words) => {
  expect([spanKind(span), formatSpan(span)]).toEqual([kind, words]);
});
