import { existsSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { STAFF_PATH } from '@morada/contract/base/addresses';
import { buildApp, DRAIN_READ_MS } from './app.ts';
import { type Shipper, startShipper, waitingIn } from './backup/point-in-time/shipper.ts';
import { portRefusal } from './base/port-refusal.ts';
import { readSettings } from './base/settings.ts';
import { onceDatabaseAnswers } from './db/connection/once-it-answers.ts';
import { openPulse } from './db/connection/pulse.ts';
import { keepFilesPrivate } from './files/private-files.ts';
import { asProblem } from './http/problem-details.ts';
import { type Jobs, startJobs } from './jobs.ts';
import { createAdministrator, isSetupOpen, newSetupLink } from './modules/access/session/session.service.ts';
import { sealEverySecret } from './modules/desk/secrets/sealing.service.ts';
import { logOptions, readableLines } from './operation/log.ts';
import { openRoom, type Room } from './operation/room.ts';
import { openRuntime, type Runtime } from './runtime.ts';

keepFilesPrivate();
const RULE = '─'.repeat(72);
const WEB = fileURLToPath(new URL('../../web/dist/', import.meta.url));
const GRACE = 10_000;

/** Aborted by the first signal to stop. */
const leaving = new AbortController();
/** Milliseconds to keep serving after the signal, so that proxies notice; 0 before the port is open. */
let drain = 0;
let end = async () => {};
/** Graceful shutdown. During startup `end` does nothing yet, and the end of startup calls it. */
async function close() {
  if (leaving.signal.aborted) return;
  leaving.abort();
  setTimeout(() => process.exit(1), drain + GRACE).unref();
  await end();
}
process.on('SIGTERM', close);
process.on('SIGINT', close);
// The supervisor has exited, and nothing else would stop this process.
process.on('disconnect', close);

const settings = readSettings();
const runtime = await patiently(() => openRuntime(settings));
const { deps, pool, cut } = runtime;
const { OTEL_EXPORTER_OTLP_ENDPOINT: collector, METRICS_TOKEN: metricsToken } = settings;
const tracing = collector ? await (await import('./operation/tracing.ts')).openTracing(collector) : undefined;
let jobs: Jobs | undefined;
let shipper: Shipper | undefined;
const pulse = openPulse(runtime.connection, { onLost: cut, onBack: recoverJobs });
let room: Room | undefined;
const app = await buildApp(deps, {
  logger: {
    ...logOptions(settings.LOG_LEVEL),
    ...(process.stdout.isTTY && { stream: readableLines(process.stdout) }),
  },
  operation: {
    pool,
    pulse,
    room: { isWritable: () => room?.isWritable() !== false },
    leaving: leaving.signal,
    metricsToken,
    tracing,
    ...(settings.WAL_ARCHIVE_URL && { walWaiting: () => waitingIn(settings.DATA_DIR) }),
  },
  web: existsSync(`${WEB}index.html`) ? WEB : undefined,
  publicUrl: settings.PUBLIC_URL,
  uploads: join(settings.DATA_DIR, 'uploads'),
  trustedProxies: settings.TRUSTED_PROXIES,
  frozenDay: settings.CLOCK ? deps.today() : undefined,
});
if (deps.secrets.problem) process.stderr.write(`${deps.secrets.problem}\n`);
const { unreadable } = await patiently(() => sealEverySecret(deps));
if (unreadable > 0) app.log.warn({ unreadable }, 'secrets sealed with a key that is not here');
if (settings.WAL_ARCHIVE_URL) shipper = startShipper(settings, app.log);
// The port opens after the administrator or the set-up link exists, so that a reachable server is usable.
const setupToken = await patiently(() => firstAdministrator(runtime));
// Written now, so that even after a kill the next server starts from the compiled code.
flushCompileCache();
const address = await app.listen({ port: settings.PORT, host: settings.HOST }).catch(endWithoutPort);
room = openRoom(deps.db, { folders: runtime.folders, log: app.log });
// Only a server that people reach carries out jobs.
jobs = await patiently(() => startJobs(deps, pool, app.log));
drain = settings.DRAIN_SECONDS * 1_000;
const url = settings.PUBLIC_URL ?? address.replace('[::1]', 'localhost').replace('127.0.0.1', 'localhost');
// A block of its own, so that the one link of the first start is not lost in the log.
if (setupToken)
  process.stdout.write(
    `\n${RULE}\n  Primeiro acesso: crie o administrador em ${url}${STAFF_PATH}/setup?token=${setupToken}\n  O endereço vale uma vez.\n${RULE}\n\n`,
  );
process.stdout.write(`Morada em ${url}${STAFF_PATH}, com o site da imobiliária em ${url}\n`);
if (process.connected) process.send?.('ready');

/**
 * Creates the first administrator from the settings, or else the token of a one-time link; undefined once there is one.
 */
async function firstAdministrator({ deps, settings: { ADMIN_EMAIL, ADMIN_PASSWORD } }: Runtime) {
  if (!(await isSetupOpen(deps))) return undefined;
  if (!ADMIN_EMAIL || !ADMIN_PASSWORD) return newSetupLink(deps);
  await createAdministrator(deps, { name: 'Administrador', email: ADMIN_EMAIL, password: ADMIN_PASSWORD });
  return undefined;
}

/** A port that can't be had is told in one sentence, to the person and to the supervisor. */
async function endWithoutPort(error: NodeJS.ErrnoException): Promise<never> {
  const words = portRefusal(error, settings.PORT);
  if (!words) throw error;
  process.stderr.write(`${words}\n`);
  if (process.connected) process.send?.({ failed: words });
  await shipper?.stop();
  await pulse.close();
  await runtime.close();
  process.exit(1);
}

/** Retries while an outside database is unreachable or has no free connection, instead of ending the server. */
function patiently<T>(work: () => Promise<T>): Promise<T> {
  if (!settings.DATABASE_URL) return work();
  return onceDatabaseAnswers(work, { signal: leaving.signal, tell }).catch((error) => {
    // A signal to stop arrived meanwhile.
    if (leaving.signal.aborted) process.exit(0);
    throw error;
  });
}

function tell(reason: string) {
  process.stderr.write(`O banco de dados não atende (${reason}). O servidor espera por ele e tenta de novo.\n`);
}

/** On failure, the next return of the database retries. */
function recoverJobs() {
  jobs?.recover().catch((error) => app.log.error({ err: error }, 'jobs not taken up'));
}

/** Exits; the supervisor starts another process. */
function giveUp() {
  if (!leaving.signal.aborted) process.exit(1);
}
end = async () => {
  await pause(drain);
  // Requests that have arrived are read and served before the close.
  await pause(DRAIN_READ_MS);
  await app.close();
  room?.close();
  await jobs?.stop();
  await shipper?.stop();
  await pulse.close();
  await tracing?.close();
  await runtime.close();
  process.exit(0);
};
jobs.ended.then(giveUp);
// graphile-worker records a job's end without awaiting it: losing the database meanwhile is logged and not fatal. Other
// unhandled rejections are.
process.on('unhandledRejection', (error) => {
  if (asProblem(error).status !== 503) throw error;
  app.log.error({ err: error }, 'database away');
});
// The signal arrived during startup.
if (leaving.signal.aborted) await end();
