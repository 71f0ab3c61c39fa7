import { Button } from '@mantine/core';
import { AccountingSearch, FISCAL_READERS } from '@morada/contract/fiscal/fiscal.search';
import { type Reference, referenceOf } from '@morada/domain/base/calendar';
import { IconCalculator, IconListDetails } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { AccountingFiles } from '#web/features/accounting/accounting-files.tsx';
import { entriesQuery, monthQuery } from '#web/features/accounting/accounting-queries.ts';
import { AccountsTable } from '#web/features/accounting/accounts-table.tsx';
import { EntriesTable } from '#web/features/accounting/entries-table.tsx';
import { MakeButton } from '#web/features/accounting/make-button.tsx';
import { MonthSummary } from '#web/features/accounting/month-summary.tsx';
import { listOf } from '#web/lib/list.ts';
import { today } from '#web/lib/today.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { MonthSteps } from '#web/ui/input/month-steps.tsx';
import { PageHead, Section } from '#web/ui/page/page.tsx';

const ChartWindow = lazyWindow(
  () => import('#web/features/accounting/chart-window.tsx'),
  ({ ChartWindow }) => ChartWindow,
);

export const Route = createFileRoute('/_app/fiscal/accounting')({
  validateSearch: AccountingSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(monthQuery(deps.month));
    void queryClient.prefetchQuery(entriesQuery(deps));
  },
  staticData: {
    menu: { entry: 'Impostos', label: 'Contabilidade', tab: 5, icon: IconCalculator, begun: 'accounting' },
    access: FISCAL_READERS,
    list: listOf(AccountingSearch, { month: 'own' }),
  },
  component: Accounting,
});

function Accounting() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { month = referenceOf(today()) } = search;
  const query = useQuery(monthQuery(search.month));
  const entries = useQuery(entriesQuery(search));
  const isPhone = usePhone();
  const [isMapping, setMapping] = useState(false);
  const choose = (next: Reference | undefined) => navigate({ search: { month: next }, replace: true });
  return (
    <>
      <PageHead
        title="Contabilidade"
        terms={['doubleEntry', 'chart']}
        below="O mês em partidas dobradas, para o contador"
        primary={<MakeButton month={month} format="DOMINIO" />}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconListDetails size={15} />}
              onPointerEnter={ChartWindow.preload}
              onClick={() => setMapping(true)}
            >
              Plano de contas
            </Button>
            <MakeButton month={month} format="CSV" />
          </>
        }
      />
      <MonthSteps month={month} onMonth={choose} />
      {/* Each part begins where the one above it ends, which its answer decides: notices, totals, entries, files. */}
      <QueryBoundary query={query} what="a contabilidade do mês" lines={12}>
        {(found) => (
          <>
            <MonthSummary month={found} onChart={() => setMapping(true)} />
            {found.accounts.length > 0 && (
              <Section title="Totais por conta">
                <AccountsTable accounts={found.accounts} isPhone={isPhone} />
              </Section>
            )}
            <Section title="Lançamentos">
              <EntriesTable
                query={entries}
                isPhone={isPhone}
                onPage={(page) => navigate({ search: (now) => ({ ...now, page }), resetScroll: false })}
              />
            </Section>
            {!entries.isPending && (
              <Section title="Arquivos gerados">
                <AccountingFiles files={found.files} />
              </Section>
            )}
          </>
        )}
      </QueryBoundary>
      {isMapping && <ChartWindow onClose={() => setMapping(false)} />}
    </>
  );
}
