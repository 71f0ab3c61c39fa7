import type { BulkRun } from '@morada/contract/desk/bulk';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { bankFileRunsOf } from '#api/modules/bank/receipts/runs.service.ts';
import { bulkRunsOf } from '#api/modules/desk/bulk/runs.service.ts';
import { demonstrationRuns } from '#api/modules/desk/demonstration/demonstration.service.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { billingRuns } from '#api/modules/money/invoices/billing-runs.service.ts';
import { LONG } from '#test/long.ts';
import { itau400 } from '../bank/bank-papers.ts';
import { AGREEMENTS } from '../collection.ts';
import { agreementOf, bankDesk, titled } from '../desks/bank-desk.ts';
import { csv, importDesk } from '../desks/import-desk.ts';
import { cpf } from '../factories.ts';
import { startApp } from '../harness.ts';
import { trailOf } from './answers.ts';

const app = await startApp({ today: '2026-03-20' });
afterAll(app.stop);
let stopJobs = async () => {};

afterEach(async () => {
  expect(await verifyBooks(app.db)).toEqual([]);
  await stopJobs();
  stopJobs = async () => {};
  await sql`drop function if exists fate cascade`.execute(app.db);
  await app.empty();
});

const LEFT = 'Quem iniciou não tem mais acesso ao sistema.';
const BARRED = 'Quem iniciou não tem mais permissão para isto.';

/** A staff member of this test alone, with their own client. */
async function starter(...permissions: string[]) {
  const { token, adminId, groupId } = await app.signIn(...permissions);
  const post = (url: string, payload?: object) =>
    app.app.inject({
      method: 'POST',
      url: `/api${url}`,
      headers: { authorization: `Bearer ${token}` },
      ...(payload && { payload }),
    });
  return { adminId, groupId, post };
}
type Starter = Awaited<ReturnType<typeof starter>>;

/** Changes to the person at the moment when a row is written, in the middle of the run. */
const FATES = {
  dismissed: ({ adminId }: Starter) => sql`update admin_user set deleted_at = now() where id = ${sql.lit(adminId)}`,
  'without the right': ({ groupId }: Starter) =>
    sql`update permission_group set permissions = '{FEED_VIEW}' where id = ${sql.lit(groupId)}`,
};
async function when(
  table: string,
  event: 'insert' | 'update',
  condition: string,
  fate: ReturnType<typeof FATES.dismissed>,
) {
  await sql`create function fate() returns trigger language plpgsql as $$ begin ${fate}; return null; end $$`.execute(
    app.db,
  );
  await sql`create trigger fate after ${sql.raw(event)} on ${sql.table(table)} for each row when (${sql.raw(condition)}) execute function fate()`.execute(
    app.db,
  );
}

const CASES = [
  ['dismissed', LEFT],
  ['without the right', BARRED],
] as const;

// The person is read again for each block: here, blocks of one record.
describe('a bulk run', () => {
  const carryOut = (id: number) => bulkRunsOf(1).carryOut(app.deps, id);
  const runOf = (id: number) =>
    app.db.selectFrom('bulk_run').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const outcome = (id: number) =>
    app.db.selectFrom('bulk_item').select(['state', 'reason']).where('run_id', '=', id).orderBy('position').execute();
  const pay = { payment_method: 'PIX' };

  test.each(CASES)('of a person who is %s meanwhile: refuses the rest, with a reason', async (fate, reason) => {
    const person = await starter('FINANCIAL_INVOICE_CREATE', 'FINANCIAL_INVOICE_VIEW');
    const ids = [(await app.invoice()).id, (await app.invoice()).id, (await app.invoice()).id];
    const { id } = (await person.post('/bulk/invoice-pay', { ids, ...pay })).json<BulkRun>();
    await when('bulk_item', 'update', "new.position = 0 and new.state = 'DONE'", FATES[fate](person));
    expect((await person.post(`/bulk/${id}/run`)).statusCode).toBe(201);
    await carryOut(id);
    expect(await runOf(id)).toMatchObject({ status: 'DONE', done: 3, total: 3 });
    const rest = { state: 'FAILED', reason };
    expect(await outcome(id)).toEqual([{ state: 'DONE', reason: null }, rest, rest]);
    const paid = await app.db.selectFrom('invoice').select('status').where('id', 'in', ids).orderBy('id').execute();
    expect(paid.map(({ status }) => status)).toEqual(['PAID', 'PENDING', 'PENDING']);
  });

  test.each(CASES)('its undo, for a person who is %s meanwhile', LONG, async (fate, reason) => {
    const person = await starter('FINANCIAL_INVOICE_CREATE', 'FINANCIAL_INVOICE_VIEW');
    const ids = [(await app.invoice()).id, (await app.invoice()).id];
    const { id } = (await person.post('/bulk/invoice-pay', { ids, ...pay })).json<BulkRun>();
    await person.post(`/bulk/${id}/run`);
    await carryOut(id);
    await when('bulk_item', 'update', "new.position = 0 and new.state = 'UNDONE'", FATES[fate](person));
    expect((await person.post(`/bulk/${id}/undo`)).statusCode).toBe(201);
    await carryOut(id);
    expect(await outcome(id)).toEqual([
      { state: 'UNDONE', reason: null },
      { state: 'LEFT', reason },
    ]);
  });
});

describe('an import', () => {
  const FIRST_PORTION = 500;

  test.each([
    ['dismissed', 'quem iniciou não tem mais acesso'],
    ['without the right', 'quem iniciou não tem mais permissão'],
  ] as const)('of a person who is %s meanwhile imports no further portion', async (fate, motivo) => {
    const colleague = app.as('USER_CREATE');
    const desk = await importDesk(app, colleague);
    stopJobs = desk.jobs.stop;
    const lines = Array.from({ length: FIRST_PORTION + 2 }, (_, index) => [
      `Pessoa ${index + 1}`,
      'Fiador',
      cpf(index),
    ]);
    const staged = await desk.stage('people', csv(['Nome', 'Tipo', 'CPF/CNPJ'], ...lines));
    await desk.preview(staged);
    const person = await starter('USER_CREATE');
    await app.db.updateTable('import_run').set({ admin_user_id: person.adminId }).execute();
    await when('client', 'insert', `new.name = 'Pessoa ${FIRST_PORTION}'`, FATES[fate](person));
    expect((await person.post(`/import/${staged.id}/run`)).statusCode).toBe(200);
    const run = await desk.finished(staged.id);
    expect(run).toMatchObject({ status: 'DONE', fresh: FIRST_PORTION, refused: 2 });
    expect(run.refusals).toEqual([
      { line: FIRST_PORTION + 2, field: '', reason: motivo },
      { line: FIRST_PORTION + 3, field: '', reason: motivo },
    ]);
    const { rows } = await sql<{ n: number }>`select count(*) as n from client`.execute(app.db);
    expect(rows[0]?.n).toBe(FIRST_PORTION);
  });
});

describe('a bank file', () => {
  test.each(CASES)('of a person who is %s meanwhile settles no further line', LONG, async (fate, reason) => {
    const desk = await bankDesk(app);
    await desk.jobs.stop();
    const agreement = await agreementOf(app, AGREEMENTS['341']);
    const numbers = ['00000001', '00000002', '00000003'];
    const boletos = [];
    for (const nosso_numero of numbers)
      boletos.push(await titled(app, agreement, { nosso_numero, amount: 150_000, due_date: '2026-03-05' }));
    const lines = numbers.map((nosso_numero) => ({
      ...({ nosso_numero, amount: 150_000, paid_on: '2026-03-05', credited_on: '2026-03-06', fee: 210 } as const),
    }));
    const { id } = await desk.preview(itau400(lines));
    const person = await starter('BOLETO_DOWN');
    await when('bank_settlement', 'insert', 'new.line = 2', FATES[fate](person));
    expect((await person.post(`/boleto/down/${id}/settle`, { accept: [] })).statusCode).toBe(200);
    await bankFileRunsOf(1).carryOut(app.deps, id);
    const file = await desk.show(id);
    expect(file).toMatchObject({ status: 'DONE', done: 3, settled: 1 });
    expect(file.failures.map((failure) => failure.reason)).toEqual([reason, reason]);
  });
});

test('billing started by a person who left is issued as the system', async () => {
  for (const transfer_date of [25, 26]) await app.contract({ transfer_date });
  const person = await starter('FINANCIAL_INVOICE_CREATE');
  expect((await person.post('/financial/billing', {})).statusCode).toBe(201);
  await app.db.updateTable('admin_user').set({ deleted_at: new Date() }).where('id', '=', person.adminId).execute();
  const issued = await billingRuns.carryOut(app.deps);
  expect(issued).toBeGreaterThan(0);
  const [invoice] = await app.db.selectFrom('invoice').select('id').execute();
  expect(await trailOf(app.db, 'invoice', invoice?.id ?? 0)).toMatchObject([{ actor: 'Sistema', action: 'issue' }]);
});

test('demonstration data requested by a person who left isn’t filled in', async () => {
  const { adminId } = await app.signIn('*');
  await app.db.insertInto('demonstration').values({ status: 'FILLING', total: 68, admin_user_id: adminId }).execute();
  await app.db.updateTable('admin_user').set({ deleted_at: new Date() }).where('id', '=', adminId).execute();
  await demonstrationRuns.carryOut(app.deps);
  expect((await app.db.selectFrom('demonstration').select('status').executeTakeFirstOrThrow()).status).toBe('FAILED');
  expect(await app.db.selectFrom('client').select('id').execute()).toEqual([]);
});
