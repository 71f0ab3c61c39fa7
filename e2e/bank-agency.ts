import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { buildApp } from '../apps/api/src/app.ts';
import { readSettings } from '../apps/api/src/base/settings.ts';
import { systemContext } from '../apps/api/src/context.ts';
import { startJobs } from '../apps/api/src/jobs.ts';
import { createAdministrator } from '../apps/api/src/modules/session/session.service.ts';
import { openRuntime } from '../apps/api/src/runtime.ts';
import { fillAgency } from '../apps/api/test/collection.ts';
import { factories } from '../apps/api/test/factories.ts';
import { test as base, expect } from './fixtures.ts';
import { ADMIN } from './people.ts';
import type { Call } from './shots/camera.ts';

/** A second administrator, who approves what the first one orders. */
export const PARTNER = { name: 'Otávio Lima', email: 'otavio@morada.test', password: 'segredo-do-otavio' };

/** Like `test` of fixtures.ts, with an agency of its own whose jobs run on a fixed day, for stories with a bank. */
export const bankTest = (today: CalendarDate) =>
  base.extend<object, { agency: Awaited<ReturnType<typeof openAgency>> }>({
    agency: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its pattern
      async ({}, use) => {
        const agency = await openAgency(today);
        await use(agency);
        await agency.close();
      },
      { scope: 'worker', timeout: 120_000 },
    ],
    baseURL: ({ agency }, use) => use(agency.url),
    call: ({ agency }, use) => use(agency.call),
  });

async function openAgency(today: CalendarDate) {
  const dataDir = await mkdtemp(join(tmpdir(), 'morada-bank-'));
  await chmod(dataDir, 0o711);
  const runtime = await openRuntime(
    readSettings({ DATA_DIR: dataDir, CLOCK: today, CEP_URL: '', INDICES_URL: '', PUBLIC_URL: 'http://localhost' }),
  );
  const { deps } = runtime;
  const web = fileURLToPath(new URL('../apps/web/dist/', import.meta.url));
  const app = await buildApp(deps, { web, frozenDay: today });
  const jobs = await startJobs(deps, runtime.pool, app.log, { crontab: '', pollInterval: 200 });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  // The port is known only now; the bank posts its notices here.
  deps.publicUrl = url;
  for (const person of [ADMIN, PARTNER]) await createAdministrator(deps, person);
  await fillAgency(deps.db);
  return {
    url,
    db: deps.db,
    /** Runs a job, as its schedule does each minute. */
    ask: (task: 'payouts' | 'bank-link') =>
      runtime.pool.query('select graphile_worker.add_job($1, max_attempts => 3, job_key => $1)', [task]),
    make: factories(systemContext(deps)),
    call: await callsTo(url),
    async close() {
      await app.close();
      await jobs.stop();
      await runtime.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function callsTo(url: string): Promise<Call> {
  const headers = { 'content-type': 'application/json' };
  const session = await fetch(`${url}/api/user/admin/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify(ADMIN),
  });
  const { token } = await session.json();
  return async (method, path, body) => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && headers) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true);
    return answer.status === 204 ? undefined : await answer.json();
  };
}
