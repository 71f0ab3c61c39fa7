import { Button } from '@mantine/core';
import { ClientSearch } from '@morada/contract/clients.search';
import { searchId } from '@morada/contract/fields';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { createFileRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { ClientDialog } from '#web/features/clients/client-dialog.tsx';
import { ClientList } from '#web/features/clients/client-list.tsx';
import { clientsQuery, saveList } from '#web/features/clients/client-queries.ts';
import { NewClientDrawer } from '#web/features/clients/new-client-drawer.tsx';
import { PropertyStatus } from '#web/features/properties/property-status.tsx';
import { may } from '#web/lib/session.ts';
import { ExportButton } from '#web/ui/export-button.tsx';
import { PageHead } from '#web/ui/page.tsx';
import { usePhone } from '#web/ui/use-phone.ts';
import { ImportButton } from './-import-button.tsx';

export const Route = createFileRoute('/_app/clients/')({
  staticData: { menu: { group: 'Carteira', label: 'Clientes', icon: IconUsers, order: 1 }, access: 'CLIENT_VIEW' },
  validateSearch: z.extend(ClientSearch, { open: searchId, tab: z.catch(z.optional(z.string()), undefined) }),
  loaderDeps: ({ search: { open: _, tab: __, ...search } }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(clientsQuery(deps)),
  component: Clients,
});

function Clients() {
  const { open, tab, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const [creating, setCreating] = useState(false);
  const phone = usePhone();
  // The dialog has asked before it closes.
  const show = (id?: number) =>
    navigate({ search: { ...search, open: id }, resetScroll: false, ignoreBlocker: id === undefined });
  const onSearch = (changes: typeof search) =>
    navigate({ search: { ...search, page: undefined, ...changes }, replace: changes.page === undefined });
  const create = may('USER_CREATE') && (
    <Button leftSection={<IconPlus size={15} />} onClick={() => setCreating(true)}>
      Novo cliente
    </Button>
  );
  return (
    <>
      <PageHead
        title="Clientes"
        actions={
          <>
            <ImportButton kind="people" />
            <ExportButton onExport={(format) => saveList(format, search)} />
            {create && !phone && (
              <Button variant="default" renderRoot={(props) => <Link to="/clients/create" {...props} />}>
                Cadastro completo
              </Button>
            )}
            {create}
          </>
        }
      />
      <ClientList search={search} onSearch={onSearch} onOpen={show} create={create} />
      {creating && (
        <NewClientDrawer
          onClose={() => setCreating(false)}
          onCreated={({ id }) => {
            setCreating(false);
            show(id);
          }}
        />
      )}
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
