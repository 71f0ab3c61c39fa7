import { afterAll, describe, expect, test } from 'vitest';
import { refusal } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';
import { smallAgency } from '#test/small-agency.ts';

const app = await startApp({ today: '2026-03-10' });
afterAll(app.stop);
const { as, anonymous } = app;
const { invoices, transfers, movimentations } = await smallAgency(app);

const read = async (query = '') => (await as('FINANCIAL_VIEW').get(`/financial/transactions${query}`)).json();
const totals = ({ inputs, outputs, balance, total }: Record<string, number>) => [inputs, outputs, balance, total];
type Row = { title: string; amount: number; id: number; entry_id: number };
const titles = ({ data }: { data: Row[] }) => data.map(({ title, amount }) => [title, amount]);
const ALL = '?start=2026-01-01';

describe('GET /financial/transactions', () => {
  test('lists the current month, newest first', async () => {
    const answer = await read();
    expect(answer).toMatchObject({ start: '2026-03-01', end: '2026-03-10', page: 1, lastPage: 1 });
    expect(totals(answer)).toEqual([11_070, 1187.86, 9882.14, 4]);
    expect(titles(answer)).toEqual([
      ['Repasse efetuado', -867.86],
      ['Aluguel recebido', 2070],
      ['Despesa', -320],
      ['Comissão de venda', 9000],
    ]);
  });

  test.each([
    ['', [13_212.85, 1187.86, 12_024.99, 6]],
    ['&department=RENT', [4162.85, 867.86, 3294.99, 3]],
    ['&department=SALE', [9000, 0, 9000, 1]],
    ['&department=OTHER', [50, 320, -270, 2]],
    ['&method=PIX', [2092.85, 0, 2092.85, 1]],
    ['&method=BOLETO', [2070, 0, 2070, 1]],
    ['&method=CARD', [0, 0, 0, 0]],
    ['&department=SALE&method=PIX', [0, 0, 0, 0]],
    ['&end=2026-02-28', [2142.85, 0, 2142.85, 2]],
  ])('%s', async (filters, expected) => {
    const answer = await read(`${ALL}${filters}`);
    expect(totals(answer)).toEqual(expected);
    const centavos = answer.data.reduce((sum: number, row: Row) => sum + Math.round(row.amount * 100), 0);
    expect(centavos).toBe(Math.round(answer.balance * 100));
  });

  test.each(['&department=TODOS', '&method=CHEQUE'])('refuses %s', async (filters) => {
    expect((await as('FINANCIAL_VIEW').get(`/financial/transactions${ALL}${filters}`)).statusCode).toBe(422);
  });

  test('has lines that add up to each total', async () => {
    expect((await read(ALL)).lines).toEqual({
      // 2.092,85 + 2.070,00
      inputs: [
        { name: 'Comissão de venda', amount: 9000 },
        { name: 'Aluguel recebido', amount: 4162.85 },
        { name: 'Outra entrada', amount: 50 },
      ],
      outputs: [
        { name: 'Repasse efetuado', amount: 867.86 },
        { name: 'Despesa', amount: 320 },
      ],
      balance: [
        { name: 'Entradas', amount: 13_212.85 },
        { name: 'Saídas', amount: -1187.86 },
      ],
    });
    expect((await read(`${ALL}&method=CARD`)).lines).toMatchObject({ inputs: [], outputs: [] });
  });

  test('uses the movimentation’s id for entries of the cash book', async () => {
    const { data } = await read(`${ALL}&department=OTHER`);
    expect(data.map(({ id }: Row) => id)).toEqual([movimentations.expense, movimentations.other]);
  });

  test('keeps reversed entries visible, on their side and negative', async () => {
    const staff = as('*');
    await staff.delete(`/transfer/${transfers.alice}/refund`);
    await staff.delete(`/invoice/${invoices.march}/refund`);
    await staff.patch(`/movimentation/${movimentations.expense}`, { price: 300 });
    const answer = await read();
    expect(totals(answer)).toEqual([9000, 300, 8700, 8]);
    expect(titles(answer)).toEqual([
      ['Estorno: aluguel recebido', -2070],
      ['Estorno: repasse efetuado', 867.86],
      ['Repasse efetuado', -867.86],
      ['Aluguel recebido', 2070],
      ['Despesa', -300],
      ['Estorno: despesa', 320],
      ['Despesa', -320],
      ['Comissão de venda', 9000],
    ]);
    expect(answer.lines.inputs).toEqual([
      { name: 'Comissão de venda', amount: 9000 },
      { name: 'Aluguel recebido', amount: 2070 },
      { name: 'Estorno: aluguel recebido', amount: -2070 },
    ]);
    expect(answer.lines.outputs).toEqual([
      { name: 'Repasse efetuado', amount: 867.86 },
      { name: 'Despesa', amount: 620 },
      { name: 'Estorno: repasse efetuado', amount: -867.86 },
      { name: 'Estorno: despesa', amount: -320 },
    ]);
    expect(new Set(answer.data.map((row: Row) => row.entry_id)).size).toBe(8);
    expect(answer.data[0]).toMatchObject({ type: 'INPUT', price: -2070, payment_method: 'BOLETO' });
    expect(answer.data[1]).toMatchObject({ type: 'OUTPUT', price: -867.86 });
  });

  test('returns pages of twenty', async () => {
    for (let index = 1; index <= 25; index += 1)
      await as('*').post('/movimentation', {
        description: `Linha ${index}`,
        type: 'INPUT',
        subtype: 'OTHER',
        price: index,
      });
    const first = await read('?department=OTHER&start=2026-03-10');
    expect([first.data.length, first.total, first.lastPage]).toEqual([20, 25, 2]);
    const second = await read('?department=OTHER&start=2026-03-10&page=2');
    expect([second.data.length, second.page, totals(second)]).toEqual([5, 2, totals(first)]);
    expect(totals(first)[0]).toBe((25 * 26) / 2);
    expect((await read('?department=OTHER&start=2026-03-10&page=3')).data).toEqual([]);
  });

  test('requires a permission for the finance pages', async () => {
    expect(refusal(await as('FINANCIAL_MOVIMENTATION_VIEW').get('/financial/transactions'))).toEqual([
      403,
      'PERMISSION_DENIED',
    ]);
    expect((await anonymous.get('/financial/transactions')).statusCode).toBe(401);
  });
});
