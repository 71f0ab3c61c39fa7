import { Button } from '@mantine/core';
import { searchId } from '@morada/contract/fields';
import { properties } from '@morada/contract/properties';
import { PropertySearch } from '@morada/contract/properties.search';
import { IconHome, IconPlus } from '@tabler/icons-react';
import { createFileRoute, Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import * as z from 'zod/mini';
import { PendingLink } from '#web/features/properties/pending-link.tsx';
import { PropertyList } from '#web/features/properties/property-list.tsx';
import { propertiesQuery } from '#web/features/properties/property-queries.ts';
import { download } from '#web/lib/files.ts';
import { may } from '#web/lib/session.ts';
import { ExportButton } from '#web/ui/export-button.tsx';
import { PageHead } from '#web/ui/page.tsx';
import { usePhone } from '#web/ui/use-phone.ts';
import { ImportButton } from './-import-button.tsx';

const windows = () => import('./-property-windows.tsx');
const PropertyWindow = lazy(() => windows().then(({ PropertyWindow }) => ({ default: PropertyWindow })));
const NewPropertyWindow = lazy(() => windows().then(({ NewPropertyWindow }) => ({ default: NewPropertyWindow })));

export const Route = createFileRoute('/_app/properties/')({
  staticData: { menu: { group: 'Carteira', label: 'Imóveis', icon: IconHome, order: 2 }, access: 'PROPERTY_VIEW' },
  validateSearch: z.extend(PropertySearch, { open: searchId, tab: z.catch(z.optional(z.string()), undefined) }),
  loaderDeps: ({ search: { open: _, tab: __, ...search } }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(propertiesQuery(deps)),
  component: Properties,
});

function Properties() {
  const { open, tab, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const [creating, setCreating] = useState(false);
  const phone = usePhone();
  // The dialog has asked before it closes.
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
        actions={
          <>
            <PendingLink />
            <ImportButton kind="properties" />
            <ExportButton onExport={(format) => download(properties.export, { params: { format }, query: search })} />
            {create && !phone && (
              <Button variant="default" renderRoot={(props) => <Link to="/properties/register" {...props} />}>
                Cadastro completo
              </Button>
            )}
            {create}
          </>
        }
      />
      <PropertyList
        search={search}
        onSearch={(next) => navigate({ search: next, replace: next.page === undefined })}
        onOpen={show}
        create={create}
      />
      <Suspense>
        {creating && (
          <NewPropertyWindow
            onClose={() => setCreating(false)}
            onCreated={(id) => {
              setCreating(false);
              show(id);
            }}
          />
        )}
        {open && (
          <PropertyWindow
            key={open}
            id={open}
            tab={tab}
            onTab={(next) => navigate({ search: { ...search, open, tab: next }, replace: true, resetScroll: false })}
            onClose={() => show()}
            onOpen={show}
          />
        )}
      </Suspense>
    </>
  );
}
