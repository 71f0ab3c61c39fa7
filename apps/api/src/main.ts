import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildApp } from './app.ts';
import { startJobs } from './jobs.ts';
import { createAdministrator, isSetupOpen, newSetupLink } from './modules/session/session.service.ts';
import { logOptions } from './operation/log.ts';
import { openRuntime, type Runtime } from './runtime.ts';

const WEB = fileURLToPath(new URL('../../web/dist/', import.meta.url));
const GRACE = 10_000;

const runtime = await openRuntime();
const { deps, pool, settings } = runtime;
const app = await buildApp(deps, {
  logger: logOptions(settings.LOG_LEVEL),
  web: existsSync(WEB) ? WEB : undefined,
  publicUrl: settings.PUBLIC_URL,
  frozenDay: settings.CLOCK ? deps.today() : undefined,
});
const jobs = await startJobs(deps, pool, app.log);
const address = await app.listen({ port: settings.PORT, host: settings.HOST });
const url = settings.PUBLIC_URL ?? address.replace('[::1]', 'localhost').replace('127.0.0.1', 'localhost');
await firstAdministrator(runtime);
process.stdout.write(`Morada em ${url}\n`);
process.send?.('ready');

async function firstAdministrator({ deps, settings: { ADMIN_EMAIL, ADMIN_PASSWORD } }: Runtime) {
  if (!(await isSetupOpen(deps))) return;
  if (ADMIN_EMAIL && ADMIN_PASSWORD) {
    await createAdministrator(deps, { name: 'Administrador', email: ADMIN_EMAIL, password: ADMIN_PASSWORD });
    return;
  }
  const token = await newSetupLink(deps);
  if (token) process.stdout.write(`Primeiro acesso: crie o administrador em ${url}/setup?token=${token}\n`);
}

let closing = false;
async function close() {
  if (closing) return;
  closing = true;
  setTimeout(() => process.exit(1), GRACE).unref();
  await app.close();
  await jobs.stop();
  await runtime.close();
  process.exit(0);
}
process.on('SIGTERM', close);
process.on('SIGINT', close);
// Started by a supervisor that is gone: nobody would stop this server any more.
process.on('disconnect', close);
