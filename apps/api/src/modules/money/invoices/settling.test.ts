import { afterAll, describe, expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { until } from '#test/until.ts';
import { refundInvoices } from './refunding.service.ts';
import { type SettlementOrder, settleInvoices } from './settling.service.ts';

const { db, pool, ctx, as, contract, invoice, stop } = await startApp({ today: '2026-03-10' });
afterAll(stop);
const staff = as('*');

const settle = (orders: SettlementOrder[]) => db.transaction().execute((trx) => settleInvoices(trx, ctx, orders));
const whole = (id: number): SettlementOrder => ({ id, input: { paid_amount: 150_000 } });
const codes = (refusals: Awaited<ReturnType<typeof settle>>) => refusals.map((refusal) => refusal?.code ?? 'settled');
const stateOf = async (ids: number[]) => {
  const rows = await db.selectFrom('invoice').select(['id', 'status', 'version']).where('id', 'in', ids).execute();
  return ids.map((id) => rows.find((row) => row.id === id));
};
const amountsOf = async (ids: number[]) => {
  const rows = await db
    .selectFrom('transfer')
    .select(['invoice_id', 'amount'])
    .where('invoice_id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
  return ids.map((id) => rows.filter(({ invoice_id }) => invoice_id === id).map(({ amount }) => amount));
};

describe('a set of settlements', () => {
  test('leaves refused ones as they are, each with its reason', async () => {
    const lease = await contract();
    const march = await invoice({ contract: lease });
    const april = await invoice({ contract: lease, reference: '2026-04' });
    const [paid, short, nothing, stale, good] = [
      await invoice(),
      await invoice(),
      await invoice(),
      await invoice(),
      await invoice(),
    ];
    await settle([whole(paid.id)]);
    const refusals = await settle([
      whole(march.id),
      whole(paid.id),
      { id: short.id, input: { paid_amount: 100_000 } },
      whole(999_999),
      { id: nothing.id, input: { paid_amount: 0 } },
      { ...whole(stale.id), expected: 7 },
      whole(march.id),
      { ...whole(good.id), expected: 1 },
      whole(april.id),
    ]);
    expect(codes(refusals)).toEqual([
      ...['settled', 'INVOICE_ALREADY_PAID', 'REST_UNDECIDED', 'INVOICE_NOT_FOUND', 'NOTHING_RECEIVED'],
      ...['STALE_VERSION', 'INVOICE_ALREADY_PAID', 'settled', 'settled'],
    ]);
    const ids = [march, april, good, paid, short, nothing, stale].map(({ id }) => id);
    expect(await stateOf(ids)).toMatchObject([
      ...Array.from({ length: 4 }, () => ({ status: 'PAID', version: 2 })),
      ...Array.from({ length: 3 }, () => ({ status: 'PENDING', version: 1 })),
    ]);
    // 1.500,00 less the fee of 10 %.
    expect(await amountsOf(ids)).toEqual([[135_000], [135_000], [135_000], [135_000], [], [], []]);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('uses an extra value of a contract once', async () => {
    const lease = await contract();
    await db
      .insertInto('extra_value')
      .values({
        ...{ proposal_id: lease.id, description: 'Conserto', amount: 20_000, type: 'CREDIT', influence: 'EXPENSE' },
        ...{ boleto: false, transfer: true },
      })
      .execute();
    const [march, april] = [
      await invoice({ contract: lease }),
      await invoice({ contract: lease, reference: '2026-04' }),
    ];
    expect(codes(await settle([whole(march.id), whole(april.id)]))).toEqual(['settled', 'settled']);
    expect(await amountsOf([march.id, april.id])).toEqual([[115_000], [135_000]]);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('a waived invoice whose deductions paid the rent moves no money', async () => {
    const lease = await contract();
    await db
      .insertInto('extra_value')
      .values({
        ...{ proposal_id: lease.id, description: 'Pintura', amount: 20_000, type: 'CREDIT', influence: 'RENT' },
        ...{ boleto: true, transfer: true },
      })
      .execute();
    const { id } = await invoice({ contract: lease });
    const rest = { fate: 'WAIVED', reason: 'Acordo' } as const;
    expect(codes(await settle([{ id, input: { paid_amount: 0, rest } }]))).toEqual(['settled']);
    expect(await amountsOf([id])).toEqual([[0]]);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('overlapping sets in opposite orders: each invoice once, without a deadlock', LONG, async () => {
    const made: number[] = [];
    for (let turn = 0; turn < 20; turn += 1) made.push((await invoice()).id);
    const sets = Array.from({ length: 8 }, (_, turn) => (turn % 2 === 0 ? made : made.toReversed()).map(whole));
    const outcomes = (await Promise.all(sets.map(settle))).map(codes);
    expect(outcomes.flat().filter((code) => code === 'settled')).toHaveLength(20);
    expect(outcomes.flat().filter((code) => code === 'INVOICE_ALREADY_PAID')).toHaveLength(7 * 20);
    expect(await amountsOf(made)).toEqual(made.map(() => [135_000]));
    expect(await verifyBooks(db)).toEqual([]);

    const refunds = sets.map((orders) =>
      db.transaction().execute((trx) =>
        refundInvoices(
          trx,
          ctx,
          orders.map(({ id }) => ({ id })),
        ),
      ),
    );
    const refunded = (await Promise.all(refunds)).flatMap(codes);
    expect(refunded.filter((code) => code === 'settled')).toHaveLength(20);
    expect(refunded.filter((code) => code === 'INVOICE_NOT_PAID')).toHaveLength(7 * 20);
    expect(await amountsOf(made)).toEqual(made.map(() => []));
    expect(await verifyBooks(db)).toEqual([]);
  });
});

describe('concurrent calls of one server', () => {
  test('share transactions, and each gets its own answer', async () => {
    const made = [];
    for (let turn = 0; turn < 30; turn += 1) made.push((await invoice()).id);
    const bodies = made.map((_, turn) => ({ paid_amount: turn % 3 === 0 ? 900 : 1500 }));
    const answers = await Promise.all(made.map((id, turn) => staff.patch(`/invoice/${id}/down`, bodies[turn])));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(
      bodies.map(({ paid_amount }) => (paid_amount === 900 ? 422 : 200)),
    );
    expect(answers[1]?.json()).toMatchObject({ id: made[1], status: 'PAID', transfers: [{ amount: 1350 }] });
    const shown = await Promise.all(made.map((id) => staff.get(`/invoice/${id}`)));
    for (const [turn, answer] of answers.entries())
      if (answer.statusCode === 200) {
        expect(answer.json()).toEqual(shown[turn]?.json());
        expect(answer.headers.etag).toBe(shown[turn]?.headers.etag);
      }
    // The sets wrote twenty invoices in fewer transactions.
    const transactions = await db
      .selectFrom('ledger_entry')
      .select('created_at')
      .distinct()
      .where('invoice_id', 'in', made)
      .execute();
    expect(transactions.length).toBeLessThan(20);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test(
    'an invoice that changes in spite of the lock is refused, and the others of the set are settled',
    LONG,
    async () => {
      const made = [await invoice(), await invoice(), await invoice()].map(({ id }) => id);
      const [, changed = 0] = made;
      const other = await pool.connect();
      await other.query('begin');
      await other.query('update invoice set version = version + 1 where id = $1', [changed]);
      // One set waits for the row lock, after it has read the invoice's old version.
      const answers = Promise.all(made.map((id) => staff.patch(`/invoice/${id}/down`, { paid_amount: 1500 })));
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await until(
        () => pool.query(waiting),
        ({ rowCount }) => rowCount === 1,
      );
      await other.query('commit');
      other.release();
      const statuses = (await answers).map(({ statusCode }) => statusCode);
      expect(statuses).toEqual([200, 409, 200]);
      expect((await answers)[1]?.json()).toMatchObject({ code: 'INVOICE_ALREADY_PAID' });
      expect(await amountsOf(made)).toEqual([[135_000], [], [135_000]]);
      expect(await stateOf([changed])).toMatchObject([{ status: 'PENDING', version: 2 }]);
      expect(await verifyBooks(db)).toEqual([]);
    },
  );

  test('an idempotency key is carried out once, also within a set', async () => {
    const made = [];
    for (let turn = 0; turn < 12; turn += 1) made.push((await invoice()).id);
    const call = (id: number, key: string, paid_amount = 1500) =>
      staff.patch(`/invoice/${id}/down`, { paid_amount }, { 'idempotency-key': key });
    // Every call twice with its key, and one more time with another amount; refused ones may be repeated.
    const answers = await Promise.all(
      made.flatMap((id) => [call(id, `mês ${id}`), call(id, `mês ${id}`), call(id, `mês ${id}`, 1600)]),
    );
    const statuses = made.map((_, turn) => answers.slice(3 * turn, 3 * turn + 3).map(({ statusCode }) => statusCode));
    // Which request comes first is open, and one that was refused beside a set which began anew stays refused.
    for (const answered of statuses)
      expect(answered).toBeOneOf([
        [200, 200, 422],
        [200, 422, 422],
        [422, 200, 422],
        [422, 422, 200],
      ]);
    const refused = answers.filter(({ statusCode }) => statusCode === 422);
    expect(new Set(refused.map((answer) => answer.json().message))).toEqual(
      new Set(['Esta chave já foi usada com outros dados.']),
    );
    expect(await amountsOf(made)).toEqual(made.map(() => [135_000]));
    const other = await invoice();
    expect((await call(other.id, 'curta', 900)).statusCode).toBe(422);
    expect((await call(other.id, 'curta')).statusCode).toBe(200);
    expect(await verifyBooks(db)).toEqual([]);
  });
});
