import { Button } from '@mantine/core';
import { users } from '@morada/contract/access/users';
import { searchId } from '@morada/contract/base/fields';
import { IconPlus, IconUserCog } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { usersQuery } from '#web/features/users/user-queries.ts';
import { UserTable } from '#web/features/users/user-table.tsx';
import { download } from '#web/lib/api/files.ts';
import { listOf } from '#web/lib/list.ts';
import { may } from '#web/lib/session/session.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { RecordFromUrl } from '#web/ui/overlay/record-from-url.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

const NewUserWindow = lazyWindow(
  () => import('#web/features/users/new-user-window.tsx'),
  (window) => window.default,
);
const UserWindow = lazyWindow(
  () => import('#web/features/users/user-window.tsx'),
  (window) => window.default,
);

const Search = z.object({ open: searchId });

export const Route = createFileRoute('/_app/settings/users')({
  validateSearch: Search,
  staticData: {
    menu: { entry: 'Usuários', icon: IconUserCog },
    access: 'ADMIN_USER_VIEW',
    list: listOf(Search, { open: 'place' }),
  },
  loader: ({ context }) => void context.queryClient.prefetchQuery(usersQuery),
  component: Users,
});

function Users() {
  const navigate = Route.useNavigate();
  const [adding, setAdding] = useState(false);
  const show = (id?: number) => navigate({ search: { open: id }, resetScroll: false });
  return (
    <>
      <PageHead
        title="Usuários"
        below="Quem trabalha na imobiliária e entra no sistema"
        primary={
          may(users.create.access) && (
            <Button leftSection={<IconPlus size={15} />} onClick={() => setAdding(true)}>
              Novo usuário
            </Button>
          )
        }
        actions={<ExportButton onExport={(format) => download(users.export, { params: { format }, query: {} })} />}
      />
      <UserTable onOpen={show} />
      {may(users.update.access) && (
        <RecordFromUrl<number>>{(id) => <UserWindow id={id} onClose={() => show()} />}</RecordFromUrl>
      )}
      {adding && <NewUserWindow onClose={() => setAdding(false)} />}
    </>
  );
}
