import type { Answer, Sent } from '@morada/contract/endpoint';
import { notifications } from '@morada/contract/notifications';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { withFailureMessage } from '#web/lib/api/failure.ts';

export type Notification = Answer<typeof notifications.list>[number];

export const notificationsQuery = queryOptions({
  queryKey: ['notifications', 'list'],
  queryFn: ({ signal }) => api(notifications.list, {}, { signal }),
  meta: { live: ['notifications'] },
});

/** Each reaches the bell too, at once. */
export function useNotificationActions() {
  const cache = useQueryClient();
  const refresh = () => cache.invalidateQueries({ queryKey: ['notifications'] });
  return {
    create: async (body: Sent<typeof notifications.create>['body']) => {
      const made = await withFailureMessage(
        'Não foi possível cadastrar a notificação',
        api(notifications.create, { body }),
      );
      refresh();
      return made;
    },
    update: async (id: number, body: Sent<typeof notifications.update>['body']) => {
      const changed = await withFailureMessage(
        'Não foi possível alterar a notificação',
        api(notifications.update, { params: { id }, body }),
      );
      refresh();
      return changed;
    },
    remove: async (id: number) => {
      await withFailureMessage('Não foi possível deletar a notificação', api(notifications.remove, { params: { id } }));
      await refresh();
    },
  };
}
