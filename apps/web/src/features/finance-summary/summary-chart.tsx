import type { Answer } from '@morada/contract/base/endpoint';
import type { finance } from '@morada/contract/money/finance';
import { MonthChart, MonthChartWaiting } from '#web/ui/chart/month-chart.tsx';
import { isDay, seriesOf } from '#web/ui/chart/series.ts';

/** The three figures month by month, or day by day within one month; of one day alone the cards have said it all. */
export function SummaryChart({
  summary,
  period,
}: {
  summary: Answer<typeof finance.resume> | undefined;
  period: string;
}) {
  if (!summary) return <MonthChartWaiting what="o gráfico" />;
  const { months, series } = seriesOf(summary.graph);
  const title = months.some(isDay) ? 'Renda por dia' : 'Renda por mês';
  return months.length > 1 && <MonthChart title={title} period={period} months={months} series={series} />;
}
