import type { Received } from '@morada/contract/base/endpoint';
import { common, Problem } from '@morada/contract/base/problem';
import { type support, supportProblems } from '@morada/contract/desk/support';
import { type TicketStatus, ticketLife } from '@morada/domain/attendance/ticket';
import type { Refusals } from '#api/base/refusals.ts';
import type { Context, Db } from '#api/context.ts';
import { leaveTrail, writeTrail } from '#api/db/trail.ts';
import { change, snapshot } from '#api/db/transaction.ts';
import { staleVersion } from '#api/db/version.ts';
import { notify } from '#api/live/notify.ts';
import { callOffEnded } from '#api/modules/collection/messages/messages.service.ts';
import { tellAnswered } from '#api/modules/collection/messages/news.service.ts';
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
    await tellAnswered(trx, ctx, id, reply.id);
    await tell(trx, id);
    return { ...reply, author_name: ctx.actor.name };
  });
}

export function closeTicket(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    const [answer] = await closeTickets(trx, ctx, [{ id, expected: ctx.expected }]);
    if (answer instanceof Problem) throw answer;
    return showTicket(trx, id);
  });
}

type Order = { id: number; expected?: number | undefined };

/** Closes tickets inside the caller's transaction. Answers each in order: its refusal, or its former status. */
export async function closeTickets(
  trx: Db,
  ctx: Context,
  orders: readonly Order[],
): Promise<(Problem | TicketStatus)[]> {
  const answers = (await lockAll(trx, orders)).map((answer) =>
    answer instanceof Problem || ticketLife.can(answer.status, 'close') ? answer : supportProblems.TICKET_CLOSED(),
  );
  const closing = answers.filter(isTicket);
  await queries.moveTickets(trx, idsOf(closing), 'CLOSED');
  await leaveMoves(
    trx,
    ctx,
    closing.map(({ id, status }) => ({ id, action: 'close', status: [status, 'CLOSED'] })),
  );
  return answers.map((answer) => (answer instanceof Problem ? answer : answer.status));
}

/** Reopens tickets in their former status, for the undo of a closing; not a transition of the state machine. */
export async function reopenTickets(
  trx: Db,
  ctx: Context,
  orders: readonly (Order & { status: TicketStatus })[],
): Promise<Refusals> {
  const answers = await lockAll(trx, orders);
  const reopening = orders.flatMap(({ id, status }, index) => {
    const ticket = answers[index];
    return isTicket(ticket) ? { id, from: ticket.status, to: status } : [];
  });
  for (const [status, tickets] of Map.groupBy(reopening, ({ to }) => to))
    await queries.reopenTickets(trx, idsOf(tickets), status);
  await leaveMoves(
    trx,
    ctx,
    reopening.map(({ id, from, to }) => ({ id, action: 'reopen', status: [from, to] })),
  );
  return answers.map((answer) => (answer instanceof Problem ? answer : undefined));
}

type Ticket = Awaited<ReturnType<typeof queries.lockTickets>>[number];

const isTicket = (answer: Problem | Ticket | undefined): answer is Ticket =>
  answer !== undefined && !(answer instanceof Problem);
const idsOf = (tickets: readonly { id: number }[]) => tickets.map(({ id }) => id);

/** Locks tickets. Answers each order: the ticket, or why it is not at the expected version. */
async function lockAll(trx: Db, orders: readonly Order[]): Promise<(Problem | Ticket)[]> {
  const tickets = new Map((await queries.lockTickets(trx, idsOf(orders))).map((ticket) => [ticket.id, ticket]));
  const answers: (Problem | Ticket)[] = [];
  for (const { id, expected } of orders) {
    const ticket = tickets.get(id);
    answers.push(
      ticket ? ((await staleVersion(trx, expected, 'ticket', ticket)) ?? ticket) : supportProblems.TICKET_NOT_FOUND(),
    );
  }
  return answers;
}

type Move = { id: number; action: 'close' | 'reopen'; status: [TicketStatus, TicketStatus] };

async function leaveMoves(trx: Db, { actor }: Context, moves: readonly Move[]) {
  await writeTrail(
    trx,
    moves.map(({ id: record_id, action, status }) => ({
      ...{ actor, record: 'ticket', record_id, action, changes: { status } },
    })),
  );
  for (const { id } of moves) await tell(trx, id);
}

export function deleteTicket(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    const { title } = await lock(trx, id);
    await queries.deleteTicket(trx, id);
    await callOffEnded(trx, ctx, { kind: 'TICKET_ANSWERED', about: [id] });
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
  const [ticket] = await queries.lockTickets(trx, [id]);
  if (!ticket) throw supportProblems.TICKET_NOT_FOUND();
  return ticket;
}

async function move(trx: Db, id: number, action: 'reply' | 'ask') {
  const { status } = await lock(trx, id);
  if (!ticketLife.can(status, action)) throw supportProblems.TICKET_CLOSED();
  await queries.moveTickets(trx, [id], ticketLife.next(status, action));
  return status;
}

async function tell(trx: Db, id: number) {
  await notify(trx, 'badges');
  await notify(trx, `ticket:${id}`);
}
