import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db, Deps } from '../../context.ts';
import { connect } from './connect.ts';
import type { ConnectionOptions } from './primary.ts';
import { openPulse } from './pulse.ts';

/** Connections for reports. */
const CONNECTIONS = 4;
/** Time for the standby to replay what was committed before the report, and interval of its checks. */
const CATCH_UP_MS = 500;
const STEP_MS = 20;

export type Standby = { reports: () => Promise<Db>; close: () => Promise<void> };

/** Database for a report's reads: the standby, if there is one and it is fresh enough (docs/decisions/databases.md). */
export const reportDb = async ({ db, reports }: Pick<Deps, 'db' | 'reports'>): Promise<Db> => (await reports?.()) ?? db;

/** A standby to read reports from. While it is broken, silent or behind, the primary takes its place. */
export function openStandby(connection: ConnectionOptions, primary: Db): Standby {
  const { db, cut } = connect(connection, CONNECTIONS);
  const pulse = openPulse(connection, { onLost: cut });

  /** Whether the standby has replayed everything that was written before this call. */
  async function isFresh() {
    const { rows } = await sql<{ written: string }>`select pg_current_wal_lsn()::text as written`.execute(primary);
    const written = rows[0]?.written ?? '';
    const until = performance.now() + CATCH_UP_MS;
    for (;;) {
      if (await hasReplayed(db, written)) return true;
      if (performance.now() > until) return false;
      await pause(STEP_MS);
    }
  }

  return {
    reports: async () => (pulse.isUp() && (await isFresh().catch(() => false)) ? db : primary),
    close: async () => {
      await pulse.close();
      await db.destroy();
    },
  };
}

/**
 * False on a server that was promoted: it may have left the primary's history.
 * @internal
 */
export async function hasReplayed(standby: Db, written: string): Promise<boolean> {
  const { rows } = await sql<{ fresh: boolean | null }>`
    select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${written}::pg_lsn as fresh`.execute(standby);
  return rows[0]?.fresh === true;
}
