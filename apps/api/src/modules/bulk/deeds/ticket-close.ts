import { supportProblems } from '@morada/contract/support';
import { type TicketStatus, ticketLife } from '@morada/domain/attendance/ticket';
import { closeHeld, reopenHeld, searchOpen } from '../../support/support.service.ts';
import type { Deed } from '../deed.ts';
import * as looks from '../looks.queries.ts';

/** "Fechar tickets". */
export const ticketClose: Deed = {
  readers: 'SUPPORT_VIEW',
  name: 'tickets-fechados',
  search: (ctx, _, most) => searchOpen(ctx, most),
  judge: async (ctx, ids) =>
    (await looks.findTickets(ctx.db, ids)).map(({ id, version, status }) => ({
      id,
      version,
      reason: ticketLife.can(status, 'close') ? undefined : supportProblems.TICKET_CLOSED().message,
    })),
  named: async (db, ids) =>
    (await looks.nameOfTickets(db, ids)).map(({ id, title, name }) => ({
      id,
      title,
      below: `Ticket ${id} · ${name}`,
    })),
  act: async (trx, ctx, { record_id }) => ({ status: await closeHeld(trx, ctx, record_id) }),
  undo: (trx, ctx, { record_id, trace }) => reopenHeld(trx, ctx, record_id, trace.status as TicketStatus),
  version: (trx, { record_id }) => looks.findVersion(trx, 'ticket', record_id),
};
