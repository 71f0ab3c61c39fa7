import { afterAll, expect, test } from 'vitest';
import { startApp } from '../../../../test/harness.ts';

const { db, as, client, property, signIn, app, stop } = await startApp();
afterAll(stop);

const staff = as('SUPPORT_VIEW', 'SUPPORT_REPLY', 'SUPPORT_UPDATE', 'SUPPORT_DELETE');

async function ticket(
  overrides: Partial<{ title: string; status: 'OPENED' | 'REPLIED' | 'AWAITING' | 'CLOSED'; property_id: number }> = {},
) {
  const person = await client({ name: 'Célia Prado' });
  const made = await db
    .insertInto('ticket')
    .values({ user_id: person.id, title: 'Torneira pingando', level: 'HIGH', ...overrides })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('ticket_message')
    .values({ ticket_id: made.id, author: 'CLIENT', data: 'A torneira da cozinha pinga.' })
    .execute();
  return { ...made, user: person };
}

const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);

const chats = async () => (await staff.get('/dashboard/badges')).json().chats;

test("a client's tickets can be listed, counted and exported with `client`", async () => {
  const [mine, other] = [await ticket({ title: 'Chuveiro' }), await ticket({ title: 'Portão' })];
  const closed = await db
    .insertInto('ticket')
    .values({ user_id: mine.user.id, title: 'Chave', level: 'LOW', status: 'CLOSED' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { opened, history, total } = (await staff.get(`/chat?page=1&client=${mine.user.id}`)).json();
  expect([ids(opened), ids(history), total]).toEqual([[mine.id], [closed.id], 1]);
  expect(ids((await staff.get('/chat')).json().opened)).toEqual(expect.arrayContaining([mine.id, other.id]));
  const sheet = (await staff.get(`/chat/export/csv?client=${mine.user.id}`)).body;
  expect([sheet.includes('Chuveiro'), sheet.includes('Portão')]).toEqual([true, false]);
  await db
    .updateTable('ticket')
    .set({ deleted_at: new Date().toISOString() })
    .where('id', 'in', [mine.id, other.id, closed.id])
    .execute();
});

test('a ticket shows its messages, and is listed as open until it is closed', async () => {
  const place = await property({ street: 'Rua Halfeld', number: '80' });
  const { id, user } = await ticket({ property_id: place.id });
  const row = {
    id,
    property_id: place.id,
    property: { id: place.id, label: 'Rua Halfeld, 80' },
    user: { id: user.id, name: 'Célia Prado' },
    title: 'Torneira pingando',
    level: 'HIGH',
    status: 'OPENED',
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  };
  const list = (await staff.get('/chat')).json();
  expect(list.opened).toContainEqual(row);
  expect(list.history).toEqual([]);
  expect((await staff.get(`/chat/${id}/admin`)).json()).toEqual({
    ...row,
    messages: [
      {
        id: expect.any(Number),
        data: 'A torneira da cozinha pinga.',
        author: 'CLIENT',
        author_name: 'Célia Prado',
        created_at: expect.any(String),
      },
    ],
  });

  const closed = await staff.patch(`/chat/${id}`, { status: 'CLOSED' });
  expect([closed.statusCode, closed.json().status]).toEqual([200, 'CLOSED']);
  const after = (await staff.get('/chat?page=1')).json();
  expect(after).toMatchObject({ page: 1, lastPage: 1, total: 1, history: [{ id, status: 'CLOSED' }] });
  expect(after.opened).toEqual([]);
});

test('a reply is attributed to the signed-in person, and marks the ticket as answered', async () => {
  const before = await chats();
  const { id } = await ticket({ status: 'AWAITING' });
  expect(await chats()).toBe(before + 1);
  const { token, adminId } = await signIn('SUPPORT_REPLY');
  const sent = await app.inject({
    method: 'PUT',
    url: `/api/chat/${id}`,
    headers: { authorization: `Bearer ${token}` },
    payload: { message: ' O encanador vai amanhã.\nAté lá! ', author: 'CLIENT', admin_user_id: 1 },
  });
  expect(sent.statusCode).toBe(201);
  expect(sent.json()).toEqual({
    id: expect.any(Number),
    data: 'O encanador vai amanhã.\nAté lá!',
    author: 'STAFF',
    author_name: 'Mariana Dias',
    created_at: expect.any(String),
  });
  const kept = await db
    .selectFrom('ticket_message')
    .selectAll()
    .where('id', '=', sent.json().id)
    .executeTakeFirstOrThrow();
  expect([kept.author, kept.admin_user_id]).toEqual(['STAFF', adminId]);
  const now = (await staff.get(`/chat/${id}/admin`)).json();
  expect([now.status, now.messages.length]).toEqual(['REPLIED', 2]);
  expect(await chats()).toBe(before);
});

test.each([{ message: '' }, { message: '   ' }, {}, { message: 'x'.repeat(4_001) }, { message: 7 }])(
  'refuses the reply %j',
  async (body) => {
    const { id } = await ticket();
    const refused = await staff.put(`/chat/${id}`, body);
    expect(refused.statusCode).toBe(422);
    if (!String(body.message).startsWith('x')) expect(refused.json().message).toBe('Informe uma mensagem');
    expect((await staff.get(`/chat/${id}/admin`)).json()).toMatchObject({ status: 'OPENED', messages: [{}] });
  },
);

test('a closed ticket refuses replies and a second closing', async () => {
  const { id } = await ticket({ status: 'CLOSED' });
  for (const refused of [
    await staff.put(`/chat/${id}`, { message: 'Oi' }),
    await staff.patch(`/chat/${id}`, { status: 'CLOSED' }),
  ])
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'Este ticket já foi fechado.']);
  expect((await staff.get(`/chat/${id}/admin`)).json().messages).toHaveLength(1);
});

test('concurrent closings succeed once', async () => {
  const { id } = await ticket();
  const answers = await Promise.all(Array.from({ length: 6 }, () => staff.patch(`/chat/${id}`, { status: 'CLOSED' })));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  const trail = await db
    .selectFrom('trail')
    .select('changes')
    .where('record', '=', 'ticket')
    .where('record_id', '=', id)
    .execute();
  expect(trail).toEqual([{ changes: { status: ['OPENED', 'CLOSED'] } }]);
});

test('an update can only close a ticket', async () => {
  const { id } = await ticket();
  for (const body of [{ status: 'OPENED' }, { status: 'REPLIED' }, {}])
    expect((await staff.patch(`/chat/${id}`, body)).statusCode).toBe(422);
});

test('a deleted ticket appears nowhere', async () => {
  const before = await chats();
  const { id } = await ticket();
  expect((await staff.delete(`/chat/${id}`)).statusCode).toBe(204);
  expect(await chats()).toBe(before);
  expect(JSON.stringify((await staff.get('/chat')).json())).not.toContain(`"id":${id},"property_id"`);
  for (const gone of [
    await staff.get(`/chat/${id}/admin`),
    await staff.put(`/chat/${id}`, { message: 'Oi' }),
    await staff.patch(`/chat/${id}`, { status: 'CLOSED' }),
    await staff.delete(`/chat/${id}`),
  ])
    expect([gone.statusCode, gone.json().message]).toEqual([404, 'Não encontramos este ticket.']);
});

test('each call requires its own permission', async () => {
  const { id } = await ticket();
  const viewer = as('SUPPORT_VIEW');
  const others = as('SUPPORT_REPLY', 'SUPPORT_UPDATE', 'SUPPORT_DELETE', 'CONTACT_VIEW', 'SCHEDULE_VIEW');
  const refused = [
    await viewer.put(`/chat/${id}`, { message: 'Oi' }),
    await viewer.patch(`/chat/${id}`, { status: 'CLOSED' }),
    await viewer.delete(`/chat/${id}`),
    await others.get('/chat'),
    await others.get(`/chat/${id}/admin`),
  ];
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403]);
});
