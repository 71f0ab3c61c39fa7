import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import { connect } from '#api/db/connection/connect.ts';
import { codeOf } from '#test/authenticator.ts';
import { firstError, refusal, trailOf } from '#test/calls/answers.ts';
import { described } from '#test/calls/described.ts';
import { startApp } from '#test/harness.ts';
import { PASSWORD, staffPeople } from '#test/staff-people.ts';

const agency = await startApp();
const { anonymous, as, connection, db, deps, signIn } = agency;
const { person, login, tokenOf, holding, enrol, forgetSteps, age, statusOf } = staffPeople(agency);
const { db: otherDb } = connect(connection);
const otherServer = await buildApp({ ...deps, db: otherDb });
afterAll(async () => {
  await otherServer.close();
  await otherDb.destroy();
  await agency.stop();
});
beforeEach(async () => {
  await db.deleteFrom('login_failure').execute();
  await require(false);
  await forgetSteps();
});

const FACTOR = '/user/admin/second-factor';
const require = (require_second_factor: boolean) => db.updateTable('agency').set({ require_second_factor }).execute();
const actionsOf = async (id: number) => (await trailOf(db, 'admin_user', id)).map(({ action }) => action);

/** A person with a second factor: their authenticator and recovery codes. */
async function withFactor(...permissions: string[]) {
  const one = await person(...permissions);
  const token = await tokenOf(one.email);
  return { ...one, token, ...(await enrol(token)) };
}
/** For cases that leave the factor and its recovery codes as they are: each enrolment hashes ten codes. */
const enrolled = await withFactor();

describe('enabling', () => {
  test('takes effect once a code confirms it, and shows ten recovery codes', async () => {
    const { id, email } = await person();
    const token = await tokenOf(email);
    const off = { on: false, since: null, recovery_codes_left: 0, required: false };
    expect((await holding(token).get(FACTOR)).json()).toEqual(off);
    const { secret, uri } = (await holding(token).put(FACTOR)).json();
    expect(uri).toContain(`secret=${secret}`);
    expect(decodeURIComponent(uri)).toContain(`Morada:${email}`);
    // A pending factor is not in force: sign-in asks for no code yet.
    expect((await holding(token).get(FACTOR)).json()).toEqual(off);
    expect((await login(email)).statusCode).toBe(201);
    expect(firstError(await holding(token).patch(FACTOR, { code: '000000' }))).toEqual([
      422,
      'code',
      'Código incorreto. Confira a hora do celular e tente o próximo código.',
    ]);
    const answer = await holding(token).patch(FACTOR, { code: ` ${codeOf(secret).replace(/^.../, '$& ')} ` });
    expect(answer.statusCode).toBe(200);
    const { recovery_codes } = answer.json();
    expect(new Set(recovery_codes).size).toBe(10);
    for (const code of recovery_codes) expect(code).toMatch(/^[2-9a-z]{5}-[2-9a-z]{5}$/);
    expect((await holding(token).get(FACTOR)).json()).toEqual({
      on: true,
      since: expect.any(String),
      recovery_codes_left: 10,
      required: false,
    });
    expect(await actionsOf(id)).toEqual(['second-factor-on']);
  });

  test('reports that there is nothing to confirm', async () => {
    const token = await tokenOf((await person()).email);
    expect(refusal(await holding(token).patch(FACTOR, { code: '123456' }))).toEqual([409, 'SECOND_FACTOR_NOT_BEGUN']);
    expect(firstError(await holding(token).patch(FACTOR, { code: ' ' }))).toEqual([422, 'code', 'Informe o código']);
  });

  test('keeps the old phone valid until the new one is confirmed', async () => {
    const { email, token, secret } = await withFactor();
    const next = (await holding(token).put(FACTOR)).json().secret;
    expect((await login(email, codeOf(next))).statusCode).toBe(401);
    expect((await login(email, codeOf(secret))).statusCode).toBe(201);
    await holding(token).patch(FACTOR, { code: codeOf(next) });
    await forgetSteps();
    expect((await login(email, codeOf(secret))).statusCode).toBe(401);
    expect((await login(email, codeOf(next))).statusCode).toBe(201);
  });

  test('stores recovery codes as slow hashes only', async () => {
    const { id, codes } = enrolled;
    const { rows } = await sql<{ row: string }>`
      select encode(code_hash, 'escape') || encode(code_hash, 'hex') as row from recovery_code where admin_user_id = ${id}`.execute(
      db,
    );
    expect(rows).toHaveLength(10);
    for (const code of codes) for (const { row } of rows) expect(row).not.toContain(code.slice(0, 5));
  });
});

describe('sign-in', () => {
  test('is unchanged without a second factor', async () => {
    const { email } = await person();
    expect(Object.keys((await login(email)).json()).sort()).toEqual(['group', 'name', 'token']);
    // An unrequested code is ignored.
    expect((await login(email, '123456')).statusCode).toBe(201);
  });

  test('asks for a code only after the right password', async () => {
    const { email, secret } = enrolled;
    const wrong = await anonymous.post('/user/admin/session', { email, password: 'errada' });
    expect(refusal(wrong)).toEqual([401, 'WRONG_CREDENTIALS']);
    const asked = await login(email);
    expect(refusal(asked)).toEqual([401, 'second-factor-required']);
    expect(JSON.stringify(asked.json())).not.toContain('token');
    expect(firstError(await login(email, '000000'))).toEqual([
      401,
      'code',
      'Código incorreto ou já usado. Espere o próximo e tente de novo.',
    ]);
    const answer = await login(email, codeOf(secret));
    expect(answer.statusCode).toBe(201);
    expect(await statusOf(answer.json().token)).toBe(200);
  });

  test('accepts the code of an adjacent step, and none twice', async () => {
    const { email, secret } = enrolled;
    const [before, now, after] = [codeOf(secret, -1), codeOf(secret), codeOf(secret, 1)];
    expect((await login(email, before)).statusCode).toBe(201);
    expect((await login(email, before)).statusCode).toBe(401);
    expect((await login(email, now)).statusCode).toBe(201);
    expect((await login(email, after)).statusCode).toBe(201);
    // Codes of steps before an accepted one are invalid too.
    expect((await login(email, now)).statusCode).toBe(401);
    await forgetSteps();
    expect((await login(email, codeOf(secret, 3))).statusCode).toBe(401);
  });

  test('opens one session for one code on two servers concurrently', async () => {
    const { email, secret } = enrolled;
    const payload = { email, password: PASSWORD, code: codeOf(secret) };
    const answers = await Promise.all([
      login(email, payload.code),
      otherServer.inject({ method: 'POST', url: '/api/user/admin/session', payload }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 401]);
  });

  test('accepts a recovery code once, in any spelling', async () => {
    const { id, email, codes, token } = await withFactor();
    const [one = '', two = ''] = codes;
    expect((await login(email, one)).statusCode).toBe(201);
    expect(refusal(await login(email, one))).toEqual([401, 'WRONG_CODE']);
    expect((await login(email, ` ${two.toUpperCase().replace('-', ' ')} `)).statusCode).toBe(201);
    expect((await holding(token).get(FACTOR)).json().recovery_codes_left).toBe(8);
    expect(await actionsOf(id)).toEqual(['second-factor-on', 'recovery-code', 'recovery-code']);
  });

  test('refuses another person’s codes', async () => {
    const [one, other] = [await withFactor(), enrolled];
    expect((await login(one.email, codeOf(other.secret))).statusCode).toBe(401);
    expect((await login(one.email, other.codes[0])).statusCode).toBe(401);
  });
});

describe('failed attempts', () => {
  test('lock codes for fifteen minutes after five wrong ones', async () => {
    const { id, email, secret, codes } = enrolled;
    for (let times = 0; times < 5; times += 1) expect((await login(email, '000000')).statusCode).toBe(401);
    for (const code of [codeOf(secret), codes[0]])
      expect(refusal(await login(email, code))).toEqual([429, 'TOO_MANY_CODES']);
    // Attempts without the password can't lock the account.
    expect(refusal(await login(email))).toEqual([401, 'second-factor-required']);
    await sql`update login_failure set at = at - interval '15 minutes' where key = ${`code:${id}`}`.execute(db);
    expect((await login(email, codeOf(secret))).statusCode).toBe(201);
  });

  test('are limited to five under concurrency', async () => {
    const { id, email } = enrolled;
    const storm = await Promise.all(Array.from({ length: 15 }, (_, at) => login(email, String(100_000 + at))));
    const looked = storm.filter(({ statusCode }) => statusCode === 401);
    expect(looked).toHaveLength(5);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from login_failure where key = ${`code:${id}`}`.execute(db);
    expect(rows).toEqual([{ n: 5 }]);
  });

  test('are cleared by a right code', async () => {
    const { email, secret } = enrolled;
    for (const step of [-1, 0]) {
      for (let times = 0; times < 4; times += 1) expect((await login(email, '000000')).statusCode).toBe(401);
      expect((await login(email, codeOf(secret, step))).statusCode).toBe(201);
    }
  });
});

describe('disabling, and new recovery codes', () => {
  test('require the password again, and a code', async () => {
    const { token, secret, codes, id, email } = await withFactor();
    await age(token);
    const calls = [
      () => holding(token).delete(FACTOR),
      () => holding(token).put(`${FACTOR}/codes`),
      () => holding(token).put(FACTOR),
    ];
    for (const call of calls) expect(refusal(await call())).toEqual([401, 'reauth-required']);
    const confirm = (body: object) => holding(token).put('/user/admin/confirmation', body);
    expect(refusal(await confirm({ password: 'errada', code: codeOf(secret) }))).toEqual([401, 'WRONG_PASSWORD']);
    expect(refusal(await confirm({ password: PASSWORD }))).toEqual([401, 'second-factor-required']);
    expect(refusal(await confirm({ password: PASSWORD, code: '000000' }))).toEqual([401, 'WRONG_CODE']);
    expect((await confirm({ password: PASSWORD, code: codeOf(secret) })).statusCode).toBe(204);

    const renewed = (await holding(token).put(`${FACTOR}/codes`)).json().recovery_codes;
    expect(renewed).toHaveLength(10);
    expect((await login(email, codes[0])).statusCode).toBe(401);
    expect((await login(email, renewed[0])).statusCode).toBe(201);
    expect((await holding(token).delete(FACTOR)).statusCode).toBe(204);
    expect((await login(email)).statusCode).toBe(201);
    expect(await actionsOf(id)).toEqual(['second-factor-on', 'recovery-codes', 'recovery-code', 'second-factor-off']);
    for (const call of [calls[0], calls[1]])
      expect(refusal((await call?.()) as never)).toEqual([409, 'SECOND_FACTOR_OFF']);
  });

  test('is refused where the agency requires a second factor', async () => {
    const { token } = enrolled;
    await require(true);
    expect(refusal(await holding(token).delete(FACTOR))).toEqual([409, 'SECOND_FACTOR_KEPT']);
  });
});

describe('another person’s second factor', () => {
  const reset = (as: ReturnType<typeof holding>, id: number) => as.delete(`/user/admin/user/${id}/second-factor`);

  test('is removed with the permission to change people, which ends the sessions and leaves a trail', async () => {
    const lost = await withFactor();
    const boss = holding(await tokenOf((await person('*')).email));
    for (let times = 0; times < 6; times += 1) await login(lost.email, '000000');
    expect((await boss.get(`/user/admin/user/${lost.id}`)).json()).toMatchObject({ second_factor: true, sessions: 1 });
    expect((await reset(boss, lost.id)).statusCode).toBe(204);
    expect(await statusOf(lost.token)).toBe(401);
    expect((await login(lost.email)).statusCode).toBe(201);
    expect((await trailOf(db, 'admin_user', lost.id)).at(-1)).toMatchObject({ action: 'second-factor-reset' });
    expect(refusal(await reset(boss, lost.id))).toEqual([409, 'ADMIN_FACTOR_OFF']);
  });

  test('is kept for higher-ranked people, for oneself, and without a recent password', async () => {
    const [boss, hr] = [await withFactor('*'), await person('ADMIN_USER_CREATE', 'PROPOSAL_VIEW')];
    const token = await tokenOf(hr.email);
    expect(refusal(await reset(holding(token), boss.id))).toEqual([403, 'ADMIN_BEYOND']);
    expect(refusal(await reset(holding(boss.token), boss.id))).toEqual([409, 'ADMIN_SELF_FACTOR']);
    await age(token);
    expect(refusal(await reset(holding(token), enrolled.id))).toEqual([401, 'reauth-required']);
    expect(await statusOf(enrolled.token)).toBe(200);
  });
});

describe('required by the agency', () => {
  const BEFORE = [
    'DELETE /user/admin/session',
    'GET /user/admin/duty',
    'GET /user/admin/second-factor',
    'PATCH /user/admin/password',
    'PATCH /user/admin/second-factor',
    'PUT /user/admin/confirmation',
    'PUT /user/admin/second-factor',
  ];

  test('blocks every other call of a person without one', async () => {
    await require(true);
    const boss = await person('*');
    const answer = await login(boss.email);
    expect(answer.json()).toMatchObject({ duty: 'second-factor' });
    let { token } = answer.json();
    const { operations } = await described(anonymous);
    const served: string[] = [];
    for (const { method, path, operation } of operations) {
      if (operation['x-permission'] === 'public') continue;
      const call = holding(token)[method.toLowerCase() as 'get'];
      const refused = await call(path.replace(/\{\w+\}/g, '1'));
      if (`${method} ${path}` === BEFORE[0]) token = await tokenOf(boss.email);
      if (refused.statusCode === 403 && refused.json().code === 'SECOND_FACTOR_FIRST') continue;
      served.push(`${method} ${path}`);
    }
    expect(served.sort()).toEqual(BEFORE);
  });

  test('unblocks after enrolling', async () => {
    await require(true);
    const { email } = await person();
    const token = await tokenOf(email);
    expect(await statusOf(token)).toBe(403);
    expect((await holding(token).get('/user/admin/duty')).json()).toEqual({ duty: 'second-factor' });
    const { secret } = await enrol(token);
    expect(await statusOf(token)).toBe(200);
    expect((await holding(token).get('/user/admin/duty')).json()).toEqual({ duty: null });
    expect((await login(email, codeOf(secret))).json()).not.toHaveProperty('duty');
  });

  test('leaves open sessions alone until the next sign-in', async () => {
    const { email } = await person();
    const token = await tokenOf(email);
    const boss = holding(await tokenOf((await person('*')).email));
    expect((await boss.patch('/agency', { require_second_factor: true })).json().require_second_factor).toBe(true);
    expect([await statusOf(token), await statusOf(await tokenOf(email))]).toEqual([200, 403]);
  });

  test('blocks tickets for files too', async () => {
    await require(true);
    const token = await tokenOf((await person()).email);
    const ticket = await holding(token).post('/ticket', { path: '/api/dashboard/badges' });
    expect(refusal(ticket)).toEqual([403, 'SECOND_FACTOR_FIRST']);
  });
});

describe('a password set by another person', () => {
  test('must be changed before any other call, to a different one', async () => {
    const { groupId } = await signIn('PROPOSAL_VIEW');
    const email = 'bruno@morada.test';
    const body = { name: 'Bruno Lima', email, password: PASSWORD, groupId, password_temporary: true };
    expect((await as('*').post('/user/admin/user', body)).statusCode).toBe(201);
    await require(true);
    const answer = await login(email);
    expect(answer.json()).toMatchObject({ duty: 'password' });
    const { token } = answer.json();
    expect(refusal(await holding(token).get('/dashboard/badges'))).toEqual([403, 'PASSWORD_FIRST']);
    const change = (password: string) => holding(token).patch('/user/admin/password', { password });
    expect(firstError(await change(PASSWORD))).toEqual([
      422,
      'password',
      'Escolha uma senha diferente da que deram a você',
    ]);
    expect((await change('quintal com jabuticaba')).statusCode).toBe(200);
    // The next duty follows the completed one.
    expect((await holding(token).get('/user/admin/duty')).json()).toEqual({ duty: 'second-factor' });
    await enrol(token);
    expect(await statusOf(token)).toBe(200);
  });

  test('must be changed after a reset too, and stays unless required', async () => {
    const { id, email } = await person();
    const give = (password_temporary?: boolean) =>
      as('*').patch(`/user/admin/user/${id}`, { password: PASSWORD, password_temporary });
    await give(true);
    expect((await login(email)).json()).toMatchObject({ duty: 'password' });
    await give(false);
    expect((await login(email)).json()).not.toHaveProperty('duty');
    await give();
    expect((await login(email)).json()).not.toHaveProperty('duty');
  });
});
