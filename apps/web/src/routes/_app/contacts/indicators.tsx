import { indicators } from '@morada/contract/desk/indicators';
import { PeriodSearch } from '@morada/contract/money/finance.search';
import { INDICATOR_MONTHS } from '@morada/domain/attendance/indicators';
import { type Span, spanOf } from '@morada/domain/base/span';
import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { IndicatorCharts } from '#web/features/leads/indicator-charts.tsx';
import { indicatorCounters } from '#web/features/leads/indicator-counters.tsx';
import { IndicatorTables } from '#web/features/leads/indicator-tables.tsx';
import { indicatorsQuery } from '#web/features/leads/lead-queries.ts';
import { download } from '#web/lib/api/files.ts';
import { listOf } from '#web/lib/list.ts';
import { today } from '#web/lib/today.ts';
import { ErrorState } from '#web/ui/feedback/blank.tsx';
import { PeriodPicker, periodWords } from '#web/ui/input/period-picker.tsx';
import { Counters } from '#web/ui/list/counters.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

const USUAL = 'Últimos 3 meses';

export const Route = createFileRoute('/_app/contacts/indicators')({
  validateSearch: PeriodSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(indicatorsQuery(deps)),
  staticData: {
    menu: { entry: 'Contatos', label: 'Indicadores', tab: 2, icon: IconChartBar },
    access: 'LEAD_VIEW',
    list: listOf(PeriodSearch, { start: 'period', end: 'period' }),
  },
  component: IndicatorsPage,
});

function IndicatorsPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const query = useQuery(indicatorsQuery(search));
  const span = search.start || search.end ? spanOf(search, today(), INDICATOR_MONTHS) : undefined;
  const choose = (chosen: Span | undefined) => navigate({ search: { ...chosen }, replace: true, resetScroll: false });
  return (
    <>
      <PageHead
        title="Indicadores"
        terms={['lead', 'median']}
        below="Da primeira mensagem às chaves, e quanto tempo cada imóvel espera"
        period={<PeriodPicker value={span} usual={USUAL} max={today()} onChange={choose} />}
        actions={
          <ExportButton onExport={(format) => download(indicators.export, { params: { format }, query: search })} />
        }
      />
      {query.error && !query.data ? (
        <ErrorState what="os indicadores" error={query.error} onRetry={query.refetch} />
      ) : (
        <>
          <Counters items={indicatorCounters(query.data)} />
          <IndicatorCharts found={query.data} period={periodWords(span, USUAL)} />
          <IndicatorTables query={query} />
        </>
      )}
    </>
  );
}
