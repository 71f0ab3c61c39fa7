import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { createAdministrator } from '#api/modules/access/session/session.service.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { LONG } from '#test/long.ts';
import { csv } from '../desks/import-desk.ts';
import { addressOf } from '../empty-database.ts';
import { cpf } from '../factories.ts';
import { startApp } from '../harness.ts';
import { form } from '../pictures.ts';
import { startServer, startWire } from './server-process.ts';

const TODAY = '2026-03-10';
const folder = await mkdtemp(join(tmpdir(), 'morada-servers-'));
const cleanings: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const clean of cleanings.reverse()) await clean();
  await rm(folder, { recursive: true, force: true });
});

type Agency = Awaited<ReturnType<typeof startApp>>;
type Server = Awaited<ReturnType<typeof startServer>>;

async function newAgency() {
  const agency = await startApp({ today: TODAY });
  cleanings.push(agency.stop);
  return agency;
}

/** Settings of a server of this agency. */
const settingsOf = (connection: Parameters<typeof addressOf>[0]) => ({
  ...{ DATABASE_URL: addressOf(connection), STORAGE_URL: folder, CLOCK: TODAY },
});

/** The agency's database behind a connection that can be cut. */
async function overWire({ connection }: Agency) {
  const wire = await startWire(`${connection.host}/.s.PGSQL.5432`);
  cleanings.push(wire.stop);
  return { wire, connection: { ...connection, host: '127.0.0.1', port: wire.port } };
}

/** A server whose database connection can be cut. */
async function serverOverWire() {
  const agency = await newAgency();
  const { wire, connection } = await overWire(agency);
  const server = await startServer(settingsOf(connection));
  cleanings.push(server.stop);
  return { agency, wire, server };
}

/** Waits until no job is running or due. */
const idle = ({ pool }: Agency) =>
  vi.waitFor(async () => {
    const { rows } = await pool.query(
      'select from graphile_worker.jobs where locked_at is not null or run_at <= now()',
    );
    expect(rows).toEqual([]);
  }, 30_000);

test('a server waits at its start until PostgreSQL has a free connection', { ...LONG, timeout: 60_000 }, async () => {
  const { pool, connection } = await newAgency();
  await pool.query(`alter database ${connection.database} connection limit 0`);
  const heard: string[] = [];
  // The serving role, as the limit does not hold for the owner, a superuser.
  const starting = startServer(settingsOf({ ...connection, ...inject('serving') }), (text) => heard.push(text));
  await vi.waitFor(() => expect(heard.join('')).toContain('espera por ele'), 20_000);
  expect(heard.join('')).toMatch(/^O banco de dados não atende \(too many connections for database/);
  await pool.query(`alter database ${connection.database} connection limit -1`);
  const server = await starting;
  cleanings.push(server.stop);
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
});

// All cases use one server, since a start takes longer than most of them.
describe('a server', () => {
  let agency: Agency;
  let wire: Awaited<ReturnType<typeof startWire>>;
  let server: Server;
  beforeAll(async () => {
    ({ agency, wire, server } = await serverOverWire());
  });

  test('that loses its database under load gives 503 within two seconds, and recovers by itself', {
    ...LONG,
    timeout: 180_000,
  }, async () => {
    const { token } = await agency.signIn('CLIENT_VIEW');

    /** `pace`: what a call that needs no database took at the same time, on a machine that does other work too. */
    type Answer = { sent: number; took: number; pace: number; status: number; retry: string | null };
    const answers: Answer[] = [];
    let stopped = false;
    const people = Array.from({ length: 10 }, async () => {
      while (!stopped) {
        const sent = performance.now();
        const timed = async (path: string, headers = {}) => {
          const answer = await fetch(server.url + path, { headers });
          await answer.text();
          return [answer, performance.now() - sent] as const;
        };
        const [[{ status, headers }, took], [, pace]] = await Promise.all([
          timed('/api/user?page=1', { authorization: `Bearer ${token}` }),
          timed('/health/live'),
        ]);
        answers.push({ sent, took, pace, status, retry: headers.get('retry-after') });
        // At a person's pace, not a machine's.
        await pause(100);
      }
    });
    const since = (moment: number) => answers.filter(({ sent }) => sent > moment);
    const served = (moment: number) =>
      vi.waitFor(() => expect(since(moment).filter(({ status }) => status === 200).length).toBeGreaterThan(20), 20_000);
    const refused = (moment: number) => vi.waitFor(() => expect(since(moment).length).toBeGreaterThan(50), 20_000);
    const asked = async (path: string) => {
      const answer = await fetch(server.url + path);
      return [answer.status, await answer.text()] as const;
    };

    await served(0);
    expect(await asked('/health/ready')).toEqual([200, '{"ready":true}']);

    const away = performance.now();
    wire.cut();
    await refused(away);
    for (const { status, retry, took, pace } of since(away)) {
      expect([status, retry]).toEqual([503, '2']);
      expect(took - pace).toBeLessThan(2_000);
    }
    expect(await asked('/health/ready')).toEqual([503, '{"ready":false,"obstacle":"database"}']);
    expect(await asked('/health/live')).toEqual([200, '{"live":true}']);
    // The health query runs twice a second.
    await vi.waitFor(async () => {
      const [status, figures] = await asked('/metrics');
      expect(status).toBe(200);
      expect(figures).toMatch(/^morada_database_up 0$/m);
    }, 2_000);

    const back = performance.now();
    wire.mend();
    await served(back);
    await vi.waitFor(async () => expect((await asked('/health/ready'))[0]).toBe(200), 10_000);
    // The worker resumed too.
    await agency.pool.query(`select graphile_worker.add_job('sweep')`);
    await vi.waitFor(async () => {
      const { rows } = await agency.pool.query(`select from graphile_worker.jobs where task_identifier = 'sweep'`);
      expect(rows).toEqual([]);
    }, 30_000);

    const silent = performance.now();
    wire.freeze();
    await vi.waitFor(() => expect(since(silent + 4_000).length).toBeGreaterThan(50), 20_000);
    for (const { sent, took, pace, ...answer } of since(silent)) {
      expect(answer).toEqual({ status: 503, retry: '2' });
      // Requests sent before the loss was detected are answered only after the timeout.
      expect(took - pace).toBeLessThan(sent - silent > 4_000 ? 2_000 : 8_000);
    }
    const thawed = performance.now();
    wire.mend();
    await served(thawed);

    stopped = true;
    await Promise.all(people);
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
  });

  test('on SIGTERM finishes requests in progress, refuses new ones and exits with 0', async () => {
    const { proposal_id } = await agency.invoice();
    const { token } = await agency.signIn('*');
    // The day's billing, which starts when the database is back, locks contracts too.
    await idle(agency);

    const holder = new Client(agency.connection);
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from proposal where id = $1 for update', [proposal_id]);
    const answering = fetch(`${server.url}/api/proposal/${proposal_id}/close`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}` },
    });
    await vi.waitFor(async () => {
      const { rows } = await agency.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows).toHaveLength(1);
    }, 10_000);
    // A keep-alive connection, like a load balancer's.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect(await ready(server, agent)).toBe(200);

    const began = performance.now();
    server.terminate();
    const refused = () =>
      fetch(`${server.url}/health/live`).then(
        () => false,
        () => true,
      );
    await vi.waitFor(async () => expect(await refused()).toBe(true), { timeout: 5_000, interval: 20 });
    expect([503, 'refused']).toContain(await ready(server, agent));
    await holder.query('commit');
    await holder.end();
    const answer = await answering;
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ id: proposal_id, status: 'CLOSED' });
    expect(await server.exited).toEqual([0, null]);
    expect(performance.now() - began).toBeLessThan(10_000);
    agent.destroy();
  });
});

test('jobs whose end was lost with the database resume at once', {
  ...LONG,
  timeout: 60_000,
}, async () => {
  const { agency, wire, server } = await serverOverWire();
  const ready = async () => (await fetch(`${server.url}/health/ready`)).status;
  await vi.waitFor(async () => expect(await ready()).toBe(200), 10_000);

  wire.cut();
  await vi.waitFor(async () => expect(await ready()).toBe(503), 10_000);
  const staff = agency.as('USER_CREATE');
  const sheet = csv(['Código', 'Nome', 'Tipo', 'CPF/CNPJ'], ['P1', 'Nair Duarte', 'Inquilino', cpf(1)]);
  const staged = await staff.post('/import/people/file/0', form(Buffer.from(sheet), 'p.csv', { type: 'text/csv' }));
  const { id, mapping } = staged.json<{ id: number; mapping: object }>();
  await staff.put(`/import/${id}/mapping`, { mapping });
  expect((await staff.post(`/import/${id}/run`)).statusCode).toBe(200);
  // Locks the job as a dead worker would leave it: graphile-worker itself would take hours to release it.
  const { rowCount } = await agency.pool.query(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'lost', attempts = 1 where key = $1`,
    [`import:${id}`],
  );
  expect(rowCount).toBe(1);

  wire.mend();
  const status = async () => (await staff.get(`/import/${id}`)).json<{ status: string }>().status;
  await vi.waitFor(async () => expect(await status()).toBe('DONE'), 20_000);
});

test('a file is kept when the commit’s outcome is unknown', { ...LONG, timeout: 60_000 }, async () => {
  const { agency, wire, server } = await serverOverWire();
  const { id, amount } = await agency.invoice();
  const paid = await agency.as('*').patch(`/invoice/${id}/down`, { paid_amount: amount / 100 });
  const transfer = paid.json<{ transfers: [{ id: number }] }>().transfers[0].id;
  const { token } = await agency.signIn('*');
  // Delays the commit, so that the connection can be cut during it.
  await agency.pool.query(`create function dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(2); return null; end $$;
    create constraint trigger dawdle after insert on transfer_file deferrable initially deferred for each row execute function dawdle()`);
  const body = form(Buffer.from('%PDF-1.4\n%%EOF\n'), 'recibo.pdf', { type: 'application/pdf' });
  const headers = { authorization: `Bearer ${token}` };
  const answering = fetch(`${server.url}/api/transfer/${transfer}/file`, { method: 'PUT', headers, body });
  await vi.waitFor(async () => {
    const { rows } = await agency.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
    );
    expect(rows).toHaveLength(1);
  }, 10_000);
  wire.cut();
  expect((await answering).status).toBe(503);
  const key = () => agency.db.selectFrom('stored_file').select('key').executeTakeFirst();
  await vi.waitFor(async () => expect(await key()).toBeDefined(), 10_000);
  expect(await readFile(join(folder, (await key())?.key ?? ''), 'utf8')).toContain('%PDF-1.4');
});

const ready = ({ url }: Server, agent: Agent) =>
  new Promise<number | 'refused' | undefined>((resolve) => {
    request(`${url}/health/ready`, { agent }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    })
      .on('error', () => resolve('refused'))
      .end();
  });

describe('two servers on one database', () => {
  let agency: Agency;
  let one: Server;
  let other: Server;
  beforeAll(async () => {
    agency = await newAgency();
  });

  test('run each job once, and share sessions and notifications', LONG, async () => {
    const { db, as } = agency;
    const ADMIN = { name: 'Mariana Dias', email: 'mariana@morada.test', password: 'segredo-da-mariana' };
    await createAdministrator(agency.deps, ADMIN);
    const contracts = 25;
    for (let number = 0; number < contracts; number += 1) await agency.contract();
    const [message] = await db
      .insertInto('contact_message')
      .values({ name: 'Davi', email: 'davi@exemplo.com.br', message: 'Olá' })
      .returning('id')
      .execute();
    const settings = { ...settingsOf(agency.connection), DRAIN_SECONDS: '2' };
    [one, other] = await Promise.all([startServer(settings), startServer(settings)]);
    for (const server of [one, other]) cleanings.push(server.stop);

    // Both run the day's billing at start.
    await idle(agency);
    const issued = await db
      .selectFrom('invoice')
      .select(['proposal_id', 'reference', (q) => q.fn.countAll<number>().as('times')])
      .groupBy(['proposal_id', 'reference'])
      .execute();
    expect(new Set(issued.map(({ proposal_id }) => proposal_id)).size).toBe(contracts);
    expect(issued.filter(({ times }) => times !== 1)).toEqual([]);
    const trails = await db.selectFrom('trail').select('record_id').where('action', '=', 'issue').execute();
    expect(trails).toHaveLength(issued.length);
    expect(await verifyBooks(db)).toEqual([]);

    // Jobs enqueued while both servers poll for work.
    const staff = as('USER_CREATE', 'CLIENT_VIEW', 'CLIENT_EDIT');
    const runs = 8;
    for (let number = 0; number < runs; number += 1) {
      const sheet = csv(
        ['Código', 'Nome', 'Tipo', 'CPF/CNPJ'],
        [`D${number}`, `Pessoa ${number}`, 'Inquilino', cpf(500_000 + number)],
      );
      const file = form(Buffer.from(sheet), 'pessoas.csv', { type: 'text/csv' });
      const staged = (await staff.post('/import/people/file/0', file)).json();
      await staff.put(`/import/${staged.id}/mapping`, { mapping: staged.mapping });
      expect((await staff.post(`/import/${staged.id}/run`)).statusCode).toBe(200);
    }
    await vi.waitFor(async () => {
      const open = await db.selectFrom('import_run').select('id').where('status', '<>', 'DONE').execute();
      expect(open).toEqual([]);
    }, 30_000);
    const brought = await db
      .selectFrom('client')
      .select('name')
      .where('name', 'like', 'Pessoa %')
      .orderBy('name')
      .execute();
    expect(brought.map(({ name }) => name)).toEqual(Array.from({ length: runs }, (_, number) => `Pessoa ${number}`));

    // A session of one server is valid on the other, and notifications cross over.
    const signedIn = await fetch(`${one.url}/api/user/admin/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ADMIN),
    });
    const { token } = (await signedIn.json()) as { token: string };
    const headers = { authorization: `Bearer ${token}` };
    await vi.waitFor(async () => {
      const { rows } = await agency.pool.query(
        `select from pg_stat_activity where datname = current_database() and query = 'listen live' and state = 'idle'`,
      );
      // The third is this test's own.
      expect(rows).toHaveLength(3);
    }, 10_000);
    const line = await fetch(`${other.url}/api/live`, { headers });
    expect([line.status, line.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    const heard = said(line);
    expect((await heard.next()).value).toBe('missed');
    expect((await fetch(`${one.url}/api/contact/${message?.id}`, { method: 'DELETE', headers })).status).toBe(204);
    expect((await heard.next()).value).toBe('badges');
    expect((await fetch(`${one.url}/api/user/admin/session`, { method: 'DELETE', headers })).status).toBe(204);
    expect((await heard.next()).done).toBe(true);
    expect((await fetch(`${other.url}/api/user`, { headers })).status).toBe(401);
  });

  test('with DRAIN_SECONDS serves on while it says not ready, and keeps no connection alive', {
    ...LONG,
    timeout: 30_000,
  }, async () => {
    const { token } = await agency.signIn('CLIENT_VIEW');
    const headers = { authorization: `Bearer ${token}` };
    // A connection that was kept alive before the signal, like a load balancer's.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect(await ready(one, agent)).toBe(200);

    const told = performance.now();
    one.terminate();
    await vi.waitFor(async () => expect(await ready(one, agent)).toBe(503), { timeout: 1_000, interval: 10 });
    const served: unknown[] = [];
    for (;;) {
      const sent = performance.now();
      const answer = await fetch(`${one.url}/api/user?page=1`, { headers }).catch(() => undefined);
      if (!answer) break;
      await answer.text();
      // In the last moment, when proxies have stopped sending requests, the server refuses them.
      if (sent < told + 1_900) served.push([answer.status, answer.headers.get('connection')]);
      await pause(10);
    }
    expect(served.length).toBeGreaterThan(2);
    expect(new Set(served.map(String))).toEqual(new Set(['200,close']));
    expect(performance.now() - told).toBeGreaterThan(1_900);
    expect(await one.exited).toEqual([0, null]);
    agent.destroy();
  });
});

async function* said(response: Response): AsyncGenerator<string, undefined> {
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const topic = /^data: (.*)$/m.exec(event)?.[1];
      if (topic) yield topic;
    }
  }
  return undefined;
}
