import { lastPage } from '@morada/contract/base/fields';
import type { Problem } from '@morada/contract/base/problem';
import { contactProblems } from '@morada/contract/desk/contacts';
import type { SentChannel, SentKind } from '@morada/domain/trail/sent-message';
import type { Refusals } from '#api/base/refusals.ts';
import type { Context, Db } from '#api/context.ts';
import { leaveTrail, leaveTrails } from '#api/db/trail.ts';
import { change, snapshot } from '#api/db/transaction.ts';
import { staleVersion } from '#api/db/version.ts';
import { notify } from '#api/live/notify.ts';
import { clientOfEmail } from '#api/modules/registry/clients/clients.service.ts';
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
    if ((await queries.markRead(trx, [id], ctx.actor.id)).length > 0) {
      await leaveTrail(trx, ctx, 'contact_message', id, 'read');
      await notify(trx, 'badges');
    }
    const message = await queries.findContact(trx, id);
    if (!message) throw contactProblems.CONTACT_NOT_FOUND();
    return message;
  });
}

type Order = { id: number; expected: number };

/**
 * Marks messages as read at the expected versions, inside the caller's transaction. Returns the refusal of each order;
 * a refused message stays unread.
 */
export async function readContacts(trx: Db, ctx: Context, orders: readonly Order[]) {
  const refusals = await lock(trx, orders, ({ read_at }) =>
    read_at === null ? undefined : contactProblems.CONTACT_READ(),
  );
  const read = accepted(orders, refusals);
  await queries.markRead(trx, read, ctx.actor.id);
  await leaveTrails(trx, ctx, 'contact_message', read, 'read');
  await notify(trx, 'badges');
  return refusals;
}

/** Marks messages as unread again. Like `readContacts` otherwise. */
export async function unreadContacts(trx: Db, ctx: Context, orders: readonly Order[]) {
  const refusals = await lock(trx, orders);
  const unread = accepted(orders, refusals);
  await queries.markUnread(trx, unread);
  await leaveTrails(trx, ctx, 'contact_message', unread, 'unread');
  await notify(trx, 'badges');
  return refusals;
}

const accepted = (orders: readonly Order[], refusals: Refusals) =>
  orders.flatMap(({ id }, index) => (refusals[index] ? [] : id));

type Locked = Awaited<ReturnType<typeof queries.lockContacts>>[number];

/** Locks the messages. Returns the refusal of each order, or undefined. */
async function lock(
  trx: Db,
  orders: readonly Order[],
  check: (message: Locked) => Problem | undefined = () => undefined,
) {
  const messages = await queries.lockContacts(
    trx,
    orders.map(({ id }) => id),
  );
  const found = new Map(messages.map((message) => [message.id, message]));
  const refusals: Refusals = [];
  for (const { id, expected } of orders) {
    const message = found.get(id);
    refusals.push(
      message
        ? ((await staleVersion(trx, expected, 'contact_message', message)) ?? check(message))
        : contactProblems.CONTACT_NOT_FOUND(),
    );
  }
  return refusals;
}

/**
 * Records in the trail that a reply was sent, with the client whose e-mail address it is, if any. The entry outlives
 * the message; the text of the reply is not stored.
 */
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
