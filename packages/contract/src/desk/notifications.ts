import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { listExport } from '../base/export.ts';
import { calendarDate, givenDate, idParams, instant, prose, text } from '../base/fields.ts';
import { problems } from '../base/problem.ts';

/** Announcements of the agency to staff, and to clients in their area. */
export const SystemNotification = z.object({
  id: z.int(),
  name: z.string(),
  message: z.string(),
  /** Day on which it is shown. */
  date: calendarDate(),
  created_at: instant,
});

export const NotificationCreate = z.object({
  name: text('Informe o nome da notificação!', 120),
  message: prose('Informe a mensagem!', 2_000),
});

export const NotificationUpdate = z.partial(
  z.object({ ...NotificationCreate.shape, date: givenDate('Informe a data da notificação') }),
);

export const notifications = endpoints('notifications', {
  list: {
    method: 'GET',
    path: '/notification/system',
    access: 'SYSTEM_NOTIFICATION_VIEW',
    summary: 'Notificações personalizadas',
    response: z.array(z.extend(SystemNotification, { author: z.nullable(z.string()) })),
  },
  export: listExport({
    path: '/notification/system/export/:format',
    access: 'SYSTEM_NOTIFICATION_VIEW',
    summary: 'Notificações personalizadas, em planilha',
    query: z.object({}),
  }),
  create: {
    method: 'POST',
    path: '/notification/system',
    access: 'SYSTEM_NOTIFICATION_CREATE',
    summary: 'Cadastrar notificação, que a equipe e os clientes recebem',
    body: NotificationCreate,
    response: SystemNotification,
    status: 201,
  },
  update: {
    method: 'PATCH',
    path: '/notification/:id',
    access: 'SYSTEM_NOTIFICATION_EDIT',
    summary: 'Alterar o texto e a data de uma notificação: muda para todos',
    params: idParams,
    body: NotificationUpdate,
    response: SystemNotification,
  },
  remove: {
    method: 'DELETE',
    path: '/notification/system/:id',
    access: 'SYSTEM_NOTIFICATION_DESTROY',
    summary: 'Deletar notificação: some para todos',
    params: idParams,
  },
  unread: {
    method: 'GET',
    path: '/notification',
    access: 'login',
    summary: 'Notificações que a pessoa ainda não dispensou',
    response: z.array(SystemNotification),
  },
  dismiss: {
    method: 'DELETE',
    path: '/notification/:id',
    access: 'login',
    summary: 'Dispensar uma notificação, só para a própria pessoa',
    params: idParams,
  },
  dismissAll: {
    method: 'DELETE',
    path: '/notification',
    access: 'login',
    summary: 'Dispensar as notificações até a que se viu por último, só para a própria pessoa',
    query: z.object({
      until: z.coerce.number('Informe a notificação').check(z.int('Informe a notificação'), z.positive()),
    }),
  },
});

export const notificationProblems = problems({
  NOTIFICATION_NOT_FOUND: [404, 'Não encontramos esta notificação.'],
  DATE_IN_FUTURE: [422, 'A data não pode ser futura', 'date'],
});
