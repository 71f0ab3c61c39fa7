import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { MISSED } from '@morada/contract/desk/live';
import { afterAll, expect, onTestFailed, test } from 'vitest';
import { LONG } from '../long.ts';
import { form, picture } from '../pictures.ts';
import { until } from '../until.ts';
import { openComposed } from './compose-processes.ts';

const ADMIN = { email: 'mariana@morada.test', password: 'segredo-da-mariana' };
const VALUES = {
  DOMAIN: 'localhost',
  POSTGRES_PASSWORD: 'b1946ac92492d2347c6235b4d2611184',
  STORAGE_KEY: 'morada',
  STORAGE_SECRET: '591785b794601e212b260e25925636fd',
  SECRETS_KEY: 'e59ff97941044f85df5297e1c302d260e59ff9',
};
const WRITERS = 6;
const MEBIBYTE = 2 ** 20;

const folder = await mkdtemp(join(tmpdir(), 'morada-compose-'));
await chmod(folder, 0o711);
const authorities = getCACertificates('default');
let composed: Awaited<ReturnType<typeof openComposed>> | undefined;
/** Ends the writers, also of a test that failed. */
const over = new AbortController();
afterAll(async () => {
  over.abort();
  setDefaultCACertificates(authorities);
  await composed?.stop();
  await rm(folder, { recursive: true, force: true });
});

type Answer = { status: number; text: string; headers: Headers };

/** One attempt: its status (0 for a broken connection), the process that answered, and the time. */
type Try = { status: number; by: string; at: string };
/** The last attempt, and all that failed. */
type Sent = Try & { failed: Try[] };

/**
 * Sends a request until it is served or `tries` are used up. Repeats it immediately after a broken connection, and
 * after a refusal once its Retry-After has passed.
 */
async function persist(tries: number, send: () => Promise<Response>): Promise<Sent> {
  for (const failed: Try[] = []; ; ) {
    const [status, by, wait] = await send().then(
      async (response) => {
        await response.text();
        return [response.status, processOf(response), Number(response.headers.get('retry-after'))] as const;
      },
      () => [0, 'proxy', 0] as const,
    );
    const last = { status, by, at: new Date().toISOString() };
    if (status > 0 && status < 500) return { ...last, failed };
    failed.push(last);
    if (failed.length === tries || over.signal.aborted) return { ...last, failed };
    await pause(wait * 1_000, undefined, { signal: over.signal }).catch(() => {});
  }
}

/** The part of a request id that is unique to a server process; the proxy's own answers have no request id. */
const processOf = ({ headers }: Response) => headers.get('x-request-id')?.replace(/-[^-]*$/, '') ?? 'proxy';

/** Topics of live updates, as an open page receives them. */
async function listen(url: string, token: string) {
  const controller = new AbortController();
  const response = await fetch(`${url}/api/live`, {
    headers: { authorization: `Bearer ${token}` },
    signal: controller.signal,
  });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const heard: string[] = [];
  const read = async () => {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? [])
      for (const [, topic = ''] of chunk.matchAll(/^data: (.*)$/gm)) heard.push(topic);
  };
  // Ends with the server or by `close`.
  const ended = read().catch(() => {});
  return { heard, ended, close: () => controller.abort() };
}

test('compose.yaml as a whole: proxy with TLS, two servers, a bucket, a primary and its standby', {
  ...LONG,
  timeout: 300_000,
}, async () => {
  composed = await openComposed(folder, VALUES);
  const { proxyLog } = composed;
  onTestFailed(() => void process.stderr.write(proxyLog()));
  const { databases, s3, https, http } = composed;
  let [primary, standby] = databases;

  // Both databases, in the order in which containers may start.
  await primary.start('database-one');
  await standby.start('database-one');
  const isSynchronous = () =>
    primary.query<{ application_name: string }>(
      `select application_name from pg_stat_replication where sync_state = 'sync'`,
    );
  expect(await until(isSynchronous, (rows) => rows.length === 1)).toEqual([{ application_name: 'database-two' }]);
  expect(await standby.query('show transaction_read_only')).toEqual([{ transaction_read_only: 'on' }]);

  const first = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };
  const [one, two] = [await composed.startServer('server-one', first), await composed.startServer('server-two')];
  setDefaultCACertificates([...authorities, await composed.startProxy()]);

  const ask = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(https + path, init);
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  await until(
    () =>
      ask('/api/agency/logo').then(
        ({ status }) => status,
        () => 0,
      ),
    (status) => status === 404,
  );

  // The proxy serves HTTPS alone, and none of the paths for operators.
  const moved = request(http).end();
  const [redirect] = await once(moved, 'response');
  expect([redirect.statusCode, redirect.headers.location]).toEqual([
    308,
    expect.stringMatching(/^https:\/\/localhost/),
  ]);
  redirect.resume();
  for (const path of ['/metrics', '/health/ready', '/health/live']) expect((await ask(path)).status).toBe(404);

  // Sign-in through the proxy.
  const signIn = (credentials: object, claimed: string) =>
    ask('/api/user/admin/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': claimed },
      body: JSON.stringify(credentials),
    });
  const signedIn = await signIn(ADMIN, '203.0.113.1');
  expect(signedIn.status).toBe(201);
  const { token } = JSON.parse(signedIn.text) as { token: string };
  const authorization = { authorization: `Bearer ${token}` };
  // A forged address is ignored: wrong passwords count for one network.
  for (const claimed of ['203.0.113.1', '198.51.100.1'])
    expect((await signIn({ ...ADMIN, email: 'outra@morada.test' }, claimed)).status).toBe(401);
  const networks = `select distinct key from login_failure where key like 'network:%'`;
  expect(await primary.query(networks)).toEqual([
    { key: expect.stringMatching(/^network:(127\.0\.0\.1|::1|0:0:0:0)/) },
  ]);

  // A file stored through one server is read through the other, from the bucket.
  const logo = form(await picture(300, 100).png().toBuffer(), 'logo.png', { type: 'image/png' });
  const stored = await fetch(`${one.url}/api/agency/logo`, { method: 'PUT', headers: authorization, body: logo });
  expect(stored.status).toBe(201);
  const [kept] = [...s3.objects.values()];
  const read = await fetch(`${two.url}/api/agency/logo`);
  expect(Buffer.from(await read.arrayBuffer())).toEqual(kept?.bytes);

  // Uploads up to the server's own limit pass, larger ones do not reach it.
  const upload = (size: number) =>
    ask('/api/agency/logo', {
      method: 'PUT',
      headers: authorization,
      body: form(Buffer.alloc(size), 'logo.png', { type: 'image/png' }),
    });
  expect((await upload(4 * MEBIBYTE)).headers.get('content-type')).toMatch(/^application\/problem\+json/);
  const large = await upload(23 * MEBIBYTE);
  expect([large.status, JSON.parse(large.text)]).toEqual([413, expect.objectContaining({ code: 'FILE_TOO_LARGE' })]);

  // Live updates arrive through the proxy.
  const announce = (name: string, tries = 1) => {
    const headers = { ...authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const body = JSON.stringify({ name, message: 'Aviso de prova' });
    return persist(tries, () => fetch(`${https}/api/notification/system`, { method: 'POST', headers, body }));
  };
  const page = await listen(https, token);
  await until(
    async () => page.heard.length,
    (count) => count > 0,
  );
  expect(await announce('ao vivo')).toMatchObject({ status: 201, failed: [] });
  await until(
    async () => page.heard,
    (heard) => heard.includes('notifications'),
  );

  // The doctor sees the standby.
  const { findings } = JSON.parse((await ask('/api/doctor', { headers: authorization })).text) as {
    findings: { text: string }[];
  };
  expect(findings.map(({ text }) => text)).toContain('Um standby confirma cada gravação.');

  // Writers through the proxy, from here to the end.
  const acknowledged = ['ao vivo'];
  const refused: Sent[] = [];
  const retried: Sent[] = [];
  const serving = new Set<string>();
  let allowed = 2;
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let number = 0; !over.signal.aborted; number += 1) {
      const name = `aviso ${writer}-${number}`;
      const made = await announce(name, allowed);
      if (made.status === 201) acknowledged.push(name);
      serving.add(made.by);
      const list = await persist(allowed, () => fetch(`${https}/api/notification`, { headers: authorization }));
      refused.push(...[made, list].filter(({ status }) => status !== 201 && status !== 200));
      retried.push(...[made, list].filter(({ failed }) => failed.length > 0));
      // At a person's pace, not a machine's.
      await pause(20);
    }
  });
  /** Waits for both: the proxy probes servers every second, so a ready one gets requests a little later. */
  const bothServe = async () => {
    serving.clear();
    await until(
      async () => [...serving].filter((by) => by !== 'proxy').length,
      (count) => count === 2,
    );
  };
  const more = async (count: number) => {
    const known = acknowledged.length;
    await until(
      async () => acknowledged.length,
      (now) => now >= known + count,
    );
  };

  // One server dies: a request in flight fails at most once.
  await more(30);
  one.kill();
  await one.exited;
  await more(60);
  expect(refused).toEqual([]);
  expect(retried.length).toBeLessThanOrEqual(2 * WRITERS);
  const again = await composed.startServer('server-one');
  await until(
    () => fetch(`${again.url}/health/ready`),
    ({ status }) => status === 200,
  );
  await bothServe();
  await more(30);

  // The other one leaves in order: no request fails, not even once.
  retried.length = 0;
  two.terminate();
  expect(await two.exited).toEqual([0, null]);
  await more(60);
  expect([refused, retried]).toEqual([[], []]);
  const back = await composed.startServer('server-two');
  await bothServe();
  await more(30);
  expect([refused, retried]).toEqual([[], []]);

  // The primary dies and its standby is promoted: writes go on, and no confirmed one is lost.
  allowed = Number.POSITIVE_INFINITY;
  const open = await listen(https, token);
  await until(
    async () => open.heard.length,
    (count) => count > 0,
  );
  const before = open.heard.length;
  const ended: string[] = [];
  again.exited.then(() => ended.push('server-one'));
  back.exited.then(() => ended.push('server-two'));
  await primary.kill();
  await standby.query('select pg_promote()');
  [primary, standby] = [standby, primary];
  await more(60);
  await until(
    async () => open.heard.slice(before),
    (heard) => ended.length > 0 || (heard.includes(MISSED) && heard.includes('notifications')),
  );
  over.abort();
  await Promise.all(writers);
  expect(ended).toEqual([]);
  const rows = await primary.query<{ name: string; times: number }>(
    'select name, count(*)::int as times from system_notification group by name',
  );
  expect(rows.filter(({ times }) => times !== 1)).toEqual([]);
  const names = new Set(rows.map(({ name }) => name));
  expect(acknowledged.filter((name) => !names.has(name))).toEqual([]);

  // The lost database server is rebuilt as the standby of the other.
  await rm(standby.cluster, { recursive: true, force: true });
  await standby.start('database-two');
  await primary.query(`alter system set synchronous_standby_names = '*'`);
  await primary.query('select pg_reload_conf()');
  expect(await until(isSynchronous, (found) => found.length === 1)).toEqual([{ application_name: 'database-one' }]);
  expect(await announce('com o novo standby')).toMatchObject({ status: 201, failed: [] });
  page.close();
  open.close();
  await Promise.all([page.ended, open.ended]);
});
