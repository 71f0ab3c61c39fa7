import { ContactSearch } from '@morada/contract/contacts';
import { searchId } from '@morada/contract/fields';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import * as z from 'zod/mini';
import { contactsQuery } from '#web/features/contacts/contact-queries.ts';
import { ContactTable } from '#web/features/contacts/contact-table.tsx';
import { PageHead } from '#web/ui/page.tsx';

const ContactDialog = lazy(() =>
  import('#web/features/contacts/contact-dialog.tsx').then(({ ContactDialog }) => ({ default: ContactDialog })),
);

export const Route = createFileRoute('/_app/contacts')({
  staticData: {
    menu: { group: 'Atendimento', label: 'Contatos', icon: IconMail, order: 4, badge: 'contacts' },
    access: 'CONTACT_VIEW',
  },
  validateSearch: z.extend(ContactSearch, { open: searchId }),
  loaderDeps: ({ search: { page } }) => ({ page }),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(contactsQuery(deps.page)),
  component: Contacts,
});

function Contacts() {
  const { open, page } = Route.useSearch();
  const navigate = Route.useNavigate();
  const query = useQuery(contactsQuery(page));
  const show = (id?: number) => navigate({ search: (now) => ({ ...now, open: id }), resetScroll: false });
  return (
    <>
      <PageHead title="Contatos" below="Mensagens recebidas pelo site" />
      <ContactTable query={query} onOpen={show} onPage={(next) => navigate({ search: { page: next } })} />
      {open && (
        <Suspense>
          <ContactDialog
            key={open}
            id={open}
            row={query.data?.data.find(({ id }) => id === open)}
            onClose={() => show()}
          />
        </Suspense>
      )}
    </>
  );
}
