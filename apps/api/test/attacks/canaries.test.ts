import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import { hashPassword } from '#api/base/secrets/password-hashing.ts';
import { connect } from '#api/db/connection/connect.ts';
import { startJobs } from '#api/jobs.ts';
import { logOptions } from '#api/operation/log.ts';
import { startApp } from '../harness.ts';
import { form, jpeg } from '../pictures.ts';

/** Values that occur only where these tests put them. */
const CANARIES = {
  name: 'Canária Quitéria Belmonte',
  cpf: '39053344705',
  masked: '390.533.447-05',
  email: 'quiteria.belmonte@canario.test',
  phone: '(32) 98765-4091',
  password: 'gaiola-aberta-1871',
  account: '8675309-6',
  pix: 'pix.quiteria@canario.test',
  document: 'rg-da-quiteria.jpg',
  message: 'Procuro casa com viveiro de canários-belgas',
  signIn: 'porteira@canario.test',
  bearer: 'canario-que-nao-e-sessao-de-ninguem-0000000',
};

const { db, deps, connection, contract, property, signIn, stop } = await startApp();
let log = '';
const collector = new Writable({
  write(chunk, _, done) {
    log += chunk;
    done();
  },
});
const logger = { ...logOptions('debug'), stream: collector };
const app = await buildApp(deps, { logger });
await app.listen({ port: 0, host: '127.0.0.1' });
const base = app.listeningOrigin;
afterAll(async () => {
  await app.close();
  await stop();
});

const secrets: string[] = Object.values(CANARIES);
const { token } = await signIn('*');
secrets.push(token);

const json = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
/** Fields of answers that these tests read. */
type Reply = { id: number; token: string; url: string; message: string };
const replyOf = async (answer: Response) => (await answer.json()) as Reply;

const send = (method: string, path: string, body?: object | string, headers: Record<string, string> = json) =>
  fetch(`${base}${path}`, { method, headers, body: typeof body === 'object' ? JSON.stringify(body) : body });
const upload = (path: string, bytes: Uint8Array, name: string) =>
  fetch(`${base}${path}`, { method: 'PUT', headers: { authorization: json.authorization }, body: form(bytes, name) });

const person = (overrides: object = {}) => ({
  name: CANARIES.name,
  cpf_cnpj: CANARIES.masked,
  type: 'OWNER',
  sale_rent: 'RENT',
  email: CANARIES.email,
  phone: CANARIES.phone,
  ...overrides,
});

/** Log lines written during `work`, parsed as JSON. */
async function written(work: () => Promise<void>) {
  const from = log.length;
  await work();
  // The log line is written after the answer arrives.
  await app.inject('/api/health');
  const text = log.slice(from);
  return {
    text,
    lines: text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

function expectSilent(text: string) {
  const variants = secrets.flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
  ]);
  for (const secret of variants) expect(text).not.toContain(secret);
  // The phone as stored, too.
  expect(text).not.toContain('32987654091');
}

let clientId = 0;
beforeAll(async () => {
  const group = await db.selectFrom('permission_group').select('id').executeTakeFirstOrThrow();
  await db
    .insertInto('admin_user')
    .values({
      name: 'Porteira',
      email: CANARIES.signIn,
      password_hash: await hashPassword(CANARIES.password),
      group_id: group.id,
    })
    .execute();
});

describe('successful requests', () => {
  test('sign-in, registration and search', async () => {
    const { text, lines } = await written(async () => {
      const entered = await send('POST', '/api/user/admin/session', {
        email: CANARIES.signIn,
        password: CANARIES.password,
      });
      expect(entered.status).toBe(201);
      secrets.push((await replyOf(entered)).token);
      const made = await send('POST', '/api/user/manual', person());
      expect(made.status).toBe(201);
      clientId = (await replyOf(made)).id;
      const account = {
        code: '001',
        bank_name: 'Banco do Brasil',
        holder_name: CANARIES.name,
        document: CANARIES.masked,
        account_number: CANARIES.account,
        agency_number: '0024-8',
        pix_key: CANARIES.pix,
      };
      const added = await send('POST', `/api/user/${clientId}/bank`, account);
      expect([added.status, await added.text()]).toEqual([201, expect.anything()]);
      for (const query of [CANARIES.cpf, CANARIES.masked, CANARIES.name, CANARIES.email])
        expect((await send('GET', `/api/user?query=${encodeURIComponent(query)}&page=1`)).status).toBe(200);
      const { id } = await property();
      const form = new URLSearchParams({
        ...{ pedido: 'mensagem', consent: 'sim', name: CANARIES.name, email: CANARIES.email },
        ...{ phone: CANARIES.phone, message: CANARIES.message },
      });
      const asked = await send('POST', `/imovel/alugar/${id}`, form.toString(), {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
      });
      expect(asked.status).toBe(200);
    });
    expect(lines.filter(({ msg }) => msg === 'request completed').length).toBeGreaterThanOrEqual(8);
    expectSilent(text);
  });

  test('uploading a document, and opening it', async () => {
    const { id } = await contract();
    const { text } = await written(async () => {
      const kept = await upload(`/api/proposal/${id}/RG_FRONT`, await jpeg(), CANARIES.document);
      expect(kept.status).toBe(201);
      const { url } = await replyOf(kept);
      expect((await send('GET', url)).status).toBe(200);
      const issued = await send('POST', '/api/ticket', { path: url });
      const { url: once } = await replyOf(issued);
      secrets.push(once.replace(/.*ticket=/, ''));
      expect((await fetch(`${base}${once}`)).status).toBe(200);
      expect((await fetch(`${base}${once}`)).status).toBe(401);
    });
    expect(text).toContain('/api/files/');
    expectSilent(text);
  });
});

describe('failed requests', () => {
  test('401, 403, 404, 409, 413, 415, 422', async () => {
    const { text } = await written(async () => {
      const answers = [
        send('POST', '/api/user/admin/session', { email: CANARIES.signIn, password: `${CANARIES.password}!` }),
        send('GET', `/api/user?query=${CANARIES.cpf}`, undefined, { authorization: `Bearer ${CANARIES.bearer}` }),
        send('GET', `/api/user/999999?query=${CANARIES.cpf}`),
        send('GET', `/nada?nome=${encodeURIComponent(CANARIES.name)}`),
        send('POST', '/api/user/manual', person()),
        send('POST', '/api/user/manual', person({ phone: '12', type: CANARIES.message })),
        send('POST', '/api/user/manual', `{"name": "${CANARIES.name}", "cpf_cnpj": "${CANARIES.masked}`),
        send('POST', '/api/user/manual', CANARIES.name, { ...json, 'content-type': 'text/plain' }),
        send('POST', '/api/user/manual', `"${CANARIES.name.repeat(60_000)}"`),
        send('PATCH', '/api/user/admin/password', { password: 'curta', current_password: CANARIES.password }),
      ];
      const statuses = (await Promise.all(answers)).map(({ status }) => status);
      expect(statuses).toEqual([401, 401, 404, 404, 409, 422, 422, 415, 413, 422]);
    });
    expectSilent(text);
  });

  test('malformed HTTP', async () => {
    const { text } = await written(async () => {
      const { connect: dial } = await import('node:net');
      const socket = dial(Number(new URL(base).port), '127.0.0.1');
      socket.end(
        `GET /api/user HTTP/1.1\r\nauthorization: Bearer ${token}\r\nx ${CANARIES.cpf}\r\n\r\n${CANARIES.name}`,
      );
      await new Promise((resolve) => socket.resume().on('close', resolve));
    });
    expectSilent(text);
  });

  test('500: a row refused by the database, with its details', async () => {
    await sql`alter table client add constraint forbidden check (phone <> '32987654091') not valid`.execute(db);
    await sql`
      create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'no room for "%"', new.account_number using detail = new::text; end $$`.execute(db);
    await sql`create trigger refuse before insert on bank_account for each row execute function refuse()`.execute(db);
    const { text, lines } = await written(async () => {
      const refused = await send(
        'POST',
        '/api/user/manual',
        person({ cpf_cnpj: '111.444.777-35', email: CANARIES.pix }),
      );
      expect([refused.status, (await replyOf(refused)).message]).toEqual([
        500,
        'Erro interno do servidor, tente novamente mais tarde.',
      ]);
    });
    await sql`alter table client drop constraint forbidden`.execute(db);
    expect(lines).toContainEqual(
      expect.objectContaining({
        msg: 'request failed',
        err: expect.objectContaining({ code: '23514', constraint: 'forbidden' }),
      }),
    );
    expectSilent(text);
    const raised = await written(async () => {
      const account = {
        code: '001',
        bank_name: 'Banco do Brasil',
        holder_name: CANARIES.name,
        document: CANARIES.cpf,
        account_number: CANARIES.account,
      };
      const answer = await send('POST', `/api/user/${clientId}/bank`, { ...account, agency_number: '0024-8' });
      expect(answer.status).toBe(500);
    });
    expect(raised.lines).toContainEqual(expect.objectContaining({ msg: 'request failed' }));
    expectSilent(raised.text);
  });

  test('503: a database lost during a request', async () => {
    const admin = new Client(connection);
    await admin.connect();
    await admin.query('begin; lock table client in access exclusive mode');
    const { text } = await written(async () => {
      const waiting = send('POST', '/api/user/manual', person({ cpf_cnpj: '111.444.777-35', email: CANARIES.pix }));
      const stuck = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await admin.query(stuck)).rowCount).toBeGreaterThan(0);
      await admin.query(`select pg_terminate_backend(pid) from (${stuck}) s`);
      const answer = await waiting;
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
      await admin.query('rollback');
    });
    await admin.end();
    expectSilent(text);
  });

  test('503: no database', async () => {
    const { db: gone } = connect({ ...connection, port: 1 });
    const orphan = await buildApp({ ...deps, db: gone }, { logger });
    const from = log.length;
    for (const url of ['/api/user', `/api/user?query=${CANARIES.cpf}`, `/api/files/1?ticket=${CANARIES.bearer}`])
      expect((await orphan.inject({ url, headers: json })).statusCode).toBe(503);
    const entering = { email: CANARIES.signIn, password: CANARIES.password };
    expect(
      (await orphan.inject({ method: 'POST', url: '/api/user/admin/session', payload: entering })).statusCode,
    ).toBe(503);
    await orphan.close();
    await gone.destroy();
    expect(log.length).toBeGreaterThan(from);
    expectSilent(log.slice(from));
  });
});

describe('a document', async () => {
  const [{ id }, { id: other }] = [await contract(), await contract()];
  const { token: reader } = await signIn('PROPOSAL_VIEW');
  const { token: stranger } = await signIn('FEED_VIEW');
  const keep = async (proposal: number) =>
    (await replyOf(await upload(`/api/proposal/${proposal}/RG_FRONT`, await jpeg(), CANARIES.document))).url;
  const [url, stub] = [await keep(id), await keep(other)];
  const bearer = (session: string) => ({ authorization: `Bearer ${session}` });
  const status = async (path: string, headers = {}) => (await app.inject({ url: path, headers })).statusCode;
  const ticketFor = async (path: string, session = reader) =>
    (await app.inject({ method: 'POST', url: '/api/ticket', headers: bearer(session), payload: { path } })).json().url;

  test('opens for a session with permission for its contract only', async () => {
    expect(await status(url, bearer(reader))).toBe(200);
    expect(await status(url, bearer(stranger))).toBe(404);
    expect(await status(url, bearer(CANARIES.bearer))).toBe(401);
    expect(await status(url)).toBe(401);
    expect(await status(`${url}?authorization=${reader}`)).toBe(401);
    expect(await status(`${url}?token=${reader}&ticket=${reader}`)).toBe(401);
    expect(await status(url, { cookie: `session=${reader}; token=${reader}` })).toBe(401);
  });

  test('opens by a ticket once, within a minute, and nothing else', async () => {
    const once = await ticketFor(url);
    expect(await status(once.replace(url, stub))).toBe(401);
    const race = await Promise.all([status(once), status(once), status(once)]);
    expect(race.sort()).toEqual([200, 401, 401]);
    expect(await status(once)).toBe(401);
    expect(await status(await ticketFor(url, stranger))).toBe(404);
    const late = await ticketFor(url);
    await sql`update access_ticket set expires_at = expires_at - interval '60 seconds'`.execute(db);
    expect(await status(late)).toBe(401);
  });

  test('has no public address', async () => {
    const { key } = await db.selectFrom('stored_file').select('key').limit(1).executeTakeFirstOrThrow();
    const name = key.replace(/^.*\//, '');
    for (const path of [
      `/${key}`,
      `/files/${key}`,
      `/api/files/${name}`,
      `/api/image/full/${name}`,
      `/api/image/full/..%2F..%2F${key}`,
    ])
      expect([path, await status(path, bearer(token))]).toEqual([path, 404]);
  });
});

test('sign-ins, failures and refusals are logged by id', async () => {
  const { token: narrow, adminId } = await signIn('FEED_VIEW');
  const { text, lines } = await written(async () => {
    const enter = (password: string) => send('POST', '/api/user/admin/session', { email: CANARIES.signIn, password });
    expect((await enter(CANARIES.password)).status).toBe(201);
    expect((await enter('errada')).status).toBe(401);
    expect((await send('GET', '/api/user', undefined, { authorization: `Bearer ${narrow}` })).status).toBe(403);
  });
  const { id } = await db
    .selectFrom('admin_user')
    .select('id')
    .where('email', '=', CANARIES.signIn)
    .executeTakeFirstOrThrow();
  for (const [msg, user] of [
    ['signed in', id],
    ['sign-in refused', id],
    ['permission denied', adminId],
  ])
    expect(lines).toContainEqual(expect.objectContaining({ msg, user, reqId: expect.any(String) }));
  expectSilent(text);
});

test('the log has one JSON object for each line, and input can’t break lines', async () => {
  const { lines } = await written(async () => {
    await app.inject({ url: '/api/nada%0a{"level":60,"msg":"forjada"}%0a', headers: { 'user-agent': 'a\u2028b' } });
  });
  expect(lines.filter(({ msg }) => msg === 'forjada')).toEqual([]);
});

test('a failed job is logged by name, without values', async () => {
  await sql`drop trigger refuse on bank_account`.execute(db);
  const { id } = await contract();
  await sql`update proposal set transfer_date = 11 where id = ${id}`.execute(db);
  await sql`
    create function quote() returns trigger language plpgsql as $$
    begin raise exception 'not for "%"', ${sql.lit(CANARIES.cpf)} using detail = ${sql.lit(CANARIES.email)}; end $$`.execute(
    db,
  );
  await sql`create trigger quote before insert on invoice for each row execute function quote()`.execute(db);
  const { pool } = connect(connection);
  const from = log.length;
  const jobs = await startJobs(deps, pool, app.log, { crontab: '', pollInterval: 1_000 });
  await expect.poll(() => log.slice(from), { timeout: 10_000 }).toContain('job failed');
  await jobs.stop();
  await pool.end();
  const lines = log
    .slice(from)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toContainEqual(
    expect.objectContaining({
      msg: 'job failed',
      job: 'billing',
      err: expect.objectContaining({ message: 'not for "…"' }),
    }),
  );
  expectSilent(log.slice(from));
});

test('the collector does record other text', () => {
  app.log.debug({ said: CANARIES.name }, 'aloud');
  expect(log).toContain(CANARIES.name);
});
