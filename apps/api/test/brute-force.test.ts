import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createAdministrator, hashPassword, newSetupLink } from '#api/modules/session/session.service.ts';
import { hashOf } from '#api/secrets.ts';
import { firstError, refusal } from './answers.ts';
import { startApp } from './harness.ts';

// What one account goes through stands with the session's own tests; here it is one address against many accounts, doors
// that should cost nobody anything, and passwords that are guessed first.

const PASSWORD = 'pequena-ilha-azul';
const { as, app, anonymous, db, deps, signIn, stop } = await startApp();
afterAll(stop);
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

describe('one address against many accounts', () => {
  test('is told to wait, whomever it tries next', async () => {
    for (let number = 0; number < 10; number += 1)
      expect((await enter(`a${number}@x.test`, 'errada')).statusCode).toBe(401);
    expect((await enter('rita@morada.test', 'errada')).statusCode).toBe(429);
    expect((await enter('rita@morada.test', PASSWORD)).statusCode).toBe(201);
  });

  test('at once has few of them looked at', async () => {
    for (let number = 0; number < 10; number += 1) await enter(`b${number}@x.test`, 'errada');
    const before = Number(await failuresOf('address:127.0.0.1'));
    const storm = await Promise.all(Array.from({ length: 150 }, (_, number) => enter(`c${number}@x.test`, 'errada')));
    expect(new Set(storm.map(({ statusCode }) => statusCode))).toEqual(new Set([429]));
    // Of those that were looked at a failure is kept; the rest were turned away at a line of twenty.
    const looked = Number(await failuresOf('address:127.0.0.1')) - before;
    expect(looked).toBeGreaterThanOrEqual(20);
    expect(looked).toBeLessThan(100);
    expect((await enter('rita@morada.test', PASSWORD)).statusCode).toBe(201);
  });

  test('is counted by the address that a proxy on this machine says, and no other may say one', async () => {
    const from = (remoteAddress: string, forwarded: string) =>
      app.inject({
        method: 'POST',
        url: '/api/user/admin/session',
        remoteAddress,
        headers: { 'x-forwarded-for': forwarded },
        payload: { email: 'd@x.test', password: 'errada' },
      });
    await from('127.0.0.1', '203.0.113.7');
    await from('198.51.100.9', '203.0.113.8');
    expect(await failuresOf('address:203.0.113.7')).toBe(1);
    expect(await failuresOf('address:203.0.113.8')).toBe(0);
    expect(await failuresOf('address:198.51.100.9')).toBe(1);
  });
});

describe('the present password, asked for again', () => {
  test('is guessed no faster than at the door', async () => {
    const { token } = (await enter('rita@morada.test', PASSWORD)).json();
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
    // To be asked is no failure.
    for (let times = 0; times < 12; times += 1) expect(refusal(await change())).toEqual([401, 'reauth-required']);
    for (let times = 0; times < 10; times += 1)
      expect(refusal(await change('errada'))).toEqual([401, 'reauth-required']);
    expect(refusal(await change('errada'))).toEqual([429, 'TOO_MANY_FAILURES']);
    expect(refusal(await enter('rita@morada.test', 'errada'))).toEqual([429, 'TOO_MANY_FAILURES']);
    const storm = await Promise.all(Array.from({ length: 60 }, () => change('errada')));
    expect(new Set(storm.map(({ statusCode }) => statusCode))).toEqual(new Set([429]));
    expect((await change(PASSWORD)).statusCode).toBe(200);
    await db
      .updateTable('admin_user')
      .set({ password_hash: await hashPassword(PASSWORD) })
      .where('email', '=', 'rita@morada.test')
      .execute();
  });
});

describe('POST /setup, which anybody may call', () => {
  const form = { name: 'Dona da Casa', email: 'dona@morada.test', password: PASSWORD, token: 'x'.repeat(43) };

  test('works for nobody who has no link', async () => {
    const start = performance.now();
    await hashPassword(PASSWORD);
    await hashPassword(PASSWORD);
    const hash = (performance.now() - start) / 2;
    await anonymous.post('/setup', form);
    const begin = performance.now();
    for (let times = 0; times < 60; times += 1) expect((await anonymous.post('/setup', form)).statusCode).toBe(403);
    // Were each password hashed, sixty hashes would be the least.
    expect(performance.now() - begin).toBeLessThan(60 * hash * 0.8);
  });

  test('takes a link of today, and none of yesterday', async () => {
    const empty = await startApp();
    const token = await newSetupLink(empty.deps);
    await sql`update setup_link set created_at = now() - interval '24 hours'`.execute(empty.db);
    expect(refusal(await empty.anonymous.post('/setup', { ...form, token }))).toEqual([403, 'SETUP_CLOSED']);
    await sql`update setup_link set created_at = now() - interval '23 hours 59 minutes'`.execute(empty.db);
    expect((await empty.anonymous.post('/setup', { ...form, token })).statusCode).toBe(201);
    await empty.stop();
  });
});

describe('a password that is guessed first', () => {
  const COMMON = 'Esta senha está entre as primeiras que alguém tentaria. Escolha outra.';
  const OWN = 'Não use o nome, o e-mail nem o nome da imobiliária como senha.';
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
    // By no rule: counted in leaks, in whatever case.
    ['Slipknot', COMMON],
    ['12qwaszx', COMMON],
  ])('%s is nobody’s', async (password, message) => {
    expect(firstError(await make(password))).toEqual([422, 'password', message]);
  });

  test('nor when it is changed, by oneself or by another', async () => {
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

  test('nor the first administrator’s', async () => {
    const owner = { name: 'Dona', email: 'dona@morada.test' };
    await expect(createAdministrator(deps, { ...owner, password: 'admin123' })).rejects.toThrow(COMMON);
    await expect(createAdministrator(deps, { ...owner, password: 'curta' })).rejects.toThrow('8 caracteres');
  });

  test('but one that was taken before still enters', async () => {
    const email = 'antiga@morada.test';
    const password_hash = await hashPassword('senha123');
    await db.insertInto('admin_user').values({ name: 'Antiga', email, password_hash, group_id: groupId }).execute();
    expect((await enter(email, 'senha123')).statusCode).toBe(201);
  });
});
