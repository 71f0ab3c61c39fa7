import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { startApp } from '#test/harness.ts';

const { app, as, anonymous, db, client, property, signIn, stop } = await startApp();
afterAll(stop);

type Entry = {
  id: number;
  actor: string;
  record: string;
  record_name: string;
  record_id: number;
  action: string;
  action_words: string;
  changes: { label: string; before?: string; after: string }[];
};
const read = async (search: string) => (await as('*').get(`/audit?${search}`)).json<{ data: Entry[]; total: number }>();

describe.each(['/audit', '/audit/people'])('%s', (url) => {
  test('requires the permission for everything', async () => {
    expect((await anonymous.get(url)).statusCode).toBe(401);
    expect((await as('ADMIN_USER_VIEW', 'GROUP_VIEW').get(url)).statusCode).toBe(403);
    expect((await as('*').get(url)).statusCode).toBe(200);
  });
});

test('describes a change in words, with personal values masked', async () => {
  const { id } = await client({ name: 'Ana Prado', email: 'ana@exemplo.com.br' });
  await as('CLIENT_EDIT').patch(`/user/${id}/update/email`, { value: 'ana.prado@exemplo.com.br' });
  await as('CLIENT_EDIT').patch(`/user/${id}/update/name`, { value: 'Ana Reis' });
  const { data } = await read(`record=client&id=${id}`);
  expect(
    data.map(({ actor, record_name, action_words, changes }) => [actor, record_name, action_words, changes]),
  ).toEqual([
    ['Mariana Dias', 'Cliente', 'alterou', [{ field: 'name', label: 'Nome', before: 'Ana Prado', after: 'Ana Reis' }]],
    [
      'Mariana Dias',
      'Cliente',
      'alterou',
      [{ field: 'email', label: 'E-mail', before: 'a•••@exemplo.com.br', after: 'a•••@exemplo.com.br' }],
    ],
  ]);
});

test('includes reads of personal data', async () => {
  const { id } = await client();
  const answer = await as('*').get(`/user/${id}/personal-data`);
  expect(answer.statusCode).toBe(200);
  expect((await read(`record=client&id=${id}`)).data[0]).toMatchObject({
    action: 'personal-data',
    action_words: 'baixou os dados pessoais',
  });
});

test('filters by person, kind of record, action and day', async () => {
  const { adminId, token } = await signIn('PROPERTY_EDIT');
  const { id } = await property();
  const change = (price: number) =>
    app.inject({
      method: 'PATCH',
      url: `/api/property/${id}`,
      headers: { authorization: `Bearer ${token}` },
      payload: { price },
    });
  expect((await change(2000)).statusCode).toBe(200);
  expect((await change(2100.5)).statusCode).toBe(200);
  const mine = await read(`person=${adminId}`);
  expect(mine.total).toBe(2);
  expect(mine.data[0]?.changes[0]?.after.replace('\u00a0', ' ')).toBe('R$ 2.100,50');
  expect((await read(`person=${adminId}&action=delete`)).total).toBe(0);
  expect((await read(`person=${adminId}&record=client`)).total).toBe(0);
  expect((await read(`person=${adminId}&record=property&id=${id}&action=update`)).total).toBe(2);
  expect((await read('person=system')).data.every((entry) => entry.actor === 'Sistema')).toBe(true);

  // 02:59 in Greenwich is still the evening before in São Paulo.
  await sql`update trail set at = '2026-03-11T02:59:59Z' where admin_user_id = ${adminId}`.execute(db);
  const days = async (start: string, end: string) =>
    (await read(`person=${adminId}&startDate=${start}&endDate=${end}`)).total;
  expect([
    await days('2026-03-10', '2026-03-10'),
    await days('2026-03-11', '2026-03-11'),
    await days('2026-03-01', '2026-03-09'),
    await days('2026-03-01', '2026-03-31'),
  ]).toEqual([2, 0, 0, 2]);
});

test('returns pages of twenty, newest first', async () => {
  const { adminId } = await signIn('FEED_VIEW');
  await sql`insert into trail (admin_user_id, actor, record, record_id, action)
    select ${adminId}::bigint, 'Rita Lobo', 'invoice', n, 'issue' from generate_series(1, 23) as n`.execute(db);
  const [first, second, third] = [
    await read(`person=${adminId}`),
    await read(`person=${adminId}&page=2`),
    await read(`person=${adminId}&page=3`),
  ];
  expect([first.total, first.data.length, second.data.length, third.data.length]).toEqual([23, 20, 3, 0]);
  expect([first.data[0]?.record_id, second.data.at(-1)?.record_id]).toEqual([23, 1]);
});

test('lists people, deleted ones included', async () => {
  const { adminId } = await signIn('FEED_VIEW');
  await db.updateTable('admin_user').set({ deleted_at: new Date() }).where('id', '=', adminId).execute();
  const people = (await as('*').get('/audit/people')).json<{ id: number; removed: boolean }[]>();
  expect(people.find(({ id }) => id === adminId)).toEqual({ id: adminId, name: 'Mariana Dias', removed: true });
});
