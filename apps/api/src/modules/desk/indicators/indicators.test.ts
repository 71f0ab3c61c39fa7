import { parseCsv } from 'hucre/csv';
import type { Insertable } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import type { Lead, Schedule } from '#api/db/schema.ts';
import { startApp } from '#test/harness.ts';

const { as, client, contract, db, property, stop } = await startApp({ today: '2026-11-20' });
afterAll(stop);

const reader = as('LEAD_VIEW');
const desk = as('*');

async function colleague(name: string) {
  const { id: group_id } = await db
    .insertInto('permission_group')
    .values({ name: `Grupo de ${name}`, permissions: ['LEAD_EDIT'] })
    .returning('id')
    .executeTakeFirstOrThrow();
  const row = { name, email: `${name}@serra.example`, group_id, password_hash: 'x' };
  return (await db.insertInto('admin_user').values(row).returning('id').executeTakeFirstOrThrow()).id;
}
const [ana, bia] = [await colleague('Ana'), await colleague('Bia')];

const lead = async (given: Partial<Insertable<Lead>>) => {
  const row = { name: 'x', kind: 'RENT', phone: '32955550001', source: 'OLX', ...given } as const;
  return (await db.insertInto('lead').values(row).returning('id').executeTakeFirstOrThrow()).id;
};
const place = async (created_at: string, given: Parameters<typeof property>[0] = {}) => {
  const { id } = await property(given);
  await db.updateTable('property').set({ created_at }).where('id', '=', id).execute();
  return id;
};
const visit = async (property_id: number, date: string, given: Partial<Insertable<Schedule>> = {}) => {
  const row = {
    property_id,
    date,
    name: 'x',
    phone: '32955550001',
    shift: 'AM',
    status: 'RETURNED',
    ...given,
  } as const;
  return (
    await db
      .insertInto('schedule')
      .values(row as never)
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
};
const letting = async (
  property_id: number,
  start_date: string,
  given: { registered_on: string; closed_on?: string },
) => {
  const { id } = await contract({ property_id, start_date: start_date as never, user_id: (await client()).id });
  const changes = { ...given, ...(given.closed_on && { status: 'CLOSED' }) };
  await db
    .updateTable('proposal')
    .set(changes as never)
    .where('id', '=', id)
    .execute();
  if (given.closed_on)
    await db.updateTable('property').set({ status: 'AVAILABLE' }).where('id', '=', property_id).execute();
  return id;
};

// Leads. The first came in on 1 September at midnight in São Paulo, the one before it a second earlier.
const first = await lead({
  ...{ owner_id: ana, stage: 'WON', received_at: '2026-09-01T03:00:00Z', first_due_at: '2026-09-01T04:00:00Z' },
  ...{ first_answer_at: '2026-09-01T03:10:00Z', closed_at: '2026-09-21T03:00:00Z' },
});
await lead({ owner_id: ana, received_at: '2026-09-01T02:59:59Z', first_due_at: '2026-09-01T04:00:00Z' });
await lead({
  ...{ owner_id: ana, stage: 'LOST', loss_reason: 'PRICE', closed_at: '2026-11-01T12:00:00Z' },
  ...{ received_at: '2026-10-05T12:00:00Z', first_due_at: '2026-10-05T13:00:00Z' },
  first_answer_at: '2026-10-05T13:30:00Z',
});
const absent = await lead({
  ...{ source: 'SITE_FORM', owner_id: bia, stage: 'VISIT', received_at: '2026-10-06T12:00:00Z' },
  ...{ first_due_at: '2026-10-06T13:00:00Z', first_answer_at: '2026-10-06T12:20:00Z' },
});
await lead({
  ...{ source: 'SITE_FORM', stage: 'LOST', loss_reason: 'NO_ANSWER', closed_at: '2026-11-01T12:00:00Z' },
  ...{ received_at: '2026-10-07T12:00:00Z', first_due_at: '2026-10-07T13:00:00Z' },
});
// Its deadline is to come.
await lead({ owner_id: bia, received_at: '2026-11-10T12:00:00Z', first_due_at: '2099-01-01T12:00:00Z' });
const joined = await lead({
  ...{ owner_id: ana, stage: 'LOST', loss_reason: 'DUPLICATE', closed_at: '2026-09-12T12:00:00Z' },
  ...{ received_at: '2026-09-11T12:00:00Z', merged_into_id: first },
});

// Properties and contracts.
const seen = await place('2026-11-10T15:00:00Z');
const free = await place('2020-01-01T15:00:00Z');
await letting(free, '2023-01-10', { registered_on: '2023-01-05', closed_on: '2026-10-31' });
await letting(await place('2026-08-01T15:00:00Z'), '2026-09-15', { registered_on: '2026-09-10' });
const again = await place('2020-01-01T15:00:00Z');
await letting(again, '2022-01-01', { registered_on: '2022-01-01', closed_on: '2026-10-01' });
await letting(again, '2026-10-25', { registered_on: '2026-11-01' });
// Brought in from another system; deleted as a mistake; for sale; not accepted yet.
await letting(await place('2026-11-15T15:00:00Z'), '2024-05-01', { registered_on: '2026-11-15' });
const mistake = await place('2026-08-01T15:00:00Z');
const wrong = await letting(mistake, '2026-10-01', { registered_on: '2026-10-01' });
await db.updateTable('proposal').set({ deleted_at: '2026-10-02T12:00:00Z' }).where('id', '=', wrong).execute();
await db.updateTable('property').set({ status: 'UNAVAILABLE' }).where('id', '=', mistake).execute();
const sale = await place('2026-08-01T15:00:00Z', { type: 'SALE' });
await place('2026-08-01T15:00:00Z', { status: 'PENDING' });

// Visits.
const held = await visit(seen, '2026-10-10', { result: 'THINKING' });
await visit(free, '2026-11-05');
await visit(seen, '2026-11-06', { result: 'INTERESTED' });
const missed = await visit(seen, '2026-10-11', { result: 'ABSENT' });
await visit(seen, '2026-10-12', { status: 'CANCELED' });
await visit(seen, '2026-12-01', { status: 'CONFIRMED' });
await visit(seen, '2026-08-31');
await visit(sale, '2026-10-13');
const booked = {
  event: 'VISIT_BOOKED',
  stage_before: 'NEW',
  stage_after: 'VISIT',
  actor: 'Ana',
  record: 'schedule',
} as const;
await db
  .insertInto('lead_event')
  .values([
    { ...booked, lead_id: joined, record_id: held },
    { ...booked, lead_id: absent, record_id: missed },
  ])
  .execute();

const SPAN = 'start=2026-09-01&end=2026-11-20';
const NOTHING = {
  in_time: 0,
  late: 0,
  share: null,
  median_minutes: null,
  visited: 0,
  won: 0,
  lost: 0,
  median_days: null,
};

describe('the figures of a period', () => {
  test('are those worked out by hand, the last three months by default', async () => {
    const found = (await reader.get('/lead/indicators')).json();
    expect([found.start, found.end]).toEqual(['2026-09-01', '2026-11-20']);
    expect(found.leads).toEqual({
      ...{ received: 5, answered: 3, in_time: 2, late: 2, share: 50, median_minutes: 20 },
      ...{ visited: 1, won: 1, lost: 2, conversion: 20, median_days: 20 },
    });
    // 40 days from 1 August to 10 September; 24 from 1 to 25 October.
    expect(found.lettings).toEqual({ closed: 2, visits: 3, visits_each: 1.5, median_days: 32, measured: 2 });
    // 10 days since 10 November, 20 since 31 October; three are let.
    expect(found.vacancy).toEqual({ vacant: 2, of: 5, share: 40, mean_days: 15 });
    expect(found.reasons).toEqual([
      { reason: 'NO_ANSWER', leads: 1 },
      { reason: 'PRICE', leads: 1 },
    ]);
    expect(found.sources).toEqual([
      {
        ...{ source: 'OLX', received: 3, answered: 2, in_time: 1, late: 1, share: 50, median_minutes: 50 },
        ...{ visited: 1, won: 1, lost: 1, conversion: 33.33, median_days: 20 },
      },
      {
        ...{ source: 'SITE_FORM', received: 2, answered: 1, in_time: 1, late: 1, share: 50, median_minutes: 20 },
        ...{ visited: 0, won: 0, lost: 1, conversion: 0, median_days: null },
      },
    ]);
    expect(found.people).toEqual([
      {
        ...{ owner: { id: ana, name: 'Ana' }, received: 2, answered: 2, in_time: 1, late: 1, share: 50 },
        ...{ median_minutes: 50, visited: 1, won: 1, lost: 1, conversion: 50, median_days: 20 },
      },
      {
        ...{ ...NOTHING, owner: { id: bia, name: 'Bia' }, received: 2, answered: 1, in_time: 1, share: 100 },
        ...{ median_minutes: 20, conversion: 0 },
      },
      { ...NOTHING, owner: null, received: 1, answered: 0, late: 1, share: 0, lost: 1, conversion: 0 },
    ]);
    const graph = found.graph.map(({ date, type, value }: { date: string; type: string; value: number }) => [
      ...[date, type, value],
    ]);
    // biome-ignore format: a table reads best aligned
    expect(graph).toEqual([
      ...[['2026-09', 'Leads', 1], ['2026-09', 'Visitas', 0], ['2026-09', 'Locações', 1]],
      ...[['2026-10', 'Leads', 3], ['2026-10', 'Visitas', 1], ['2026-10', 'Locações', 1]],
      ...[['2026-11', 'Leads', 1], ['2026-11', 'Visitas', 2], ['2026-11', 'Locações', 0]],
    ]);
  });

  test.each([
    ['the leads', `/lead?${SPAN}`, 5],
    ['those answered in time', `/lead?${SPAN}&answer=IN_TIME`, 2],
    ['those that were not', `/lead?${SPAN}&answer=LATE`, 2],
    ['those with a visit', `/lead?${SPAN}&visit=HELD`, 1],
    ['those won of a way in', `/lead?${SPAN}&source=OLX&stage=WON`, 1],
    ['those lost for a reason', `/lead?${SPAN}&stage=LOST&reason=PRICE`, 1],
    ['those of nobody', `/lead?${SPAN}&situation=UNOWNED`, 1],
    ['the visits', `/schedule/admin?page=1&transaction=RENT&outcome=HELD&${SPAN}`, 3],
    ['the lettings', `/proposal?page=1&status=ALL&transaction=RENT&${SPAN}`, 2],
    ['the vacant properties', '/property?page=1&transaction=RENT&available=AVAILABLE', 2],
  ])('open the rows that they count: %s', async (_, path, total) => {
    expect((await desk.get(path)).json()).toMatchObject({ total });
  });

  test('of one month are drawn by day, and of nothing are none', async () => {
    const october = (await reader.get('/lead/indicators?start=2026-10-01&end=2026-10-31')).json();
    expect(october.graph).toHaveLength(93);
    expect(october.graph).toContainEqual({ date: '2026-10-10', type: 'Visitas', value: 1 });
    const before = (await reader.get('/lead/indicators?start=2019-01-01&end=2019-12-31')).json();
    expect(before).toMatchObject({
      leads: { ...NOTHING, received: 0, answered: 0, conversion: null },
      lettings: { closed: 0, visits: 0, visits_each: null, median_days: null, measured: 0 },
      ...{ reasons: [], sources: [], people: [] },
    });
  });

  test('leave as a sheet: the whole, ways in, people and reasons', async () => {
    const [head = [], ...rows] = parseCsv((await reader.get('/lead/indicators/export/csv')).body, { delimiter: ';' });
    expect([head.length, head[0], head.at(-1)]).toEqual([20, 'Por', 'Vagos há, média (dias)']);
    expect(rows.map((row) => row.join(';'))).toEqual([
      'Geral;Todos;5;3;2;2;50;20;1;1;2;20;20;2;3;1,5;32;2;40;15',
      'Origem;Grupo OLX;3;2;1;1;50;50;1;1;1;33,33;20;;;;;;;',
      'Origem;Formulário do site;2;1;1;1;50;20;0;0;1;0;;;;;;;;',
      'Responsável;Ana;2;2;1;1;50;50;1;1;1;50;20;;;;;;;',
      'Responsável;Bia;2;1;1;0;100;20;0;0;0;0;;;;;;;;',
      'Responsável;Sem responsável;1;0;0;1;0;;0;0;1;0;;;;;;;;',
      'Motivo da perda;Parou de responder;;;;;;;;;1;;;;;;;;;',
      'Motivo da perda;Preço;;;;;;;;;1;;;;;;;;;',
    ]);
  });
});
