import { readXlsx } from 'hucre/xlsx';
import { afterAll, describe, expect, test } from 'vitest';
import { firstError, refusal } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { smallAgency } from '#test/small-agency.ts';

const app = await startApp({ today: '2026-03-10' });
afterAll(app.stop);
const { as, anonymous, db } = app;
const { contracts, invoices, transfers } = await smallAgency(app);

const reader = as('FINANCIAL_REPORTS_VIEW');
const save = (type: string, startDate: string, endDate: string) =>
  reader.get(`/report/${type}?startDate=${startDate}&endDate=${endDate}`);
async function sheetOf(type: string, startDate = '2026-02-01', endDate = '2026-03-31') {
  const [sheet] = (await readXlsx((await save(type, startDate, endDate)).rawPayload)).sheets;
  return { name: sheet?.name, rows: sheet?.rows ?? [] };
}
const on = (day: string) => new Date(`${day}T00:00:00Z`);

describe('GET /report/:type', () => {
  test('lists rents, oldest first, with totals', async () => {
    const answer = await save('rents', '2026-02-01', '2026-03-31');
    expect(answer.headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': 'attachment; filename="relatorio.xlsx"',
      'cache-control': 'no-store',
    });
    const { name, rows } = await sheetOf('rents');
    expect(name).toBe('Aluguéis');
    expect(rows).toEqual([
      [
        ...['Data', 'Lançamento', 'Descrição', 'Cliente', 'Imóvel', 'Contrato', 'Fatura', 'Repasse', 'Referência'],
        ...['Pagamento', 'Aluguel', 'Taxa de administração', 'Entrada', 'Saída'],
      ],
      [
        ...[
          on('2026-02-20'),
          'Aluguel recebido',
          `Fatura ${invoices.february}, 01/2026`,
          'Ana Prado',
          'Rua Halfeld, 30',
        ],
        ...[contracts.a.id, invoices.february, null, '01/2026', 'Pix', 1500, 150, 2092.85, null],
      ],
      [
        ...[on('2026-03-05'), 'Aluguel recebido', `Fatura ${invoices.march}, 02/2026`, 'Davi Reis', 'Rua Batista, 7'],
        ...[contracts.b.id, invoices.march, null, '02/2026', 'Boleto', 2000, 165.75, 2070, null],
      ],
      [
        ...[on('2026-03-10'), 'Repasse efetuado', `Repasse ${transfers.alice}`, 'Alice Rocha', 'Rua Halfeld, 30'],
        ...[contracts.a.id, null, transfers.alice, '01/2026', null, null, null, null, 867.86],
      ],
      [null, 'Total', null, null, null, null, null, null, null, null, 3500, 315.75, 4162.85, 867.86],
      [null, 'Saldo', null, null, null, null, null, null, null, null, null, null, 3294.99, null],
    ]);
  });

  test('lists sales and expenses', async () => {
    expect((await sheetOf('sales')).rows).toEqual([
      ['Data', 'Lançamento', 'Descrição', 'Documento', 'Entrada', 'Saída'],
      [on('2026-03-02'), 'Comissão de venda', 'Venda da casa 12', 'NF 88', 9000, null],
      [null, 'Total', null, null, 9000, 0],
      [null, 'Saldo', null, null, 9000, null],
    ]);
    const { name, rows } = await sheetOf('expenses');
    expect([name, rows.slice(1)]).toEqual([
      'Despesas',
      [
        [on('2026-03-03'), 'Despesa', 'Energia', null, null, null, 320],
        [null, 'Total', null, null, null, 0, 320],
        [null, 'Saldo', null, null, null, -320, null],
      ],
    ]);
  });

  test('is valid without entries', async () => {
    expect((await sheetOf('rents', '2020-01-01', '2020-01-31')).rows.slice(1)).toEqual([
      [null, 'Total', null, null, null, null, null, null, null, null, 0, 0, 0, 0],
      [null, 'Saldo', null, null, null, null, null, null, null, null, null, null, 0, null],
    ]);
  });

  test('equals the page, with reversals', async () => {
    const staff = as('*');
    await staff.delete(`/transfer/${transfers.alice}/refund`);
    const page = (await staff.get('/movimentation/rents?startDate=2026-02-01')).json();
    const { rows } = await sheetOf('rents', '2026-02-01', '2026-03-10');
    expect(rows.at(-2)?.slice(-2)).toEqual([page.invoices, page.transfers]);
    expect(rows).toHaveLength(page.total + 3);
    await staff.patch(`/transfer/${transfers.alice}`, { status: 'DONE' });
  });

  test('streams more entries than one batch', LONG, async () => {
    const day = '2025-06-15';
    const { rows: ids } = await app.pool.query<{ id: number }>(
      `insert into movimentation (description, type, price, subtype, date)
       select 'Linha ' || n, 'OUTPUT', n, 'SALE', $1 from generate_series(1, 2500) n returning id`,
      [day],
    );
    await app.pool.query(
      `with entry as (insert into ledger_entry (day, kind, department, description, movimentation_id)
         select date, 'MOVIMENTATION', 'SALE', description, id from movimentation where id = any($1) order by id returning id, movimentation_id)
       insert into ledger_line (entry_id, position, account, amount)
       select entry.id, side, case side when 0 then 'EXPENSES' else 'CASH' end, case side when 0 then price else -price end
       from entry join movimentation m on m.id = entry.movimentation_id, generate_series(0, 1) side`,
      [ids.map(({ id }) => id)],
    );
    const { rows } = await sheetOf('sales', day, day);
    expect(rows).toHaveLength(1 + 2500 + 2);
    expect(new Set(rows.slice(1, -2).map((row) => row[2])).size).toBe(2500);
    // 1 + 2 + … + 2500 centavos.
    expect(rows.at(-2)).toEqual([null, 'Total', null, null, 0, 31_262.5]);
  });

  test.each([
    ['/report/rents', 'startDate'],
    ['/report/rents?startDate=2026-01-01', 'endDate'],
    ['/report/rents?startDate=2026-01-01&endDate=amanha', 'endDate'],
  ])('%s: requires the period', async (url, field) => {
    expect(firstError(await reader.get(url))).toEqual([422, field, 'Informe o período']);
  });

  test('refuses a period that ends before its start', async () => {
    const answer = await save('rents', '2026-02-01', '2026-01-01');
    expect(firstError(answer)).toEqual([422, 'endDate', 'O fim do período vem antes do início']);
  });

  test('refuses another kind', async () => {
    expect((await save('repairs', '2026-01-01', '2026-02-01')).statusCode).toBe(404);
  });

  test('opens in another tab, once', async () => {
    const path = '/api/report/sales?startDate=2026-03-01&endDate=2026-03-31';
    const { url } = (await reader.post('/ticket', { path })).json();
    expect(url).toMatch(/^\/api\/report\/sales\?startDate=2026-03-01&endDate=2026-03-31&ticket=/);
    const file = await app.app.inject(url);
    const [sheet] = (await readXlsx(file.rawPayload)).sheets;
    expect(sheet?.rows.at(-2)).toEqual([null, 'Total', null, null, 9000, 0]);
    expect((await app.app.inject(url)).statusCode).toBe(401);
    const { url: other } = (await reader.post('/ticket', { path })).json();
    expect((await app.app.inject(other.replace('/sales', '/rents'))).statusCode).toBe(401);
  });

  test('requires a permission, and leaves a trail', async () => {
    await db.deleteFrom('trail').where('action', '=', 'export').execute();
    const url = '/report/expenses?startDate=2026-02-01&endDate=2026-03-31';
    expect((await as('FINANCIAL_VIEW').get(url)).statusCode).toBe(200);
    expect(refusal(await as('FINANCIAL_MOVIMENTATION_VIEW').get(url))).toEqual([403, 'PERMISSION_DENIED']);
    expect((await anonymous.get(url)).statusCode).toBe(401);
    const trails = await db.selectFrom('trail').select(['actor', 'changes']).where('action', '=', 'export').execute();
    expect(trails).toEqual([
      {
        actor: 'Mariana Dias',
        changes: {
          ...{ list: 'relatorio', type: 'expenses', startDate: '2026-02-01', endDate: '2026-03-31' },
          rows: 1,
        },
      },
    ]);
  });
});
