import { FISCAL_READERS, FiscalYearSearch } from '@morada/contract/fiscal/fiscal.search';
import { IconUserOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { OwnerPage } from '#web/features/reform/owner-page.tsx';
import { reformOwnerQuery, reformYearQuery } from '#web/features/reform/reform-queries.ts';
import { isMissing } from '#web/lib/api/failure.ts';
import { listOf } from '#web/lib/list.ts';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { Select } from '#web/ui/input/select.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

export const Route = createFileRoute('/_app/fiscal/reform/$id')({
  staticData: { access: FISCAL_READERS, list: listOf(FiscalYearSearch, { year: 'place' }) },
  validateSearch: FiscalYearSearch,
  loaderDeps: ({ search: { year } }) => ({ year }),
  loader: ({ context, params, deps: { year } }) => {
    void context.queryClient.prefetchQuery(reformOwnerQuery(Number(params.id), year));
    void context.queryClient.prefetchQuery(reformYearQuery(year));
  },
  component: ReformOwner,
});

function ReformOwner() {
  const id = Number(Route.useParams().id);
  const { year } = Route.useSearch();
  const navigate = Route.useNavigate();
  const query = useQuery(reformOwnerQuery(id, year));
  const { data: years } = useQuery({ ...reformYearQuery(year), select: (found) => found.years });
  if (isMissing(query.error)) {
    return (
      <>
        <PageHead title="Proprietário" breadcrumbs={[{ label: 'Radar da reforma', to: '/fiscal/reform' }]} />
        <EmptyState
          icon={IconUserOff}
          title="Não encontramos este proprietário no radar"
          below="Só pessoas físicas estão nele: uma empresa já é contribuinte."
        />
      </>
    );
  }
  return (
    <QueryBoundary query={query} what="o proprietário" lines={12}>
      {(owner) => (
        <OwnerPage
          key={`${owner.id} ${owner.year}`}
          owner={owner}
          period={
            <Select
              aria-label="Ano"
              size="xs"
              w={96}
              allowDeselect={false}
              data={(years ?? [owner.year]).map(String)}
              value={String(owner.year)}
              onChange={(chosen) => chosen && navigate({ search: { year: Number(chosen) }, replace: true })}
            />
          }
        />
      )}
    </QueryBoundary>
  );
}
