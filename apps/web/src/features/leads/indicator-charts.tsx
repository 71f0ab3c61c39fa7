import type { Indicators } from '@morada/contract/desk/indicators';
import { LOSS_REASONS } from '@morada/domain/attendance/lead-words';
import { MonthChart, MonthChartWaiting } from '#web/ui/chart/month-chart.tsx';
import { RingChart } from '#web/ui/chart/ring.tsx';
import { isDay, seriesOf } from '#web/ui/chart/series.ts';
import classes from './indicator-charts.module.css';

const IN_RING = 6;

/** Leads, visits and lettings along the period, and why leads were lost. */
export function IndicatorCharts({ found, period }: { found: Indicators | undefined; period: string }) {
  if (!found) return <MonthChartWaiting what="os gráficos" />;
  const { months, series } = seriesOf(found.graph);
  return (
    <div className={classes.charts}>
      <MonthChart
        title={months.some(isDay) ? 'O caminho por dia' : 'O caminho por mês'}
        period={period}
        months={months}
        series={series}
        unit="count"
        empty="Nada aconteceu neste período"
      />
      <RingChart
        title="Motivos de perda"
        below="Leads do período que foram perdidos"
        slices={slicesOf(found.reasons)}
        unit={['lead perdido', 'leads perdidos']}
        empty="Nenhum lead perdido"
      />
    </div>
  );
}

/** As many as the ring has room for: the least frequent are one. */
function slicesOf(reasons: Indicators['reasons']) {
  const slices = reasons.map(({ reason, leads }) => ({
    id: reason as string,
    name: LOSS_REASONS[reason],
    value: leads,
  }));
  if (slices.length <= IN_RING) return slices;
  const rest = slices.slice(IN_RING - 1).reduce((sum, { value }) => sum + value, 0);
  return [...slices.slice(0, IN_RING - 1), { id: 'REST', name: 'Demais motivos', value: rest }];
}
