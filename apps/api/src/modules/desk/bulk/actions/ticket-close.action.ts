import { Problem } from '@morada/contract/base/problem';
import { supportProblems } from '@morada/contract/desk/support';
import { type TicketStatus, ticketLife } from '@morada/domain/attendance/ticket';
import { closeTickets, reopenTickets, searchOpen } from '#api/modules/desk/support/support.service.ts';
import { type Action, BLOCK, ordersOf, recordsOf } from '../bulk.action.ts';
import * as candidates from '../candidates.queries.ts';

/** "Fechar tickets". */
export const ticketClose: Action = {
  readers: 'SUPPORT_VIEW',
  name: 'tickets-fechados',
  search: (ctx, _, most) => searchOpen(ctx, most),
  evaluate: async (ctx, ids) =>
    (await candidates.findTickets(ctx.db, ids)).map(({ id, version, status }) => ({
      id,
      version,
      reason: ticketLife.can(status, 'close') ? undefined : supportProblems.TICKET_CLOSED().message,
    })),
  named: async (db, ids) =>
    (await candidates.nameOfTickets(db, ids)).map(({ id, title, name }) => ({
      id,
      title,
      below: `Ticket ${id} · ${name}`,
    })),
  block: BLOCK,
  act: async (trx, ctx, items) =>
    (await closeTickets(trx, ctx, ordersOf(items))).map((answer) =>
      answer instanceof Problem ? answer : { status: answer },
    ),
  undo: (trx, ctx, items) =>
    reopenTickets(
      trx,
      ctx,
      items.map(({ record_id: id, expected, trace }) => ({ id, expected, status: trace.status as TicketStatus })),
    ),
  versions: (trx, items) => candidates.findVersions(trx, 'ticket', recordsOf(items)),
};
