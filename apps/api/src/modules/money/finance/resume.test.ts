import { afterAll, describe, expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { refusal } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';
import { smallAgency } from '#test/small-agency.ts';

const app = await startApp({ today: '2026-03-10' });
afterAll(app.stop);
const { as, anonymous, db } = app;
const empty = (await as('FINANCIAL_VIEW').get('/financial/resume')).json();
const { invoices, transfers, movimentations, owners, contracts } = await smallAgency(app);

const read = async (query = '') => (await as('FINANCIAL_VIEW').get(`/financial/resume${query}`)).json();
const cards = ({ grossIncome, netIncome, feesIncome }: Record<string, number>) => [grossIncome, netIncome, feesIncome];
type Point = { date: string; value: number; type: string };

describe('GET /financial/resume', () => {
  test('returns zeros without data', () => {
    expect(cards(empty)).toEqual([0, 0, 0]);
    expect([empty.graph.length, empty.latest]).toEqual([36, []]);
  });

  test('returns the last twelve months', async () => {
    const answer = await read();
    expect(answer).toMatchObject({ start: '2025-04-01', end: '2026-03-10' });
    // 2.092,85 + 2.070,00 + 9.000,00 + 50,00; 246,42 + 165,75; 412,17 + 20,00 + 9.000,00 + 50,00 − 320,00.
    expect(cards(answer)).toEqual([13_212.85, 9_162.17, 412.17]);
  });

  test('has lines that add up to each card', async () => {
    expect((await read()).lines).toEqual({
      grossIncome: [
        { name: 'Aluguéis', amount: 4162.85 },
        { name: 'Vendas', amount: 9000 },
        { name: 'Outras entradas', amount: 50 },
      ],
      netIncome: [
        { name: 'Taxas', amount: 412.17 },
        { name: 'Deduções e acréscimos', amount: 20 },
        { name: 'Vendas', amount: 9000 },
        { name: 'Outras entradas', amount: 50 },
        { name: 'Despesas', amount: -320 },
      ],
      feesIncome: [
        { name: 'Taxas de administração', amount: 315.75 },
        { name: 'Multas e juros', amount: 96.42 },
      ],
    });
  });

  test('returns a given period', async () => {
    expect(cards(await read('?start=2026-02-01&end=2026-02-28'))).toEqual([2142.85, 296.42, 246.42]);
    expect(cards(await read('?start=2026-03-01'))).toEqual([11_070, 8865.75, 165.75]);
    expect(cards(await read('?start=2026-03-06&end=2026-03-10'))).toEqual([0, 0, 0]);
    expect(cards(await read('?start=2026-04-01&end=2026-03-01'))).toEqual([0, 0, 0]);
    expect(await read('?start=abc&end=2026-02-30')).toMatchObject({
      status: 422,
      errors: [
        { field: 'start', message: 'Informe uma data válida' },
        { field: 'end', message: 'Informe uma data válida' },
      ],
    });
  });

  test('has months that add up to each card', async () => {
    const { graph } = await read('?start=2026-01-01');
    expect(graph.map(({ date, type, value }: Point) => [date, type, value])).toEqual([
      ['2026-01', 'Renda Bruta', 0],
      ['2026-01', 'Renda Liquida', 0],
      ['2026-01', 'Taxas', 0],
      ['2026-02', 'Renda Bruta', 2142.85],
      ['2026-02', 'Renda Liquida', 296.42],
      ['2026-02', 'Taxas', 246.42],
      ['2026-03', 'Renda Bruta', 11_070],
      ['2026-03', 'Renda Liquida', 8865.75],
      ['2026-03', 'Taxas', 165.75],
    ]);
  });

  test('draws the graph up to today, whatever the period', async () => {
    expect((await read('?start=2026-02-01&end=2199-12-31')).graph).toHaveLength(6);
    expect((await read('?start=2027-01-01&end=2027-12-31')).graph).toEqual([]);
  });

  test('draws a period within one month by day, up to today', async () => {
    const { graph, grossIncome } = await read('?start=2026-03-01&end=2026-03-31');
    const gross = graph.filter(({ type }: Point) => type === 'Renda Bruta');
    expect(gross.map(({ date }: Point) => date)).toEqual(
      Array.from({ length: 10 }, (_, day) => `2026-03-${String(day + 1).padStart(2, '0')}`),
    );
    // 2.070,00 of rent and 9.000,00 of a sale, received in March.
    expect([grossIncome, gross.reduce((sum: number, { value }: Point) => sum + value, 0)]).toEqual([11_070, 11_070]);
  });

  test('lists the latest entries, in words', async () => {
    const { latest } = await read();
    expect(latest).toHaveLength(6);
    expect(latest[0]).toEqual({
      id: expect.any(Number),
      entry_id: latest[0].id,
      date: '2026-03-10',
      department: 'RENT',
      type: 'OUTPUT',
      title: 'Repasse efetuado',
      description: `Repasse ${transfers.alice}`,
      payment_method: null,
      price: 867.86,
      amount: -867.86,
      user: { id: owners.alice.id, name: 'Alice Rocha' },
      property: 'Rua Halfeld, 30',
      proposal_id: contracts.a.id,
      invoice_id: null,
      transfer_id: transfers.alice,
      category: null,
      doc: null,
    });
    expect(latest[1]).toMatchObject({
      title: 'Aluguel recebido',
      description: `Fatura ${invoices.march}, 02/2026`,
      payment_method: 'BOLETO',
      price: 2070,
      user: { name: 'Davi Reis' },
      property: 'Rua Batista, 7',
      proposal_id: contracts.b.id,
    });
    expect(latest.slice(2, 5)).toMatchObject([
      { id: movimentations.expense, title: 'Despesa', price: 320, amount: -320, user: null, property: null },
      {
        id: movimentations.sale,
        title: 'Comissão de venda',
        description: 'Venda da casa 12',
        doc: 'NF 88',
        amount: 9000,
      },
      { id: movimentations.other, title: 'Outra entrada', date: '2026-02-28' },
    ]);
  });

  test('subtracts a refund on its day', async () => {
    const staff = as('*');
    await staff.delete(`/invoice/${invoices.march}/refund`);
    expect(cards(await read('?start=2026-03-05&end=2026-03-05'))).toEqual([2070, 185.75, 165.75]);
    expect(cards(await read('?start=2026-03-06'))).toEqual([-2070, -185.75, -165.75]);
    expect(cards(await read('?start=2026-03-01'))).toEqual([9000, 8680, 0]);
    await staff.patch(`/invoice/${invoices.march}/down`, { paid_amount: 2070 });
    expect(cards(await read('?start=2026-03-01'))).toEqual([11_070, 8865.75, 165.75]);
  });

  test('requires a permission for the finance pages', async () => {
    expect(refusal(await as('FINANCIAL_INVOICE_VIEW').get('/financial/resume'))).toEqual([403, 'PERMISSION_DENIED']);
    expect((await anonymous.get('/financial/resume')).statusCode).toBe(401);
  });

  test('the books balance', async () => {
    expect(await verifyBooks(db)).toEqual([]);
  });
});
