import { common } from '@morada/contract/problem';
import type { TrailRecord } from '@morada/domain/trail/trail';
import type { Context, Db } from '../context.ts';

/** What leaves a trail without saving anything. */
const READINGS = [
  ...['export', 'personal-data', 'end-session', 'end-sessions', 'recovery-code', 'recovery-codes'],
  ...['second-factor-on', 'second-factor-off', 'second-factor-reset'],
];

/** Refuses a change made on an older reading of the record (412), saying who saved since. Call it with the row locked. */
export async function checkVersion(trx: Db, ctx: Context, record: TrailRecord, row: { id: number; version: number }) {
  if (ctx.expected === undefined || ctx.expected === row.version) return;
  const last = await trx
    .selectFrom('trail')
    .select(['actor', 'at'])
    .where('record', '=', record)
    .where('record_id', '=', row.id)
    .where('action', 'not in', READINGS)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  throw common.STALE_VERSION({
    extra: { saved_by: last?.actor ?? null, saved_at: last?.at ?? null, version: row.version },
  });
}
