import { Button } from '@mantine/core';
import { PropertySearch } from '@morada/contract/properties.search';
import { IconHome, IconPlus } from '@tabler/icons-react';
import { createFileRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { NewPropertyDrawer } from '#web/features/properties/new-property-drawer.tsx';
import { PropertyList } from '#web/features/properties/property-list.tsx';
import { propertiesQuery } from '#web/features/properties/property-queries.ts';
import { may } from '#web/lib/session.ts';
import { PageHead } from '#web/ui/page.tsx';
import { usePhone } from '#web/ui/use-phone.ts';
import { OwnerField } from './-owner-field.tsx';

export const Route = createFileRoute('/_app/properties/')({
  staticData: { menu: { group: 'Carteira', label: 'Imóveis', icon: IconHome, order: 2 }, access: 'PROPERTY_VIEW' },
  validateSearch: PropertySearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(propertiesQuery(deps)),
  component: Properties,
});

function Properties() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const [creating, setCreating] = useState(false);
  const phone = usePhone();
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
          create && (
            <>
              {!phone && (
                <Button variant="default" renderRoot={(props) => <Link to="/properties/register" {...props} />}>
                  Cadastro completo
                </Button>
              )}
              {create}
            </>
          )
        }
      />
      <PropertyList search={search} onSearch={(next) => navigate({ search: next, replace: true })} create={create} />
      {creating && (
        <NewPropertyDrawer
          owner={(field) => <OwnerField {...field} />}
          onClose={() => setCreating(false)}
          onCreated={(id) => {
            setCreating(false);
            navigate({ to: '/properties/info/$id', params: { id: String(id) } });
          }}
        />
      )}
    </>
  );
}
