import { notifications } from '@morada/contract/desk/notifications';
import { query } from '#web/lib/api/query.ts';

/** Notices to all users that this user has not dismissed. */
export const unreadQuery = {
  ...query(notifications.unread, {}, { live: ['notifications'] }),
  refetchInterval: 300_000,
};
