import type { Reference } from '@morada/domain/calendar';
import type { Cents } from '@morada/domain/money';

/** A line of the chart: one amount for each of its months. */
export type Series = { name: string; values: Cents[] };

/** The months and lines of figures that come one by one, in the order in which they come. */
export function seriesOf(points: readonly { date: Reference; type: string; value: Cents }[]) {
  const months = [...new Set(points.map(({ date }) => date))];
  const names = [...new Set(points.map(({ type }) => type))];
  const values = (name: string) => points.filter(({ type }) => type === name).map(({ value }) => value);
  return { months, series: names.map((name): Series => ({ name, values: values(name) })) };
}
