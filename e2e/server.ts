import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildApp } from '../apps/api/src/app.ts';
import { readSettings } from '../apps/api/src/base/settings.ts';
import { holdEmbeddedPostgres } from '../apps/api/src/db/embedded/embedded.ts';
import { ensureServingRole } from '../apps/api/src/db/embedded/serving.ts';
import { upgradeDatabase } from '../apps/api/src/db/upgrade.ts';
import { startJobs } from '../apps/api/src/jobs.ts';
import { createAdministrator } from '../apps/api/src/modules/access/session/session.service.ts';
import { openRuntime } from '../apps/api/src/runtime.ts';
import { settingsFor, startStubServer } from '../apps/api/test/outside.ts';
import { buildWeb } from '../scripts/web-build.ts';
import { cloneDatabase, EMPTY } from './databases.ts';
import { ADMIN, TODAY } from './people.ts';

/** Databases of a run don't survive a crash of the machine, and live for minutes. */
const POSTGRES = {
  ...{ fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off' },
  // For the run's server, the demonstrations and the agencies of single stories.
  max_connections: '200',
};

/**
 * The production server on a new, empty database, with the built app: one for the whole run. Local servers stand in for
 * external services.
 */
export default async function globalSetup() {
  const [{ dataDir, postgres }] = await Promise.all([startDatabase(), buildWeb()]);
  const neighbour = await startStubServer();
  const settings = { DATA_DIR: dataDir, CLOCK: TODAY, INTERNAL_ADDRESSES: 'allow', ...settingsFor(neighbour.url) };
  const runtime = await openRuntime(readSettings(settings));
  const web = fileURLToPath(new URL('../apps/web/dist/', import.meta.url));
  const app = await buildApp(runtime.deps, { web, frozenDay: TODAY });
  const alone = await buildApp({ ...runtime.deps, outside: {} }, { web, frozenDay: TODAY });
  const running = await buildApp(runtime.deps, { web });
  // Requested jobs run in the background; scheduled ones are off.
  const jobs = await startJobs(runtime.deps, runtime.pool, app.log, { crontab: '' });
  process.env.E2E_URL = await app.listen({ port: 0, host: '127.0.0.1' });
  // The same agency without external services.
  process.env.E2E_ALONE_URL = await alone.listen({ port: 0, host: '127.0.0.1' });
  // The same agency with the pages' clock taken from the browser.
  process.env.E2E_RUNNING_URL = await running.listen({ port: 0, host: '127.0.0.1' });
  process.env.E2E_FOLDER = dataDir;
  await createAdministrator(runtime.deps, ADMIN);
  return async () => {
    await Promise.all([app.close(), alone.close(), running.close()]);
    await jobs.stop();
    await runtime.close();
    await postgres.release();
    await neighbour.close();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** PostgreSQL with the run's database, and the model that others are cloned from. */
async function startDatabase() {
  const dataDir = await mkdtemp(join(tmpdir(), 'morada-e2e-'));
  // PostgreSQL runs as another user when started as root, and needs access to this folder.
  await chmod(dataDir, 0o711);
  const postgres = await holdEmbeddedPostgres({ dataDir, settings: POSTGRES });
  const { connection: owner, serving } = postgres;
  await upgradeDatabase({
    owner,
    connection: serving,
    ensureServingRole: (client) => ensureServingRole(client, serving.password),
  });
  process.env.E2E_DATABASE = JSON.stringify(owner);
  process.env.E2E_SERVING = JSON.stringify(serving);
  await cloneDatabase(owner.database, EMPTY);
  return { dataDir, postgres };
}
