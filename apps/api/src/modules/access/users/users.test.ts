import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import { connect } from '#api/db/connection/connect.ts';
import { refusal } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';

const { app, as, anonymous, connection, db, deps, signIn, stop } = await startApp();
const { db: otherDb } = connect(connection);
const otherServer = await buildApp({ ...deps, db: otherDb });
afterAll(async () => {
  await otherServer.close();
  await otherDb.destroy();
  await stop();
});

type Answer = Awaited<ReturnType<ReturnType<typeof as>['get']>>;
const firstError = (answer: Answer) => {
  const { field, message } = answer.json().errors[0];
  return [answer.statusCode, field, message];
};
const holding = (token: string, server = app) => {
  const headers = { authorization: `Bearer ${token}` };
  const call = (method: 'GET' | 'PATCH' | 'DELETE' | 'POST') => (url: string, payload?: object, extra?: object) =>
    server.inject({ method, url: `/api${url}`, headers: { ...headers, ...extra }, ...(payload && { payload }) });
  return { get: call('GET'), patch: call('PATCH'), post: call('POST'), delete: call('DELETE') };
};

let running = 0;
const newBody = (groupId: number, changes: object = {}) => {
  running += 1;
  return {
    name: 'Bruno Lima',
    email: `bruno${running}@morada.test`,
    password: 'casa-verde-12',
    groupId,
    ...changes,
  };
};
const trail = (id: number) =>
  db
    .selectFrom('trail')
    .select(['action', 'changes'])
    .where('record', '=', 'admin_user')
    .where('record_id', '=', id)
    .orderBy('id')
    .execute();

/** Deletes the staff of other tests, so that only people created here remain. */
async function emptyHouse() {
  await db.updateTable('admin_user').set({ deleted_at: new Date() }).where('deleted_at', 'is', null).execute();
}
beforeEach(async () => {
  await db.deleteFrom('login_failure').execute();
});

describe.each([
  ['get', '/user/admin/users', 'ADMIN_USER_VIEW'],
  ['get', '/user/admin/user/1', 'ADMIN_USER_VIEW'],
  ['post', '/user/admin/user', 'ADMIN_USER_CREATE'],
  ['patch', '/user/admin/user/1', 'ADMIN_USER_CREATE'],
  ['delete', '/user/admin/user?id=999999', 'ADMIN_USER_DESTROY'],
] as const)('%s %s', (method, url, permission) => {
  test(`requires ${permission}`, async () => {
    expect((await anonymous[method](url)).statusCode).toBe(401);
    expect((await as('CLIENT_VIEW', 'GROUP_VIEW')[method](url)).statusCode).toBe(403);
    expect((await as(permission)[method](url)).statusCode).not.toBe(403);
  });
});

test('lists people with details; for a select box only id and name', async () => {
  await emptyHouse();
  const boss = await signIn('*');
  const clerk = await signIn('ADMIN_USER_VIEW');
  const group = { id: clerk.groupId, name: expect.stringMatching(/^Grupo/) };
  const list = (await holding(clerk.token).get('/user/admin/users')).json();
  expect(list).toEqual([
    {
      id: boss.adminId,
      name: 'Mariana Dias',
      email: expect.stringMatching(/@morada.test$/),
      group: { id: boss.groupId, name: expect.stringMatching(/^Grupo/) },
      self: false,
      second_factor: false,
      invited: null,
      sessions: 1,
      editable: false,
    },
    {
      ...{ id: clerk.adminId, name: 'Mariana Dias', email: expect.any(String), group },
      ...{ self: true, second_factor: false, invited: null, sessions: 1, editable: true },
    },
  ]);
  const { token } = await signIn('PROPERTY_EDIT');
  expect((await holding(token).get('/user/admin/users')).json()[0]).toEqual({ id: boss.adminId, name: 'Mariana Dias' });
});

describe('POST /user/admin/user', () => {
  test('creates a person who signs in, with the group’s permissions', async () => {
    const group = (await signIn('PROPOSAL_VIEW')).groupId;
    const body = newBody(group, { email: ' Bruno.Lima@Morada.test ' });
    const answer = await as('*').post('/user/admin/user', body);
    expect(answer.statusCode).toBe(201);
    const user = answer.json();
    expect(user).toEqual({
      id: expect.any(Number),
      name: 'Bruno Lima',
      email: 'bruno.lima@morada.test',
      group: { id: group, name: expect.any(String) },
      self: false,
      second_factor: false,
      invited: null,
      sessions: 0,
      editable: true,
    });
    const session = await anonymous.post('/user/admin/session', { email: user.email, password: body.password });
    expect(session.json()).toMatchObject({ name: 'Bruno Lima', group: [{ id: group }] });
    // Neither password nor hash is in the action's trail.
    expect(await trail(user.id)).toEqual([
      { action: 'create', changes: { name: 'Bruno Lima', email: 'bruno.lima@morada.test', group: user.group.name } },
    ]);
  });

  test.each([
    [{ name: ' ' }, 'name', 'Informe o nome do usuário!'],
    [{ email: 'bruno' }, 'email', 'Informe um e-mail válido'],
    [{ password: '' }, 'password', 'Informe a senha do usuário!'],
    [{ password: '1234567' }, 'password', 'A senha precisa de 8 caracteres ou mais'],
    [{ groupId: null }, 'groupId', 'Informe o grupo do usuário!'],
    [{ groupId: 999_999 }, 'groupId', 'Informe o grupo do usuário!'],
  ])('refuses %j', async (wrong, field, message) => {
    const { groupId } = await signIn('CLIENT_VIEW');
    const before = (await as('*').get('/user/admin/users')).json();
    expect(firstError(await as('*').post('/user/admin/user', newBody(groupId, wrong)))).toEqual([422, field, message]);
    expect((await as('*').get('/user/admin/users')).json()).toEqual(before);
  });

  test('refuses a duplicate e-mail, also concurrently; a deleted person’s is free', async () => {
    const { groupId } = await signIn('CLIENT_VIEW');
    const body = newBody(groupId);
    const both = await Promise.all([as('*').post('/user/admin/user', body), as('*').post('/user/admin/user', body)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
    const again = await as('*').post('/user/admin/user', { ...body, email: body.email.toUpperCase() });
    expect(firstError(again)).toEqual([409, 'email', 'Já existe um usuário com este e-mail']);
    const [made] = both.filter(({ statusCode }) => statusCode === 201).map((answer) => answer.json());
    expect((await as('*').delete(`/user/admin/user?id=${made.id}`)).statusCode).toBe(204);
    expect((await as('*').post('/user/admin/user', body)).statusCode).toBe(201);
  });

  test('refuses a group with permissions that the caller lacks', async () => {
    const [strong, weak] = [await signIn('CLIENT_VIEW', 'CLIENT_DESTROY'), await signIn('CLIENT_VIEW')];
    const { groupId: all } = await signIn('*');
    const hr = as('ADMIN_USER_CREATE', 'CLIENT_VIEW');
    for (const groupId of [strong.groupId, all])
      expect(firstError(await hr.post('/user/admin/user', newBody(groupId)))).toEqual([
        403,
        'groupId',
        'Este grupo tem permissões que você não tem',
      ]);
    expect((await hr.post('/user/admin/user', newBody(weak.groupId))).statusCode).toBe(201);
  });
});

describe('PATCH /user/admin/user/:id', () => {
  test('changes name, e-mail and group, at the version read', async () => {
    const [one, other] = [await signIn('CLIENT_VIEW'), await signIn('PROPERTY_VIEW')];
    const url = `/user/admin/user/${one.adminId}`;
    const { etag } = (await as('*').get(url)).headers;
    const answer = await as('*').patch(url, { name: 'Ana Reis', groupId: other.groupId }, { 'if-match': String(etag) });
    expect([answer.statusCode, answer.json().name, answer.json().group.id]).toEqual([200, 'Ana Reis', other.groupId]);
    // Takes effect on the next call of the same session.
    expect((await holding(one.token).get('/user?page=1')).statusCode).toBe(403);
    expect((await holding(one.token).get('/property')).statusCode).toBe(200);
    const stale = await as('*').patch(url, { name: 'Bia' }, { 'if-match': String(etag) });
    expect([stale.statusCode, stale.json().saved_by]).toEqual([412, 'Mariana Dias']);
    expect((await trail(one.adminId)).map(({ action, changes }) => [action, Object.keys(changes as object)])).toEqual([
      ['update', ['name', 'group']],
    ]);
  });

  test('ends sessions when it sets a password, and keeps it out of the trail', async () => {
    const { adminId, token } = await signIn('CLIENT_VIEW');
    const body = { email: 'cida@morada.test', password: 'janela-azul-7' };
    expect((await as('*').patch(`/user/admin/user/${adminId}`, body)).statusCode).toBe(200);
    expect((await holding(token).get('/dashboard/badges')).statusCode).toBe(401);
    expect((await anonymous.post('/user/admin/session', body)).statusCode).toBe(201);
    expect((await trail(adminId)).at(-1)).toEqual({ action: 'password', changes: null });
    const kept = await as('*').patch(`/user/admin/user/${adminId}`, { name: 'Cida', password: '' });
    expect(kept.statusCode).toBe(200);
    expect((await anonymous.post('/user/admin/session', body)).statusCode).toBe(201);
  });

  test('refuses higher-ranked people, since a password would grant their permissions', async () => {
    const boss = await signIn('*');
    const hr = as('ADMIN_USER_CREATE', 'CLIENT_VIEW');
    for (const body of [{ password: 'tomei-a-casa' }, { email: 'eu@morada.test' }, { name: 'Eu' }])
      expect((await hr.patch(`/user/admin/user/${boss.adminId}`, body)).json().message).toBe(
        'Este usuário tem permissões que você não tem.',
      );
    expect((await holding(boss.token).get('/dashboard/badges')).statusCode).toBe(200);
  });

  test('refuses the own group, and the own password without the usual confirmation', async () => {
    const [me, weak] = [await signIn('*'), await signIn('CLIENT_VIEW')];
    const mine = (body: object) => holding(me.token).patch(`/user/admin/user/${me.adminId}`, body);
    expect(firstError(await mine({ groupId: weak.groupId }))).toEqual([
      409,
      'groupId',
      'Você não pode trocar o seu próprio grupo',
    ]);
    expect((await mine({ password: 'outra-senha-1' })).statusCode).toBe(409);
    expect((await mine({ name: 'Mariana D.', groupId: me.groupId })).json().name).toBe('Mariana D.');
  });

  test('refuses a used e-mail and an unknown person', async () => {
    const [one, other] = [await signIn('CLIENT_VIEW'), await signIn('CLIENT_VIEW')];
    const { email } = (await as('*').get(`/user/admin/user/${other.adminId}`)).json();
    expect(firstError(await as('*').patch(`/user/admin/user/${one.adminId}`, { email }))[0]).toBe(409);
    expect((await as('*').patch('/user/admin/user/999999', { name: 'X' })).statusCode).toBe(404);
  });
});

describe('DELETE /user/admin/user', () => {
  test('ends every session at once, once', async () => {
    const { adminId, token } = await signIn('CLIENT_VIEW');
    await signIn('*');
    const hr = holding((await signIn('ADMIN_USER_DESTROY', 'CLIENT_VIEW')).token);
    expect((await hr.delete(`/user/admin/user?id=${adminId}`)).statusCode).toBe(204);
    expect((await holding(token).get('/dashboard/badges')).statusCode).toBe(401);
    expect((await hr.delete(`/user/admin/user?id=${adminId}`)).statusCode).toBe(404);
    expect((await hr.delete('/user/admin/user')).statusCode).toBe(422);
    expect(await trail(adminId)).toEqual([{ action: 'delete', changes: { name: 'Mariana Dias' } }]);
  });

  test('refuses oneself and higher-ranked people', async () => {
    const [boss, hr] = [await signIn('*'), await signIn('ADMIN_USER_DESTROY')];
    const clerk = await signIn('ADMIN_USER_DESTROY', 'CLIENT_VIEW');
    const own = await holding(boss.token).delete(`/user/admin/user?id=${boss.adminId}`);
    expect([own.statusCode, own.json().message]).toEqual([409, 'Você não pode deletar o seu próprio usuário.']);
    for (const { adminId, token } of [boss, clerk]) {
      expect(refusal(await holding(hr.token).delete(`/user/admin/user?id=${adminId}`))).toEqual([403, 'ADMIN_BEYOND']);
      expect((await holding(token).get('/dashboard/badges')).statusCode).toBe(200);
      expect(await trail(adminId)).toEqual([]);
    }
    expect((await holding(clerk.token).delete(`/user/admin/user?id=${hr.adminId}`)).statusCode).toBe(204);
  });

  test('keeps one of the last two administrators when each deletes the other concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      await emptyHouse();
      const [one, two] = [await signIn('*'), await signIn('*')];
      const answers = await Promise.all([
        holding(one.token).delete(`/user/admin/user?id=${two.adminId}`),
        holding(two.token, otherServer).delete(`/user/admin/user?id=${one.adminId}`),
      ]);
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 401]);
    }
  });
});
