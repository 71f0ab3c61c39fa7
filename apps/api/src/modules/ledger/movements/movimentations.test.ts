import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { firstError, refusal, trailOf } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { smallAgency } from '#test/small-agency.ts';
import { planExpenses } from './movimentations.service.ts';

const TODAY = '2026-03-10';
const app = await startApp({ today: TODAY });
afterAll(app.stop);
beforeEach(() => {
  app.clock.today = TODAY;
});
const { as, anonymous, db, clock } = app;
const { invoices, transfers, movimentations } = await smallAgency(app);

const reader = as('FINANCIAL_MOVIMENTATION_VIEW');
const writer = as('FINANCIAL_MOVIMENTATION_CREATE');
const list = async (kind: string, query = '') => (await reader.get(`/movimentation/${kind}${query}`)).json();
const cards = ({ invoices: inputs, transfers: outputs, balance }: Record<string, number>) => [inputs, outputs, balance];
type Row = { id: number; title: string; amount: number };

const BILL = { description: 'Água', type: 'OUTPUT', price: 80.5, subtype: 'OTHER' };
const add = (body: object = {}, headers?: Record<string, string>) =>
  writer.post('/movimentation', { ...BILL, ...body }, headers);
const added = async (body: object = {}): Promise<number> => (await add(body)).json().id;
const change = (id: number, body: object, headers?: Record<string, string>) =>
  writer.patch(`/movimentation/${id}`, body, headers);
const remove = (id: number, headers?: Record<string, string>) =>
  writer.delete(`/movimentation/${id}`, undefined, headers);

/** Ledger lines of a movimentation. */
const postedFor = (id: number) =>
  db
    .selectFrom('ledger_entry')
    .innerJoin('ledger_line', 'entry_id', 'ledger_entry.id')
    .select(['kind', 'day', 'department', 'description', 'account', 'amount'])
    .where('movimentation_id', '=', id)
    .orderBy('ledger_entry.id')
    .orderBy('position')
    .execute();

describe('GET /movimentation/:kind', () => {
  test('lists rents received and paid out', async () => {
    const answer = await list('rents');
    expect(answer).toMatchObject({ startDate: '2026-03-01', endDate: TODAY, page: 1, pages: 1, total: 2 });
    expect(cards(answer)).toEqual([2070, 867.86, 1202.14]);
    expect(answer.data).toMatchObject([
      { title: 'Repasse efetuado', type: 'OUTPUT', transfer_id: transfers.alice, subtype: null, version: null },
      {
        title: 'Aluguel recebido',
        type: 'INPUT',
        invoice_id: invoices.march,
        price: 2070,
        user: { name: 'Davi Reis' },
      },
    ]);
  });

  test('lists sales and expenses', async () => {
    const sales = await list('sales');
    expect(cards(sales)).toEqual([9000, 0, 9000]);
    expect(sales.data).toMatchObject([
      {
        ...{ id: movimentations.sale, description: 'Venda da casa 12', type: 'INPUT', price: 9000, subtype: 'SALE' },
        ...{ date: '2026-03-02', doc: 'NF 88', amount: 9000, version: 1 },
      },
    ]);
    const expenses = await list('expenses', '?startDate=2026-02-01');
    expect(cards(expenses)).toEqual([0, 320, -320]);
    expect(expenses.data.map(({ id }: Row) => id)).toEqual([movimentations.expense]);
    const incomes = await list('incomes', '?startDate=2026-02-01');
    expect(cards(incomes)).toEqual([50, 0, 50]);
    expect(incomes.data.map(({ id }: Row) => id)).toEqual([movimentations.other]);
  });

  test('has lines that add up to each card', async () => {
    const lines = async (kind: string, query = '') => (await list(kind, query)).lines;
    // 2.092,85 of February and 2.070,00 of March.
    expect(await lines('rents', '?startDate=2026-02-01')).toEqual({
      invoices: [{ name: 'Aluguel recebido', amount: 4162.85 }],
      transfers: [{ name: 'Repasse efetuado', amount: 867.86 }],
    });
    expect(await lines('sales')).toEqual({
      invoices: [{ name: 'Comissão de venda', amount: 9000 }],
      transfers: [],
    });
    expect(await lines('expenses', '?startDate=2026-02-01')).toEqual({
      invoices: [],
      transfers: [{ name: 'Despesa', amount: 320 }],
    });
    expect((await lines('incomes', '?startDate=2026-02-01')).invoices).toEqual([{ name: 'Outra entrada', amount: 50 }]);
  });

  test('returns a given period', async () => {
    expect(cards(await list('rents', '?startDate=2026-02-01&endDate=2026-02-28'))).toEqual([2092.85, 0, 2092.85]);
    expect(cards(await list('rents', '?startDate=2026-04-01&endDate=2026-03-01'))).toEqual([0, 0, 0]);
    expect(await list('rents', '?startDate=x&endDate=2026-02-30')).toMatchObject({
      status: 422,
      errors: [{ field: 'startDate' }, { field: 'endDate' }],
    });
    expect(await list('rents', '?endDate=2026-02-28')).toMatchObject({ startDate: '2026-02-01', total: 1 });
  });

  test('returns an empty page past the end', async () => {
    expect(await list('rents', '?page=2')).toMatchObject({ data: [], page: 2, pages: 1, total: 2, invoices: 2070 });
  });

  test('leaves out rents refunded within the period, and subtracts later refunds', async () => {
    await as('*').delete(`/invoice/${invoices.march}/refund`);
    expect(cards(await list('rents'))).toEqual([0, 867.86, -867.86]);
    expect(await list('rents')).toMatchObject({ total: 1, lines: { invoices: [] } });
    const after = await list('rents', '?startDate=2026-03-06');
    expect(cards(after)).toEqual([-2070, 867.86, -2937.86]);
    expect(after.data[0]).toMatchObject({ title: 'Estorno: aluguel recebido', type: 'INPUT', price: -2070 });
    expect(after.lines.invoices).toEqual([{ name: 'Estorno: aluguel recebido', amount: -2070 }]);
    await as('*').patch(`/invoice/${invoices.march}/down`, { paid_amount: 2070, pay_day: '2026-03-05' });
  });

  test('refuses another kind', async () => {
    expect((await reader.get('/movimentation/repairs')).statusCode).toBe(404);
    expect((await reader.get('/movimentation/Rents')).statusCode).toBe(404);
  });

  test('requires a permission', async () => {
    expect((await as('FINANCIAL_VIEW').get('/movimentation/sales')).statusCode).toBe(200);
    expect(refusal(await writer.get('/movimentation/sales'))).toEqual([403, 'PERMISSION_DENIED']);
    expect((await anonymous.get('/movimentation/rents')).statusCode).toBe(401);
  });
});

describe('expenses to be paid', () => {
  const planned = async () => (await reader.get('/movimentation/planned')).json();
  const RENT = { description: 'Aluguel da sede', price: 1200, category: 'PREMISES', repeats: 'MONTHLY' };
  const settle = (id: number, body: object = {}) => writer.patch(`/movimentation/${id}/settle`, body);

  test('stand in a list until they are paid, and come again each month', async () => {
    const before = (await list('expenses')).total;
    const id = await added({ ...RENT, due_date: '2026-03-05' });
    // That of March is overdue, and that of April within thirty days.
    expect(await planned()).toMatchObject({ total: 2, amount: 2400, late: 1200, soon: 0 });
    expect((await planned()).data).toMatchObject([
      { id, due_date: '2026-03-05', planned: true, category: 'PREMISES', repeats: 'MONTHLY' },
      { due_date: '2026-04-05', price: 1200 },
    ]);
    expect(await postedFor(id)).toEqual([]);
    expect((await list('expenses')).total).toBe(before);
    expect(refusal(await settle(id, { pay_day: '2026-03-11' }))).toEqual([422, 'PAY_DAY_IN_FUTURE']);
    expect((await settle(id, { pay_day: '2026-03-06', price: 1210 })).statusCode).toBe(200);
    expect((await postedFor(id)).map(({ day, account, amount }) => [day, account, amount])).toEqual([
      ['2026-03-06', 'EXPENSES', 121_000],
      ['2026-03-06', 'CASH', -121_000],
    ]);
    expect((await list('expenses')).data.find((row: Row) => row.id === id)).toMatchObject({ category: 'PREMISES' });
    clock.today = '2026-04-10';
    expect(await planExpenses(app.deps)).toBe(1);
    expect(await planExpenses(app.deps)).toBe(0);
    const { data } = await planned();
    expect(data.map(({ due_date }: { due_date: string }) => due_date)).toEqual(['2026-04-05', '2026-05-05']);
    // Deleted, the last one brings no other.
    for (const row of data) await remove(row.id);
    clock.today = '2026-06-10';
    expect(await planExpenses(app.deps)).toBe(0);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('of two people who pay one, one is refused', async () => {
    const id = await added({ due_date: '2026-03-20' });
    const answers = await Promise.all([settle(id), settle(id)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await postedFor(id)).toHaveLength(2);
    expect((await writer.patch(`/movimentation/${id}/reopen`)).json()).toMatchObject({
      planned: true,
      date: '2026-03-20',
    });
    await remove(id);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test.each<[object, string]>([
    [{ type: 'INPUT', due_date: '2026-03-20' }, 'EXPENSE_ALONE'],
    [{ type: 'INPUT', category: 'TAXES' }, 'EXPENSE_ALONE'],
    [{ repeats: 'MONTHLY' }, 'EXPENSE_UNDUE'],
  ])('%j is refused: %s', async (body, code) => expect(refusal(await add(body))).toEqual([422, code]));
});

describe('POST /movimentation', () => {
  test.each<[object, [string, number][]]>([
    [
      { type: 'OUTPUT', subtype: 'OTHER' },
      [
        ['EXPENSES', 8_050],
        ['CASH', -8_050],
      ],
    ],
    [
      { type: 'OUTPUT', subtype: 'SALE' },
      [
        ['EXPENSES', 8_050],
        ['CASH', -8_050],
      ],
    ],
    [
      { type: 'INPUT', subtype: 'OTHER' },
      [
        ['CASH', 8_050],
        ['OTHER_INCOME', -8_050],
      ],
    ],
    [
      { type: 'INPUT', subtype: 'SALE' },
      [
        ['CASH', 8_050],
        ['SALES', -8_050],
      ],
    ],
  ])('posts %j to the ledger', async (body, lines) => {
    const answer = await add(body);
    expect([answer.statusCode, answer.headers.etag]).toEqual([201, '"1"']);
    const row = answer.json();
    expect(row).toEqual({
      ...{
        ...BILL,
        ...body,
        id: row.id,
        date: TODAY,
        doc: null,
        category: null,
        planned: false,
        due_date: null,
        repeats: null,
        version: 1,
      },
      amount: 'type' in body && body.type === 'INPUT' ? 80.5 : -80.5,
    });
    const posted = await postedFor(row.id);
    expect(posted.map(({ account, amount }) => [account, amount])).toEqual(lines);
    expect(posted[0]).toMatchObject({
      kind: 'MOVIMENTATION',
      day: TODAY,
      description: 'Água',
      department: row.subtype,
    });
    expect(await trailOf(db, 'movimentation', row.id)).toMatchObject([{ actor: 'Mariana Dias', action: 'create' }]);
  });

  test('accepts an earlier day and a document', async () => {
    const answer = await add({ date: '2026-01-31', doc: ' NF 12 ' });
    expect(answer.json()).toMatchObject({ date: '2026-01-31', doc: 'NF 12' });
    expect((await postedFor(answer.json().id))[0]?.day).toBe('2026-01-31');
    expect((await add({ date: '', doc: '' })).json()).toMatchObject({ date: TODAY, doc: null });
  });

  test.each<[object, string, string]>([
    [{ description: undefined }, 'description', 'Informe a descrição e preço'],
    [{ description: '  ' }, 'description', 'Informe a descrição e preço'],
    [{ price: undefined }, 'price', 'Informe a descrição e preço'],
    [{ price: 0 }, 'price', 'Informe a descrição e preço'],
    [{ price: -1 }, 'price', 'Informe a descrição e preço'],
    [{ price: 1.005 }, 'price', 'Informe a descrição e preço'],
    [{ price: 1_000_000_000.01 }, 'price', 'Use até R$ 1.000.000.000,00'],
    [{ type: 'ENTRADA' }, 'type', 'Informe o tipo'],
    [{ subtype: 'RENT' }, 'subtype', 'Informe se é venda ou outra'],
    [{ date: '2026-02-30' }, 'date', 'Informe a data'],
    [{ date: '2026-03-11' }, 'date', 'A data não pode ser futura'],
    [{ doc: 'x'.repeat(61) }, 'doc', 'Use até 60 caracteres'],
  ])('refuses %j', async (body, field, message) => {
    expect(firstError(await add(body))).toEqual([422, field, message]);
  });

  test('adds one entry for a repeated key', async () => {
    const headers = { 'idempotency-key': 'agua-1' };
    const [one, other] = [await add({}, headers), await add({}, headers)];
    expect(other.json()).toEqual(one.json());
    expect((await add({ price: 81 }, headers)).statusCode).toBe(422);
    expect(await postedFor(one.json().id)).toHaveLength(2);
  });

  test('requires its permission', async () => {
    expect((await reader.post('/movimentation', BILL)).statusCode).toBe(403);
    expect((await as('FINANCIAL_VIEW').post('/movimentation', BILL)).statusCode).toBe(403);
    expect((await anonymous.post('/movimentation', BILL)).statusCode).toBe(401);
  });
});

describe('PATCH /movimentation/:id', () => {
  test('posts a reversal and a new entry, both on the original day', async () => {
    const id = await added({ date: '2026-02-14' });
    const before = cards(await list('expenses', '?startDate=2026-02-14&endDate=2026-02-14'));
    const answer = await change(id, { price: 90, description: 'Água e esgoto' });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { id, price: 90, amount: -90, description: 'Água e esgoto', date: '2026-02-14', version: 2 },
    ]);
    const posted = (await postedFor(id)).filter(({ account }) => account === 'CASH');
    expect(posted.map(({ kind, day, description, amount }) => [kind, day, description, amount])).toEqual([
      ['MOVIMENTATION', '2026-02-14', 'Água', -8_050],
      ['REVERSAL', '2026-02-14', 'Estorno: Água', 8_050],
      ['MOVIMENTATION', '2026-02-14', 'Água e esgoto', -9_000],
    ]);
    const day = await list('expenses', '?startDate=2026-02-14&endDate=2026-02-14');
    expect([before, cards(day), day.total]).toEqual([[0, 80.5, -80.5], [0, 90, -90], 1]);
    expect((await trailOf(db, 'movimentation', id)).at(-1)).toMatchObject({
      action: 'update',
      changes: { price: [8_050, 9_000], description: ['Água', 'Água e esgoto'] },
    });
  });

  test('changes day, side and department', async () => {
    const id = await added({ date: '2026-01-10' });
    await change(id, { date: '2026-01-12', type: 'INPUT', subtype: 'SALE' });
    expect((await list('expenses', '?startDate=2026-01-10&endDate=2026-01-12')).total).toBe(0);
    const sales = await list('sales', '?startDate=2026-01-10&endDate=2026-01-12');
    expect([cards(sales), sales.data[0].id]).toEqual([[80.5, 0, 80.5], id]);
  });

  test('changes fields outside the ledger without posting', async () => {
    const id = await added();
    expect((await change(id, { doc: 'NF 1' })).json()).toMatchObject({ doc: 'NF 1', version: 2 });
    expect((await change(id, { price: 80.5 })).json()).toMatchObject({ version: 2 });
    expect(await postedFor(id)).toHaveLength(2);
  });

  test('refuses an outdated version', async () => {
    const id = await added();
    expect((await change(id, { price: 1 }, { 'if-match': '"1"' })).headers.etag).toBe('"2"');
    const stale = await change(id, { price: 2 }, { 'if-match': '"1"' });
    expect([stale.statusCode, stale.json().saved_by]).toEqual([412, 'Mariana Dias']);
    expect((await remove(id, { 'if-match': '"1"' })).statusCode).toBe(412);
  });

  test('applies twenty concurrent changes one after another', LONG, async () => {
    const id = await added();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => change(id, { price: 100 + index })));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await verifyBooks(db)).toEqual([]);
  });

  test.each<[object, string, string]>([
    [{ price: 0 }, 'price', 'Informe a descrição e preço'],
    [{ description: '' }, 'description', 'Informe a descrição e preço'],
    [{ date: '2026-04-01' }, 'date', 'A data não pode ser futura'],
  ])('refuses %j', async (body, field, message) => {
    expect(firstError(await change(movimentations.expense, body))).toEqual([422, field, message]);
  });

  test('refuses a rent', async () => {
    const { data } = await list('rents');
    for (const { id } of data as Row[]) {
      const answers = [await change(id, { price: 1 }), await remove(id)];
      expect(answers.map((answer) => [answer.statusCode, answer.json().message])).toEqual([
        [409, 'Aluguéis vêm das faturas e dos repasses: estorne por lá.'],
        [409, 'Aluguéis vêm das faturas e dos repasses: estorne por lá.'],
      ]);
    }
  });

  test('refuses a missing entry, and the ledger’s own id', async () => {
    const id = await added();
    const entry = await db
      .selectFrom('ledger_entry')
      .select('id')
      .where('movimentation_id', '=', id)
      .executeTakeFirstOrThrow();
    for (const other of [999_999, entry.id])
      expect((await change(other, { price: 1 })).json().message).toBe('Não encontramos esta movimentação.');
  });

  test('requires its permission', async () => {
    expect((await as('FINANCIAL_VIEW').patch(`/movimentation/${movimentations.sale}`, {})).statusCode).toBe(403);
  });
});

describe('DELETE /movimentation/:id', () => {
  test('posts a reversal on the original day', async () => {
    const id = await added({ date: '2026-02-20' });
    clock.today = '2026-03-20';
    const answer = await remove(id);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect((await list('expenses', '?startDate=2026-02-20&endDate=2026-02-20')).total).toBe(0);
    expect((await postedFor(id)).map(({ kind, day, amount }) => [kind, day, amount])).toEqual([
      ['MOVIMENTATION', '2026-02-20', 8_050],
      ['MOVIMENTATION', '2026-02-20', -8_050],
      ['REVERSAL', '2026-02-20', -8_050],
      ['REVERSAL', '2026-02-20', 8_050],
    ]);
  });

  test('deletes once', async () => {
    const id = await added();
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(id)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      204,
      ...Array.from({ length: 9 }, () => 404),
    ]);
    expect((await change(id, { price: 5 })).statusCode).toBe(404);
  });

  test('requires its permission', async () => {
    expect((await reader.delete(`/movimentation/${movimentations.sale}`)).statusCode).toBe(403);
    expect((await anonymous.delete(`/movimentation/${movimentations.sale}`)).statusCode).toBe(401);
  });
});

test('the books balance', async () => {
  expect(await verifyBooks(db)).toEqual([]);
});
