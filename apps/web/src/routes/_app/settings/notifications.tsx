import { Button } from '@mantine/core';
import { notifications } from '@morada/contract/desk/notifications';
import { IconBell, IconPlus } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { type Notification, notificationsQuery } from '#web/features/notifications/notification-queries.ts';
import { NotificationTable } from '#web/features/notifications/notification-table.tsx';
import { download } from '#web/lib/api/files.ts';
import { may } from '#web/lib/session/session.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

const NewNotificationWindow = lazyWindow(
  () => import('#web/features/notifications/new-notification-window.tsx'),
  (window) => window.default,
);
const EditNotificationWindow = lazyWindow(
  () => import('#web/features/notifications/edit-notification-window.tsx'),
  (window) => window.default,
);

export const Route = createFileRoute('/_app/settings/notifications')({
  staticData: {
    menu: { entry: 'Notificações personalizadas', icon: IconBell },
    access: 'SYSTEM_NOTIFICATION_VIEW',
  },
  loader: ({ context }) => void context.queryClient.prefetchQuery(notificationsQuery),
  component: Notifications,
});

function Notifications() {
  const [adding, setAdding] = useState(false);
  const [editing, setEditing] = useState<Notification>();
  return (
    <>
      <PageHead
        title="Notificações personalizadas"
        below="Recados da imobiliária para a equipe e para os clientes"
        primary={
          may(notifications.create.access) && (
            <Button leftSection={<IconPlus size={15} />} onClick={() => setAdding(true)}>
              Nova notificação
            </Button>
          )
        }
        actions={
          <ExportButton onExport={(format) => download(notifications.export, { params: { format }, query: {} })} />
        }
      />
      <NotificationTable onEdit={setEditing} />
      {adding && <NewNotificationWindow onClose={() => setAdding(false)} />}
      {editing && <EditNotificationWindow notification={editing} onClose={() => setEditing(undefined)} />}
    </>
  );
}
