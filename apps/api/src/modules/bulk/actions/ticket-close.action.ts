import { supportProblems } from '@morada/contract/support';
import { type TicketStatus, ticketLife } from '@morada/domain/attendance/ticket';
import { closeInTransaction, reopenInTransaction, searchOpen } from '../../support/support.service.ts';
import { type Action, recordByRecord, recordsOf } from '../bulk.action.ts';
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
  act: recordByRecord(async (trx, ctx, { record_id }) => ({ status: await closeInTransaction(trx, ctx, record_id) })),
  undo: recordByRecord(async (trx, ctx, { record_id, trace }) => {
    await reopenInTransaction(trx, ctx, record_id, trace.status as TicketStatus);
    return undefined;
  }),
  versions: (trx, items) => candidates.findVersions(trx, 'ticket', recordsOf(items)),
};
