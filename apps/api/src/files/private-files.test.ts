import { chmod, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { LONG } from '#test/long.ts';
import { startServer } from '#test/processes/server-process.ts';
import { fixModes } from './private-files.ts';

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** As left by an earlier version under the usual umask: readable for every account. */
async function openFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'morada-modes-'));
  folders.push(folder);
  await mkdir(join(folder, 'files/document/ab'), { recursive: true });
  for (const name of ['files/document/ab/rg.pdf', 'files/photo.jpg']) {
    await writeFile(join(folder, name), 'x');
    await chmod(join(folder, name), 0o644);
  }
  for (const name of ['files/document/ab', 'files/document', 'files', '.']) await chmod(join(folder, name), 0o755);
  return folder;
}

const modeOf = async (path: string) => ((await lstat(path)).mode & 0o777).toString(8);

/** Entries that group or others can access; a socket is protected by its folder. */
async function openTo(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isSocket() || entry.isSymbolicLink()) continue;
    const { mode } = await lstat(path);
    if ((mode & 0o077) !== 0) found.push(`${path.slice(folder.length + 1)} ${(mode & 0o777).toString(8)}`);
  }
  return found;
}

test('removes access of others, and leaves a fixed tree alone', async () => {
  const folder = await openFolder();
  await fixModes({ DATA_DIR: folder }, false);
  expect(await openTo(folder)).toEqual([]);
  expect(await modeOf(folder)).toBe('700');
  expect(await modeOf(join(folder, 'files/document/ab/rg.pdf'))).toBe('600');
  expect(await modeOf(join(folder, 'files/document/ab'))).toBe('700');
  await chmod(join(folder, 'files/photo.jpg'), 0o640);
  await fixModes({ DATA_DIR: folder }, false);
  expect(await modeOf(join(folder, 'files/photo.jpg'))).toBe('640');
});

test('under root, the database’s account can still pass through the data folder', async () => {
  const folder = await openFolder();
  await fixModes({ DATA_DIR: folder }, true);
  expect([await modeOf(folder), await openTo(folder)]).toEqual(['711', []]);
});

test('fixes a separate folder of files too, and ignores a missing one', async () => {
  const [folder, empty] = [await openFolder(), await mkdtemp(join(tmpdir(), 'morada-modes-'))];
  folders.push(empty);
  await fixModes({ DATA_DIR: empty, STORAGE_URL: join(folder, 'files') }, false);
  expect(await modeOf(join(folder, 'files/photo.jpg'))).toBe('600');
  await fixModes({ DATA_DIR: join(empty, 'none') }, false);
});

test('a server on an earlier version’s folder leaves nothing accessible to other accounts', {
  ...LONG,
  timeout: 120_000,
}, async () => {
  const folder = await openFolder();
  const server = await startServer({ DATA_DIR: folder, DATABASE_URL: '', STORAGE_URL: '' });
  try {
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
    expect(await openTo(folder)).toEqual([]);
    expect(await modeOf(folder)).toBe(process.getuid?.() === 0 ? '711' : '700');
  } finally {
    await server.stop();
  }
  // The database is in the folder and has run, under its own account if root started it.
  expect(await readdir(folder)).toContain('postgres');
  expect(await openTo(folder)).toEqual([]);
});
