import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmod,
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { readCatalogue } from '#api/backup/point-in-time/catalogue.ts';
import { showInstant } from '#api/backup/point-in-time/instant.ts';
import { restoreAt } from '#api/backup/point-in-time/restore-at.ts';
import { ship } from '#api/backup/point-in-time/ship.ts';
import { waitingIn } from '#api/backup/point-in-time/shipper.ts';
import { openStore } from '#api/backup/point-in-time/store.ts';
import { readSettings } from '#api/base/settings.ts';
import { systemContext } from '#api/context.ts';
import { embeddedDataLocation } from '#api/db/embedded/embedded.ts';
import { readSpool } from '#api/db/embedded/wal.ts';
import { examine } from '#api/doctor/examine.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { payInvoice } from '#api/modules/money/invoices/invoices.service.ts';
import { removePhotograph } from '#api/modules/registry/properties/photographs.service.ts';
import { openRuntime, type Runtime } from '#api/runtime.ts';
import { LONG } from '#test/long.ts';
import { ask } from '../empty-database.ts';
import { cpf, factories } from '../factories.ts';
import { startS3 } from '../servers/s3-server.ts';
import { printsOf } from '../table-prints.ts';

let folder: string;
let runtimes: Runtime[] = [];
const folders: string[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'morada-instant-'));
  folders.push(folder);
  // Under root the database runs as another account, which must be able to enter.
  await chmod(folder, 0o711);
  await mkdir(join(folder, 'arquivo'));
});
afterEach(async () => {
  for (const runtime of runtimes) await runtime.close();
  runtimes = [];
});
afterAll(async () => {
  for (const one of folders) await rm(one, { recursive: true, force: true });
});

const environment = (name: string, overrides: NodeJS.ProcessEnv = {}) => ({
  DATA_DIR: join(folder, name),
  BACKUP_KEY: 'uma chave que só a imobiliária tem',
  WAL_ARCHIVE_URL: join(folder, 'arquivo'),
  CLOCK: '2026-03-10',
  ...overrides,
});
const at = (name: string, overrides: NodeJS.ProcessEnv = {}) => readSettings(environment(name, overrides));

async function open(settings: ReturnType<typeof at>) {
  const runtime = await openRuntime(settings, 4);
  runtimes.push(runtime);
  return runtime;
}
async function close(runtime: Runtime) {
  runtimes = runtimes.filter((one) => one !== runtime);
  await runtime.close();
}

async function hashesOf({ settings }: Runtime) {
  const root = join(settings.DATA_DIR, 'files');
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const hashes: Record<string, string> = {};
  // Medium photographs are generated on demand.
  for (const entry of entries.filter((one) => one.isFile() && !one.parentPath.endsWith('medium'))) {
    const file = join(entry.parentPath, entry.name);
    hashes[file.slice(root.length)] = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
  }
  return hashes;
}

async function instantOf({ connection }: Runtime) {
  const [row] = await ask<{ now: string }>(
    connection,
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now`,
  );
  return Temporal.Instant.from(row?.now ?? '');
}

/** Finishes the current WAL segment, and waits until PostgreSQL has copied it to the spool. */
async function switchSegment(runtime: Runtime) {
  const [row] = await ask<{ file: string }>(runtime.owner, 'select pg_walfile_name(pg_switch_wal()) as file');
  await expect
    .poll(
      async () =>
        (await ask<{ last: string }>(runtime.connection, 'select last_archived_wal as last from pg_stat_archiver'))[0]
          ?.last ?? '',
      { timeout: 20_000, interval: 20 },
    )
    .toBe(row?.file);
}

/** Clients, settled invoices and photographs. */
async function work(runtime: Runtime, count: number) {
  const ctx = systemContext(runtime.deps);
  const { invoice, property, photograph, client } = factories(ctx);
  for (let turn = 0; turn < count; turn += 1) {
    const { id } = await property();
    const image = await photograph(id);
    expect(image).toBeDefined();
    const made = await invoice({ property_id: id });
    await payInvoice(ctx, made.id, { paid_amount: 150_000 });
    await client();
  }
}

/** Every client under one name, open invoices deleted, every photograph removed. */
async function makeMassMistake({ deps }: Runtime) {
  await deps.db.updateTable('client').set({ name: 'Cliente', phone: '', email: null }).execute();
  await sql`delete from invoice where status = 'PENDING'`.execute(deps.db);
  const images = await deps.db.selectFrom('property_image').select('id').execute();
  for (const { id } of images) await removePhotograph(systemContext(deps), id);
}

function run(command: string, words: string[], env: NodeJS.ProcessEnv) {
  const file = fileURLToPath(new URL(`../../src/commands/${command}.ts`, import.meta.url));
  return new Promise<{ code: number; says: string }>((resolve) => {
    execFile(process.execPath, [file, ...words], { env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, says: stdout + stderr }),
    );
  });
}

async function lose(runtime: Runtime) {
  await close(runtime);
  await rm(runtime.settings.DATA_DIR, { recursive: true });
}

async function drill(size: number, overrides: NodeJS.ProcessEnv = {}) {
  const before = await open(at('aqui', overrides));
  await work(before, size);
  expect((await ship(before.settings, { base: true }))?.base).toBeDefined();
  await work(before, size);
  await switchSegment(before);
  await ship(before.settings);
  const instant = await instantOf(before);
  const copy = { prints: await printsOf(before.connection), hashes: await hashesOf(before) };
  await makeMassMistake(before);
  await work(before, 1);
  await switchSegment(before);
  await ship(before.settings);
  expect(await printsOf(before.connection)).not.toEqual(copy.prints);
  await lose(before);
  return { instant, copy };
}

/** `docs/faults.md` shows the figures. */
const say = (figures: object) => process.stdout.write(`${JSON.stringify(figures)}\n`);

async function expectCopy(name: string, copy: Awaited<ReturnType<typeof drill>>['copy'], overrides = {}) {
  const there = await open(at(name, overrides));
  expect(await printsOf(there.connection)).toEqual(copy.prints);
  expect(await hashesOf(there)).toEqual(copy.hashes);
  expect(await verifyBooks(there.deps.db)).toEqual([]);
  return there;
}

/** The folder has no file, and nothing that a start would take for a database. */
async function expectNothing(name: string) {
  const left = await readdir(join(folder, name)).catch(() => []);
  expect(left.filter((one) => one !== 'postgres.lock')).toEqual([]);
}

/** A copy of the archive's folder, for damage. */
async function archiveCopy(name: string) {
  await cp(join(folder, 'arquivo'), join(folder, name), { recursive: true });
  const catalogue = readCatalogue(await openStore(join(folder, name)).list());
  return { ...catalogue, url: join(folder, name) };
}

test('a disk lost after a mass mistake comes back as of the instant, and refusals leave nothing', {
  ...LONG,
  timeout: 300_000,
}, async () => {
  const { instant, copy } = await drill(10);
  const refused = async (name: string, when: Temporal.Instant, overrides: NodeJS.ProcessEnv, words: RegExp) => {
    await expect(restoreAt(at(name, overrides), when)).rejects.toThrow(words);
    await expectNothing(name);
  };
  const hour = { hours: 1 };
  await refused('nada', instant.subtract(hour), {}, /A cópia de base mais antiga é de \d\d\/\d\d\/\d{4} /);
  await refused('nada', Temporal.Now.instant().add(hour), {}, /ainda não chegou/);
  await refused('nada', Temporal.Now.instant(), {}, /o arquivo contínuo termina antes.* é possível até /);
  await refused('nada', instant, { BACKUP_KEY: 'outra chave de dezesseis letras' }, /A chave não é a deste backup/);

  const cut = await archiveCopy('cortado');
  const base = cut.bases[0];
  const [segment, next] = cut.segments.filter(
    ({ file }) => file.length === 24 && base !== undefined && file >= base.first,
  );
  if (!segment || !next || !base) throw new Error('no segments');
  const pathOf = (name: string) => join(cut.url, name);
  await truncate(pathOf(segment.name), (await stat(pathOf(segment.name))).size - 20);
  await refused('nada', instant, { WAL_ARCHIVE_URL: cut.url }, /O backup está cortado/);
  // Another segment under this one's name.
  await copyFile(pathOf(next.name), pathOf(segment.name));
  await refused('nada', instant, { WAL_ARCHIVE_URL: cut.url }, /foi alterado ou não é desta Morada/);
  await rm(pathOf(segment.name));
  await refused('nada', instant, { WAL_ARCHIVE_URL: cut.url }, /falta o segmento [0-9A-F]{24}/);

  const changed = await archiveCopy('alterado');
  const bytes = await readFile(join(changed.url, base.name));
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  await writeFile(join(changed.url, base.name), bytes);
  await refused('nada', instant, { WAL_ARCHIVE_URL: changed.url }, /foi alterado ou está danificado/);

  const began = performance.now();
  const restored = await run('restore', ['--at', instant.toString()], environment('nova'));
  expect(restored).toMatchObject({ code: 0, says: expect.stringContaining('Livro-razão fechado') });
  expect(restored.says).toContain(`Restaurado o instante ${showInstant(instant)}`);
  say({ restore_seconds: (performance.now() - began) / 1_000, base: bytes.length, segments: cut.segments.length });
  const there = await expectCopy('nova', copy);

  // The restored database goes on with a base of its own timeline in the same archive.
  const addClient = (number: number) =>
    factories(systemContext(there.deps)).client({ cpf_cnpj: cpf(number), email: null });
  await addClient(5_000);
  expect((await ship(there.settings))?.base?.first).toMatch(/^00000002/);
  const later = await instantOf(there);
  const laterCopy = { prints: await printsOf(there.connection), hashes: await hashesOf(there) };
  await addClient(5_001);
  await switchSegment(there);
  await ship(there.settings);
  await lose(there);
  await restoreAt(at('depois'), later);
  await expectCopy('depois', laterCopy);
  // The first branch is still there too.
  await restoreAt(at('antes'), instant);
  await expectCopy('antes', copy);
});

test('a restore that is killed is told so at a start, and the same restore again brings everything', {
  ...LONG,
  timeout: 180_000,
}, async () => {
  const { instant, copy } = await drill(8);
  const there = join(folder, 'nova');
  const has = (pattern: RegExp) => async () => {
    const entries = await readdir(there, { recursive: true }).catch(() => []);
    return entries.some((entry) => pattern.test(entry));
  };
  // Killed while the segments are fetched, while PostgreSQL replays them, and while the files are fetched.
  for (const moment of [/segments\/[0-9A-F]{24}$/, /postmaster\.pid$/, /^files\/.*\.\w+$/]) {
    const file = fileURLToPath(new URL('../../src/commands/restore.ts', import.meta.url));
    const restoring = spawn(process.execPath, [file, '--at', instant.toString()], {
      env: { ...process.env, ...environment('nova') },
      stdio: 'ignore',
    });
    const exited = once(restoring, 'exit');
    await expect.poll(has(moment), { timeout: 60_000, interval: 2 }).toBe(true);
    restoring.kill('SIGKILL');
    expect(await exited).toEqual([null, 'SIGKILL']);
    await expect(openRuntime(at('nova'), 2)).rejects.toThrow(/A restauração em .* foi interrompida e não terminou/);
  }
  const restored = await run('restore', ['--at', instant.toString()], environment('nova'));
  expect(restored).toMatchObject({ code: 0, says: expect.stringContaining('Livro-razão fechado') });
  expect((await readdir(there)).sort()).not.toContain('restoring');
  await expectCopy('nova', copy);
});

test('the drill with a bucket', { ...LONG, timeout: 120_000 }, async () => {
  const s3 = await startS3({ accessKeyId: 'MORADA', bucket: 'copias', region: 'sa-east-1', page: 5 });
  const overrides = { WAL_ARCHIVE_URL: `s3://MORADA:segredo@${s3.host}/copias/casa?region=sa-east-1&insecure` };
  try {
    const { instant, copy } = await drill(2, overrides);
    expect(await restoreAt(at('nova', overrides), instant)).toMatchObject({ missing: [] });
    await expectCopy('nova', copy, overrides);
  } finally {
    await s3.stop();
  }
});

test('an archive that is away keeps segments waiting, and a segment of another database is refused', {
  ...LONG,
  timeout: 120_000,
}, async () => {
  const here = await open(at('aqui'));
  await ship(here.settings);
  await rename(join(folder, 'arquivo'), join(folder, 'fora'));
  await work(here, 1);
  await switchSegment(here);
  await expect(ship(here.settings)).rejects.toThrow(/A pasta de WAL_ARCHIVE_URL .* não está disponível: ENOENT/);
  expect((await waitingIn(here.settings.DATA_DIR)).segments).toBe(1);
  expect((await examine(here.settings, here.connection)).map(({ text }) => text)).toContainEqual(
    expect.stringContaining('1 segmento espera na fila, 16 MB'),
  );
  await rename(join(folder, 'fora'), join(folder, 'arquivo'));
  expect(await ship(here.settings)).toMatchObject({ segments: 1 });
  expect((await waitingIn(here.settings.DATA_DIR)).segments).toBe(0);

  // PostgreSQL may hand in a segment again; only the same bytes are taken.
  await work(here, 1);
  await switchSegment(here);
  const home = await embeddedDataLocation(here.settings.DATA_DIR);
  const [waiting] = home ? await readSpool(home) : [];
  if (!waiting) throw new Error('no segment');
  const bytes = await readFile(waiting.path);
  await ship(here.settings);
  await writeFile(waiting.path, bytes);
  expect(await ship(here.settings)).toMatchObject({ segments: 1 });
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  await writeFile(waiting.path, bytes);
  await expect(ship(here.settings)).rejects.toThrow(/Já há outro [0-9A-F]{24}/);
  await writeFile(waiting.path, bytes.subarray(0, 8_192));
  await expect(ship(here.settings)).rejects.toThrow(/tem 8192 bytes e não é o que diz ser/);
  await rm(waiting.path);
});
