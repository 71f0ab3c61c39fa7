import { Button } from '@mantine/core';
import { notifications } from '@morada/contract/notifications';
import { IconBellOff } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { EmptyState } from '#web/ui/blank.tsx';
import { Moment } from '#web/ui/figures.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import classes from './bell-panel.module.css';
import { unreadQuery } from './unread.ts';

/** Under the bell; what is put away is put away for this person alone. */
export default function BellPanel() {
  const query = useQuery(unreadQuery);
  const cache = useQueryClient();

  async function putAway(call: Promise<unknown>) {
    await call.catch(toast.failure);
    await cache.invalidateQueries(unreadQuery);
  }

  return (
    <Loaded query={query} what="as notificações" lines={3}>
      {(unread) => {
        const newest = unread[0];
        if (!newest) return <EmptyState icon={IconBellOff} title="Nenhuma notificação nova" />;
        return (
          <>
            <ul className={classes.list}>
              {unread.map(({ id, name, message, created_at }) => (
                <li key={id} className={classes.item}>
                  <span className={classes.head}>
                    <b>{name}</b>
                    <span className={classes.when}>
                      <Moment value={created_at} />
                    </span>
                  </span>
                  <p className={classes.message}>{message}</p>
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    color="gray"
                    aria-label={`Dispensar ${name}`}
                    onClick={() => putAway(api(notifications.dismiss, { params: { id } }))}
                  >
                    Dispensar
                  </Button>
                </li>
              ))}
            </ul>
            {unread.length > 1 && (
              <Button
                fullWidth
                variant="default"
                onClick={() => putAway(api(notifications.dismissAll, { query: { until: newest.id } }))}
              >
                Dispensar todas
              </Button>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
