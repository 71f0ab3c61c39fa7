import '@mantine/charts/styles.layer.css';
import { LineChart } from '@mantine/charts';
import { ticksOf } from '@morada/domain/base/axis';
import { dayOf, formatDate, formatMonth, monthName, type Reference, yearOf } from '@morada/domain/base/calendar';
import { type Cents, formatMoney } from '@morada/domain/base/money';
import { usePhone } from '#web/ui/base/use-phone.ts';
import classes from './month-chart.module.css';
import { isDay, type Series, type Step, type Unit } from './series.ts';

/** Looks of the lines, which differ in their dashes as well as in colour; the legend draws the same. */
const LOOKS = [
  { color: 'var(--chart-1)' },
  { color: 'var(--chart-2)', strokeDasharray: '12 3' },
  { color: 'var(--chart-3)', strokeDasharray: '4 4' },
] as const;
/** As many months as have room for their names. */
const NAMED = { phone: 6, wide: 12 };
const REAIS = 100_000;

type LinePictureProps = { months: readonly Step[]; series: readonly Series[]; unit: Unit };

/** The lines alone; they come with the library that draws them, apart from any page. */
export default function LinePicture({ months, series, unit }: LinePictureProps) {
  const room = usePhone() ? NAMED.phone : NAMED.wide;
  const data = months.map((month, place) => ({
    month,
    ...Object.fromEntries(series.map(({ name, values }) => [name, values[place] ?? 0])),
  }));
  const ticks = ticksOf(series.flatMap(({ values }) => values));
  const month = months.length > NAMED.wide ? monthAndYear : shortMonth;
  const name = (step: Step) => (isDay(step) ? String(dayOf(step)) : month(step));
  return (
    <LineChart
      className={classes.picture}
      data={data}
      dataKey="month"
      series={LOOKS.flatMap((looks, place) => series.slice(place, place + 1).map(({ name }) => ({ name, ...looks })))}
      curveType="linear"
      strokeWidth={2}
      withDots={false}
      gridAxis="x"
      tickLine="none"
      gridColor="var(--hair)"
      accessibilityLayer={false}
      valueFormatter={unit === 'money' ? formatMoney : counted}
      xAxisProps={{
        interval: Math.ceil(months.length / room) - 1,
        tickFormatter: name,
        padding: { left: 16, right: 16 },
      }}
      yAxisProps={{
        // Nothing is half there.
        ticks: unit === 'money' ? ticks : ticks.filter(Number.isInteger),
        domain: [ticks[0] ?? 0, ticks.at(-1) ?? 0],
        tickFormatter: unit === 'money' ? thousands : counted,
        width: 48,
      }}
      tooltipProps={{ labelFormatter: (step) => whole(String(step) as Step) }}
    />
  );
}

const whole = (step: Step) => (isDay(step) ? formatDate(step) : formatMonth(step));
const shortMonth = (month: Reference) => monthName(month).slice(0, 3);
const monthAndYear = (month: Reference) => `${shortMonth(month)}/${String(yearOf(month)).slice(2)}`;

const counted = (count: number) => count.toLocaleString('pt-BR');

const thousands = (amount: Cents) =>
  (amount / REAIS).toLocaleString('pt-BR', { maximumFractionDigits: 1 }).replace('-', '−');
