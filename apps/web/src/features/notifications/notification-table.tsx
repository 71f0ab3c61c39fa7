import { Button } from '@mantine/core';
import { notifications } from '@morada/contract/desk/notifications';
import { IconBellOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Day } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { type Notification, notificationsQuery, useRemoveNotification } from './notification-queries.ts';
import classes from './notification-table.module.css';

const COLUMNS: Column<Notification>[] = [
  { title: 'ID', kind: 'id', cell: ({ id }) => id },
  { title: 'Nome', kind: 'main', phone: 'main', cell: ({ name }) => <span title={name}>{name}</span> },
  {
    title: 'Mensagem',
    phone: 'below',
    cell: ({ message }) => <span className={classes.message}>{message}</span>,
  },
  { title: 'Criado por', kind: 'soft', hideBelow: 1100, cell: ({ author }) => author ?? 'Sistema' },
  { title: 'Data', kind: 'soft', phone: 'side', cell: ({ date }) => <Day value={date} /> },
];

/** Notices sent to all users. */
export function NotificationTable({ onEdit }: { onEdit: (notification: Notification) => void }) {
  const query = useQuery(notificationsQuery);
  const askRemoval = useRemoval();
  return (
    <DataTable
      what="as notificações"
      query={query}
      columns={COLUMNS}
      open={
        may(notifications.update.access)
          ? { name: ({ name }) => `notificação ${name}`, word: 'Editar', onOpen: onEdit }
          : undefined
      }
      actions={
        may(notifications.remove.access)
          ? (notification) => (
              <Button
                size="xs"
                variant="subtle"
                color="red"
                aria-label={`Deletar ${notification.name}`}
                onClick={() => askRemoval(notification)}
              >
                Deletar
              </Button>
            )
          : undefined
      }
      empty={
        <EmptyState
          icon={IconBellOff}
          title="Não há notificações cadastrados"
          below="O que for cadastrado aqui chega a toda a equipe, no sino, e aos clientes, na área deles."
        />
      }
    />
  );
}

function useRemoval() {
  const confirm = useConfirm();
  const remove = useRemoveNotification();
  return async ({ id, name }: Notification) => {
    const gone = await confirm({
      title: 'Deletar notificação',
      body: `Tem certeza que deseja deletar “${name}”? Ela some para todos, também para quem ainda não a leu.`,
      verb: 'Deletar notificação',
      danger: true,
      run: () => remove.mutateAsync({ params: { id } }),
    });
    if (gone) toast.success('Notificação deletada');
  };
}
