import { Button } from '@mantine/core';
import { notifications } from '@morada/contract/notifications';
import { IconBell, IconPlus } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { notificationsQuery } from '#web/features/notifications/notification-queries.ts';
import { NotificationTable } from '#web/features/notifications/notification-table.tsx';
import { may } from '#web/lib/session.ts';
import { PageHead } from '#web/ui/page.tsx';

const NewNotificationDrawer = lazy(() => import('#web/features/notifications/new-notification-drawer.tsx'));

export const Route = createFileRoute('/_app/settings/notifications')({
  staticData: {
    menu: { group: 'Configurações', label: 'Notificações personalizadas', icon: IconBell, order: 3 },
    access: 'SYSTEM_NOTIFICATION_VIEW',
  },
  loader: ({ context }) => void context.queryClient.prefetchQuery(notificationsQuery),
  component: Notifications,
});

function Notifications() {
  const [adding, setAdding] = useState(false);
  return (
    <>
      <PageHead
        title="Notificações personalizadas"
        below="Recados da imobiliária para a equipe e para os clientes"
        actions={
          may(notifications.create.access) && (
            <Button leftSection={<IconPlus size={15} />} onClick={() => setAdding(true)}>
              Nova notificação
            </Button>
          )
        }
      />
      <NotificationTable />
      <Suspense>{adding && <NewNotificationDrawer onClose={() => setAdding(false)} />}</Suspense>
    </>
  );
}
