import { Button } from '@mantine/core';
import { finance } from '@morada/contract/finance';
import { COMMISSION_READERS, CommissionSearch } from '@morada/contract/finance.search';
import { type Span, spanOf } from '@morada/domain/span';
import { IconDownload, IconPercentage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { commissionCounters } from '#web/features/commissions/commission-figures.ts';
import { commissionsQuery, saveCommissions } from '#web/features/commissions/commission-queries.ts';
import { CommissionTable } from '#web/features/commissions/commission-table.tsx';
import { CommissionTotals } from '#web/features/commissions/commission-totals.tsx';
import { may } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { Counters } from '#web/ui/counters.tsx';
import { PageHead } from '#web/ui/page.tsx';
import { PeriodPresets } from '#web/ui/period-presets.tsx';

// The specification's own spelling.
export const Route = createFileRoute('/_app/financial/comissions')({
  validateSearch: CommissionSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { page, ...search } }) => {
    context.queryClient.prefetchQuery(commissionsQuery(spanOf(search, today()), page));
  },
  staticData: {
    menu: { group: 'Financeiro', label: 'Comissões', icon: IconPercentage, order: 4 },
    access: COMMISSION_READERS,
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

  return (
    <>
      <PageHead
        title="Comissões"
        below="O que a imobiliária recebeu de cada aluguel, e o que seguiu para o proprietário"
        actions={may(finance.exportCommissions.access) && <SaveButton span={span} />}
      />
      <Counters items={commissionCounters(query)} />
      <PeriodPresets value={chosen} onChange={choose} />
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

function SaveButton({ span }: { span: Span }) {
  const [saving, setSaving] = useState(false);
  const save = () => {
    setSaving(true);
    saveCommissions(span)
      .catch(toast.failure)
      .finally(() => setSaving(false));
  };
  return (
    <Button variant="default" leftSection={<IconDownload size={15} />} loading={saving} onClick={save}>
      Baixar CSV
    </Button>
  );
}
