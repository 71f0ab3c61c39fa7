import { ProposalSearch } from '@morada/contract/proposals';
import { IconFileText } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { AddProposal, ProposalList } from '#web/features/proposals/proposal-list.tsx';
import { type ProposalFilters, proposalsQuery } from '#web/features/proposals/proposal-queries.ts';
import { PageHead } from '#web/ui/page.tsx';

export const Route = createFileRoute('/_app/contracts/')({
  staticData: {
    menu: { group: 'Carteira', label: 'Contratos', icon: IconFileText, order: 3 },
    access: 'PROPOSAL_VIEW',
  },
  validateSearch: ProposalSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    context.queryClient.prefetchQuery(proposalsQuery(deps));
  },
  component: ContractsPage,
});

function ContractsPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const onSearch = (changes: ProposalFilters) =>
    navigate({ search: { ...search, page: undefined, ...changes }, replace: changes.page === undefined });
  return (
    <>
      <PageHead title="Contratos" actions={<AddProposal />} />
      <ProposalList search={search} onSearch={onSearch} />
    </>
  );
}
