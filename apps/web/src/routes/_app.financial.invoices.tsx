import { Button } from '@mantine/core';
import { boletos } from '@morada/contract/boletos';
import { searchId } from '@morada/contract/fields';
import { type InvoiceRow, invoices } from '@morada/contract/invoices';
import { INVOICE_READERS, InvoiceSearch } from '@morada/contract/invoices.search';
import { formatMoney, sum } from '@morada/domain/money';
import { IconBarcode, IconPlus, IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import * as z from 'zod/mini';
import { ClientPicker } from '#web/features/clients/client-picker.tsx';
import { invoiceCounters } from '#web/features/invoices/invoice-counters.ts';
import { invoicesQuery } from '#web/features/invoices/invoice-queries.ts';
import { InvoiceTable } from '#web/features/invoices/invoice-table.tsx';
import { type InvoiceFilters, InvoiceToolBar } from '#web/features/invoices/invoice-tool-bar.tsx';
import { may } from '#web/lib/session.ts';
import { BulkBar } from '#web/ui/bulk-bar.tsx';
import { Counters } from '#web/ui/counters.tsx';
import { PageHead } from '#web/ui/page.tsx';
import { useChosen } from '#web/ui/use-chosen.ts';

const InvoiceWindow = lazy(() =>
  import('./-invoice-window.tsx').then(({ InvoiceWindow }) => ({ default: InvoiceWindow })),
);
const AnticipateDialog = lazy(() =>
  import('#web/features/invoices/anticipate-dialog.tsx').then(({ AnticipateDialog }) => ({
    default: AnticipateDialog,
  })),
);

const BatchWindow = lazy(() =>
  import('#web/features/boletos/batch-window.tsx').then(({ BatchWindow }) => ({ default: BatchWindow })),
);

export const Route = createFileRoute('/_app/financial/invoices')({
  validateSearch: z.extend(InvoiceSearch, { open: searchId }),
  loaderDeps: ({ search: { open: _, ...search } }) => search,
  loader: ({ context, deps }) => {
    context.queryClient.prefetchQuery(invoicesQuery(deps));
  },
  staticData: {
    menu: { group: 'Financeiro', label: 'Faturas', icon: IconReceipt, order: 2 },
    access: INVOICE_READERS,
  },
  component: InvoicesPage,
});

function InvoicesPage() {
  const { open, ...search } = Route.useSearch();
  const { page: _, ...filters } = search;
  const navigate = Route.useNavigate();
  const query = useQuery(invoicesQuery(search));
  const [anticipating, setAnticipating] = useState(false);
  const choice = useChosen<InvoiceRow>();
  const [generating, setGenerating] = useState(false);
  const generates = may(boletos.createMany.access);
  const anticipates = may(invoices.anticipate.access);

  const show = (id: number | undefined) => navigate({ search: (now) => ({ ...now, open: id }), resetScroll: false });
  const filter = (change: InvoiceFilters) =>
    navigate({ search: (now) => ({ ...now, ...change, page: undefined }), replace: true, resetScroll: false });
  const clear = () => navigate({ search: {}, replace: true, resetScroll: false });

  return (
    <>
      <PageHead
        title="Faturas abertas"
        actions={
          anticipates && (
            <Button leftSection={<IconPlus size={15} />} onClick={() => setAnticipating(true)}>
              Antecipar fatura
            </Button>
          )
        }
      />
      <Counters items={invoiceCounters(query)} />
      <InvoiceToolBar filters={filters} onChange={filter} onClear={clear} />
      <InvoiceTable
        query={query}
        filtered={Object.values(filters).some((value) => value !== undefined)}
        byDueDate={filters.status === undefined || filters.status === 'OPEN' || filters.status === 'LATE'}
        choice={generates ? choice : undefined}
        onOpen={show}
        onPage={(page) => navigate({ search: (now) => ({ ...now, page }) })}
        onClear={clear}
      />
      {choice.rows.length > 0 && (
        <BulkBar
          count={
            <>
              {choice.rows.length === 1 ? '1 selecionada' : `${choice.rows.length} selecionadas`}
              {' · '}
              {formatMoney(sum(choice.rows.map(({ amount }) => amount)))}
            </>
          }
          actions={[{ label: 'Gerar boletos', icon: IconBarcode, onClick: () => setGenerating(true) }]}
          onClear={choice.clear}
        />
      )}
      <Suspense>
        {open !== undefined && <InvoiceWindow key={open} id={open} onClose={() => show(undefined)} />}
        {generating && (
          <BatchWindow
            chosen={{
              invoices: choice.rows.map(({ id }) => id),
              amount: sum(choice.rows.map(({ amount }) => amount)),
            }}
            onClose={() => {
              setGenerating(false);
              choice.clear();
            }}
          />
        )}
        {anticipating && (
          <AnticipateDialog
            tenant={(field) => <ClientPicker {...field} first="TENANT" />}
            onClose={() => setAnticipating(false)}
            onIssued={(id) => {
              setAnticipating(false);
              show(id);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
