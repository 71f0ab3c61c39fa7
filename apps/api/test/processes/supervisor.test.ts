import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { supervise } from '../../../../scripts/supervisor.ts';
import { addressOf, ask, migratedDatabase } from '../empty-database.ts';
import { LONG } from '../long.ts';
import { freePort, startServer } from './server-process.ts';

const folder = await mkdtemp(join(tmpdir(), 'morada-supervisor-'));
afterAll(() => rm(folder, { recursive: true }));

/** A program in place of the server. */
async function program(name: string, code: string) {
  const file = join(folder, `${name}.ts`);
  await writeFile(file, code);
  return file;
}

/** Runs it until its supervisor ends, and returns what that said. */
async function supervised(main: string, { steadyMs }: { steadyMs?: number } = {}) {
  const lines: string[] = [];
  const code = await new Promise<number>((onEnd) => {
    supervise({
      env: process.env,
      quiet: true,
      main,
      onEnd,
      tell: (line) => lines.push(line),
      ...(steadyMs !== undefined && { steadyMs }),
    });
  });
  return { code, lines };
}

test(
  'a server that never gets ready is given up by count, after growing pauses, with its own reason',
  LONG,
  async () => {
    const main = await program(
      'busy',
      `process.send({ failed: 'A porta 3000 já está em uso.' }, () => process.exit(7))`,
    );
    const { code, lines } = await supervised(main);
    expect(code).toBe(7);
    expect(lines).toEqual([
      'O servidor não está no ar (A porta 3000 já está em uso.) e volta a partir agora.',
      'O servidor não está no ar (A porta 3000 já está em uso.) e volta a partir em 0,5 s.',
      'O servidor não está no ar (A porta 3000 já está em uso.) e volta a partir em 1 s.',
      'O servidor não está no ar (A porta 3000 já está em uso.) e volta a partir em 2 s.',
      'O servidor não conseguiu partir em 5 tentativas, e não tenta mais. O motivo da última: A porta 3000 já está em uso.',
    ]);
  },
);

test(
  'a server that was ready is started again, without a pause once it was steady, and one that ends by itself is not',
  LONG,
  async () => {
    const count = join(folder, 'starts');
    const main = await program(
      'dying',
      `import { appendFileSync, readFileSync } from 'node:fs';
     appendFileSync(${JSON.stringify(count)}, '.');
     const last = readFileSync(${JSON.stringify(count)}, 'utf8').length > 6;
     process.send('ready', () => process.exit(last ? 0 : 9))`,
    );
    const { code, lines } = await supervised(main, { steadyMs: 0 });
    expect(code).toBe(0);
    expect(lines).toEqual(Array(6).fill('O servidor não está no ar (parou com o código 9) e volta a partir agora.'));
  },
);

test('a busy port is one sentence, and its server has carried out no job', LONG, async () => {
  const database = await migratedDatabase();
  const port = await freePort();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  const heard: string[] = [];
  const env = { DATABASE_URL: addressOf(database), DATA_DIR: folder, PORT: String(port) };
  await expect(startServer(env, (text) => heard.push(text))).rejects.toThrow();
  await new Promise((resolve) => other.close(resolve));
  expect(heard.join('')).toBe(`A porta ${port} já está em uso: pare o programa que a usa, ou escolha outra em PORT.\n`);
  const [{ queued } = {}] = await ask<{ queued: boolean }>(
    database,
    `select to_regclass('graphile_worker._private_jobs') is not null as queued`,
  );
  const jobs = queued ? await ask(database, 'select task_identifier from graphile_worker.jobs') : [];
  expect(jobs).toEqual([]);
});
