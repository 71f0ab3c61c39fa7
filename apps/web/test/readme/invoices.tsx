import { searchId } from '@morada/contract/base/fields';
import { type InvoiceRow, invoices } from '@morada/contract/money/invoices';
import { INVOICE_READERS, InvoiceSearch } from '@morada/contract/money/invoices.search';
import { formatDate } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { IconReceipt, IconReceiptOff } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { pageQuery } from '#web/lib/api/query.ts';
import { listOf, withoutPlaces } from '#web/lib/list.ts';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { ToolBar } from '#web/ui/list/tool-bar.tsx';
import { useListPage } from '#web/ui/list/use-list-page.ts';
import { RecordFromUrl } from '#web/ui/overlay/record-from-url.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

// A window's code comes when it is opened.
const InvoiceWindow = lazyWindow(
  () => import('./invoice-window.tsx'),
  ({ InvoiceWindow }) => InvoiceWindow,
);

// The contract's filters, and the record that lies open.
const Search = z.extend(InvoiceSearch, { open: searchId });

// How each param is shown; a `place` narrows nothing.
const LIST = listOf(Search, {
  query: 'search',
  id: 'id',
  month: { label: 'Vencimento' },
  status: { label: 'Situação', usual: 'OPEN', off: 'ALL' },
  open: 'place',
});

const pageOf = (search: z.output<typeof InvoiceSearch>) => pageQuery(invoices.list, { query: search });

export const Route = createFileRoute('/_app/financial/invoices')({
  staticData: {
    menu: { entry: 'Faturas', icon: IconReceipt },
    access: INVOICE_READERS,
    list: LIST,
  },
  validateSearch: Search,
  loaderDeps: ({ search }) => withoutPlaces(LIST, search),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(pageOf(deps)),
  component: Invoices,
});

// `phone` places a column in a row of the phone.
const COLUMNS: Column<InvoiceRow>[] = [
  { title: 'ID', cell: ({ id }) => id, kind: 'id' },
  { title: 'Inquilino', cell: ({ user }) => user.name, kind: 'main', phone: 'main' },
  { title: 'Vencimento', cell: ({ due_date }) => formatDate(due_date), phone: 'below' },
  { title: 'Valor', cell: ({ amount }) => formatMoney(amount), kind: 'number', phone: 'amount' },
];

function Invoices() {
  const list = useListPage(LIST, pageOf);
  return (
    <>
      <PageHead title="Faturas abertas" />
      <ToolBar
        search={{
          label: 'Inquilino ou imóvel',
          value: list.filters.query,
          onSearch: (query) => list.filter({ query }),
        }}
      />
      <DataTable
        what="as faturas"
        {...list.table}
        columns={COLUMNS}
        open={{ name: ({ id }) => `fatura ${id}`, onOpen: ({ id }) => list.show(id) }}
        empty={<EmptyState icon={IconReceiptOff} title="Nenhuma fatura com estes filtros" />}
      />
      <RecordFromUrl<number>>{(id) => <InvoiceWindow id={id} onClose={list.close} />}</RecordFromUrl>
    </>
  );
}
