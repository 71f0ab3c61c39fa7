import { exported } from '@morada/contract/base/export';
import { searchId } from '@morada/contract/base/fields';
import { BULK_ACCESS } from '@morada/contract/desk/bulk.access';
import { FISCAL_READERS } from '@morada/contract/fiscal/fiscal.search';
import { rehearsal } from '@morada/contract/fiscal/fiscal-rehearsal';
import { RehearsalSearch } from '@morada/contract/fiscal/fiscal-rehearsal.search';
import { LEASE_TAX_MODES, type LeaseTaxMode } from '@morada/domain/lease/lease-tax-modes';
import { IconReceipt, IconReceiptTax, IconTestPipe } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { useBulk } from '#web/features/bulk/bulk-provider.tsx';
import { RehearsalFields, RehearsalFilters } from '#web/features/rehearsal/rehearsal-fields.tsx';
import { rehearsalQuery, rehearsalTotalsQuery } from '#web/features/rehearsal/rehearsal-queries.ts';
import { RehearsalTable } from '#web/features/rehearsal/rehearsal-table.tsx';
import { monthsWord, notesOf, rehearsalCounters } from '#web/features/rehearsal/rehearsal-words.ts';
import { download } from '#web/lib/api/files.ts';
import { listOf, withoutPlaces } from '#web/lib/list.ts';
import { may } from '#web/lib/session/session.ts';
import { compact } from '#web/ui/base/actions.tsx';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Counters } from '#web/ui/list/counters.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { SelectionBar } from '#web/ui/list/selection-bar.tsx';
import { ToolBar } from '#web/ui/list/tool-bar.tsx';
import { useListPage } from '#web/ui/list/use-list-page.ts';
import { useSelection } from '#web/ui/list/use-selection.ts';
import { RecordFromUrl } from '#web/ui/overlay/record-from-url.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

const RehearsalWindow = lazyWindow(
  () => import('#web/features/rehearsal/rehearsal-window.tsx'),
  ({ RehearsalWindow }) => RehearsalWindow,
);

const Search = z.extend(RehearsalSearch, { open: searchId });

const LIST = listOf(Search, {
  query: 'search',
  cbs: 'own',
  ibs: 'own',
  owners: { label: 'Proprietários', words: { RADAR: 'com os do radar' } },
  mode: {
    label: 'No contrato',
    words: { ON_TOP: LEASE_TAX_MODES.ON_TOP.name, INCLUDED: LEASE_TAX_MODES.INCLUDED.name },
  },
  open: 'place',
});

export const Route = createFileRoute('/_app/fiscal/rehearsal')({
  validateSearch: Search,
  loaderDeps: ({ search }) => withoutPlaces(LIST, search),
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(rehearsalQuery(deps));
    void context.queryClient.prefetchQuery(rehearsalTotalsQuery(deps));
  },
  staticData: {
    menu: { entry: 'Impostos', label: 'Ensaio de 2027', tab: 4, icon: IconTestPipe, begun: 'reform' },
    access: FISCAL_READERS,
    list: LIST,
  },
  component: RehearsalPage,
});

function RehearsalPage() {
  const list = useListPage(LIST, rehearsalQuery);
  const { filters, filter, query } = list;
  const choice = useSelection(list);
  const { ask } = useBulk();
  const changes = may(BULK_ACCESS['lease-tax'].act);
  const agree = (lease_tax: LeaseTaxMode) => () =>
    ask({ action: 'lease-tax', chosen: choice.asked, options: { lease_tax }, onStarted: choice.clear });
  const found = query.data;
  const { data: sums, isError } = useQuery(rehearsalTotalsQuery(filters));
  return (
    <>
      <PageHead
        title="Ensaio de 2027"
        terms={['reform', 'socialReducer']}
        below={found ? monthsWord(found) : 'Os últimos doze meses fechados, como seriam com IBS e CBS'}
        actions={
          <ExportButton onExport={(format) => download(rehearsal.export, { params: { format }, query: filters })} />
        }
      />
      <Counters items={rehearsalCounters(sums?.totals ?? (isError ? null : undefined))} />
      <ToolBar
        search={{
          label: 'Inquilino ou proprietário',
          value: filters.query,
          onSearch: (text) => filter({ query: text }),
        }}
        inSight={<RehearsalFields search={filters} rates={found?.rates} onSearch={filter} />}
        filters={<RehearsalFilters search={filters} onSearch={filter} />}
      />
      <SelectionBar
        selection={choice}
        found={list.found}
        actions={compact(
          changes && { label: 'Imposto por fora', icon: IconReceiptTax, onClick: agree('ON_TOP') },
          changes && { label: 'Imposto incluído', icon: IconReceipt, onClick: agree('INCLUDED') },
        )}
        onExport={(format) =>
          download(rehearsal.export, { params: { format }, query: { ...filters, ...exported(choice.asked) } })
        }
      />
      <RehearsalTable list={list} choice={choice} />
      {sums && <Callout tone="known">{notesOf(sums)}</Callout>}
      <RecordFromUrl<number>>{(id) => <RehearsalWindow id={id} search={filters} onClose={list.close} />}</RecordFromUrl>
    </>
  );
}
