import type { VisitStatus } from '@morada/domain/attendance/visit';
import { afterAll, describe, expect, test } from 'vitest';
import { startApp } from '../../../../test/harness.ts';

const { db, as, client, property, stop } = await startApp({ today: '2026-03-10' });
afterAll(stop);

const staff = as('SCHEDULE_VIEW', 'SCHEDULE_EDIT');
const place = await property({ street: 'Rua Halfeld', number: '80' });

const visit = (status: VisitStatus = 'PENDING', date: `${number}-${number}-${number}` = '2026-03-12') =>
  db
    .insertInto('schedule')
    .values({ property_id: place.id, name: 'Otávio Reis', phone: '32988412076', date, shift: 'AM', status })
    .returning('id')
    .executeTakeFirstOrThrow();

const pending = async () => (await staff.get('/dashboard/badges')).json().schedules;

test('lists upcoming visits by day, past ones newest first', async () => {
  const later = await visit('USING', '2026-03-14');
  const sooner = await visit('PENDING', '2026-03-11');
  const returned = await visit('RETURNED');
  const canceled = await visit('CANCELED');
  const list = (await staff.get('/schedule/admin')).json();
  expect(list.progress.map((row: { id: number }) => row.id)).toEqual([sooner.id, later.id]);
  expect(list.history.map((row: { id: number }) => row.id)).toEqual([canceled.id, returned.id]);
  expect(list.progress[0]).toEqual({
    id: sooner.id,
    property_id: place.id,
    property: 'Rua Halfeld, 80',
    place: 'Rua Halfeld, 80, Centro, Juiz de Fora, MG',
    user: { id: null, name: 'Otávio Reis', phone: '32988412076', email: null },
    date: '2026-03-11',
    shift: 'AM',
    time: null,
    note: null,
    checkIn: null,
    checkOut: null,
    status: 'PENDING',
    cancel_reason: null,
    result: null,
    result_note: null,
    campaign: null,
    version: 1,
  });
  expect((await staff.get('/schedule/admin?page=1')).json()).toMatchObject({ page: 1, lastPage: 1, total: 2 });
});

test('a visit passes through every status, each with its timestamp', async () => {
  const before = await pending();
  const { id } = await visit();
  expect(await pending()).toBe(before + 1);
  const steps = [
    ['CONFIRMED/status', 'CONFIRMED', false, false],
    ['checkIn/date', 'USING', true, false],
    ['checkOut/date', 'RETURNED', true, true],
  ] as const;
  for (const [index, [path, status, checkedIn, checkedOut]] of steps.entries()) {
    const answer = await staff.patch(`/schedule/admin/${id}/${path}`, undefined, { 'if-match': `"${index + 1}"` });
    expect([answer.statusCode, answer.headers.etag]).toEqual([200, `"${index + 2}"`]);
    const { checkIn, checkOut, ...row } = answer.json();
    expect([row.status, checkIn !== null, checkOut !== null]).toEqual([status, checkedIn, checkedOut]);
  }
  expect(await pending()).toBe(before);
  const trail = await db
    .selectFrom('trail')
    .select('action')
    .where('record', '=', 'schedule')
    .where('record_id', '=', id)
    .orderBy('id')
    .execute();
  expect(trail.map(({ action }) => action)).toEqual(['confirm', 'checkIn', 'checkOut']);
});

const PATHS = {
  confirm: 'CONFIRMED/status',
  cancel: 'CANCELED/status',
  checkIn: 'checkIn/date',
  checkOut: 'checkOut/date',
};
const ALLOWED = { PENDING: ['confirm', 'cancel'], CONFIRMED: ['cancel', 'checkIn'], USING: ['checkOut'] };

// From the specification's list of transitions; every other one is refused.
test.each(['PENDING', 'CONFIRMED', 'USING', 'RETURNED', 'CANCELED'] as const)(
  'allows the transitions of %s',
  async (from) => {
    for (const [action, path] of Object.entries(PATHS)) {
      const { id } = await visit(from);
      const answer = await staff.patch(`/schedule/admin/${id}/${path}`);
      const allowed = from in ALLOWED && ALLOWED[from as keyof typeof ALLOWED].includes(action);
      expect([from, action, answer.statusCode]).toEqual([from, action, allowed ? 200 : 409]);
      const kept = await db.selectFrom('schedule').select('status').where('id', '=', id).executeTakeFirstOrThrow();
      if (!allowed) expect(kept.status).toBe(from);
    }
    const { id } = await visit(from);
    for (const status of ['PENDING', 'USING', 'RETURNED'])
      expect((await staff.patch(`/schedule/admin/${id}/${status}/status`)).statusCode).toBe(409);
  },
);

test('a check-out and a check-in set by mistake are cleared in turn, with a trail', async () => {
  const { id } = await visit('CONFIRMED');
  await staff.patch(`/schedule/admin/${id}/checkIn/date`);
  expect((await staff.delete(`/schedule/admin/${id}/checkOut/date`)).statusCode).toBe(409);
  await staff.patch(`/schedule/admin/${id}/checkOut/date`);
  expect((await staff.delete(`/schedule/admin/${id}/checkIn/date`)).statusCode).toBe(409);
  const out = await staff.delete(`/schedule/admin/${id}/checkOut/date`);
  expect([out.statusCode, out.json()]).toMatchObject([
    200,
    { status: 'USING', checkIn: expect.any(String), checkOut: null },
  ]);
  const back = await staff.delete(`/schedule/admin/${id}/checkIn/date`);
  expect([back.statusCode, back.json()]).toMatchObject([200, { status: 'CONFIRMED', checkIn: null, checkOut: null }]);
  const trail = await db
    .selectFrom('trail')
    .select('action')
    .where('record', '=', 'schedule')
    .where('record_id', '=', id)
    .orderBy('id')
    .execute();
  expect(trail.map(({ action }) => action)).toEqual(['checkIn', 'checkOut', 'undoCheckOut', 'undoCheckIn']);
  expect((await as('SCHEDULE_VIEW').delete(`/schedule/admin/${id}/checkIn/date`)).statusCode).toBe(403);
});

test('a check-out says how the visit ended, which an undone one forgets; a check-in says nothing', async () => {
  const { id } = await visit('CONFIRMED');
  const end = { result: 'THINKING', result_note: 'Volta com a esposa.' };
  const early = await staff.patch(`/schedule/admin/${id}/checkIn/date`, end);
  expect([early.statusCode, early.json().code]).toEqual([422, 'VISIT_RESULT']);
  await staff.patch(`/schedule/admin/${id}/checkIn/date`);
  expect((await staff.patch(`/schedule/admin/${id}/checkOut/date`, { result: 'BOUGHT' })).statusCode).toBe(422);
  const out = await staff.patch(`/schedule/admin/${id}/checkOut/date`, end);
  expect([out.statusCode, out.json()]).toMatchObject([200, { status: 'RETURNED', ...end }]);
  const { changes } = await db
    .selectFrom('trail')
    .select('changes')
    .where('record', '=', 'schedule')
    .where('record_id', '=', id)
    .where('action', '=', 'checkOut')
    .executeTakeFirstOrThrow();
  expect(changes).toEqual({ status: ['USING', 'RETURNED'], result: [null, 'Vai pensar'] });
  const back = await staff.delete(`/schedule/admin/${id}/checkOut/date`);
  expect(back.json()).toMatchObject({ status: 'USING', result: null, result_note: null });
});

test('confirms once under concurrent calls, and refuses an outdated version', async () => {
  const { id } = await visit();
  const url = `/schedule/admin/${id}/CONFIRMED/status`;
  const answers = await Promise.all(Array.from({ length: 6 }, () => staff.patch(url)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  const stale = await staff.patch(`/schedule/admin/${id}/CANCELED/status`, undefined, { 'if-match': '"1"' });
  expect([stale.statusCode, stale.json().saved_by]).toEqual([412, 'Mariana Dias']);
});

test('returns 404 for an unknown visit, status or timestamp', async () => {
  const { id } = await visit();
  for (const path of ['999999/CONFIRMED/status', `${id}/confirmed/status`, `${id}/X/status`, `${id}/checkin/date`])
    expect([path, (await staff.patch(`/schedule/admin/${path}`)).statusCode]).toEqual([path, 404]);
});

test('requires separate permissions to see and to change', async () => {
  const { id } = await visit();
  expect((await as('SCHEDULE_EDIT').get('/schedule/admin')).statusCode).toBe(403);
  const viewer = as('SCHEDULE_VIEW');
  expect((await viewer.patch(`/schedule/admin/${id}/CONFIRMED/status`)).statusCode).toBe(403);
  expect((await viewer.patch(`/schedule/admin/${id}/checkIn/date`)).statusCode).toBe(403);
});

describe('a visit booked by staff', () => {
  const booking = (overrides = {}) => ({
    property_id: place.id,
    name: 'Lívia Prado',
    phone: '(32) 98841-2076',
    date: '2026-03-10',
    shift: 'PM',
    ...overrides,
  });
  const book = (overrides = {}) => staff.post('/schedule/admin', booking(overrides));

  test('is confirmed, from today on, in the list and in the trail', async () => {
    const { id: client_id } = await client({ name: 'Lívia Prado' });
    const answer = await book({ client_id, email: 'livia@exemplo.com.br', note: 'Vem com a mãe' });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      201,
      {
        property: 'Rua Halfeld, 80',
        user: { id: client_id, name: 'Lívia Prado', phone: '32988412076', email: 'livia@exemplo.com.br' },
        date: '2026-03-10',
        shift: 'PM',
        note: 'Vem com a mãe',
        status: 'CONFIRMED',
      },
    ]);
    const { id } = answer.json();
    const { progress } = (await staff.get('/schedule/admin')).json();
    expect(progress.map((row: { id: number }) => row.id)).toContain(id);
    const { action } = await db
      .selectFrom('trail')
      .select('action')
      .where('record', '=', 'schedule')
      .where('record_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(action).toBe('create');
    expect((await staff.patch(`/schedule/admin/${id}/checkIn/date`)).json().status).toBe('USING');
  });

  test.each([
    [{ date: '2026-03-09' }, 'date', 'Escolha um dia a partir de hoje, nos próximos 90 dias'],
    [{ date: '2026-06-09' }, 'date', 'Escolha um dia a partir de hoje, nos próximos 90 dias'],
    [{ property_id: 999_999 }, 'property_id', 'Não encontramos este imóvel'],
    [{ client_id: 999_999 }, 'client_id', 'Não encontramos este cliente'],
    [{ name: ' ' }, 'name', 'Informe quem vem'],
    [{ phone: '98841' }, 'phone', 'Informe o telefone com DDD'],
    [{ shift: 'NIGHT' }, 'shift', 'Escolha o turno'],
    [{ time: '14h30' }, 'time', 'Use o formato 14:30'],
    [{ time: '09:00' }, 'time', 'Este horário é de outro turno'],
  ])('refuses %j', async (wrong, field, message) => {
    const answer = await book(wrong);
    expect([answer.statusCode, answer.json().errors]).toEqual([422, [{ field, message }]]);
  });

  test('has an hour that no other visit of the property has', async () => {
    const at = { date: '2026-03-23', shift: 'AM', time: '09:30' };
    const answers = await Promise.all(
      ['32988412071', '32988412072', '32988412073'].map((phone) => book({ ...at, phone })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 201)?.json().time).toBe('09:30');
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().message).toBe(
      'Já há uma visita a este imóvel neste horário',
    );
    expect((await book({ ...at, time: '' })).statusCode).toBe(201);
  });

  test('is stored once when sent twice, also concurrently; once cancelled, it can be booked again', async () => {
    const again = { date: '2026-03-20', shift: 'AM' };
    const answers = await Promise.all(Array.from({ length: 4 }, () => book(again)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409]);
    const booked = answers.find(({ statusCode }) => statusCode === 201)?.json();
    await staff.patch(`/schedule/admin/${booked.id}/CANCELED/status`);
    expect((await book(again)).statusCode).toBe(201);
  });

  test('requires the permission to change visits', async () => {
    expect((await as('SCHEDULE_VIEW').post('/schedule/admin', booking())).statusCode).toBe(403);
  });
});
