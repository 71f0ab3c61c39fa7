import { RequestSearch } from '@morada/contract/registry/properties.search';
import { propertyRequests } from '@morada/contract/registry/property-requests';
import { IconHomeCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { requestsQuery } from '#web/entities/property/request-queries.ts';
import { PropertyRequests } from '#web/features/properties/list/property-requests.tsx';
import { download } from '#web/lib/api/files.ts';
import { listOf } from '#web/lib/list.ts';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { useListPage } from '#web/ui/list/use-list-page.ts';
import { PageHead } from '#web/ui/page/page.tsx';

/** Every pending property, whatever the list is narrowed down to. */
const useRequestCount = () => useQuery(requestsQuery({})).data?.total;

const LIST = listOf(RequestSearch, { query: 'search', state: 'own' });

export const Route = createFileRoute('/_app/properties/requests')({
  staticData: {
    menu: { entry: 'Imóveis', label: 'Imóveis pendentes', tab: 1, icon: IconHomeCheck, useCount: useRequestCount },
    access: 'PROPERTY_REQUEST_VIEW',
    list: LIST,
  },
  validateSearch: RequestSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(requestsQuery(deps)),
  component: Requests,
});

function Requests() {
  const list = useListPage(LIST, requestsQuery);
  return (
    <>
      <PageHead
        title="Imóveis pendentes"
        below="Oferecidos pelo site."
        actions={
          <ExportButton
            onExport={(format) => download(propertyRequests.export, { params: { format }, query: list.filters })}
          />
        }
      />
      <PropertyRequests list={list} />
    </>
  );
}
