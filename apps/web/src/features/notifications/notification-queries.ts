import type { Answer } from '@morada/contract/base/endpoint';
import { notifications } from '@morada/contract/desk/notifications';
import { useMutation } from '@tanstack/react-query';
import { mutation } from '#web/lib/api/mutation.ts';
import { query } from '#web/lib/api/query.ts';

export type Notification = Answer<typeof notifications.list>[number];

export const notificationsQuery = query(notifications.list, {}, { live: ['notifications'] });

export const useCreateNotification = () =>
  useMutation(mutation(notifications.create, { failure: 'Não foi possível cadastrar a notificação' }));

export const useUpdateNotification = () =>
  useMutation(mutation(notifications.update, { failure: 'Não foi possível alterar a notificação' }));

export const useRemoveNotification = () =>
  useMutation(
    mutation(notifications.remove, { failure: 'Não foi possível deletar a notificação', awaitRefetch: true }),
  );
