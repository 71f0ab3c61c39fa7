import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildApp } from '../apps/api/src/app.ts';
import { readSettings } from '../apps/api/src/base/settings.ts';
import { connect } from '../apps/api/src/db/connect.ts';
import { makeDemoAgency } from '../apps/api/src/demo/agency.ts';
import { createAdministrator } from '../apps/api/src/modules/session/session.service.ts';
import { openRuntime } from '../apps/api/src/runtime.ts';
import { settingsFor, startStubServer } from '../apps/api/test/outside.ts';
import { picture } from '../apps/api/test/pictures.ts';
import { test as base } from './fixtures.ts';
import { ADMIN, TODAY } from './people.ts';
import { type Call, callsOf } from './shots/camera.ts';

export type Demo = { url: string; call: Call; db: ReturnType<typeof connect>['db']; routes: string };

/** Like `test` of fixtures.ts, with an agency that has months of data: one for each worker, in its own database. */
export const test = base.extend<object, { demo: Demo }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its pattern
    async ({}, use, { workerIndex }) => {
      const folder = await mkdtemp(join(tmpdir(), 'morada-populated-'));
      await chmod(folder, 0o711);
      const DATABASE_URL = await ownDatabase(`populated_${workerIndex}`);
      const neighbour = await startStubServer();
      const outside = settingsFor(neighbour.url);
      const settings = readSettings({ DATABASE_URL, DATA_DIR: folder, CLOCK: TODAY, ...outside });
      const runtime = await openRuntime(settings, 8);
      try {
        await makeDemoAgency(runtime.deps);
        await createAdministrator(runtime.deps, ADMIN);
        const web = fileURLToPath(new URL('../apps/web/dist/', import.meta.url));
        const app = await buildApp(runtime.deps, { web, frozenDay: TODAY });
        const url = await app.listen({ port: 0, host: '127.0.0.1' });
        const call = await callsOf(url);
        const demo = { url, call, db: runtime.deps.db, routes: app.printRoutes({ commonPrefix: false }) };
        await fill(demo);
        await use(demo);
        await app.close();
      } finally {
        await runtime.close();
        await neighbour.close();
        await rm(folder, { recursive: true, force: true });
      }
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ demo }, use) => use(demo.url),
  call: ({ demo }, use) => use(demo.call),
});

/** A database beside the run's own, on the same PostgreSQL. */
async function ownDatabase(name: string): Promise<string> {
  const { host, port, user, password, database } = JSON.parse(process.env.E2E_DATABASE ?? '{}');
  const { db, pool } = connect({ host, port, user, password, database }, 1);
  await pool.query(`create database ${name}`);
  await db.destroy();
  const place = new URL(`postgres://localhost/${name}`);
  Object.assign(place, { username: user, password });
  place.searchParams.set('host', host);
  place.searchParams.set('port', port);
  return place.href;
}

/** Adds records missing from the demonstration: boletos, a payment, a saved view, a document, a property request. */
async function fill({ url, call, db }: Demo) {
  type Invoice = { id: number; proposal_id: number; user_id: number };
  const { data } = await call<{ data: Invoice[] }>('GET', '/invoice?page=1');
  for (const { id: invoice_id, proposal_id, user_id } of data.slice(0, 3))
    await call('POST', '/boleto/manual', { invoice_id, proposal_id, user_id });
  const pending = db.selectFrom('transfer').select('id').where('status', '=', 'PENDING').orderBy('id').limit(2);
  const transfers = (await pending.execute()).map(({ id }) => id);
  await call('POST', '/financial/payments', { transfers, pay_on: TODAY });

  const [contract] = await call<{ id: number }[]>('GET', '/proposal');
  const { token } = await call<{ token: string }>('POST', '/user/admin/session', ADMIN);
  const body = new FormData();
  const photograph = await picture(800, 600, '#0f606d').jpeg().toBuffer();
  body.append('file', new Blob([new Uint8Array(photograph)], { type: 'image/jpeg' }), 'rg.jpg');
  const headers = { authorization: `Bearer ${token}` };
  await fetch(`${url}/api/proposal/${contract?.id}/RG_FRONT`, { method: 'PUT', headers, body });
  const view = { name: 'Proprietários', list: '/clients', filters: { type: 'OWNER' }, first: false };
  const json = { ...headers, 'content-type': 'application/json' };
  await fetch(`${url}/api/view`, { method: 'POST', headers: json, body: JSON.stringify(view) });

  // More events on one day than a calendar cell shows.
  const later = db.selectFrom('transfer').select('id').where('status', '=', 'PENDING').orderBy('id', 'desc').limit(12);
  await db.updateTable('transfer').set({ due_date: '2026-11-27' }).where('id', 'in', later).execute();

  const open = db.selectFrom('property').select('id').where('status', '=', 'AVAILABLE').orderBy('id').limit(1);
  const { id: property_id } = await open.executeTakeFirstOrThrow();
  const who = { name: 'Rita Moura', email: 'rita@exemplo.com.br', phone: '32988412076', consented_at: new Date() };
  await db
    .insertInto('property_request')
    .values({ ...who, property_id, state: 'ACCEPTED', decided_at: new Date() })
    .execute();
}
