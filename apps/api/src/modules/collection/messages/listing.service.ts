import { lastPage } from '@morada/contract/base/fields';
import { messageProblems } from '@morada/contract/collection/messages';
import type { MessageSearch } from '@morada/contract/collection/messages.search';
import { firstDay, referenceOf } from '@morada/domain/base/calendar';
import { messageLife, messageStateOf } from '@morada/domain/messages/message-state';
import type * as z from 'zod/mini';
import type { Context, Db } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { notify } from '#api/live/notify.ts';
import { findChannels } from './channels.queries.ts';
import * as queries from './listing.queries.ts';

export async function listMessages({ db }: Context, { page = 1, ...search }: z.output<typeof MessageSearch>) {
  const [data, total] = await Promise.all([queries.findPage(db, search, page), queries.countMatching(db, search)]);
  return { data, page, lastPage: lastPage(total), total };
}

export const messagesOfClient = (db: Db, client: number) => queries.findOfClient(db, client);

export async function showSummary(ctx: Context) {
  const [sums, rows] = await Promise.all([
    queries.findSums(ctx.db, firstDay(referenceOf(ctx.today()))),
    findChannels(ctx.db),
  ]);
  const problems = rows.flatMap(({ channel, problem }) => (problem === null ? [] : [{ channel, problem }]));
  return { ...sums, problems };
}

export function cancelMessage(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    const found = await queries.findState(trx, id);
    if (!found) throw messageProblems.MESSAGE_NOT_FOUND();
    const cell = messageLife.cell(messageStateOf(found), 'cancel');
    if ('refusal' in cell) throw messageProblems[cell.refusal]();
    if (!(await queries.cancelOne(trx, id))) throw messageProblems.MESSAGE_GONE();
    await leaveTrail(trx, ctx, 'message', id, 'cancel');
    await notify(trx, 'messages');
  });
}

/** Notes that staff copied a text to send it by other means: it never counts as sent. */
export function noteCopy(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    if (!(await queries.findState(trx, id))) throw messageProblems.MESSAGE_NOT_FOUND();
    await queries.insertCopy(trx, id, ctx.actor.id);
    await leaveTrail(trx, ctx, 'message', id, 'copy');
    await notify(trx, 'messages');
  });
}
