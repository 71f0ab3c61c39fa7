import { common } from '@morada/contract/problem';
import type { TrailRecord } from '@morada/domain/trail/trail';
import type { Context, Db } from '../context.ts';

/** Actions that leave a trail without changing the record. */
const READINGS = [
  ...['export', 'personal-data', 'end-session', 'end-sessions', 'recovery-code', 'recovery-codes'],
  ...['second-factor-on', 'second-factor-off', 'second-factor-reset'],
];

/**
 * Refuses a change based on an outdated version of the record (412), naming who saved since. Requires the row to be
 * locked.
 */
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
