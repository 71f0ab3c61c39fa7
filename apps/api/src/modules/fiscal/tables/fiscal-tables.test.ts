import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { settleInvoices } from '#api/modules/money/invoices/settling.service.ts';
import { startApp } from '#test/harness.ts';

const { db, ctx, clock, as, client, owner, property, contract, invoice, stop } = await startApp();
afterAll(stop);
beforeEach(() => {
  clock.today = '2026-11-26';
});

const reader = as('FISCAL_VIEW');
const master = as('*');

const list = async () => (await reader.get('/fiscal/tables')).json();
const spans = (tables: { valid_from: string; valid_to: string | null }[]) =>
  tables.map(({ valid_from, valid_to }) => [valid_from, valid_to]);
const withholding = async () => (await list()).withholding;
const figuresOf = async () => (await withholding())[0].figures;
const put = (body: object) => master.post('/fiscal/tables/withholding', { source: 'Lei de teste', ...body });
const changeRate = async (change: object) => ({ ...(await figuresOf()), ...change });
const trail = () =>
  db
    .selectFrom('trail')
    .select(['action', 'record_id', 'changes'])
    .where('record', '=', 'fiscal_table')
    .orderBy('id')
    .execute();

test('are shown with validity, source and figures, to those who may not change them too', async () => {
  const { withholding, calendar, reform } = await list();
  expect(spans(withholding)).toEqual([
    ['2026-01-01', null],
    ['2025-05-01', '2025-12-31'],
  ]);
  expect(withholding[0]).toMatchObject({
    ...{
      state: 'CURRENT',
      can_change: false,
      source: 'Tabela mensal do IRPF de 2026, com a redução da Lei 15.270/2025',
    },
    figures: {
      simplified_discount: 607.2,
      reduction: { full_up_to: 5_000, full: 312.89, fades_to: 7_350, constant: 978.62, slope: 0.133145 },
      minimum: 10,
    },
  });
  expect(withholding[0].figures.brackets[4]).toEqual({ up_to: null, rate: 27.5, deduct: 908.73 });
  expect(calendar[0].figures.obligations[2]).toEqual({
    ...{ name: 'DIMOB e informes de rendimentos', who: 'Imobiliária', rule: 'LAST_BUSINESS_DAY_OF_MONTH' },
    ...{ day: null, month: 2, date: null },
  });
  expect(reform.map(({ state, can_change }: { state: string; can_change: boolean }) => [state, can_change])).toEqual([
    ['FUTURE', true],
    ['CURRENT', false],
  ]);
  expect((await reader.post('/fiscal/tables/reform', {})).statusCode).toBe(403);
  expect((await as('FISCAL_EDIT').delete(`/fiscal/tables/${reform[0].id}`)).statusCode).toBe(403);
});

test('what an invoice of the year ahead shows stays, and the table behind it no longer changes', async () => {
  const firm = await client({ person_type: 'JURIDICA' });
  const listing = await property({ owners: [await owner({ person_type: 'FISICA' })] });
  const lease = await contract({
    property_id: listing.id,
    user_id: firm.id,
    current_price: 600_000,
    withholding: 'AGENCY',
  });
  const figures = await changeRate({ simplified_discount: 700 });
  const { id } = (await put({ valid_from: '2027-01-01', figures })).json();
  expect(spans(await withholding()).slice(0, 2)).toEqual([
    ['2027-01-01', null],
    ['2026-01-01', '2026-12-31'],
  ]);
  // 6.000,00 − 600,00 of the fee is not excluded; 6.000,00 − 607,20 until December, 6.000,00 − 700,00 from January:
  // 5.392,80 × 27,5% − 908,73 = 574,29; the reduction is 978,62 − 0,133145 × 6.000,00 = 179,75: 394,54.
  // 5.300,00 × 27,5% − 908,73 − 179,75 = 369,02.
  const taxOn = async (reference: '2026-12' | '2027-01', pay_day: '2026-12-10' | '2027-01-10') => {
    clock.today = pay_day;
    const one = await invoice({ contract: lease, reference });
    const input = { paid_amount: one.amount, pay_day };
    await db.transaction().execute((trx) => settleInvoices(trx, ctx, [{ id: one.id, input }]));
    const paid = db.selectFrom('transfer').select('tax').where('invoice_id', '=', one.id);
    return (await paid.executeTakeFirstOrThrow()).tax;
  };
  expect(await taxOn('2026-12', '2026-12-10')).toBe(39_454);
  expect(await taxOn('2027-01', '2027-01-10')).toBe(36_902);
  expect((await put({ valid_from: '2027-01-01', figures, replaces: 1 })).json().code).toBe('FISCAL_TABLE_BEGUN');

  clock.today = '2026-11-26';
  await sql`update invoice set lines = lines || '[{"kind": "TAX", "name": "IRRF", "amount": -1}]' where due_date >= '2027-01-01'`.execute(
    db,
  );
  expect((await put({ valid_from: '2027-01-01', figures, replaces: 1 })).json().code).toBe('FISCAL_TABLE_USED');
  expect((await master.delete(`/fiscal/tables/${id}`)).json().code).toBe('FISCAL_TABLE_USED');
  expect((await withholding())[0].can_change).toBe(false);

  await db.updateTable('invoice').set({ deleted_at: new Date() }).execute();
  expect((await master.delete(`/fiscal/tables/${id}`)).statusCode).toBe(204);
  expect(spans(await withholding())[0]).toEqual(['2026-01-01', null]);
});

describe('a new validity', () => {
  const reform = async () => (await list()).reform;

  test('ends the one in force on its first day and takes over the rest of its time', async () => {
    const [next, present] = await reform();
    const body = { valid_from: '2026-12-01', source: 'Correção pelo IPCA', figures: present.figures };
    const { id } = (await master.post('/fiscal/tables/reform', body)).json();
    expect(spans(await reform())).toEqual([
      ['2027-01-01', null],
      ['2026-12-01', '2026-12-31'],
      ['2026-01-01', '2026-11-30'],
    ]);
    const [, entry] = (await trail()).filter(({ record_id }) => record_id === id || record_id === present.id).slice(-2);
    expect(entry?.changes).toEqual({ valid_to: ['2026-12-31', '2026-11-30'] });

    // The table of 2027 has not begun, so it can be replaced, given the version that was read.
    const figures = { ...next.figures, rates: { ...next.figures.rates, cbs: 8.8 } };
    const change = { valid_from: '2027-01-01', source: 'Resolução do Senado', figures };
    expect((await master.post('/fiscal/tables/reform', change)).json().code).toBe('FISCAL_TABLE_CHANGED');
    expect((await master.post('/fiscal/tables/reform', { ...change, replaces: next.version })).json()).toEqual({
      id: next.id,
    });
    expect((await reform())[0]).toMatchObject({ source: 'Resolução do Senado', figures: { rates: { cbs: 8.8 } } });
    const { action, changes } = (await trail()).at(-1) ?? {};
    expect(action).toBe('update');
    expect(JSON.stringify(changes)).toContain('CBS 8,8%');

    expect((await master.delete(`/fiscal/tables/${id}`)).statusCode).toBe(204);
    expect(spans(await reform()).slice(0, 2)).toEqual([
      ['2027-01-01', null],
      ['2026-01-01', '2026-12-31'],
    ]);
    expect((await master.delete(`/fiscal/tables/${present.id}`)).json().code).toBe('FISCAL_TABLE_BEGUN');
    expect((await master.delete('/fiscal/tables/9999')).statusCode).toBe(404);
  });

  test('two at once leave neither gap nor overlap', async () => {
    const figures = await figuresOf();
    await Promise.all(['2028-01-01', '2029-01-01'].map((valid_from) => put({ valid_from, figures })));
    expect(spans(await withholding())).toEqual([
      ['2029-01-01', null],
      ['2028-01-01', '2028-12-31'],
      ['2026-01-01', '2027-12-31'],
      ['2025-05-01', '2025-12-31'],
    ]);
  });

  test.each<[string, (figures: { brackets: object[] }) => object, string]>([
    ['without a source', (figures) => ({ valid_from: '2030-01-01', source: ' ', figures }), 'source'],
    ['of a declared year', (figures) => ({ valid_from: '2025-12-31', figures }), 'valid_from'],
    [
      'with descending brackets',
      ({ brackets, ...figures }) => ({
        valid_from: '2030-01-01',
        figures: { ...figures, brackets: [brackets[1], brackets[0], ...brackets.slice(2)] },
      }),
      'figures.brackets.1.up_to',
    ],
  ])('%s is refused and changes nothing', async (_, body, field) => {
    const before = await list();
    const answer = await put(body(await figuresOf()));
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors[0].field).toBe(field);
    expect(await list()).toEqual(before);
  });

  test('a calendar without the DIMOB is refused', async () => {
    const [{ figures }] = (await list()).calendar;
    const obligations = figures.obligations.slice(0, 2);
    const body = { valid_from: '2027-01-01', source: 'IN de teste', figures: { obligations } };
    const answer = await master.post('/fiscal/tables/calendar', body);
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([422, expect.stringContaining('DIMOB')]);
    expect(answer.json().errors[0].field).toBe('figures.obligations');
    const moved = figures.obligations.map((one: { month: number | null }) => ({ ...one, month: one.month && 3 }));
    expect(
      (await master.post('/fiscal/tables/calendar', { ...body, figures: { obligations: moved } })).statusCode,
    ).toBe(201);
    // The last business day of March 2027.
    expect((await reader.get('/fiscal/year?year=2026')).json().due).toBe('2027-03-31');
  });
});
