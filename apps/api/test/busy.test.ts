import type { Endpoint } from '@morada/contract/endpoint';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import type { Deps } from '#api/context.ts';
import { connect } from '#api/db/connect.ts';
import { change } from '#api/db/transaction.ts';
import { route } from '#api/http/route.ts';
import { startApp } from './harness.ts';

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

const named = (id: number) => sql`update client set version = version + 1 where id = ${id}`;

const app = await buildApp(deps, {
  modules: [
    (api) => {
      route(api, deps, both, (_, { ctx }) =>
        change(ctx, async (trx) => {
          const { first, second } = calls.pop() ?? { first: 0, second: 0 };
          await named(first).execute(trx);
          holding++;
          if (holding === 2) meet.resolve();
          await meet.promise;
          await named(second).execute(trx);
        }),
      );
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

test('a deadlock completes one transaction, and asks the other to retry with nothing changed', async () => {
  const [ana, davi] = people;
  calls.push({ first: ana, second: davi }, { first: davi, second: ana });
  meet = Promise.withResolvers();
  holding = 0;
  const answers = await Promise.all([send('POST', '/both'), send('POST', '/both')]);
  expect(answers.toSorted()).toEqual([DONE, BUSY]);
  const { rows } = await sql`select version from client where id = any(${[...people]}::bigint[])`.execute(db);
  expect(rows).toEqual([{ version: 2 }, { version: 2 }]);
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

test('more requests than connections: calls and pages name a time to retry', async () => {
  const user = `one_${connection.database}`;
  await pool.query(`create role ${user} login connection limit 1 password 'uma'`);
  const narrow: Deps['db'] = connect({ ...connection, user, password: 'uma' }).db;
  const only = new Client({ ...connection, user, password: 'uma' });
  await only.connect();
  const full = await buildApp({ ...deps, db: narrow });
  const call = await full.inject({ url: '/api/setup' });
  expect([call.statusCode, call.headers['retry-after'], call.json().message]).toEqual([
    503,
    '2',
    'O serviço está indisponível por um instante. Tente de novo.',
  ]);
  const page = await full.inject({ url: '/imovel/alugar/1/rua' });
  expect([page.statusCode, page.headers['retry-after'], page.headers['content-type']]).toEqual([
    503,
    '2',
    'text/html; charset=utf-8',
  ]);
  await full.close();
  await narrow.destroy();
  await only.end();
  await pool.query(`drop role ${user}`);
});
