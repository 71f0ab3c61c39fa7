import { Button } from '@mantine/core';
import { groups } from '@morada/contract/access/groups';
import { searchId } from '@morada/contract/base/fields';
import { IconLock, IconPlus } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { groupsQuery } from '#web/features/permissions/group-queries.ts';
import { GroupTable } from '#web/features/permissions/group-table.tsx';
import { download } from '#web/lib/api/files.ts';
import { listOf } from '#web/lib/list.ts';
import { may } from '#web/lib/session/session.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { RecordFromUrl } from '#web/ui/overlay/record-from-url.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

const load = () => import('#web/features/permissions/group-window.tsx');
const GroupWindow = lazyWindow(
  () => load(),
  ({ GroupWindow }) => GroupWindow,
);
const NewGroupWindow = lazyWindow(
  () => load(),
  ({ NewGroupWindow }) => NewGroupWindow,
);

const Search = z.object({ open: searchId });

export const Route = createFileRoute('/_app/settings/permissions')({
  validateSearch: Search,
  staticData: {
    menu: { entry: 'Permissões', icon: IconLock },
    access: 'GROUP_VIEW',
    list: listOf(Search, { open: 'place' }),
  },
  loader: ({ context }) => void context.queryClient.prefetchQuery(groupsQuery),
  component: Permissions,
});

function Permissions() {
  const navigate = Route.useNavigate();
  const [adding, setAdding] = useState(false);
  const show = (id?: number) => navigate({ search: { open: id }, resetScroll: false });
  return (
    <>
      <PageHead
        title="Permissões"
        below="Grupos de usuários e o que cada um pode fazer; uma mudança vale já na próxima ação"
        primary={
          may(groups.create.access) && (
            <Button leftSection={<IconPlus size={15} />} onClick={() => setAdding(true)}>
              Novo grupo
            </Button>
          )
        }
        actions={<ExportButton onExport={(format) => download(groups.export, { params: { format }, query: {} })} />}
      />
      <GroupTable onOpen={show} />
      <RecordFromUrl<number>>{(id) => <GroupWindow id={id} onClose={() => show()} />}</RecordFromUrl>
      {adding && <NewGroupWindow onClose={() => setAdding(false)} />}
    </>
  );
}
