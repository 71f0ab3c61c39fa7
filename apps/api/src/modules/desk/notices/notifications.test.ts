import { afterAll, describe, expect, test } from 'vitest';
import { firstError, trailOf } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';

const { app, as, anonymous, db, signIn, stop } = await startApp({ today: '2026-03-10' });
afterAll(stop);

const person = async (...permissions: string[]) => {
  const { token } = await signIn(...permissions);
  const headers = { authorization: `Bearer ${token}` };
  const call = (method: 'GET' | 'DELETE') => (url: string) => app.inject({ method, url: `/api${url}`, headers });
  const get = call('GET');
  return {
    delete: call('DELETE'),
    unread: async () => (await get('/notification')).json<{ id: number; name: string }[]>().map(({ name }) => name),
  };
};
const tell = async (name: string) =>
  (await as('SYSTEM_NOTIFICATION_CREATE').post('/notification/system', { name, message: 'Texto' })).json<{
    id: number;
  }>();

describe.each([
  ['get', '/notification/system', 'SYSTEM_NOTIFICATION_VIEW'],
  ['post', '/notification/system', 'SYSTEM_NOTIFICATION_CREATE'],
  ['delete', '/notification/system/999', 'SYSTEM_NOTIFICATION_DESTROY'],
  ['patch', '/notification/999', 'SYSTEM_NOTIFICATION_EDIT'],
] as const)('%s %s', (method, url, permission) => {
  test(`requires ${permission}`, async () => {
    expect((await anonymous[method](url)).statusCode).toBe(401);
    expect((await as('CLIENT_VIEW')[method](url)).statusCode).toBe(403);
    expect((await as(permission)[method](url)).statusCode).not.toBe(403);
  });
});

test('changes text and date for all readers, with a trail', async () => {
  const reader = await person('CLIENT_VIEW');
  const { id } = await tell('Recado antigo');
  const staff = as('SYSTEM_NOTIFICATION_EDIT');
  const edited = await staff.patch(`/notification/${id}`, { name: 'Recado novo', date: '2026-03-01' });
  expect(edited.json()).toMatchObject({ id, name: 'Recado novo', message: 'Texto', date: '2026-03-01' });
  expect(await reader.unread()).toContain('Recado novo');
  expect((await trailOf(db, 'system_notification', id)).at(-1)).toMatchObject({
    action: 'update',
    changes: { name: ['Recado antigo', 'Recado novo'], date: ['2026-03-10', '2026-03-01'] },
  });
  for (const [body, message] of [
    [{ name: ' ' }, 'Informe o nome da notificação!'],
    [{ message: '' }, 'Informe a mensagem!'],
    [{ date: '2026-02-30' }, 'Informe a data da notificação'],
    [{ date: '2026-03-11' }, 'A data não pode ser futura'],
  ] as const)
    expect(firstError(await staff.patch(`/notification/${id}`, body))).toEqual([422, Object.keys(body)[0], message]);
  expect((await staff.patch('/notification/999999', { name: 'X' })).statusCode).toBe(404);
  await as('SYSTEM_NOTIFICATION_DESTROY').delete(`/notification/system/${id}`);
  expect((await staff.patch(`/notification/${id}`, { name: 'X' })).statusCode).toBe(404);
});

test('lists notifications newest first for every staff member', async () => {
  const [one, two] = [await person('CLIENT_VIEW'), await person('FEED_VIEW')];
  const made = await as('SYSTEM_NOTIFICATION_CREATE').post('/notification/system', {
    name: ' Recesso ',
    message: 'Fechamos de 24/12 a 2/1.\nBoas festas!',
  });
  expect([made.statusCode, made.json()]).toEqual([
    201,
    {
      id: expect.any(Number),
      name: 'Recesso',
      message: 'Fechamos de 24/12 a 2/1.\nBoas festas!',
      date: '2026-03-10',
      created_at: expect.any(String),
    },
  ]);
  await tell('Sistema novo');
  const list = (await as('SYSTEM_NOTIFICATION_VIEW').get('/notification/system')).json();
  expect(list.map(({ name, author }: { name: string; author: string }) => [name, author])).toEqual([
    ['Sistema novo', 'Mariana Dias'],
    ['Recesso', 'Mariana Dias'],
  ]);
  expect([await one.unread(), await two.unread()]).toEqual([
    ['Sistema novo', 'Recesso'],
    ['Sistema novo', 'Recesso'],
  ]);
});

test.each([
  [{ name: '', message: 'Texto' }, 'name', 'Informe o nome da notificação!'],
  [{ name: 'Recesso' }, 'message', 'Informe a mensagem!'],
])('refuses %j', async (body, field, message) => {
  const answer = await as('SYSTEM_NOTIFICATION_CREATE').post('/notification/system', body);
  expect([answer.statusCode, answer.json().errors[0]]).toEqual([422, { field, message }]);
});

test('dismisses one for each person separately, idempotently', async () => {
  const [one, two] = [await person('CLIENT_VIEW'), await person('CLIENT_VIEW')];
  const { id } = await tell('Nova regra');
  expect((await one.delete(`/notification/${id}`)).statusCode).toBe(204);
  expect((await one.delete(`/notification/${id}`)).statusCode).toBe(204);
  expect((await one.delete('/notification/999999')).statusCode).toBe(404);
  expect((await anonymous.delete(`/notification/${id}`)).statusCode).toBe(401);
  expect(await one.unread()).not.toContain('Nova regra');
  expect(await two.unread()).toContain('Nova regra');
});

test('dismisses all that were shown; later ones stay unread', async () => {
  const one = await person('CLIENT_VIEW');
  const { id } = await tell('Vista');
  await tell('Ainda não vista');
  expect((await one.delete(`/notification?until=${id}`)).statusCode).toBe(204);
  expect(await one.unread()).toEqual(['Ainda não vista']);
  expect((await one.delete('/notification')).statusCode).toBe(422);
});

test('deletes one for all, once, with a trail', async () => {
  const one = await person('CLIENT_VIEW');
  const { id } = await tell('Engano');
  const boss = as('SYSTEM_NOTIFICATION_DESTROY');
  expect((await boss.delete(`/notification/system/${id}`)).statusCode).toBe(204);
  expect((await boss.delete(`/notification/system/${id}`)).statusCode).toBe(404);
  expect((await one.delete(`/notification/${id}`)).statusCode).toBe(404);
  expect(await one.unread()).not.toContain('Engano');
  const kept = await db
    .selectFrom('trail')
    .select(['action', 'changes'])
    .where('record', '=', 'system_notification')
    .where('record_id', '=', id)
    .orderBy('id')
    .execute();
  expect(kept).toEqual([
    { action: 'create', changes: { name: 'Engano', message: 'Texto' } },
    { action: 'delete', changes: { name: 'Engano' } },
  ]);
});
