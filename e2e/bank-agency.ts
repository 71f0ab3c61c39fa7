import type { CalendarDate } from '@morada/domain/base/calendar';
import { systemContext } from '../apps/api/src/context.ts';
import { createAdministrator } from '../apps/api/src/modules/access/session/session.service.ts';
import { fillAgency } from '../apps/api/test/collection.ts';
import { factories } from '../apps/api/test/factories.ts';
import { test as base, expect } from './fixtures.ts';
import { openAgency } from './own-agency.ts';
import { ADMIN } from './people.ts';
import type { Call } from './shots/camera.ts';

/** A second administrator, who approves what the first one orders. */
export const PARTNER = { name: 'Otávio Lima', email: 'otavio@morada.test', password: 'segredo-do-otavio' };

/** Like `test` of fixtures.ts, with an agency of its own whose jobs run on a fixed day, for stories with a bank. */
export const bankTest = (today: CalendarDate) =>
  base.extend<{ agency: Awaited<ReturnType<typeof openBankAgency>> }>({
    agency: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its pattern
      async ({}, use) => {
        const agency = await openBankAgency(today);
        await use(agency);
        await agency.close();
      },
      { timeout: 120_000 },
    ],
    baseURL: ({ agency }, use) => use(agency.url),
    call: ({ agency }, use) => use(agency.call),
  });

async function openBankAgency(today: CalendarDate) {
  const settings = { CLOCK: today, CEP_URL: '', INDICES_URL: '', PUBLIC_URL: 'http://localhost' };
  const { url, runtime, close } = await openAgency({ settings, frozenDay: today, poll: 200 });
  const { deps, pool } = runtime;
  // The port is known only now; the bank posts its notices here.
  deps.publicUrl = url;
  await createAdministrator(deps, PARTNER);
  await fillAgency(deps.db);
  return {
    url,
    db: deps.db,
    /** Runs a job, as its schedule does each minute. */
    ask: (task: 'payouts' | 'bank-link') =>
      pool.query('select graphile_worker.add_job($1, max_attempts => 3, job_key => $1)', [task]),
    make: factories(systemContext(deps)),
    call: await callsTo(url),
    close,
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
