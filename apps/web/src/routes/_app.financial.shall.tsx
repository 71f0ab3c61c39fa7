import { searchId } from '@morada/contract/fields';
import type { LateRow } from '@morada/contract/finance';
import { LATE_READERS, LateSearch } from '@morada/contract/finance.search';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import * as z from 'zod/mini';
import { lateCounters } from '#web/features/late-payments/late-counters.ts';
import { lateQuery } from '#web/features/late-payments/late-queries.ts';
import { LateTable } from '#web/features/late-payments/late-table.tsx';
import { Counters } from '#web/ui/counters.tsx';
import { PageHead } from '#web/ui/page.tsx';
import { ToolBar } from '#web/ui/tool-bar.tsx';

const InvoiceWindow = lazy(() =>
  import('./-invoice-window.tsx').then(({ InvoiceWindow }) => ({ default: InvoiceWindow })),
);
const LateMessageDialog = lazy(() =>
  import('#web/features/late-payments/late-message-dialog.tsx').then(({ LateMessageDialog }) => ({
    default: LateMessageDialog,
  })),
);

export const Route = createFileRoute('/_app/financial/shall')({
  validateSearch: z.extend(LateSearch, { open: searchId }),
  loaderDeps: ({ search: { open: _, ...search } }) => search,
  loader: ({ context, deps }) => {
    context.queryClient.prefetchQuery(lateQuery(deps));
  },
  staticData: {
    menu: { group: 'Financeiro', label: 'Inadimplências', icon: IconAlertTriangle, order: 5 },
    access: LATE_READERS,
  },
  component: LatePaymentsPage,
});

function LatePaymentsPage() {
  const { open, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const query = useQuery(lateQuery(search));
  const [writing, setWriting] = useState<LateRow>();

  const show = (id: number | undefined) => navigate({ search: (now) => ({ ...now, open: id }), resetScroll: false });
  const find = (text: string | undefined) =>
    navigate({ search: (now) => ({ ...now, query: text, page: undefined }), replace: true, resetScroll: false });

  return (
    <>
      <PageHead title="Inadimplências" below="Faturas vencidas, com a multa e os juros de hoje" />
      <Counters items={lateCounters(query)} />
      <ToolBar search={{ label: 'Inquilino, imóvel ou documento', value: search.query, onSearch: find }} />
      <LateTable
        query={{ ...query, data: query.data && { ...query.data, total: query.data.found } }}
        searched={search.query !== undefined}
        onOpen={show}
        onWrite={setWriting}
        onPage={(page) => navigate({ search: (now) => ({ ...now, page }) })}
        onClear={() => find(undefined)}
      />
      <Suspense>
        {open !== undefined && <InvoiceWindow key={open} id={open} onClose={() => show(undefined)} />}
        {writing && <LateMessageDialog row={writing} onClose={() => setWriting(undefined)} />}
      </Suspense>
    </>
  );
}
