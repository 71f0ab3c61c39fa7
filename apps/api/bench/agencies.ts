import { type ChildProcess, fork } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { addAgency } from '#api/agencies/add.ts';
import { envOf } from '#api/agencies/folder.ts';
import { withHost } from '#api/agencies/postgres.ts';
import { embeddedDataLocation } from '#api/db/embedded/embedded.ts';
import { readLock } from '#api/db/embedded/processes.ts';
import { memoryOf } from './memory.ts';
import type { Place } from './server.ts';

const COUNT = 20;
/** Idle time before measuring, as at night. */
const IDLE_SECONDS = 45;
const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const UNIT = new URL('../../../deploy/morada@.service', import.meta.url);

/** Twenty agencies on one shared PostgreSQL: adding, starting and resting, with the options of the systemd unit. */
export async function measureAgencies({ server, dataDir }: Place) {
  const { host, port, user, password } = server;
  const url = `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/postgres`;
  const root = `${dataDir}/agencies`;
  await mkdir(root);
  const names = Array.from({ length: COUNT }, (_, at) => `agencia-${at + 1}`);
  const { signal } = new AbortController();
  const from = performance.now();
  for (const name of names)
    await withHost(url, (shared) => addAgency(root, shared, { name, url: `https://${name}.example` }, signal));
  const added = (performance.now() - from) / 1_000 / COUNT;

  const options = await unitOptions();
  const startAll = async () => {
    const began = performance.now();
    const servers = await Promise.all(names.map((name) => start(root, name, options)));
    return { servers, took: (performance.now() - began) / 1_000 };
  };
  const stopAll = (servers: readonly { child: ChildProcess }[]) => Promise.all(servers.map(({ child }) => stop(child)));
  // The first start fills the cache of compiled code.
  const first = await startAll();
  await stopAll(first.servers);
  const single: number[] = [];
  for (const name of names.slice(0, 5)) {
    const { took, child } = await start(root, name, options);
    single.push(took);
    await stop(child);
  }
  const { servers, took } = await startAll();
  await new Promise((resolve) => setTimeout(resolve, IDLE_SECONDS * 1_000));
  const sizes: number[] = [];
  for (const { child } of servers) for (const [, size] of await memoryOf(child.pid ?? 0)) sizes.push(size);
  const database = (await memoryOf(await postmasterOf(dataDir))).reduce((sum, [, size]) => sum + size, 0);
  const sessions = await sessionsOf(url);
  await stopAll(servers);

  const sum = sizes.reduce((total, size) => total + size, 0);
  console.log(`\n${COUNT} imobiliárias em um PostgreSQL, com ${options.argv.join(' ')}`);
  console.log(`| o quê | medido |\n|---|---|`);
  console.log(`| agency add | ${added.toFixed(2)} s cada |`);
  console.log(
    `| partida de uma, sozinha | ${middle(single).toFixed(2)} s (a mais lenta ${Math.max(...single).toFixed(2)} s) |`,
  );
  console.log(
    `| partida das ${COUNT} ao mesmo tempo | ${took.toFixed(1)} s; a primeira vez ${first.took.toFixed(1)} s |`,
  );
  console.log(
    `| servidor em repouso, PSS | média ${(sum / COUNT).toFixed(0)} MB, o maior ${Math.max(...sizes).toFixed(0)} MB |`,
  );
  console.log(`| PostgreSQL com as ${sessions} sessões de todos, PSS | ${database.toFixed(0)} MB |`);
  console.log(`| tudo | ${((sum + database) / 1_024).toFixed(2)} GB |`);
}

const sessionsOf = (url: string) =>
  withHost(url, async ({ admin }) => {
    const { rows } = await admin.query<{ sessions: number }>(
      `select count(*)::int as sessions from pg_stat_activity where datname like 'morada_%'`,
    );
    return rows[0]?.sessions ?? 0;
  });

const middle = (values: readonly number[]) => [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0;

type Options = { argv: string[]; env: Record<string, string> };

/** Options of Node and variables that the unit sets. */
async function unitOptions(): Promise<Options> {
  const unit = await readFile(UNIT, 'utf8');
  const argv = /^ExecStart=.* node (.*) apps/m.exec(unit)?.[1]?.split(' ') ?? [];
  const lines = [...unit.matchAll(/^Environment=(?!PATH)(.*)$/gm)].flatMap(([, line = '']) => line.split(' '));
  return { argv, env: Object.fromEntries(lines.map((line) => line.split('=') as [string, string])) };
}

async function start(root: string, name: string, { argv, env }: Options) {
  const from = performance.now();
  const child = fork(MAIN, {
    execArgv: argv,
    env: {
      ...process.env,
      ...env,
      ...(await envOf(root, name)),
      ...{ NODE_COMPILE_CACHE: `${root}/${name}/cache`, LOG_LEVEL: 'silent', CEP_URL: '', INDICES_URL: '' },
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await new Promise<void>((resolve, reject) => {
    child.on('message', () => resolve());
    child.on('exit', () => reject(new Error('o servidor não partiu')));
  });
  return { child, took: (performance.now() - from) / 1_000 };
}

function stop(child: ChildProcess) {
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  child.kill('SIGTERM');
  return ended;
}

/** Process of the embedded server, whose children are the sessions. */
async function postmasterOf(dataDir: string): Promise<number> {
  const home = await embeddedDataLocation(dataDir);
  return (home && (await readLock(home.cluster)))?.pid ?? 0;
}
