import { Button } from '@mantine/core';
import { searchId } from '@morada/contract/base/fields';
import { BULK_ACCESS } from '@morada/contract/desk/bulk.access';
import { invoices } from '@morada/contract/money/invoices';
import { INVOICE_READERS, InvoiceSearch } from '@morada/contract/money/invoices.search';
import { sum } from '@morada/domain/base/money';
import { IconBarcode, IconCalendarPlus, IconCircleCheck, IconPlus, IconReceipt } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { invoicesQuery, saveInvoices } from '#web/entities/invoice/invoice-queries.ts';
import { SITUATIONS } from '#web/entities/invoice/invoice-situations.ts';
import { useBulk } from '#web/features/bulk/bulk-provider.tsx';
import { invoiceCounters } from '#web/features/invoices/list/invoice-counters.ts';
import { InvoiceTable } from '#web/features/invoices/list/invoice-table.tsx';
import { InvoiceToolBar } from '#web/features/invoices/list/invoice-tool-bar.tsx';
import { listOf, withoutPlaces } from '#web/lib/list.ts';
import { may } from '#web/lib/session/session.ts';
import { compact } from '#web/ui/base/actions.tsx';
import { lazyWindow, usePreloadWhenIdle } from '#web/ui/base/lazy.tsx';
import { Counters } from '#web/ui/list/counters.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { SelectionBar } from '#web/ui/list/selection-bar.tsx';
import { useListPage } from '#web/ui/list/use-list-page.ts';
import { useSelection } from '#web/ui/list/use-selection.ts';
import { RecordFromUrl } from '#web/ui/overlay/record-from-url.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

const InvoiceWindow = lazyWindow(
  () => import('#web/routes/-invoice-window.tsx'),
  ({ InvoiceWindow }) => InvoiceWindow,
);
const AnticipateWindow = lazyWindow(
  () => import('#web/features/invoices/anticipate-window.tsx'),
  ({ AnticipateWindow }) => AnticipateWindow,
);

const BillingWindow = lazyWindow(
  () => import('#web/features/invoices/list/billing-window.tsx'),
  ({ BillingWindow }) => BillingWindow,
);

const Search = z.extend(InvoiceSearch, { open: searchId });

const LIST = listOf(Search, {
  query: 'search',
  id: 'id',
  month: { label: 'Vencimento' },
  // An ID finds its invoice whatever its state.
  status: { label: 'Situação', words: SITUATIONS, usual: 'OPEN', off: 'ALL', yieldsTo: 'id' },
  open: 'place',
});

export const Route = createFileRoute('/_app/financial/invoices')({
  validateSearch: Search,
  loaderDeps: ({ search }) => withoutPlaces(LIST, search),
  loader: ({ context, deps }) => {
    context.queryClient.prefetchQuery(invoicesQuery(deps));
  },
  staticData: {
    menu: { entry: 'Faturas', icon: IconReceipt, key: 'f' },
    access: INVOICE_READERS,
    list: LIST,
  },
  component: InvoicesPage,
});

function InvoicesPage() {
  const list = useListPage(LIST, invoicesQuery);
  const { filters, found, query, show } = list;
  const [asked, setAsked] = useState<'billing' | 'anticipation'>();
  const choice = useSelection(list);
  const { ask } = useBulk();
  const inBulk = (action: 'invoice-pay' | 'invoice-boleto') => () =>
    ask({ action, chosen: choice.asked, onStarted: choice.clear });
  usePreloadWhenIdle(InvoiceWindow);

  return (
    <>
      <PageHead
        title="Faturas abertas"
        terms={['invoice', 'reference']}
        primary={
          may(invoices.anticipate.access) && (
            <Button leftSection={<IconPlus size={15} />} onClick={() => setAsked('anticipation')}>
              Antecipar fatura
            </Button>
          )
        }
        actions={
          <>
            <ExportButton onExport={(format) => saveInvoices(format, filters)} />
            {may(invoices.anticipate.access) && (
              <Button
                variant="default"
                leftSection={<IconCalendarPlus size={15} />}
                onClick={() => setAsked('billing')}
              >
                Gerar faturas
              </Button>
            )}
          </>
        }
      />
      <Counters items={invoiceCounters(query)} />
      <InvoiceToolBar filters={filters} onChange={list.filter} />
      <InvoiceTable
        list={list}
        byDueDate={filters.status === undefined || filters.status === 'OPEN' || filters.status === 'LATE'}
        choice={choice}
      />
      <SelectionBar
        selection={choice}
        found={found}
        feminine
        amount={sum(choice.rows.map(({ amount }) => amount))}
        actions={compact(
          may(BULK_ACCESS['invoice-pay'].act) && {
            label: 'Marcar como pagas',
            icon: IconCircleCheck,
            onClick: inBulk('invoice-pay'),
          },
          may(BULK_ACCESS['invoice-boleto'].act) && {
            label: 'Gerar boletos',
            icon: IconBarcode,
            onClick: inBulk('invoice-boleto'),
          },
        )}
        onExport={(format) => saveInvoices(format, filters, choice.asked)}
      />
      {asked === 'billing' && <BillingWindow onClose={() => setAsked(undefined)} />}
      {asked === 'anticipation' && (
        <AnticipateWindow
          onClose={() => setAsked(undefined)}
          onIssued={(id) => {
            setAsked(undefined);
            show(id);
          }}
        />
      )}
      <RecordFromUrl<number>>{(id) => <InvoiceWindow id={id} onClose={list.close} />}</RecordFromUrl>
    </>
  );
}
