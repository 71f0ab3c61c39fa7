import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../context.ts';
import type { Pulse } from '../db/connection/pulse.ts';
import { LOCKS } from '../db/locks.ts';
import type { Room } from './room.ts';

const PATIENCE = 1_000;

/** Reason why a load balancer should send no requests here. */
type Obstacle = 'draining' | 'database' | 'migrating' | 'disk';

/**
 * Health checks. `/health/live`: the process answers, and needs no restart. `/health/ready`: requests may be sent here;
 * 503 gives the reason.
 */
export function health(
  app: FastifyInstance,
  db: Db,
  { pulse, leaving, room }: { pulse?: Pulse; leaving?: AbortSignal; room?: Pick<Room, 'isWritable'> | undefined } = {},
) {
  let draining = false;
  app.addHook('preClose', async () => {
    draining = true;
  });

  app.get('/health/live', { logLevel: 'warn' }, async (_, reply) => {
    reply.header('cache-control', 'no-store');
    return { live: true };
  });

  app.get('/health/ready', { logLevel: 'warn' }, async (_, reply) => {
    const isLeaving = draining || leaving?.aborted;
    const obstacle = isLeaving
      ? 'draining'
      : ((await obstacleOf(db, pulse)) ?? (room?.isWritable() === false ? 'disk' : undefined));
    reply.header('cache-control', 'no-store');
    if (!obstacle) return { ready: true };
    return reply.status(503).header('retry-after', '2').send({ ready: false, obstacle });
  });
}

async function obstacleOf(db: Db, pulse: Pulse | undefined): Promise<Obstacle | undefined> {
  if (pulse && !pulse.isUp()) return 'database';
  const { promise: tooLate, resolve } = Promise.withResolvers<Obstacle | undefined>();
  // With a pulse the database is known to answer, so the server is only busy. It stays ready, since its load would
  // otherwise move to the next one.
  const timer = setTimeout(() => resolve(pulse ? undefined : 'database'), PATIENCE);
  const asked = isMigrating(db).then(
    (migrating) => (migrating ? ('migrating' as const) : undefined),
    () => 'database' as const,
  );
  const obstacle = await Promise.race([asked, tooLate]);
  clearTimeout(timer);
  return obstacle;
}

/** Whether a migration holds its lock and has begun to write; a command that finds nothing to do hasn't. */
async function isMigrating(db: Db) {
  const { rows } = await sql<{ migrating: boolean }>`select exists (
      select from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and classid = 0 and objid = ${LOCKS.migration} and granted
        and pg_locks.database = (select oid from pg_database where datname = current_database())
        and backend_xid is not null
    ) as migrating`.execute(db);
  return rows[0]?.migrating === true;
}
