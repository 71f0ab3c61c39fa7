import { Button } from '@mantine/core';
import { searchId } from '@morada/contract/base/fields';
import { proposals } from '@morada/contract/lease/proposals';
import { ProposalSearch } from '@morada/contract/lease/proposals.search';
import { CONTRACT_STATUSES } from '@morada/domain/lease/contract-words';
import { IconCalendarStats, IconFileText } from '@tabler/icons-react';
import { createFileRoute, Link } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { AddContract } from '#web/features/contracts/add-contract.tsx';
import { askedOf, type ContractFilters, contractsQuery } from '#web/features/contracts/contract-queries.ts';
import { ENDINGS, READJUSTMENTS } from '#web/features/contracts/list/contract-filter-words.ts';
import { ContractList } from '#web/features/contracts/list/contract-list.tsx';
import { EntryKey } from '#web/features/transactions/entry-key.ts';
import { download } from '#web/lib/api/files.ts';
import { listOf } from '#web/lib/list.ts';
import { contractAccounts } from '#web/routes/-contract-accounts.tsx';
import { EntryWindow } from '#web/routes/-entry-window.tsx';
import { ImportButton } from '#web/routes/-import-button.tsx';
import { lazyWindow, usePreloadWhenIdle } from '#web/ui/base/lazy.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
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

export const Route = createFileRoute('/_app/contracts/')({
  staticData: {
    menu: { entry: 'Contratos', icon: IconFileText, key: 'o' },
    access: 'PROPOSAL_VIEW',
    list: listOf(Search, {
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
      open: 'place',
      accounts: 'place',
      record: 'place',
      tab: 'place',
    }),
  },
  validateSearch: Search,
  loaderDeps: ({ search: { open: _, accounts: __, tab: ___, record: ____, ...search } }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(contractsQuery(deps)),
  component: ContractsPage,
});

function ContractsPage() {
  const { open, accounts, tab, record: _record, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const onSearch = (changes: ContractFilters) =>
    navigate({ search: { ...search, page: undefined, ...changes }, replace: changes.page === undefined });
  usePreloadWhenIdle(ClientWindow);
  // Closing skips the navigation blocker: the dialog has already asked about unsaved changes.
  const show = (window: { open?: number | undefined; accounts?: number | undefined } = {}) =>
    navigate({
      search: { ...search, ...window },
      resetScroll: false,
      ignoreBlocker: Object.keys(window).length === 0,
    });
  return (
    <>
      <PageHead
        title="Contratos"
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
              onExport={(format) =>
                download(proposals.export, { params: { format }, query: { ...askedOf(search), page: undefined } })
              }
            />
          </>
        }
      />
      <ContractList
        search={search}
        onSearch={onSearch}
        onTenant={(client) => show({ open: client })}
        onAccounts={(id) => show({ accounts: id })}
      />
      <RecordFromUrl<number>>
        {(id) => (
          <ClientWindow
            id={id}
            tab={tab}
            onTab={(next) =>
              navigate({ search: { ...search, open: id, tab: next }, replace: true, resetScroll: false })
            }
            onClose={() => show()}
            accounts={contractAccounts}
          />
        )}
      </RecordFromUrl>
      <RecordFromUrl<number> param="accounts">
        {(id) => <ContractAccounts id={id} onClose={() => show()} />}
      </RecordFromUrl>
      <EntryWindow param="record" onClose={() => show({ open, accounts })} />
    </>
  );
}
