import { Button } from '@mantine/core';
import { searchId } from '@morada/contract/fields';
import { groups } from '@morada/contract/groups';
import { IconLock, IconPlus } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import * as z from 'zod/mini';
import { groupsQuery } from '#web/features/groups/group-queries.ts';
import { GroupTable } from '#web/features/groups/group-table.tsx';
import { may } from '#web/lib/session.ts';
import { PageHead } from '#web/ui/page.tsx';

const load = () => import('#web/features/groups/group-window.tsx');
const GroupWindow = lazy(() => load().then(({ GroupWindow }) => ({ default: GroupWindow })));
const NewGroupWindow = lazy(() => load().then(({ NewGroupWindow }) => ({ default: NewGroupWindow })));

export const Route = createFileRoute('/_app/settings/permissions')({
  validateSearch: z.object({ open: searchId }),
  staticData: {
    menu: { group: 'Configurações', label: 'Permissões', icon: IconLock, order: 2 },
    access: 'GROUP_VIEW',
  },
  loader: ({ context }) => void context.queryClient.prefetchQuery(groupsQuery),
  component: Permissions,
});

function Permissions() {
  const { open } = Route.useSearch();
  const navigate = Route.useNavigate();
  const [adding, setAdding] = useState(false);
  const show = (id?: number) => navigate({ search: { open: id } });
  return (
    <>
      <PageHead
        title="Permissões"
        below="Grupos de usuários e o que cada um pode fazer; uma mudança vale já na próxima ação"
        actions={
          may(groups.create.access) && (
            <Button leftSection={<IconPlus size={15} />} onClick={() => setAdding(true)}>
              Novo grupo
            </Button>
          )
        }
      />
      <GroupTable onOpen={show} />
      <Suspense>
        {open && <GroupWindow key={open} id={open} onClose={() => show()} />}
        {adding && <NewGroupWindow onClose={() => setAdding(false)} />}
      </Suspense>
    </>
  );
}
