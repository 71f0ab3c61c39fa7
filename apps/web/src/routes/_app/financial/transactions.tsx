import { finance } from '@morada/contract/money/finance';
import { TransactionSearch } from '@morada/contract/money/finance.search';
import { type Span, spanOf } from '@morada/domain/base/span';
import { DEPARTMENTS } from '@morada/domain/ledger/cash';
import { PAYMENT_METHODS } from '@morada/domain/rent/payment-method';
import { IconArrowsDiff, IconCashOff } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { EntryKey } from '#web/features/transactions/entry-key.ts';
import { EntryTable } from '#web/features/transactions/entry-table.tsx';
import { transactionCounters } from '#web/features/transactions/transaction-counters.ts';
import { transactionsQuery } from '#web/features/transactions/transaction-queries.ts';
import { TransactionToolBar } from '#web/features/transactions/transaction-tool-bar.tsx';
import { download } from '#web/lib/api/files.ts';
import { listOf, withoutPlaces } from '#web/lib/list.ts';
import { today } from '#web/lib/today.ts';
import { EntryWindow } from '#web/routes/-entry-window.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { PeriodPicker } from '#web/ui/input/period-picker.tsx';
import { Counters } from '#web/ui/list/counters.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { NoneFound } from '#web/ui/list/none-found.tsx';
import { useListPage } from '#web/ui/list/use-list-page.ts';
import { PageHead } from '#web/ui/page/page.tsx';

const Search = z.extend(TransactionSearch, { open: EntryKey });

const LIST = listOf(Search, {
  department: { label: 'Departamento', words: DEPARTMENTS },
  method: { label: 'Pagamento', words: PAYMENT_METHODS },
  start: 'period',
  end: 'period',
  open: 'place',
});

export const Route = createFileRoute('/_app/financial/transactions')({
  validateSearch: Search,
  loaderDeps: ({ search }) => withoutPlaces(LIST, search),
  loader: ({ context, deps }) => {
    context.queryClient.prefetchQuery(transactionsQuery(deps));
  },
  staticData: {
    menu: { entry: 'Caixa', label: 'Transações', tab: 2, icon: IconArrowsDiff },
    access: 'FINANCIAL_VIEW',
    list: LIST,
  },
  component: TransactionsPage,
});

function TransactionsPage() {
  const list = useListPage(LIST, transactionsQuery);
  const { filters, filter, query } = list;
  const { department, method, ...days } = filters;
  const span = days.start || days.end ? spanOf(days, today()) : undefined;

  const choose = (chosen: Span | undefined) => filter({ start: chosen?.start, end: chosen?.end });
  const clear = () => filter({ department: undefined, method: undefined });

  return (
    <>
      <PageHead
        title="Transações"
        below="O que entrou e o que saiu do caixa"
        period={<PeriodPicker value={span} usual="Este mês" max={today()} onChange={choose} />}
        actions={
          <ExportButton
            onExport={(format) => download(finance.exportTransactions, { params: { format }, query: filters })}
          />
        }
      />
      <Counters items={transactionCounters(query)} />
      <TransactionToolBar filters={filters} onChange={filter} />
      <EntryTable
        what="as transações"
        query={query}
        turn={list.table.sequence.turn}
        onOpen={list.show}
        onPage={list.table.onPage}
        empty={
          department || method ? (
            <NoneFound icon={IconCashOff} title="Nenhuma transação com estes filtros" onClear={clear} />
          ) : (
            <NothingMoved />
          )
        }
      />
      <EntryWindow param="open" entries={query.data?.data} onClose={list.close} />
    </>
  );
}

const NothingMoved = () => (
  <EmptyState
    icon={IconCashOff}
    title="Nenhuma transação neste período"
    below="Nada entrou nem saiu do caixa nestes dias. Escolha outro período acima."
  />
);
