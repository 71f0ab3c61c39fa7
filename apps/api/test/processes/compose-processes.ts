import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { Client } from 'pg';
import { type Account, accountForRoot, isRoot } from '#api/db/embedded/account.ts';
import { findPackage, usableBinaries } from '#api/db/embedded/binaries.ts';
import { asAccount, cleanEnvironment } from '#api/db/embedded/run.ts';
import { startS3 } from '../servers/s3-server.ts';
import { until } from '../until.ts';
import { deployUrl, environmentOf, readCompose, type Service } from './deploy-files.ts';
import { childrenOf, isRunning, killIfThere } from './processes.ts';
import { copyAsStandby } from './replicas.ts';
import { freePort, startServer } from './server-process.ts';

/** What the entrypoint of the image `postgres` does with an empty folder, and with one that has a cluster. */
const ENTRYPOINT = `#!/bin/sh
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p -m 700 "$PGDATA"
  printf '%s\\n' "$POSTGRES_PASSWORD" >"$PGDATA.password"
  initdb --username="$POSTGRES_USER" --pwfile="$PGDATA.password" $POSTGRES_INITDB_ARGS
  echo "create database $POSTGRES_DB" | postgres --single -D "$PGDATA" postgres
  for file in "$INITDB"/*.sql; do postgres --single -D "$PGDATA" "$POSTGRES_DB" <"$file"; done
fi
exec "$@"
`;
/** Replaces pg_basebackup, which the npm package of PostgreSQL lacks: the test copies, and returns the exit code. */
const BASE_BACKUP = `#!/bin/sh
printf '%s\\n' "$@" >"$HANDOVER/draft"
mv "$HANDOVER/draft" "$HANDOVER/request"
while [ ! -e "$HANDOVER/answer" ]; do sleep 0.1; done
code=$(cat "$HANDOVER/answer")
rm "$HANDOVER/answer"
exit "$code"
`;

const NO_CADDY =
  'caddy is not installed: it is the proxy of deploy/compose.yaml (apt-get install caddy, or its binary in PATH).';

export type Database = Awaited<ReturnType<typeof openComposed>>['databases'][number];

/**
 * The services of `deploy/compose.yaml` as processes on the loopback, with the environment, commands and mounted files
 * that stand there. PostgreSQL is the package's, the bucket a local S3 server, Caddy this machine's. Addresses, ports and
 * the image's folders are replaced. `folder` must be open to the account of PostgreSQL.
 */
export async function openComposed(folder: string, values: Record<string, string>) {
  const { services, networks } = await readCompose();
  const stops: (() => Promise<unknown>)[] = [];
  let proxyLog = '';
  const [databasePort, firstPort, secondPort, http, https] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ] as const;
  const s3 = await startS3({ accessKeyId: values.STORAGE_KEY ?? '', bucket: 'morada', region: 'us-east-1' });
  stops.push(s3.stop);
  const ports: Record<string, number> = { 'server-one': firstPort, 'server-two': secondPort };
  const hosts: Record<string, string> = { 'database-one': '127.0.0.1', 'database-two': '127.0.0.2' };
  const addresses: Record<string, string> = {
    'storage:7070': s3.host,
    [networks.front?.ipam?.config[0]?.subnet ?? '']: '127.0.0.1/32',
    ...Object.fromEntries(Object.entries(hosts).map(([name, host]) => [`${name}:5432`, `${host}:${databasePort}`])),
    ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [`${name}:3000`, `127.0.0.1:${port}`])),
  };
  const serviceNamed = (name: string) => services[name] ?? { image: '' };
  const environment = (name: string, more: Record<string, string> = {}) =>
    Object.fromEntries(
      Object.entries(environmentOf(serviceNamed(name), { ...values, ...more })).map(([key, text]) => [
        key,
        Object.entries(addresses).reduce((now, [from, to]) => now.replaceAll(from, to), text),
      ]),
    );

  const account: Account = isRoot() ? await accountForRoot() : undefined;
  const binaries = await usableBinaries(await findPackage(), folder, account);
  const bin = join(folder, 'bin');
  await mkdir(bin);
  await writeFile(join(bin, 'docker-entrypoint.sh'), ENTRYPOINT);
  await writeFile(join(bin, 'pg_basebackup'), BASE_BACKUP);
  for (const name of ['docker-entrypoint.sh', 'pg_basebackup']) await chmod(join(bin, name), 0o755);

  async function openDatabase(name: string) {
    const service = serviceNamed(name);
    const place = join(folder, name);
    const cluster = join(place, 'cluster');
    const files = mountedFiles(service);
    const hba = join(place, 'pg_hba.conf');
    for (const path of [place, join(place, 'initdb'), join(place, 'handover')]) await own(path, account);
    for (const [target, source] of Object.entries(files))
      if (target.startsWith('/docker-entrypoint-initdb.d/'))
        await cp(source, join(place, target.replace('/docker-entrypoint-initdb.d/', 'initdb/')));
    await cp(files['/etc/postgresql/pg_hba.conf'] ?? '', hba);
    const [shell = '', script = ''] = service.entrypoint ?? [];
    const text = await readFile(files[script] ?? '', 'utf8');
    const command = (service.command ?? []).map((word) => word.replace('/etc/postgresql/pg_hba.conf', hba));
    const here = ['-c', `listen_addresses=${hosts[name]}`, '-c', `unix_socket_directories=${place}`];
    const connection = {
      host: hosts[name] ?? '',
      port: databasePort,
      user: 'morada',
      database: 'morada',
      password: values.POSTGRES_PASSWORD ?? '',
    };
    let child: ChildProcess | undefined;

    async function query<Row extends object>(sql: string): Promise<Row[]> {
      const client = new Client(connection);
      client.on('error', () => {});
      await client.connect();
      return (await client.query<Row>(sql).finally(() => client.end())).rows;
    }

    async function end(signal: NodeJS.Signals) {
      const ending = child;
      child = undefined;
      if (!ending?.pid || ending.exitCode !== null || ending.signalCode !== null) return;
      const ended = once(ending, 'exit');
      const sessions = signal === 'SIGKILL' ? await childrenOf(ending.pid) : [];
      for (const pid of [ending.pid, ...sessions]) killIfThere(pid, signal);
      await ended;
      await until(
        () => Promise.all(sessions.map(isRunning)),
        (running) => !running.includes(true),
      );
    }
    // Fast shutdown, as Docker asks for by the image's STOPSIGNAL.
    stops.push(() => end('SIGINT'));

    return {
      name,
      cluster,
      connection,
      query,
      kill: () => end('SIGKILL'),
      /** `primary`: the name that PRIMARY has in the file `.env`. */
      start: async (primary: string) => {
        const env = cleanEnvironment({
          ...environment(name, { PRIMARY: primary }),
          PATH: [bin, join(binaries.folder, 'bin'), '/usr/bin', '/bin'].join(delimiter),
          PGDATA: cluster,
          PGPORT: String(databasePort),
          INITDB: join(place, 'initdb'),
          HANDOVER: join(place, 'handover'),
        });
        // The script is handed over as text, since the account may not be able to read the repository.
        const started = spawn(shell, ['-c', text, script, ...command, ...here], {
          ...asAccount(account, env),
          stdio: ['ignore', 'ignore', 'pipe'],
        });
        child = started;
        let log = '';
        started.stderr.on('data', (chunk) => (log = (log + chunk).slice(-4_000)));
        await until(
          async () => {
            if (started.exitCode !== null) throw new Error(`${name} ended with ${started.exitCode}: ${log}`);
            await answerBaseBackup(join(place, 'handover'));
            return query('select').then(
              () => true,
              () => false,
            );
          },
          (isUp) => isUp,
        );
      },
    };
  }

  /** Does the work of pg_basebackup, when the script in `handover` has asked for it. */
  async function answerBaseBackup(handover: string) {
    const request = join(handover, 'request');
    const asked = await readFile(request, 'utf8').catch(() => undefined);
    if (asked === undefined) return;
    await rm(request);
    const wishes = Object.fromEntries(asked.split('\n').map((word) => word.split(/=(.*)/s)));
    const { host, user, application_name } = Object.fromEntries(
      (wishes['--dbname'] ?? '').split(' ').map((word: string) => word.split('=')),
    );
    if (!('--write-recovery-conf' in wishes) || wishes['--wal-method'] !== 'stream')
      throw new Error(`not a standby's copy: ${asked}`);
    const primary = databases.find(({ name }) => name === host);
    const code = await copyAsStandby(
      { cluster: primary?.cluster ?? '', connection: { ...(primary ?? databases[0]).connection, user } },
      wishes['--pgdata'],
      account,
      application_name,
    ).then(
      () => 0,
      () => 1,
    );
    await writeFile(join(handover, 'draft'), String(code));
    await rename(join(handover, 'draft'), join(handover, 'answer'));
  }

  const databases: [Awaited<ReturnType<typeof openDatabase>>, Awaited<ReturnType<typeof openDatabase>>] = [
    await openDatabase('database-one'),
    await openDatabase('database-two'),
  ];

  return {
    databases,
    s3,
    https: `https://localhost:${https}`,
    http: `http://localhost:${http}`,
    /** Starts a server with the environment of compose.yaml. */
    startServer: async (name: 'server-one' | 'server-two', more: Record<string, string> = {}) => {
      const server = await startServer({
        ...environment(name),
        DATA_DIR: join(folder, 'data'),
        PORT: String(ports[name]),
        ...more,
      });
      stops.push(server.stop);
      return server;
    },
    /** Starts Caddy with the mounted file. Returns the certificate of its own authority, which signs for localhost. */
    startProxy: async () => {
      const place = join(folder, 'caddy');
      await mkdir(place);
      // Caddy must end although a failed test left live updates open.
      const ending = 'grace_period 1s';
      const settings = ['admin off', 'skip_install_trust', ending, `http_port ${http}`, `https_port ${https}`];
      const site = mountedFiles(serviceNamed('proxy'))['/etc/caddy/Caddyfile'];
      await writeFile(join(place, 'Caddyfile'), `{\n\t${settings.join('\n\t')}\n}\nimport ${site}\n`);
      const caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', join(place, 'Caddyfile')], {
        env: { PATH: process.env.PATH, HOME: place, XDG_DATA_HOME: place, ...environment('proxy') },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      caddy.stderr.on('data', (chunk) => (proxyLog = (proxyLog + chunk).slice(-20_000)));
      const failed = new Promise<never>((_, reject) => {
        caddy.once('error', () => reject(new Error(NO_CADDY)));
        caddy.once('exit', (code) => reject(new Error(`caddy ended with ${code}: ${proxyLog}`)));
      });
      failed.catch(() => {});
      stops.push(async () => {
        if (caddy.pid === undefined || caddy.exitCode !== null) return;
        const exited = once(caddy, 'exit');
        caddy.kill('SIGTERM');
        await exited;
      });
      const authority = join(place, 'caddy/pki/authorities/local/root.crt');
      const ready = until(
        () => readFile(authority, 'utf8').catch(() => ''),
        (certificate) => certificate !== '',
      );
      return Promise.race([ready, failed]);
    },
    /** End of the proxy's log: which server it took out of rotation, and why. */
    proxyLog: () => proxyLog,
    stop: async () => {
      for (const stop of stops.reverse()) await stop();
    },
  };
}

async function own(folder: string, account: Account) {
  await mkdir(folder, { mode: 0o700 });
  if (account) await chown(folder, account.uid, account.gid);
}

/** Path in the container → path here, of what a service mounts from `deploy/`. */
function mountedFiles({ volumes = [] }: Service): Record<string, string> {
  const mounts = volumes
    .map((volume) => volume.split(':') as [string, string])
    .filter(([from]) => from.startsWith('.'));
  return Object.fromEntries(mounts.map(([from, to]) => [to, deployUrl(from).pathname]));
}
