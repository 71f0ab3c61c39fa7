import {
  type NotificationCreate,
  type NotificationUpdate,
  notificationProblems,
} from '@morada/contract/desk/notifications';
import type * as z from 'zod/mini';
import { actorId, type Context, type Db } from '#api/context.ts';
import { difference, leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { notify } from '#api/live/notify.ts';
import * as queries from './notifications.queries.ts';

export function createNotification(ctx: Context, input: z.output<typeof NotificationCreate>) {
  return change(ctx, async (trx) => {
    const made = await queries.insertNotification(trx, { ...input, date: ctx.today(), admin_user_id: ctx.actor.id });
    await leaveTrail(trx, ctx, 'system_notification', made.id, 'create', input);
    await notify(trx, 'notifications');
    return made;
  });
}

/** Text and date change for all readers; people who dismissed it don't see it again. */
export function updateNotification(ctx: Context, id: number, input: z.output<typeof NotificationUpdate>) {
  return change(ctx, async (trx) => {
    const found = await queries.lockNotification(trx, id);
    if (!found) throw notificationProblems.NOTIFICATION_NOT_FOUND();
    if (input.date && input.date > ctx.today()) throw notificationProblems.DATE_IN_FUTURE();
    const changes = difference(found, input);
    if (Object.keys(changes).length === 0) return found;
    const changed = await queries.updateNotification(trx, id, input);
    await leaveTrail(trx, ctx, 'system_notification', id, 'update', changes);
    await notify(trx, 'notifications');
    return changed;
  });
}

export function removeNotification(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    const removed = await queries.removeNotification(trx, id);
    if (!removed) throw notificationProblems.NOTIFICATION_NOT_FOUND();
    await leaveTrail(trx, ctx, 'system_notification', id, 'delete', removed);
    await notify(trx, 'notifications');
  });
}

export const listUnread = (ctx: Context) => queries.findUnread(ctx.db, { admin_user_id: actorId(ctx) });

/** Dismissing is private to the person, so it leaves no trail. */
export async function dismiss(ctx: Context, id: number) {
  if (!(await queries.isThere(ctx.db, id))) throw notificationProblems.NOTIFICATION_NOT_FOUND();
  await queries.dismiss(ctx.db, { admin_user_id: actorId(ctx) }, id);
}

/** Dismisses up to the newest one shown on screen; later ones stay unread. */
export async function dismissAll(ctx: Context, until: number) {
  await queries.dismissUntil(ctx.db, actorId(ctx), until);
}

export const listUnreadOfClient = (db: Db, client_id: number) => queries.findUnread(db, { client_id });

/** A notification deleted meanwhile counts as dismissed. */
export async function dismissForClient(db: Db, client_id: number, id: number) {
  if (await queries.isThere(db, id)) await queries.dismiss(db, { client_id }, id);
}
