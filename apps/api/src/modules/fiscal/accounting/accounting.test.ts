import { createHash } from 'node:crypto';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { ACCOUNTS } from '@morada/domain/fiscal/accounting';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { startApp } from '#test/harness.ts';

const { db, deps, clock, as, client, owner, property, invoice, stop } = await startApp({ today: '2026-03-01' });
afterAll(stop);

const staff = as('*');
const editor = as('FISCAL_EDIT');
const month = async (reference = '2026-03') =>
  (await as('FISCAL_VIEW').get(`/fiscal/accounting?month=${reference}`)).json();
const make = (format: 'DOMINIO' | 'CSV', reference = '2026-03') =>
  editor.post('/fiscal/accounting', { month: reference, format });

const CODES: Record<string, string> = {
  ...{ CASH: '8', OWNERS: '2101', TENANTS: '2102', DEPOSITS: '2103', FEES_HELD: '2105', WITHHELD_TAX: '2107' },
  ...{ ADMIN_FEES: '504', LATE_CHARGES: '505', EXTRA_VALUES: '506', OTHER_INCOME: '507', SALES: '508' },
  ...{ EXPENSES: '701', OWNER_ADVANCES: '1205' },
};
const chartOf = (codes: Record<string, string | null>, settings = {}) => ({
  ...{ company_code: null, branch_code: null, history_code: null, ...settings },
  accounts: Object.fromEntries(ACCOUNTS.map((account) => [account, codes[account] ?? null])),
});
const setChart = (codes: Record<string, string | null>, settings = {}) =>
  editor.put('/fiscal/accounting/chart', chartOf(codes, settings));

async function settle(of: Parameters<typeof invoice>[0], day: CalendarDate, body: object) {
  clock.today = day;
  const { id } = await invoice(of);
  const answer = await staff.patch(`/invoice/${id}/down`, body);
  expect(answer.statusCode, answer.body).toBe(200);
  return { id, transfer: answer.json().transfers[0].id as number };
}

async function done(answer: Promise<{ statusCode: number; body: string }>) {
  const { statusCode, body } = await answer;
  expect(statusCode, body).toBeLessThan(300);
}

let rui: Awaited<ReturnType<typeof client>>;

beforeAll(async () => {
  rui = await client({ name: 'Rui “Melo”' });
  const ana = await owner({ name: 'Ana Prado' });
  const listing = await property({ owners: [ana] });
  const rent = await settle({ user_id: rui.id, property_id: listing.id }, '2026-03-05', { paid_amount: 1500 });
  // In part: the rent of 1.000,00, and 200,00 of the condominium of 400,00.
  const fees = [{ name: 'Condomínio', price: 40_000 }];
  await settle({ current_price: 100_000, property: { fees } }, '2026-03-09', {
    ...{ paid_amount: 1200, rest: { fate: 'OPEN_BALANCE', due_date: '2026-04-06' } },
  });
  const refunded = await settle({ current_price: 200_000 }, '2026-03-10', { paid_amount: 2000 });
  await done(staff.patch(`/transfer/${rent.transfer}`, { status: 'DONE' }));
  // The agency withholds 394,54 of the 6.000,00 that a company pays.
  const company = await client({ person_type: 'JURIDICA', name: 'Acme Ltda' });
  await settle({ user_id: company.id, current_price: 600_000, withholding: 'AGENCY' }, '2026-03-10', {
    paid_amount: 6000,
  });
  const cash = { subtype: 'OTHER', type: 'OUTPUT', description: 'Luz | água' };
  await done(staff.post('/movimentation', { ...cash, price: 90 }));
  await done(staff.post('/movimentation', { ...cash, type: 'INPUT', description: 'Aluguel da sala', price: 25.5 }));
  await done(
    staff.post('/movimentation', { ...cash, type: 'INPUT', subtype: 'SALE', description: 'Venda', price: 3000 }),
  );
  const advance = {
    user_id: ana.id,
    property_id: listing.id,
    amount: 75,
    due_date: '2026-03-20',
    status: 'PENDING',
  };
  await done(staff.post('/financial/transfers', advance));
  clock.today = '2026-03-20';
  await done(staff.delete(`/invoice/${refunded.id}/refund`));
  clock.today = '2026-03-31';
  const darf = { tenant_id: company.id, code: '3208', reference: '2026-03', paid_on: '2026-03-31' };
  await done(editor.post('/fiscal/darf', darf));
  clock.today = '2026-04-02';
  await done(staff.post('/movimentation', { ...cash, description: 'Outro mês', price: 1 }));
});

// Debits and credits in reais, worked out by hand.
const TOTALS: [account: string, of: string, debit: number, credit: number][] = [
  ['CASH', 'AGENCY', 13_725.5, 3_834.54],
  ['OWNERS', 'THIRD_PARTIES', 3_150, 9_130.46],
  ['FEES_HELD', 'THIRD_PARTIES', 0, 200],
  ['WITHHELD_TAX', 'THIRD_PARTIES', 394.54, 394.54],
  ['ADMIN_FEES', 'AGENCY', 200, 1_050],
  ['OTHER_INCOME', 'AGENCY', 0, 25.5],
  ['SALES', 'AGENCY', 0, 3_000],
  ['EXPENSES', 'AGENCY', 90, 0],
  ['OWNER_ADVANCES', 'THIRD_PARTIES', 75, 0],
];
const SUM = 17_635.04;
const ENTRIES = 11;

/** Debits and credits in centavos of the postings themselves. */
async function ledgerSums() {
  const { rows } = await sql<{ account: string; debit: number; credit: number }>`
    select account, coalesce(sum(amount) filter (where amount > 0), 0)::int as debit,
      coalesce(-sum(amount) filter (where amount < 0), 0)::int as credit
    from ledger_line l join ledger_entry e on e.id = l.entry_id
    where e.day between '2026-03-01' and '2026-03-31' group by account`.execute(db);
  return Object.fromEntries(rows.map(({ account, debit, credit }) => [CODES[account], [debit, credit]]));
}

describe('the month', () => {
  test('has the totals of the ledger by account, with fees apart from third parties’ money', async () => {
    const { accounts, ...whole } = await month();
    expect(
      accounts.map(({ account, of, debit, credit }: Record<string, unknown>) => [account, of, debit, credit]),
    ).toEqual(TOTALS);
    expect(whole).toMatchObject({ month: '2026-03', entries: ENTRIES, debit: SUM, credit: SUM });
    const posted = await ledgerSums();
    for (const { account, debit, credit } of accounts)
      expect([Math.round(debit * 100), Math.round(credit * 100)]).toEqual(posted[CODES[account] ?? '']);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('lists its entries by day, each balanced, without those of another month', async () => {
    const { data, total } = (await as('FISCAL_VIEW').get('/fiscal/accounting/entries?month=2026-03')).json();
    expect([total, data.length]).toEqual([ENTRIES, ENTRIES]);
    for (const { lines } of data) {
      const side = (name: 'debit' | 'credit') =>
        lines.reduce((sum: number, line: Record<string, number>) => sum + Math.round((line[name] ?? 0) * 100), 0);
      expect(side('debit')).toBe(side('credit'));
      expect(side('debit')).toBeGreaterThan(0);
    }
    expect(data.map(({ day }: { day: string }) => day)).toEqual(data.map(({ day }: { day: string }) => day).toSorted());
    expect(data[0]).toMatchObject({
      day: '2026-03-05',
      history: expect.stringMatching(/^Fatura \d+, 02\/2026, Rui “Melo”$/),
      document: expect.stringMatching(/^Fatura \d+$/),
      lines: [
        { account: 'CASH', name: 'Caixa', debit: 1500, credit: 0, person: null },
        { account: 'OWNERS', name: 'Valores de proprietários', debit: 0, credit: 1350, person: 'Ana Prado' },
        { account: 'ADMIN_FEES', debit: 0, credit: 150 },
      ],
    });
  });

  test('is empty before the agency began', async () => {
    expect(await month('2025-03')).toMatchObject({ entries: 0, debit: 0, accounts: [], unmapped: [], files: [] });
    const { statusCode, json } = await make('CSV', '2025-03');
    expect([statusCode, json().message]).toEqual([422, 'Não há lançamentos neste mês']);
  });
});

describe('the accountant’s chart', () => {
  test('refuses one code for the agency’s and for third parties’ money, and a code with a pipe', async () => {
    const shared = await setChart({ ...CODES, DEPOSITS: '504' });
    expect(shared.statusCode).toBe(422);
    expect(shared.json().errors).toEqual([
      {
        field: 'accounts.DEPOSITS',
        message:
          'A conta 504 é de “Taxas de administração”, dinheiro da imobiliária: use outra para dinheiro de terceiros',
      },
    ]);
    const piped = await setChart({ ...CODES, CASH: '8|9' });
    expect(piped.json().errors).toMatchObject([{ field: 'accounts.CASH' }]);
  });

  test('what is not mapped is named, and no file is made', async () => {
    const { CASH: _, SALES: __, ...rest } = CODES;
    await setChart(rest);
    expect((await month()).unmapped).toEqual(['CASH', 'SALES']);
    const { statusCode, json } = await make('CSV');
    expect([statusCode, json().message]).toEqual([
      422,
      'Faltam as contas de “Caixa” e “Vendas” no plano de contas. Preencha antes de gerar o arquivo.',
    ]);
    expect((await month()).files).toEqual([]);
    expect(await Array.fromAsync(deps.files.list('fiscal'))).toEqual([]);
  });

  test('is changed by one person at a time, and the trail says what changed', async () => {
    await setChart(CODES);
    const { headers } = await as('FISCAL_VIEW').get('/fiscal/accounting/chart');
    const changed = await editor.put('/fiscal/accounting/chart', chartOf({ ...CODES, CASH: '9' }), {
      'if-match': `${headers.etag}`,
    });
    expect(changed.statusCode).toBe(200);
    const stale = await editor.put('/fiscal/accounting/chart', chartOf(CODES), { 'if-match': `${headers.etag}` });
    expect([stale.statusCode, stale.json().saved_by]).toEqual([412, 'Mariana Dias']);
    await setChart(CODES, { company_code: '77', branch_code: '2', history_code: '105' });
    const trail = await db
      .selectFrom('trail')
      .select('changes')
      .where('record', '=', 'accounting_chart')
      .orderBy('id')
      .execute();
    expect(trail.slice(-2).map(({ changes }) => changes)).toEqual([
      { accounts: ['Caixa: 8', 'Caixa: 9'] },
      {
        ...{ company_code: [null, '77'], branch_code: [null, '2'], history_code: [null, '105'] },
        accounts: ['Caixa: 9', 'Caixa: 8'],
      },
    ]);
  });
});

/** Sums by account code of a file's rows. */
function sumsOf(rows: readonly { debit: string; credit: string; cents: number }[]) {
  const sums: Record<string, [number, number]> = {};
  for (const { debit, credit, cents } of rows) {
    for (const [code, side] of [[debit, 0] as const, [credit, 1] as const]) {
      if (!code) continue;
      sums[code] ??= [0, 0];
      sums[code][side] += cents;
    }
  }
  return sums;
}
const centsOf = (text = '') => Number(text.replace(',', ''));

const TYPE_OF: Record<string, string> = { '1 1': 'X', '1 n': 'D', 'n 1': 'C', 'n n': 'V' };
const some = (count: number) => (count === 1 ? '1' : 'n');

/** An entry of the file for Domínio: each 6100 up to the next 6000. */
type Batch = { type: string; rows: { day: string; debit: string; credit: string; cents: number; rest: string[] }[] };

function readDominio(text: string): { cnpj: string; batches: Batch[] } {
  expect(text.endsWith('|\r\n')).toBe(true);
  const [head, ...lines] = text.slice(0, -2).split('\r\n');
  const batches: Batch[] = [];
  for (const line of lines) {
    expect(line).toMatch(/^\|.*\|$/);
    const [kind, ...fields] = line.slice(1, -1).split('|');
    if (kind === '6000') {
      expect(fields).toHaveLength(4);
      batches.push({ type: fields[0] ?? '', rows: [] });
      continue;
    }
    expect([kind, fields.length]).toEqual(['6100', 9]);
    const [day = '', debit = '', credit = '', amount = '', ...rest] = fields;
    expect(amount).toMatch(/^\d+,\d\d$/);
    batches.at(-1)?.rows.push({ day, debit, credit, cents: centsOf(amount), rest });
  }
  return { cnpj: (head ?? '').slice(1, -1).split('|')[1] ?? '', batches };
}

describe('the file for Domínio', () => {
  test('asks for the CNPJ first', async () => {
    await db.updateTable('agency').set({ cnpj: null }).execute();
    expect((await month()).has_cnpj).toBe(false);
    const { statusCode, json } = await make('DOMINIO');
    expect([statusCode, json().message]).toContain(422);
    expect(json().message).toContain('informe-o em Configurações › Imobiliária');
    await db.updateTable('agency').set({ cnpj: '11222333000181' }).execute();
  });

  test('is read back line by line: each entry balanced, sums by account those of the ledger', async () => {
    await setChart(CODES, { company_code: '77', branch_code: '2', history_code: '105' });
    const made = await make('DOMINIO');
    expect(made.statusCode, made.body).toBe(201);
    expect(made.json()).toMatchObject({
      ...{ name: 'dominio-77-2026-03.txt', format: 'DOMINIO', entries: ENTRIES, total: SUM },
      ...{ is_current: true, by: 'Mariana Dias' },
    });
    const answer = await as('FISCAL_VIEW').get(`/fiscal/accounting/file/${made.json().id}`);
    expect(answer.headers['content-type']).toBe('text/plain; charset=iso-8859-1');
    expect(answer.headers['content-disposition']).toContain('dominio-77-2026-03.txt');
    expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe(made.json().sha256);
    const { cnpj, batches } = readDominio(answer.rawPayload.toString('latin1'));
    expect([cnpj, batches.length]).toEqual(['11222333000181', ENTRIES]);
    for (const { type, rows } of batches) {
      const [debits, credits] = (['debit', 'credit'] as const).map((side) => rows.filter((row) => row[side] !== ''));
      expect(TYPE_OF[`${some(debits?.length ?? 0)} ${some(credits?.length ?? 0)}`]).toBe(type);
      const total = (side: typeof rows | undefined) => side?.reduce((sum, { cents }) => sum + cents, 0);
      expect(total(debits)).toBe(total(credits));
      for (const { rest } of rows) expect([rest[0], rest[2], rest[3], rest[4]]).toEqual(['105', '', '2', '']);
    }
    expect(sumsOf(batches.flatMap(({ rows }) => rows))).toEqual(await ledgerSums());
    expect(batches[0]?.rows[0]).toMatchObject({ day: '05/03/2026', debit: '8', credit: '', cents: 150_000 });
    expect(batches[0]?.rows[0]?.rest[1]).toMatch(/^Fatura \d+, 02\/2026, Rui "Melo"$/);
    expect(batches.flatMap(({ rows }) => rows.map(({ rest }) => rest[1]))).toContain('Luz água');
    const trail = await db
      .selectFrom('trail')
      .select(['action', 'changes'])
      .where('record', '=', 'fiscal_file')
      .where('record_id', '=', made.json().id)
      .orderBy('id')
      .execute();
    expect(trail).toEqual([
      { action: 'create', changes: { list: 'contabilidade', month: '2026-03', format: 'DOMINIO', rows: ENTRIES } },
      { action: 'download', changes: null },
    ]);
  });
});

test('the CSV has the same sums, and quotes what a spreadsheet would take for a formula', async () => {
  clock.today = '2026-03-31';
  await done(
    staff.post('/movimentation', { type: 'OUTPUT', subtype: 'OTHER', description: '=1+1; café', price: 0.01 }),
  );
  clock.today = '2026-04-02';
  const made = await make('CSV');
  expect(made.json()).toMatchObject({ name: 'lancamentos-77-2026-03.csv', entries: ENTRIES + 1, total: 17_635.05 });
  const answer = await as('FISCAL_VIEW').get(`/fiscal/accounting/file/${made.json().id}`);
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  const [head, ...lines] = answer.body.split('\r\n');
  expect(head).toBe(
    '\uFEFFEmpresa;Filial;Data;Lançamento;Conta débito;Conta crédito;Valor;Histórico;Documento;Nome da conta;Dinheiro de;Pessoa',
  );
  const rows = lines
    .map((line) => line.split(';'))
    .map(([, , , , debit = '', credit = '', amount]) => ({ debit, credit, cents: centsOf(amount) }));
  expect(sumsOf(rows)).toEqual(await ledgerSums());
  expect(lines[1]).toMatch(
    /^77;2;05\/03\/2026;\d+;;2101;1350,00;"Fatura \d+, 02\/2026, Rui “Melo”";Fatura \d+;Valores de proprietários;Terceiros;Ana Prado$/,
  );
  expect(answer.body).toContain(`"'=1+1;`);
});

test('a file is told from the month that changed after it, and stays as it was made', async () => {
  const { files } = await month();
  expect(files.map(({ format, is_current }: Record<string, unknown>) => [format, is_current])).toEqual([
    ['CSV', true],
    ['DOMINIO', false],
  ]);
  expect((await as('FISCAL_VIEW').get(`/fiscal/accounting/file/${files[1].id}`)).statusCode).toBe(200);
  expect((await as('FISCAL_VIEW').get('/fiscal/accounting/file/999999')).statusCode).toBe(404);
});

test('a month that has not begun, and another format, are refused', async () => {
  expect((await make('CSV', '2026-05')).json().message).toBe('Este mês ainda não começou');
  expect((await make('XLSX' as 'CSV')).json().errors[0].message).toBe('Escolha Domínio ou CSV');
});
