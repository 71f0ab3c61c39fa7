import type { CalendarDate, Reference } from '@morada/domain/base/calendar';

/** A line of the chart: one figure for each of its months. */
export type Series = { name: string; values: number[] };

/** What its figures are: centavos, or how many of something. */
export type Unit = 'money' | 'count';

/** Steps of the axis: months or days. */
export type Step = Reference | CalendarDate;

export const isDay = (step: Step): step is CalendarDate => step.split('-').length === 3;

/** Groups single figures into months and series, both in the order in which they first occur. */
export function seriesOf(points: readonly { date: Step; type: string; value: number }[]) {
  const months = [...new Set(points.map(({ date }) => date))];
  const names = [...new Set(points.map(({ type }) => type))];
  const values = (name: string) => points.filter(({ type }) => type === name).map(({ value }) => value);
  return { months, series: names.map((name): Series => ({ name, values: values(name) })) };
}

/** Without the steps after the last that has a figure: a line along zero would say that nothing came in there. */
export function untilLastFigure(months: readonly Step[], series: readonly Series[]) {
  const last = months.findLastIndex((_, at) => series.some(({ values }) => values[at] !== 0));
  const end = Math.max(last + 1, 2);
  return {
    months: months.slice(0, end),
    series: series.map(({ name, values }) => ({ name, values: values.slice(0, end) })),
  };
}
