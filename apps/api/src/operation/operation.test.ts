import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import { openPulse } from '#api/db/connection/pulse.ts';
import { LOCKS } from '#api/db/locks.ts';
import { startJobs } from '#api/jobs.ts';
import { LONG } from '#test/long.ts';
import { startApp } from '../../test/harness.ts';
import { until } from '../../test/until.ts';
import { logOptions, readableLines } from './log.ts';
import { openTracing } from './tracing.ts';

const agency = await startApp({ today: '2026-03-10' });
const { deps, pool, connection, db, signIn } = agency;
const pulse = openPulse(connection);
afterAll(async () => {
  await pulse.close();
  await agency.stop();
});

/** Connections of the application's pool in tests. */
const POOL = 10;
const TOKEN = 'um-segredo-do-prometheus';

async function serve({ metricsToken, ...options }: Parameters<typeof buildApp>[1] & { metricsToken?: string } = {}) {
  const app = await buildApp(deps, { ...options, operation: { pool, pulse, metricsToken, ...options?.operation } });
  return app;
}

/** Value of a line in Prometheus' format, by its full name with labels. */
const figure = (body: string, name: string) => {
  const line = body.split('\n').find((candidate) => candidate.startsWith(`${name} `));
  return line && Number(line.slice(name.length + 1));
};

describe('health', () => {
  test('answers live and ready to every caller', async () => {
    const app = await serve();
    const live = await app.inject('/health/live');
    expect([live.statusCode, live.json()]).toEqual([200, { live: true }]);
    const ready = await app.inject('/health/ready');
    expect([ready.statusCode, ready.json()]).toEqual([200, { ready: true }]);
    expect(ready.headers['cache-control']).toBe('no-store');
    await app.close();
  });

  test('isn’t ready during a migration; holding its lock alone doesn’t count', async () => {
    const app = await serve();
    const migrating = new Client(connection);
    await migrating.connect();
    await migrating.query('select pg_advisory_lock($1)', [LOCKS.migration]);
    expect((await app.inject('/health/ready')).statusCode).toBe(200);
    await migrating.query('begin');
    await migrating.query('create table half_way (id bigint)');
    const ready = await app.inject('/health/ready');
    expect([ready.statusCode, ready.json()]).toEqual([503, { ready: false, obstacle: 'migrating' }]);
    expect(ready.headers['retry-after']).toBe('2');
    await migrating.query('rollback');
    expect((await app.inject('/health/ready')).statusCode).toBe(200);
    await migrating.end();
    await app.close();
  });

  test('stays ready while it is busy and the database answers', LONG, async () => {
    const app = await serve();
    const release = Promise.withResolvers<void>();
    const busy = Array.from({ length: POOL }, () => deps.db.connection().execute(() => release.promise));
    expect((await app.inject('/health/ready')).statusCode).toBe(200);
    release.resolve();
    await Promise.all(busy);
    await app.close();
  });
});

describe('metrics', () => {
  test('count jobs by what they do and wait for', async () => {
    await (await startJobs(deps, pool, agency.app.log, { crontab: '' })).stop();
    await pool.query(`select graphile_worker.add_job('sweep', run_at => now() + interval '1 hour')`);
    const app = await serve();
    expect(figure((await app.inject('/metrics')).body, 'morada_jobs{task="sweep",state="scheduled"}')).toBe(1);
    await pool.query('delete from graphile_worker._private_jobs');
    await app.close();
  });

  test('include requests by route pattern and status, the pool, the queue and open invoices', LONG, async () => {
    const { invoice, property } = agency;
    const { id: property_id } = await property();
    const march = await invoice({ property_id, start_date: '2026-01-01' });
    expect(march.due_date).toBe('2026-03-10');
    // The daily job also issues March for this contract.
    await invoice({ reference: '2026-02' });
    const jobs = await startJobs(deps, pool, agency.app.log, { crontab: '', pollInterval: 1_000 });
    await until(
      () => pool.query('select from graphile_worker.jobs'),
      ({ rowCount }) => rowCount === 0,
    );
    await jobs.stop();
    await pool.query(`select graphile_worker.add_job('sweep', run_at => now() + interval '1 hour')`);
    await pool.query(`select graphile_worker.add_job('sweep')`);

    const app = await serve();
    const { token } = await signIn('CLIENT_VIEW');
    const headers = { authorization: `Bearer ${token}` };
    await app.inject({ url: '/api/user/987654', headers });
    await app.inject({ url: '/api/user/987655', headers });
    await app.inject({ url: '/api/user?search=52998224725' });
    await app.inject({ url: '/api/nada/987656' });
    const { body, headers: answered } = await app.inject('/metrics');
    expect(answered['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    const count = 'morada_http_request_duration_seconds_count';
    expect(figure(body, `${count}{method="GET",route="/api/user/:id",status="404"}`)).toBe(2);
    expect(figure(body, `${count}{method="GET",route="/api/user",status="401"}`)).toBe(1);
    expect(figure(body, `${count}{method="GET",route="none",status="404"}`)).toBe(1);
    expect(body).not.toMatch(/98765|52998224725|search/);
    expect(figure(body, 'morada_database_up')).toBe(1);
    expect(figure(body, 'morada_database_connections{state="idle"}')).toBeGreaterThan(0);
    expect(figure(body, 'morada_jobs{task="sweep",state="scheduled"}')).toBe(1);
    expect(figure(body, 'morada_jobs{task="sweep",state="waiting"}')).toBe(1);
    expect(figure(body, 'morada_invoices_open{due="late"}')).toBe(1);
    expect(figure(body, 'morada_invoices_open{due="ahead"}')).toBe(2);
    expect(figure(body, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    await app.close();
  });

  test('are served to this machine, or with the token', async () => {
    const open = await serve();
    const asked = async (app: typeof open, remoteAddress: string, headers = {}) =>
      (await app.inject({ url: '/metrics', remoteAddress, headers })).statusCode;
    expect(await asked(open, '127.0.0.1')).toBe(200);
    expect(await asked(open, '::1')).toBe(200);
    expect(await asked(open, '10.0.0.7')).toBe(404);
    // A local proxy that forwards external requests.
    expect(await asked(open, '127.0.0.1', { 'x-forwarded-for': '203.0.113.9' })).toBe(404);
    expect(await asked(open, '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toBe(404);
    await open.close();

    const guarded = await serve({ metricsToken: TOKEN });
    expect(await asked(guarded, '127.0.0.1')).toBe(404);
    expect(await asked(guarded, '10.0.0.7', { authorization: `Bearer ${TOKEN}x` })).toBe(404);
    expect(await asked(guarded, '10.0.0.7', { authorization: TOKEN })).toBe(404);
    expect(await asked(guarded, '10.0.0.7', { authorization: `Bearer ${TOKEN}` })).toBe(200);
    await guarded.close();
  });
});

describe('logs', () => {
  test('write one JSON object for each line, by the returned request id, without queries', async () => {
    const stream = new PassThrough();
    const app = await serve({ logger: { ...logOptions('info'), stream } });
    const ids = [];
    for (const id of ['pedido-do-proxy-1', 'um dois', 'a'.repeat(65), '<script>alert(1)</script>']) {
      const answer = await app.inject({
        url: '/api/user?search=Alice%20Rocha',
        headers: { 'x-request-id': id, authorization: 'Bearer aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' },
      });
      ids.push(answer.headers['x-request-id']);
    }
    await app.inject('/setup/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb');
    await app.inject('/f/fa-bbbbbbbbbbbbbbbbbbbbbb/pdf');
    await app.inject('/health/live');
    app.log.error({ err: await failure() }, 'unexpected');
    await app.close();
    stream.end();
    const written = await text(stream);
    const lines = written
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(ids[0]).toBe('pedido-do-proxy-1');
    expect(ids.slice(1)).toEqual(Array(3).fill(expect.stringMatching(/^[\w-]{12}-\w+$/)));
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect(lines.filter(({ reqId }) => reqId === id)).toHaveLength(2);
    expect(lines[0].req).toEqual({ method: 'GET', url: '/api/user' });
    expect(lines[1].res).toEqual({ statusCode: 401 });
    expect(lines.find(({ req }) => req?.url.startsWith('/setup')).req.url).toBe('/setup/…');
    expect(lines.find(({ req }) => req?.url.startsWith('/f/')).req.url).toBe('/f/…/pdf');
    expect(lines.some(({ req }) => req?.url.startsWith('/health'))).toBe(false);
    expect(lines.at(-1).err).toMatchObject({ code: '23505', constraint: 'client_document', table: 'client' });
    expect(written).not.toMatch(/Alice|Rocha|52998224725|aaaaaaaa|bbbbbbbb|script/);
  });

  /** A unique violation, whose DETAIL quotes the values. */
  async function failure() {
    const twice = { name: 'Alice Rocha', type: 'OWNER' as const, cpf_cnpj: '52998224725', phone: '3232140000' };
    await db.insertInto('client').values(twice).execute();
    const error = await db
      .insertInto('client')
      .values(twice)
      .execute()
      .catch((caught) => caught);
    expect(error.detail).toContain('52998224725');
    return error;
  }
});

test('traces name route and statements, without values', LONG, async () => {
  const received: { path: string | undefined; type: string | undefined; body: string }[] = [];
  const collector = createServer(async (request, response) => {
    received.push({ path: request.url, type: request.headers['content-type'], body: await text(request) });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const tracing = await openTracing(`http://127.0.0.1:${(collector.address() as AddressInfo).port}/`);
  const app = await serve({ operation: { pool, pulse, tracing } });
  const { token } = await signIn('CLIENT_VIEW');
  const answer = await app.inject({
    url: '/api/user/987654?search=52998224725',
    headers: {
      authorization: `Bearer ${token}`,
      'x-request-id': 'pedido-77',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    },
  });
  expect(answer.statusCode).toBe(404);
  await app.close();
  await tracing.close();
  collector.close();

  expect(received.map(({ path, type }) => [path, type])).toEqual([['/v1/traces', 'application/json']]);
  const spans = received.flatMap(({ body }) =>
    JSON.parse(body).resourceSpans.flatMap((part: { scopeSpans: { spans: Span[] }[] }) =>
      part.scopeSpans.flatMap((scope) => scope.spans),
    ),
  ) as Span[];
  const request = spans.find(({ name }) => name === 'GET /api/user/:id');
  expect(request).toMatchObject({ traceId: '0af7651916cd43dd8448eb211c80319c', parentSpanId: 'b7ad6b7169203331' });
  expect(valuesOf(request)).toMatchObject({
    'url.path': '/api/user/:id',
    'http.route': '/api/user/:id',
    'http.response.status_code': 404,
    'morada.request_id': 'pedido-77',
  });
  const statements = spans.filter(({ name }) => name === 'select');
  expect(statements.length).toBeGreaterThan(0);
  for (const span of statements) expect(span.parentSpanId).toBe(request?.spanId);
  expect(statements.map((span) => valuesOf(span)['db.query.text'])).toContainEqual(
    expect.stringMatching(/from "client".* where .*\$1/),
  );
  expect(JSON.stringify(spans)).not.toMatch(/987654|52998224725|search=/);
  expect(received[0]?.body).toContain('morada');
});

type Span = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  attributes: { key: string; value: Record<string, unknown> }[];
};
const valuesOf = (span: Span | undefined) =>
  Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]));

test('at a terminal an entry of the log is a line to be read, with the stack of its error', () => {
  const written: string[] = [];
  const lines = readableLines({ write: (text) => written.push(text) });
  const time = new Date('2026-11-22T09:08:07').getTime();
  const entry = { level: 50, time, pid: 1, hostname: 'x', reqId: 'r1', msg: 'step failed', step: 'drafts' };
  lines.write(JSON.stringify({ ...entry, err: { message: 'no', stack: 'Error: no\n    at here' } }));
  lines.write(
    JSON.stringify({
      level: 30,
      time,
      msg: 'request',
      req: { method: 'GET', url: '/imoveis' },
      res: { statusCode: 200 },
    }),
  );
  expect(written).toEqual([
    '09:08:07 erro step failed step=drafts\nError: no\n    at here\n',
    '09:08:07 info request GET /imoveis 200\n',
  ]);
});
