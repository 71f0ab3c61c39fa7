import { searchId } from '@morada/contract/base/fields';
import { BULK_ACCESS } from '@morada/contract/desk/bulk.access';
import type { LateRow } from '@morada/contract/money/finance';
import { LATE_READERS, LateSearch } from '@morada/contract/money/finance.search';
import { sum } from '@morada/domain/base/money';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useBulk } from '#web/features/bulk/bulk-provider.tsx';
import { lateCounters } from '#web/features/late-payments/late-counters.ts';
import { lateQuery, saveLate } from '#web/features/late-payments/late-queries.ts';
import { LateTable } from '#web/features/late-payments/late-table.tsx';
import { listOf, withoutPlaces } from '#web/lib/list.ts';
import { may } from '#web/lib/session/session.ts';
import { compact } from '#web/ui/base/actions.tsx';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { Counters } from '#web/ui/list/counters.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { SelectionBar } from '#web/ui/list/selection-bar.tsx';
import { ToolBar } from '#web/ui/list/tool-bar.tsx';
import { useListPage } from '#web/ui/list/use-list-page.ts';
import { useSelection } from '#web/ui/list/use-selection.ts';
import { RecordFromUrl } from '#web/ui/overlay/record-from-url.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

const InvoiceWindow = lazyWindow(
  () => import('#web/routes/-invoice-window.tsx'),
  ({ InvoiceWindow }) => InvoiceWindow,
);
const LateMessageWindow = lazyWindow(
  () => import('#web/features/late-payments/late-message-window.tsx'),
  ({ LateMessageWindow }) => LateMessageWindow,
);
const OfferWindow = lazyWindow(
  () => import('#web/features/debt-agreements/offer-window.tsx'),
  ({ OfferWindow }) => OfferWindow,
);
const LateLinkWindow = lazyWindow(
  () => import('#web/features/late-payments/late-link-window.tsx'),
  ({ LateLinkWindow }) => LateLinkWindow,
);

const Search = z.extend(LateSearch, { open: searchId });

const LIST = listOf(Search, { query: 'search', open: 'place' });

export const Route = createFileRoute('/_app/financial/shall')({
  validateSearch: Search,
  loaderDeps: ({ search }) => withoutPlaces(LIST, search),
  loader: ({ context, deps }) => {
    context.queryClient.prefetchQuery(lateQuery(deps));
  },
  staticData: {
    menu: { entry: 'Cobrança', label: 'Inadimplências', tab: 1, icon: IconAlertTriangle, key: 'a' },
    access: LATE_READERS,
    list: LIST,
  },
  component: LatePaymentsPage,
});

function LatePaymentsPage() {
  const list = useListPage(LIST, lateQuery);
  const { filters, found, query } = list;
  const navigate = Route.useNavigate();
  const [writing, setWriting] = useState<LateRow>();
  const [linking, setLinking] = useState<LateRow>();
  const [agreeing, setAgreeing] = useState<LateRow>();
  const choice = useSelection(list);
  const { ask } = useBulk();

  return (
    <>
      <PageHead
        title="Inadimplências"
        terms={['defaulting', 'late']}
        below="Faturas vencidas, com a multa e os juros de hoje"
        actions={<ExportButton onExport={(format) => saveLate(format, filters)} />}
      />
      <Counters items={lateCounters(query)} />
      <ToolBar
        search={{
          label: 'Inquilino, imóvel ou documento',
          value: filters.query,
          onSearch: (query) => list.filter({ query }),
        }}
      />
      <LateTable
        list={list}
        onWrite={setWriting}
        onLink={setLinking}
        onAgree={(row) =>
          row.debt_agreement_id === null
            ? setAgreeing(row)
            : navigate({ to: '/financial/agreements', search: { open: row.debt_agreement_id } })
        }
        choice={choice}
      />
      <SelectionBar
        selection={choice}
        found={found}
        feminine
        amount={sum(choice.rows.map(({ total }) => total))}
        actions={compact(
          may(BULK_ACCESS['late-settle'].act) && {
            label: 'Dar baixa',
            icon: IconCircleCheck,
            onClick: () => ask({ action: 'late-settle', chosen: choice.asked, onStarted: choice.clear }),
          },
        )}
        onExport={(format) => saveLate(format, filters, choice.asked)}
      />
      <RecordFromUrl<number>>{(id) => <InvoiceWindow id={id} onClose={list.close} />}</RecordFromUrl>
      {agreeing && (
        <OfferWindow
          contract={agreeing.proposal.id}
          onClose={() => setAgreeing(undefined)}
          onOffered={(id) => navigate({ to: '/financial/agreements', search: { open: id } })}
        />
      )}
      {linking && <LateLinkWindow row={linking} onClose={() => setLinking(undefined)} />}
      {writing && <LateMessageWindow row={writing} onClose={() => setWriting(undefined)} />}
    </>
  );
}
