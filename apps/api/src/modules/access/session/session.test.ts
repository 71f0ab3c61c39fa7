import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '#api/base/secrets/password-hashing.ts';
import { hashOf } from '#api/base/secrets/secrets.ts';
import { insertTicket } from '#api/modules/access/session/session.queries.ts';
import { createAdministrator, newSetupLink, sweepsOfSessions } from '#api/modules/access/session/session.service.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';

const PASSWORD = 'pequena-ilha-azul';
const agency = await startApp({ today: '2026-03-10' });
const { app, as, anonymous, db, deps, invoice, signIn: staffSession, sessionOf, stop } = agency;
afterAll(stop);
// All requests of these tests come from one address: each test starts with a cleared counter.
beforeEach(async () => {
  await db.deleteFrom('login_failure').execute();
});

type Answer = Awaited<ReturnType<ReturnType<typeof as>['get']>>;
const refusal = (answer: Answer) => [answer.statusCode, answer.json().message];
const firstError = (answer: Answer) => {
  const { field, message } = answer.json().errors[0];
  return [answer.statusCode, field, message];
};

const password_hash = await hashPassword(PASSWORD);
let people = 0;
/** A person who can sign in, in a group of their own. */
async function person(...permissions: string[]) {
  people += 1;
  const group = await db
    .insertInto('permission_group')
    .values({ name: `Equipe ${people}`, permissions: permissions.length > 0 ? permissions : ['PROPOSAL_VIEW'] })
    .returningAll()
    .executeTakeFirstOrThrow();
  const email = `pessoa${people}@morada.test`;
  const admin = await db
    .insertInto('admin_user')
    .values({ name: 'Rita Lobo', email, password_hash, group_id: group.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: admin.id, email, group };
}

const login = (email: string, password = PASSWORD) => anonymous.post('/user/admin/session', { email, password });
const withToken = (token: string) => {
  const headers = { authorization: `Bearer ${token}` };
  return {
    get: (url: string) => app.inject({ method: 'GET', url: `/api${url}`, headers }),
    post: (url: string, payload: object) => app.inject({ method: 'POST', url: `/api${url}`, headers, payload }),
    patch: (url: string, payload: object) => app.inject({ method: 'PATCH', url: `/api${url}`, headers, payload }),
    delete: (url: string) => app.inject({ method: 'DELETE', url: `/api${url}`, headers }),
  };
};
const statusWith = async (token: string, url = '/dashboard/badges') => (await withToken(token).get(url)).statusCode;
const moveSession = (adminId: number, column: 'created_at' | 'seen_at', ago: string) =>
  sql`update session set ${sql.ref(column)} = now() - ${ago}::interval where admin_user_id = ${adminId}`.execute(db);

describe.each([
  ['delete', '/user/admin/session'],
  ['patch', '/user/admin/password'],
  ['get', '/dashboard/badges'],
  ['post', '/ticket'],
] as const)('%s %s', (method, url) => {
  test('requires a session', async () => {
    expect(refusal(await anonymous[method](url))).toEqual([401, 'Sua sessão terminou. Entre de novo.']);
    expect(await statusWith('a'.repeat(43))).toBe(401);
  });
});

describe('POST /user/admin/session', () => {
  test('returns token, name and group, as specified', async () => {
    const { email, group } = await person('PROPOSAL_VIEW', 'CLIENT_VIEW');
    const answer = await login(email);
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      name: 'Rita Lobo',
      group: [
        {
          id: group.id,
          name: group.name,
          permissions: [{ permission: 'PROPOSAL_VIEW' }, { permission: 'CLIENT_VIEW' }],
        },
      ],
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('ignores case and blanks of the address', async () => {
    const { email } = await person();
    expect((await login(`  ${email.toUpperCase()} `)).statusCode).toBe(201);
  });

  test('gives one answer for a wrong password and an unknown e-mail', async () => {
    const { email } = await person();
    const wrong = await login(email, 'senha errada');
    const unknown = await login('ninguem@morada.test', 'senha errada');
    expect(refusal(wrong)).toEqual([401, 'E-mail ou senha incorretos.']);
    expect(unknown.json()).toEqual(wrong.json());
  });

  test('treats a deleted person as unknown', async () => {
    const { id, email } = await person();
    await db.updateTable('admin_user').set({ deleted_at: new Date() }).where('id', '=', id).execute();
    expect((await login(email)).statusCode).toBe(401);
  });

  test.each([
    [{}, 'email', 'Informe seu e-mail!'],
    [{ email: '', password: 'x' }, 'email', 'Informe seu e-mail!'],
    [{ email: 'rita', password: 'x' }, 'email', 'Informe um e-mail válido'],
    [{ email: 'rita@morada.test' }, 'password', 'Informe sua senha!'],
    [{ email: 'rita@morada.test', password: '' }, 'password', 'Informe sua senha!'],
  ])('refuses %j', async (body, field, message) => {
    expect(firstError(await anonymous.post('/user/admin/session', body))).toEqual([422, field, message]);
  });

  test('stores the token as a hash only', async () => {
    const { id, email } = await person();
    const { token } = (await login(email)).json();
    const { rows } = await sql<{ found: boolean }>`
      select s.token_hash = sha256(${Buffer.from(token)}) as found from session s where admin_user_id = ${id}`.execute(
      db,
    );
    expect(rows).toEqual([{ found: true }]);
    const everything = await sql<{
      row: string;
    }>`select s::text as row from session s where admin_user_id = ${id}`.execute(db);
    expect(everything.rows[0]?.row).not.toContain(token);
  });
});

describe('many attempts', () => {
  test('right ones in a row all succeed, more of them than wrong ones would', LONG, async () => {
    const { email } = await person();
    for (let times = 0; times < 12; times += 1) expect((await login(email)).statusCode).toBe(201);
  });

  test('ten failures from a new origin delay the next, with doubling waits', async () => {
    const { email } = await person();
    for (let times = 0; times < 10; times += 1) expect((await login(email, 'errada')).statusCode).toBe(401);
    const eleventh = await login(email);
    expect(refusal(eleventh)).toEqual([429, 'Muitas tentativas com senha errada. Aguarde alguns minutos.']);
    expect(eleventh.headers['retry-after']).toBe('5');
    const later = (time: string) => sql`update login_failure set at = at - ${time}::interval`.execute(db);
    await later('5 seconds');
    expect((await login(email, 'errada')).statusCode).toBe(401);
    expect((await login(email)).headers['retry-after']).toBe('10');
    await later('10 seconds');
    // The right password is verified in turn, and clears the counter of this origin.
    expect((await login(email)).statusCode).toBe(201);
    expect((await login(email, 'errada')).statusCode).toBe(401);
  });

  test('an unknown e-mail is treated alike', async () => {
    for (let times = 0; times < 10; times += 1) await login('ninguem2@morada.test', 'errada');
    expect((await login('ninguem2@morada.test', 'errada')).statusCode).toBe(429);
  });

  test('failures expire after a day', async () => {
    const { email } = await person();
    for (let times = 0; times < 10; times += 1) await login(email, 'errada');
    await sql`update login_failure set at = at - interval '1 day'`.execute(db);
    expect((await login(email, 'errada')).statusCode).toBe(401);
  });

  test('concurrent attempts verify no more passwords than sequential ones', async () => {
    const { email } = await person();
    const storm = await Promise.all(Array.from({ length: 40 }, () => login(email, 'errada')));
    const verified = storm.filter((answer) => answer.statusCode === 401).length;
    expect(verified).toBe(10);
  });
});

describe('a session', () => {
  test('has the current permissions of the group', async () => {
    const { id, group } = await person('PROPOSAL_VIEW');
    const token = await sessionOf(id);
    expect(await statusWith(token, '/proposal?page=1')).toBe(200);
    await db
      .updateTable('permission_group')
      .set({ permissions: ['FEED_VIEW'] })
      .where('id', '=', group.id)
      .execute();
    expect(await statusWith(token, '/proposal?page=1')).toBe(403);
  });

  test('ends with the person’s deletion', async () => {
    const { id } = await person();
    const token = await sessionOf(id);
    await db.updateTable('admin_user').set({ deleted_at: new Date() }).where('id', '=', id).execute();
    expect(await statusWith(token)).toBe(401);
  });

  test('ends with sign-out, and others stay', async () => {
    const { id } = await person();
    const [one, other] = [await sessionOf(id), await sessionOf(id)];
    expect((await withToken(one).delete('/user/admin/session')).statusCode).toBe(204);
    expect([await statusWith(one), await statusWith(other)]).toEqual([401, 200]);
  });

  test('ends after twelve hours without use, and is extended by use', async () => {
    const { id } = await person();
    const token = await sessionOf(id);
    await moveSession(id, 'seen_at', '11 hours 59 minutes');
    expect(await statusWith(token)).toBe(200);
    // That call counted as activity and restarted the timeout.
    const { rows } = await sql<{
      fresh: boolean;
    }>`select seen_at > now() - interval '1 minute' as fresh from session where admin_user_id = ${id}`.execute(db);
    expect(rows).toEqual([{ fresh: true }]);
    await moveSession(id, 'seen_at', '12 hours');
    expect(await statusWith(token)).toBe(401);
  });

  test('ends after thirty days in any case', async () => {
    const { id } = await person();
    const token = await sessionOf(id);
    await moveSession(id, 'created_at', '29 days 23 hours');
    expect(await statusWith(token)).toBe(200);
    await moveSession(id, 'created_at', '30 days');
    expect(await statusWith(token)).toBe(401);
  });
});

describe('PATCH /user/admin/password', () => {
  const change = (token: string, body: object) => withToken(token).patch('/user/admin/password', body);

  test('ends the other sessions, and sets the new password', async () => {
    const { id, email } = await person();
    const [one, other] = [await sessionOf(id), await sessionOf(id)];
    const answer = await change(one, { password: 'outra-senha-boa' });
    expect([answer.statusCode, answer.json()]).toEqual([200, { id, name: 'Rita Lobo', email }]);
    expect([await statusWith(one), await statusWith(other)]).toEqual([200, 401]);
    expect((await login(email)).statusCode).toBe(401);
    expect((await login(email, 'outra-senha-boa')).statusCode).toBe(201);
    const trail = await db
      .selectFrom('trail')
      .select(['actor', 'action', 'changes'])
      .where('record', '=', 'admin_user')
      .where('record_id', '=', id)
      .execute();
    expect(trail).toEqual([{ actor: 'Rita Lobo', action: 'password', changes: null }]);
  });

  test('requires the current password ten minutes after sign-in', async () => {
    const { id } = await person();
    const token = await sessionOf(id);
    await moveSession(id, 'created_at', '11 minutes');
    const refused = await change(token, { password: 'outra-senha-boa' });
    expect(firstError(refused)).toEqual([401, 'current_password', 'Confirme sua senha atual para continuar']);
    expect(refused.json().type).toMatch(/reauth-required$/);
    expect((await change(token, { password: 'outra-senha-boa', current_password: 'errada' })).statusCode).toBe(401);
    expect(await statusWith(token)).toBe(200);
    expect((await change(token, { password: 'outra-senha-boa', current_password: PASSWORD })).statusCode).toBe(200);
  });

  test.each([
    [{}, 'Informe sua nova senha'],
    [{ password: '' }, 'Informe sua nova senha'],
    [{ password: 'curta' }, 'A senha precisa de 8 caracteres ou mais'],
    [{ password: 'x'.repeat(129) }, 'Use até 128 caracteres'],
  ])('refuses %j', async (body, message) => {
    const { id } = await person();
    expect(firstError(await change(await sessionOf(id), body))).toEqual([422, 'password', message]);
  });
});

describe('the first administrator', () => {
  const form = { name: 'Dona da Casa', email: 'Dona@Morada.test', password: PASSWORD };

  test('is created by the printed link, once', async () => {
    const empty = await startApp();
    expect((await empty.anonymous.get('/setup')).json()).toMatchObject({ open: true });
    const token = await newSetupLink(empty.deps);
    const setUp = (given = token) => empty.anonymous.post('/setup', { ...form, token: given });
    expect(refusal(await setUp('outro-link'))).toEqual([403, 'O link de configuração não vale mais.']);

    const [one, other] = await Promise.all([setUp(), setUp()]);
    expect([one.statusCode, other.statusCode].sort()).toEqual([201, 403]);
    const made = one.statusCode === 201 ? one : other;
    expect(made.json()).toMatchObject({ name: 'Dona da Casa', group: [{ permissions: [{ permission: '*' }] }] });
    expect((await setUp()).statusCode).toBe(403);
    expect((await empty.anonymous.get('/setup')).json()).toMatchObject({ open: false });
    expect(await newSetupLink(empty.deps)).toBeUndefined();
    const trail = await empty.db.selectFrom('trail').select(['actor', 'record', 'action']).orderBy('id').execute();
    expect(trail[0]).toEqual({ actor: 'Sistema', record: 'admin_user', action: 'create' });
    expect(trail.filter(({ record }) => record === 'admin_user')).toHaveLength(1);
    const entered = await empty.anonymous.post('/user/admin/session', {
      email: 'dona@morada.test',
      password: PASSWORD,
    });
    expect(entered.statusCode).toBe(201);
    await empty.stop();
  });

  test('invalidates an earlier link', async () => {
    const empty = await startApp();
    const [old, fresh] = [await newSetupLink(empty.deps), await newSetupLink(empty.deps)];
    expect((await empty.anonymous.post('/setup', { ...form, token: old })).statusCode).toBe(403);
    expect((await empty.anonymous.post('/setup', { ...form, token: fresh })).statusCode).toBe(201);
    await empty.stop();
  });

  test('gets permission groups and contract templates; a second administrator adds none', async () => {
    const empty = await startApp();
    await createAdministrator(empty.deps, { name: 'Dona', email: 'dona@morada.test', password: PASSWORD });
    await createAdministrator(empty.deps, { name: 'Sócio', email: 'socio@morada.test', password: PASSWORD });
    const staff = empty.as('ADMIN_USER_VIEW', 'GROUP_VIEW', 'CONTRACT_TEMPLATE_VIEW');
    const groups = (await staff.get('/user/admin/groups')).json<{ name: string }[]>();
    expect(groups.map(({ name }) => name).filter((name) => !name.startsWith('Grupo '))).toEqual([
      'Administradores',
      'Atendimento',
      'Corretor',
      'Financeiro',
    ]);
    const templates = (await staff.get('/contract/templates')).json<{ name: string }[]>();
    expect(templates.map(({ name }) => name).toSorted()).toEqual([
      'Aditivo',
      'Aditivo de IBS e CBS',
      'Administração de imóvel',
      'Contrato de administração',
      'Distrato',
      'Locação não residencial',
      'Locação residencial',
      'Prorrogação',
      'Recibo de chaves',
      'Termo de vistoria',
    ]);
    await empty.stop();
  });

  test('can be created by the command too', async () => {
    await createAdministrator(deps, { name: 'Pelo comando', email: 'Comando@Morada.test', password: PASSWORD });
    expect((await login('comando@morada.test')).json()).toMatchObject({ group: [{ name: 'Administradores' }] });
    const again = createAdministrator(deps, { name: 'De novo', email: 'comando@morada.test', password: PASSWORD });
    await expect(again).rejects.toThrow('Já existe um usuário com este e-mail');
  });

  test.each([
    [{ ...form, token: '' }, 'token', 'Abra o link de configuração por inteiro'],
    [{ ...form, token: 'x', name: ' ' }, 'name', 'Informe o nome do usuário!'],
    [{ ...form, token: 'x', email: 'dona' }, 'email', 'Informe um e-mail válido'],
    [{ ...form, token: 'x', password: '' }, 'password', 'Informe a senha do usuário!'],
  ])('refuses %j', async (body, field, message) => {
    expect(firstError(await anonymous.post('/setup', body))).toEqual([422, field, message]);
  });
});

describe('POST /ticket', () => {
  const issue = async (token: string, path: string) =>
    (await withToken(token).post('/ticket', { path })).json().url as string;
  const open = async (url: string) => (await app.inject({ url })).statusCode;
  async function receipt() {
    const { id } = await invoice();
    await as('*').patch(`/invoice/${id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    return `/api/receipt/invoice/${id}`;
  }

  test('opens its path once, without a header', async () => {
    const { id } = await person();
    const url = await issue(await sessionOf(id), await receipt());
    expect([await open(url), await open(url)]).toEqual([200, 401]);
  });

  test('refuses another path', async () => {
    const { id } = await person();
    const [path, other] = [await receipt(), await receipt()];
    const url = await issue(await sessionOf(id), path);
    expect(await open(url.replace(path, other))).toBe(401);
    expect(await open(url.replace(path, '/api/proposal'))).toBe(401);
    expect(await open(url)).toBe(200);
  });

  test('expires after sixty seconds', async () => {
    const { id } = await person();
    const url = await issue(await sessionOf(id), await receipt());
    await sql`update access_ticket set expires_at = expires_at - interval '60 seconds'`.execute(db);
    expect(await open(url)).toBe(401);
  });

  test('grants no more than the person’s permissions, and only reading', async () => {
    const { id, group } = await person();
    const token = await sessionOf(id);
    const path = await receipt();
    const url = await issue(token, path);
    await db
      .updateTable('permission_group')
      .set({ permissions: ['FEED_VIEW'] })
      .where('id', '=', group.id)
      .execute();
    expect(await open(url)).toBe(403);
    const writing = (await issue(token, path)).replace(path, '/api/user/admin/session');
    expect((await app.inject({ method: 'DELETE', url: writing })).statusCode).toBe(401);
  });

  test('is stored as a hash, and ends with the person', async () => {
    const { id } = await person();
    const url = await issue(await sessionOf(id), await receipt());
    const { rows } = await sql<{
      row: string;
    }>`select t::text as row from access_ticket t where admin_user_id = ${id}`.execute(db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(url.split('=')[1]);
    await db.updateTable('admin_user').set({ deleted_at: new Date() }).where('id', '=', id).execute();
    expect(await open(url)).toBe(401);
  });

  test.each<[string, (token: string) => Promise<unknown>]>([
    ['signing out', (token) => withToken(token).delete('/user/admin/session')],
    [
      'twelve hours without use',
      (token) =>
        db
          .updateTable('session')
          .set({ seen_at: sql`now() - interval '721 minutes'` })
          .where('token_hash', '=', hashOf(token))
          .execute(),
    ],
  ])('ends with its session, by %s; another session of the person goes on', async (_, end) => {
    const { id } = await person();
    const [token, other] = [await sessionOf(id), await sessionOf(id)];
    const urls = [await issue(token, await receipt()), await issue(other, await receipt())] as const;
    await end(token);
    expect([await open(urls[0]), await open(urls[1])]).toEqual([401, 200]);
  });

  test('requires a path of the API', async () => {
    const { id } = await person();
    const answer = await withToken(await sessionOf(id)).post('/ticket', { path: 'https://outro.lugar/' });
    expect([answer.statusCode, answer.json().errors[0].field]).toEqual([422, 'path']);
    expect(firstError(await withToken(await sessionOf(id)).post('/ticket', {}))).toEqual([
      422,
      'path',
      'Informe o caminho',
    ]);
  });

  test.each([
    '/api/proposal',
    '/api/user/admin/session',
    '/api/live',
    '/api/agency/logo',
    '/api/receipt/invoice',
    '/api/receipt/invoice/',
    '/api/receipt/invoice/1/down',
    '/api/../api/receipt/invoice/1',
    '//outro.lugar/api/receipt/invoice/1',
    '/receipt/invoice/1',
    '/',
    '/app',
  ])('refuses %s, which is no file', async (path) => {
    const { id } = await person();
    expect(firstError(await withToken(await sessionOf(id)).post('/ticket', { path }))).toEqual([
      422,
      'path',
      'Este endereço não é o de um arquivo',
    ]);
  });

  test.each(['/api/live', '/api/proposal'])('%s is opened by no ticket', async (path) => {
    const { id } = await person('*');
    const session_hash = hashOf(await sessionOf(id));
    const ticket = `bilhete para ${path}`;
    await insertTicket(db, { token_hash: hashOf(ticket), admin_user_id: id, session_hash, path });
    expect(await open(`${path}?ticket=${encodeURIComponent(ticket)}`)).toBe(401);
  });
});

describe('GET /dashboard/badges', () => {
  test('counts only what the person may see', async () => {
    await db.insertInto('contact_message').values({ name: 'Ana', email: 'a@b.co', message: 'Oi' }).execute();
    expect((await as('CONTACT_VIEW').get('/dashboard/badges')).json()).toEqual({ schedules: 0, chats: 0, contacts: 1 });
    expect((await as('FEED_VIEW').get('/dashboard/badges')).json()).toEqual({ schedules: 0, chats: 0, contacts: 0 });
  });
});

test('a malformed header is no session', async () => {
  const { token } = await staffSession('*');
  for (const authorization of ['', 'Bearer', 'Bearer ', `Basic ${token}`, token, `Bearer ${token} x`]) {
    const answer = await app.inject({ url: '/api/dashboard/badges', headers: { authorization } });
    expect([authorization, answer.statusCode]).toEqual([authorization, 401]);
  }
});

test('the sweep deletes what has expired, and nothing else', async () => {
  const { id } = await person();
  const [kept, idle, old] = [await sessionOf(id), await sessionOf(id), await sessionOf(id)];
  await sql`update session set seen_at = now() - interval '13 hours' where token_hash = ${hashOf(idle)}`.execute(db);
  await sql`update session set created_at = now() - interval '31 days' where token_hash = ${hashOf(old)}`.execute(db);
  await sql`insert into login_failure (key, at) values ('account:antiga', now() - interval '25 hours'), ('account:nova', now())`.execute(
    db,
  );

  await sql`insert into idempotency_key (admin_user_id, key, request_hash, created_at)
    values (${id}, 'antiga', 'x', now() - interval '8 days'), (${id}, 'nova', 'x', now())`.execute(db);

  for (const sweep of Object.values(sweepsOfSessions(deps))) await sweep();

  expect(await db.selectFrom('idempotency_key').select('key').where('admin_user_id', '=', id).execute()).toEqual([
    { key: 'nova' },
  ]);
  const left = await db.selectFrom('session').select('token_hash').execute();
  const isLeft = (token: string) => left.some((row) => row.token_hash.equals(hashOf(token)));
  expect([kept, idle, old].map(isLeft)).toEqual([true, false, false]);
  const failures = await db.selectFrom('login_failure').select('key').where('key', 'like', 'account:%va').execute();
  expect(failures).toEqual([{ key: 'account:nova' }]);
  expect(await db.selectFrom('login_failure').select('key').where('key', '=', 'account:antiga').execute()).toEqual([]);
});
