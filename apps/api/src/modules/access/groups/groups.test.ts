import { PERMISSIONS } from '@morada/domain/access/permissions';
import { afterAll, describe, expect, test } from 'vitest';
import { refusal } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';

const { app, as, anonymous, db, signIn, stop } = await startApp();
afterAll(stop);

type Answer = Awaited<ReturnType<ReturnType<typeof as>['get']>>;
const firstError = (answer: Answer) => {
  const { field, message } = answer.json().errors[0];
  return [answer.statusCode, field, message];
};
const holding = (token: string) => {
  const headers = { authorization: `Bearer ${token}` };
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE') => (url: string, payload?: object) =>
    app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) });
  return { get: call('GET'), post: call('POST'), patch: call('PATCH'), delete: call('DELETE') };
};

let running = 0;
async function newGroup(permissions: string[]) {
  running += 1;
  const answer = await as('*').post('/user/admin/group', { name: `Equipe ${running}`, permissions });
  return answer.json<{ id: number; name: string; permissions: string[] }>();
}

describe.each([
  ['get', '/user/admin/groups', 'GROUP_VIEW'],
  ['get', '/user/admin/group/1', 'GROUP_VIEW'],
  ['post', '/user/admin/group', 'ADMIN_GROUP_CREATE'],
  ['patch', '/user/admin/group/1', 'ADMIN_GROUP_CREATE'],
  ['delete', '/user/admin/group?id=1', 'GROUP_DESTROY'],
] as const)('%s %s', (method, url, permission) => {
  test(`requires ${permission}`, async () => {
    expect((await anonymous[method](url)).statusCode).toBe(401);
    expect((await as('ADMIN_USER_DESTROY', 'CLIENT_VIEW')[method](url)).statusCode).toBe(403);
    const answer = await as(permission)[method](url);
    expect(answer.json().message ?? '').not.toBe('Você não tem permissão para esta ação.');
  });
});

test('lists groups with permissions and member count; for a select box only id and name', async () => {
  const { groupId, token } = await signIn('GROUP_VIEW', 'CLIENT_VIEW');
  const list = (await holding(token).get('/user/admin/groups')).json<{ id: number }[]>();
  expect(list.find(({ id }) => id === groupId)).toEqual({
    id: groupId,
    name: expect.any(String),
    permissions: ['GROUP_VIEW', 'CLIENT_VIEW'],
    users: 1,
    mine: true,
    grantable: true,
  });
  const form = (await as('ADMIN_USER_CREATE').get('/user/admin/groups')).json<{ id: number }[]>();
  expect(form.find(({ id }) => id === groupId)).toEqual({ id: groupId, name: expect.any(String), grantable: false });
});

describe('POST /user/admin/group', () => {
  test('stores each permission once, normalised', async () => {
    const permissions = ['USER_VIEW', 'CLIENT_VIEW', 'PROPERTY_REQUESTS_VIEW'];
    const answer = await as('*').post('/user/admin/group', { name: ' Recepção ', permissions });
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: 'Recepção',
        permissions: ['CLIENT_VIEW', 'PROPERTY_REQUEST_VIEW'],
        users: 0,
        mine: false,
        grantable: true,
      },
    ]);
    const kept = await db.selectFrom('trail').select('changes').where('record', '=', 'permission_group').execute();
    expect(kept).toEqual([{ changes: { name: 'Recepção', permissions: ['CLIENT_VIEW', 'PROPERTY_REQUEST_VIEW'] } }]);
  });

  test('stores the permission for everything alone', async () => {
    expect((await newGroup(['CLIENT_VIEW', '*'])).permissions).toEqual(['*']);
    expect((await newGroup([...PERMISSIONS])).permissions).toHaveLength(PERMISSIONS.length);
  });

  test.each([
    [{ name: '' }, 'name', 'Informe o nome do grupo!'],
    [{ permissions: [] }, 'permissions', 'Informe as permissões do grupo!'],
    [{ permissions: undefined }, 'permissions', 'Informe as permissões do grupo!'],
    [{ permissions: ['CLIENT_VIEW', 'ROOT'] }, 'permissions', 'Permissão desconhecida'],
    [{ permissions: ['constructor'] }, 'permissions', 'Permissão desconhecida'],
  ])('refuses %j', async (wrong, field, message) => {
    const before = await db.selectFrom('permission_group').select('id').execute();
    const body = { name: 'Vendas', permissions: ['CLIENT_VIEW'], ...wrong };
    expect(firstError(await as('*').post('/user/admin/group', body))).toEqual([422, field, message]);
    expect(await db.selectFrom('permission_group').select('id').execute()).toEqual(before);
  });

  test('refuses a duplicate name, also concurrently', async () => {
    const body = { name: 'Financeiro', permissions: ['FINANCIAL_VIEW'] };
    const both = await Promise.all([as('*').post('/user/admin/group', body), as('*').post('/user/admin/group', body)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
    expect(firstError(await as('*').post('/user/admin/group', body))).toEqual([
      409,
      'name',
      'Já existe um grupo com este nome',
    ]);
  });

  test('refuses permissions that the caller lacks', async () => {
    const clerk = as('ADMIN_GROUP_CREATE', 'CLIENT_VIEW', 'PROPOSAL_EDIT');
    for (const permissions of [['CLIENT_EDIT'], ['*'], ['CLIENT_VIEW', 'FEED_VIEW']])
      expect(firstError(await clerk.post('/user/admin/group', { name: 'Mais', permissions }))).toEqual([
        403,
        'permissions',
        'Você não pode dar permissões que não tem',
      ]);
    const less = await clerk.post('/user/admin/group', {
      name: 'Menos',
      permissions: ['USER_VIEW', 'PROPOSAL_UPDATE'],
    });
    expect(less.statusCode).toBe(201);
  });
});

describe('PATCH /user/admin/group/:id', () => {
  test('takes effect on the next call', async () => {
    const { groupId, token } = await signIn('CLIENT_VIEW');
    const url = `/user/admin/group/${groupId}`;
    const { etag } = (await as('*').get(url)).headers;
    expect((await holding(token).get('/user?page=1')).statusCode).toBe(200);
    const answer = await as('*').patch(url, { permissions: ['PROPERTY_VIEW'] }, { 'if-match': String(etag) });
    expect([answer.statusCode, answer.json().permissions]).toEqual([200, ['PROPERTY_VIEW']]);
    expect((await holding(token).get('/user?page=1')).statusCode).toBe(403);
    expect((await holding(token).get('/property')).statusCode).toBe(200);
    expect((await as('*').patch(url, { name: 'X' }, { 'if-match': String(etag) })).statusCode).toBe(412);
  });

  test('leaves no trail without a change', async () => {
    const { id, name } = await newGroup(['CLIENT_VIEW', 'FEED_VIEW']);
    const same = await as('*').patch(`/user/admin/group/${id}`, { name, permissions: ['FEED_VIEW', 'USER_VIEW'] });
    expect([same.statusCode, same.headers.etag]).toEqual([200, '"1"']);
  });

  test('requires every permission that the group has before and after', async () => {
    const [strong, weak] = [await newGroup(['CLIENT_VIEW', 'CLIENT_EDIT']), await newGroup(['CLIENT_VIEW'])];
    const clerk = as('ADMIN_GROUP_CREATE', 'CLIENT_VIEW');
    const tries: [number, object][] = [
      [strong.id, { permissions: ['CLIENT_VIEW'] }],
      [strong.id, { name: 'Outro' }],
      [weak.id, { permissions: ['CLIENT_VIEW', 'CLIENT_EDIT'] }],
      [weak.id, { permissions: ['*'] }],
    ];
    for (const [id, body] of tries) expect((await clerk.patch(`/user/admin/group/${id}`, body)).statusCode).toBe(403);
    expect((await clerk.patch(`/user/admin/group/${weak.id}`, { name: 'Balcão' })).json().name).toBe('Balcão');
  });

  test('refuses to remove the caller’s own permissions, and the last administrator’s', async () => {
    await db.updateTable('admin_user').set({ deleted_at: new Date() }).execute();
    const boss = await signIn('*');
    const own = await holding(boss.token).patch(`/user/admin/group/${boss.groupId}`, { permissions: ['CLIENT_VIEW'] });
    expect(firstError(own)).toEqual([409, 'permissions', 'Você não pode tirar permissões do seu próprio grupo']);
    const clerk = await signIn('ADMIN_GROUP_CREATE', 'CLIENT_VIEW');
    const less = await holding(clerk.token).patch(`/user/admin/group/${clerk.groupId}`, {
      permissions: ['ADMIN_GROUP_CREATE'],
    });
    expect(less.statusCode).toBe(409);
    expect((await holding(boss.token).patch(`/user/admin/group/${boss.groupId}`, { name: 'Chefia' })).statusCode).toBe(
      200,
    );
  });

  test('keeps one administrator when two remove each other’s permissions concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      await db.updateTable('admin_user').set({ deleted_at: new Date() }).execute();
      const [one, two] = [await signIn('*'), await signIn('*')];
      const answers = await Promise.all([
        holding(one.token).patch(`/user/admin/group/${two.groupId}`, { permissions: ['CLIENT_VIEW'] }),
        holding(two.token).patch(`/user/admin/group/${one.groupId}`, { permissions: ['CLIENT_VIEW'] }),
      ]);
      // The second is checked with its permissions at that time, which no longer allow removing '*'.
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 403]);
    }
  });
});

describe('DELETE /user/admin/group', () => {
  test('refuses a group with members', async () => {
    const boss = await signIn('*');
    const { adminId, groupId } = await signIn('CLIENT_VIEW');
    const remove = () => holding(boss.token).delete(`/user/admin/group?id=${groupId}`);
    const used = await remove();
    expect([used.statusCode, used.json().message]).toEqual([
      409,
      'Há usuários neste grupo. Passe-os para outro antes de deletar.',
    ]);
    expect((await holding(boss.token).delete(`/user/admin/user?id=${adminId}`)).statusCode).toBe(204);
    expect((await remove()).statusCode).toBe(204);
    expect((await remove()).statusCode).toBe(404);
    const gone = await db.selectFrom('admin_user').select('group_id').where('id', '=', adminId).executeTakeFirst();
    expect(gone).toEqual({ group_id: null });
  });

  test('refuses callers who lack any of its permissions', async () => {
    const [strong, less] = [await signIn('CLIENT_VIEW', 'CLIENT_EDIT'), await signIn('GROUP_DESTROY', 'CLIENT_VIEW')];
    const equal = await signIn('GROUP_DESTROY', 'CLIENT_VIEW', 'CLIENT_EDIT');
    await db.updateTable('admin_user').set({ deleted_at: new Date() }).where('id', '=', strong.adminId).execute();
    const url = `/user/admin/group?id=${strong.groupId}`;
    const answer = await holding(less.token).delete(url);
    expect(refusal(answer)).toEqual([403, 'GROUP_ABOVE']);
    expect(answer.json().message).toBe('Este grupo tem permissões que você não tem');
    expect((await holding(equal.token).delete(url)).statusCode).toBe(204);
  });

  test('deletes a group whose members are all deleted', async () => {
    const boss = await signIn('*');
    const { adminId, groupId } = await signIn('CLIENT_VIEW');
    const colleague = { name: 'Rui Sá', email: 'rui.sa@exemplo.com.br', password: 'uma-senha-boa', groupId };
    expect((await holding(boss.token).post('/user/admin/user', colleague)).statusCode).toBe(201);
    expect((await holding(boss.token).delete(`/user/admin/user?id=${adminId}`)).statusCode).toBe(204);
    expect((await holding(boss.token).delete(`/user/admin/group?id=${groupId}`)).statusCode).toBe(409);
    await expect(db.deleteFrom('permission_group').where('id', '=', groupId).execute()).rejects.toThrow(
      'admin_user_group',
    );
  });
});
