import { Button } from '@mantine/core';
import { notifications } from '@morada/contract/desk/notifications';
import { IconBellOff } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { mutation } from '#web/lib/api/mutation.ts';
import { toast } from '#web/lib/toast.ts';
import { Day } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import classes from './bell-panel.module.css';
import { unreadQuery } from './unread.ts';

/** Unread notices under the bell. Dismissing one hides it for this user only. */
export default function BellPanel() {
  const query = useQuery(unreadQuery);
  const dismiss = useMutation(mutation(notifications.dismiss));
  const dismissAll = useMutation(mutation(notifications.dismissAll));
  const panel = useRef<HTMLDivElement>(null);
  /** Position in the list of the button that was pressed, and that loses the focus when its notice goes. */
  const left = useRef<number>(undefined);

  const from = (place: number) => {
    left.current = place;
    return {
      onError: (error: Error) => {
        left.current = undefined;
        toast.failure(error);
      },
    };
  };

  const returnFocus = useEffectEvent(() => {
    if (left.current === undefined) return;
    const buttons = panel.current?.querySelectorAll<HTMLElement>('li button') ?? [];
    (buttons[Math.min(left.current, buttons.length - 1)] ?? panel.current)?.focus();
    left.current = undefined;
  });
  // The list that was read again has the next button.
  useEffect(() => {
    if (query.data) returnFocus();
  }, [query.data]);

  return (
    <div ref={panel} tabIndex={-1} className={classes.panel}>
      <QueryBoundary query={query} what="as notificações" lines={3}>
        {(unread) => {
          const newest = unread[0];
          if (!newest) return <EmptyState icon={IconBellOff} title="Nenhuma notificação nova" />;
          return (
            <>
              <ul className={classes.list}>
                {unread.map(({ id, name, message, date }, place) => (
                  <li key={id} className={classes.item}>
                    <span className={classes.head}>
                      <b>{name}</b>
                      <span className={classes.when}>
                        <Day value={date} />
                      </span>
                    </span>
                    <p className={classes.message}>{message}</p>
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      color="gray"
                      aria-label={`Dispensar ${name}`}
                      onClick={() => dismiss.mutate({ params: { id } }, from(place))}
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
                  onClick={() => dismissAll.mutate({ query: { until: newest.id } }, from(0))}
                >
                  Dispensar todas
                </Button>
              )}
            </>
          );
        }}
      </QueryBoundary>
    </div>
  );
}
