import { common, type Problem } from '@morada/contract/base/problem';
import type { TrailRecord } from '@morada/domain/trail/trail';
import type { Context, Db } from '../context.ts';

/** Actions that leave a trail without changing the record. */
const READINGS = [
  ...['export', 'personal-data', 'end-session', 'end-sessions', 'recovery-code', 'recovery-codes'],
  ...['second-factor-on', 'second-factor-off', 'second-factor-reset'],
];

/**
 * Refusal (412) of a change based on an outdated version of the record, naming who saved since; undefined when
 * `expected` is the row's version, or absent. Requires the row to be locked.
 */
export async function staleVersion(
  trx: Db,
  expected: number | undefined,
  record: TrailRecord,
  row: { id: number; version: number },
): Promise<Problem | undefined> {
  if (expected === undefined || expected === row.version) return undefined;
  const last = await trx
    .selectFrom('trail')
    .select(['actor', 'person', 'at'])
    .where('record', '=', record)
    .where('record_id', '=', row.id)
    .where('action', 'not in', READINGS)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return common.STALE_VERSION({
    extra: { saved_by: last?.person ?? last?.actor ?? null, saved_at: last?.at ?? null, version: row.version },
  });
}

/** Refuses a change based on another version than the row's (`If-Match`). Requires the row to be locked. */
export async function checkVersion(trx: Db, ctx: Context, record: TrailRecord, row: { id: number; version: number }) {
  const stale = await staleVersion(trx, ctx.expected, record, row);
  if (stale) throw stale;
}
