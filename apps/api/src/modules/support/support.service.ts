import { common } from '@morada/contract/problem';
import { supportProblems } from '@morada/contract/support';
import { ticketLife } from '@morada/domain/ticket';
import type { Context, Db } from '../../context.ts';
import { leaveTrail } from '../../db/trail.ts';
import { change, snapshot } from '../../db/transaction.ts';
import { notify } from '../../live/notify.ts';
import * as queries from './support.queries.ts';

export const listTickets = (ctx: Context, page: number | undefined) =>
  snapshot(ctx.db, async (trx) => ({
    opened: await queries.findOpened(trx),
    ...(await queries.findHistory(trx, page)),
  }));

export async function showTicket(db: Db, id: number) {
  const ticket = await queries.findTicket(db, id);
  if (!ticket) throw supportProblems.TICKET_NOT_FOUND();
  return ticket;
}

/** Written by whoever is signed in, whatever the call says. */
export function replyTicket(ctx: Context, id: number, message: string) {
  return change(ctx, async (trx) => {
    if (ctx.actor.id === null) throw common.PERMISSION_DENIED();
    await move(trx, id, 'reply');
    const reply = await queries.insertReply(trx, id, ctx.actor.id, message);
    await leaveTrail(trx, ctx, 'ticket', id, 'reply', { message: reply.id });
    await tell(trx, id);
    return { ...reply, author_name: ctx.actor.name };
  });
}

export function closeTicket(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    const from = await move(trx, id, 'close');
    await leaveTrail(trx, ctx, 'ticket', id, 'close', { status: [from, 'CLOSED'] });
    await tell(trx, id);
    return showTicket(trx, id);
  });
}

export function deleteTicket(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    const { title } = await lock(trx, id);
    await queries.deleteTicket(trx, id);
    await leaveTrail(trx, ctx, 'ticket', id, 'delete', { title });
    await tell(trx, id);
  });
}

async function lock(trx: Db, id: number) {
  const ticket = await queries.lockTicket(trx, id);
  if (!ticket) throw supportProblems.TICKET_NOT_FOUND();
  return ticket;
}

async function move(trx: Db, id: number, action: 'reply' | 'close') {
  const { status } = await lock(trx, id);
  if (!ticketLife.can(status, action)) throw supportProblems.TICKET_CLOSED();
  await queries.moveTicket(trx, id, ticketLife.next(status, action));
  return status;
}

async function tell(trx: Db, id: number) {
  await notify(trx, 'badges');
  await notify(trx, `ticket:${id}`);
}
