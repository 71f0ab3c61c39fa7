import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '#api/base/secrets/password-hashing.ts';
import { hashOf } from '#api/base/secrets/secrets.ts';
import { createAdministrator, newSetupLink } from '#api/modules/access/session/session.service.ts';
import { LONG } from '#test/long.ts';
import { firstError, refusal } from '../calls/answers.ts';
import { hashAsInProduction, hashCheaply } from '../cheap-hashes.ts';
import { startApp } from '../harness.ts';

// Counters of a single account are tested in session.test.ts; these tests cover floods, calls that must stay cheap, and
// common passwords.

const PASSWORD = 'pequena-ilha-azul';
const { as, app, anonymous, db, deps, signIn, stop } = await startApp();
afterAll(stop);
hashAsInProduction();
afterAll(hashCheaply);
beforeEach(async () => {
  await db.deleteFrom('login_failure').execute();
});
await db.updateTable('agency').set({ name: 'Serra Verde Imóveis' }).execute();
const { groupId } = await signIn('*');
await db
  .insertInto('admin_user')
  .values({
    name: 'Rita Lobo',
    email: 'rita@morada.test',
    password_hash: await hashPassword(PASSWORD),
    group_id: groupId,
  })
  .execute();

const enter = (email: string, password: string) => anonymous.post('/user/admin/session', { email, password });
const failuresOf = async (key: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from login_failure where key = ${key}`.execute(db)).rows[0]?.n;

/** A browser with its cookies, at an address given by a proxy. */
function browserAt(address: string) {
  let cookie: string | undefined;
  return async (email: string, password: string) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/user/admin/session',
      headers: { 'x-forwarded-for': address, ...(cookie && { cookie }) },
      payload: { email, password },
    });
    const [set] = answer.cookies;
    if (set) cookie = `${set.name}=${set.value}`;
    return answer;
  };
}
const OWNER = 'rita@morada.test';

describe('a flood of wrong passwords', () => {
  /** Eighty attempts that do not wait for answers, from each address in turn, with one of the owner after every 20. */
  async function storm(addresses: string[], email: (number: number) => string, owner: () => Promise<number>) {
    const guesses: Promise<{ statusCode: number }>[] = [];
    const owners: number[] = [];
    for (let number = 0; number < 80; number += 1) {
      guesses.push(browserAt(addresses[number % addresses.length] ?? '')(email(number), `palpite-${number}`));
      if (number % 20 === 19) {
        owners.push(await owner());
      }
    }
    return { owners, guesses: (await Promise.all(guesses)).map(({ statusCode }) => statusCode) };
  }
  const many = Array.from({ length: 80 }, (_, number) => `198.51.100.${number}`);
  const enters =
    (browser: ReturnType<typeof browserAt>, password = PASSWORD) =>
    async () =>
      (await browser(OWNER, password)).statusCode;

  beforeEach(async () => {
    await db.deleteFrom('familiar_origin').execute();
  });

  test('on one account from everywhere leaves its owner’s familiar origins open', async () => {
    await enters(browserAt('203.0.113.7'))();
    // Another browser on the same network.
    const { owners, guesses } = await storm(many, () => OWNER, enters(browserAt('203.0.113.7')));
    expect(owners).toEqual([201, 201, 201, 201]);
    // An account allows fifty attempts in all; afterwards each waits.
    expect(guesses.filter((status) => status === 401).length).toBeLessThanOrEqual(50);
    expect(new Set(guesses)).toEqual(new Set([401, 429]));
    // A full queue also refuses attempts without counting them, so the rest of the fifty are made one by one.
    let last = 401;
    for (let number = 0; last === 401; number += 1)
      last = (await browserAt(`198.51.100.${100 + number}`)(OWNER, `resto-${number}`)).statusCode;
    expect(last).toBe(429);
    expect((await browserAt('203.0.113.99')(OWNER, PASSWORD)).statusCode).toBe(429);
  });

  test('on one account from the owner’s network is separated from their browser', LONG, async () => {
    const browser = browserAt('203.0.113.7');
    await enters(browser)();
    const { owners, guesses } = await storm(['203.0.113.7'], () => OWNER, enters(browser));
    expect(owners).toEqual([201, 201, 201, 201]);
    expect(guesses.filter((status) => status === 401).length).toBe(10);
    // The owner is informed.
    expect((await browser(OWNER, PASSWORD)).json()).toMatchObject({ failed_tries: 10 });
  });

  test('on one account from one network leaves other networks open to its owner', LONG, async () => {
    const { owners, guesses } = await storm(['198.51.100.1'], () => OWNER, enters(browserAt('203.0.113.8')));
    expect(owners).toEqual([201, 201, 201, 201]);
    expect(guesses.filter((status) => status === 401).length).toBe(10);
  });

  test('on many accounts from the owner’s network leaves their browser open', LONG, async () => {
    await enters(browserAt('203.0.113.7'))();
    const { owners, guesses } = await storm(
      ['203.0.113.7'],
      (number) => `a${number}@x.test`,
      enters(browserAt('203.0.113.7')),
    );
    expect(owners).toEqual([201, 201, 201, 201]);
    expect(guesses.filter((status) => status === 401).length).toBeLessThanOrEqual(20);
    // Unfamiliar origins wait like the attackers.
    expect((await browserAt('203.0.113.7')('antes-nao@morada.test', PASSWORD)).statusCode).toBe(429);
  });

  test('leaves the server responsive: two hashes at once, and a bounded queue', LONG, async () => {
    const accounts = Array.from({ length: 60 }, (_, number) =>
      browserAt(`198.18.${number}.1`)(`b${number}@x.test`, 'errada'),
    );
    const read = await as('*').get('/dashboard/badges');
    expect(read.statusCode).toBe(200);
    const answers = (await Promise.all(accounts)).map(({ statusCode, headers }) => [
      statusCode,
      headers['retry-after'] ?? null,
    ]);
    for (const answer of answers)
      expect([
        [401, null],
        [429, '5'],
      ]).toContainEqual(answer);
  });
});

test('a changed password forgets every origin but the present one', async () => {
  await db.deleteFrom('familiar_origin').execute();
  const [here, elsewhere] = [browserAt('203.0.113.7'), browserAt('203.0.113.8')];
  const { token } = (await here(OWNER, PASSWORD)).json();
  await elsewhere(OWNER, PASSWORD);
  const places = async () => (await db.selectFrom('familiar_origin').selectAll().execute()).length;
  // One origin for each network and browser.
  expect(await places()).toBe(4);
  const answer = await app.inject({
    method: 'PATCH',
    url: '/api/user/admin/password',
    headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.7' },
    payload: { password: 'quintal com jabuticaba' },
  });
  expect([answer.statusCode, await places()]).toEqual([200, 2]);
  const password_hash = await hashPassword(PASSWORD);
  await db.updateTable('admin_user').set({ password_hash }).where('email', '=', OWNER).execute();
});

describe('the caller’s address', () => {
  const from = (remoteAddress: string, forwarded: string) =>
    app.inject({
      method: 'POST',
      url: '/api/user/admin/session',
      remoteAddress,
      headers: { 'x-forwarded-for': forwarded },
      payload: { email: 'd@x.test', password: 'errada' },
    });

  test('is taken from a local proxy, and from no other', async () => {
    await from('127.0.0.1', '203.0.113.7');
    await from('198.51.100.9', '203.0.113.8');
    expect(await failuresOf('network:203.0.113.7')).toBe(1);
    expect(await failuresOf('network:203.0.113.8')).toBe(0);
    expect(await failuresOf('network:198.51.100.9')).toBe(1);
  });

  test('of IPv6 is counted by its first 64 bits', LONG, async () => {
    for (let number = 1; number <= 10; number += 1)
      expect((await from('127.0.0.1', `2001:db8:1:2::${number}`)).statusCode).toBe(401);
    expect((await from('127.0.0.1', '2001:db8:1:2:ffff::1')).statusCode).toBe(429);
    expect((await from('127.0.0.1', '2001:db8:1:3::1')).statusCode).toBe(401);
    expect(await failuresOf('network:2001:db8:1:2::/64')).toBe(10);
  });
});

describe('confirming the password', () => {
  test('is limited like signing in, and independent of failures there', LONG, async () => {
    const { token } = (await enter(OWNER, PASSWORD)).json();
    await sql`update session set created_at = now() - interval '11 minutes' where token_hash = ${hashOf(token)}`.execute(
      db,
    );
    const change = (current_password?: string) =>
      app.inject({
        method: 'PATCH',
        url: '/api/user/admin/password',
        headers: { authorization: `Bearer ${token}` },
        payload: { password: 'quintal com jabuticaba', current_password },
      });
    for (let times = 0; times < 11; times += 1) await enter(OWNER, 'errada');
    // A requested confirmation is no failure.
    for (let times = 0; times < 12; times += 1) expect(refusal(await change())).toEqual([401, 'reauth-required']);
    for (let times = 0; times < 10; times += 1)
      expect(refusal(await change('errada'))).toEqual([401, 'reauth-required']);
    const storm = await Promise.all(Array.from({ length: 60 }, () => change('errada')));
    expect(new Set(storm.map(({ statusCode }) => statusCode))).toEqual(new Set([429]));
    expect(refusal(await change(PASSWORD))).toEqual([429, 'TOO_MANY_FAILURES']);
    await sql`update login_failure set at = at - interval '5 seconds'`.execute(db);
    expect((await change(PASSWORD)).statusCode).toBe(200);
    const password_hash = await hashPassword(PASSWORD);
    await db.updateTable('admin_user').set({ password_hash }).where('email', '=', OWNER).execute();
  });
});

describe('POST /setup, which is public', () => {
  const form = { name: 'Dona da Casa', email: 'dona@morada.test', password: PASSWORD, token: 'x'.repeat(43) };

  test('does no expensive work without a link', async () => {
    await anonymous.post('/setup', form);
    let left = 20;
    // Hashes stand in one line, so that one of the call would be the last of them, whatever the pace of the machine.
    const before = Array.from({ length: left }, () => hashPassword(PASSWORD).then(() => (left -= 1)));
    expect((await anonymous.post('/setup', form)).statusCode).toBe(403);
    expect(left).toBeGreaterThan(0);
    await Promise.all(before);
  });

  test('accepts a link of today, not of yesterday', async () => {
    const empty = await startApp();
    const token = await newSetupLink(empty.deps);
    await sql`update setup_link set created_at = now() - interval '24 hours'`.execute(empty.db);
    expect(refusal(await empty.anonymous.post('/setup', { ...form, token }))).toEqual([403, 'SETUP_CLOSED']);
    await sql`update setup_link set created_at = now() - interval '23 hours 59 minutes'`.execute(empty.db);
    expect((await empty.anonymous.post('/setup', { ...form, token })).statusCode).toBe(201);
    await empty.stop();
  });
});

describe('a common password', () => {
  const COMMON = 'Esta senha está entre as primeiras que alguém tentaria. Escolha outra.';
  const OWN = 'Não use o nome, o e-mail nem o nome da imobiliária como senha';
  const body = (password: string) => ({
    name: 'Cida Prado',
    email: `cida${password.length}@morada.test`,
    groupId,
    password,
  });
  const make = (password: string) => as('*').post('/user/admin/user', body(password));

  test.each([
    ['Senha@2026', COMMON],
    ['12345678', COMMON],
    ['serraverde1', OWN],
    ['CidaPrado!', OWN],
    // Common passwords from leaks, ignoring case; no rule matches them.
    ['Slipknot', COMMON],
    ['12qwaszx', COMMON],
  ])('%s is refused', async (password, message) => {
    expect(firstError(await make(password))).toEqual([422, 'password', message]);
  });

  test('is refused in changes, by oneself or another', async () => {
    const { id } = (await make('janela-azul-7')).json();
    expect(firstError(await as('*').patch(`/user/admin/user/${id}`, { password: 'Prado1990' }))).toEqual([
      422,
      'password',
      OWN,
    ]);
    const { token } = (await enter('cida13@morada.test', 'janela-azul-7')).json();
    const change = (password: string) =>
      app.inject({
        method: 'PATCH',
        url: '/api/user/admin/password',
        headers: { authorization: `Bearer ${token}` },
        payload: { password },
      });
    expect(firstError(await change('cida.prado'))).toEqual([422, 'password', OWN]);
    expect(firstError(await change('qwerty123'))).toEqual([422, 'password', COMMON]);
    expect((await change('quintal com jabuticaba')).statusCode).toBe(200);
  });

  test('is refused for the first administrator', async () => {
    const owner = { name: 'Dona', email: 'dona@morada.test' };
    await expect(createAdministrator(deps, { ...owner, password: 'admin123' })).rejects.toThrow(COMMON);
    await expect(createAdministrator(deps, { ...owner, password: 'curta' })).rejects.toThrow('8 caracteres');
  });

  test('chosen before still signs in', async () => {
    const email = 'antiga@morada.test';
    const password_hash = await hashPassword('senha123');
    await db.insertInto('admin_user').values({ name: 'Antiga', email, password_hash, group_id: groupId }).execute();
    expect((await enter(email, 'senha123')).statusCode).toBe(201);
  });
});
