import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Db } from '#api/context.ts';

/** Balance of each account, from the lines of the ledger alone. */
export const findAccountBalances = (db: Db, until?: CalendarDate) =>
  db
    .selectFrom('ledger_line')
    .innerJoin('ledger_entry', 'ledger_entry.id', 'ledger_line.entry_id')
    .select(['account', (q) => q.fn.sum<number>('amount').as('balance')])
    .$if(until !== undefined, (q) => q.where('ledger_entry.day', '<=', until ?? '9999-12-31'))
    .groupBy('account')
    .execute();
