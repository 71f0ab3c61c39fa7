import { contactProblems } from '@morada/contract/contacts';
import { lastPage } from '@morada/contract/fields';
import type { SentChannel, SentKind } from '@morada/domain/trail/sent-message';
import type { Context, Db } from '../../context.ts';
import { leaveTrail } from '../../db/trail.ts';
import { change, snapshot } from '../../db/transaction.ts';
import { checkVersion } from '../../db/version.ts';
import { notify } from '../../live/notify.ts';
import { clientOfEmail } from '../clients/clients.service.ts';
import * as queries from './contacts.queries.ts';

export function listContacts({ db }: Context, page: number | undefined) {
  if (page === undefined) return queries.findContacts(db);
  return snapshot(db, async (trx) => {
    const total = await queries.countContacts(trx);
    return { data: await queries.findContacts(trx, page), page, lastPage: lastPage(total), total };
  });
}

export const searchUnread = ({ db }: Context, most: number): Promise<number[]> => queries.findUnreadIds(db, most);

/** Marks a message as read; the first reader stays recorded. */
export function readContact(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    if (await queries.markRead(trx, id, ctx.actor.id)) {
      await leaveTrail(trx, ctx, 'contact_message', id, 'read');
      await notify(trx, 'badges');
    }
    const message = await queries.findContact(trx, id);
    if (!message) throw contactProblems.CONTACT_NOT_FOUND();
    return message;
  });
}

/** Marks a message as read at the expected version. Runs inside the caller's transaction. */
export async function readInTransaction(trx: Db, ctx: Context, id: number) {
  await lock(trx, ctx, id);
  if (!(await queries.markRead(trx, id, ctx.actor.id))) throw contactProblems.CONTACT_READ();
  await leaveTrail(trx, ctx, 'contact_message', id, 'read');
  await notify(trx, 'badges');
}

/** Marks a message as unread again. Runs inside the caller's transaction. */
export async function unreadInTransaction(trx: Db, ctx: Context, id: number) {
  await lock(trx, ctx, id);
  await queries.markUnread(trx, id);
  await leaveTrail(trx, ctx, 'contact_message', id, 'unread');
  await notify(trx, 'badges');
}

async function lock(trx: Db, ctx: Context, id: number) {
  const message = await queries.lockContact(trx, id);
  if (!message) throw contactProblems.CONTACT_NOT_FOUND();
  await checkVersion(trx, ctx, 'contact_message', message);
}

/** Kept in the history of the client whose address wrote, also once the message is removed; the reply itself is not. */
export function keepReply(ctx: Context, id: number, channel: SentChannel) {
  return change(ctx, async (trx) => {
    const message = await queries.findContact(trx, id);
    if (!message) throw contactProblems.CONTACT_NOT_FOUND();
    const client_id = await clientOfEmail(trx, message.email);
    await leaveTrail(trx, ctx, 'contact_message', id, 'send', {
      kind: 'SITE_REPLY' satisfies SentKind,
      channel,
      ...(client_id !== undefined && { client_id }),
    });
  });
}

export function deleteContact(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    if (!(await queries.deleteContact(trx, id))) throw contactProblems.CONTACT_NOT_FOUND();
    await leaveTrail(trx, ctx, 'contact_message', id, 'delete');
    await notify(trx, 'badges');
  });
}
