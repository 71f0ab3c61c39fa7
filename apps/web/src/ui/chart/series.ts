import type { CalendarDate, Reference } from '@morada/domain/base/calendar';
import type { Cents } from '@morada/domain/base/money';

/** A line of the chart: one amount for each of its months. */
export type Series = { name: string; values: Cents[] };

/** Steps of the axis: months or days. */
export type Step = Reference | CalendarDate;

export const isDay = (step: Step): step is CalendarDate => step.split('-').length === 3;

/** Groups single figures into months and series, both in the order in which they first occur. */
export function seriesOf(points: readonly { date: Step; type: string; value: Cents }[]) {
  const months = [...new Set(points.map(({ date }) => date))];
  const names = [...new Set(points.map(({ type }) => type))];
  const values = (name: string) => points.filter(({ type }) => type === name).map(({ value }) => value);
  return { months, series: names.map((name): Series => ({ name, values: values(name) })) };
}
