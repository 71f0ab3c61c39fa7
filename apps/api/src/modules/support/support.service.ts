import type { Received } from '@morada/contract/endpoint';
import { common } from '@morada/contract/problem';
import { type support, supportProblems } from '@morada/contract/support';
import { type TicketStatus, ticketLife } from '@morada/domain/attendance/ticket';
import type { Context, Db } from '../../context.ts';
import { leaveTrail } from '../../db/trail.ts';
import { change, snapshot } from '../../db/transaction.ts';
import { checkVersion } from '../../db/version.ts';
import { notify } from '../../live/notify.ts';
import * as queries from './support.queries.ts';

export const listTickets = (ctx: Context, { page, client }: Received<typeof support.list>['query']) =>
  snapshot(ctx.db, async (trx) => ({
    opened: await queries.findOpened(trx, client),
    ...(await queries.findHistory(trx, page, client)),
  }));

export const searchOpen = ({ db }: Context, most: number): Promise<number[]> => queries.findOpenIds(db, { most });

export async function showTicket(db: Db, id: number) {
  const ticket = await queries.findTicket(db, id);
  if (!ticket) throw supportProblems.TICKET_NOT_FOUND();
  return ticket;
}

/** The author is the signed-in person, whatever the call says. */
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
    await closeInTransaction(trx, ctx, id);
    return showTicket(trx, id);
  });
}

/** Closes a ticket inside the caller's transaction; returns its former status. */
export async function closeInTransaction(trx: Db, ctx: Context, id: number): Promise<TicketStatus> {
  await checkVersion(trx, ctx, 'ticket', await lock(trx, id));
  const from = await move(trx, id, 'close');
  await leaveTrail(trx, ctx, 'ticket', id, 'close', { status: [from, 'CLOSED'] });
  await tell(trx, id);
  return from;
}

/** Reopens a ticket in its former status, for the undo of a closing; not a transition of the state machine. */
export async function reopenInTransaction(trx: Db, ctx: Context, id: number, status: TicketStatus) {
  const ticket = await lock(trx, id);
  await checkVersion(trx, ctx, 'ticket', ticket);
  await queries.reopenTicket(trx, id, status);
  await leaveTrail(trx, ctx, 'ticket', id, 'reopen', { status: [ticket.status, status] });
  await tell(trx, id);
}

export function deleteTicket(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    const { title } = await lock(trx, id);
    await queries.deleteTicket(trx, id);
    await leaveTrail(trx, ctx, 'ticket', id, 'delete', { title });
    await tell(trx, id);
  });
}

export const listOfClient = (db: Db, clientId: number, page: number) => queries.findOfClient(db, clientId, page);

/** A ticket of another client is not found. */
export async function showOfClient(db: Db, clientId: number, id: number) {
  const ticket = await showTicket(db, id);
  if (ticket.user.id !== clientId) throw supportProblems.TICKET_NOT_FOUND();
  return ticket;
}

/** Opens a client's ticket. Idempotent: a form submitted twice, by a double click or the back button, opens one. */
export function openTicket(
  ctx: Context,
  clientId: number,
  { message, ...asked }: { title: string; message: string; property_id: number | null },
): Promise<number> {
  return change(ctx, async (trx) => {
    await queries.holdClient(trx, clientId);
    const ticket = { ...asked, user_id: clientId };
    const same = await queries.findSameTicket(trx, ticket, message);
    if (same) return same.id;
    const { id } = await queries.insertTicket(trx, ticket);
    await queries.insertQuestion(trx, id, message);
    await leaveTrail(trx, ctx, 'ticket', id, 'create');
    await tell(trx, id);
    return id;
  });
}

/** Adds a client's message; the same text sent twice is stored once. */
export function askTicket(ctx: Context, clientId: number, id: number, message: string): Promise<void> {
  return change(ctx, async (trx) => {
    const { user_id, status } = await lock(trx, id);
    if (user_id !== clientId) throw supportProblems.TICKET_NOT_FOUND();
    const last = await queries.findLastMessage(trx, id);
    if (status !== 'CLOSED' && last?.author === 'CLIENT' && last.data === message) return;
    await move(trx, id, 'ask');
    const question = await queries.insertQuestion(trx, id, message);
    await leaveTrail(trx, ctx, 'ticket', id, 'ask', { message: question.id });
    await tell(trx, id);
  });
}

async function lock(trx: Db, id: number) {
  const ticket = await queries.lockTicket(trx, id);
  if (!ticket) throw supportProblems.TICKET_NOT_FOUND();
  return ticket;
}

async function move(trx: Db, id: number, action: 'reply' | 'ask' | 'close') {
  const { status } = await lock(trx, id);
  if (!ticketLife.can(status, action)) throw supportProblems.TICKET_CLOSED();
  await queries.moveTicket(trx, id, ticketLife.next(status, action));
  return status;
}

async function tell(trx: Db, id: number) {
  await notify(trx, 'badges');
  await notify(trx, `ticket:${id}`);
}
