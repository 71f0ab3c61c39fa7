import { Button } from '@mantine/core';
import { searchId } from '@morada/contract/base/fields';
import { proposals } from '@morada/contract/lease/proposals';
import { ProposalSearch } from '@morada/contract/lease/proposals.search';
import { CONTRACT_STATUSES } from '@morada/domain/lease/contract-words';
import { IconCalendarStats, IconFileText } from '@tabler/icons-react';
import { createFileRoute, Link } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { AddContract } from '#web/features/contracts/add-contract.tsx';
import { askedOf, contractsQuery } from '#web/features/contracts/contract-queries.ts';
import { ENDINGS, READJUSTMENTS, TRANSACTIONS } from '#web/features/contracts/list/contract-filter-words.ts';
import { ContractList } from '#web/features/contracts/list/contract-list.tsx';
import { EntryKey } from '#web/features/transactions/entry-key.ts';
import { download } from '#web/lib/api/files.ts';
import { listOf, withoutPlaces } from '#web/lib/list.ts';
import { today } from '#web/lib/today.ts';
import { contractAccounts } from '#web/routes/-contract-accounts.tsx';
import { EntryWindow } from '#web/routes/-entry-window.tsx';
import { ImportButton } from '#web/routes/-import-button.tsx';
import { lazyWindow, usePreloadWhenIdle } from '#web/ui/base/lazy.tsx';
import { PeriodPicker, spanIn } from '#web/ui/input/period-picker.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { CLOSED, useListPage } from '#web/ui/list/use-list-page.ts';
import { RecordFromUrl } from '#web/ui/overlay/record-from-url.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

const ClientWindow = lazyWindow(
  () => import('#web/features/clients/record/client-window.tsx'),
  ({ ClientWindow }) => ClientWindow,
);
const ContractAccounts = lazyWindow(
  () => import('#web/features/contracts/record/contract-accounts.tsx'),
  ({ ContractAccounts }) => ContractAccounts,
);

// Over the list lies the register of the tenant `open`, or the accounts of the contract `accounts`, and over these the
// invoice or transfer `record`.
const Search = z.extend(ProposalSearch, {
  open: searchId,
  accounts: searchId,
  record: EntryKey,
  tab: z.catch(z.optional(z.string()), undefined),
});

const LIST = listOf(Search, {
  query: 'search',
  id: 'id',
  // An ID finds its contract whatever its status.
  status: {
    label: 'Situação',
    words: { ALL: 'Todos', ...CONTRACT_STATUSES },
    usual: 'APPROVED',
    off: 'ALL',
    yieldsTo: 'id',
  },
  readjustment: { label: 'Reajuste', words: READJUSTMENTS },
  ending: { label: 'Término', words: ENDINGS },
  transaction: { label: 'Tipo', words: TRANSACTIONS },
  start: 'period',
  end: 'period',
  open: 'place',
  accounts: 'place',
  record: 'place',
  tab: 'place',
});

export const Route = createFileRoute('/_app/contracts/')({
  staticData: {
    menu: { entry: 'Contratos', icon: IconFileText, key: 'o' },
    access: 'PROPOSAL_VIEW',
    list: LIST,
  },
  validateSearch: Search,
  loaderDeps: ({ search }) => withoutPlaces(LIST, search),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(contractsQuery(deps)),
  component: ContractsPage,
});

function ContractsPage() {
  const tab = Route.useSearch({ select: (search) => search.tab });
  const list = useListPage(LIST, contractsQuery);
  const { filters } = list;
  const closed = spanIn(filters);
  usePreloadWhenIdle(ClientWindow);
  return (
    <>
      <PageHead
        title="Contratos"
        // Only who comes from the figures of a period has one.
        period={
          closed && (
            <PeriodPicker
              value={closed}
              usual="Qualquer data"
              max={today()}
              onChange={(span) => list.filter({ start: span?.start, end: span?.end })}
            />
          )
        }
        primary={<AddContract />}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconCalendarStats size={15} />}
              renderRoot={(props) => <Link to="/contracts/readjustments" {...props} />}
            >
              Reajustes do mês
            </Button>
            <ImportButton kind="contracts" />
            <ExportButton
              onExport={(format) => download(proposals.export, { params: { format }, query: askedOf(filters) })}
            />
          </>
        }
      />
      <ContractList list={list} onAccounts={(accounts) => list.go({ accounts })} />
      <RecordFromUrl<number>>
        {(id) => (
          <ClientWindow
            id={id}
            tab={tab}
            onTab={(next) => list.go({ tab: next }, { replace: true })}
            onClose={list.close}
            accounts={contractAccounts}
          />
        )}
      </RecordFromUrl>
      <RecordFromUrl<number> param="accounts">
        {(id) => <ContractAccounts id={id} onClose={() => list.go({ accounts: undefined }, CLOSED)} />}
      </RecordFromUrl>
      <EntryWindow param="record" onClose={() => list.go({ record: undefined }, CLOSED)} />
    </>
  );
}
