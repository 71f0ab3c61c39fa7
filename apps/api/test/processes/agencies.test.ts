import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { addAgency } from '#api/agencies/add.ts';
import { databaseAddress, isSameServer } from '#api/agencies/address.ts';
import { readEnv } from '#api/agencies/folder.ts';
import { confirmMove, moveAgency } from '#api/agencies/move.ts';
import { withHost, withHosts } from '#api/agencies/postgres.ts';
import { removeAgency } from '#api/agencies/remove.ts';
import { openArchive } from '#api/backup/archive.ts';
import { readSettings } from '#api/base/settings.ts';
import { systemContext } from '#api/context.ts';
import { holdEmbeddedPostgres } from '#api/db/embedded/embedded.ts';
import { openRuntime } from '#api/runtime.ts';
import { LONG } from '#test/long.ts';
import { addressOf, ask } from '../empty-database.ts';
import { factories } from '../factories.ts';
import { until } from '../until.ts';
import { startServer } from './server-process.ts';

const root = await mkdtemp(join(tmpdir(), 'morada-agencies-'));
// Under root the second server runs as another account, which must be able to enter.
await chmod(root, 0o711);
afterAll(() => rm(root, { recursive: true, force: true }));

/** Names of this run alone: roles belong to the whole server. */
const run = randomBytes(3).toString('hex');
const [sol, lua] = [`sol-${run}`, `lua-${run}`];
const server = inject('server');
const url = addressOf(server);
const { signal } = new AbortController();

const add = (name: string, at = `https://${name}.exemplo.com.br`, port?: number) =>
  withHost(url, (host) => addAgency(root, host, { name, url: at, port }, signal));
const remove = (name: string) => withHost(url, (host) => removeAgency(root, host, name, signal));

const settingsOf = async (name: string) => (await readEnv(join(root, name, 'env'))) ?? {};

/** Everything that a command may have left behind. */
async function traces() {
  const like = `%morada_%_${run}`;
  const [databases, roles] = await Promise.all([
    ask(server, 'select datname as name, datallowconn from pg_database where datname like $1 order by 1', [like]),
    ask(server, 'select rolname as name, rolcanlogin from pg_roles where rolname like $1 order by 1', [like]),
  ]);
  const files = await Promise.all((await readdir(root)).sort().map(async (name) => [name, await settingsOf(name)]));
  return { databases, roles, files };
}

/** Gives an agency the single role that agencies had before there were two. */
async function withOneRole(name: string) {
  const database = `morada_${name.replaceAll('-', '_')}`;
  await ask({ ...server, database }, `drop owned by "app_${database}"`);
  await ask(server, `drop role "app_${database}"`);
  const file = join(root, name, 'env');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/^DATABASE_URL=.*\n/m, '').replace('MIGRATION_DATABASE_URL=', 'DATABASE_URL='));
}

const COMMAND = fileURLToPath(new URL('../../src/commands/agency.ts', import.meta.url));
const commandEnv = (env: Record<string, string> = {}) => ({
  ...process.env,
  ...{ AGENCIES_DIR: root, AGENCIES_DATABASE_URL: url },
  ...env,
});

/** Runs the command as `npm run agency` does. */
function command(words: string[], env: Record<string, string> = {}) {
  return new Promise<{ code: number; says: string }>((resolve) => {
    execFile(process.execPath, [COMMAND, ...words], { env: commandEnv(env) }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, says: stdout + stderr }),
    );
  });
}

beforeAll(async () => {
  await add(lua);
  const runtime = await openRuntime(readSettings(await settingsOf(lua)), 2);
  await factories(systemContext(runtime.deps)).client({ name: 'Só da Lua' });
  await runtime.close();
});

test('agencies share a server and nothing else', LONG, async () => {
  const added = await command(['add', sol, '--url', `https://${sol}.exemplo.com.br`]);
  expect(added).toMatchObject({ code: 0, says: expect.stringContaining(`journalctl -u morada@${sol}`) });
  const [ofSol, ofLua] = [await settingsOf(sol), await settingsOf(lua)];
  // The proxy's lines have the host and the port of the agency, and nothing left of the example.
  expect(added.says).toContain(`reverse_proxy 127.0.0.1:${ofSol.PORT} {`);
  expect(added.says).toContain(`server 127.0.0.1:${ofSol.PORT} max_fails`);
  expect(added.says).toContain(`proxy_pass http://morada_sol_${run};`);
  expect(added.says).not.toMatch(/sistema\.exemplo|127\.0\.0\.1:3000/);
  expect(ofLua.PORT).not.toBe(ofSol.PORT);
  expect(ofSol.SECRETS_KEY).not.toBe(ofLua.SECRETS_KEY);
  for (const file of ['', 'env', 'data', 'backups'])
    expect((await stat(join(root, sol, file))).mode & 0o066, file).toBe(0);

  // The accounts of one agency can't connect to the database of another, nor do more than each is for.
  const accountIn = (address = '') => {
    const { username: user, password } = new URL(address);
    return { ...server, user, password, database: `morada_sol_${run}` };
  };
  const [serving, owner] = [accountIn(ofSol.DATABASE_URL), accountIn(ofSol.MIGRATION_DATABASE_URL)];
  for (const account of [serving, owner]) {
    await expect(ask({ ...account, database: `morada_lua_${run}` }, 'select')).rejects.toThrow(
      'permission denied for database',
    );
    await expect(ask(account, 'create role ladrao')).rejects.toThrow('permission denied to create role');
  }
  await expect(ask(serving, 'drop table client')).rejects.toThrow('must be owner of table client');

  const one = await openRuntime(readSettings(ofSol), 2);
  const other = await openRuntime(readSettings(ofLua), 2);
  const { property, photograph } = factories(systemContext(one.deps));
  await photograph((await property()).id);

  // Removing an agency in use is refused, and the agency keeps working.
  await expect(remove(sol)).rejects.toThrow(`Pare-o (systemctl stop morada@${sol})`);
  expect(await one.deps.db.selectFrom('property').select('id').execute()).toHaveLength(1);
  await one.close();

  expect(await command(['backup', sol, '--keep', '2'])).toMatchObject({
    code: 0,
    says: expect.stringMatching(/Backup pronto em/),
  });
  const before = await traces();
  expect(await command(['remove', sol, '--yes', lua])).toMatchObject({
    code: 1,
    says: expect.stringMatching(/repita o nome/),
  });
  expect(await traces()).toEqual(before);

  const removed = await remove(sol);
  expect(await traces()).toMatchObject({
    databases: [{ name: `morada_lua_${run}` }],
    roles: [
      { name: `app_morada_lua_${run}`, rolcanlogin: true },
      { name: `morada_lua_${run}`, rolcanlogin: true },
    ],
  });
  const archive = await openArchive(removed.backup ?? '', undefined);
  expect(archive.manifest.tables.find(({ name }) => name === 'property')?.rows).toBe(1);
  // The medium size is made on demand.
  expect(archive.manifest.files).toHaveLength(2);
  archive.close();
  expect(await readFile(join(removed.place, 'env'), 'utf8')).toContain(ofSol.SECRETS_KEY);
  expect(await readdir(join(removed.place, 'backups'))).toHaveLength(2);

  // The other agency keeps working over the connections that it had.
  expect(await other.deps.db.selectFrom('client').select('name').execute()).toEqual([{ name: 'Só da Lua' }]);
  await other.close();
  const served = await startServer(ofLua as Record<string, string>);
  expect((await fetch(`http://127.0.0.1:${ofLua.PORT}/health/ready`)).status).toBe(200);
  const listed = await command(['list']);
  await served.stop();
  expect(listed).toMatchObject({
    code: 0,
    says: `${lua}  https://${lua}.exemplo.com.br  ${ofLua.PORT}  no ar; sem backup\n`,
  });
});

test('what is refused, or fails half way, leaves everything as it was', async () => {
  const before = await traces();
  await expect(add('Casa Nova')).rejects.toThrow('letras minúsculas sem acento');
  await expect(add(lua, 'https://outra.exemplo.com.br')).rejects.toThrow(`Já há uma imobiliária ${lua}`);
  await expect(add(`mar-${run}`, `https://${lua}.exemplo.com.br`)).rejects.toThrow(`já é o da imobiliária ${lua}`);
  await expect(add(`mar-${run}`, 'casa.exemplo.com.br/x')).rejects.toThrow('informe só o que as pessoas digitam');
  const taken = Number((await settingsOf(lua)).PORT);
  await expect(add(`mar-${run}`, undefined, taken)).rejects.toThrow(`A porta ${taken} já é a da imobiliária ${lua}`);
  await expect(remove(`mar-${run}`)).rejects.toThrow('Não há uma imobiliária');
  const away = await command(['add', `mar-${run}`, '--url', 'https://mar.exemplo.com.br'], {
    AGENCIES_DATABASE_URL: 'postgres://ana:senha-secreta@127.0.0.1:1/postgres',
  });
  expect(away).toMatchObject({ code: 1, says: expect.stringMatching(/não responde: .*Nada foi mudado\./) });
  expect(away.says).not.toContain('senha-secreta');

  // An account that may create nothing.
  const own = databaseAddress((await settingsOf(lua)).DATABASE_URL ?? '', `morada_lua_${run}`) ?? '';
  await expect(withHost(own, async () => {})).rejects.toThrow('não pode criar bancos e usuários');

  // A role of that name exists: the new folder is removed, the role stays.
  await ask(server, `create role "morada_mar_${run}"`);
  await expect(add(`mar-${run}`)).rejects.toThrow('já tem um banco ou um usuário');
  await ask(server, `drop role "morada_mar_${run}"`);
  expect(await traces()).toEqual(before);

  // Interrupted after role and database were made: the schema's step is not begun.
  const interruption = new AbortController();
  const adding = withHost(url, ({ admin, ...host }) => {
    const query = admin.query.bind(admin) as (text: string, values?: unknown[]) => Promise<unknown>;
    admin.query = ((text: string, values?: unknown[]) => {
      if (text.startsWith('revoke')) interruption.abort(new Error('Interrompido'));
      return query(text, values);
    }) as typeof admin.query;
    return addAgency(root, { ...host, admin }, { name: `mar-${run}`, url: 'https://mar.example' }, interruption.signal);
  });
  await expect(adding).rejects.toThrow('Interrompido');
  expect(await traces()).toEqual(before);
});

test('an agency moves to another server, and the database of before stays until it is confirmed', LONG, async () => {
  const dataDir = join(root, '.outro');
  const second = await holdEmbeddedPostgres({ dataDir });
  try {
    const there = addressOf({ ...server, ...second.connection });
    const move = (to: string) => withHosts(url, to, (hosts) => moveAgency(root, hosts, lua, signal));
    const confirm = (at: string) => withHost(at, (old) => confirmMove(root, old, lua));
    await withOneRole(lua);
    const before = await traces();
    expect(await command(['move', lua, '--to', url])).toMatchObject({
      code: 1,
      says: 'A imobiliária já está nesse PostgreSQL. Nada foi mudado.\n',
    });
    // The move fails half way, since the target already has a role of that name.
    await ask(second.connection, `create role "morada_lua_${run}"`);
    await expect(move(there)).rejects.toThrow('de destino já tem um banco ou um usuário');
    await ask(second.connection, `drop role "morada_lua_${run}"`);
    await expect(confirm(url)).rejects.toThrow('Não há mudança');
    expect(await traces()).toEqual(before);

    // A kill during the copy leaves the roles without login, which the commands report. It can be undone or repeated.
    const killedMove = async () => {
      const moving = execFile(process.execPath, [COMMAND, 'move', lua, '--to', there], { env: commandEnv() });
      const exited = once(moving, 'exit');
      const begun = () => ask(second.connection, 'select from pg_database where datname = $1', [`morada_lua_${run}`]);
      await until(begun, (found) => found.length === 1);
      moving.kill('SIGKILL');
      expect(await exited).toEqual([null, 'SIGKILL']);
      expect((await traces()).roles).toEqual([{ name: `morada_lua_${run}`, rolcanlogin: false }]);
      expect((await command(['list'])).says).toContain('mudança pela metade');
      await expect(remove(lua)).rejects.toThrow('foi interrompida no meio');
    };
    await killedMove();
    // As by a kill just before the settings were switched.
    await copyFile(join(root, lua, 'env'), join(root, lua, 'env.before'));
    expect(await command(['move', lua, '--to', there, '--cancel'])).toMatchObject({
      code: 0,
      says: expect.stringContaining('foi desfeita'),
    });
    expect(await traces()).toEqual(before);
    expect(existsSync(join(root, lua, 'env.before'))).toBe(false);
    expect((await command(['move', lua, '--to', there, '--cancel'])).says).toContain('Não há mudança');
    await killedMove();

    const rows = await move(there);
    expect(rows.get('client')).toBe(1);
    const after = await settingsOf(lua);
    const addresses = { DATABASE_URL: '', MIGRATION_DATABASE_URL: '' };
    expect({ ...after, ...addresses }).toEqual({
      ...((before.files.find(([name]) => name === lua) ?? [])[1] as object),
      ...addresses,
    });
    expect(isSameServer(after.DATABASE_URL ?? '', there)).toBe(true);
    expect(isSameServer(after.MIGRATION_DATABASE_URL ?? '', there)).toBe(true);
    const runtime = await openRuntime(readSettings(after), 2);
    expect(await runtime.deps.db.selectFrom('client').select('name').execute()).toEqual([{ name: 'Só da Lua' }]);
    await runtime.close();
    // The former database is intact, and a server with the former settings can't log in to it.
    expect(await ask({ ...server, database: `morada_lua_${run}` }, 'select name from client')).toHaveLength(1);
    expect((await traces()).roles).toEqual([{ name: `morada_lua_${run}`, rolcanlogin: false }]);
    await expect(remove(lua)).rejects.toThrow('ainda não foi confirmada');
    await expect(confirm(there)).rejects.toThrow('está em outro PostgreSQL');

    await confirm(url);
    expect(await traces()).toMatchObject({ databases: [], roles: [] });
    expect(existsSync(join(root, lua, 'env.before'))).toBe(false);
    await expect(remove(lua)).rejects.toThrow('está em outro PostgreSQL');
    const removed = await withHost(there, (host) => removeAgency(root, host, lua, signal));
    expect(existsSync(removed.backup ?? '')).toBe(true);
  } finally {
    await second.release();
  }
});
