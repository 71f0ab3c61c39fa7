import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { hashOf } from '../base/secrets/secrets.ts';
import type { Deps } from '../context.ts';
import type { Pulse } from '../db/connection/pulse.ts';

/** Segments of the continuous archive that wait to be sent. */
export type WalWaiting = () => Promise<{ segments: number; bytes: number; seconds: number }>;

type Options = {
  pool: Pool;
  pulse: Pulse;
  /** Bearer token for the metrics (`METRICS_TOKEN`); without one they are served only to this machine. */
  token?: string | undefined;
  /** Absent without a continuous archive. */
  walWaiting?: WalWaiting | undefined;
};

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** `/metrics` for Prometheus. Labels are fixed names (a route's pattern, a job's task), never user input. */
export function metrics(app: FastifyInstance, deps: Deps, { pool, pulse, token, walWaiting }: Options) {
  const register = new Registry();
  collectDefaultMetrics({ register });
  requests(app, register);
  databaseFigures(register, deps, pool, pulse);
  if (walWaiting) walFigures(register, walWaiting);
  if (deps.disks) diskFigures(register, deps.disks);

  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    // Unauthorised callers get a 404, as if the route didn't exist.
    if (!mayRead(request, token)) return reply.callNotFound();
    return reply
      .header('cache-control', 'no-store')
      .type(register.contentType)
      .send(await register.metrics());
  });
}

function mayRead({ headers, ip }: FastifyRequest, token: string | undefined) {
  if (token === undefined) return LOOPBACK.test(ip) && !('x-forwarded-for' in headers) && !('forwarded' in headers);
  const shown = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(hashOf(shown), hashOf(token));
}

function requests(app: FastifyInstance, register: Registry) {
  const duration = new Histogram({
    name: 'morada_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer, by method, route pattern and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  });
  app.addHook('onResponse', async ({ method, routeOptions }, { elapsedTime, statusCode }) => {
    const route = routeOptions.url ?? 'none';
    duration.observe({ method, route, status: String(statusCode) }, elapsedTime / 1_000);
  });
}

/** Gauges read at each scrape, and absent while the database is down. */
function databaseFigures(register: Registry, deps: Deps, pool: Pool, pulse: Pulse) {
  const gauge = (name: string, help: string, labelNames: string[], read: () => Promise<Figure[]> | Figure[]) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [register],
      async collect() {
        this.reset();
        for (const { value, ...labels } of await read()) this.set(labels, value);
      },
    });

  gauge('morada_database_up', 'Whether the database answers', [], () => [{ value: pulse.isUp() ? 1 : 0 }]);
  gauge('morada_database_connections', 'Lines of this server to the database', ['state'], () => [
    { state: 'busy', value: pool.totalCount - pool.idleCount },
    { state: 'idle', value: pool.idleCount },
    // Requests that wait for a connection.
    { state: 'wanted', value: pool.waitingCount },
  ]);
  const asked = (read: () => Promise<Figure[]>) => async () => {
    if (!pulse.isUp()) return [];
    return read().catch((): Figure[] => []);
  };
  gauge(
    'morada_jobs',
    'Background jobs of all servers, by task and state',
    ['task', 'state'],
    asked(() => jobsOf(deps)),
  );
  gauge(
    'morada_invoices_open',
    'Invoices that wait for payment',
    ['due'],
    asked(() => invoicesOf(deps)),
  );
}

function walFigures(register: Registry, waiting: WalWaiting) {
  new Gauge({
    name: 'morada_wal_waiting_segments',
    help: 'Segments that wait to be sent to the continuous archive',
    registers: [register],
    async collect() {
      const { segments, seconds } = await waiting();
      this.set(segments);
      age.set(seconds);
    },
  });
  const age = new Gauge({
    name: 'morada_wal_waiting_seconds',
    help: 'Age of the oldest segment that waits to be sent to the continuous archive',
    registers: [register],
  });
}

/** Folders are of the installation, and hold no name of a person. */
function diskFigures(register: Registry, disks: NonNullable<Deps['disks']>) {
  const gauge = (name: string, help: string, figure: 'free' | 'total') =>
    new Gauge({
      ...{ name, help, labelNames: ['folder'], registers: [register] },
      async collect() {
        for (const disk of await disks()) this.set({ folder: disk.place }, disk[figure]);
      },
    });
  gauge('morada_disk_free_bytes', 'Free space of each disk that this server writes to', 'free');
  gauge('morada_disk_size_bytes', 'Size of each disk that this server writes to', 'total');
}

type Figure = { value: number } & Record<string, string | number>;

async function jobsOf({ db }: Deps): Promise<Figure[]> {
  const { rows } = await sql<{ task: string; state: string; value: number }>`
    select task_identifier as task, state, count(*) as value
    from graphile_worker.jobs cross join lateral (select case
      when locked_at is not null then 'running'
      when attempts >= max_attempts then 'failed'
      when run_at > now() then 'scheduled'
      else 'waiting' end as state) as named
    group by 1, 2`.execute(db);
  return rows;
}

async function invoicesOf({ db, today }: Deps): Promise<Figure[]> {
  const { rows } = await sql<{ late: number; ahead: number }>`
    select coalesce(sum(rows) filter (where day < ${today()}::date), 0) as late,
      coalesce(sum(rows) filter (where day >= ${today()}::date), 0) as ahead
    from list_total where list = 'invoice' and kind = 'PENDING'`.execute(db);
  return [
    { due: 'late', value: rows[0]?.late ?? 0 },
    { due: 'ahead', value: rows[0]?.ahead ?? 0 },
  ];
}
