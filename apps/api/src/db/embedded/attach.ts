import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { readPassword } from './cluster.ts';
import { codeOf, EmbeddedDatabaseError, messageOf } from './failure.ts';
import { isAlone, join, leave, type Refused } from './holders.ts';
import { isReplaying, type Running, runningServer } from './processes.ts';
import { isOutdated, resetPassword, type Server, type Start, startServer, stopServer } from './server.ts';

/** The memory of a killed server can outlive it until its last session ends. */
const LINGERING_MS = 15_000;
/** A server that is up, or says that it is coming or going, and still refuses or hangs. */
const DEAF_MS = 15_000;
/** Replaying what a crash left, on a slow disk. */
const RECOVERY_MS = 600_000;
const NEWS_MS = 5_000;
const FIRST_STEP_MS = 10;
const LONGEST_STEP_MS = 250;

const LINGERS = /lock file "[^"]+" (already exists|is empty)|pre-existing shared memory block/;
const NO_SOCKETS = /could not (bind Unix address|create any Unix-domain sockets)/;

type Attempt = { server: Server; log: (line: string) => void; began: number; deafSince?: number; renewed?: boolean };

/** A session that holds the server, after starting it where nobody had. One process at a time, by the folder's lock. */
export async function attach(server: Server, log: (line: string) => void, signal?: AbortSignal): Promise<pg.Client> {
  const attempt: Attempt = { server, log, began: Date.now() };
  let start: Start | undefined;
  let news = NEWS_MS;

  // Every knock at a server that is starting up writes a line to its log, hence the growing step.
  for (let step = FIRST_STEP_MS; ; step = Math.min(step * 1.3, LONGEST_STEP_MS)) {
    signal?.throwIfAborted();
    const answer = await join(server);
    if ('holder' in answer) {
      if (start || !(await replaceOutdated(answer.holder, server))) return answer.holder;
      continue;
    }
    const running = await runningServer(server.home.cluster);
    if (running) await persuade(running, answer, attempt);
    // While somebody answers there is a server, even if its process can't be seen from here.
    else if (answer.refusal !== 'nobody') await expectAnswer(answer, attempt);
    else if (!start || start.ended()) {
      if (start) await expectLingering(start, attempt);
      if (!(await readPassword(server.home))) await resetPassword(server);
      start = await startServer(server);
      step = FIRST_STEP_MS;
    }
    if (Date.now() - attempt.began > RECOVERY_MS) throw unanswered(answer, attempt);
    if (Date.now() - attempt.began > news) {
      news += NEWS_MS;
      log(`O banco de dados ainda não responde (${messageOf(answer.error)}).`);
    }
    await pause(step);
  }
}

/** A live server of ours that doesn't let us in. */
async function persuade(running: Running, answer: Refused, attempt: Attempt) {
  const { server, log } = attempt;
  if (answer.refusal === 'wrong password') {
    if (attempt.renewed) throw unanswered(answer, attempt);
    log('A senha do banco de dados não confere; renovando.');
    await stopServer(server);
    await resetPassword(server);
    attempt.renewed = true;
  } else if (await isDeaf(running, answer)) {
    attempt.deafSince ??= Date.now();
    if (Date.now() - attempt.deafSince < DEAF_MS) return;
    log('O banco de dados está no ar mas não responde; reiniciando.');
    await stopServer(server);
    delete attempt.deafSince;
  } else delete attempt.deafSince;
}

/**
 * PostgreSQL 18 whose disk fills up while it comes back from a crash by itself may lose the process that replays, and say for
 * ever that it isn't ready yet; one that is to stop once its sessions have left says so as long as they stay.
 */
const isDeaf = async ({ pid, status }: Running, answer: Refused) =>
  isStartingUp(answer) ? !(await isReplaying(pid)) : status === 'ready';

async function expectAnswer(answer: Refused, attempt: Attempt) {
  if (!isStartingUp(answer) && Date.now() - attempt.began > DEAF_MS) throw unanswered(answer, attempt);
}

async function expectLingering(start: Start, { server, began }: Attempt) {
  const words = await start.lastWords();
  if (LINGERS.test(words) && Date.now() - began < LINGERING_MS) return;
  const reason = NO_SOCKETS.test(words)
    ? `a pasta ${server.home.folder} não aceita sockets; escolha outra em DATA_DIR`
    : `as últimas linhas de ${server.home.log} dizem por quê`;
  throw new EmbeddedDatabaseError(`O banco de dados não iniciou: ${reason}.\n${words}`);
}

/** Those who still work with an outdated server keep it; alone, we start a new one. */
async function replaceOutdated(holder: pg.Client, server: Server) {
  if (!(await isOutdated(server)) || !(await isAlone(holder))) return false;
  await leave(holder, server);
  return true;
}

/** 57P03: it is starting, recovering or stopping, and says so. */
const isStartingUp = ({ error }: Refused) => codeOf(error) === '57P03';

const unanswered = ({ error }: Refused, { server: { home } }: Attempt) =>
  new EmbeddedDatabaseError(`O banco de dados não aceita conexões: ${messageOf(error)}. Veja ${home.log}.`);
