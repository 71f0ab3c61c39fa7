import { notifications } from '@morada/contract/desk/notifications';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import { savedList } from '#api/http/saved-list.ts';
import { NOTIFICATION_LIST } from './notifications.export.ts';
import { findNotifications } from './notifications.queries.ts';
import * as service from './notifications.service.ts';

export function notificationsModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, notifications.export, savedList(NOTIFICATION_LIST));
  route(app, deps, notifications.list, (_, { ctx }) => findNotifications(ctx.db));
  route(app, deps, notifications.create, ({ body }, { ctx }) => service.createNotification(ctx, body));
  route(app, deps, notifications.update, ({ params, body }, { ctx }) =>
    service.updateNotification(ctx, params.id, body),
  );
  route(app, deps, notifications.remove, ({ params }, { ctx }) => service.removeNotification(ctx, params.id));
  route(app, deps, notifications.unread, (_, { ctx }) => service.listUnread(ctx));
  route(app, deps, notifications.dismiss, ({ params }, { ctx }) => service.dismiss(ctx, params.id));
  route(app, deps, notifications.dismissAll, ({ query }, { ctx }) => service.dismissAll(ctx, query.until));
}
