import { Button } from '@mantine/core';
import { searchId } from '@morada/contract/base/fields';
import { BULK_ACCESS } from '@morada/contract/desk/bulk.access';
import { ClientSearch } from '@morada/contract/registry/clients.search';
import { CLIENT_TYPES } from '@morada/domain/people/client';
import { IconCircleCheck, IconPlus, IconUsers } from '@tabler/icons-react';
import { createFileRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { clientsQuery, saveList } from '#web/entities/client/client-queries.ts';
import { SITUATIONS } from '#web/entities/client/client-situations.ts';
import { useBulk } from '#web/features/bulk/bulk-provider.tsx';
import { ClientList } from '#web/features/clients/list/client-list.tsx';
import type { ClientWindowProps } from '#web/features/clients/record/client-window.tsx';
import { listOf, withoutPlaces } from '#web/lib/list.ts';
import { may } from '#web/lib/session/session.ts';
import { contractAccounts } from '#web/routes/-contract-accounts.tsx';
import { ImportButton } from '#web/routes/-import-button.tsx';
import { compact } from '#web/ui/base/actions.tsx';
import { lazyWindow, usePreloadWhenIdle } from '#web/ui/base/lazy.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { SelectionBar } from '#web/ui/list/selection-bar.tsx';
import { useListPage } from '#web/ui/list/use-list-page.ts';
import { useSelection } from '#web/ui/list/use-selection.ts';
import { RecordFromUrl } from '#web/ui/overlay/record-from-url.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

const ClientWindow = lazyWindow(
  () => import('#web/features/clients/record/client-window.tsx'),
  ({ ClientWindow }) => ClientWindow,
);
const NewClientWindow = lazyWindow(
  () => import('#web/entities/client/new-client-window.tsx'),
  ({ NewClientWindow }) => NewClientWindow,
);

const ConsentsWindow = lazyWindow(
  () => import('#web/features/messages/consent-window.tsx'),
  ({ ConsentsWindow }) => ConsentsWindow,
);

const Search = z.extend(ClientSearch, { open: searchId, tab: z.catch(z.optional(z.string()), undefined) });

const LIST = listOf(Search, {
  query: 'search',
  id: 'id',
  type: { label: 'Tipo', words: CLIENT_TYPES },
  situation: { label: 'Situação', words: SITUATIONS },
  open: 'place',
  tab: 'place',
});

export const Route = createFileRoute('/_app/clients/')({
  staticData: {
    menu: { entry: 'Clientes', icon: IconUsers, key: 'c' },
    access: 'CLIENT_VIEW',
    list: LIST,
  },
  validateSearch: Search,
  loaderDeps: ({ search }) => withoutPlaces(LIST, search),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(clientsQuery(deps)),
  component: Clients,
});

function Clients() {
  const list = useListPage(LIST, clientsQuery);
  const { filters, found, show } = list;
  const [creating, setCreating] = useState(false);
  const choice = useSelection(list);
  const { ask } = useBulk();
  const [consenting, setConsenting] = useState(false);
  const consents = may(BULK_ACCESS['client-consent'].act);
  usePreloadWhenIdle(ClientWindow);
  const create = may('USER_CREATE') && (
    <Button leftSection={<IconPlus size={15} />} onClick={() => setCreating(true)}>
      Novo cliente
    </Button>
  );
  return (
    <>
      <PageHead
        title="Clientes"
        primary={create}
        actions={
          <>
            <ImportButton kind="people" />
            <ExportButton onExport={(format) => saveList(format, filters)} />
            {create && (
              <Button variant="default" renderRoot={(props) => <Link to="/clients/create" {...props} />}>
                Cadastro completo
              </Button>
            )}
          </>
        }
      />
      <ClientList list={list} create={create} choice={choice} />
      <SelectionBar
        selection={choice}
        found={found}
        actions={compact(
          consents && {
            label: 'Registrar autorização',
            icon: IconCircleCheck,
            onClick: () => setConsenting(true),
          },
        )}
        onExport={(format) => saveList(format, filters, choice.asked)}
      />
      {creating && (
        <NewClientWindow
          onClose={() => setCreating(false)}
          onCreated={({ id }) => {
            setCreating(false);
            show(id);
          }}
        />
      )}
      {consenting && (
        <ConsentsWindow
          onClose={() => setConsenting(false)}
          onAsked={(options) =>
            ask({ action: 'client-consent', chosen: choice.asked, options, onStarted: choice.clear })
          }
        />
      )}
      <RecordFromUrl<number>>
        {(id) => <OpenClient id={id} onClose={list.close} onTab={(tab) => list.go({ tab }, { replace: true })} />}
      </RecordFromUrl>
    </>
  );
}

type OpenClientProps = Omit<ClientWindowProps, 'tab' | 'accounts'>;

function OpenClient(window: OpenClientProps) {
  const tab = Route.useSearch({ select: ({ tab }) => tab });
  return <ClientWindow {...window} tab={tab} accounts={contractAccounts} />;
}
