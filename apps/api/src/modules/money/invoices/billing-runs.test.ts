import type { Billing } from '@morada/contract/money/billing';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { startJobs } from '#api/jobs.ts';
import { refusal, trailOf } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { until } from '#test/until.ts';
import { billDay } from './billing.service.ts';
import { billingRuns } from './billing-runs.service.ts';

const { carryOut: carryOutBilling, giveUp: giveUpBilling } = billingRuns;

const app = await startApp({ today: '2026-03-10' });
let staff: ReturnType<typeof app.as>;

beforeEach(async () => {
  staff = app.as('FINANCIAL_INVOICE_CREATE', 'FINANCIAL_INVOICE_VIEW');
});
afterEach(app.empty);
afterAll(app.stop);

const state = async () => (await staff.get('/financial/billing')).json<Billing>();
const start = () => staff.post('/financial/billing', {});
/** Due on the 20th: at ten days' lead its invoice goes out on the 10th. */
const contracts = async (number: number) => {
  for (let index = 0; index < number; index += 1) await app.contract({ transfer_date: 20 });
};
const ended = () => until(state, ({ run }) => run !== null && run.status !== 'RUNNING');

test('shows the waiting invoices, the date reached, and that none was issued', LONG, async () => {
  await contracts(2);
  await app.contract({ transfer_date: 25 });
  expect(await state()).toEqual({ waiting: 2, through: '2026-03-20', lead_days: 10, run: null });
});

test('issues them in the background when started, until nothing waits', LONG, async () => {
  await contracts(3);
  expect((await start()).statusCode).toBe(201);
  const jobs = await startJobs(app.deps, app.pool, app.app.log, { crontab: '', pollInterval: 1_000 });
  try {
    const { run, waiting } = await ended();
    expect({ waiting, ...run }).toMatchObject({ waiting: 0, status: 'DONE', done: 3, total: 3, issued: 3 });
    expect((await staff.get('/invoice')).json().found).toBe(3);
    expect(refusal(await start())).toEqual([409, 'NOTHING_TO_ISSUE']);
  } finally {
    await jobs.stop();
  }
});

test('is answered as of one moment, while a run ends', async () => {
  await contracts(3);
  await start();
  const ending = await app.pool.connect();
  await ending.query('begin');
  await ending.query('lock table billing_run in access exclusive mode');
  const answer = state();
  for (let waits = false; !waits; ) {
    const { rows } = await sql`select from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query like '%billing_run%'`.execute(app.db);
    waits = rows.length > 0;
  }
  await billDay(app.ctx);
  await ending.query(`update billing_run set status = 'DONE', done = 3, issued = 3, ended_at = now()`);
  await ending.query('commit');
  ending.release();
  expect(await answer).toMatchObject({ waiting: 3, run: { status: 'RUNNING', done: 0 } });
  expect(await state()).toMatchObject({ waiting: 0, run: { status: 'DONE', done: 3 } });
});

test('issues in the name of the person who started it, once, with a trail', async () => {
  await contracts(2);
  expect((await start()).json()).toMatchObject({
    waiting: 2,
    run: { status: 'RUNNING', done: 0, total: 2, issued: 0 },
  });
  expect(refusal(await start())).toEqual([409, 'BILLING_GOING']);
  expect(await carryOutBilling(app.deps)).toBe(2);
  const { run } = await state();
  expect(run).toMatchObject({ status: 'DONE', done: 2, issued: 2 });
  expect(run?.by).toBe((await trailOf(app.db, 'billing_run', run?.id ?? 0))[0]?.actor);
  const { rows } = await sql<{ actor: string }>`select distinct actor from trail where record = 'invoice'`.execute(
    app.db,
  );
  expect(rows).toEqual([{ actor: run?.by }]);
});

test('keeps a scheduled run only if it issued something', async () => {
  expect(await carryOutBilling(app.deps)).toBe(0);
  expect((await state()).run).toBeNull();
  await contracts(1);
  expect(await carryOutBilling(app.deps)).toBe(1);
  expect((await state()).run).toMatchObject({ status: 'DONE', issued: 1, by: null });
  expect(await carryOutBilling(app.deps)).toBe(0);
  const { rows } = await sql<{ runs: number }>`select count(*) as runs from billing_run`.execute(app.db);
  expect(rows).toEqual([{ runs: 1 }]);
});

test('resumes a run of a dead worker, counts earlier work, and issues no month twice', async () => {
  await contracts(3);
  await start();
  // The previous worker processed only its first contract.
  const [first] = await app.db.selectFrom('proposal').select('id').orderBy('id').execute();
  await app.db
    .updateTable('proposal')
    .set({ status: 'CLOSED' })
    .where('id', '!=', first?.id ?? 0)
    .execute();
  await billDay(app.ctx);
  await app.db.updateTable('billing_run').set({ done: 1, issued: 1 }).execute();
  await app.db.updateTable('proposal').set({ status: 'APPROVED' }).execute();
  expect(await carryOutBilling(app.deps)).toBe(2);
  expect((await state()).run).toMatchObject({ status: 'DONE', done: 3, total: 3, issued: 3 });
  expect((await staff.get('/invoice')).json().found).toBe(3);
});

test('shows a failed run, which can be started again', async () => {
  await contracts(1);
  await start();
  await giveUpBilling(app.deps);
  expect((await state()).run).toMatchObject({ status: 'FAILED', issued: 0 });
  expect((await start()).statusCode).toBe(201);
  expect(await carryOutBilling(app.deps)).toBe(1);
  expect((await state()).run?.status).toBe('DONE');
});

test('shares one run between several servers, and issues each month once', async () => {
  await contracts(5);
  await start();
  const issued = await Promise.all([carryOutBilling(app.deps), carryOutBilling(app.deps), carryOutBilling(app.deps)]);
  expect(issued.reduce((sum, one) => sum + one, 0)).toBe(5);
  expect((await state()).run).toMatchObject({ status: 'DONE', done: 5, issued: 5 });
});

test('readers see it and can’t start it', async () => {
  const reader = app.as('FINANCIAL_VIEW');
  expect((await reader.get('/financial/billing')).statusCode).toBe(200);
  expect((await reader.post('/financial/billing', {})).statusCode).toBe(403);
});
