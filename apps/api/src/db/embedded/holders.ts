import { Socket } from 'node:net';
import pg from 'pg';
import { LOCKS } from '../locks.ts';
import { readPassword, USER } from './cluster.ts';
import { codeOf, messageOf } from './failure.ts';
import { type Server, stopServer } from './server.ts';
import { reachableSocket } from './socket.ts';

export const DATABASE = 'morada';
export const PORT = 5432;

const CONNECT_MS = 5_000;
const STATEMENT_MS = 20_000;

export type Refused = { refusal: 'unreachable' | 'not yet' | 'wrong password'; error: unknown };

/**
 * Every process that uses the server keeps one session with the shared advisory lock `LOCKS.embeddedServer`: these
 * sessions are the list of holders. It needs no files or pids, and a killed process leaves it automatically.
 */
export async function join({ home }: Server): Promise<{ holder: pg.Client } | Refused> {
  const holder = new pg.Client({
    host: await reachableSocket(home.socket),
    port: PORT,
    user: USER,
    password: await readPassword(home),
    // Advisory locks are local to a database: here they can't meet locks of the application.
    database: 'postgres',
    application_name: 'morada: in use',
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    options: '-c idle_session_timeout=0',
  });
  // A broken session is detected by its end; without a listener the error would end the process.
  holder.on('error', () => undefined);
  try {
    await holder.connect();
    await holder.query('SELECT pg_advisory_lock_shared($1)', [LOCKS.embeddedServer]);
    await ensureDatabase(holder);
    return { holder };
  } catch (error) {
    holder.end().catch(() => undefined);
    return { refusal: refusalOf(error), error };
  }
}

/** Leaves the server, and stops it if no other process holds it. */
export async function leave(holder: pg.Client, server: Server) {
  socketOf(holder)?.ref();
  const last = await isLast(holder).catch(() => false);
  try {
    if (last) await stopServer(server);
  } finally {
    await holder.end().catch(() => undefined);
  }
}

/** Unrefs the socket, so that holding the server doesn't keep the process alive. */
export const letProcessEnd = (holder: pg.Client) => socketOf(holder)?.unref();

/**
 * Whether this is the only holder. The exclusive lock makes newcomers wait, so none can start to use a server that is
 * about to stop.
 */
export async function isAlone(holder: pg.Client) {
  const { rows } = await holder.query<{ alone: boolean }>('SELECT pg_try_advisory_lock($1) AS alone', [
    LOCKS.embeddedServer,
  ]);
  return rows[0]?.alone === true;
}

/** Releases the shared lock first, so that of two concurrent leavers the slower one is the last. */
async function isLast(holder: pg.Client) {
  await holder.query('SELECT pg_advisory_unlock_shared($1)', [LOCKS.embeddedServer]);
  return isAlone(holder);
}

async function ensureDatabase(holder: pg.Client) {
  const { rowCount } = await holder.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
  if (rowCount) return;
  await holder.query(`CREATE DATABASE ${DATABASE}`).catch((error: unknown) => {
    // 42P04, 23505: another process created it concurrently.
    if (!['42P04', '23505'].includes(codeOf(error) ?? '')) throw error;
  });
}

function refusalOf(error: unknown) {
  const code = codeOf(error) ?? '';
  if (['ENOENT', 'ECONNREFUSED'].includes(code)) return 'unreachable';
  // The driver itself refuses an empty password, without a code.
  if (code.startsWith('28') || messageOf(error).includes('client password')) return 'wrong password';
  return 'not yet';
}

const socketOf = ({ connection }: pg.Client) => (connection.stream instanceof Socket ? connection.stream : undefined);
