import { contactProblems } from '@morada/contract/contacts';
import { lastPage } from '@morada/contract/fields';
import type { Context } from '../../context.ts';
import { leaveTrail } from '../../db/trail.ts';
import { change, snapshot } from '../../db/transaction.ts';
import { notify } from '../../live/notify.ts';
import * as queries from './contacts.queries.ts';

export function listContacts({ db }: Context, page: number | undefined) {
  if (page === undefined) return queries.findContacts(db);
  return snapshot(db, async (trx) => {
    const total = await queries.countContacts(trx);
    return { data: await queries.findContacts(trx, page), page, lastPage: lastPage(total), total };
  });
}

/** Who saw it first stays written; seen again, nothing changes. */
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

export function deleteContact(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    if (!(await queries.deleteContact(trx, id))) throw contactProblems.CONTACT_NOT_FOUND();
    await leaveTrail(trx, ctx, 'contact_message', id, 'delete');
    await notify(trx, 'badges');
  });
}
