import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ATTACKS, executables } from '#test/attacks/attacks.ts';
import { clientDesk, clientSession, noticeIn, wordsOf, wrongsIn } from '#test/desks/client-desk.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { until } from '#test/until.ts';

const { app, as, db, hear, signIn, client, property, contract, stop } = await startApp();
afterAll(stop);
beforeEach(() => db.deleteFrom('ticket').execute());
const { browser } = clientDesk(app);
const staff = as(
  'SUPPORT_VIEW',
  'SUPPORT_REPLY',
  'SUPPORT_UPDATE',
  'SYSTEM_NOTIFICATION_CREATE',
  'SYSTEM_NOTIFICATION_DESTROY',
);
const enter = async (id: number) => browser(`cliente=${await clientSession({ db }, id)}`);
const WORDS = { title: 'Torneira pingando', message: 'A torneira da cozinha pinga.\r\nDesde ontem.' };

async function celia() {
  const person = await client({ name: 'Célia Prado' });
  return { person, own: await enter(person.id) };
}
type Own = Awaited<ReturnType<typeof enter>>;
const open = async (own: Own, fields: Record<string, string> = WORDS) => {
  const answer = await own.post('/cliente/atendimento/novo', fields);
  return {
    answer,
    path: String(answer.headers.location),
    id: Number(String(answer.headers.location).split('/').at(-1)),
  };
};
const chats = async () => (await staff.get('/dashboard/badges')).json().chats;

/** Runs `work` and resolves once all of `topics` were published. */
async function heardOf(topics: string[], work: () => Promise<unknown>) {
  const heard = await hear();
  await work();
  await until(
    async () => heard,
    () => topics.every((topic) => heard.includes(topic)),
  );
}

test('notifies open pages of the staff', LONG, async () => {
  const { own } = await celia();
  let ticket = { path: '', id: 0 };
  await heardOf(['badges'], async () => {
    ticket = await open(own);
  });
  await heardOf(['badges', `ticket:${ticket.id}`], () => own.post(ticket.path, { message: 'Mais uma coisa.' }));
});

test('opens a ticket in the client’s name, for the staff', async () => {
  const { person, own } = await celia();
  const before = await chats();
  const { answer, path, id } = await open(own);
  expect([answer.statusCode, path]).toEqual([303, `/cliente/atendimento/${id}`]);
  expect(await chats()).toBe(before + 1);
  const seen = (await staff.get(`/chat/${id}/admin`)).json();
  expect(seen).toMatchObject({
    ...{ title: 'Torneira pingando', level: 'MEDIUM', status: 'OPENED', property: null },
    user: { id: person.id, name: 'Célia Prado' },
    messages: [{ author: 'CLIENT', author_name: 'Célia Prado', data: 'A torneira da cozinha pinga.\nDesde ontem.' }],
  });
});

test('alternates the conversation, and shows each side whose turn it is', async () => {
  const { own } = await celia();
  const { path, id } = await open(own);
  await staff.put(`/chat/${id}`, { message: 'Vamos mandar o encanador amanhã.' });
  const answered = wordsOf(await own.get(path));
  expect(answered).toContain('Respondido');
  expect(answered).toMatch(/Mariana Dias, .*Vamos mandar o encanador amanhã\./);
  expect(wordsOf(await own.get('/cliente'))).toContain('Torneira pingando');
  expect(await chats()).toBe(0);
  const reply = await own.post(path, { message: 'Obrigada, espero.' });
  expect([reply.statusCode, reply.headers.location]).toEqual([303, path]);
  expect(await chats()).toBe(1);
  expect((await staff.get(`/chat/${id}/admin`)).json()).toMatchObject({
    status: 'AWAITING',
    messages: [{ author: 'CLIENT' }, { author: 'STAFF' }, { author: 'CLIENT', data: 'Obrigada, espero.' }],
  });
  await staff.patch(`/chat/${id}`, { status: 'CLOSED' });
  const closed = await own.get(path);
  expect(wordsOf(closed)).toContain('Este chamado foi fechado.');
  expect(closed.body).not.toContain('<textarea');
  const late = await own.post(path, { message: 'Mais uma coisa' });
  expect([late.statusCode, (await staff.get(`/chat/${id}/admin`)).json().messages.length]).toEqual([409, 3]);
});

test('stores a form that is sent twice, even concurrently, once', async () => {
  const { person, own } = await celia();
  const [one, other] = await Promise.all([open(own), open(own)]);
  expect(one.id).toBe(other.id);
  await Promise.all([own.post(one.path, { message: 'E agora?' }), own.post(one.path, { message: 'E agora?' })]);
  const messages = await db
    .selectFrom('ticket_message')
    .innerJoin('ticket', 'ticket.id', 'ticket_message.ticket_id')
    .select('data')
    .where('user_id', '=', person.id)
    .execute();
  expect(messages.map(({ data }) => data)).toEqual(['A torneira da cozinha pinga.\nDesde ontem.', 'E agora?']);
});

test('accepts only the client’s own properties as subject', async () => {
  const { person, own } = await celia();
  const lease = await contract({ user_id: person.id, property: { street: 'Rua Halfeld', number: '30' } });
  const other = await property({ street: 'Rua Alheia' });
  const form = await own.get('/cliente/atendimento/novo');
  expect(wordsOf(form)).toContain('Rua Halfeld, 30');
  expect(wordsOf(form)).not.toContain('Rua Alheia');
  const about = async (property_id: string, title: string) => {
    const { id } = await open(own, { ...WORDS, title, property_id });
    return (await staff.get(`/chat/${id}/admin`)).json().property_id;
  };
  expect(await about(String(lease.property_id), 'Um')).toBe(lease.property_id);
  expect(await about('', 'Dois')).toBeNull();
  expect(await about(String(other.id), 'Três')).toBeNull();
});

// biome-ignore format: a table of cases reads best aligned
test.each<[Record<string, string>, object]>([
  [{ title: '', message: '' },            { title: 'Informe o assunto', message: 'Informe uma mensagem' }],
  [{ title: ' ', message: 'x' },          { title: 'Informe o assunto' }],
  [{ title: 'x'.repeat(121) },            { title: 'Use até 120 caracteres' }],
  [{ message: 'x'.repeat(4_001) },        { message: 'Use até 4000 caracteres' }],
])('shows the error of %j at its field, and keeps the values', async (changed, wrongs) => {
  const { person, own } = await celia();
  const answer = await own.post('/cliente/atendimento/novo', { ...WORDS, ...changed });
  expect([answer.statusCode, wrongsIn(answer)]).toEqual([422, wrongs]);
  if (!('message' in changed)) expect(answer.body).toContain('Desde ontem.</textarea>');
  expect(await db.selectFrom('ticket').select('id').where('user_id', '=', person.id).execute()).toEqual([]);
});

test('returns 404 for another client’s ticket', async () => {
  const [mine, theirs] = [await celia(), await celia()];
  const { path, id } = await open(theirs.own);
  expect((await mine.own.get(path)).statusCode).toBe(404);
  expect((await mine.own.post(path, { message: 'oi' })).statusCode).toBe(404);
  expect((await staff.get(`/chat/${id}/admin`)).json().messages).toHaveLength(1);
  expect(wordsOf(await mine.own.get('/cliente/atendimento'))).toContain('Você ainda não abriu nenhum chamado.');
  await db.updateTable('ticket').set({ deleted_at: new Date() }).where('id', '=', id).execute();
  expect((await theirs.own.get(path)).statusCode).toBe(404);
});

test('limits the messages from one address', async () => {
  const { own } = await celia();
  const from = { 'x-from': '203.0.113.77' };
  for (let times = 0; times < 20; times += 1) await own.post('/cliente/atendimento/novo', {}, from);
  const answer = await own.post('/cliente/atendimento/novo', WORDS, from);
  expect([answer.statusCode, noticeIn(answer)]).toEqual([429, 'Muitas tentativas. Aguarde um pouco e tente de novo.']);
  expect(answer.body).toContain('value="Torneira pingando"');
});

describe.each(ATTACKS)('%s', (attack) => {
  test('is escaped', async () => {
    const { own } = await celia();
    const { path } = await open(own, { title: attack, message: attack });
    if (path.startsWith('/cliente')) expect(executables((await own.get(path)).body)).toEqual([]);
    const refused = await own.post('/cliente/atendimento/novo', { title: attack, message: '' });
    expect([refused.statusCode, executables(refused.body)]).toEqual([422, []]);
  });
});

describe('notices of the agency', () => {
  const say = async (name: string) =>
    (await staff.post('/notification/system', { name, message: 'Estaremos fechados.' })).json().id as number;

  test('are shown to each client until dismissed', async () => {
    const [one, other] = [await celia(), await celia()];
    const id = await say('Feriado');
    expect(wordsOf(await one.own.get('/cliente'))).toContain('Feriado Estaremos fechados.');
    const answer = await one.own.post(`/cliente/avisos/${id}`);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/cliente']);
    await one.own.post(`/cliente/avisos/${id}`);
    expect(wordsOf(await one.own.get('/cliente'))).not.toContain('Feriado');
    expect(wordsOf(await other.own.get('/cliente'))).toContain('Feriado');
    // The staff's notification stays unread.
    const { token } = await signIn('*');
    const unread = await app.inject({ url: '/api/notification', headers: { authorization: `Bearer ${token}` } });
    expect(unread.body).toContain('Feriado');
  });

  test('disappear when deleted, and dismissing them still works', async () => {
    const { own } = await celia();
    const id = await say('Engano');
    await staff.delete(`/notification/system/${id}`);
    expect(wordsOf(await own.get('/cliente'))).not.toContain('Engano');
    expect((await own.post(`/cliente/avisos/${id}`)).statusCode).toBe(303);
    expect((await own.post('/cliente/avisos/999999')).statusCode).toBe(303);
  });
});
