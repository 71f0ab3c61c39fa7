import { notifications } from '@morada/contract/notifications';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';

/** What the agency told everybody and this person has not put away. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: ({ signal }) => api(notifications.unread, {}, { signal }),
  meta: { live: ['notifications'] },
  refetchInterval: 300_000,
});
