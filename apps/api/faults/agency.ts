import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { readSettings } from '#api/base/settings.ts';
import { type Deps, systemContext } from '#api/context.ts';
import { connect } from '#api/db/connection/connect.ts';
import { embeddedDataLocation, holdEmbeddedPostgres } from '#api/db/embedded/embedded.ts';
import { readLock } from '#api/db/embedded/processes.ts';
import type { DB } from '#api/db/schema.ts';
import { filesFolder } from '#api/files/storage.ts';
import { createAdministrator } from '#api/modules/access/session/session.service.ts';
import { openRuntime } from '#api/runtime.ts';
import { factories } from '#test/factories.ts';
import { type Supervised, supervise } from '../../../scripts/supervisor.ts';

export const TODAY = '2026-03-10';
const ADMIN = { name: 'Mariana Dias', email: 'mariana@morada.test', password: 'segredo-da-mariana' };
/** Timeout of a call, above any time that an answer may take; then the call counts as unanswered. */
const CALL_TIMEOUT_MS = 30_000;
const RECOVERY_MS = 120_000;

export type Answer = { status: number; retry: string | null; took: number; body: unknown };

/** Rejects when the connection breaks before the answer: nothing was confirmed. Times in milliseconds. */
export type Call = (
  method: string,
  path: string,
  body?: object | FormData,
  headers?: Record<string, string>,
) => Promise<Answer>;

export type Agency = {
  db: Kysely<DB>;
  pool: Pool;
  folder: string;
  /** Folder of uploads. */
  files: string;
  url: string;
  /** Addresses of all servers, which take the calls in turn. */
  urls: string[];
  token: string;
  call: Call;
  make: ReturnType<typeof factories>;
  secrets: Deps['secrets'];
  server: () => Supervised;
  servers: () => Supervised[];
  /** Exit code of the last server, if it ended by itself. */
  ended: () => number | undefined;
  /** Starts the server again after it ended. */
  start: () => Promise<void>;
  /** Kills the servers, which restart with this civil day, or with the machine's if it is empty. */
  restartOn: (day: string) => void;
  /** Current pid of the postmaster. */
  postmaster: () => Promise<number>;
  close: () => Promise<void>;
};

export type AgencyOptions = {
  port: number;
  /** An empty folder for all data; a temporary one by default. */
  folder?: string;
  env?: Record<string, string>;
  /** Number of servers that share the database, on consecutive ports. One by default. */
  servers?: number;
};

/**
 * An agency in a folder of its own: the server as a process under its supervisor, with the embedded database held only
 * by that server, or with the database of `DATABASE_URL`. The test process reads the database through the socket and
 * repairs nothing.
 */
export async function openAgency({
  port,
  folder: given,
  env: more = {},
  servers: count = 1,
}: AgencyOptions): Promise<Agency> {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'morada-faults-')));
  await chmod(folder, 0o711);
  const env = {
    ...process.env,
    DATA_DIR: folder,
    DATABASE_URL: '',
    STORAGE_URL: '',
    CLOCK: TODAY,
    PORT: String(port),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    CEP_URL: '',
    INDICES_URL: '',
    INTERNAL_ADDRESSES: 'allow',
    ...more,
  };
  const settings = readSettings(env);
  const runtime = await openRuntime(settings);
  await createAdministrator(runtime.deps, ADMIN);
  const { db, pool } = connect(runtime.owner, 6);
  const deps = { ...runtime.deps, db };
  const ports = Array.from({ length: count }, (_, index) => port + index);
  const urls = ports.map((one) => `http://127.0.0.1:${one}`);
  const url = `http://127.0.0.1:${port}`;

  let servers: Supervised[] = [];
  const envs = ports.map((one): NodeJS.ProcessEnv => ({ ...env, PORT: String(one) }));
  let calls = 0;
  let ended: number | undefined;
  let token = '';
  const call: Call = async (method, path, body, headers = {}) => {
    const sent = performance.now();
    const json = body !== undefined && !(body instanceof FormData);
    const answer = await fetch(`${urls[calls++ % count]}/api${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(json && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: json ? JSON.stringify(body) : (body as FormData) }),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json');
    return {
      status: answer.status,
      retry: answer.headers.get('retry-after'),
      took: performance.now() - sent,
      body: isJson ? JSON.parse(text) : text,
    };
  };

  async function start() {
    ended = undefined;
    servers = envs.map((own) =>
      supervise({
        env: own,
        quiet: true,
        // Drills kill a server again as soon as it is ready.
        steadyMs: 0,
        onEnd: (code) => {
          ended = code;
        },
      }),
    );
    for (const one of urls)
      await until(
        'o servidor responder',
        async () => (await fetch(`${one}/health/ready`).catch(() => undefined))?.status === 200,
      );
  }

  function restartOn(day: string) {
    for (const own of envs) own.CLOCK = day;
    for (const server of servers) process.kill(server.pid() ?? 0, 'SIGKILL');
  }

  async function postmaster() {
    const home = await embeddedDataLocation(folder);
    const lock = home && (await readLock(home.cluster));
    if (!lock) throw new Error('o banco de dados não está no ar');
    return lock.pid;
  }

  async function close() {
    await Promise.all(servers.map((server) => server.stop()));
    await db.destroy();
    // Stops an embedded database that a killed server left running, by holding and releasing it.
    if (!settings.DATABASE_URL) await holdEmbeddedPostgres({ dataDir: folder }).then(({ release }) => release());
    if (!given) await rm(folder, { recursive: true, force: true });
  }

  try {
    await start();
    // From here on only the server holds the database.
    await runtime.close();
    const signedIn = await call('POST', '/user/admin/session', ADMIN);
    token = (signedIn.body as { token: string }).token;
  } catch (error) {
    await runtime.close();
    await close();
    throw error;
  }
  return {
    db,
    pool,
    folder,
    files: filesFolder(settings) ?? '',
    url,
    urls,
    token,
    call,
    make: factories(systemContext(deps)),
    secrets: deps.secrets,
    server: () => servers[0] as Supervised,
    servers: () => servers,
    ended: () => ended,
    start,
    restartOn,
    postmaster,
    close,
  };
}

/** Aborts the current wait of a round, which then cleans up. */
export const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());

/** Polls until the condition holds; fails after two minutes. Returns milliseconds. */
export async function until(
  what: string,
  isSo: () => Promise<boolean> | boolean,
  patience = RECOVERY_MS,
): Promise<number> {
  const from = performance.now();
  while (!(await isSo())) {
    interruption.signal.throwIfAborted();
    if (performance.now() - from > patience) throw new Error(`esperamos ${patience / 1000} s: ${what}`);
    await pause(20);
  }
  return performance.now() - from;
}
