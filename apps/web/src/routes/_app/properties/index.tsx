import { Button } from '@mantine/core';
import { exported } from '@morada/contract/base/export';
import { searchId } from '@morada/contract/base/fields';
import { BULK_ACCESS } from '@morada/contract/desk/bulk.access';
import { properties } from '@morada/contract/registry/properties';
import { PropertySearch } from '@morada/contract/registry/properties.search';
import { LOCATIONS } from '@morada/domain/property/property-words';
import { IconCircleCheck, IconCircleOff, IconHome, IconPlus, IconShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { propertiesQuery, type Row } from '#web/entities/property/property-queries.ts';
import { useBulk } from '#web/features/bulk/bulk-provider.tsx';
import { ORDERS, SITUATIONS, TRANSACTIONS } from '#web/features/properties/list/property-filter-words.ts';
import { PropertyList } from '#web/features/properties/list/property-list.tsx';
import { useShareListings } from '#web/features/properties/list/share-listings.ts';
import { PendingLink } from '#web/features/properties/parts/pending-link.tsx';
import { download } from '#web/lib/api/files.ts';
import { listOf } from '#web/lib/list.ts';
import { may } from '#web/lib/session/session.ts';
import { ImportButton } from '#web/routes/-import-button.tsx';
import { compact } from '#web/ui/base/actions.tsx';
import { lazyWindow, usePreloadWhenIdle } from '#web/ui/base/lazy.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { SelectionBar } from '#web/ui/list/selection-bar.tsx';
import { useSelection } from '#web/ui/list/use-selection.ts';
import { RecordFromUrl } from '#web/ui/overlay/record-from-url.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

const PropertyWindow = lazyWindow(
  () => import('#web/features/properties/record/property-window.tsx'),
  (window) => window.PropertyWindow,
);
const NewPropertyWindow = lazyWindow(
  () => import('#web/features/properties/form/new-property-window.tsx'),
  (window) => window.NewPropertyWindow,
);

const Search = z.extend(PropertySearch, { open: searchId, tab: z.catch(z.optional(z.string()), undefined) });

export const Route = createFileRoute('/_app/properties/')({
  staticData: {
    menu: { entry: 'Imóveis', icon: IconHome, key: 'i' },
    access: 'PROPERTY_VIEW',
    list: listOf(Search, {
      query: 'search',
      id: 'id',
      transaction: { label: 'Transação', words: TRANSACTIONS, off: 'ALL' },
      category: { label: 'Categoria', words: LOCATIONS },
      available: { label: 'Situação', words: SITUATIONS, off: 'ALL' },
      order: { label: 'Ordem', words: ORDERS, off: 'id:desc' },
      open: 'place',
      tab: 'place',
    }),
  },
  validateSearch: Search,
  loaderDeps: ({ search: { open: _, tab: __, ...search } }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(propertiesQuery(deps)),
  component: Properties,
});

function Properties() {
  const search = Route.useSearch({ select: withoutPlace, structuralSharing: true });
  const navigate = Route.useNavigate();
  const [creating, setCreating] = useState(false);
  const { page: _, ...filters } = search;
  const { data } = useQuery(propertiesQuery(search));
  const choice = useSelection<Row, typeof filters>(filters, data?.total);
  const { ask } = useBulk();
  const { count: listed, share } = useShareListings(choice, filters);
  const becomes = may(BULK_ACCESS['property-status'].act);
  const become = (status: 'AVAILABLE' | 'UNAVAILABLE') => () =>
    ask({ action: 'property-status', chosen: choice.asked, options: { status }, onStarted: choice.clear });
  usePreloadWhenIdle(PropertyWindow);
  // Closing skips the navigation blocker: the dialog has already asked about unsaved changes.
  const show = (id?: number) =>
    navigate({ search: { ...search, open: id }, resetScroll: false, ignoreBlocker: id === undefined });
  const create = may('PROPERTY_CREATE') && (
    <Button leftSection={<IconPlus size={15} />} onClick={() => setCreating(true)}>
      Novo imóvel
    </Button>
  );
  return (
    <>
      <PageHead
        title="Imóveis"
        primary={create}
        actions={
          <>
            <PendingLink />
            <ImportButton kind="properties" />
            <ExportButton onExport={(format) => download(properties.export, { params: { format }, query: search })} />
            {create && (
              <Button variant="default" renderRoot={(props) => <Link to="/properties/register" {...props} />}>
                Cadastro completo
              </Button>
            )}
          </>
        }
      />
      <PropertyList
        search={search}
        onSearch={(next) => navigate({ search: next, replace: next.page === undefined })}
        onOpen={show}
        create={create}
        choice={choice}
        bar={
          <SelectionBar
            selection={choice}
            found={data?.total}
            note={leftOut(choice.count, listed)}
            actions={compact(
              listed > 0 && {
                label: listed === 1 ? 'Compartilhar 1 anúncio' : `Compartilhar ${listed} anúncios`,
                icon: IconShare,
                onClick: share,
              },
              becomes && { label: 'Disponível', icon: IconCircleCheck, onClick: become('AVAILABLE') },
              becomes && { label: 'Indisponível', icon: IconCircleOff, onClick: become('UNAVAILABLE') },
            )}
            onExport={(format) =>
              download(properties.export, { params: { format }, query: { ...filters, ...exported(choice.asked) } })
            }
          />
        }
      />
      {creating && (
        <NewPropertyWindow
          onClose={() => setCreating(false)}
          onCreated={(id) => {
            setCreating(false);
            show(id);
          }}
        />
      )}
      <RecordFromUrl<number>>{(id) => <OpenedProperty id={id} onOpen={show} />}</RecordFromUrl>
    </>
  );
}

const withoutPlace = ({ open: _, tab: __, ...search }: z.output<typeof Search>) => search;

function OpenedProperty({ id, onOpen }: { id: number; onOpen: (id?: number) => void }) {
  const tab = Route.useSearch({ select: ({ tab }) => tab });
  const navigate = Route.useNavigate();
  return (
    <PropertyWindow
      id={id}
      tab={tab}
      onTab={(next) => navigate({ search: (now) => ({ ...now, tab: next }), replace: true, resetScroll: false })}
      onClose={() => onOpen()}
      onOpen={onOpen}
    />
  );
}

/** How many of the chosen ones have no page to share. */
function leftOut(count: number, listed: number): string | undefined {
  if (listed === count) return undefined;
  if (listed === 0) return count === 1 ? 'sem anúncio' : 'nenhum com anúncio';
  return `${count - listed} sem anúncio`;
}
