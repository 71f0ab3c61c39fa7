import { contactProblems } from '@morada/contract/desk/contacts';
import { formatDate } from '@morada/domain/base/calendar';
import { readContacts, searchUnread, unreadContacts } from '#api/modules/desk/contacts/contacts.service.ts';
import { type Action, BLOCK, ordersOf, recordsOf } from '../bulk.action.ts';
import * as candidates from '../candidates.queries.ts';

/** "Marcar como lidas". */
export const contactRead: Action = {
  readers: 'CONTACT_VIEW',
  name: 'mensagens-lidas',
  search: (ctx, _, most) => searchUnread(ctx, most),
  evaluate: async (ctx, ids) =>
    (await candidates.findMessages(ctx.db, ids)).map(({ id, version, read_at }) => ({
      id,
      version,
      reason: read_at === null ? undefined : contactProblems.CONTACT_READ().message,
    })),
  named: async (db, ids) =>
    (await candidates.nameOfMessages(db, ids)).map(({ id, name, day }) => ({
      id,
      title: name,
      below: `Mensagem ${id}, de ${formatDate(day)}`,
    })),
  block: BLOCK,
  act: (trx, ctx, items) => readContacts(trx, ctx, ordersOf(items)),
  undo: (trx, ctx, items) => unreadContacts(trx, ctx, ordersOf(items)),
  versions: (trx, items) => candidates.findVersions(trx, 'contact_message', recordsOf(items)),
};
