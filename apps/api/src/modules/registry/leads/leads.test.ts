import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readSettings } from '#api/base/settings.ts';
import { systemContext } from '#api/context.ts';
import { openOutside } from '#api/outside/outside.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { startMailServer } from '#test/servers/mail-server.ts';
import { moveLeads, returnLeads } from './bulk.service.ts';
import { escalateLeads } from './deadline.service.ts';
import { forgetOldLeads } from './retention.service.ts';

const mails = await startMailServer();
const settings = { CEP_URL: '', INDICES_URL: '', SMTP_URL: mails.url, MAIL_FROM: 'Serra <a@serra.example>' };
const { app, as, client, db, deps, property, stop } = await startApp({
  today: '2026-11-27',
  outside: openOutside(readSettings({ ...settings, PUBLIC_URL: 'https://serra.example' }), { within: 60_000, rest: 1 }),
});
Object.assign(deps, { publicUrl: 'https://serra.example' });
afterAll(async () => {
  await stop();
  await mails.close();
});

const manager = as('LEAD_VIEW', 'LEAD_EDIT', 'LEAD_ASSIGN');
/** People of the staff, by their names. */
async function colleague(name: string, email: string) {
  const { id: group_id } = await db
    .insertInto('permission_group')
    .values({ name: `Grupo de ${name}`, permissions: ['LEAD_VIEW', 'LEAD_EDIT'] })
    .returning('id')
    .executeTakeFirstOrThrow();
  const row = { name, email, group_id, password_hash: 'x' };
  return (await db.insertInto('admin_user').values(row).returning('id').executeTakeFirstOrThrow()).id;
}
const [ana, bia] = [
  await colleague('Ana Prado', 'ana@serra.example'),
  await colleague('Bia Reis', 'bia@serra.example'),
];

let people = 0;
async function typed(given: Record<string, unknown> = {}) {
  people += 1;
  const lead = { name: `Pessoa ${people}`, phone: `329${80_000_000 + people}`, kind: 'RENT', ...given };
  return (await manager.post('/lead', lead)).json() as { id: number; joined: boolean };
}
const shown = async (id: number) => (await manager.get(`/lead/${id}`)).json();
const rules = (given: Record<string, unknown> = {}) =>
  manager.put('/lead/rules', { answer_minutes: 60, to_captador: true, manager_id: null, brokers: [], ...given });
const turn = (id: number, rule: Record<string, unknown> = {}) => ({
  ...{ id, on_duty: true, away_from: null, away_until: null, kinds: ['RENT', 'SALE', 'OFFER'] },
  ...{ neighborhoods: [], price_from: null, price_to: null, ...rule },
});
const queued = () => db.selectFrom('outgoing_mail').select(['recipient', 'subject', 'body']).orderBy('id').execute();
beforeEach(async () => {
  await db.deleteFrom('outgoing_mail').execute();
});

describe('a further message', () => {
  test('of the same phone or e-mail within thirty days joins the open lead', async () => {
    const first = await typed({ phone: '(32) 98841-2076', note: 'Primeira' });
    const again = await typed({ phone: '+55 32 98841-2076', email: 'Rui@Exemplo.com.br', note: 'Segunda' });
    expect(again).toEqual({ id: first.id, joined: true });
    const third = await typed({ phone: undefined, email: 'rui@exemplo.com.br' });
    expect(third).toEqual({ id: first.id, joined: true });
    const lead = await shown(first.id);
    expect(lead).toMatchObject({ phone: '32988412076', email: 'rui@exemplo.com.br', stage: 'NEW' });
    expect(lead.history.map(({ event, note }: { event: string; note: string }) => [event, note])).toEqual([
      ['RECEIVED', null],
      ['RECEIVED', 'Segunda'],
      ['RECEIVED', 'Primeira'],
    ]);
  });

  test.each([
    ['30 days and an hour later', { last_in_at: sql<string>`now() - interval '30 days 1 hour'` }, false],
    ['29 days later', { last_in_at: sql<string>`now() - interval '29 days'` }, true],
    [
      'after the lead was lost',
      { stage: 'LOST', loss_reason: 'PRICE', closed_at: sql<string>`now()`, waiting_since: null },
      false,
    ],
  ] as const)('%s', async (_, changes, joined) => {
    const phone = `328${++people}`.padEnd(11, '7');
    const { id } = await typed({ phone });
    await db.updateTable('lead').set(changes).where('id', '=', id).execute();
    expect((await typed({ phone })).joined).toBe(joined);
  });

  test('about a property to be offered is another matter', async () => {
    await typed({ phone: '32977770001' });
    expect((await typed({ phone: '32977770001', kind: 'OFFER' })).joined).toBe(false);
  });

  test('of two at once makes one lead', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => typed({ phone: '32977770002' })));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(answers.filter(({ joined }) => !joined).length).toBe(1);
  });
});

test('a form of the site, a visit and its cancelling move one lead by the deeds themselves', async () => {
  const place = await property();
  await db.updateTable('property').set({ pickup: 'Ana Prado' }).where('id', '=', place.id).execute();
  const form = { property_id: place.id, name: 'Otávio', email: 'otavio@exemplo.com.br', phone: '32966660001' };
  await app.inject({
    method: 'POST',
    url: '/api/site/contact',
    payload: { ...form, message: 'Aceita pets?', consent: true },
  });
  const [row] = (await manager.get('/lead?query=Ot%C3%A1vio')).json().data;
  expect(row).toMatchObject({ source: 'SITE_FORM', kind: 'RENT', property: { id: place.id }, owner: { id: ana } });
  expect(row.waiting_since).not.toBeNull();
  const desk = as('*');
  const visit = { property_id: place.id, name: 'Otávio', phone: '32966660001', date: '2026-11-30', shift: 'AM' };
  const { id } = (await desk.post('/schedule/admin', visit)).json();
  expect(await shown(row.id)).toMatchObject({
    stage: 'VISIT',
    waiting_since: null,
    first_answer_at: expect.any(String),
  });
  await desk.patch(`/schedule/admin/${id}/CANCELED/status`);
  const after = await shown(row.id);
  expect(after.stage).toBe('VISIT');
  expect(after.history.map(({ event, actor }: { event: string; actor: string }) => [event, actor])).toEqual([
    ['VISIT_CANCELED', 'Mariana Dias'],
    ['VISIT_BOOKED', 'Mariana Dias'],
    ['RECEIVED', 'Visitante'],
  ]);
});

describe('the owner', () => {
  test('takes turns, is told by e-mail without contact data, and whoever is away is passed over', async () => {
    expect((await rules({ brokers: [turn(ana), turn(bia)] })).statusCode).toBe(204);
    const owners: (number | undefined)[] = [];
    for (let index = 0; index < 4; index += 1) owners.push((await shown((await typed()).id)).owner?.id);
    expect(owners).toEqual([ana, bia, ana, bia]);
    const [mail] = await queued();
    expect(mail).toMatchObject({
      recipient: 'ana@serra.example',
      subject: expect.stringMatching(/^Novo lead para você: \d+$/),
    });
    expect(mail?.body).not.toMatch(/Pessoa|98/);
    await rules({ brokers: [turn(ana, { away_from: '2026-11-27', away_until: '2026-12-10' }), turn(bia)] });
    expect((await shown((await typed()).id)).owner.id).toBe(bia);
    expect((await shown((await typed()).id)).owner.id).toBe(bia);
    await rules();
    expect((await shown((await typed()).id)).owner).toBeNull();
  });

  test('at once: each turn is given once', LONG, async () => {
    await rules({ brokers: [turn(ana), turn(bia)] });
    const made = await Promise.all(Array.from({ length: 6 }, () => typed()));
    const owners = await Promise.all(made.map(async ({ id }) => (await shown(id)).owner.id));
    expect([owners.filter((id) => id === ana).length, owners.filter((id) => id === bia).length]).toEqual([3, 3]);
    await rules();
  });

  test('is chosen by who may, or takes what is nobody’s', async () => {
    const { id } = await typed();
    const staff = as('LEAD_VIEW', 'LEAD_EDIT');
    expect((await staff.post(`/lead/${id}/owner`, { owner_id: ana })).statusCode).toBe(403);
    expect((await staff.post(`/lead/${id}/take`, {})).json().owner.name).toBe('Mariana Dias');
    expect((await staff.post(`/lead/${id}/take`, {})).json().code).toBe('LEAD_OWNED');
    expect((await manager.post(`/lead/${id}/owner`, { owner_id: 999_999 })).json().code).toBe('LEAD_OWNER');
    expect((await manager.post(`/lead/${id}/owner`, { owner_id: bia })).json().owner.id).toBe(bia);
  });

  test.each([
    [{ brokers: [{ away_from: '2026-12-10', away_until: '2026-12-01' }] }, 'LEAD_AWAY'],
    [{ brokers: [{ price_from: 200, price_to: 100 }] }, 'LEAD_PRICES'],
    [{ manager_id: 999_999 }, 'LEAD_OWNER'],
  ])(
    '%j is refused: %s',
    async ({ brokers = [], ...given }: Record<string, unknown> & { brokers?: object[] }, code) => {
      const answer = await rules({
        ...given,
        brokers: brokers.map((rule) => turn(ana, rule as Record<string, unknown>)),
      });
      expect([answer.statusCode, answer.json().code]).toEqual([422, code]);
    },
  );
});

test('what nobody answered in time is passed to the manager once, and shown in Hoje', async () => {
  await rules({ manager_id: bia });
  const { id } = await typed();
  await db.deleteFrom('outgoing_mail').execute();
  await escalateLeads(deps);
  expect(await queued()).toEqual([]);
  await db
    .updateTable('lead')
    .set({ answer_due_at: sql<string>`now() - interval '1 minute'` })
    .where('id', '=', id)
    .execute();
  expect(await escalateLeads(deps)).toBe(1);
  expect(await escalateLeads(deps)).toBe(0);
  expect(await queued()).toMatchObject([{ recipient: 'bia@serra.example', subject: '1 lead sem resposta no prazo' }]);
  expect((await shown(id)).late).toBe(true);
  const [task] = (await manager.get('/dashboard/today')).json().leads.data;
  expect(task).toMatchObject({ id, late: true });
  await manager.post(`/lead/${id}/answer`, { note: 'Liguei' });
  expect(await shown(id)).toMatchObject({ late: false, stage: 'CONTACT' });
});

test('a visitor who did not come has seen nothing, and how a visit ended is told', LONG, async () => {
  const { id: property_id } = await property();
  const desk = as('*');
  const visited = async (phone: string, end: object) => {
    const { id } = await typed({ phone, property_id });
    const visit = { property_id, name: 'Rui', phone, date: '2026-11-27', shift: 'AM' };
    const { id: booked } = (await desk.post('/schedule/admin', visit)).json();
    await desk.patch(`/schedule/admin/${booked}/checkIn/date`);
    await desk.patch(`/schedule/admin/${booked}/checkOut/date`, end);
    const { event, note } = (await shown(id)).history[0];
    return [event, note];
  };
  expect(await visited('32966660011', { result: 'ABSENT' })).toEqual(['VISIT_CANCELED', 'Não veio']);
  expect(await visited('32966660012', { result: 'INTERESTED', result_note: 'Com vaga' })).toEqual([
    'VISIT_DONE',
    'Quer o imóvel: Com vaga',
  ]);
});

test('a contract wins the open lead of its tenant about the property, also without a proposal or an application', async () => {
  const { id: property_id } = await property();
  const tenant = await client({ phone: '32966660021' });
  const [mine, elsewhere, others] = [
    await typed({ phone: '32966660021', property_id }),
    await typed({ phone: undefined, email: tenant.email, property_id: (await property()).id }),
    await typed({ phone: '32966660022', property_id }),
  ];
  const terms = { current_price: 1500, commission: 10, transfer_date: 5, guarantee: 'OTHER' };
  const days = { start_date: '2026-12-01', end_date: '2029-05-31' };
  const made = await as('*').post('/proposal/manual', { user_id: tenant.id, property_id, ...terms, ...days });
  expect(made.statusCode).toBe(201);
  const stages = [];
  for (const { id } of [mine, elsewhere, others]) stages.push((await shown(id)).stage);
  expect(stages).toEqual(['WON', 'NEW', 'NEW']);
  expect((await shown(mine.id)).history[0].event).toBe('CONTRACT_MADE');
});

test('two leads of one person become one, which keeps both histories', async () => {
  const one = await typed({ phone: '32944440001', note: 'Um' });
  const two = await typed({ phone: undefined, email: 'dois@exemplo.com.br', note: 'Dois' });
  expect((await manager.post(`/lead/${one.id}/merge`, { into_id: one.id })).json().code).toBe('LEAD_ITSELF');
  const merged = (await manager.post(`/lead/${two.id}/merge`, { into_id: one.id })).json();
  expect(merged).toMatchObject({ id: one.id, phone: '32944440001', email: 'dois@exemplo.com.br' });
  expect(merged.history.flatMap(({ note }: { note: string | null }) => note ?? [])).toEqual(['Dois', 'Um']);
  const ids = (await manager.get('/lead')).json().data.map(({ id }: { id: number }) => id);
  expect(ids).toContain(one.id);
  expect(ids).not.toContain(two.id);
});

test('the board and the list show the same records, by the same filters', async () => {
  await sql`truncate lead cascade`.execute(db);
  const made = [await typed(), await typed({ kind: 'SALE' }), await typed()];
  await manager.post(`/lead/${made[2]?.id}/lost`, { reason: 'PRICE' });
  const { columns } = (await manager.get('/lead/board?kind=RENT')).json();
  const counts = columns.map(({ stage, total, data }: { stage: string; total: number; data: unknown[] }) => [
    stage,
    total,
    data.length,
  ]);
  expect(counts.filter(([, total]: [string, number]) => total > 0)).toEqual([
    ['NEW', 1, 1],
    ['LOST', 1, 1],
  ]);
  expect(counts.length).toBe(8);
  expect((await manager.get('/lead?kind=RENT')).json().total).toBe(2);
  expect((await manager.get('/lead?situation=WAITING')).json().total).toBe(2);
});

test('many are moved at once, or lost, and brought back', async () => {
  await sql`truncate lead cascade`.execute(db);
  const made = [await typed(), await typed()];
  const ids = made.map(({ id }) => id);
  await manager.post(`/lead/${ids[1]}/stage`, { stage: 'VISIT' });
  const versions = async () =>
    await db.selectFrom('lead').select(['id', 'version', 'stage', 'loss_reason']).orderBy('id').execute();
  const expectedOf = async () => (await versions()).map(({ id, version }) => ({ id, expected: version }));
  const ctx = systemContext(deps);
  const lost = await db
    .transaction()
    .execute(async (trx) => moveLeads(trx, ctx, await expectedOf(), { to: 'LOST', reason: 'NO_ANSWER' }));
  expect(lost).toEqual([{ stage: 'NEW' }, { stage: 'VISIT' }]);
  expect((await versions()).map(({ stage, loss_reason }) => [stage, loss_reason])).toEqual(
    Array(2).fill(['LOST', 'NO_ANSWER']),
  );
  const again = await db.transaction().execute(async (trx) => moveLeads(trx, ctx, await expectedOf(), { to: 'BID' }));
  expect(again.map((answer) => 'code' in answer && answer.code)).toEqual(['LEAD_CLOSED', 'LEAD_CLOSED']);
  const orders = (await expectedOf()).map((order, index) => ({
    ...order,
    stage: index === 0 ? ('NEW' as const) : ('VISIT' as const),
  }));
  await db.transaction().execute((trx) => returnLeads(trx, ctx, orders));
  expect((await versions()).map(({ stage, loss_reason }) => [stage, loss_reason])).toEqual([
    ['NEW', null],
    ['VISIT', null],
  ]);
});

test('a lead that was lost a year ago keeps its figures alone', async () => {
  const { id } = await typed({ note: 'Texto da pessoa' });
  await manager.post(`/lead/${id}/lost`, { reason: 'GAVE_UP', note: 'Mudou de cidade' });
  await db
    .updateTable('lead')
    .set({ closed_at: sql<string>`now() - interval '364 days'` })
    .where('id', '=', id)
    .execute();
  await forgetOldLeads(deps);
  expect((await shown(id)).name).not.toBe('Contato apagado');
  await db
    .updateTable('lead')
    .set({ closed_at: sql<string>`now() - interval '366 days'` })
    .where('id', '=', id)
    .execute();
  await forgetOldLeads(deps);
  const lead = await shown(id);
  expect(lead).toMatchObject({
    name: 'Contato apagado',
    phone: null,
    email: null,
    loss_note: null,
    loss_reason: 'GAVE_UP',
  });
  expect(lead.history.every(({ note }: { note: string | null }) => note === null)).toBe(true);
});

test.each([
  [{ name: 'Rui', kind: 'RENT' }, 'LEAD_CONTACT'],
  [{ name: 'Rui', kind: 'RENT', phone: '32988412076', property_id: 999_999 }, 'LEAD_PROPERTY'],
])('%j is refused: %s', async (lead, code) => {
  expect((await manager.post('/lead', lead)).json().code).toBe(code);
});
