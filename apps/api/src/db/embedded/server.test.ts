import { mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { homeAt } from './location.ts';
import { rotateLog } from './server.ts';

const folder = await mkdtemp(join(tmpdir(), 'morada-log-'));
afterAll(() => rm(folder, { recursive: true }));
const home = homeAt(folder);
const read = (file: string) => readFile(file, 'utf8');

test('a large log starts anew and its lines stay in the former one; a small one goes on', async () => {
  await writeFile(home.log, 'first\n');
  await rotateLog(home, 100);
  expect(await read(home.log)).toBe('first\n');
  await writeFile(home.log, 'second\n'.repeat(20));
  const { ino } = await stat(home.log);
  await rotateLog(home, 100);
  expect([await read(home.log), await read(`${home.log}.1`)]).toEqual(['', 'second\n'.repeat(20)]);
  // The server's descriptor stays valid.
  expect((await stat(home.log)).ino).toBe(ino);
  expect((await stat(`${home.log}.1`)).mode & 0o777).toBe(0o600);
});

test('a link in place of the former log is replaced, not followed', async () => {
  const other = join(folder, 'other');
  await writeFile(other, 'untouched');
  await rm(`${home.log}.1`, { force: true });
  await symlink(other, `${home.log}.1`);
  await writeFile(home.log, 'third\n'.repeat(20));
  await rotateLog(home, 100);
  expect([await read(other), await read(`${home.log}.1`)]).toEqual(['untouched', 'third\n'.repeat(20)]);
});
