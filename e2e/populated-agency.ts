import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildApp } from '../apps/api/src/app.ts';
import { readSettings } from '../apps/api/src/base/settings.ts';
import type { Deps } from '../apps/api/src/context.ts';
import { connect } from '../apps/api/src/db/connection/connect.ts';
import { makeDemoAgency } from '../apps/api/src/demo/agency.ts';
import { startJobs } from '../apps/api/src/jobs.ts';
import { createAdministrator } from '../apps/api/src/modules/access/session/session.service.ts';
import { openRuntime } from '../apps/api/src/runtime.ts';
import { settingsFor, startStubServer } from '../apps/api/test/outside.ts';
import { picture } from '../apps/api/test/pictures.ts';
import { databaseSettings, EMPTY, runDatabase } from './databases.ts';
import { ADMIN, TODAY } from './people.ts';
import { type Call, callsOf } from './shots/camera.ts';

/** `db` is the server's own connection, of a role that alters no table; see `ownerOf`. */
export type Demo = { url: string; call: Call; db: ReturnType<typeof connect>['db']; database: string; routes: string };

/** An agency that has months of data, in a database of this worker. */
export async function withPopulatedAgency(worker: number, use: (demo: Demo) => Promise<void>) {
  const folder = await newFolder();
  const name = `populated_${worker}`;
  await cloneModel(name, folder);
  try {
    await withDemo(name, folder, use);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const MODEL = 'populated_model';

/**
 * Copies the database and files of a demonstration that the first worker of a run makes. The others wait for its lock,
 * which takes no processor time.
 */
async function cloneModel(name: string, folder: string) {
  const { db, pool } = connect(runDatabase(), 1);
  // The lock is the session's, and a pool closes connections that are idle.
  const session = await pool.connect();
  try {
    // The first worker takes longer than a request may.
    await session.query('set lock_timeout = 0; set statement_timeout = 0');
    await session.query("select pg_advisory_lock(hashtext('demonstration'))");
    const { rows } = await session.query<{ folder: string }>(
      "select shobj_description(oid, 'pg_database') as folder from pg_database where datname = $1",
      [MODEL],
    );
    const model = rows[0]?.folder ?? (await makeModel(session));
    await session.query(`create database ${name} template ${MODEL} strategy file_copy`);
    await cp(model, folder, { recursive: true });
  } finally {
    session.release();
    await db.destroy();
  }
}

/** The database comment, which names the folder, is set last: a model without it is unfinished, and made again. */
async function makeModel(session: { query: (statement: string) => Promise<unknown> }) {
  const folder = await newFolder(process.env.E2E_FOLDER);
  await session.query(`drop database if exists ${MODEL}`);
  await session.query(`create database ${MODEL} template ${EMPTY} strategy file_copy`);
  await withDemo(MODEL, folder, fill, async (deps) => {
    await makeDemoAgency(deps);
    await createAdministrator(deps, ADMIN);
  });
  await session.query(`comment on database ${MODEL} is '${folder}'`);
  return folder;
}

async function withDemo(
  name: string,
  folder: string,
  use: (demo: Demo) => Promise<void>,
  make: (deps: Deps) => Promise<void> = async () => {},
) {
  const neighbour = await startStubServer();
  const outside = settingsFor(neighbour.url);
  const settings = readSettings({ ...databaseSettings(name), DATA_DIR: folder, CLOCK: TODAY, ...outside });
  const runtime = await openRuntime(settings, 8);
  try {
    await make(runtime.deps);
    const web = fileURLToPath(new URL('../apps/web/dist/', import.meta.url));
    const app = await buildApp(runtime.deps, { web, frozenDay: TODAY });
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const call = await callsOf(url);
    // Work that is asked for, as a bulk action, is carried out; what the schedule does is not.
    const jobs = await startJobs(runtime.deps, runtime.pool, app.log, { crontab: '' });
    await use({ url, call, db: runtime.deps.db, database: name, routes: app.printRoutes({ commonPrefix: false }) });
    await jobs.stop();
    await app.close();
  } finally {
    await runtime.close();
    await neighbour.close();
  }
}

async function newFolder(parent = tmpdir()) {
  const folder = await mkdtemp(join(parent, 'morada-populated-'));
  await chmod(folder, 0o711);
  return folder;
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
