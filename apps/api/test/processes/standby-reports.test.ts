import { ACCOUNTS } from '@morada/domain/fiscal/accounting';
import { readDimob } from '@morada/domain/fiscal/dimob';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, expect, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import { checkDimob } from '#api/modules/fiscal/dimob/dimob.service.ts';
import { statementRuns } from '#api/modules/fiscal/income-statements/statement-runs.service.ts';
import { LONG } from '#test/long.ts';
import { startApp } from '../harness.ts';
import { smallAgency } from '../small-agency.ts';

// Two databases with different rows, so that each answer tells which one was read.
const primary = await startApp({ today: '2026-03-10' });
afterAll(primary.stop);
const standby = await startApp({ today: '2026-03-10' });
afterAll(standby.stop);
const deps = { ...primary.deps, reports: async () => standby.db };
const app = await buildApp(deps);
afterAll(() => app.close());

const { token } = await primary.signIn('*');
const headers = { authorization: `Bearer ${token}` };
const get = (url: string) => app.inject({ url: `/api${url}`, headers });
const post = (url: string, payload?: object) =>
  app.inject({ method: 'POST', url: `/api${url}`, headers, ...(payload && { payload }) });

test('exports of lists and reports read the standby, and leave their trail on the primary', LONG, async () => {
  await primary.client({ name: 'Ana do Primário' });
  await smallAgency(standby);

  const list = await get('/user/export/csv');
  expect(list.statusCode, list.body).toBe(200);
  expect(list.body).toContain('Alice Rocha');
  expect(list.body).not.toContain('Ana do Primário');

  const report = await get('/report/rents?startDate=2026-02-01&endDate=2026-03-31');
  const [sheet] = (await readXlsx(report.rawPayload)).sheets;
  expect(sheet?.rows?.map(([, title]) => title)).toEqual([
    ...['Lançamento', 'Aluguel recebido', 'Aluguel recebido', 'Repasse efetuado', 'Total', 'Saldo'],
  ]);

  const exports = ({ db }: typeof primary) =>
    db.selectFrom('trail').where('action', '=', 'export').select('changes').orderBy('id').execute();
  expect(await exports(primary)).toMatchObject([{ changes: { list: 'clientes' } }, { changes: { list: 'relatorio' } }]);
  expect(await exports(standby)).toEqual([]);
});

test('the file of the portals reads the standby, and screens the primary', LONG, async () => {
  const contact = { name: 'Serra Verde', email: 'oi@serraverde.com.br', phone: '3232321400' };
  await standby.db.updateTable('agency').set(contact).execute();
  const feed = await app.inject({ url: '/api/site/vrsync.xml', headers: { host: 'serraverde.com.br' } });
  expect([feed.statusCode, feed.body]).toEqual([200, expect.stringContaining('<Provider>')]);
  expect(feed.body).toContain('<ContactName>Serra Verde</ContactName>');

  const screen = await get('/user?page=1');
  expect(screen.json<{ data: { name: string }[] }>().data.map(({ name }) => name)).toEqual(['Ana do Primário']);
});

test('DIMOB reads the standby, and its file, its check and its trail are on the primary', LONG, async () => {
  const declarant = { cnpj: '11222333000181', dimob_responsible: '52998224725', city: 'Juiz de Fora', state: 'MG' };
  await standby.db
    .updateTable('agency')
    .set({ ...declarant, street: 'Rua Halfeld', number: '100' })
    .execute();
  // A's two owners and B's one: 1.500,00 and their 96,43 of the charges, and 2.000,00 less 50,00.
  const expected = { rents: 3, total: 3_546.43 };
  expect((await get('/fiscal/year?year=2026')).json()).toMatchObject({ owners: 3, total: { rent: expected.total } });
  const made = await post('/fiscal/dimob', { year: 2026 });
  expect([made.statusCode, made.json()]).toEqual([201, expect.objectContaining(expected)]);
  const { declaration } = { declaration: undefined, ...readDimob((await get(`/fiscal/file/${made.json().id}`)).body) };
  expect(declaration?.rents).toHaveLength(expected.rents);

  const written = ({ db }: typeof primary) =>
    db.selectFrom('trail').where('record', '=', 'fiscal_file').select('action').orderBy('id').execute();
  expect(await written(primary)).toEqual([{ action: 'create' }, { action: 'download' }]);
  expect(await written(standby)).toEqual([]);

  // The job prepares last year.
  primary.clock.today = '2027-01-20';
  await checkDimob(deps);
  primary.clock.today = '2026-03-10';
  const checks = ({ db }: typeof primary) =>
    db.selectFrom('dimob_check').select(['rows', 'blocking']).where('year', '=', 2026).execute();
  expect(await checks(primary)).toEqual([{ rows: expected.rents, blocking: 0 }]);
  expect(await checks(standby)).toEqual([]);
});

test('the accountant’s file and all income statements read the standby', LONG, async () => {
  const accounts = Object.fromEntries(ACCOUNTS.map((account, index) => [account, String(100 + index)]));
  const chart = { company_code: null, branch_code: null, history_code: null, accounts };
  expect((await standby.as('*').put('/fiscal/accounting/chart', chart)).statusCode).toBe(200);
  const file = await post('/fiscal/accounting', { month: '2026-02', format: 'CSV' });
  // A's settlement of 2.092,85, and 50,00 of the cash book.
  expect([file.statusCode, file.json()]).toEqual([201, expect.objectContaining({ entries: 2 })]);

  // One receipt on the primary allows ordering the file, which holds the standby's three owners and two tenants.
  const { id } = await primary.invoice({ reference: '2026-02' });
  expect(
    (await primary.as('*').patch(`/invoice/${id}/down`, { paid_amount: 1500, fine: 0, interest: 0 })).statusCode,
  ).toBe(200);
  const run = (await post('/fiscal/statements/2026/file')).json<{ id: number }>();
  await statementRuns.carryOut(deps, run.id);
  const { files } = (await primary.as('*').get('/fiscal/statements/year?year=2026')).json();
  expect(files).toMatchObject([{ owners: 3, tenants: 2 }]);
});
