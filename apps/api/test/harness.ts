import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MISSED } from '@morada/contract/desk/live';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { InjectOptions } from 'fastify';
import type { Pool } from 'pg';
import { inject as provided } from 'vitest';
import { buildApp } from '#api/app.ts';
import { hashPassword } from '#api/base/secrets/password-hashing.ts';
import { secretSeal } from '#api/base/secrets/sealed-secret.ts';
import { hashOf, newToken } from '#api/base/secrets/secrets.ts';
import { readSettings } from '#api/base/settings.ts';
import { type Context, systemContext } from '#api/context.ts';
import { connect } from '#api/db/connection/connect.ts';
import { openDoctor } from '#api/doctor/examine.ts';
import { openStorage } from '#api/files/storage.ts';
import { openListener } from '#api/live/listener.ts';
import { permitInternal } from '#api/outside/internal-addresses.ts';
import type { Outside } from '#api/outside/outside.ts';
import './cheap-hashes.ts';
import { subscriptions } from '#api/subscriptions.ts';
import { dropDatabase, migratedDatabase } from './empty-database.ts';
import { factories } from './factories.ts';
import { noting, writeRows } from './row-types.ts';
import { until } from './until.ts';

/** Password of sessions created directly; no test signs in with it. */
const password_hash = await hashPassword(randomUUID());

/** Tables that migrations fill, and those of people who are signed in. */
const KEPT = [
  ...['accounting_chart', 'agency', 'collection_ruler', 'fiscal_table', 'installation_secret', 'lead_setting'],
  ...['message_setting', 'migration', 'payout_safeguard', 'admin_user', 'permission_group', 'session'],
];

/**
 * Deletes the rows of all other tables without firing the ledger's triggers. Ids continue, as a process keeps some. Tables
 * that never had a row have no pages, and are passed over.
 */
const EMPTIES = `do $$
  declare name text;
  begin
    set local session_replication_role = replica;
    for name in select oid::regclass::text from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0
        and relname not in ('${KEPT.join("', '")}')
    loop
      execute 'delete from ' || name;
    end loop;
  end
$$`;

/** Deletes queued jobs and waits for running ones, so that a worker's first jobs don't run on the emptied tables. */
async function jobsAtRest(pool: Pool) {
  const { rows } = await pool.query(`select to_regclass('graphile_worker._private_jobs') is not null as works`);
  if (!rows[0].works) return;
  await until(
    async () => {
      await pool.query('delete from graphile_worker._private_jobs where locked_at is null');
      return pool.query('select from graphile_worker._private_jobs');
    },
    ({ rowCount }) => rowCount === 0,
  );
}

/**
 * The real application on a real database, without external services by default. `clock.today` moves the civil day. Only an
 * application that `hears` keeps a connection for what happens, as streams of browsers and the worker need.
 */
export async function startApp({
  today = '2026-03-10',
  outside = {},
  hears = false,
}: {
  today?: CalendarDate;
  outside?: Outside;
  hears?: boolean;
} = {}) {
  // Banks and services of tests are on this machine.
  permitInternal();
  const connection = await migratedDatabase();
  // A busy machine may take longer than a server's two seconds to hand out a connection.
  const serving = { ...connection, ...provided('serving') };
  const { db: connected } = connect(serving, 10, 60_000);
  const servingDb = noting(connected);
  const { db: owned, pool } = connect(connection, 10, 60_000);
  /** For the test itself, as the owner. */
  const db = noting(owned);
  const clock = { today };
  const folder = await mkdtemp(join(tmpdir(), 'morada-files-'));
  const live = openListener(serving);
  const deps = {
    db: servingDb,
    today: () => clock.today,
    files: openStorage({ DATA_DIR: folder }),
    secrets: secretSeal({ key: 'uma chave para os segredos dos testes' }),
    outside,
    ...(hears && { live }),
    subscriptions,
    doctor: openDoctor(readSettings({ DATA_DIR: folder }), connection),
  };
  const app = await buildApp(deps);
  await app.ready();

  let groups = 0;
  /** A person with exactly these permissions, and a session of theirs. */
  async function signIn(...permissions: string[]) {
    const number = ++groups;
    const group = await db
      .insertInto('permission_group')
      .values({ name: `Grupo ${number}`, permissions })
      .returning('id')
      .executeTakeFirstOrThrow();
    const admin = await db
      .insertInto('admin_user')
      .values({ name: 'Mariana Dias', email: `staff${number}@morada.test`, password_hash, group_id: group.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { token: await sessionOf(admin.id), adminId: admin.id, groupId: group.id };
  }

  /** Token of a new session of a person, without a password to verify, which takes most of a case's time. */
  async function sessionOf(admin_user_id: number) {
    const token = newToken();
    await db
      .insertInto('session')
      .values({ token_hash: hashOf(token), admin_user_id })
      .execute();
    return token;
  }

  const tokens = new Map<string, Promise<string>>();
  /** `as('CLIENT_VIEW').get('/user')`: calls under /api by a person with these permissions. */
  function as(...permissions: string[]) {
    const key = permissions.join();
    const token = tokens.get(key) ?? signIn(...permissions).then((session) => session.token);
    tokens.set(key, token);
    return callsWith(async () => ({ authorization: `Bearer ${await token}` }));
  }

  function callsWith(headers: () => Promise<Record<string, string>>) {
    const call =
      (method: InjectOptions['method']) =>
      async (url: string, payload?: object | string, extra: Record<string, string> = {}) =>
        app.inject({
          method,
          url: `/api${url}`,
          headers: { ...(await headers()), ...extra },
          ...(payload !== undefined && { payload }),
        });
    return { get: call('GET'), post: call('POST'), put: call('PUT'), patch: call('PATCH'), delete: call('DELETE') };
  }

  /** Topics that are told from now on, as they come. */
  async function hear(): Promise<string[]> {
    const heard: string[] = [];
    const listening = Promise.withResolvers<void>();
    live.subscribe((topic) => {
      heard.push(topic);
      // Told once the connection listens.
      if (topic === MISSED) listening.resolve();
    });
    await listening.promise;
    return heard;
  }

  const ctx: Context = systemContext(deps);
  /** A connection for emptying alone: a change of `session_replication_role` makes one forget the plans of its statements. */
  let emptying: Pool | undefined;
  return {
    app,
    db,
    pool,
    deps,
    hear,
    ctx,
    connection,
    clock,
    signIn,
    sessionOf,
    as,
    anonymous: callsWith(async () => ({})),
    ...factories(ctx),
    /**
     * Removes what a test wrote, except changes to the tables that migrations fill, and resets the day. It takes a
     * fortieth of the time of a new app and database, whose statements PostgreSQL would have to plan again.
     */
    async empty() {
      clock.today = today;
      await jobsAtRest(pool);
      emptying ??= connect(connection, 1).pool;
      await emptying.query(EMPTIES);
    },
    stop: async () => {
      writeRows();
      await app.close();
      await live.close();
      // A stopped worker may still record the end of its last job, and a pool that ends drops queries that wait for a
      // connection.
      await until(
        async () => pool.waitingCount,
        (waiting) => waiting === 0,
      );
      await emptying?.end();
      await db.destroy();
      await servingDb.destroy();
      await dropDatabase(connection.database);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
