import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import { hashOf } from '#api/base/secrets/secrets.ts';
import { readSettings } from '#api/base/settings.ts';
import { startJobs } from '#api/jobs.ts';
import { rememberOrigin, staffAccount } from '#api/modules/access/credentials/tries.service.ts';
import { sweepsOfSessions } from '#api/modules/access/session/session.service.ts';
import { openOutside } from '#api/outside/outside.ts';
import { executables } from '#test/attacks/attacks.ts';
import { testPayloads } from '#test/attacks/each-payload.ts';
import { clientDesk, wordsOf, wrongsIn } from '#test/desks/client-desk.ts';
import { shownAfter } from '#test/form-answers.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { type Received, startMailServer } from '#test/servers/mail-server.ts';

const PUBLIC_URL = 'https://serra.example';
const mail = await startMailServer();
const outside = openOutside(
  readSettings({ CEP_URL: '', INDICES_URL: '', SMTP_URL: mail.url, MAIL_FROM: 'a@serra.example', PUBLIC_URL }),
  { within: 60_000, rest: 1 },
);
const { db, deps, pool, as, signIn, stop } = await startApp({ outside, today: '2026-11-26' });
const app = await buildApp({ ...deps, publicUrl: PUBLIC_URL });
/** The same agency without e-mail. */
const plain = await buildApp({ ...deps, outside: {} });
const jobs = await startJobs({ ...deps, publicUrl: PUBLIC_URL }, pool, app.log, { crontab: '', pollInterval: 1_000 });
await db.updateTable('agency').set({ name: 'Imobiliária Serra' }).execute();
afterAll(async () => {
  await jobs.stop();
  await Promise.all([app.close(), plain.close()]);
  await stop();
  await mail.close();
});
beforeEach(() => db.deleteFrom('login_failure').execute());

const { anonymous } = clientDesk(app);
const NEW = 'a senha bem diferente';

const isTo = (email: string) => (one: Received) => one.to.join() === email;
const mailsTo = (email: string) => mail.received.filter(isTo(email)).length;
const ask = (email: string) => anonymous.post('/senha', { email });
/** Requests a link and returns the path in the mail that arrives. */
async function mailedLink(email: string) {
  const arrival = mail.next((one) => isTo(email)(one) && one.text.includes('/senha/'));
  expect((await ask(email)).headers.location).toBe('/senha?enviado=sim');
  const { text } = await arrival;
  return /https:\/\/serra\.example(\/senha\/[\w-]{43})/.exec(text)?.[1] ?? '';
}
const choose = (path: string, password = NEW, confirmation = password, headers = {}) =>
  anonymous.post(path, { password, confirmation }, headers);
const person = async () => {
  const { token } = await signIn('CLIENT_VIEW');
  const found = await db
    .selectFrom('session')
    .innerJoin('admin_user', 'admin_user.id', 'session.admin_user_id')
    .select(['admin_user.id', 'admin_user.email'])
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirstOrThrow();
  return { ...found, token };
};
const login = (email: string, password: string, more = {}) =>
  app.inject({ method: 'POST', url: '/api/user/admin/session', payload: { email, password, ...more } });
const isIn = async (token: string) =>
  (await app.inject({ url: '/api/dashboard/badges', headers: { authorization: `Bearer ${token}` } })).statusCode !==
  401;
const linksOf = (id: number) => db.selectFrom('password_link').selectAll().where('admin_user_id', '=', id).execute();

describe('asking for a link', () => {
  test('the login says whether it is possible', async () => {
    const state = async (one: typeof app) => (await one.inject({ url: '/api/setup' })).json().mail;
    expect([await state(app), await state(plain)]).toEqual([true, false]);
    const page = await plain.inject({ url: '/senha' });
    expect(wordsOf(page)).toContain('O envio de e-mails não está configurado aqui.');
    expect(page.body).not.toContain('<form');
    const refused = await clientDesk(plain).anonymous.post('/senha', { email: 'a@b.com.br' });
    expect(refused.statusCode).toBe(503);
  });

  test('answers the same for known and unknown addresses, and mails only the known', async () => {
    const { email, id } = await person();
    const known = ask(email.toUpperCase());
    const unknown = ask('ninguem@serra.example');
    const shape = ({ statusCode, headers, body }: Awaited<typeof known>) => [
      ...[statusCode, headers.location, body, Object.keys(headers).toSorted()],
    ];
    expect(shape(await known)).toEqual(shape(await unknown));
    await mail.next(isTo(email));
    expect(mailsTo('ninguem@serra.example')).toBe(0);
    const [link] = await linksOf(id);
    expect(link?.token_hash).toHaveLength(32);
    const words = wordsOf(await anonymous.get('/senha?enviado=sim'));
    expect(words).toContain('Se o endereço que você informou for de alguém da equipe');
  });

  test('a mailbox gets three within a quarter of an hour, an address twenty requests', LONG, async () => {
    const { email, id } = await person();
    for (let asked = 0; asked < 5; asked += 1) expect((await ask(email)).statusCode).toBe(303);
    await mail.next(isTo(email));
    await expect.poll(() => linksOf(id).then((links) => links.length)).toBe(3);
    const from = { remoteAddress: '203.0.113.77' };
    const often = () =>
      app
        .inject({ method: 'POST', url: '/senha', payload: { email: 'x@y.zz' }, ...from })
        .then((one) => shownAfter(app, one))
        .then((one) => one.statusCode);
    const answers = [];
    for (let asked = 0; asked < 21; asked += 1) answers.push(await often());
    expect([answers.filter((status) => status === 303).length, answers.at(-1)]).toEqual([20, 429]);
  });

  test('a deleted person gets none', async () => {
    const { email, id } = await person();
    await db.updateTable('admin_user').set({ deleted_at: new Date() }).where('id', '=', id).execute();
    expect((await ask(email)).headers.location).toBe('/senha?enviado=sim');
    expect(await linksOf(id)).toEqual([]);
  });

  test('a form sent by another site is refused', async () => {
    const answer = await app.inject({
      ...{ method: 'POST', url: '/senha', payload: { email: 'a@b.com.br' } },
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(answer.statusCode).toBe(403);
  });

  testPayloads('what is typed is shown as text, or refused', async (all) => {
    for (const attack of all) {
      const answer = await ask(attack);
      const isKnown = answer.statusCode === 422 || answer.statusCode === 303;
      expect([attack, isKnown, executables(answer.body)]).toEqual([attack, true, []]);
      await db.deleteFrom('login_failure').execute();
    }
  });
});

describe('setting the password', () => {
  test('ends every session, opens none, and tells the person; the link is used up', async () => {
    const { id, email, token } = await person();
    const path = await mailedLink(email);
    const page = await anonymous.get(path);
    expect([page.statusCode, wordsOf(page)]).toEqual([200, expect.stringContaining(email)]);
    expect(page.headers).toMatchObject({
      ...{ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-frame-options': 'DENY' },
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(await isIn(token)).toBe(true);

    const notice = mail.next((one) => isTo(email)(one) && one.text.includes('foi trocada em 26/11/2026'));
    const answer = await choose(path);
    expect([answer.statusCode, answer.headers.location, answer.cookies]).toEqual([303, '/senha?trocada=sim', []]);
    await notice;
    expect(await isIn(token)).toBe(false);
    expect([(await login(email, NEW)).statusCode, (await choose(path)).statusCode]).toEqual([201, 410]);
    expect(wordsOf(await anonymous.get(path))).toContain('Este link não vale mais');
    expect(await linksOf(id)).toEqual([]);
    const trail = await db
      .selectFrom('trail')
      .select(['action', 'admin_user_id', 'changes'])
      .where('record', '=', 'admin_user')
      .where('record_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(trail).toMatchObject({ action: 'reset-password', admin_user_id: id });
    expect(JSON.stringify(trail)).not.toContain(NEW);
  });

  test('the place that sets it stays as familiar as it was, and every other one is forgotten', async () => {
    const { email } = await person();
    const account = staffAccount(email);
    const [here, elsewhere] = ['203.0.113.8', '203.0.113.9'];
    for (const address of [here, elsewhere]) await rememberOrigin(db, account, { address });
    const familiar = () =>
      db.selectFrom('familiar_origin').select('origin_hash').where('account_hash', '=', hashOf(account)).execute();
    const [office] = await familiar();
    expect((await choose(await mailedLink(email), NEW, NEW, { 'x-from': here })).statusCode).toBe(303);
    expect(await familiar()).toEqual([office]);
  });

  test('makes no place familiar that was not', async () => {
    const { email } = await person();
    await choose(await mailedLink(email));
    const hash = hashOf(staffAccount(email));
    expect(await db.selectFrom('familiar_origin').selectAll().where('account_hash', '=', hash).execute()).toEqual([]);
  });

  test('the second factor is asked for as before', async () => {
    const { id, email } = await person();
    await db
      .insertInto('second_factor')
      .values({ admin_user_id: id, secret: 'x', since: new Date(), recovery_salt: Buffer.alloc(16) })
      .execute();
    await choose(await mailedLink(email));
    const answer = await login(email, NEW);
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'second-factor-required']);
  });

  test.each(['curta', '12345678', 'imobiliaria serra'])(
    '%s is refused, and the link stays good',
    LONG,
    async (password) => {
      const { email } = await person();
      const path = await mailedLink(email);
      const answer = await choose(path, password);
      expect([answer.statusCode, Object.keys(wrongsIn(answer))]).toEqual([422, ['password']]);
      const unequal = await choose(path, NEW, `${NEW}x`);
      expect([unequal.statusCode, wrongsIn(unequal)]).toEqual([422, { confirmation: 'As duas senhas não são iguais' }]);
      expect((await choose(path)).statusCode).toBe(303);
    },
  );

  test('a link is good for thirty minutes', async () => {
    const { id, email } = await person();
    const path = await mailedLink(email);
    const age = (by: string) =>
      sql`update password_link set created_at = now() - ${by}::interval where admin_user_id = ${id}`.execute(db);
    await age('29 minutes 50 seconds');
    expect((await anonymous.get(path)).statusCode).toBe(200);
    await age('30 minutes 1 second');
    expect([(await anonymous.get(path)).statusCode, (await choose(path)).statusCode]).toEqual([410, 410]);
    await sweepsOfSessions(deps).links();
    expect(await linksOf(id)).toEqual([]);
  });

  test('of two at once one wins', async () => {
    const { email } = await person();
    const path = await mailedLink(email);
    const answers = await Promise.all([choose(path), choose(path, `${NEW} outra`)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 410]);
  });

  test('a guessed link, a stored hash, and another kind of link open nothing', async () => {
    const { id, email } = await person();
    const path = await mailedLink(email);
    const [link] = await linksOf(id);
    const hash = link?.token_hash.toString('base64url') ?? '';
    for (const token of ['x'.repeat(43), hash, hashOf(hash).toString('base64url'), 'x', '%00', '..%2flogin'])
      expect([token, (await choose(`/senha/${token}`)).statusCode]).toEqual([token, 410]);
    expect((await anonymous.get(path.replace('/senha', '/cliente/acesso'))).statusCode).toBe(410);
    expect((await login(email, NEW)).statusCode).toBe(401);
  });

  test('a link changes only its own person’s password', async () => {
    const [one, other] = [await person(), await person()];
    await choose(await mailedLink(one.email));
    expect([(await login(one.email, NEW)).statusCode, (await login(other.email, NEW)).statusCode]).toEqual([201, 401]);
    expect(await isIn(other.token)).toBe(true);
  });

  test('a pending link ends when the e-mail or the password changes, and with the person', LONG, async () => {
    const admin = as('*');
    for (const change of [{ email: `novo${Date.now()}@serra.example` }, { password: 'dada pelo administrador' }]) {
      const { id, email } = await person();
      const path = await mailedLink(email);
      const { version } = await db
        .selectFrom('admin_user')
        .select('version')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const changed = await admin.patch(`/user/admin/user/${id}`, change, { 'if-match': `"${version}"` });
      expect([changed.statusCode, changed.body]).toEqual([200, expect.anything()]);
      expect((await choose(path)).statusCode).toBe(410);
    }
    const { id, email } = await person();
    const path = await mailedLink(email);
    expect((await admin.delete(`/user/admin/user?id=${id}`)).statusCode).toBe(204);
    expect((await anonymous.get(path)).statusCode).toBe(410);
  });
});

describe('an invitation', () => {
  const invited = async (desk: typeof app) => {
    const { token } = await signIn('*');
    const send = (method: 'POST' | 'PUT', url: string, payload?: object) =>
      desk.inject({
        method,
        url: `/api${url}`,
        headers: { authorization: `Bearer ${token}` },
        ...(payload && { payload }),
      });
    const group = await db
      .selectFrom('permission_group')
      .select('id')
      .where('permissions', '=', sql<string[]>`array['CLIENT_VIEW']`)
      .executeTakeFirstOrThrow();
    people += 1;
    const email = `convidada-${people}@serra.example`;
    const body = { name: 'Rita Convidada', email, groupId: group.id, invite: true };
    return { email, send, made: await send('POST', '/user/admin/user', body) };
  };
  let people = 0;

  test('is mailed, and the person chooses the first password', async () => {
    await signIn('CLIENT_VIEW');
    const arrival = mail.next(({ text }) => text.includes('criou o seu acesso'));
    const { email, made, send } = await invited(app);
    expect(made.json()).toMatchObject({ email, invited: 'BY_MAIL' });
    const path = /https:\/\/serra\.example(\/senha\/[\w-]{43})/.exec((await arrival).text)?.[1] ?? '';
    await sql`update password_link set created_at = now() - interval '71 hours'`.execute(db);
    expect((await choose(path)).statusCode).toBeLessThan(400);
    const again = await send('PUT', `/user/admin/user/${made.json().id}/invitation`);
    expect([again.statusCode, again.json().code]).toEqual([409, 'ADMIN_NOT_INVITED']);
  });

  test('without mail is a link of one use to hand over; a new one ends the former', LONG, async () => {
    await signIn('CLIENT_VIEW');
    const desk = await buildApp({ ...deps, outside: {}, publicUrl: PUBLIC_URL });
    const { made, send } = await invited(desk);
    expect(made.json().invited).toBe('BY_HAND');
    const link = async () => (await send('PUT', `/user/admin/user/${made.json().id}/invitation`)).json();
    const [first, second] = [await link(), await link()];
    expect(second).toEqual({
      sent_to: null,
      url: expect.stringMatching(/^https:\/\/serra\.example\/senha\/[\w-]{43}$/),
    });
    const pathOf = ({ url }: { url: string }) => new URL(url).pathname;
    expect((await anonymous.get(pathOf(first))).body).toContain('Este link não vale mais');
    expect((await choose(pathOf(second))).statusCode).toBeLessThan(400);
    expect(await linksOf(made.json().id)).toEqual([]);
    await desk.close();
  });

  test('needs a password or an invitation', async () => {
    const refused = await as('*').post('/user/admin/user', { name: 'Rita', email: 'r@serra.example', groupId: 1 });
    expect([refused.statusCode, refused.json().errors[0]]).toEqual([
      422,
      { field: 'password', message: 'Informe a senha do usuário!' },
    ]);
  });
});
