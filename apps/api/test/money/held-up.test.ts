import { afterAll, beforeEach, expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { startApp } from '../harness.ts';
import { until } from '../until.ts';

const { as, db, invoice, pool, stop } = await startApp({ today: '2026-03-10' });
afterAll(stop);

const cashier = as('FINANCIAL_INVOICE_CREATE');
const pay = async (id: number, headers?: Record<string, string>) =>
  (await cashier.patch(`/invoice/${id}/down`, { paid_amount: 1500 }, headers)).statusCode;
const bills = async (count: number) => {
  const made = [];
  for (let one = 0; one < count; one += 1) made.push(await invoice());
  return made;
};
const transfersOf = async (ids: readonly number[]) =>
  (await db.selectFrom('transfer').select('id').where('invoice_id', 'in', ids).execute()).length;

/** Another transaction that holds rows, until `release`. */
async function holding(statement: string, ids: readonly number[]) {
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query(statement, [ids]);
  return async () => {
    await holder.query('rollback');
    holder.release();
  };
}
const contracts = 'select from proposal where id = any($1) for update';
const rows = 'select from invoice where id = any($1) for update';

/** Waits until this many of the application's statements wait for a lock. */
const whenWaiting = (count: number) =>
  until(
    async () =>
      (
        await pool.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
             and pid <> pg_backend_pid()`,
        )
      ).rowCount ?? 0,
    (waiting) => waiting >= count,
  );

beforeEach(async () => {
  // The statements are prepared, so that a case measures only its locks.
  for (const { id } of await bills(1)) expect(await pay(id)).toBe(200);
});

test('contracts that another transaction holds stop no settlement of others, and are settled once they are free', async () => {
  const [free, ...held] = await bills(6);
  const release = await holding(
    contracts,
    held.map(({ proposal_id }) => proposal_id),
  );
  const waiting = held.map(({ id }) => pay(id));
  const others = await bills(3);
  const answers = await Promise.all([free?.id ?? Number.NaN, ...others.map(({ id }) => id)].map((id) => pay(id)));
  expect(answers).toEqual([200, 200, 200, 200]);
  // No statement waits: the calls do, without a connection.
  expect(await transfersOf(held.map(({ id }) => id))).toBe(0);
  await release();
  expect(await Promise.all(waiting)).toEqual([200, 200, 200, 200, 200]);
  expect(await transfersOf(held.map(({ id }) => id))).toBe(5);
  expect(await verifyBooks(db)).toEqual([]);
});

test('a settlement that waits for another lock than its contract holds the others back a second at most', async () => {
  const [first, second, third, fourth] = await bills(4);
  const held = [first, second, third].map((one) => one?.id ?? Number.NaN);
  const release = await holding(rows, held);
  const waiting = held.slice(0, 2).map((id) => pay(id));
  await whenWaiting(2);
  // Joins the third in a set, which fails by it.
  waiting.push(pay(held[2] ?? Number.NaN));
  expect(await pay(fourth?.id ?? Number.NaN)).toBe(200);
  await release();
  expect(await Promise.all(waiting)).toEqual([200, 200, 200]);
  expect(await transfersOf(held)).toBe(3);
  expect(await verifyBooks(db)).toEqual([]);
});

test('a held settlement that is sent twice with its key is carried out once', async () => {
  const [one] = await bills(1);
  const id = one?.id ?? Number.NaN;
  const release = await holding(contracts, [one?.proposal_id ?? Number.NaN]);
  const twice = [pay(id, { 'idempotency-key': 'clique' }), pay(id, { 'idempotency-key': 'clique' })];
  const [other] = await bills(1);
  expect(await pay(other?.id ?? Number.NaN)).toBe(200);
  await release();
  expect(await Promise.all(twice)).toEqual([200, 200]);
  expect(await transfersOf([id])).toBe(1);
});

test('an unknown invoice is told beside a held one', async () => {
  const [one] = await bills(1);
  const release = await holding(contracts, [one?.proposal_id ?? Number.NaN]);
  const waiting = pay(one?.id ?? Number.NaN);
  expect(await pay(999_999_999)).toBe(404);
  await release();
  expect(await waiting).toBe(200);
});
