import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import { backUp } from '#api/backup/backup.ts';
import { moveDatabase } from '#api/backup/move.ts';
import { restore } from '#api/backup/restore.ts';
import { readSettings } from '#api/base/settings.ts';
import { systemContext } from '#api/context.ts';
import { embeddedDataLocation, holdEmbeddedPostgres } from '#api/db/embedded/embedded.ts';
import { knownMigrations, migrate } from '#api/db/migrate.ts';
import { examine } from '#api/doctor/examine.ts';
import { openStorage } from '#api/files/storage.ts';
import { startJobs } from '#api/jobs.ts';
import { createAdministrator } from '#api/modules/access/session/session.service.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { openRuntime, type Runtime } from '#api/runtime.ts';
import { LONG } from '#test/long.ts';
import { itau400 } from '../bank/bank-papers.ts';
import { AGREEMENTS } from '../collection.ts';
import { agreementOf, titled } from '../desks/bank-desk.ts';
import { addressOf, ask } from '../empty-database.ts';
import { factories } from '../factories.ts';
import { form, jpeg } from '../pictures.ts';
import { until } from '../until.ts';
import { startServer } from './server-process.ts';

const TODAY = '2026-03-10';
const ADMIN = { name: 'Mariana Dias', email: 'mariana@morada.test', password: 'segredo-da-mariana' };
const folder = await mkdtemp(join(tmpdir(), 'morada-roles-'));
// Under root PostgreSQL runs as another account, which must be able to enter.
await chmod(folder, 0o711);

/** Names of this run alone: roles belong to the whole server. */
const run = randomBytes(3).toString('hex');
const [OWNER, SERVING] = [`dono_${run}`, `serve_${run}`];
const server = inject('server');
const databases: string[] = [];
await ask(server, `create role ${OWNER} login password 'dono'`);
await ask(server, `create role ${SERVING} login password 'serve'`);
afterAll(async () => {
  for (const name of databases) await ask(server, `drop database ${name} with (force)`);
  await ask(server, `drop role ${OWNER}`);
  await ask(server, `drop role ${SERVING}`);
  await rm(folder, { recursive: true, force: true });
});

/** A new database of the owner, empty or with the schema, and the settings of a server with two roles. */
async function twoRoles({ from = 'template1' }: { from?: string } = {}) {
  const database = `roles_${run}_${databases.length}`;
  databases.push(database);
  await ask(server, `create database ${database} owner ${OWNER} template ${from} strategy file_copy`);
  const as = (user: string, password: string) => ({ ...server, database, user, password });
  const [owner, serving] = [as(OWNER, 'dono'), as(SERVING, 'serve')];
  const env = {
    DATABASE_URL: addressOf(serving),
    MIGRATION_DATABASE_URL: addressOf(owner),
    DATA_DIR: join(folder, database),
    CLOCK: TODAY,
  };
  return { owner, serving, env, settings: readSettings(env) };
}

/** A database that a server of two roles has prepared. The first one is kept, and copied for the others. */
let prepared: Promise<string> | undefined;
async function migratedTwoRoles() {
  prepared ??= twoRoles().then(async ({ owner, settings }) => {
    await (await openRuntime(settings, 1)).close();
    return owner.database;
  });
  return twoRoles({ from: await prepared });
}

/** Code of the refusal, or undefined for a statement that was carried out and rolled back. */
async function refusalOf(connection: ClientConfig, statement: string) {
  const client = new Client(connection);
  await client.connect();
  try {
    await client.query('begin');
    await client.query(statement);
    await client.query('rollback');
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code;
  } finally {
    await client.end();
  }
}

const FORBIDDEN = [
  'create table stolen (id int)',
  'create schema stolen',
  'create function stolen() returns int language sql return 1',
  'drop table invoice',
  'drop trigger ledger_line_append_only on ledger_line',
  'alter table invoice add column stolen int',
  'alter table ledger_entry disable trigger user',
  'truncate page_view',
  'create role stolen',
  'alter role current_user createrole',
  'select pg_reload_conf()',
  'set session_replication_role = replica',
  `copy client to program 'cat > /tmp/stolen'`,
  `copy client from '/etc/passwd'`,
  `select pg_read_file('postmaster.pid')`,
  `insert into migration (name, checksum) values ('9999_stolen.sql', 'x')`,
  'delete from migration',
  'update ledger_line set amount = amount + 1',
  'update ledger_entry set day = day - 1',
  `update trail set actor = 'Rui'`,
  'delete from ledger_line',
  'delete from ledger_entry',
  'delete from trail',
  'delete from ledger_removal',
  `insert into ledger_removal (admin_user_id, demonstration_since, entries, amount) values (1, now(), 1, 1)`,
  'drop table graphile_worker._private_jobs',
  'alter table graphile_worker._private_jobs disable row level security',
  'update graphile_worker.migrations set breaking = true',
];

/** Statements of the list that are not refused for want of a right. */
async function allowed(connection: ClientConfig, statements = FORBIDDEN) {
  const codes = await Promise.all(statements.map((one) => refusalOf(connection, one)));
  return statements.filter((_, at) => codes[at] !== '42501');
}

const booksOf = (runtime: Runtime) => verifyBooks(runtime.deps.db);

test(
  'a role without any right to the schema does the work of a server, and of a command that starts at once',
  LONG,
  async () => {
    const { owner, serving, env, settings } = await twoRoles();
    const [server, runtime] = await Promise.all([startServer(env), openRuntime(settings, 4)]);
    try {
      await createAdministrator(runtime.deps, ADMIN);
      const { invoice } = factories(systemContext(runtime.deps));
      const { id, amount, property_id } = await invoice();

      const session = await fetch(`${server.url}/api/user/admin/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(ADMIN),
      });
      const { token } = (await session.json()) as { token: string };
      const headers = { authorization: `Bearer ${token}` };
      const json = { ...headers, 'content-type': 'application/json' };
      const paid = await fetch(`${server.url}/api/invoice/${id}/down`, {
        ...{ method: 'PATCH', headers: json },
        body: JSON.stringify({ paid_amount: amount / 100 }),
      });
      expect(paid.status, await paid.text()).toBe(200);
      const sent = await fetch(`${server.url}/api/property/${property_id}/images`, {
        ...{ method: 'PUT', headers, body: form(await jpeg()) },
      });
      expect(sent.status, await sent.text()).toBe(201);
      await runtime.pool.query(`select graphile_worker.add_job('sweep')`);
      const jobs = `select task_identifier, last_error from graphile_worker.jobs`;
      await until(
        () => ask<{ last_error: string | null }>(owner, jobs),
        (left) => left.length === 0 || left.some(({ last_error }) => last_error !== null),
      );
      expect(await ask(owner, jobs)).toEqual([]);
      expect(await booksOf(runtime)).toEqual([]);
      // Analyzing is skipped with a warning where it is refused.
      await runtime.pool.query('analyze client');
      const [{ last_analyze = null } = {}] = await ask<{ last_analyze: string | null }>(
        owner,
        `select last_analyze from pg_stat_user_tables where relname = 'client'`,
      );
      expect(last_analyze).not.toBeNull();

      expect(await allowed(serving)).toEqual([]);
      expect(await ask(owner, `select from pg_tables where tableowner = '${SERVING}'`)).toEqual([]);
    } finally {
      await runtime.close();
      await server.stop();
    }
  },
);

test('the role that serves settles and refunds an invoice, and runs a bank file there and back', LONG, async () => {
  const { owner, serving, env } = await migratedTwoRoles();
  const runtime = await openRuntime(readSettings({ ...env, CLOCK: '2026-11-22' }), 4);
  const { deps, pool } = runtime;
  const app = await buildApp(deps);
  const jobs = await startJobs(deps, pool, app.log, { crontab: '', pollInterval: 1_000 });
  try {
    const { rows } = await pool.query('select current_user as role');
    expect(rows).toEqual([{ role: SERVING }]);
    await createAdministrator(deps, ADMIN);
    const session = await app.inject({ method: 'POST', url: '/api/user/admin/session', payload: ADMIN });
    const headers = { authorization: `Bearer ${session.json<{ token: string }>().token}` };
    const call = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) => {
      const answer = await app.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) });
      expect([path, answer.statusCode, answer.body]).toEqual([path, 200, expect.anything()]);
      return answer.json();
    };

    const agency = { db: deps.db, ...factories(systemContext(deps)) };
    const byHand = await agency.invoice({ start_date: '2026-10-01', reference: '2026-11', current_price: 150_000 });
    await call('PATCH', `/invoice/${byHand.id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    expect(await call('DELETE', `/invoice/${byHand.id}/refund`)).toMatchObject({ status: 'PENDING' });

    const boleto = { nosso_numero: '00000001', amount: 150_000, due_date: '2026-11-05' } as const;
    const { invoice_id } = await titled(agency, await agreementOf(agency, AGREEMENTS['341']), boleto);
    const paper = itau400([{ nosso_numero: '00000001', amount: 150_000, paid_on: '2026-11-05' }]);
    const sent = await app.inject({
      ...{ method: 'PUT', url: '/api/boleto/down?preview=1', headers },
      payload: form(Buffer.from(paper), 'retorno.ret', { type: 'application/octet-stream' }),
    });
    const { id } = sent.json<{ id: number }>();
    const ended = (status: string) =>
      until(
        () => call('GET', `/boleto/down/${id}`),
        (file) => file.status === status,
      );
    const statusOf = async () => (await call('GET', `/invoice/${invoice_id}`)).status;
    await call('POST', `/boleto/down/${id}/settle`, { accept: [] });
    expect(await ended('DONE')).toMatchObject({ settled: 1, failures: [] });
    expect(await statusOf()).toBe('PAID');
    await call('POST', `/boleto/down/${id}/undo`);
    expect(await ended('UNDONE')).toMatchObject({ settled: 0, failures: [] });
    expect(await statusOf()).toBe('PENDING');

    // A settlement and its reversal, twice.
    expect(await deps.db.selectFrom('ledger_entry').select('id').execute()).toHaveLength(4);
    expect(await booksOf(runtime)).toEqual([]);
    expect(await allowed(serving)).toEqual([]);
    expect(await ask(owner, `select from pg_tables where tableowner = '${SERVING}'`)).toEqual([]);
  } finally {
    await jobs.stop();
    await app.close();
    await runtime.close();
  }
});

/** Tables that the role that serves may read and fill, and never clear. */
const ONLY_GROW = ['ledger_entry', 'ledger_line', 'ledger_removal', 'migration', 'trail'];

test('posted money stays posted for the role that serves, whichever table it tries', async () => {
  const { owner, serving, env } = await migratedTwoRoles();
  const runtime = await openRuntime(readSettings({ ...env, CLOCK: '2026-11-22' }), 4);
  const { deps } = runtime;
  const app = await buildApp(deps);
  try {
    await createAdministrator(deps, ADMIN);
    const session = await app.inject({ method: 'POST', url: '/api/user/admin/session', payload: ADMIN });
    const headers = { authorization: `Bearer ${session.json<{ token: string }>().token}` };
    const { invoice } = factories(systemContext(deps));
    const { id } = await invoice({ start_date: '2026-10-01', reference: '2026-11', current_price: 150_000 });
    const payload = { paid_amount: 1500, fine: 0, interest: 0 };
    expect((await app.inject({ method: 'PATCH', url: `/api/invoice/${id}/down`, headers, payload })).statusCode).toBe(
      200,
    );

    const rights = await ask<{ name: string; columns: string[] }>(
      owner,
      `select c.relname as name, array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0
          and not attisdropped order by attnum) as columns
        from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
          and not has_table_privilege('${SERVING}', c.oid, 'delete') order by 1`,
    );
    expect(rights.map(({ name }) => name)).toEqual(ONLY_GROW);
    const tried = rights.flatMap(({ name, columns }) => [
      `delete from ${name}`,
      `truncate ${name} cascade`,
      ...columns
        .filter((column) => name !== 'trail' || !['changes', 'person'].includes(column))
        .map((column) => `update ${name} set ${column} = default`),
    ]);
    expect(await allowed(serving, tried)).toEqual([]);

    // Nor by marking the entries as those of a demonstration, which begins only in an empty ledger.
    const mark = `insert into demonstration_record select 'ledger_entry', id from ledger_entry`;
    expect(await refusalOf(serving, `${mark}; delete from ledger_line`)).toBe('42501');
    expect(await refusalOf(serving, `${mark}; select remove_demonstration_history()`)).toBe('23001');
    const begin = `insert into demonstration (status, admin_user_id, created_at) select 'IN', id, '2000-01-01' from admin_user`;
    expect(await refusalOf(serving, `${begin}; ${mark}; select remove_demonstration_history()`)).toBe('23001');
    expect(await booksOf(runtime)).toEqual([]);
    expect(await ask(owner, 'select from ledger_entry')).toHaveLength(1);
  } finally {
    await app.close();
    await runtime.close();
  }
});

test(
  'servers of the former version go on while a newer one migrates, and a table gets its rights back',
  LONG,
  async () => {
    const { owner, serving, settings } = await migratedTwoRoles();
    // As the next version's migration would do, before it gives any right.
    await ask(
      owner,
      `create table next_version (id bigint generated always as identity, client_id bigint);
     create function next_version() returns trigger language plpgsql as
       $$ begin insert into next_version (client_id) values (new.id); return null; end $$;
     create trigger next_version after insert on client for each row execute function next_version()`,
    );
    await ask(serving, `insert into client (name, cpf_cnpj, type) values ('Ana Prado', '11144477735', 'TENANT')`);
    expect(await ask(serving, 'select id from next_version')).toEqual([{ id: 1 }]);

    await ask(owner, `grant truncate on client to ${SERVING}`);
    await ask(owner, `revoke insert on client from ${SERVING}`);
    expect(
      await refusalOf(serving, `insert into client (name, cpf_cnpj, type) values ('Rui', '52998224725', 'TENANT')`),
    ).toBe('42501');
    await (await openRuntime(settings, 1)).close();
    expect(
      await refusalOf(serving, `insert into client (name, cpf_cnpj, type) values ('Rui', '52998224725', 'TENANT')`),
    ).toBeUndefined();
    expect(await allowed(serving, ['truncate client cascade'])).toEqual([]);
  },
);

test(
  'without the owner’s address a server starts on a database that is up to date, and refuses another',
  LONG,
  async () => {
    const { owner, serving, env, settings } = await twoRoles();
    const alone = readSettings({ ...env, MIGRATION_DATABASE_URL: '' });
    const unprepared = `O usuário ${SERVING} não pode atualizar o banco de dados: informe em MIGRATION_DATABASE_URL`;
    await expect(openRuntime(alone, 1)).rejects.toThrow(unprepared);
    await (await openRuntime(settings, 1)).close();
    await (await openRuntime(alone, 1)).close();

    const newest = (await knownMigrations()).at(-1)?.name;
    await ask(owner, 'delete from migration where name = $1', [newest]);
    await expect(openRuntime(alone, 1)).rejects.toThrow(unprepared);

    const elsewhere = await twoRoles();
    await expect(openRuntime(readSettings({ ...elsewhere.env, DATABASE_URL: addressOf(serving) }), 1)).rejects.toThrow(
      'MIGRATION_DATABASE_URL e DATABASE_URL não são do mesmo banco de dados.',
    );
    const missing = addressOf({ ...elsewhere.serving, user: `outro_${run}` });
    await expect(openRuntime(readSettings({ ...elsewhere.env, DATABASE_URL: missing }), 1)).rejects.toThrow(
      `O usuário outro_${run}, de DATABASE_URL, não existe no PostgreSQL.`,
    );
  },
);

test('backups by the role that serves are restored by the owner, and a move waits for servers', LONG, async () => {
  const { owner, serving, settings } = await migratedTwoRoles();
  const runtime = await openRuntime(settings, 2);
  await factories(systemContext(runtime.deps)).client({ name: 'Ana Prado' });
  const target = await twoRoles();
  await expect(moveDatabase(owner, target.owner)).rejects.toThrow('Há um servidor ou um comando trabalhando');
  await runtime.close();

  const file = join(folder, 'copia.zip');
  await backUp(serving, openStorage(settings), file);
  const storage = openStorage(target.settings);
  await restore(file, {
    storage,
    folder: undefined,
    open: async () => ({ connection: target.owner, release: async () => {} }),
  });
  const restored = await openRuntime(target.settings, 2);
  expect(await restored.deps.db.selectFrom('client').select('name').execute()).toEqual([{ name: 'Ana Prado' }]);
  expect(await booksOf(restored)).toEqual([]);
  await restored.close();
});

test('the doctor says which role does more than serve, and what to do', async () => {
  const { owner, serving, settings } = await migratedTwoRoles();
  const said = async (connection: ClientConfig) =>
    (await examine(settings, connection as typeof serving)).filter(({ text }) => text.startsWith('O usuário do banco'));
  expect(await said(serving)).toEqual([
    { state: 'fine', text: `O usuário do banco, ${SERVING}, só lê e grava registros.` },
  ]);
  expect(await said(owner)).toEqual([
    { state: 'advice', text: expect.stringContaining(`${OWNER}, é dono das tabelas e pode mudá-las`) },
  ]);
  expect(await said({ ...server, database: serving.database })).toEqual([
    { state: 'advice', text: expect.stringContaining('é administrador do PostgreSQL: crie outro só para servir') },
  ]);
  await ask(owner, 'grant create on schema public to public');
  expect(await said(serving)).toEqual([
    { state: 'advice', text: expect.stringContaining('revoke create on schema public from public') },
  ]);
  const embedded = await examine(readSettings({ DATA_DIR: settings.DATA_DIR }), server);
  expect(embedded.filter(({ text }) => text.startsWith('O usuário do banco'))).toEqual([]);
});

test('a data folder of before serves with a role of few rights, also after its password was lost', LONG, async () => {
  const DATA_DIR = join(folder, 'antes');
  const before = await holdEmbeddedPostgres({ dataDir: DATA_DIR });
  await migrate(before.connection);
  await ask(
    before.connection,
    `insert into client (name, cpf_cnpj, type) values ('Ana Prado', '11144477735', 'TENANT')`,
  );
  await before.release();

  const settings = readSettings({ DATA_DIR, CLOCK: TODAY });
  const [runtime, beside] = await Promise.all([openRuntime(settings, 2), openRuntime(settings, 2)]);
  const serving = runtime.connection;
  expect(serving.user).toBe('morada_app');
  expect(await runtime.deps.db.selectFrom('client').select('name').execute()).toEqual([{ name: 'Ana Prado' }]);
  expect(
    await ask(
      serving,
      `select rolsuper, rolcreatedb, rolcreaterole, rolbypassrls from pg_roles where rolname = current_user`,
    ),
  ).toEqual([{ rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolbypassrls: false }]);
  expect(await allowed(serving, [...FORBIDDEN, 'create temporary table stolen (id int)'])).toEqual([]);
  for (const database of ['postgres', 'template1'])
    await expect(ask({ ...serving, database }, 'select')).rejects.toThrow('permission denied for database');
  await factories(systemContext(beside.deps)).invoice();
  expect(await booksOf(runtime)).toEqual([]);
  await beside.close();
  await runtime.close();

  await rm((await embeddedDataLocation(DATA_DIR))?.password ?? '');
  const again = await openRuntime(settings, 2);
  expect(again.connection.password).not.toBe(serving.password);
  expect(await again.deps.db.selectFrom('invoice').select('id').execute()).toHaveLength(1);
  await again.close();
});
