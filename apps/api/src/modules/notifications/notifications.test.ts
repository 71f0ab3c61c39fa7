import { afterAll, describe, expect, test } from 'vitest';
import { startApp } from '#test/harness.ts';

const { app, as, anonymous, db, signIn, stop } = await startApp();
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
] as const)('%s %s', (method, url, permission) => {
  test(`needs ${permission}`, async () => {
    expect((await anonymous[method](url)).statusCode).toBe(401);
    expect((await as('CLIENT_VIEW')[method](url)).statusCode).toBe(403);
    expect((await as(permission)[method](url)).statusCode).not.toBe(403);
  });
});

test('what is told stands in the list, newest first, and reaches everybody who works here', async () => {
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
])('%j is refused', async (body, field, message) => {
  const answer = await as('SYSTEM_NOTIFICATION_CREATE').post('/notification/system', body);
  expect([answer.statusCode, answer.json().errors[0]]).toEqual([422, { field, message }]);
});

test('each person puts one away for themselves, as often as they like', async () => {
  const [one, two] = [await person('CLIENT_VIEW'), await person('CLIENT_VIEW')];
  const { id } = await tell('Nova regra');
  expect((await one.delete(`/notification/${id}`)).statusCode).toBe(204);
  expect((await one.delete(`/notification/${id}`)).statusCode).toBe(204);
  expect((await one.delete('/notification/999999')).statusCode).toBe(404);
  expect((await anonymous.delete(`/notification/${id}`)).statusCode).toBe(401);
  expect(await one.unread()).not.toContain('Nova regra');
  expect(await two.unread()).toContain('Nova regra');
});

test('all that was seen at once: what came meanwhile is still to be read', async () => {
  const one = await person('CLIENT_VIEW');
  const { id } = await tell('Vista');
  await tell('Ainda não vista');
  expect((await one.delete(`/notification?until=${id}`)).statusCode).toBe(204);
  expect(await one.unread()).toEqual(['Ainda não vista']);
  expect((await one.delete('/notification')).statusCode).toBe(422);
});

test('one that is deleted goes for everybody, once, and leaves its trace', async () => {
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
