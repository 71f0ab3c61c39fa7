import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { readPassword, USER } from './cluster.ts';
import { codeOf, EmbeddedDatabaseError, messageOf } from './failure.ts';
import { runningServer } from './processes.ts';
import { isOutdated, resetPassword, type Server, type Start, startServer, stopServer } from './server.ts';
import { reachableSocket } from './socket.ts';

export const DATABASE = 'morada';
export const PORT = 5432;

/**
 * Every process that uses the server keeps one session with a shared advisory lock: the sessions are the list of
 * holders. It needs no files and no process numbers, and a killed process leaves it by itself.
 */
const HOLDERS = 0x6d6f72616461;

/** The memory of a killed server can outlive it until its last session ends. */
const LINGERING_MS = 15_000;
/** A server that is up and still refuses or hangs. */
const DEAF_MS = 15_000;
/** Replaying what a crash left, on a slow disk. */
const RECOVERY_MS = 600_000;
const LONGEST_STEP_MS = 250;
const ANSWER_MS = 5_000;
const STATEMENT_MS = 20_000;

const LINGERS = /lock file "[^"]+" already exists|pre-existing shared memory block|lock file "[^"]+" is empty/;

type Answer = { holder: pg.Client } | { refusal: 'nobody' | 'not yet' | 'wrong password'; error: unknown };

/** A session that holds the server, after starting it where nobody had. */
export async function attach(server: Server, log: (line: string) => void): Promise<pg.Client> {
  const began = Date.now();
  let start: Start | undefined;
  let deafSince: number | undefined;
  let renewed = false;

  // Every knock at a server that is starting up writes a line to its log, hence the growing step.
  for (let told = began, step = 10; ; await pause(step), step = Math.min(step * 1.3, LONGEST_STEP_MS)) {
    const answer = await knock(server);
    if ('holder' in answer) {
      if (await replaceOutdated(answer.holder, server)) continue;
      return answer.holder;
    }
    if (Date.now() - told > ANSWER_MS) {
      told = Date.now();
      log(`O banco de dados ainda não responde (${messageOf(answer.error)}).`);
    }

    const running = await runningServer(server.home.cluster);
    if (running) {
      if (Date.now() - began > RECOVERY_MS) throw unanswered(server, running.pid, answer.error);
      if (answer.refusal === 'wrong password') {
        if (renewed) throw unanswered(server, running.pid, answer.error);
        log('A senha do banco de dados não confere; renovando.');
        await stopServer(server);
        await resetPassword(server);
        renewed = true;
      } else if (running.status === 'ready' && !isStartingUp(answer.error)) {
        deafSince ??= Date.now();
        if (Date.now() - deafSince < DEAF_MS) continue;
        log('O banco de dados está no ar mas não responde; reiniciando.');
        await stopServer(server);
        deafSince = undefined;
      }
      continue;
    }

    if (start && !start.ended()) continue;
    if (start) {
      const words = await start.lastWords();
      if (!LINGERS.test(words) || Date.now() - began > LINGERING_MS) {
        throw new EmbeddedDatabaseError(
          `O banco de dados não iniciou. As últimas linhas de ${server.home.log}:\n${words}`,
        );
      }
      await pause(200);
    }
    if (!(await readPassword(server.home))) await resetPassword(server);
    start = await startServer(server);
  }
}

/** To hold the server is no reason for a process to stay alive. */
export const letProcessEnd = (holder: pg.Client) => socketOf(holder)?.unref();

/** Leaves the server, and stops it when nobody else holds it. */
export async function leave(holder: pg.Client, server: Server) {
  socketOf(holder)?.ref();
  try {
    if (await isLast(holder)) await stopServer(server);
  } finally {
    await holder.end().catch(() => undefined);
  }
}

/**
 * Whoever gets the exclusive lock is alone, and newcomers wait for it: between this answer and the end of the server
 * nobody can start to rely on it.
 */
async function isLast(holder: pg.Client) {
  const { rows } = await holder.query<{ alone: boolean }>(
    'SELECT pg_advisory_unlock_shared($1), pg_try_advisory_lock($1) AS alone',
    [HOLDERS],
  );
  return rows[0]?.alone === true;
}

const socketOf = ({ connection }: pg.Client) => (connection.stream instanceof Socket ? connection.stream : undefined);

async function replaceOutdated(holder: pg.Client, server: Server) {
  if (!(await isOutdated(server))) return false;
  if (await isLast(holder)) {
    await stopServer(server);
    await holder.end().catch(() => undefined);
    return true;
  }
  await holder.query('SELECT pg_advisory_lock_shared($1)', [HOLDERS]);
  return false;
}

async function knock({ home }: Server): Promise<Answer> {
  const holder = new pg.Client({
    host: await reachableSocket(home.socket),
    port: PORT,
    user: USER,
    password: await readPassword(home),
    database: 'postgres',
    application_name: 'morada: in use',
    connectionTimeoutMillis: ANSWER_MS,
    statement_timeout: STATEMENT_MS,
    options: '-c idle_session_timeout=0',
  });
  // A session that breaks says so by ending; without a listener the error would end the process.
  holder.on('error', () => undefined);
  try {
    await holder.connect();
    await holder.query('SELECT pg_advisory_lock_shared($1)', [HOLDERS]);
    await ensureDatabase(holder);
    return { holder };
  } catch (error) {
    holder.end().catch(() => undefined);
    return { refusal: refusalOf(error), error };
  }
}

async function ensureDatabase(holder: pg.Client) {
  const { rowCount } = await holder.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
  if (rowCount) return;
  await holder.query(`CREATE DATABASE ${DATABASE}`).catch((error: unknown) => {
    // 42P04, 23505: another process made it at the same time.
    if (!['42P04', '23505'].includes(codeOf(error) ?? '')) throw error;
  });
}

function refusalOf(error: unknown) {
  const code = codeOf(error) ?? '';
  if (['ENOENT', 'ECONNREFUSED'].includes(code)) return 'nobody';
  // pg refuses by itself, without a code, to log in with an empty password.
  if (code.startsWith('28') || messageOf(error).includes('client password')) return 'wrong password';
  return 'not yet';
}

/** 57P03: it is starting, recovering or stopping, and says so. */
const isStartingUp = (error: unknown) => codeOf(error) === '57P03';

const unanswered = ({ home }: Server, pid: number, error: unknown) =>
  new EmbeddedDatabaseError(
    `O banco de dados (processo ${pid}) não aceita conexões: ${messageOf(error)}. Veja ${home.log}.`,
  );
