import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { LONG } from '#test/long.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

type Process = { pid: number; parent: number; command: string };

async function processes(): Promise<Process[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid=,args=']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .flatMap((found) => (found ? [{ pid: Number(found[1]), parent: Number(found[2]), command: found[3] ?? '' }] : []));
}

/** Descendants of a process, and the database of a folder, which is detached. */
async function family(root: number, folder: string): Promise<Process[]> {
  const all = await processes();
  const found = new Set([root]);
  for (let before = 0; before < found.size; ) {
    before = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return all.filter(({ pid, command }) => found.has(pid) || (command.includes(folder) && command.includes('postgres')));
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** `npm start` on its own folder, once it is ready. */
async function started(folder: string) {
  const port = await freePort();
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '', PORT: String(port), HOST: '127.0.0.1' };
  const npm = spawn('npm', ['start'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(npm, 'exit');
  for await (const line of createInterface(npm.stdout)) if (line.startsWith('Morada em')) break;
  npm.stdout.resume();
  const url = `http://127.0.0.1:${port}/health/live`;
  expect((await fetch(url)).status).toBe(200);
  return { pid: npm.pid ?? 0, exited, url };
}

test('a busy port is one sentence that names it and PORT, before anything is built or made', LONG, async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const env = { ...process.env, DATABASE_URL: '', PORT: String(port), HOST: '127.0.0.1' };
  const failed = await promisify(execFile)(process.execPath, ['scripts/start.ts'], { cwd: ROOT, env }).catch((e) => e);
  await new Promise((resolve) => other.close(resolve));
  expect(failed).toMatchObject({
    ...{ code: 1, stdout: '' },
    stderr: `A porta ${port} já está em uso: pare o programa que a usa, ou escolha outra em PORT.\n`,
  });
});

async function inFolder(work: (folder: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'morada-start-'));
  // Under root the database runs as another account, which must be able to enter.
  await chmod(folder, 0o711);
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test.each(['SIGTERM', 'SIGKILL'] as const)(
  '%s to npm alone ends starter, server and database',
  { ...LONG, timeout: 120_000 },
  (signal) =>
    inFolder(async (folder) => {
      const { pid, exited, url } = await started(folder);
      const before = await family(pid, folder);
      expect(before.filter(({ command }) => command.includes('main.ts'))).toHaveLength(1);
      expect(before.filter(({ command }) => /bin\/postgres -D/.test(command))).toHaveLength(1);
      process.kill(pid, signal);
      await exited;
      await vi.waitFor(
        async () => {
          const left = new Set((await processes()).map((one) => one.pid));
          expect(before.filter((one) => left.has(one.pid))).toEqual([]);
        },
        { timeout: 30_000, interval: 200 },
      );
      await expect(fetch(url)).rejects.toThrow();
    }),
);

test('a killed starter ends the server, which stops the database', { ...LONG, timeout: 300_000 }, () =>
  inFolder(async (folder) => {
    const { pid, url } = await started(folder);
    const before = await family(pid, folder);
    const starter = before.find(
      ({ command }) => /node\S* scripts\/start\.ts/.test(command) && !command.startsWith('sh'),
    );
    process.kill(starter?.pid ?? 0, 'SIGKILL');
    await vi.waitFor(
      async () => {
        const left = new Set((await processes()).map((one) => one.pid));
        expect(before.filter((one) => left.has(one.pid))).toEqual([]);
      },
      { timeout: 30_000, interval: 200 },
    );
    await expect(fetch(url)).rejects.toThrow();
  }),
);
