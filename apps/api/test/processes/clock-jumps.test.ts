import type { CalendarDate } from '@morada/domain/base/calendar';
import { DEFAULT_STEPS } from '@morada/domain/collection/default-steps';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { judgeWorkedDay } from '#api/doctor/judge.ts';
import { startJobs } from '#api/jobs.ts';
import { followAgreements } from '#api/modules/collection/agreements/daily.service.ts';
import { announceAhead } from '#api/modules/collection/messages/news.service.ts';
import { sendMessages } from '#api/modules/collection/messages/sending.service.ts';
import { doSteps } from '#api/modules/collection/ruler/steps.service.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { billDay } from '#api/modules/money/invoices/billing.service.ts';
import { refusal, trailOf } from '../calls/answers.ts';
import { startApp } from '../harness.ts';
import { until } from '../until.ts';

const { app, pool, db, deps, ctx, clock, as, contract, owner, property, client, stop } = await startApp({
  today: '2026-03-10',
});
afterAll(stop);

const staff = as('*');

/** The jobs that look at the day, as a server runs them after its clock was set. */
async function liveThrough(day: CalendarDate) {
  clock.today = day;
  await billDay(ctx);
  await followAgreements(deps);
  await doSteps(deps);
  await announceAhead(deps);
  await sendMessages(deps, () => new Date(`${day}T12:00:00-03:00`));
}

/** Rows that jobs of a day make. */
async function made() {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from invoice) as invoices, (select count(*) from message) as messages,
      (select count(*) from collection_touch) as steps, (select count(*) from ledger_entry) as entries,
      (select count(*) from outgoing_mail) as mails, (select count(*) from transfer) as transfers`.execute(db);
  return rows[0];
}

test('a clock that goes back and on again makes nothing twice', async () => {
  const steps = DEFAULT_STEPS.map((step) => ({ ...step, channels: null }));
  expect((await staff.put('/collection/ruler', { steps }, { 'if-match': '"1"' })).statusCode).toBe(200);
  const { version, from } = (await staff.get('/collection/ruler/simulation')).json();
  expect((await staff.post('/collection/ruler/on', { version, from })).statusCode).toBe(200);
  for (const name of ['Ana Prado', 'Rui Lima']) {
    const landlord = await owner();
    const tenant = await client({ name });
    const house = await property({ owners: [{ id: landlord.id }] });
    await contract({
      ...{ user_id: tenant.id, property_id: house.id, start_date: '2026-02-01', end_date: '2028-07-31' },
      ...{ current_price: 150_000, transfer_date: 20 },
    });
  }
  for (const day of ['2026-03-10', '2026-03-15', '2026-03-21', '2026-04-10', '2026-04-15'] as const)
    await liveThrough(day);
  const before = await made();
  expect(before).toMatchObject({ invoices: 4 });
  expect(before?.steps).toBeGreaterThan(0);

  for (const day of ['2026-03-15', '2025-12-31', '2026-04-10', '2026-04-15'] as const) await liveThrough(day);
  expect(await made()).toEqual(before);
  expect(await verifyBooks(db)).toEqual([]);
});

describe('a day far ahead of the last one worked waits for a person', () => {
  const NEXT_YEAR = '2027-04-15';
  const jobs = () => startJobs(deps, pool, app.log, { crontab: '', pollInterval: 200 });
  /** The jobs that the schedule adds each hour. */
  async function hour() {
    const worker = await jobs();
    for (const task of ['billing', 'collection', 'debt-agreements', 'expenses', 'announce'])
      await pool.query('select graphile_worker.add_job($1)', [task]);
    await until(
      () => pool.query(`select from graphile_worker.jobs where run_at <= now()`),
      ({ rowCount }) => rowCount === 0,
    );
    await worker.stop();
  }
  const jump = async () => (await staff.get('/doctor/clock')).json().jump;

  test('nothing is billed, dunned or announced until it is confirmed, and the months between are then', async () => {
    clock.today = '2026-04-15';
    await hour();
    const before = await made();
    clock.today = NEXT_YEAR;
    await hour();
    expect(await made()).toEqual(before);
    expect(await jump()).toEqual({ worked: '2026-04-15', today: NEXT_YEAR });
    expect(refusal(await staff.post('/financial/billing'))).toEqual([409, 'CLOCK_UNCONFIRMED']);
    expect(refusal(await staff.post('/doctor/clock', { today: '2027-04-14' }))).toEqual([409, 'CLOCK_OTHER']);
    expect(judgeWorkedDay('2026-04-15', NEXT_YEAR)[0]?.text).toContain('15/04/2027');

    // Put right, it goes on as if nothing had been.
    clock.today = '2026-04-16';
    await hour();
    expect(await jump()).toBeNull();
    expect((await made())?.invoices).toBe(before?.invoices);

    clock.today = NEXT_YEAR;
    expect((await staff.post('/doctor/clock', { today: NEXT_YEAR })).statusCode).toBe(204);
    await hour();
    expect(await jump()).toBeNull();
    expect((await made())?.invoices).toBeGreaterThan(20);
    expect((await trailOf(db, 'agency', 1)).map(({ action }) => action)).toContain('confirm-day');
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('forty days are no jump', async () => {
    clock.today = '2027-05-25';
    await hour();
    expect(await jump()).toBeNull();
  });
});
