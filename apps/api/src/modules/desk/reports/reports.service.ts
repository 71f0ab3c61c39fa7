import type { Received } from '@morada/contract/base/endpoint';
import type { reports } from '@morada/contract/desk/reports';
import { CASH_KINDS } from '@morada/domain/ledger/cash';
import { actorId, type Context } from '#api/context.ts';
import { reportDb } from '#api/db/connection/standby.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { cashTotals, eachCash } from '#api/modules/ledger/postings/cash.service.ts';
import { reportSheet } from './reports.export.ts';

type Asked = Pick<Received<typeof reports.save>, 'params' | 'query'>;

/** All rows of the cash book, streamed so that no report is held in memory whole. */
export async function saveReport(ctx: Context, { params: { type }, query: { startDate, endDate } }: Asked) {
  const search = { start: startDate, end: endDate, ...CASH_KINDS[type], standing: true };
  const db = await reportDb(ctx);
  const { found } = await cashTotals(db, search);
  await change(ctx, (trx) =>
    leaveTrail(trx, ctx, 'admin_user', actorId(ctx), 'export', {
      list: 'relatorio',
      type,
      startDate,
      endDate,
      rows: found,
    }),
  );
  return reportSheet(type, eachCash(db, search));
}
