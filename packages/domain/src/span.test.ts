import { expect, test } from 'vitest';
import { type Span, spanOf } from './span.ts';

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
