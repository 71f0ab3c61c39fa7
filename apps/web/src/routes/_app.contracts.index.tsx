import { searchId } from '@morada/contract/fields';
import { ProposalSearch } from '@morada/contract/proposals.search';
import { IconFileText } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { ClientDialog } from '#web/features/clients/client-dialog.tsx';
import { PropertyStatus } from '#web/features/properties/property-status.tsx';
import { AddProposal, ProposalList } from '#web/features/proposals/proposal-list.tsx';
import { type ProposalFilters, proposalsQuery } from '#web/features/proposals/proposal-queries.ts';
import { PageHead } from '#web/ui/page.tsx';
import { ImportButton } from './-import-button.tsx';

export const Route = createFileRoute('/_app/contracts/')({
  staticData: {
    menu: { group: 'Carteira', label: 'Contratos', icon: IconFileText, order: 3 },
    access: 'PROPOSAL_VIEW',
  },
  // `open` is the tenant whose register lies over the list.
  validateSearch: z.extend(ProposalSearch, { open: searchId, tab: z.catch(z.optional(z.string()), undefined) }),
  loaderDeps: ({ search: { open: _, tab: __, ...search } }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(proposalsQuery(deps)),
  component: ContractsPage,
});

function ContractsPage() {
  const { open, tab, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const onSearch = (changes: ProposalFilters) =>
    navigate({ search: { ...search, page: undefined, ...changes }, replace: changes.page === undefined });
  // The dialog has asked before it closes.
  const show = (client?: number) =>
    navigate({ search: { ...search, open: client }, resetScroll: false, ignoreBlocker: client === undefined });
  return (
    <>
      <PageHead
        title="Contratos"
        actions={
          <>
            <ImportButton kind="contracts" />
            <AddProposal />
          </>
        }
      />
      <ProposalList search={search} onSearch={onSearch} onTenant={show} />
      {open && (
        <ClientDialog
          key={open}
          id={open}
          tab={tab}
          onTab={(next) => navigate({ search: { ...search, open, tab: next }, replace: true, resetScroll: false })}
          onClose={() => show()}
          propertyStatus={(status) => <PropertyStatus status={status} />}
        />
      )}
    </>
  );
}
