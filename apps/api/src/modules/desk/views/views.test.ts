import { afterAll, expect, test } from 'vitest';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';

const { app, anonymous, signIn, stop } = await startApp();
afterAll(stop);

const LATE = { list: '/financial/invoices', name: 'Atrasadas', filters: { status: 'LATE' }, first: false };

/** Any signed-in person has views: this permission is unrelated. */
const person = async () => {
  const { token } = await signIn('FEED_VIEW');
  const headers = { authorization: `Bearer ${token}` };
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE') => (url: string, payload?: object) =>
    app.inject({ method, url: `/api${url}`, headers, payload });
  const [get, post, patch, remove] = [call('GET'), call('POST'), call('PATCH'), call('DELETE')];
  const list = async () => (await get('/view')).json<{ id: number; name: string; first: boolean }[]>();
  const save = async (changes: object = {}) => (await post('/view', { ...LATE, ...changes })).json<{ id: number }>().id;
  return { list, post, patch, remove, save, names: async () => (await list()).map(({ name }) => name) };
};

test('a view is saved, listed, changed and deleted by any signed-in person', async () => {
  expect((await anonymous.get('/view')).statusCode).toBe(401);
  const me = await person();
  const made = await me.post('/view', { ...LATE, name: '  Atrasadas  ' });
  expect([made.statusCode, made.json()]).toEqual([201, { id: expect.any(Number), ...LATE }]);
  const { id } = made.json();
  expect(await me.list()).toEqual([{ id, ...LATE }]);

  const changed = await me.patch(`/view/${id}`, { name: 'De novembro', filters: { status: 'ALL', month: '2026-11' } });
  expect([changed.statusCode, changed.json()]).toEqual([
    200,
    { id, ...LATE, name: 'De novembro', filters: { status: 'ALL', month: '2026-11' } },
  ]);
  expect((await me.patch(`/view/${id}`, {})).json().name).toBe('De novembro');

  expect((await me.remove(`/view/${id}`)).statusCode).toBe(204);
  expect(await me.list()).toEqual([]);
  expect((await me.remove(`/view/${id}`)).json()).toMatchObject({ status: 404, code: 'VIEW_NOT_FOUND' });
});

test('views are visible only to their owner', async () => {
  const [me, other] = [await person(), await person()];
  const id = await me.save({ first: true });
  expect(await other.list()).toEqual([]);
  expect((await other.patch(`/view/${id}`, { name: 'Minha' })).statusCode).toBe(404);
  expect((await other.remove(`/view/${id}`)).statusCode).toBe(404);
  // Another person may use the same name, and has a first view of their own.
  await other.save({ first: true });
  expect(await me.list()).toEqual([{ id, ...LATE, first: true }]);
});

test('a list has at most one first view', async () => {
  const me = await person();
  const [one, two] = [await me.save({ name: 'Uma', first: true }), await me.save({ name: 'Duas', first: true })];
  await me.save({ name: 'De outra lista', list: '/clients', filters: { type: 'OWNER' }, first: true });
  const first = async () => (await me.list()).filter((view) => view.first).map(({ name }) => name);
  expect(await first()).toEqual(['De outra lista', 'Duas']);
  await me.patch(`/view/${one}`, { first: true });
  expect(await first()).toEqual(['De outra lista', 'Uma']);
  await me.patch(`/view/${one}`, { first: false });
  await me.patch(`/view/${two}`, { name: 'Dois' });
  expect(await first()).toEqual(['De outra lista']);
});

test('a name is unique within a list, ignoring case and accents', async () => {
  const me = await person();
  await me.save();
  const again = await me.post('/view', { ...LATE, name: 'ATRASADAS' });
  expect(again.json()).toMatchObject({ status: 409, code: 'VIEW_NAME_TAKEN', errors: [{ field: 'name' }] });
  const other = await me.save({ name: 'Outra' });
  expect((await me.patch(`/view/${other}`, { name: 'atrasadas' })).json().code).toBe('VIEW_NAME_TAKEN');
  await me.save({ list: '/financial/boletos' });
  expect(await me.names()).toEqual(['Atrasadas', 'Atrasadas', 'Outra']);
});

test('a list has at most twenty views, also under concurrency', LONG, async () => {
  const me = await person();
  const answers = await Promise.all(
    Array.from({ length: 23 }, (_, number) => me.post('/view', { ...LATE, name: `Visão ${number}` })),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20);
  expect(answers.find(({ statusCode }) => statusCode !== 201)?.json()).toMatchObject({
    status: 409,
    code: 'TOO_MANY_VIEWS',
  });
  expect((await me.post('/view', { ...LATE, list: '/clients' })).statusCode).toBe(201);
});

const many = Object.fromEntries(Array.from('abcdefghijklm', (letter) => [letter, 'x']));

test.each([
  ['no name', { name: ' ' }, 'name'],
  ['a long name', { name: 'a'.repeat(41) }, 'name'],
  ['what is no list', { list: 'javascript:alert(1)' }, 'list'],
  ['an address of elsewhere', { list: '//exemplo.com' }, 'list'],
  ['no filter', { filters: {} }, 'filters'],
  ['too many filters', { filters: many }, 'filters'],
  ['a long filter', { filters: { query: 'a'.repeat(121) } }, 'filters.query'],
  ['a filter that is no text', { filters: { query: { a: 1 } } }, 'filters.query'],
  ['a control character', { filters: { query: 'a\u0000b' } }, 'filters.query'],
  ['a name no filter has', { filters: { '__proto__ ': 'a' } }, 'filters.__proto__ '],
])('refuses %s', async (_, changes, field) => {
  const me = await person();
  const answer = await me.post('/view', { ...LATE, ...changes });
  expect([answer.statusCode, answer.json().errors.map((error: { field: string }) => error.field)]).toEqual([
    422,
    [field],
  ]);
  expect(await me.list()).toEqual([]);
});
