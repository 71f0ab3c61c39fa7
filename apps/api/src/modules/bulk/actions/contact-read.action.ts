import { contactProblems } from '@morada/contract/contacts';
import { formatDate } from '@morada/domain/base/calendar';
import { readInTransaction, searchUnread, unreadInTransaction } from '../../contacts/contacts.service.ts';
import type { Action } from '../bulk.action.ts';
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
  act: async (trx, ctx, { record_id }) => {
    await readInTransaction(trx, ctx, record_id);
    return undefined;
  },
  undo: (trx, ctx, { record_id }) => unreadInTransaction(trx, ctx, record_id),
  version: (trx, { record_id }) => candidates.findVersion(trx, 'contact_message', record_id),
};
