import { Button } from '@mantine/core';
import { exported } from '@morada/contract/base/export';
import { searchId } from '@morada/contract/base/fields';
import { BULK_ACCESS } from '@morada/contract/desk/bulk.access';
import { properties } from '@morada/contract/registry/properties';
import { PropertySearch } from '@morada/contract/registry/properties.search';
import { LOCATIONS } from '@morada/domain/property/property-words';
import { IconCircleCheck, IconCircleOff, IconHome, IconPlus, IconShare } from '@tabler/icons-react';
import { createFileRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { propertiesQuery } from '#web/entities/property/property-queries.ts';
import { useBulk } from '#web/features/bulk/bulk-provider.tsx';
import { ORDERS, SITUATIONS, TRANSACTIONS } from '#web/features/properties/list/property-filter-words.ts';
import { PropertyList } from '#web/features/properties/list/property-list.tsx';
import { useShareListings } from '#web/features/properties/list/share-listings.ts';
import { PendingLink } from '#web/features/properties/parts/pending-link.tsx';
import type { PropertyWindowProps } from '#web/features/properties/record/property-window.tsx';
import { download } from '#web/lib/api/files.ts';
import { listOf, withoutPlaces } from '#web/lib/list.ts';
import { may } from '#web/lib/session/session.ts';
import { ImportButton } from '#web/routes/-import-button.tsx';
import { compact } from '#web/ui/base/actions.tsx';
import { lazyWindow, usePreloadWhenIdle } from '#web/ui/base/lazy.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { SelectionBar } from '#web/ui/list/selection-bar.tsx';
import { useListPage } from '#web/ui/list/use-list-page.ts';
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

const LIST = listOf(Search, {
  query: 'search',
  id: 'id',
  transaction: { label: 'Transação', words: TRANSACTIONS, off: 'ALL' },
  category: { label: 'Categoria', words: LOCATIONS },
  available: { label: 'Situação', words: SITUATIONS, off: 'ALL' },
  order: { label: 'Ordem', words: ORDERS, off: 'id:desc' },
  open: 'place',
  tab: 'place',
});

export const Route = createFileRoute('/_app/properties/')({
  staticData: {
    menu: { entry: 'Imóveis', icon: IconHome, key: 'i' },
    access: 'PROPERTY_VIEW',
    list: LIST,
  },
  validateSearch: Search,
  loaderDeps: ({ search }) => withoutPlaces(LIST, search),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(propertiesQuery(deps)),
  component: Properties,
});

function Properties() {
  const list = useListPage(LIST, propertiesQuery);
  const { filters, found, show } = list;
  const [creating, setCreating] = useState(false);
  const choice = useSelection(list);
  const { ask } = useBulk();
  const { count: listed, share } = useShareListings(choice, filters);
  const becomes = may(BULK_ACCESS['property-status'].act);
  const become = (status: 'AVAILABLE' | 'UNAVAILABLE') => () =>
    ask({ action: 'property-status', chosen: choice.asked, options: { status }, onStarted: choice.clear });
  usePreloadWhenIdle(PropertyWindow);
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
            <ExportButton onExport={(format) => download(properties.export, { params: { format }, query: filters })} />
            {create && (
              <Button variant="default" renderRoot={(props) => <Link to="/properties/register" {...props} />}>
                Cadastro completo
              </Button>
            )}
          </>
        }
      />
      <PropertyList
        list={list}
        create={create}
        choice={choice}
        bar={
          <SelectionBar
            selection={choice}
            found={found}
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
      <RecordFromUrl<number>>
        {(id) => (
          <OpenedProperty
            id={id}
            onOpen={show}
            onClose={list.close}
            onTab={(tab) => list.go({ tab }, { replace: true })}
          />
        )}
      </RecordFromUrl>
    </>
  );
}

type OpenedPropertyProps = Omit<PropertyWindowProps, 'tab'>;

function OpenedProperty(window: OpenedPropertyProps) {
  const tab = Route.useSearch({ select: ({ tab }) => tab });
  return <PropertyWindow {...window} tab={tab} />;
}

/** How many of the chosen ones have no page to share. */
function leftOut(count: number, listed: number): string | undefined {
  if (listed === count) return undefined;
  if (listed === 0) return count === 1 ? 'sem anúncio' : 'nenhum com anúncio';
  return `${count - listed} sem anúncio`;
}
