import { Button } from '@mantine/core';
import { finance } from '@morada/contract/money/finance';
import { COMMISSION_READERS, CommissionSearch } from '@morada/contract/money/finance.search';
import { type Span, spanOf } from '@morada/domain/base/span';
import { IconDownload, IconPercentage } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import type * as z from 'zod/mini';
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
import { useListPage } from '#web/ui/list/use-list-page.ts';
import { PageHead } from '#web/ui/page/page.tsx';

const pageOf = ({ page, ...days }: z.output<typeof CommissionSearch>) => commissionsQuery(spanOf(days, today()), page);

const LIST = listOf(CommissionSearch, { start: 'period', end: 'period' });

// The specification's own spelling.
export const Route = createFileRoute('/_app/financial/comissions')({
  validateSearch: CommissionSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    context.queryClient.prefetchQuery(pageOf(deps));
  },
  staticData: {
    menu: { entry: 'Comissões', icon: IconPercentage },
    access: COMMISSION_READERS,
    list: LIST,
  },
  component: CommissionsPage,
});

function CommissionsPage() {
  const list = useListPage(LIST, pageOf);
  const { filters, query } = list;
  const span = spanOf(filters, today());
  const chosen = list.isNarrowed ? span : undefined;
  const choose = (next: Span | undefined) => list.filter({ start: next?.start, end: next?.end });

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
        list={list}
        action={
          chosen && (
            <Button variant="default" onClick={list.clear}>
              Ver este mês
            </Button>
          )
        }
      />
      {query.data && query.data.data.length > 0 && <CommissionTotals figures={query.data} />}
    </>
  );
}
