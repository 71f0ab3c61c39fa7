import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/context.ts';

/**
 * Tables whose rows have calls to a bank, to the national system of notes or to a provider of signatures: their key, and the states
 * in which a call can be due; null: whenever it has a moment for it.
 */
const CALLS = {
  pix_charge: { key: 'id', states: ['WAITING', 'REMOVING'], isCounted: true },
  boleto_call: { key: 'boleto_id', states: ['WAITING', 'PENDING', 'REMOVING'], isCounted: true },
  recurrence: { key: 'id', states: ['WAITING', 'CREATED', 'APPROVED'], isCounted: false },
  recurring_charge: { key: 'id', states: ['WAITING', 'SENT', 'CANCELING'], isCounted: true },
  service_note: {
    key: 'id',
    states: ['PENDING', 'SENDING', 'RECALLING', 'CANCELING', 'ISSUED', 'REPLACING', 'EXCEPTION'],
    isCounted: true,
  },
  signature_errand: { key: 'envelope_id', states: null, isCounted: true },
} as const;
export type CallTable = keyof typeof CALLS;
export type KeyOf<T extends CallTable> = (typeof CALLS)[T]['key'];
export const keyOf = <T extends CallTable>(table: T): KeyOf<T> => CALLS[table].key;

// By literals: a prepared statement matches no index by parameters.
function hasCall(table: CallTable) {
  const { states } = CALLS[table];
  return states === null ? sql`true` : sql`state in (${sql.join(states.map((state) => sql.lit(state)))})`;
}

/**
 * Claims the calls of a table which are due, for one worker. After the lease of two minutes another worker may claim them.
 * @param where condition on `call`.
 */
export async function claim(trx: Db, table: CallTable, where: RawBuilder<unknown>, limit: number): Promise<number[]> {
  const { key: name, isCounted } = CALLS[table];
  const key = sql.ref(name);
  const { rows } = await sql<{ key: number }>`
    with due as materialized (
      select call.${key} as key from ${sql.table(table)} as call
      where ${hasCall(table)} and call.next_try_at <= now() and ${where}
      order by call.next_try_at, call.${key} limit ${limit} for update skip locked)
    update ${sql.table(table)} set next_try_at = now() + interval '2 minutes'${isCounted ? sql`, tries = tries + 1` : sql``}
    where ${key} in (select key from due) returning ${key} as key`.execute(trx);
  return rows.map((row) => row.key);
}

/** Releases claimed calls whose outcome is unknown, to be made again after 30 seconds. */
export const release = (db: Db, table: CallTable, keys: readonly number[]) =>
  sql`update ${sql.table(table)} set next_try_at = now() + interval '30 seconds'
    where ${sql.ref(CALLS[table].key)} = any(${keys}::bigint[]) and ${hasCall(table)}`.execute(db);
