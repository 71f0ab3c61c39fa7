import type { Cents } from '@morada/domain/base/money';
import { expect, test } from 'vitest';
import { untilLastFigure } from '../src/ui/chart/series.ts';

const MONTHS = ['2026-08', '2026-09', '2026-10', '2026-11'] as const;
const of = (...values: number[]) => ({ name: 'Recebido', values: values as Cents[] });

test.each([
  ['stops at the last month that has a figure, in any line', [of(5, 0, 0, 0), of(0, 0, 7, 0)], 3],
  ['keeps a month without figures between two that have', [of(5, 0, 0, 9)], 4],
  ['keeps the two ends of a line', [of(0, 0, 0, 0)], 2],
])('a chart %s', (_, series, steps) => {
  const shown = untilLastFigure(MONTHS, series);
  expect(shown.months).toEqual(MONTHS.slice(0, steps));
  expect(shown.series.map(({ values }) => values.length)).toEqual(series.map(() => steps));
});
