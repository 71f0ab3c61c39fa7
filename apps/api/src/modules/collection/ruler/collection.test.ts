import { addDays, type CalendarDate } from '@morada/domain/base/calendar';
import { DEFAULT_STEPS } from '@morada/domain/collection/default-steps';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { refusal, trailOf } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { doSteps } from './steps.service.ts';

const TODAY: CalendarDate = '2026-03-02';
const app = await startApp({ today: TODAY });
const { as, db, client, contract, invoice, clock } = app;
afterAll(app.stop);
beforeEach(async () => {
  await app.empty();
  await sql`update collection_ruler set active = false, since = null, version = 1`.execute(db);
});

const reader = as('COLLECTION_VIEW');
const editor = as('COLLECTION_VIEW', 'COLLECTION_EDIT');
const teller = as('FINANCIAL_INVOICE_VIEW', 'FINANCIAL_INVOICE_CREATE');

const STEPS = DEFAULT_STEPS.map((step) => ({ ...step, channels: null }));
const save = async (steps: object[], version = 1) =>
  editor.put('/collection/ruler', { steps }, { 'if-match': `"${version}"` });
async function switchOn(steps: object[] = STEPS) {
  expect((await save(steps)).statusCode).toBe(200);
  const { version, from } = (await reader.get('/collection/ruler/simulation')).json();
  expect((await editor.post('/collection/ruler/on', { version, from })).statusCode).toBe(200);
}

/** Steps done for an invoice: days of the step, and the day on which it was done. */
const touches = async (id: number) =>
  (
    await db
      .selectFrom('collection_touch')
      .select(['days', 'done_on'])
      .where('invoice_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ days, done_on }) => [days, done_on]);

const messagesOf = (id: number) =>
  db
    .selectFrom('message')
    .select(['client_id', 'subject', 'body', 'state', 'while_open', 'last_day'])
    .where('invoice_id', '=', id)
    .orderBy('id')
    .execute();

/** Runs the job of each day through `until`: on two servers at the same time, and again later that day. */
async function live(until: CalendarDate, each: (today: CalendarDate) => Promise<unknown> = async () => {}) {
  for (; clock.today <= until; clock.today = addDays(clock.today, 1)) {
    await Promise.all([doSteps(app.deps), doSteps(app.deps)]);
    await each(clock.today);
    await doSteps(app.deps);
  }
}

/** The default invoice: 1.500,00 due on Tuesday 10/03/2026. */
const due10 = async () => {
  const guarantor = await client({ type: 'GUARANTOR', name: 'Rui Lima' });
  const lease = await contract();
  await db
    .insertInto('contract_party')
    .values({ proposal_id: lease.id, client_id: guarantor.id, role: 'GUARANTOR' })
    .execute();
  return { ...(await invoice({ contract: lease })), guarantor, lease };
};

describe('the ruler', () => {
  test('begins off and without steps; what is saved has a version', LONG, async () => {
    expect((await reader.get('/collection/ruler')).json()).toEqual({ active: false, since: null, steps: [] });
    const saved = await save(STEPS);
    expect(saved.headers.etag).toBe('"2"');
    expect(saved.json().steps.map(({ days }: { days: number }) => days)).toEqual([-5, 0, 1, 7, 10, 15, 30]);
    expect((await save(STEPS)).statusCode).toBe(412);
    expect(await trailOf(db, 'collection_ruler', 1)).toHaveLength(1);
  });

  test.each([
    [[{ ...STEPS[0] }, { ...STEPS[0] }], 'Dois passos caem no mesmo dia. Deixe um deles.'],
    [[{ ...STEPS[0], body: 'Olá, {{nomee}}' }], 'O campo {{nomee}} não existe nesta mensagem.'],
    [[{ ...STEPS[0], days: 181 }], 'Informe de 30 dias antes a 180 dias depois do vencimento'],
  ])('refuses %#', async (steps, words) => {
    const answer = await save(steps);
    expect([answer.statusCode, answer.body.includes(words)]).toEqual([422, true]);
    expect((await reader.get('/collection/ruler')).json().steps).toEqual([]);
  });

  test('a step of another ruler is refused', async () => {
    expect(refusal(await save([{ ...STEPS[0], id: 987_654 }]))).toEqual([409, 'COLLECTION_STEP_NOT_FOUND']);
  });

  test('is switched on after its simulation was seen', async () => {
    const { id } = await due10();
    await save(STEPS);
    const { steps, ...told } = (await reader.get('/collection/ruler/simulation')).json();
    expect(told).toEqual({ from: '2026-03-02', until: '2026-03-31', version: 2, messages: 5, calls: 1 });
    expect(
      steps.map((step: { day: string; days: number; people: string[] }) => [step.day, step.days, step.people.length]),
    ).toEqual([
      ['2026-03-05', -5, 1],
      ['2026-03-10', 0, 1],
      ['2026-03-11', 1, 1],
      ['2026-03-17', 7, 1],
      ['2026-03-20', 10, 1],
      ['2026-03-25', 15, 1],
    ]);
    expect(steps.at(-1)).toMatchObject({ invoice_id: id, recipients: 'GUARANTOR', people: ['Rui Lima'] });

    const on = (body: object) => editor.post('/collection/ruler/on', body);
    expect(refusal(await on({ version: 1, from: TODAY }))).toEqual([409, 'COLLECTION_SIMULATION_OLD']);
    expect(refusal(await on({ version: 2, from: '2026-03-01' }))).toEqual([409, 'COLLECTION_SIMULATION_OLD']);
    expect((await on({ version: 2, from: TODAY })).json()).toMatchObject({ active: true, since: TODAY });
    expect(refusal(await on({ version: 2, from: TODAY }))).toEqual([409, 'COLLECTION_ON']);
    expect((await editor.delete('/collection/ruler/on')).statusCode).toBe(204);
    expect(refusal(await editor.delete('/collection/ruler/on'))).toEqual([409, 'COLLECTION_OFF']);
  });

  test('without steps is not switched on, and switched off does nothing', async () => {
    expect(refusal(await editor.post('/collection/ruler/on', { version: 1, from: TODAY }))).toEqual([
      409,
      'COLLECTION_NO_STEPS',
    ]);
    const { id } = await due10();
    await save(STEPS);
    await live('2026-03-12');
    expect(await touches(id)).toEqual([]);
  });
});

describe('steps', () => {
  test('each once and in order, on two servers, and the guarantor at a step of their own', LONG, async () => {
    const { id, user_id, guarantor, lease } = await due10();
    await switchOn();
    await live('2026-04-20');
    expect(await touches(id)).toEqual([
      [-5, '2026-03-05'],
      [0, '2026-03-10'],
      [1, '2026-03-11'],
      [7, '2026-03-17'],
      [10, '2026-03-20'],
      [15, '2026-03-25'],
      [30, '2026-04-09'],
    ]);
    const messages = await messagesOf(id);
    expect(messages.map(({ client_id }) => client_id)).toEqual([
      ...[user_id, user_id, user_id, user_id],
      ...[guarantor.id, user_id, guarantor.id],
    ]);
    expect(messages.every(({ while_open }) => while_open)).toBe(true);
    // 1.500,00 seven days late: the fine is 150,00; two days of 0,03% are 0,90.
    expect(messages[3]?.body.replaceAll('\u00a0', ' ')).toContain(
      'Multa: R$ 150,00\nJuros: R$ 0,90\nTotal para pagamento hoje, 17/03/2026: R$ 1.650,90',
    );
    expect(messages[3]?.body).toMatch(/\/f\/[\w-]+/);
    const history = (await as('PROPOSAL_VIEW').get(`/proposal/${lease.id}/history`)).json();
    expect(history.entries.filter(({ action }: { action: string }) => action === 'collection-step')).toHaveLength(7);
    const ofTenant = (await as('*').get(`/user/${user_id}/history`)).json().data;
    expect(ofTenant.filter(({ kind }: { kind: string }) => kind === 'COLLECTION_STEP')).toHaveLength(7);
  });

  test('none after a payment, nor a message that waits', LONG, async () => {
    const { id } = await due10();
    await switchOn();
    await live('2026-03-13', async (today) => {
      if (today === '2026-03-10')
        expect((await teller.patch(`/invoice/${id}/down`, { paid_amount: 1_500 })).statusCode).toBe(200);
    });
    expect(await touches(id)).toEqual([
      [-5, '2026-03-05'],
      [0, '2026-03-10'],
    ]);
  });

  test('none once the ruler is switched off, nor a message that waits', async () => {
    const { id } = await due10();
    await switchOn();
    await live('2026-03-06');
    expect((await messagesOf(id)).map(({ state }) => state)).toEqual(['QUEUED']);
    expect((await editor.delete('/collection/ruler/on')).statusCode).toBe(204);
    expect((await messagesOf(id)).map(({ state }) => state)).toEqual(['CANCELLED']);
  });

  test('a ruler that is switched on late sends nothing for days before', async () => {
    const { id } = await due10();
    clock.today = '2026-03-12';
    await switchOn();
    await live('2026-03-18');
    expect(await touches(id)).toEqual([[7, '2026-03-17']]);
  });

  test('servers that were away for two days do what was missed once', async () => {
    const { id } = await due10();
    await switchOn();
    await live('2026-03-04');
    clock.today = '2026-03-07';
    await live('2026-03-09');
    expect(await touches(id)).toEqual([[-5, '2026-03-07']]);
  });

  test('a tenant of two invoices gets one step a day', async () => {
    const tenant = await client();
    const first = await invoice({ user_id: tenant.id });
    const second = await invoice({ user_id: tenant.id });
    await switchOn();
    await live('2026-03-06');
    expect([await touches(first.id), await touches(second.id)]).toEqual([[[-5, '2026-03-05']], [[-5, '2026-03-06']]]);
  });

  test('an edit repeats no step: moved, written anew, or removed and added again', async () => {
    const { id } = await due10();
    await switchOn();
    await live('2026-03-17');
    const { steps } = (await reader.get('/collection/ruler')).json();
    const changed = steps.map((step: { days: number }) =>
      step.days === 7 ? { ...step, days: 8, body: 'Olá, {{nome}}' } : step,
    );
    expect((await save(changed, 2)).statusCode).toBe(200);
    await live('2026-03-19');
    const again = changed.map((step: { days: number }) => (step.days === 8 ? { ...step, id: undefined } : step));
    expect((await save(again, 3)).statusCode).toBe(200);
    await live('2026-03-19');
    expect((await touches(id)).at(-1)).toEqual([7, '2026-03-17']);
  });
});

describe('what keeps an invoice out', () => {
  test.each(['CONTEST', 'DO_NOT_CONTACT', 'LEGAL'])(
    '%s, with the reason, until a person ends it',
    LONG,
    async (reason) => {
      const { id } = await due10();
      await switchOn();
      await live('2026-03-10');
      expect(
        (await editor.post(`/collection/invoice/${id}/pause`, { reason, note: 'Contesta o valor' })).statusCode,
      ).toBe(204);
      expect(refusal(await editor.post(`/collection/invoice/${id}/pause`, { reason, note: 'De novo' }))).toEqual([
        409,
        'COLLECTION_PAUSED',
      ]);
      expect((await messagesOf(id)).map(({ state }) => state)).toEqual(['CANCELLED', 'CANCELLED']);
      await live('2026-03-17');
      expect(await touches(id)).toHaveLength(2);
      const { row, pauses, planned } = (await reader.get(`/collection/invoice/${id}`)).json();
      expect([row.hold, row.next, planned]).toEqual([reason, null, []]);
      expect(pauses).toMatchObject([
        { reason, note: 'Contesta o valor', by: 'Mariana Dias', of_contract: false, until: null },
      ]);
      expect((await editor.delete(`/collection/pause/${pauses[0].id}`)).statusCode).toBe(204);
      expect(refusal(await editor.delete(`/collection/pause/${pauses[0].id}`))).toEqual([
        404,
        'COLLECTION_PAUSE_NOT_FOUND',
      ]);
      await live('2026-03-18');
      expect((await touches(id)).at(-1)).toEqual([7, '2026-03-18']);
    },
  );

  test('a pause of the contract, through its last day', async () => {
    const { id, lease } = await due10();
    await switchOn();
    const pause = { reason: 'DO_NOT_CONTACT', note: 'Pediu', until: '2026-03-10' };
    expect((await editor.post(`/collection/contract/${lease.id}/pause`, pause)).statusCode).toBe(204);
    await live('2026-03-11');
    expect(await touches(id)).toEqual([[1, '2026-03-11']]);
    expect(
      (await editor.post(`/collection/contract/${lease.id}/pause`, { ...pause, until: '2026-03-11' })).json(),
    ).toMatchObject({
      code: 'COLLECTION_UNTIL_PAST',
    });
  });

  test('the end of the contract', async () => {
    const { id, lease } = await due10();
    await switchOn();
    await sql`update proposal set status = 'CLOSED', closed_on = '2026-03-04' where id = ${lease.id}`.execute(db);
    await live('2026-03-18');
    expect(await touches(id)).toEqual([]);
  });

  test('an agreement in force', async () => {
    const { id, user_id, lease } = await due10();
    await switchOn();
    const { id: agreement } = await db
      .insertInto('debt_agreement')
      .values({
        ...{
          proposal_id: lease.id,
          user_id,
          state: 'ACCEPTED',
          accepted_at: '2026-03-02T12:00:00Z',
          accepted_how: 'PAPER',
        },
        ...{
          offered_on: TODAY,
          valid_until: TODAY,
          first_due: '2026-03-10',
          instalments: 1,
          break_days: 15,
          first_days: 5,
        },
        ...{
          principal: 150_000,
          charges: 0,
          discount: 0,
          interest: 0,
          total: 150_000,
          plan: '[]',
          text: 'x',
          text_hash: 'x',
        },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`update invoice set debt_agreement_id = ${agreement}, instalment = 1 where id = ${id}`.execute(db);
    await live('2026-03-11');
    expect(await touches(id)).toEqual([]);
    const { stages } = (await reader.get('/collection/board')).json();
    const agreed = stages.find(({ stage }: { stage: string }) => stage === 'AGREEMENT');
    expect([agreed.invoices, agreed.rows[0]]).toMatchObject([1, { id, hold: 'AGREEMENT', next: null }]);
    await sql`update debt_agreement set state = 'BROKEN', ended_on = '2026-03-11' where id = ${agreement}`.execute(db);
    await live('2026-03-12');
    expect(await touches(id)).toEqual([[1, '2026-03-12']]);
    // Leaves no instalment of an agreement to the other tests.
    await sql`update invoice set debt_agreement_id = null, instalment = null where id = ${id}`.execute(db);
  });

  test('an exception of the contract: no ruler, or steps of its own', async () => {
    const [none, own] = [await due10(), await due10()];
    await switchOn();
    const put = (id: number, body: object) => editor.put(`/collection/contract/${id}`, body);
    expect((await put(none.lease.id, { mode: 'NONE' })).statusCode).toBe(422);
    expect((await put(none.lease.id, { mode: 'NONE', reason: 'Paga sempre' })).json()).toEqual({
      mode: 'NONE',
      reason: 'Paga sempre',
      steps: [],
    });
    const steps = [{ ...STEPS[3], days: 3 }];
    expect((await put(own.lease.id, { mode: 'OWN', reason: 'Combinado', steps })).json()).toMatchObject({
      mode: 'OWN',
      steps: [{ days: 3 }],
    });
    await live('2026-03-18');
    expect([await touches(none.id), await touches(own.id)]).toEqual([[], [[3, '2026-03-13']]]);
    expect((await put(own.lease.id, { mode: 'RULER' })).json()).toEqual({ mode: 'RULER', reason: null, steps: [] });
    await live('2026-03-21');
    // The step of 7 days is four days past; that of 10 days follows.
    expect((await touches(own.id)).at(-1)).toEqual([10, '2026-03-20']);
  });
});

describe('people', () => {
  test('a call is asked for, registered, and a promise keeps the ruler away until its day', async () => {
    const { id } = await due10();
    await switchOn();
    await live('2026-03-20');
    expect((await reader.get('/collection/tasks')).json()).toMatchObject({
      total: 1,
      data: [{ kind: 'CALL', id, day: '2026-03-20' }],
    });
    const shown = (await reader.get(`/collection/invoice/${id}`)).json();
    expect(shown.people.map(({ is_guarantor }: { is_guarantor: boolean }) => is_guarantor)).toEqual([false, true]);
    expect(shown.script).toMatch(/^Aluguel de fevereiro de 2026 .* que venceu em 10\/03\/2026\./);
    const call = (body: object) => editor.post(`/collection/invoice/${id}/call`, body);
    expect((await call({ outcome: 'NO_ANSWER' })).statusCode).toBe(204);
    expect((await reader.get('/collection/tasks')).json().total).toBe(1);
    expect((await call({ outcome: 'PROMISED' })).statusCode).toBe(422);
    expect(refusal(await call({ outcome: 'PROMISED', promised_for: '2026-03-19' }))[1]).toBe('COLLECTION_PROMISE_PAST');
    expect((await call({ outcome: 'PROMISED', promised_for: '2026-03-25', note: 'Recebe no dia 25' })).statusCode).toBe(
      204,
    );
    expect((await reader.get('/collection/tasks')).json().total).toBe(0);
    await live('2026-03-25');
    expect((await touches(id)).at(-1)).toEqual([10, '2026-03-20']);
    clock.today = '2026-03-26';
    expect((await reader.get('/collection/tasks')).json()).toMatchObject({
      total: 1,
      data: [{ kind: 'PROMISE', day: '2026-03-25' }],
    });
    await live('2026-03-26');
    expect((await touches(id)).at(-1)).toEqual([15, '2026-03-26']);
  });

  test('a message that failed asks for a person', async () => {
    const { id } = await due10();
    await switchOn();
    await live('2026-03-05');
    await sql`update message set state = 'FAILED', closed_at = now() where invoice_id = ${id}`.execute(db);
    expect((await reader.get('/collection/tasks')).json()).toMatchObject({ total: 1, data: [{ kind: 'FAILED', id }] });
  });
});

test('the board tells stages, sums with the charges of today, and what happens next', async () => {
  const leases = new Map<CalendarDate, Awaited<ReturnType<typeof invoice>>>();
  for (const due of [
    '2026-03-15',
    '2026-03-10',
    '2026-03-09',
    '2026-03-03',
    '2026-03-02',
    '2026-02-08',
    '2026-02-07',
  ] as const) {
    const made = await invoice();
    await sql`update invoice set due_date = ${due} where id = ${made.id}`.execute(db);
    leases.set(due, made);
  }
  const contested = await invoice();
  await editor.post(`/collection/invoice/${contested.id}/pause`, { reason: 'CONTEST', note: 'Valor' });
  await switchOn();
  clock.today = '2026-03-10';
  const { active, stages } = (await reader.get('/collection/board')).json();
  expect(active).toBe(true);
  // biome-ignore format: a table of cases reads best aligned
  expect(stages.map(({ stage, invoices, amount }: Record<string, unknown>) => [stage, invoices, amount])).toEqual([
    ['UPCOMING',       1,  1_500],
    ['TODAY',          1,  1_500],
    // One day late: no charges. Seven days: 150,00 and two days of 0,45.
    ['DAYS_1_7',       2,  3_150.9],
    // Eight days: 150,00 and 1,35. Thirty: 150,00 and 11,25.
    ['DAYS_8_30',      2,  3_312.6],
    // Thirty-one: 150,00 and 11,70.
    ['OVER_30',        1,  1_661.7],
    ['AGREEMENT',      0,      0],
    ['CONTEST',        1,  1_500],
    ['DO_NOT_CONTACT', 0,      0],
    ['LEGAL',          0,      0],
  ]);
  expect(stages[1].rows).toMatchObject([
    { id: leases.get('2026-03-10')?.id, days: 0, hold: null, next: { day: '2026-03-10', days: 0 } },
  ]);
  // Due on a Saturday: thirty days count from Monday, the 9th.
  expect(stages[4].rows).toMatchObject([{ days: 31, next: { day: '2026-03-11', days: 30 } }]);
  const page = (await reader.get('/collection/stage?stage=DAYS_1_7')).json();
  expect([page.total, page.data.map(({ days }: { days: number }) => days)]).toEqual([2, [7, 1]]);
  const tenant = await db
    .selectFrom('client')
    .select('name')
    .where('id', '=', contested.user_id)
    .executeTakeFirstOrThrow();
  const found = (await reader.get(`/collection/board?query=${encodeURIComponent(tenant.name)}`)).json();
  expect(found.stages.find(({ stage }: { stage: string }) => stage === 'CONTEST').invoices).toBe(1);

  const totals = async (filter: string) => {
    const { stages: some } = (await reader.get(`/collection/board?${filter}`)).json();
    return some
      .filter(({ invoices: all }: { invoices: number }) => all > 0)
      .map(({ stage, invoices: all }: { stage: string; invoices: number }) => [stage, all]);
  };
  expect(await totals('late=8')).toEqual([
    ['DAYS_8_30', 2],
    ['OVER_30', 1],
  ]);
  expect(await totals('amount=1500&late=31')).toEqual([['OVER_30', 1]]);
  expect(await totals('amount=1501')).toEqual([]);
  const { staff } = (await reader.get('/collection/board')).json();
  expect(staff).toMatchObject([{ name: 'Mariana Dias' }]);
  expect(await totals(`by=${staff[0].id}`)).toEqual([['CONTEST', 1]]);
  const late = leases.get('2026-02-07');
  const [owned] = await db
    .selectFrom('property_owner')
    .innerJoin('client', 'client.id', 'client_id')
    .select(['client_id', 'name'])
    .where('property_id', '=', late?.property_id ?? 0)
    .execute();
  expect(await totals(`owner=${owned?.client_id}`)).toEqual([['OVER_30', 1]]);
  expect((await reader.get(`/collection/board?owner=${owned?.client_id}`)).json().owner).toBe(owned?.name);
  expect((await reader.get(`/collection/stage?stage=OVER_30&owner=${owned?.client_id}`)).json().total).toBe(1);
  expect((await reader.get('/collection/stage?stage=OVER_30&amount=1501')).json().total).toBe(0);
});

test('steps go to co-tenants as well where the contract says so', async () => {
  const { id, lease } = await due10();
  const other = await client({ name: 'Beto Luz' });
  await db
    .insertInto('contract_party')
    .values({ proposal_id: lease.id, client_id: other.id, role: 'TENANT' })
    .execute();
  await switchOn([{ ...STEPS[0], recipients: 'TENANT' }]);
  await db.updateTable('proposal').set({ tells_co_tenants: true }).where('id', '=', lease.id).execute();
  await live('2026-03-06');
  expect((await messagesOf(id)).map(({ client_id }) => client_id)).toEqual([lease.user_id, other.id]);
});
