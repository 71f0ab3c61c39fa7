import { Button } from '@mantine/core';
import { exported } from '@morada/contract/base/export';
import { searchId } from '@morada/contract/base/fields';
import { type ContactMessage, contacts } from '@morada/contract/desk/contacts';
import { ContactSearch } from '@morada/contract/desk/contacts.search';
import { schedules } from '@morada/contract/desk/schedules';
import { clients } from '@morada/contract/registry/clients';
import { properties } from '@morada/contract/registry/properties';
import { IconMail, IconMailOpened } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useBulk } from '#web/features/bulk/bulk-provider.tsx';
import { contactsQuery } from '#web/features/contacts/contact-queries.ts';
import { ContactTable } from '#web/features/contacts/contact-table.tsx';
import { download } from '#web/lib/api/files.ts';
import { listOf, withoutPlaces } from '#web/lib/list.ts';
import { may } from '#web/lib/session/session.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { SelectionBar } from '#web/ui/list/selection-bar.tsx';
import { useListPage } from '#web/ui/list/use-list-page.ts';
import { useSelection } from '#web/ui/list/use-selection.ts';
import { RecordFromUrl } from '#web/ui/overlay/record-from-url.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

const ContactWindow = lazyWindow(
  () => import('#web/features/contacts/contact-window.tsx'),
  ({ ContactWindow }) => ContactWindow,
);

const NewVisitWindow = lazyWindow(
  () => import('#web/features/visits/new-visit-window.tsx'),
  (window) => window.NewVisitWindow,
);
const NewClientWindow = lazyWindow(
  () => import('#web/entities/client/new-client-window.tsx'),
  ({ NewClientWindow }) => NewClientWindow,
);

const Search = z.extend(ContactSearch, { open: searchId });

const LIST = listOf(Search, { open: 'place' });

export const Route = createFileRoute('/_app/contacts/')({
  staticData: {
    menu: { entry: 'Contatos', icon: IconMail, badge: 'contacts' },
    access: 'CONTACT_VIEW',
    list: LIST,
  },
  validateSearch: Search,
  loaderDeps: ({ search }) => withoutPlaces(LIST, search),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(contactsQuery(deps)),
  component: Contacts,
});

function Contacts() {
  const list = useListPage(LIST, contactsQuery);
  const { query } = list;
  const choice = useSelection({ ...list, found: undefined });
  const { ask } = useBulk();
  const [registering, setRegistering] = useState<ContactMessage>();
  const [visiting, setVisiting] = useState<ContactMessage>();
  return (
    <>
      <PageHead
        title="Contatos"
        below="Mensagens recebidas pelo site"
        actions={
          <>
            <ExportButton onExport={(format) => download(contacts.export, { params: { format }, query: {} })} />
            <Button
              variant="default"
              leftSection={<IconMailOpened size={15} />}
              onClick={() => ask({ action: 'contact-read', chosen: { filter: {} } })}
            >
              Marcar todas como lidas
            </Button>
          </>
        }
      />
      <ContactTable list={list} choice={choice} />
      <SelectionBar
        selection={choice}
        found={undefined}
        feminine
        actions={[
          {
            label: 'Marcar como lidas',
            icon: IconMailOpened,
            onClick: () => ask({ action: 'contact-read', chosen: choice.asked, onStarted: choice.clear }),
          },
        ]}
        onExport={(format) => download(contacts.export, { params: { format }, query: exported(choice.asked) })}
      />
      <RecordFromUrl<number>>
        {(open) => (
          <ContactWindow
            id={open}
            row={query.data?.data.find(({ id }) => id === open)}
            onRegister={may(clients.create.access) ? setRegistering : undefined}
            onVisit={may(schedules.create.access) && may(properties.list.access) ? setVisiting : undefined}
            onClose={list.close}
          />
        )}
      </RecordFromUrl>
      {registering && (
        <NewClientWindow
          title="Cadastrar cliente"
          name={registering.name}
          phone={registering.phone}
          email={registering.email}
          onClose={() => setRegistering(undefined)}
          onCreated={() => setRegistering(undefined)}
        />
      )}
      {visiting && <NewVisitWindow draft={visiting} onClose={() => setVisiting(undefined)} />}
    </>
  );
}
