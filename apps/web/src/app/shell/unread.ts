import { notifications } from '@morada/contract/notifications';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';

/** Notices to all users that this user has not dismissed. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: ({ signal }) => api(notifications.unread, {}, { signal }),
  meta: { live: ['notifications'] },
  refetchInterval: 300_000,
});
