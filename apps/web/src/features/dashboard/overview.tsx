import type { Answer } from '@morada/contract/base/endpoint';
import type { dashboard } from '@morada/contract/desk/dashboard';
import { finance } from '@morada/contract/money/finance';
import { addressLine } from '@morada/domain/property/property';
import { may } from '#web/lib/session/session.ts';
import { MonthChart, MonthChartWaiting } from '#web/ui/chart/month-chart.tsx';
import { RingChart } from '#web/ui/chart/ring.tsx';
import { seriesOf } from '#web/ui/chart/series.ts';
import { ErrorState } from '#web/ui/feedback/blank.tsx';
import type { Loadable } from '#web/ui/feedback/query-boundary.tsx';
import classes from './overview.module.css';
import { type Drawing, PopularCards } from './popular-cards.tsx';

type Found = Answer<typeof dashboard.show>;

const IN_RING = 6;

/** How the agency is doing: the rents month by month, and what is most looked at. */
export function Overview({ query, drawing }: { query: Loadable<Found>; drawing: Drawing }) {
  const { data, error, refetch } = query;
  if (!data && error) return <ErrorState what="o resumo" error={error} onRetry={refetch} />;
  return (
    <>
      <div className={classes.charts}>
        {may(finance.resume.access) && (data ? <Rents points={data.resume} /> : <MonthChartWaiting what="o resumo" />)}
        {data ? <MostViewed popular={data.popular} /> : <MonthChartWaiting what="os imóveis em alta" />}
      </div>
      {data && <PopularCards popular={data.lettings} drawing={drawing} />}
    </>
  );
}

function Rents({ points }: { points: Found['resume'] }) {
  return <MonthChart title="Resumo" period="Últimos 12 meses" {...seriesOf(points)} />;
}

function MostViewed({ popular }: { popular: Found['popular'] }) {
  return (
    <RingChart
      title="Imóveis em alta"
      below="Visualizações no site"
      slices={popular
        .slice(0, IN_RING)
        .map(({ id, street, number, views }) => ({ id, name: addressLine({ street, number }), value: views }))}
      unit={['visualização', 'visualizações']}
      empty="Nenhuma visualização no site ainda"
    />
  );
}
