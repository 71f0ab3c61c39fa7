import { PeriodSearch } from '@morada/contract/money/finance.search';
import { type Span, spanOf } from '@morada/domain/base/span';
import { IconCashOff, IconReportMoney } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { SummaryChart } from '#web/features/finance-summary/summary-chart.tsx';
import { summaryCounters } from '#web/features/finance-summary/summary-counters.tsx';
import { summaryQuery } from '#web/features/finance-summary/summary-queries.ts';
import { EntryKey } from '#web/features/transactions/entry-key.ts';
import { EntryTable } from '#web/features/transactions/entry-table.tsx';
import { listOf } from '#web/lib/list.ts';
import { today } from '#web/lib/today.ts';
import { EntryWindow } from '#web/routes/-entry-window.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/blank.tsx';
import { PeriodPicker, periodWords } from '#web/ui/input/period-picker.tsx';
import { Counters } from '#web/ui/list/counters.tsx';
import { PageHead, Section } from '#web/ui/page/page.tsx';

const USUAL = 'Últimos 12 meses';
const MONTHS = 12;

const Search = z.extend(PeriodSearch, { open: EntryKey });

export const Route = createFileRoute('/_app/financial/')({
  validateSearch: Search,
  loaderDeps: ({ search: { open: _, ...search } }) => search,
  loader: ({ context, deps }) => {
    context.queryClient.prefetchQuery(summaryQuery(deps));
  },
  staticData: {
    menu: { entry: 'Caixa', label: 'Resumo', tab: 1, icon: IconReportMoney },
    access: 'FINANCIAL_VIEW',
    list: listOf(Search, { start: 'period', end: 'period', open: 'place' }),
  },
  component: SummaryPage,
});

function SummaryPage() {
  const { open, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const query = useQuery(summaryQuery(search));
  const span = search.start || search.end ? spanOf(search, today(), MONTHS) : undefined;

  const choose = (chosen: Span | undefined) => navigate({ search: { ...chosen }, replace: true, resetScroll: false });
  const show = (key: EntryKey | undefined) =>
    navigate({ search: (now) => ({ ...now, open: key }), resetScroll: false });

  const failed = query.error && !query.data;
  return (
    <>
      <PageHead
        title="Resumo"
        terms={['income']}
        below="O que a imobiliária recebeu e o que ficou com ela"
        period={<PeriodPicker value={span} usual={USUAL} max={today()} onChange={choose} />}
      />
      {failed ? (
        <ErrorState what="o resumo" error={query.error} onRetry={query.refetch} />
      ) : (
        <>
          <Counters items={summaryCounters(query.data)} />
          <SummaryChart summary={query.data} period={periodWords(span, USUAL)} />
          <Section title="Últimos lançamentos" action={<Link to="/financial/transactions">Ver transações</Link>}>
            <EntryTable
              what="os últimos lançamentos"
              query={{ ...query, data: query.data?.latest }}
              onOpen={show}
              empty={<NothingYet />}
            />
          </Section>
        </>
      )}
      <EntryWindow param="open" entries={query.data?.latest} onClose={() => show(undefined)} />
    </>
  );
}

function NothingYet() {
  return (
    <EmptyState
      icon={IconCashOff}
      title="Nenhum lançamento ainda"
      below="Faturas recebidas, repasses efetuados e movimentações do caixa aparecem aqui."
    />
  );
}
