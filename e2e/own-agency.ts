import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { buildApp } from '../apps/api/src/app.ts';
import { readSettings } from '../apps/api/src/base/settings.ts';
import { startJobs } from '../apps/api/src/jobs.ts';
import { createAdministrator } from '../apps/api/src/modules/access/session/session.service.ts';
import { openRuntime } from '../apps/api/src/runtime.ts';
import { cloneDatabase, databaseSettings, EMPTY } from './databases.ts';
import { ADMIN } from './people.ts';

type Options = {
  /** Settings of the server besides its database and its folder. */
  settings?: Record<string, string>;
  frozenDay?: CalendarDate;
  /** Poll interval of the job worker in milliseconds; without it no jobs run. */
  poll?: number;
};

/** An operator's own database comes without the key that an embedded one makes. */
const SECRETS_KEY = 'chave-das-historias-do-navegador-42';

let agencies = 0;

/** An empty agency with a server and a database of its own, for stories that change what others share. */
export async function openEmptyAgency({ settings, frozenDay, poll }: Options = {}) {
  agencies += 1;
  const name = `own_${process.pid}_${agencies}`;
  await cloneDatabase(EMPTY, name);
  const dataDir = await mkdtemp(join(tmpdir(), 'morada-own-'));
  const runtime = await openRuntime(
    readSettings({ ...databaseSettings(name), SECRETS_KEY, DATA_DIR: dataDir, ...settings }),
  );
  const { deps } = runtime;
  const web = fileURLToPath(new URL('../apps/web/dist/', import.meta.url));
  const app = await buildApp(deps, { web, ...(frozenDay && { frozenDay }) });
  const jobs = poll ? await startJobs(deps, runtime.pool, app.log, { crontab: '', pollInterval: poll }) : undefined;
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    url,
    runtime,
    async close() {
      await app.close();
      await jobs?.stop();
      await runtime.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Like `openEmptyAgency`, with an administrator. */
export async function openAgency(options?: Options) {
  const agency = await openEmptyAgency(options);
  await createAdministrator(agency.runtime.deps, ADMIN);
  return agency;
}
