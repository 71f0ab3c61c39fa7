import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { readPassword } from './cluster.ts';
import { codeOf, EmbeddedDatabaseError, messageOf } from './failure.ts';
import { isAlone, join, leave, type Refused } from './holders.ts';
import { isReplaying, type Running, runningServer } from './processes.ts';
import { isOutdated, resetPassword, type Server, type Start, startServer, stopServer } from './server.ts';

/** Shared memory of a killed server can persist until its last session ends. */
const LINGERING_MS = 15_000;
/** Time after which a server that runs and still refuses or hangs counts as stuck. */
const STUCK_MS = 15_000;
/** Time limit of crash recovery on a slow disk. */
const RECOVERY_MS = 600_000;
const LOG_INTERVAL_MS = 5_000;
const FIRST_STEP_MS = 10;
const LONGEST_STEP_MS = 250;

const LINGERS = /lock file "[^"]{1,300}" (already exists|is empty)|pre-existing shared memory block/;
const NO_SOCKETS = /could not (bind Unix address|create any Unix-domain sockets)/;

type Attempt = { server: Server; log: (line: string) => void; began: number; deafSince?: number; renewed?: boolean };

/**
 * Returns a session that holds the server, starting the server if none runs. Serialised across processes by the
 * folder's lock.
 */
export async function attach(server: Server, log: (line: string) => void, signal?: AbortSignal): Promise<pg.Client> {
  const attempt: Attempt = { server, log, began: Date.now() };
  let start: Start | undefined;
  let news = LOG_INTERVAL_MS;

  // Every attempt to connect during startup writes a line to the server's log, hence the backoff.
  for (let step = FIRST_STEP_MS; ; step = Math.min(step * 1.3, LONGEST_STEP_MS)) {
    signal?.throwIfAborted();
    const answer = await join(server);
    if ('holder' in answer) {
      if (start || !(await replaceOutdated(answer.holder, server))) return answer.holder;
      continue;
    }
    const running = await runningServer(server.home.cluster);
    if (running) await handleRefusal(running, answer, attempt);
    // A refused connection proves that a server exists, even if its process is not visible from here.
    else if (answer.refusal !== 'unreachable') await expectAnswer(answer, attempt);
    else if (!start || start.ended()) {
      if (start) await expectLingering(start, attempt);
      if (!(await readPassword(server.home))) await resetPassword(server);
      start = await startServer(server);
      step = FIRST_STEP_MS;
    }
    if (Date.now() - attempt.began > RECOVERY_MS) throw unanswered(answer, attempt);
    if (Date.now() - attempt.began > news) {
      news += LOG_INTERVAL_MS;
      log(`O banco de dados ainda não responde (${messageOf(answer.error)}).`);
    }
    await pause(step);
  }
}

/** Handles a running server that refuses the connection. */
async function handleRefusal(running: Running, answer: Refused, attempt: Attempt) {
  const { server, log } = attempt;
  if (answer.refusal === 'wrong password') {
    if (attempt.renewed) throw unanswered(answer, attempt);
    log('A senha do banco de dados não confere; renovando.');
    await stopServer(server);
    await resetPassword(server);
    attempt.renewed = true;
  } else if (await isStuck(running, answer)) {
    attempt.deafSince ??= Date.now();
    if (Date.now() - attempt.deafSince < STUCK_MS) return;
    log('O banco de dados está no ar mas não responde; reiniciando.');
    await stopServer(server);
    delete attempt.deafSince;
  } else delete attempt.deafSince;
}

/**
 * Whether the server is stuck. PostgreSQL 18 can lose its recovery process when the disk fills up, and then reports
 * "starting up" for ever; a server in smart shutdown refuses as long as its sessions stay.
 */
const isStuck = async ({ pid, status }: Running, answer: Refused) =>
  isStartingUp(answer) ? !(await isReplaying(pid)) : status === 'ready';

async function expectAnswer(answer: Refused, attempt: Attempt) {
  if (!isStartingUp(answer) && Date.now() - attempt.began > STUCK_MS) throw unanswered(answer, attempt);
}

async function expectLingering(start: Start, { server, began }: Attempt) {
  const words = await start.lastWords();
  if (LINGERS.test(words) && Date.now() - began < LINGERING_MS) return;
  const reason = NO_SOCKETS.test(words)
    ? `a pasta ${server.home.folder} não aceita sockets; escolha outra em DATA_DIR`
    : `as últimas linhas de ${server.home.log} dizem por quê`;
  throw new EmbeddedDatabaseError(`O banco de dados não iniciou: ${reason}.\n${words}`);
}

/** Replaces an outdated server, unless other processes still use it. */
async function replaceOutdated(holder: pg.Client, server: Server) {
  if (!(await isOutdated(server)) || !(await isAlone(holder))) return false;
  await leave(holder, server);
  return true;
}

/** 57P03: the server is starting, recovering or stopping. */
const isStartingUp = ({ error }: Refused) => codeOf(error) === '57P03';

const unanswered = ({ error }: Refused, { server: { home } }: Attempt) =>
  new EmbeddedDatabaseError(`O banco de dados não aceita conexões: ${messageOf(error)}. Veja ${home.log}.`);
