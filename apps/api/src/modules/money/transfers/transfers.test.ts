import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';

const TODAY = '2026-03-10';
const { as, anonymous, app, db, clock, client, owner, property, contract, invoice, stop } = await startApp({
  today: TODAY,
});
afterAll(stop);
beforeEach(() => {
  clock.today = TODAY;
});

type Answer = Awaited<ReturnType<ReturnType<typeof as>['get']>>;
const refusal = (answer: Answer) => [answer.statusCode, answer.json().message];
const firstError = (answer: Answer) => {
  const { field, message } = answer.json().errors[0];
  return [answer.statusCode, field, message];
};

const reader = as('FINANCIAL_TRANSFER_VIEW');
const editor = as('FINANCIAL_TRANSFER_EDIT');
const show = async (id: number) => (await reader.get(`/transfer/${id}`)).json();
const conclude = (id: number, headers?: Record<string, string>) =>
  editor.patch(`/transfer/${id}`, { status: 'DONE' }, headers);
const undo = (id: number) => editor.delete(`/transfer/${id}/refund`);
const reschedule = (id: number, date: string) => editor.patch(`/financial/transfers/${id}/date`, { date });
const add = (body: object, headers?: Record<string, string>) =>
  as('FINANCIAL_TRANSFER_CREATE').post('/financial/transfers', body, headers);

/** The transfers of an invoice that the tenant has paid: due on 17 March, five business days on. */
async function transfersOf(overrides: Parameters<typeof invoice>[0] = {}, paid_amount = 1500) {
  const { id } = await invoice(overrides);
  const answer = await as('*').patch(`/invoice/${id}/down`, { paid_amount });
  return answer.json().transfers as { id: number; amount: number; user: { id: number } }[];
}
async function transfer(overrides: Parameters<typeof invoice>[0] = {}) {
  const [only] = await transfersOf(overrides);
  return only ?? { id: 0, amount: 0, user: { id: 0 } };
}

const CALLS = [
  ['get', '/financial/transfers', 'FINANCIAL_TRANSFER_EDIT'],
  ['get', '/transfer/1', 'FINANCIAL_TRANSFER_EDIT'],
  ['patch', '/transfer/1', 'FINANCIAL_VIEW'],
  ['delete', '/transfer/1/refund', 'FINANCIAL_VIEW'],
  ['patch', '/financial/transfers/1/date', 'FINANCIAL_TRANSFER_VIEW'],
  ['post', '/financial/transfers', 'FINANCIAL_TRANSFER_EDIT'],
  ['get', '/financial/1/receipt', 'PROPOSAL_VIEW'],
  ['get', '/receipt/transfer/1', 'FINANCIAL_INVOICE_VIEW'],
] as const;

describe.each(CALLS)('%s %s', (method, url, other) => {
  test('requires a session', async () => {
    expect(refusal(await anonymous[method](url))).toEqual([401, 'Sua sessão terminou. Entre de novo.']);
  });
  test(`isn’t permitted by ${other}`, async () => {
    expect(refusal(await as(other)[method](url))).toEqual([403, 'Você não tem permissão para esta ação.']);
  });
});

describe('GET /financial/transfers', async () => {
  const books = await startApp({ today: TODAY });
  afterAll(books.stop);
  const overview = async (query = '') => (await books.as('FINANCIAL_VIEW').get(`/financial/transfers${query}`)).json();
  const due = async (
    reference: '2026-02' | '2026-03',
    pay_day: string,
    terms: Parameters<typeof books.contract>[0],
  ) => {
    const { id } = await books.invoice({ reference, ...terms });
    const paid = await books.as('*').patch(`/invoice/${id}/down`, { paid_amount: 1000, pay_day, fine: 0, interest: 0 });
    return paid.json().transfers[0].id as number;
  };

  test('counts pending transfers, and late ones separately', async () => {
    expect(await overview()).toEqual({
      ...{ pending: 0, total: 0, late: 0, lateAmount: 0 },
      ...{ events: [], table: [], page: 1, lastPage: 1, found: 0 },
    });
    const tenant = await books.client({ name: 'José Conceição' });
    const payee = await books.owner({ name: 'Helena Antunes' });
    const listing = { street: 'Rua Halfeld', number: '20', owners: [payee] };
    // Paid on 20 February, a Friday: due on the 27th, late today. Paid today: due on the 17th.
    const late = await due('2026-02', '2026-02-20', { current_price: 100_000, user_id: tenant.id, property: listing });
    const soon = await due('2026-03', TODAY, { current_price: 100_000 });
    const done = await due('2026-03', TODAY, { current_price: 100_000 });
    await books.as('*').patch(`/transfer/${done}`, { status: 'DONE' });

    const found = await overview();
    // Each 1.000,00 − 10%.
    expect(found).toMatchObject({ pending: 2, total: 1800, late: 1, lateAmount: 900, found: 2 });
    expect(found.table.map((row: { id: number }) => row.id)).toEqual([late, soon]);
    expect(found.table[0]).toEqual({
      id: late,
      user_id: payee.id,
      owner: 'Helena Antunes',
      tenant: 'José Conceição',
      proposal_id: expect.any(Number),
      property_id: expect.any(Number),
      property: 'Rua Halfeld, 20',
      invoice_id: expect.any(Number),
      reference: '2026-02',
      amount: 900,
      // 1.000,00 received at 10%.
      lines: [
        { kind: 'RENT', name: 'Aluguel', note: 'mês inteiro, jan/2026', amount: 1000 },
        { kind: 'ADMIN_FEE', name: 'Taxa de administração', note: '10% × 1.000,00', amount: -100 },
      ],
      due_date: '2026-02-27',
      status: 'PENDING',
      payment_id: null,
    });
  });

  test('shows this month’s transfers on the calendar, concluded or not', async () => {
    const { events } = await overview();
    expect(events.map((event: { date: string; status: string }) => [event.date, event.status])).toEqual([
      ['2026-03-17', 'PENDING'],
      ['2026-03-17', 'DONE'],
    ]);
    expect(events[0]).toEqual({
      id: expect.any(Number),
      title: expect.any(String),
      date: '2026-03-17',
      amount: 900,
      status: 'PENDING',
      version: 1,
    });
    expect((await overview('?start=2026-02-01&end=2026-02-28')).events).toMatchObject([
      { title: 'Helena Antunes', date: '2026-02-27' },
    ]);
  });

  test('searches owner, tenant and address without accents, and by id', async () => {
    const all = (await overview()).table;
    expect((await overview('?query=conceicao%20jose')).table).toMatchObject([{ tenant: 'José Conceição' }]);
    expect(await overview('?page=1&query=conceicao')).toMatchObject({ found: 1 });
    expect((await overview('?query=antunes%20HELENA')).table).toHaveLength(1);
    expect((await overview('?query=halfeld')).table).toHaveLength(1);
    expect((await overview('?query=ninguem')).table).toEqual([]);
    expect((await overview(`?query=${all[0].id}${all[0].id}${all[0].id}`)).found).toBe(0);
  });

  test('is paginated on request, with an empty page past the end', async () => {
    expect(await overview('?page=1')).toMatchObject({ page: 1, lastPage: 1, found: 2 });
    expect(await overview('?page=9')).toMatchObject({ table: [], page: 9, pending: 2 });
  });
});

describe('GET /transfer/:id', () => {
  test('returns the transfer line by line, with its destination account', LONG, async () => {
    const payee = await owner({ name: 'Helena Antunes' });
    const { id } = await transfer({ property: { owners: [payee] } });
    const answer = await reader.get(`/transfer/${id}`);
    expect(answer.headers.etag).toBe('"1"');
    expect(answer.json()).toMatchObject({
      id,
      amount: 1350,
      due_date: '2026-03-17',
      status: 'PENDING',
      done_on: null,
      reference: '2026-03',
      user: { id: payee.id, name: 'Helena Antunes', cpf_cnpj: payee.cpf_cnpj },
      lines: [
        { kind: 'RENT', name: 'Aluguel', amount: 1500 },
        { kind: 'ADMIN_FEE', name: 'Taxa de administração', note: '10% × 1.500,00', amount: -150 },
      ],
      bank: { bank_code: '001', agency: '0024-8', account: '51782-8', holder: 'Helena Antunes' },
    });
  });

  test('is permitted for readers of contracts, and has its own 404 message', async () => {
    const { id } = await transfer();
    expect((await as('PROPOSAL_VIEW').get(`/transfer/${id}`)).statusCode).toBe(200);
    expect(refusal(await reader.get('/transfer/999999'))).toEqual([404, 'Não encontramos esse repasse']);
  });
});

describe('PATCH /transfer/:id', () => {
  test('pays the owner today, once', async () => {
    const { id } = await transfer();
    expect((await conclude(id)).json()).toMatchObject({ status: 'DONE', done_on: TODAY });
    expect(refusal(await conclude(id))).toEqual([409, 'Este repasse já foi efetuado.']);
    expect(refusal(await conclude(999_999))).toEqual([404, 'Não encontramos esse repasse']);
  });

  test('refuses other statuses', async () => {
    const { id } = await transfer();
    expect(firstError(await editor.patch(`/transfer/${id}`, { status: 'PENDING' }))).toEqual([
      422,
      'status',
      'Informe o tipo',
    ]);
    expect((await editor.patch(`/transfer/${id}`, {})).statusCode).toBe(422);
    expect((await show(id)).status).toBe('PENDING');
  });

  test('refuses an outdated version, naming who saved since', async () => {
    const { id } = await transfer();
    const { etag } = (await reader.get(`/transfer/${id}`)).headers;
    await reschedule(id, '2026-03-25');
    const stale = await conclude(id, { 'if-match': String(etag) });
    expect(refusal(stale)).toEqual([412, 'Outra pessoa salvou este cadastro antes.']);
    expect(stale.json()).toMatchObject({ saved_by: 'Mariana Dias', version: 2 });
    expect((await conclude(id, { 'if-match': '"2"' })).statusCode).toBe(200);
  });

  test('records who paid, in the transaction of the payout', async () => {
    const { id } = await transfer();
    await conclude(id);
    const { rows } = await sql<{ actor: string; same: boolean }>`
      select t.actor, t.xmin = x.xmin and e.xmin = x.xmin as same from trail t, transfer x, ledger_entry e
      where x.id = ${id} and e.transfer_id = x.id and t.record = 'transfer' and t.record_id = x.id and t.action = 'conclude'`.execute(
      db,
    );
    expect(rows).toEqual([{ actor: 'Mariana Dias', same: true }]);
  });
});

describe('the day of a payment', () => {
  /** The transfer of 1.350,00 of a rent that the tenant paid on 28 February. */
  async function settled() {
    const { id } = await invoice({ reference: '2026-02' });
    const paid = await as('*').patch(`/invoice/${id}/down`, {
      paid_amount: 1500,
      pay_day: '2026-02-28',
      fine: 0,
      interest: 0,
    });
    return paid.json().transfers[0] as { id: number; user: { id: number } };
  }
  const paidOn = (id: number, pay_day: string) => editor.patch(`/transfer/${id}`, { status: 'DONE', pay_day });

  test('is the one given: the transfer, the ledger and the owner’s statement stand in its month', async () => {
    const { id, user } = await settled();
    clock.today = '2026-03-02';
    expect((await paidOn(id, '2026-02-28')).json()).toMatchObject({ status: 'DONE', done_on: '2026-02-28' });
    const entry = db
      .selectFrom('ledger_entry')
      .select('day')
      .where('transfer_id', '=', id)
      .where('kind', '=', 'PAYOUT');
    expect(await entry.execute()).toEqual([{ day: '2026-02-28' }]);
    const statement = (await as('*').get(`/user/${user.id}/statement?start=2026-02-01&end=2026-02-28`)).json();
    expect(statement).toMatchObject({ credits: 1350, debits: 1350, closing: 0 });
  });

  test('is today where none is given, and neither after today nor before the tenant’s payment', async () => {
    const { id } = await settled();
    clock.today = '2026-03-02';
    expect(firstError(await paidOn(id, '2026-03-03'))).toEqual([
      ...[422, 'pay_day', 'A data do pagamento não pode ser futura'],
    ]);
    expect(firstError(await paidOn(id, '2026-02-27'))).toEqual([
      ...[422, 'pay_day', 'O repasse não pode ter sido pago antes de 28/02/2026, quando o dinheiro entrou.'],
    ]);
    expect((await editor.patch(`/transfer/${id}`, { receipt: null, pay_day: '2026-03-01' })).statusCode).toBe(422);
    expect((await conclude(id)).json().done_on).toBe('2026-03-02');
  });

  test('of one entered by hand is also that of the debt', async () => {
    const payee = await owner();
    const place = await property({ owners: [payee] });
    await sql`update property set status = 'RENTED' where id = ${place.id}`.execute(db);
    const body = { user_id: payee.id, property_id: place.id, amount: 100, due_date: TODAY, pay_day: '2026-02-27' };
    expect(firstError(await add({ ...body, status: 'PENDING' }))[1]).toBe('pay_day');
    const { id, done_on } = (await add({ ...body, status: 'DONE' })).json();
    expect(done_on).toBe('2026-02-27');
    const entries = db.selectFrom('ledger_entry').select(['kind', 'day']).where('transfer_id', '=', id).orderBy('id');
    expect(await entries.execute()).toEqual([
      { kind: 'MANUAL_TRANSFER', day: '2026-02-27' },
      { kind: 'PAYOUT', day: '2026-02-27' },
    ]);
  });
});

describe('DELETE /transfer/:id/refund', () => {
  test('makes the transfer pending, and it can be concluded again', async () => {
    const { id } = await transfer();
    await conclude(id);
    expect((await undo(id)).json()).toMatchObject({ status: 'PENDING', done_on: null });
    expect(refusal(await undo(id))).toEqual([409, 'Este repasse ainda está pendente.']);
    expect((await conclude(id)).statusCode).toBe(200);
  });
});

describe('PATCH /financial/transfers/:id/date', () => {
  test('reschedules pending transfers only', async () => {
    const { id } = await transfer();
    expect((await reschedule(id, '2026-04-01')).json()).toMatchObject({ due_date: '2026-04-01', amount: 1350 });
    await conclude(id);
    expect(refusal(await reschedule(id, '2026-04-02'))).toEqual([409, 'Este repasse já foi efetuado.']);
    expect((await show(id)).due_date).toBe('2026-04-01');
  });

  test.each(['2026-02-30', '01/04/2026', '', '9999-01-01'])('refuses %j', async (date) => {
    const { id } = await transfer();
    expect(firstError(await reschedule(id, date))).toEqual([422, 'date', 'Informe a data de repasse']);
  });

  test('refuses past days, except the one before the last rescheduling', async () => {
    const { id } = await transfer();
    const { due_date: before } = await show(id);
    clock.today = '2026-03-20';
    const past = [422, 'date', 'Escolha um dia de hoje em diante'];
    expect(firstError(await reschedule(id, '2026-03-19'))).toEqual(past);
    expect(firstError(await reschedule(id, before))).toEqual(past);
    expect((await reschedule(id, '2026-03-20')).json()).toMatchObject({ due_date: '2026-03-20' });
    expect(firstError(await reschedule(id, '2026-03-19'))).toEqual(past);
    expect((await reschedule(id, before)).json()).toMatchObject({ due_date: before });
  });

  test.each(['2025-03-09', '2027-03-11'])('refuses %s as more than a year ahead', async (date) => {
    const words = 'Informe uma data de repasse a até um ano de hoje';
    const { id } = await transfer();
    expect(firstError(await reschedule(id, date))).toEqual([422, 'date', words]);
  });
});

describe('POST /financial/transfers', () => {
  const body = async (overrides: object = {}) => {
    const payee = await owner();
    const { property_id } = await contract({ property: { owners: [payee] } });
    return { user_id: payee.id, property_id, amount: 1350.5, due_date: '2026-03-20', status: 'PENDING', ...overrides };
  };

  test('requires a due date within a year', async () => {
    const words = 'Informe uma data de repasse a até um ano de hoje';
    expect(firstError(await add(await body({ due_date: '2028-03-20' })))).toEqual([422, 'due_date', words]);
    expect((await add(await body({ due_date: '2027-03-10' }))).statusCode).toBe(201);
  });

  test('creates a debt to the owner', async () => {
    const given = await body();
    const answer = await add(given);
    expect([answer.statusCode, answer.headers.etag]).toEqual([201, '"1"']);
    expect(answer.json()).toMatchObject({
      ...given,
      invoice_id: null,
      tenant: null,
      lines: [{ kind: 'MANUAL', amount: 1350.5 }],
    });
  });

  test('is paid at once on request', async () => {
    const { id } = (await add(await body({ status: 'DONE' }))).json();
    expect(await show(id)).toMatchObject({ status: 'DONE', done_on: TODAY });
    expect((await undo(id)).statusCode).toBe(200);
  });

  test('requires a property that this owner has rented out', async () => {
    const refused = [422, 'property_id', 'Este imóvel não está alugado por este proprietário'];
    const payee = await owner();
    const vacant = await property({ owners: [payee] });
    expect(firstError(await add(await body({ user_id: payee.id, property_id: vacant.id })))).toEqual(refused);
    expect(firstError(await add(await body({ user_id: (await client()).id })))).toEqual(refused);
    expect(firstError(await add(await body({ property_id: 999_999 })))).toEqual(refused);
  });

  test.each([
    ['user_id', 'Informe o proprietário'],
    ['property_id', 'Informe o imóvel'],
    ['amount', 'Informe o valor'],
    ['due_date', 'Informe a data de repasse'],
    ['status', 'Informe o tipo'],
  ])('requires %s', async (field, message) => {
    expect(firstError(await add(await body({ [field]: undefined })))).toEqual([422, field, message]);
  });

  test('creates one for a repeated Idempotency-Key', async () => {
    const given = await body();
    const key = { 'idempotency-key': 'manual-1' };
    const [one, again] = [await add(given, key), await add(given, key)];
    expect(again.json()).toEqual(one.json());
    expect((await add({ ...given, amount: 1 }, key)).statusCode).toBe(422);
  });
});

test('with several owners each transfer is independent, and any concluded one prevents the refund', async () => {
  const owners = [await owner(), await owner()];
  const [one, two] = await transfersOf({ property: { owners } });
  expect([one?.amount, two?.amount]).toEqual([675, 675]);
  await conclude(two?.id ?? 0);
  const { invoice_id } = await show(one?.id ?? 0);
  expect(refusal(await as('*').delete(`/invoice/${invoice_id}/refund`))).toEqual([
    409,
    'Estorne primeiro o repasse desta fatura.',
  ]);
  await undo(two?.id ?? 0);
  expect((await as('*').delete(`/invoice/${invoice_id}/refund`)).statusCode).toBe(200);
  expect((await reader.get(`/transfer/${one?.id}`)).statusCode).toBe(404);
  expect((await conclude(two?.id ?? 0)).statusCode).toBe(404);
});

test('the receipt is of the amount paid, by a one-time link', async () => {
  const { id } = await transfer();
  expect(refusal(await reader.get(`/financial/${id}/receipt`))).toEqual([409, 'Este repasse ainda está pendente.']);
  await conclude(id);
  const { url } = (await reader.get(`/financial/${id}/receipt`)).json();
  const file = await app.inject({ url });
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect((await app.inject({ url })).statusCode).toBe(401);
  expect(refusal(await reader.get('/financial/999999/receipt'))).toEqual([404, 'Não encontramos esse repasse']);
});
