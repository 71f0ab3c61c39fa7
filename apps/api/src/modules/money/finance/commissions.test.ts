import { afterAll, describe, expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { firstError, refusal } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';
import { smallAgency } from '#test/small-agency.ts';

const app = await startApp({ today: '2026-03-10' });
afterAll(app.stop);
const { as, anonymous, db, clock } = app;
const { invoices, contracts, transfers, owners } = await smallAgency(app);

const reader = as('FINANCIAL_COMMISSION_VIEW');
const read = async (query = '') => (await reader.get(`/financial/commissions${query}`)).json();
const filter = (...period: unknown[]) => reader.post('/financial/commissions/filter', { period });
const FEBRUARY = ['2026-02-01', '2026-02-28'] as const;
const totals = ({ sum, total, transfers: out, commissions }: Record<string, number>) => [sum, total, out, commissions];

const MARCH_ROW = {
  id: expect.any(Number),
  invoice_id: invoices.march,
  proposal_id: contracts.b.id,
  property_id: contracts.b.property_id,
  property: 'Rua Batista, 7',
  owner: 'Carla Nunes',
  due_date: '2026-03-10',
  pay_day: '2026-03-05',
  price: 2000,
  percentage: 8.5,
  commission: 165.75,
  late: 0,
  // IPTU 100,00 less the deduction of 50,00.
  extra: 50,
  transfer: 1884.25,
  lines: [
    { kind: 'RENT', name: 'Aluguel', note: 'mês inteiro, fev/2026', amount: 2000 },
    { kind: 'ADMIN_FEE', name: 'Taxa de administração', note: '8,5% × 1.950,00', amount: -165.75 },
    { kind: 'EXTRA', name: 'Pintura', note: 'desconto em boleto', amount: -50 },
    { kind: 'FEE', name: 'IPTU', note: 'taxa do imóvel', amount: 100 },
  ],
};

describe('GET /financial/commissions', () => {
  test('returns the current month', async () => {
    expect(await read()).toEqual({
      start: '2026-03-01',
      end: '2026-03-10',
      sum: 165.75,
      total: 2000,
      transfers: 1884.25,
      commissions: 165.75,
      lines: {
        sum: [{ name: 'Taxas de administração', amount: 165.75 }],
        total: [{ name: 'Recebidos em março de 2026', amount: 2000 }],
        commissions: [{ name: 'Contratos a 8,5%', note: '2.000,00 de aluguel', amount: 165.75 }],
        transfers: [
          { name: 'Aluguéis recebidos', amount: 2000 },
          { name: 'Taxas de administração', amount: -165.75 },
          { name: 'Extras', note: expect.stringContaining('seguem para o proprietário'), amount: 50 },
        ],
      },
      data: [MARCH_ROW],
      page: 1,
      lastPage: 1,
      found: 1,
    });
  });

  test('returns another period, with late charges and two owners', async () => {
    const answer = await read('?start=2026-02-01&end=2026-02-28');
    expect(totals(answer)).toEqual([246.42, 1500, 1446.43, 150]);
    expect(answer.data).toMatchObject([
      {
        invoice_id: invoices.february,
        owner: 'Alice Rocha, Bruno Lima',
        price: 1500,
        percentage: 10,
        commission: 150,
        late: 96.42,
        extra: 96.43,
        transfer: 1446.43,
        due_date: '2026-02-10',
        pay_day: '2026-02-20',
      },
    ]);
  });

  test('lists rents newest first, whole or by page', async () => {
    const all = await read('?start=2026-01-01');
    expect(totals(all)).toEqual([412.17, 3500, 3330.68, 315.75]);
    expect(all.data.map((row: { invoice_id: number }) => row.invoice_id)).toEqual([invoices.march, invoices.february]);
    const beyond = await read('?start=2026-01-01&page=2');
    expect([beyond.data, beyond.page, beyond.lastPage, beyond.found]).toEqual([[], 2, 1, 2]);
    expect(totals(beyond)).toEqual(totals(all));
  });

  test('keeps the fee that was taken when the rate changes', async () => {
    await as('*').patch(`/proposal/${contracts.b.id}`, { commission: 12 });
    expect((await read()).data[0]).toMatchObject({ percentage: 8.5, commission: 165.75 });
  });

  test('has lines that add up to each total', async () => {
    const answer = await read('?start=2026-02-01');
    for (const name of ['sum', 'total', 'transfers', 'commissions']) {
      const cents = answer.lines[name].map(({ amount }: { amount: number }) => Math.round(amount * 100));
      expect(cents.reduce((all: number, one: number) => all + one, 0)).toBe(Math.round(answer[name] * 100));
    }
    expect(
      answer.lines.commissions.map(({ name, amount }: { name: string; amount: number }) => [name, amount]),
    ).toEqual([
      ['Taxas de fevereiro de 2026', 150],
      ['Taxas de março de 2026', 165.75],
    ]);
  });

  test('covers a contract without fee', async () => {
    const { id } = await app.invoice({ with_commission: false });
    await as('*').patch(`/invoice/${id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    const row = (await read()).data.find((one: { invoice_id: number }) => one.invoice_id === id);
    expect(row).toMatchObject({ price: 1500, percentage: 0, commission: 0, extra: 0, transfer: 1500 });
    await as('*').delete(`/invoice/${id}/refund`);
  });

  test('counts only the rent received of a partial payment', async () => {
    const { id } = await app.invoice({ property: { fees: [{ name: 'Condomínio', price: 40_000 }] } });
    await as('*').patch(`/invoice/${id}/down`, {
      ...{ paid_amount: 1000, fine: 0, interest: 0, rest: { fate: 'OPEN_BALANCE' } },
    });
    const row = (await read()).data.find((one: { invoice_id: number }) => one.invoice_id === id);
    expect(row).toMatchObject({ price: 1000, commission: 100, late: 0, extra: 0, transfer: 900 });
    await as('*').delete(`/invoice/${id}/refund`);
  });

  test('leaves out reversals within the period, and subtracts later ones', async () => {
    expect((await read()).data.map((row: { invoice_id: number }) => row.invoice_id)).toEqual([invoices.march]);
    await as('*').delete(`/transfer/${transfers.alice}/refund`);
    await as('*').delete(`/invoice/${invoices.february}/refund`);
    expect(totals(await read('?start=2026-02-01&end=2026-02-28'))).toEqual([246.42, 1500, 1446.43, 150]);
    const march = await read();
    expect(totals(march)).toEqual([-80.67, 500, 437.82, 15.75]);
    expect(march.data[0]).toMatchObject({
      invoice_id: invoices.february,
      pay_day: '2026-03-10',
      owner: 'Alice Rocha, Bruno Lima',
      price: -1500,
      percentage: 10,
      commission: -150,
      late: -96.42,
      extra: -96.43,
      transfer: -1446.43,
      lines: [{ amount: -1500 }, { amount: 150 }, { name: 'Multa e juros', amount: -96.43 }],
    });
    await as('*').patch(`/invoice/${invoices.february}/down`, { paid_amount: 2092.85, pay_day: '2026-02-20' });
    // Settled again on that day of February: a period of both months counts it once.
    expect((await read('?start=2026-02-01')).found).toBe(2);
    expect(totals(await read('?start=2026-02-01'))).toEqual([412.17, 3500, 3330.68, 315.75]);
  });

  test('requires a permission', async () => {
    expect((await as('FINANCIAL_VIEW').get('/financial/commissions')).statusCode).toBe(200);
    expect(refusal(await as('FINANCIAL_TRANSFER_VIEW').get('/financial/commissions'))).toEqual([
      403,
      'PERMISSION_DENIED',
    ]);
    expect((await anonymous.get('/financial/commissions')).statusCode).toBe(401);
  });
});

describe('POST /financial/commissions/filter', () => {
  test('answers like the list', async () => {
    const answer = await filter(...FEBRUARY);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual(await read('?start=2026-02-01&end=2026-02-28'));
    const page = await reader.post('/financial/commissions/filter?page=1', { period: ['2026-02-01', '2026-03-10'] });
    expect(page.json()).toEqual(await read('?start=2026-02-01&page=1'));
  });

  test.each<[unknown[], string]>([
    [[], 'Informe o período'],
    [['2026-02-01'], 'Informe o período'],
    [['2026-02-01', 'ontem'], 'Informe o período'],
    [['2026-02-30', '2026-03-01'], 'Informe o período'],
    [['0999-01-01', '2026-03-01'], 'Informe o período'],
    [['2026-03-10', '2026-03-01'], 'O fim do período vem antes do início'],
  ])('%j: %s', async (period, message) => {
    const answer = await filter(...period);
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([422, message]);
    expect(firstError(answer)[1]).toMatch(/^period/);
  });

  test('accepts an empty body', async () => {
    expect((await reader.post('/financial/commissions/filter', {})).statusCode).toBe(422);
  });

  test('requires a permission, and changes nothing', async () => {
    expect((await as('FINANCIAL_SHALL_VIEW').post('/financial/commissions/filter', {})).statusCode).toBe(403);
    const trails = await db.selectFrom('trail').select('id').where('action', '=', 'export').execute();
    expect(trails).toEqual([]);
  });
});

describe('GET /financial/commissions/export/csv', () => {
  const save = (query = '') => reader.get(`/financial/commissions/export/csv${query}`);

  test('exports the period as comissoes.csv, with harmless cells', async () => {
    await db.updateTable('client').set({ name: '=SOMA(A1)' }).where('id', '=', owners.carla.id).execute();
    clock.today = '2026-03-31';
    const answer = await save('?start=2026-03-01&end=2026-03-09');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="comissoes.csv"',
      'cache-control': 'no-store',
    });
    const [row] = (await read('?start=2026-03-01&end=2026-03-09')).data;
    expect(answer.body.replace('\ufeff', '').split('\r\n')).toEqual([
      'ID;Fatura;Contrato;Proprietário;Imóvel;Vencimento;Pagamento;Aluguel;Percentual;Comissão;Multas e juros;Extras;Repasse',
      `${row.id};${invoices.march};${contracts.b.id};"'=SOMA(A1)";"Rua Batista, 7";10/03/2026;05/03/2026;2000,00;8,5;165,75;0,00;50,00;1884,25`,
    ]);
    clock.today = '2026-03-10';
  });

  test('leaves a trail', async () => {
    const [trail] = await db.selectFrom('trail').select(['record', 'changes']).where('action', '=', 'export').execute();
    expect(trail).toEqual({
      record: 'admin_user',
      changes: { list: 'comissoes', format: 'csv', filters: { start: '2026-03-01', end: '2026-03-09' }, rows: 1 },
    });
  });

  test('requires a permission', async () => {
    expect((await as('CLIENT_VIEW').get('/financial/commissions/export/csv')).statusCode).toBe(403);
  });
});

test('the books balance', async () => {
  expect(await verifyBooks(db)).toEqual([]);
});
