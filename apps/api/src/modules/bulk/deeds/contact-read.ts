import { contactProblems } from '@morada/contract/contacts';
import { formatDate } from '@morada/domain/base/calendar';
import { readHeld, searchUnread, unreadHeld } from '../../contacts/contacts.service.ts';
import type { Deed } from '../deed.ts';
import * as looks from '../looks.queries.ts';

/** "Marcar como lidas". */
export const contactRead: Deed = {
  readers: 'CONTACT_VIEW',
  name: 'mensagens-lidas',
  search: (ctx, _, most) => searchUnread(ctx, most),
  judge: async (ctx, ids) =>
    (await looks.findMessages(ctx.db, ids)).map(({ id, version, read_at }) => ({
      id,
      version,
      reason: read_at === null ? undefined : contactProblems.CONTACT_READ().message,
    })),
  named: async (db, ids) =>
    (await looks.nameOfMessages(db, ids)).map(({ id, name, day }) => ({
      id,
      title: name,
      below: `Mensagem ${id}, de ${formatDate(day)}`,
    })),
  act: async (trx, ctx, { record_id }) => {
    await readHeld(trx, ctx, record_id);
    return undefined;
  },
  undo: (trx, ctx, { record_id }) => unreadHeld(trx, ctx, record_id),
  version: (trx, { record_id }) => looks.findVersion(trx, 'contact_message', record_id),
};
