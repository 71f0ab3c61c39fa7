import { MISSED } from '@morada/contract/desk/live';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildApp } from '#api/app.ts';
import { openListener } from '#api/live/listener.ts';
import { notify } from '#api/live/notify.ts';
import { LONG } from '#test/long.ts';
import { startApp } from '../../../../test/harness.ts';
import { until } from '../../../../test/until.ts';

const one = await startApp({ hears: true });
const { db, deps, connection, signIn } = one;
afterAll(one.stop);

/** A second server of the cluster, which shares only the database. */
const listener = openListener(connection);
const other = await buildApp({ ...deps, live: listener });
afterAll(async () => {
  await other.close();
  await listener.close();
});

const here = await one.app.listen({ port: 0, host: '127.0.0.1' });
const there = await other.listen({ port: 0, host: '127.0.0.1' });

const leaving: AbortController[] = [];
afterEach(() => {
  for (const controller of leaving.splice(0)) controller.abort();
});

/**
 * A listening client: `next` resolves to the next topic, undefined once the stream has ended. Without `age` it skips
 * `missed`.
 */
async function listen(server: string, token: string, age?: number) {
  const controller = new AbortController();
  leaving.push(controller);
  const response = await fetch(`${server}/api/live${age === undefined ? '' : `?age=${age}`}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: controller.signal,
  });
  const topics = said(response, age === undefined ? MISSED : '');
  const next = async () => (await topics.next()).value;
  return { status: response.status, type: response.headers.get('content-type'), next, leave: () => controller.abort() };
}

async function* said(response: Response, passedOver: string): AsyncGenerator<string, undefined> {
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const topic = /^data: (.*)$/m.exec(event)?.[1];
      if (topic && topic !== passedOver) yield topic;
    }
  }
  return undefined;
}

beforeAll(async () => {
  const listening = sql<{ servers: number }>`select count(*) as servers from pg_stat_activity
    where datname = current_database() and query = 'listen live' and state = 'idle'`;
  await vi.waitFor(async () => expect((await listening.execute(db)).rows[0]?.servers).toBe(2));
});

describe('a listener that tells the age of its data', LONG, () => {
  test('is first told the permitted topics that moved since', async () => {
    const { token } = await signIn('CONTACT_VIEW');
    // Until the server has listened for longer than an opening may take.
    const { line, first } = await until(
      async () => {
        for (const topic of ['ticket:1', 'badges'] as const) await notify(db, topic);
        const opened = await listen(there, token, 0);
        const told = await opened.next();
        if (told === MISSED) opened.leave();
        return { line: opened, first: told };
      },
      // Undefined: the stream was refused, since closed ones still count towards the limit.
      (opened) => opened.first !== MISSED && opened.first !== undefined,
    );
    expect(first).toBe('badges');
    await notify(db, 'notifications');
    await expect.poll(() => line.next()).toBe('notifications');
  });

  test('is told that it missed some where the server does not know', async () => {
    const { token } = await signIn('*');
    const old = await listen(there, token, 60_000);
    expect(await old.next()).toBe(MISSED);
    expect((await listen(there, token, -1)).status).toBe(422);
  });
});

test('publishes a change to every server, on commit', async () => {
  const { token } = await signIn('SUPPORT_VIEW');
  const lines = [await listen(here, token), await listen(there, token)];
  expect(lines.map(({ status, type }) => [status, type])).toEqual(Array(2).fill([200, 'text/event-stream']));

  await db.transaction().execute(async (trx) => {
    await notify(trx, 'ticket:7');
    await notify(trx, 'ticket:7');
    await notify(trx, 'badges');
  });
  const undone = db.transaction().execute(async (trx) => {
    await notify(trx, 'ticket:8');
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await notify(db, 'ticket:9');

  for (const { next } of lines)
    expect([await next(), await next(), await next()]).toEqual(['ticket:7', 'badges', 'ticket:9']);
});

test('sends each person only permitted topics', async () => {
  const nobody = await listen(there, (await signIn('CLIENT_VIEW')).token);
  const contacts = await listen(there, (await signIn('CONTACT_VIEW')).token);
  const support = await listen(there, (await signIn('SUPPORT_VIEW')).token);
  for (const topic of ['ticket:1', 'badges', 'notifications'] as const) await notify(db, topic);
  expect(await nobody.next()).toBe('notifications');
  expect([await contacts.next(), await contacts.next()]).toEqual(['badges', 'notifications']);
  expect([await support.next(), await support.next()]).toEqual(['ticket:1', 'badges']);
  // Topics between servers only are not forwarded.
  await sql`select pg_notify('live', 'sessions'), pg_notify('live', 'invented')`.execute(db);
  await notify(db, 'badges');
  expect(await contacts.next()).toBe('badges');
});

test('requires a session, and ends its streams on every server with the session', async () => {
  const nobody = await fetch(`${here}/api/live`);
  expect(nobody.status).toBe(401);

  const { token } = await signIn('*');
  const headers = { authorization: `Bearer ${token}` };
  const lines = [await listen(here, token), await listen(there, token)];
  await fetch(`${here}/api/user/admin/session`, { method: 'DELETE', headers });
  for (const line of lines) expect(await line.next()).toBeUndefined();
  expect((await fetch(`${there}/api/live`, { headers })).status).toBe(401);
});

test('stops topics that a group loses', async () => {
  const { token, groupId } = await signIn('SUPPORT_VIEW');
  const line = await listen(there, token);
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('permission_group')
      .set({ permissions: ['CLIENT_VIEW'] })
      .where('id', '=', groupId)
      .execute();
    await notify(trx, 'sessions');
  });
  // The review has finished once the stream opened for it has ended.
  const { token: witness } = await signIn('*');
  const ended = await listen(there, witness);
  await fetch(`${here}/api/user/admin/session`, { method: 'DELETE', headers: { authorization: `Bearer ${witness}` } });
  expect(await ended.next()).toBeUndefined();
  for (const topic of ['ticket:1', 'notifications'] as const) await notify(db, topic);
  expect(await line.next()).toBe('notifications');
});

test('limits a person to twelve streams, and frees a closed one', async () => {
  const { token } = await signIn('*');
  const lines = await Promise.all(Array.from({ length: 12 }, () => listen(here, token)));
  expect(lines.map(({ status }) => status)).toEqual(Array(12).fill(200));
  expect((await listen(here, token)).status).toBe(429);
  expect((await listen(there, token)).status).toBe(200);
  lines[0]?.leave();
  await expect.poll(async () => (await listen(here, token)).status).toBe(200);
});

test('reopens a broken connection, and tells listeners that topics may be missed', async () => {
  const heard: string[] = [];
  const forget = listener.subscribe((topic) => heard.push(topic));
  // The listener is connected already, so the subscriber gets `missed` first.
  expect(heard.splice(0)).toEqual([MISSED]);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query = 'listen live'`.execute(db);
  await expect.poll(() => heard, { timeout: 5_000 }).toContain(MISSED);
  await notify(db, 'badges');
  await expect.poll(() => heard).toContain('badges');
  forget();
});

test('ends streams when the server closes', async () => {
  const last = await buildApp({ ...deps, live: listener });
  const address = await last.listen({ port: 0, host: '127.0.0.1' });
  const line = await listen(address, (await signIn('*')).token);
  const start = Date.now();
  await last.close();
  expect(await line.next()).toBeUndefined();
  expect(Date.now() - start).toBeLessThan(4_000);
});
