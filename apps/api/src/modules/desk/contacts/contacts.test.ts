import { afterAll, expect, test } from 'vitest';
import { startApp } from '../../../../test/harness.ts';

const { db, as, property, stop } = await startApp();
afterAll(stop);

const viewer = as('CONTACT_VIEW');
const staff = as('CONTACT_VIEW', 'CONTACT_DESTROY');

const message = (overrides: Partial<{ name: string; property_id: number; phone: string | null }> = {}) =>
  db
    .insertInto('contact_message')
    .values({ name: 'Otávio Reis', email: 'otavio@exemplo.com.br', message: 'Aceita pets?', ...overrides })
    .returning('id')
    .executeTakeFirstOrThrow();

const unread = async () => (await viewer.get('/dashboard/badges')).json().contacts;

test('lists messages newest first, whole or by page, with their property', async () => {
  const place = await property({ street: 'Rua Halfeld', number: '80' });
  const first = await message();
  const { id } = await message({ property_id: place.id, phone: '32988412076' });
  const whole = (await viewer.get('/contact')).json();
  expect(whole.map((row: { id: number }) => row.id)).toEqual([id, first.id]);
  expect(whole[0]).toEqual({
    id,
    name: 'Otávio Reis',
    email: 'otavio@exemplo.com.br',
    phone: '32988412076',
    message: 'Aceita pets?',
    campaign: null,
    property: { id: place.id, label: 'Rua Halfeld, 80' },
    created_at: expect.any(String),
    read_at: null,
    read_by: null,
  });

  // 25 in all: twenty on the first page, five on the second.
  for (let more = 0; more < 23; more += 1) await message();
  const page = (await viewer.get('/contact?page=2')).json();
  expect([page.page, page.lastPage, page.total, page.data.length]).toEqual([2, 2, 25, 5]);
  expect(page.data.at(-1).id).toBe(first.id);
  expect((await viewer.get('/contact?page=3')).json().data).toEqual([]);
});

test('marks a message as read once, with the reader', async () => {
  const before = await unread();
  const { id } = await message();
  expect(await unread()).toBe(before + 1);
  const read = (await viewer.patch(`/contact/${id}`, { read_at: null, message: 'Outra' })).json();
  expect(read).toMatchObject({ message: 'Aceita pets?', read_at: expect.any(String), read_by: 'Mariana Dias' });
  expect(await unread()).toBe(before);
  expect((await staff.patch(`/contact/${id}`)).json()).toEqual(read);
  const trail = await db
    .selectFrom('trail')
    .select('action')
    .where('record', '=', 'contact_message')
    .where('record_id', '=', id)
    .execute();
  expect(trail).toEqual([{ action: 'read' }]);
});

test('deletes a message for good; the trail keeps who deleted it', async () => {
  const before = await unread();
  const { id } = await message();
  expect((await viewer.delete(`/contact/${id}`)).statusCode).toBe(403);
  expect((await staff.delete(`/contact/${id}`)).statusCode).toBe(204);
  expect(await unread()).toBe(before);
  for (const gone of [await staff.delete(`/contact/${id}`), await staff.patch(`/contact/${id}`)])
    expect([gone.statusCode, gone.json().message]).toEqual([404, 'Não encontramos esta mensagem.']);
  expect(await db.selectFrom('contact_message').select('id').where('id', '=', id).execute()).toEqual([]);
  const rows = await db
    .selectFrom('trail')
    .select(['actor', 'action', 'changes'])
    .where('record', '=', 'contact_message')
    .where('record_id', '=', id)
    .execute();
  expect(rows).toEqual([{ actor: 'Mariana Dias', action: 'delete', changes: null }]);
});

test('requires the permission to read or mark messages', async () => {
  const { id } = await message();
  const other = as('CONTACT_DESTROY', 'SUPPORT_VIEW');
  expect([(await other.get('/contact')).statusCode, (await other.patch(`/contact/${id}`)).statusCode]).toEqual([
    403, 403,
  ]);
  const { read_at } = await db
    .selectFrom('contact_message')
    .select('read_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(read_at).toBeNull();
});
