import { Button } from '@mantine/core';
import { finance } from '@morada/contract/money/finance';
import { COMMISSION_READERS, CommissionSearch } from '@morada/contract/money/finance.search';
import { type Span, spanOf } from '@morada/domain/base/span';
import { IconDownload, IconPercentage } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { commissionCounters } from '#web/features/commissions/commission-figures.ts';
import { commissionsQuery } from '#web/features/commissions/commission-queries.ts';
import { CommissionTable } from '#web/features/commissions/commission-table.tsx';
import { CommissionTotals } from '#web/features/commissions/commission-totals.tsx';
import { download } from '#web/lib/api/files.ts';
import { listOf } from '#web/lib/list.ts';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { PeriodPicker } from '#web/ui/input/period-picker.tsx';
import { Counters } from '#web/ui/list/counters.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

// The specification's own spelling.
export const Route = createFileRoute('/_app/financial/comissions')({
  validateSearch: CommissionSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { page, ...search } }) => {
    context.queryClient.prefetchQuery(commissionsQuery(spanOf(search, today()), page));
  },
  staticData: {
    menu: { entry: 'Comissões', icon: IconPercentage },
    access: COMMISSION_READERS,
    list: listOf(CommissionSearch, { start: 'period', end: 'period' }),
  },
  component: CommissionsPage,
});

function CommissionsPage() {
  const { page, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const span = spanOf(search, today());
  const query = useQuery(commissionsQuery(span, page));
  const chosen = search.start || search.end ? span : undefined;
  const choose = (next: Span | undefined) => navigate({ search: { ...next }, replace: true, resetScroll: false });

  const saving = useMutation({
    mutationFn: () => download(finance.exportCommissions, { params: { format: 'csv' }, query: span }),
    onError: toast.failure,
  });

  return (
    <>
      <PageHead
        title="Comissões"
        terms={['commission', 'administration']}
        below="O que a imobiliária recebeu de cada aluguel, e o que seguiu para o proprietário"
        period={<PeriodPicker value={chosen} usual="Este mês" max={today()} onChange={choose} />}
        actions={
          <>
            <ExportButton
              onExport={(format) => download(finance.exportCommissions, { params: { format }, query: span })}
            />
            <Button
              variant="default"
              leftSection={<IconDownload size={15} />}
              loading={saving.isPending}
              onClick={() => saving.mutate()}
            >
              Baixar CSV
            </Button>
          </>
        }
      />
      <Counters items={commissionCounters(query, span)} />
      <CommissionTable
        query={query}
        onPage={(next) => navigate({ search: (now) => ({ ...now, page: next }) })}
        action={
          chosen && (
            <Button variant="default" onClick={() => choose(undefined)}>
              Ver este mês
            </Button>
          )
        }
      />
      {query.data && query.data.data.length > 0 && <CommissionTotals figures={query.data} />}
    </>
  );
}
