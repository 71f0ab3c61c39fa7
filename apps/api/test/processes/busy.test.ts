import { Writable } from 'node:stream';
import type { Endpoint } from '@morada/contract/base/endpoint';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import type { Deps } from '#api/context.ts';
import { connect } from '#api/db/connection/connect.ts';
import { change } from '#api/db/transaction.ts';
import { route } from '#api/http/route.ts';
import { logOptions } from '#api/operation/log.ts';
import { startApp } from '../harness.ts';

const { connection, client, db, deps, pool, stop } = await startApp();
const people = [(await client()).id, (await client()).id] as const;

type Body = { first: number; second: number };
const calls: Body[] = [];
let meet = Promise.withResolvers<void>();
/** Changes that hold their first row. */
let holding = 0;

/** A change that locks two people's rows in the given order. */
const both = {
  method: 'POST',
  path: '/both',
  access: 'public',
  subject: 'site',
  summary: 'Os dois',
} satisfies Endpoint;
/** A slow query. */
const slow = { method: 'GET', path: '/slow', access: 'public', subject: 'site', summary: 'Devagar' } satisfies Endpoint;
/** A change of a record that changed meanwhile. */
const stale = {
  method: 'PATCH',
  path: '/stale',
  access: 'public',
  subject: 'site',
  summary: 'Mudou',
} satisfies Endpoint;
/** A change of a record that another transaction has locked. */
const held = { method: 'PUT', path: '/held', access: 'public', subject: 'site', summary: 'Preso' } satisfies Endpoint;

/** A statement of ours that is wrong. */
const wrong = {
  method: 'DELETE',
  path: '/wrong',
  access: 'public',
  subject: 'site',
  summary: 'Erro',
} satisfies Endpoint;

const LEVEL_OF_ERRORS = 50;
const lines: { reqId?: string; level: number }[] = [];
const log = new Writable({
  write(line, _, done) {
    lines.push(JSON.parse(String(line)));
    done();
  },
});
const logger = { ...logOptions('info'), stream: log };
/** Error lines of a request. */
const errorsOf = (id: unknown) => lines.filter(({ reqId, level }) => reqId === id && level === LEVEL_OF_ERRORS);

const named = (id: number) => sql`update client set version = version + 1 where id = ${id}`;

const app = await buildApp(deps, {
  logger,
  modules: [
    (api) => {
      route(api, deps, both, (_, { ctx }) => {
        const { first, second } = calls.pop() ?? { first: 0, second: 0 };
        return change(ctx, async (trx) => {
          await named(first).execute(trx);
          holding++;
          if (holding === 2) meet.resolve();
          await meet.promise;
          await named(second).execute(trx);
        });
      });
      route(api, deps, wrong, async (_, { ctx }) => {
        await sql`select 1 / (count(*) - count(*)) from client`.execute(ctx.db);
      });
      route(api, deps, slow, (_, { ctx }) =>
        change(ctx, async (trx) => {
          await sql`set local statement_timeout = '50ms'`.execute(trx);
          await sql`select pg_sleep(30)`.execute(trx);
        }),
      );
      route(api, deps, stale, (_, { ctx }) =>
        ctx.db
          .transaction()
          .setIsolationLevel('repeatable read')
          .execute(async (trx) => {
            await sql`select from client`.execute(trx);
            await named(people[0]).execute(db);
            await named(people[0]).execute(trx);
          }),
      );
      route(api, deps, held, (_, { ctx }) =>
        change(ctx, async (trx) => {
          await sql`set local lock_timeout = '50ms'`.execute(trx);
          await named(people[0]).execute(trx);
        }),
      );
    },
  ],
});
afterAll(async () => {
  await app.close();
  await stop();
});

const send = async (method: Endpoint['method'], url: string) => {
  const answer = await app.inject({ method, url: `/api${url}` });
  return [answer.statusCode, answer.headers['retry-after'], answer.body && answer.json().message];
};
const BUSY = [503, '2', 'Estes dados estão ocupados por outra tarefa. Tente de novo em instantes.'];
const DONE = [204, undefined, ''];

test('of two changes in a deadlock one is carried out again, and both are done', async () => {
  const [ana, davi] = people;
  calls.push({ first: ana, second: davi }, { first: davi, second: ana });
  meet = Promise.withResolvers();
  holding = 0;
  const answers = await Promise.all([send('POST', '/both'), send('POST', '/both')]);
  expect(answers).toEqual([DONE, DONE]);
  const { rows } = await sql`select version from client where id = any(${[...people]}::bigint[])`.execute(db);
  expect(rows).toEqual([{ version: 3 }, { version: 3 }]);
}, 60_000);

test('a lock timeout asks to retry', async () => {
  const holder = new Client(connection);
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from client where id = $1 for update', [people[0]]);
  expect(await send('PUT', '/held')).toEqual(BUSY);
  await holder.query('rollback');
  await holder.end();
  expect(await send('PUT', '/held')).toEqual(DONE);
});

test('a statement timeout, and a conflicting update, ask to retry', async () => {
  expect(await send('GET', '/slow')).toEqual(BUSY);
  expect(await send('PATCH', '/stale')).toEqual(BUSY);
});

test('a fault of ours is told as ours, and found in the log by the code of the answer', async () => {
  const answer = await app.inject({
    method: 'DELETE',
    url: '/api/wrong',
    headers: { 'x-request-id': 'pedido-zero-9' },
  });
  expect([answer.statusCode, answer.json()]).toMatchObject([500, { code: 'INTERNAL', request_id: 'pedido-zero-9' }]);
  expect(errorsOf('pedido-zero-9')).toMatchObject([{ code: 'INTERNAL', err: { code: '22012' } }]);
  const missing = await app.inject({ url: '/api/nada' });
  expect([missing.statusCode, missing.json().request_id]).toEqual([404, undefined]);
});

test('more requests than connections: calls and pages name a time to retry', async () => {
  const user = `one_${connection.database}`;
  await pool.query(`create role ${user} login connection limit 1 password 'uma'`);
  const narrow: Deps['db'] = connect({ ...connection, user, password: 'uma' }).db;
  const only = new Client({ ...connection, user, password: 'uma' });
  await only.connect();
  const full = await buildApp({ ...deps, db: narrow }, { logger });
  // Two servers of one process count their requests alike.
  lines.length = 0;
  const call = await full.inject({ url: '/api/setup' });
  expect([call.statusCode, call.headers['retry-after'], call.json().message]).toEqual([
    503,
    '2',
    'O serviço está indisponível por um instante. Tente de novo.',
  ]);
  expect(call.json().request_id).toBe(call.headers['x-request-id']);
  expect(errorsOf(call.headers['x-request-id'])).toMatchObject([
    { msg: 'request failed', code: 'UNAVAILABLE', err: { code: '53300' } },
  ]);
  const page = await full.inject({ url: '/imovel/alugar/1/rua' });
  expect([page.statusCode, page.headers['retry-after'], page.headers['content-type']]).toEqual([
    503,
    '2',
    'text/html; charset=utf-8',
  ]);
  expect(page.body).toContain(`o código ${page.headers['x-request-id']}`);
  expect(errorsOf(page.headers['x-request-id'])).toHaveLength(1);
  await full.close();
  await narrow.destroy();
  await only.end();
  await pool.query(`drop role ${user}`);
});
