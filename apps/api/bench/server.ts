import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { Client } from 'pg';
import { readSettings } from '#api/base/settings.ts';
import type { Deps } from '#api/context.ts';
import { connect } from '#api/db/connection/connect.ts';
import { migrate } from '#api/db/migrate.ts';
import { openDoctor } from '#api/doctor/examine.ts';
import { openStorage } from '#api/files/storage.ts';
import { createAdministrator } from '#api/modules/access/session/session.service.ts';
import { subscriptions } from '#api/subscriptions.ts';
import { freePort } from '#test/processes/server-process.ts';
import { SERVER_ENV, SERVER_FLAGS } from '../../../scripts/supervisor.ts';
import { secretSeal } from '../src/base/secrets/sealed-secret.ts';
import { wire } from './wire.ts';

const POOL = 20;
export const TODAY = '2026-11-20' satisfies CalendarDate;
const ADMIN = { name: 'Carga', email: 'carga@morada.test', password: 'senha-de-carga' };

export type Connection = { host: string; port: number; user: string; password: string; database: string };

/** Server and folder of a benchmark run. */
export type Place = { server: Connection; dataDir: string };

/** A new migrated database with an administrator. */
export async function newDatabase({ server, dataDir }: Place, name: string) {
  const admin = new Client(server);
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const connection = { ...server, database: name };
  await migrate(connection);
  const opened = openDatabase(connection, dataDir);
  await createAdministrator(opened.deps, ADMIN);
  return { connection, ...opened };
}

/** The services' dependencies on a database. */
export function openDatabase(connection: Connection, dataDir: string) {
  const { db, pool } = connect(connection, POOL);
  const deps: Deps = {
    db,
    today: () => TODAY,
    files: openStorage({ DATA_DIR: dataDir }),
    secrets: secretSeal({}),
    outside: {},
    subscriptions,
    doctor: openDoctor(readSettings({ DATA_DIR: dataDir }), connection),
  };
  return { db, pool, deps };
}

/** A copy of a database that no connection is open to. */
export async function copyDatabase({ server }: Place, from: string, name: string): Promise<Connection> {
  const admin = new Client(server);
  await admin.connect();
  await admin.query(`create database ${name} template ${from} strategy file_copy`);
  await admin.end();
  return { ...server, database: name };
}

export async function residentMegabytes(pid: number) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

export type Server = {
  pid: number;
  call: (method: string, path: string, body?: object) => Promise<string>;
  /** Sends a file as a form. */
  upload: (method: string, path: string, file: { name: string; content: string }) => Promise<string>;
  stop: () => Promise<void>;
};

/** The server in a process of its own, on this database, with a signed-in session. */
export async function startServer(connection: Connection): Promise<Server> {
  const { host, port, user, password, database } = connection;
  const DATABASE_URL = `postgres://${user}:${encodeURIComponent(password)}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  const httpPort = await freePort();
  const env = {
    ...SERVER_ENV,
    ...process.env,
    DATABASE_URL,
    CLOCK: TODAY,
    PORT: String(httpPort),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
  };
  const child: ChildProcess = fork(fileURLToPath(new URL('../src/main.ts', import.meta.url)), {
    env,
    execArgv: [...process.execArgv, ...SERVER_FLAGS],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await new Promise<void>((resolve, reject) => {
    child.on('message', () => resolve());
    child.on('exit', () => reject(new Error('o servidor não partiu')));
  });
  const lines = wire(httpPort);
  let token = '';
  const call: Server['call'] = (method, path, body) => lines.call(method, path, token, body);
  token = JSON.parse(await call('POST', '/user/admin/session', ADMIN)).token;
  const upload: Server['upload'] = async (method, path, { name, content }) => {
    const body = new FormData();
    body.append('file', new Blob([content]), name);
    const answer = await fetch(`http://127.0.0.1:${httpPort}/api${path}`, {
      method,
      body,
      headers: { authorization: `Bearer ${token}` },
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text;
  };
  const stop = () => {
    lines.close();
    const gone = new Promise<void>((resolve) => child.on('exit', () => resolve()));
    child.kill('SIGTERM');
    return gone;
  };
  return { pid: child.pid ?? 0, call, upload, stop };
}
