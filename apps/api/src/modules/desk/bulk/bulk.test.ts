import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { refusal, trailOf } from '#test/calls/answers.ts';
import { agree, fillAgency } from '#test/collection.ts';
import { bulkDesk, tally } from '#test/desks/bulk-desk.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { until } from '#test/until.ts';
import { bulkRuns, bulkRunsOf } from './runs.service.ts';

const { carryOut, giveUp, resume: resumeBulk, sweep: sweepBulk } = bulkRuns;

const TODAY = '2026-03-20';
const app = await startApp({ today: TODAY });
let desk = await bulkDesk(app);

afterEach(async () => {
  expect(await verifyBooks(app.db)).toEqual([]);
  await app.empty();
});
afterAll(async () => {
  await desk.jobs.stop();
  await app.stop();
});

/** Invoice of 1.500,00, due on 10/03/2026: on the 20th 150,00 of fine and 5 × 0,03% × 1.500,00 = 2,25 of interest. */
const late = () => app.invoice();
const invoiceOf = (id: number) =>
  app.db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const transferOf = (invoice_id: number) =>
  app.db
    .selectFrom('transfer')
    .selectAll()
    .where('invoice_id', '=', invoice_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
const staff = () => app.as('*');
const PAID = { payment_method: 'PIX' } as const;

describe('a preview', () => {
  test('returns effect, amount and reason for each record, and changes nothing', async () => {
    const [one, other, paid] = [await late(), await late(), await late()];
    await staff().patch(`/invoice/${paid.id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    const run = await desk.preview('invoice-pay', { ids: [one.id, other.id, paid.id, 999_999], ...PAID });
    expect(run).toMatchObject({
      ...{ action: 'invoice-pay', status: 'STAGED', total: 0, done: 0, undo_until: null, reversible: true },
      options: { pay_day: TODAY, payment_method: 'PIX' },
      reasons: [
        { state: 'REFUSED', reason: 'Esta fatura já foi paga.', count: 1 },
        { state: 'REFUSED', reason: 'Não existe mais.', count: 1 },
      ],
    });
    expect(tally(run)).toEqual({ READY: [2, 3304.5], REFUSED: [2, expect.any(Number)] });
    const { data, total } = await desk.items(run.id);
    expect(total).toBe(2);
    expect(data[0]).toMatchObject({
      ...{ record_id: one.id, amount: 1652.25, state: 'READY', reason: null },
      below: expect.stringContaining(`Fatura ${one.id} · `),
      lines: [
        { name: 'Aluguel e taxas', amount: 1500 },
        { name: 'Multa', amount: 150 },
        { name: 'Juros', amount: 2.25 },
      ],
    });
    expect((await desk.items(run.id, 'left')).data.map(({ record_id }) => record_id)).toEqual([paid.id, 999_999]);
    expect((await invoiceOf(one.id)).status).toBe('PENDING');
  });

  test('evaluates a filter with exceptions on the server', async () => {
    const all = [await late(), await late(), await late()];
    await app.invoice({ reference: '2026-04' });
    const filter = { status: 'LATE' };
    expect(tally(await desk.preview('invoice-pay', { filter, ...PAID })).READY).toEqual([3, 4956.75]);
    const but = await desk.preview('invoice-pay', { filter, except: [all[0]?.id], ...PAID });
    expect((await desk.items(but.id)).data.map(({ record_id }) => record_id)).toEqual([all[1]?.id, all[2]?.id]);
    expect(refusal(await desk.ask('invoice-pay', { filter: { status: 'PAID' }, ...PAID }))).toEqual([
      422,
      'BULK_NOTHING_CHOSEN',
    ]);
    expect(refusal(await desk.ask('invoice-pay', PAID))).toEqual([422, 'BULK_NOTHING_CHOSEN']);
  });

  test('requires the permission of the single call', async () => {
    const { id } = await late();
    expect((await desk.ask('invoice-pay', { ids: [id] })).json().errors).toMatchObject([
      { field: 'payment_method', message: 'Informe a forma de pagamento' },
    ]);
    expect(refusal(await desk.ask('invoice-pay', { ids: [id], ...PAID, pay_day: '2026-03-21' }))).toEqual([
      422,
      'PAY_DAY_IN_FUTURE',
    ]);
    expect(
      (await desk.ask('invoice-pay', { ids: Array.from({ length: 1001 }, (_, n) => n + 1), ...PAID })).json().message,
    ).toBe('Escolha até 1.000 registros, ou todos de um filtro');
  });

  test('refuses only the invoices for which the payment day is impossible', async () => {
    const [old, young] = [await late(), await app.invoice({ start_date: '2026-02-20', reference: '2026-03' })];
    const early = { ids: [old.id, young.id], ...PAID, pay_day: '2026-02-10' };
    const run = await desk.preview('invoice-pay', early);
    expect(tally(run)).toMatchObject({ READY: [1, 1500] });
    expect(run.reasons).toEqual([
      {
        state: 'REFUSED',
        reason: 'A data do pagamento é anterior ao início do contrato. Confira o ano.',
        count: 1,
      },
    ]);
    const wrongYear = await desk.preview('invoice-pay', { ...early, pay_day: '2025-03-20' });
    expect(wrongYear.states.REFUSED.count).toBe(2);
  });

  test('repeated with its key returns the same run', async () => {
    const { id } = await late();
    const key = { 'idempotency-key': 'lote-1' };
    const ask = () => staff().post('/bulk/invoice-pay', { ids: [id], ...PAID }, key);
    const [first, second] = [await ask(), await ask()];
    expect(second.json().id).toBe(first.json().id);
    expect(await app.db.selectFrom('bulk_run').select('id').execute()).toHaveLength(1);
  });

  test('can be discarded, and is deleted after a day', async () => {
    const { id } = await late();
    const run = await desk.preview('invoice-pay', { ids: [id], ...PAID });
    expect((await staff().delete(`/bulk/${run.id}`)).statusCode).toBe(204);
    expect(refusal(await staff().post(`/bulk/${run.id}/run`))).toEqual([404, 'BULK_NOT_FOUND']);
    const left = await desk.preview('invoice-pay', { ids: [id], ...PAID });
    await app.db.updateTable('bulk_run').set({ created_at: sql`now() - interval '25 hours'` }).execute();
    await sweepBulk(app.deps);
    expect(refusal(await staff().get(`/bulk/${left.id}`))).toEqual([404, 'BULK_NOT_FOUND']);
    expect(await app.db.selectFrom('bulk_item').select('position').execute()).toEqual([]);
  });
});

describe('a run', () => {
  test('settles each at the previewed amount, with its transfer and its trail', async () => {
    const [one, other] = [await late(), await late()];
    const { id } = await desk.preview('invoice-pay', { ids: [one.id, other.id], ...PAID });
    const run = await desk.run(id);
    expect(run).toMatchObject({ status: 'DONE', total: 2, done: 2, undo_until: expect.any(String) });
    expect(tally(run)).toEqual({ DONE: [2, 3304.5] });
    expect(await invoiceOf(one.id)).toMatchObject({
      ...{ status: 'PAID', paid_amount: 165_225, fine: 15_000, interest: 225, pay_day: TODAY, payment_method: 'PIX' },
    });
    expect(await transferOf(other.id)).toMatchObject({ status: 'PENDING' });
    expect(await trailOf(app.db, 'invoice', one.id)).toContainEqual(
      expect.objectContaining({ actor: 'Mariana Dias', action: 'pay' }),
    );
    expect(await trailOf(app.db, 'bulk_run', id)).toMatchObject([
      { action: 'run', changes: { action: 'invoice-pay', records: 2 } },
    ]);
    expect(refusal(await staff().post(`/bulk/${id}/run`))).toEqual([409, 'BULK_STARTED']);
  });

  test('skips records changed since the preview, naming who did it, and processes the others', async () => {
    const [one, touched, owner] = [await late(), await late(), await late()];
    const { id } = await desk.preview('invoice-pay', { ids: [one.id, touched.id, owner.id], ...PAID });
    await staff().patch(`/invoice/${touched.id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    await app.db.deleteFrom('property_owner').where('property_id', '=', owner.property_id).execute();
    const run = await desk.run(id);
    expect(tally(run)).toEqual({ DONE: [1, 1652.25], FAILED: [2, 3304.5] });
    expect(run.reasons.map(({ reason }) => reason).sort()).toEqual([
      'Mudou depois da conferência, por Mariana Dias.',
      expect.stringMatching(/proprietário/),
    ]);
    expect(await invoiceOf(touched.id)).toMatchObject({ paid_amount: 150_000 });
    expect(await invoiceOf(owner.id)).toMatchObject({ status: 'PENDING' });
    const sheet = (await staff().get(`/bulk/${id}/sheet/csv`)).body.split('\r\n');
    expect(sheet[0]).toBe('\uFEFFID;Quem;O quê;Valor;Resultado;Motivo');
    expect(sheet[1]).toMatch(new RegExp(`^${one.id};.*;1652,25;Feito;$`));
    expect(sheet[2]).toMatch(/;Não foi feito;"Mudou depois da conferência, por Mariana Dias\."$/);
    expect(await app.db.selectFrom('trail').select('changes').where('action', '=', 'export').execute()).toMatchObject([
      { changes: { list: 'faturas-pagas', format: 'csv', rows: 3 } },
    ]);
  });

  test('settles by figures, not by the names of the lines; a missing figure refuses the record', async () => {
    const [renamed, charge, amount] = [await late(), await late(), await late()];
    const { id } = await desk.preview('invoice-pay', { ids: [renamed.id, charge.id, amount.id], ...PAID });
    await sql`update bulk_item set lines = replace(lines::text, 'Multa', 'Multa por atraso')::jsonb`.execute(app.db);
    const item = (invoice: { id: number }) => sql`run_id = ${id} and record_id = ${invoice.id}`;
    await sql`update bulk_item set trace = trace - 'interest' where ${item(charge)}`.execute(app.db);
    await sql`update bulk_item set amount = null where ${item(amount)}`.execute(app.db);
    const run = await desk.run(id);
    expect([run.status, run.states.DONE.count, run.states.FAILED.count]).toEqual(['DONE', 1, 2]);
    expect(run.reasons).toEqual([
      { state: 'FAILED', reason: 'O valor conferido não foi guardado. Confira de novo.', count: 2 },
    ]);
    expect(await invoiceOf(renamed.id)).toMatchObject({ paid_amount: 165_225, fine: 15_000, interest: 225 });
    expect(await invoiceOf(charge.id)).toMatchObject({ status: 'PENDING', paid_amount: null });
    expect(await invoiceOf(amount.id)).toMatchObject({ status: 'PENDING', paid_amount: null });
  });

  test('past midnight settles the previewed amounts', async () => {
    const { id: invoice } = await late();
    const { id } = await desk.preview('late-settle', { ids: [invoice] });
    app.clock.today = '2026-03-21';
    await desk.run(id);
    expect(await invoiceOf(invoice)).toMatchObject({ paid_amount: 165_225, pay_day: TODAY, payment_method: 'MANUAL' });
  });

  test('carries a block in one transaction, with the refused records inside', async () => {
    const [one, touched, other] = [await late(), await late(), await late()];
    const { id } = await desk.preview('invoice-pay', { ids: [one.id, touched.id, other.id], ...PAID });
    await staff().patch(`/invoice/${touched.id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    expect(tally(await desk.run(id))).toEqual({ DONE: [2, 3304.5], FAILED: [1, 1652.25] });
    const { rows } = await sql<{ writers: number }>`
      select count(distinct xmin::text) as writers from bulk_item where run_id = ${id}`.execute(app.db);
    expect(rows).toEqual([{ writers: 1 }]);
  });

  test('that fails at one record keeps those before it, and resumes there', LONG, async () => {
    await desk.jobs.stop();
    const invoices = [await late(), await late(), await late()];
    const { id } = await desk.preview('invoice-pay', { ids: invoices.map((row) => row.id), ...PAID });
    await staff().post(`/bulk/${id}/run`);
    await sql`create function fail() returns trigger language plpgsql as $$ begin raise 'faulty'; end $$`.execute(
      app.db,
    );
    await sql`create trigger fail before update on invoice for each row
      when (new.id = ${sql.lit(invoices[1]?.id)} and new.status = 'PAID') execute function fail()`.execute(app.db);
    await expect(carryOut(app.deps, id)).rejects.toThrow('faulty');
    expect(await desk.show(id)).toMatchObject({ status: 'RUNNING', done: 1, states: { DONE: { count: 1 } } });
    await sql`drop trigger fail on invoice`.execute(app.db);
    await carryOut(app.deps, id);
    expect(tally(await desk.show(id))).toEqual({ DONE: [3, 4956.75] });
    desk = await bulkDesk(app);
  });

  test('interrupted between two blocks resumes there', async () => {
    await desk.jobs.stop();
    const invoices = [await late(), await late(), await late(), await late()];
    const { id } = await desk.preview('invoice-pay', { ids: invoices.map((row) => row.id), ...PAID });
    expect((await staff().post(`/bulk/${id}/run`)).statusCode).toBe(201);
    // Another transaction locks the third invoice: the server is killed while it waits there.
    const third = invoices[2];
    const killed = await app.pool.connect();
    await killed.query('begin');
    await killed.query('select from proposal where id = $1 for update', [third?.proposal_id]);
    const broken = expect(bulkRunsOf(2).carryOut(app.deps, id)).rejects.toThrow();
    const waits = async () =>
      (
        await sql<{ pid: number }>`select pid from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
      ).rows[0]?.pid;
    const pid = await until(waits, (found) => found !== undefined);
    await sql`select pg_terminate_backend(${pid})`.execute(app.db);
    await broken;
    await killed.query('rollback');
    killed.release();
    expect(await desk.show(id)).toMatchObject({ status: 'RUNNING', total: 4, done: 2 });
    await resumeBulk(app.deps);
    desk = await bulkDesk(app);
    expect(tally(await desk.finished(id))).toEqual({ DONE: [4, 6609] });
  });

  test('that failed keeps its results, and can be resumed or undone', LONG, async () => {
    await desk.jobs.stop();
    const invoices = [await late(), await late()];
    const { id } = await desk.preview('invoice-pay', { ids: invoices.map((row) => row.id), ...PAID });
    await staff().post(`/bulk/${id}/run`);
    await giveUp(app.deps, id);
    expect(await desk.show(id)).toMatchObject({ status: 'FAILED', done: 0, undo_until: expect.any(String) });
    expect(refusal(await staff().post(`/bulk/${id}/undo`))).toEqual([409, 'BULK_NOT_DONE']);
    desk = await bulkDesk(app);
    expect(tally(await desk.run(id))).toEqual({ DONE: [2, 3304.5] });
  });

  test('concurrent with twenty manual users settles each invoice once', LONG, async () => {
    const invoices = await Promise.all(Array.from({ length: 20 }, late));
    const { id } = await desk.preview('invoice-pay', { ids: invoices.map((row) => row.id), ...PAID });
    const people = Array.from({ length: 20 }, (_, person) => async () => {
      const answers: number[] = [];
      for (const at of invoices.keys()) {
        // Each starts at another invoice, so that they meet the run at different points.
        const invoice = invoices[(at * 7 + person * 3) % invoices.length];
        answers.push(
          (await staff().patch(`/invoice/${invoice?.id}/down`, { paid_amount: 1500, fine: 0, interest: 0 })).statusCode,
        );
      }
      return answers;
    });
    const [run, ...answers] = await Promise.all([desk.run(id), ...people.map((work) => work())]);
    const byHand = answers.flat().filter((status) => status === 200).length;
    expect(new Set(answers.flat())).toEqual(new Set(byHand > 0 ? [200, 409] : [409]));
    const { DONE, FAILED } = run.states;
    expect([DONE.count + FAILED.count, DONE.count + byHand]).toEqual([20, 20]);
    const entries = await app.db.selectFrom('ledger_entry').select(['kind', 'invoice_id']).execute();
    expect(entries.map(({ invoice_id }) => invoice_id).sort()).toEqual(invoices.map((row) => row.id).sort());
    const paid = await app.db.selectFrom('invoice').select('paid_amount').execute();
    expect(paid.filter(({ paid_amount }) => paid_amount === 165_225)).toHaveLength(DONE.count);
    expect(paid.filter(({ paid_amount }) => paid_amount === 150_000)).toHaveLength(byHand);
  });

  test('of transfers concurrent with manual changes keeps the books balanced', LONG, async () => {
    const invoices = await Promise.all(Array.from({ length: 8 }, late));
    for (const { id } of invoices)
      await staff().patch(`/invoice/${id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    const transfers = await Promise.all(invoices.map(({ id }) => transferOf(id)));
    const { id } = await desk.preview('transfer-conclude', { filter: {} });
    const restless = transfers.map(async (transfer) => {
      await staff().patch(`/transfer/${transfer.id}`, { status: 'DONE' });
      await staff().delete(`/transfer/${transfer.id}/refund`);
    });
    const [run] = await Promise.all([desk.run(id), ...restless]);
    expect(run.states.DONE.count + run.states.FAILED.count).toBe(8);
    const back = await desk.undo(id).catch(() => run);
    expect(back.states.UNDONE.count + back.states.LEFT.count + back.states.FAILED.count).toBe(8);
  });

  test('processed by two servers handles each record once', LONG, async () => {
    await desk.jobs.stop();
    const invoices = await Promise.all(Array.from({ length: 12 }, late));
    const { id } = await desk.preview('invoice-pay', { ids: invoices.map((row) => row.id), ...PAID });
    await staff().post(`/bulk/${id}/run`);
    await Promise.all([carryOut(app.deps, id), carryOut(app.deps, id), carryOut(app.deps, id)]);
    const run = await desk.show(id);
    expect([run.status, run.done, tally(run)]).toEqual(['DONE', 12, { DONE: [12, 19827] }]);
    desk = await bulkDesk(app);
  });

  test('is visible only to its creator, with the permission for the single action', async () => {
    const { id: invoice } = await late();
    const run = await desk.preview('invoice-pay', { ids: [invoice], ...PAID });
    expect(refusal(await app.as('FINANCIAL_INVOICE_CREATE').get(`/bulk/${run.id}`))).toEqual([404, 'BULK_NOT_FOUND']);
    expect(refusal(await app.as('FINANCIAL_VIEW').post('/bulk/invoice-pay', { ids: [invoice], ...PAID }))).toEqual([
      403,
      'PERMISSION_DENIED',
    ]);
    // A caller may settle named records without permission to read the list.
    const cashier = app.as('BOLETO_DOWN');
    expect(refusal(await cashier.post('/bulk/invoice-pay', { filter: {}, ...PAID }))).toEqual([
      403,
      'PERMISSION_DENIED',
    ]);
    const theirs = (await cashier.post('/bulk/invoice-pay', { ids: [invoice], ...PAID })).json();
    expect(theirs).toMatchObject({ status: 'STAGED', reversible: false });
    await cashier.post(`/bulk/${theirs.id}/run`);
    await until(
      async () => (await cashier.get(`/bulk/${theirs.id}`)).json(),
      ({ status }) => status === 'DONE',
    );
    expect(refusal(await cashier.post(`/bulk/${theirs.id}/undo`))).toEqual([403, 'PERMISSION_DENIED']);
  });
});

describe('undo', () => {
  test('reverses each record, except those changed since', async () => {
    const [one, passedOn, moved] = [await late(), await late(), await late()];
    const { id } = await desk.preview('invoice-pay', { ids: [one.id, passedOn.id, moved.id], ...PAID });
    await desk.run(id);
    await staff().patch(`/transfer/${(await transferOf(passedOn.id)).id}`, { status: 'DONE' });
    await staff().patch(`/financial/transfers/${(await transferOf(moved.id)).id}/date`, { date: '2026-04-01' });
    const run = await desk.undo(id);
    expect([run.status, tally(run)]).toEqual(['UNDONE', { UNDONE: [1, 1652.25], LEFT: [2, 3304.5] }]);
    expect(run.reasons.map(({ reason }) => reason).sort()).toEqual([
      'Estorne primeiro o repasse desta fatura.',
      'O repasse mudou desde então.',
    ]);
    expect([(await invoiceOf(one.id)).status, (await invoiceOf(passedOn.id)).status]).toEqual(['PENDING', 'PAID']);
    const kinds = await app.db.selectFrom('ledger_entry').select('kind').where('invoice_id', '=', one.id).execute();
    expect(kinds.map(({ kind }) => kind)).toEqual(['SETTLEMENT', 'REVERSAL']);
    expect(refusal(await staff().post(`/bulk/${id}/undo`))).toEqual([409, 'BULK_NOT_DONE']);
  });

  test('leaves records that were reopened and settled again by hand', async () => {
    const { id: invoice } = await late();
    const { id } = await desk.preview('invoice-pay', { ids: [invoice], ...PAID });
    await desk.run(id);
    await staff().delete(`/invoice/${invoice}/refund`);
    await staff().patch(`/invoice/${invoice}/down`, { paid_amount: 1600, fine: 100, interest: 0 });
    const run = await desk.undo(id);
    expect(run.reasons).toMatchObject([{ state: 'LEFT', reason: 'Mudou desde então, por Mariana Dias.' }]);
    expect(await invoiceOf(invoice)).toMatchObject({ status: 'PAID', paid_amount: 160_000 });
  });

  test('is possible for ten minutes', async () => {
    const { id: invoice } = await late();
    const { id } = await desk.preview('invoice-pay', { ids: [invoice], ...PAID });
    await desk.run(id);
    await app.db.updateTable('bulk_run').set({ undo_until: sql`now() - interval '1 second'` }).execute();
    expect(await desk.show(id)).toMatchObject({ undo_until: null });
    expect(refusal(await staff().post(`/bulk/${id}/undo`))).toEqual([409, 'BULK_TOO_LATE']);
  });
});

test('a remittance excludes cancellations of a bulk settlement that can be undone', async () => {
  await fillAgency(app.db);
  await agree(app.db, '341');
  const bill = await app.invoice({ reference: '2026-04' });
  const { id, user_id, proposal_id } = bill;
  const boleto = (await staff().post('/boleto/manual', { invoice_id: id, user_id, proposal_id })).json();
  await app.db.updateTable('boleto').set({ registration: 'REGISTERED' }).execute();
  const run = await desk.preview('invoice-pay', { ids: [id], ...PAID });
  await desk.run(run.id);
  // A long run: its first record was settled more than ten minutes before its last one.
  await app.db.updateTable('boleto').set({ settled_at: sql`now() - interval '20 minutes'` }).execute();
  expect((await staff().post('/boleto/remittance')).statusCode).toBe(409);
  await desk.undo(run.id);
  expect((await staff().get(`/boleto/${boleto.id}`)).json()).toMatchObject({
    state: 'OPEN',
    registration: 'REGISTERED',
  });
});

describe('each action', () => {
  test('concludes transfers, and undoes it', async () => {
    const invoices = [await late(), await late()];
    for (const { id } of invoices)
      await staff().patch(`/invoice/${id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    const run = await desk.preview('transfer-conclude', { filter: {} });
    expect(tally(run)).toEqual({ READY: [2, 2700] });
    expect(tally(await desk.run(run.id))).toEqual({ DONE: [2, 2700] });
    expect((await transferOf(invoices[0]?.id ?? 0)).status).toBe('DONE');
    expect(tally(await desk.undo(run.id))).toEqual({ UNDONE: [2, 2700] });
    expect(await transferOf(invoices[0]?.id ?? 0)).toMatchObject({ status: 'PENDING', done_on: null });
  });

  test('concludes transfers on the day on which they were paid, and refuses those settled after it', async () => {
    const [early, today] = [await late(), await late()];
    const paid = { paid_amount: 1500, fine: 0, interest: 0 };
    await staff().patch(`/invoice/${early.id}/down`, { ...paid, pay_day: '2026-03-05' });
    await staff().patch(`/invoice/${today.id}/down`, paid);
    const run = await desk.preview('transfer-conclude', { filter: {}, pay_day: '2026-03-06' });
    expect(tally(run)).toEqual({ READY: [1, 1350], REFUSED: [1, 1350] });
    expect(tally(await desk.run(run.id))).toEqual({ DONE: [1, 1350], REFUSED: [1, 1350] });
    expect((await transferOf(early.id)).done_on).toBe('2026-03-06');
    expect(refusal(await desk.ask('transfer-conclude', { filter: {}, pay_day: '2026-12-31' }))).toEqual([
      ...[422, 'TRANSFER_PAID_IN_FUTURE'],
    ]);
  });

  test('issues, settles and cancels boletos', async () => {
    await fillAgency(app.db);
    const [one, other] = [await late(), await app.invoice({ reference: '2026-04' })];
    expect(refusal(await desk.ask('invoice-boleto', { ids: [one.id] }))).toEqual([409, 'NO_AGREEMENT']);
    await agree(app.db, '341');
    const issuing = await desk.preview('invoice-boleto', { ids: [one.id, other.id] });
    // The overdue invoice is charged as of today.
    expect(tally(issuing)).toEqual({ READY: [2, 3152.25] });
    expect(tally(await desk.run(issuing.id))).toEqual({ DONE: [2, 3152.25] });
    const again = await desk.preview('invoice-boleto', { ids: [one.id] });
    expect(again.reasons).toMatchObject([{ state: 'REFUSED', reason: 'Já tem um boleto em aberto.' }]);
    expect(refusal(await staff().post(`/bulk/${again.id}/run`))).toEqual([409, 'BULK_NOTHING_TO_DO']);
    const states = async () =>
      (await app.db.selectFrom('boleto').select('status').orderBy('id').execute()).map(({ status }) => status);
    const boletos = (await app.db.selectFrom('boleto').select('id').orderBy('id').execute()).map(({ id }) => id);

    const settling = await desk.preview('boleto-settle', { ids: [boletos[0]] });
    expect(tally(settling)).toEqual({ READY: [1, 1652.25] });
    await desk.run(settling.id);
    expect(await invoiceOf(one.id)).toMatchObject({ status: 'PAID', payment_method: 'BOLETO', paid_amount: 165_225 });
    expect(await states()).toEqual(['PAID', 'OPEN']);
    expect(tally(await desk.undo(settling.id))).toEqual({ UNDONE: [1, 1652.25] });
    expect(await states()).toEqual(['OPEN', 'OPEN']);

    const cancelling = await desk.preview('boleto-cancel', { ids: [boletos[1]] });
    expect(cancelling.reversible).toBe(false);
    expect(await desk.run(cancelling.id)).toMatchObject({ status: 'DONE', undo_until: null });
    expect(refusal(await staff().post(`/bulk/${cancelling.id}/undo`))).toEqual([409, 'BULK_ONE_WAY']);
    // Of the two issued boletos, one was settled and reopened, the other cancelled since.
    const back = await desk.undo(issuing.id);
    expect(tally(back)).toEqual({ LEFT: [2, 3152.25] });
    expect(await states()).toEqual(['OPEN', 'CANCELED']);
  });

  test('leaves an invoice whose previewed boleto was replaced, and settles the others', async () => {
    await fillAgency(app.db);
    await agree(app.db, '341');
    const [one, other] = [await late(), await late()];
    const issue = async ({ id, user_id, proposal_id }: typeof one): Promise<number> =>
      (await staff().post('/boleto/manual', { invoice_id: id, user_id, proposal_id })).json().id;
    const boletos = [await issue(one), await issue(other)];
    const { id } = await desk.preview('boleto-settle', { ids: boletos });
    expect((await staff().delete(`/boleto/${boletos[0]}`)).statusCode).toBeLessThan(300);
    await issue(one);
    const run = await desk.run(id);
    expect(tally(run)).toEqual({ DONE: [1, 1652.25], FAILED: [1, 1652.25] });
    expect(run.reasons).toMatchObject([{ state: 'FAILED', reason: 'Mudou depois da conferência.' }]);
    expect([(await invoiceOf(one.id)).status, (await invoiceOf(other.id)).status]).toEqual(['PENDING', 'PAID']);
  });

  test('cancels boletos just issued', async () => {
    await fillAgency(app.db);
    await agree(app.db, '341');
    const { id: invoice } = await late();
    const { id } = await desk.preview('invoice-boleto', { ids: [invoice] });
    await desk.run(id);
    expect(tally(await desk.undo(id))).toEqual({ UNDONE: [1, 1652.25] });
    expect(await app.db.selectFrom('boleto').select('status').execute()).toEqual([{ status: 'CANCELED' }]);
  });

  test('refuses invoices that are not overdue', LONG, async () => {
    const [one, early] = [await late(), await app.invoice({ reference: '2026-04' })];
    const run = await desk.preview('late-settle', { ids: [one.id, early.id] });
    expect(run.reasons).toMatchObject([{ reason: 'Esta fatura ainda não venceu.' }]);
    expect(tally(await desk.run(run.id))).toMatchObject({ DONE: [1, 1652.25] });
  });

  test('marks messages as read, and unread again', async () => {
    const message = (name: string) =>
      app.db
        .insertInto('contact_message')
        .values({ name, email: 'a@b.test', message: 'Olá', consented_at: new Date().toISOString() })
        .returning('id')
        .executeTakeFirstOrThrow();
    const [one] = [await message('Ana Prado'), await message('Davi Reis')];
    const run = await desk.preview('contact-read', { filter: {} });
    expect((await desk.items(run.id)).data.map(({ title }) => title)).toEqual(['Davi Reis', 'Ana Prado']);
    await staff().patch(`/contact/${one.id}`);
    expect(tally(await desk.run(run.id))).toEqual({ DONE: [1, 0], FAILED: [1, 0] });
    expect(tally(await desk.undo(run.id))).toEqual({ UNDONE: [1, 0], FAILED: [1, 0] });
    const read = await app.db.selectFrom('contact_message').select(['id', 'read_at']).orderBy('id').execute();
    expect(read.map(({ read_at }) => read_at !== null)).toEqual([true, false]);
  });

  test('closes tickets, and restores their status', async () => {
    const user = await app.client({ name: 'Ana Prado' });
    const ticket = (status: 'REPLIED' | 'AWAITING') =>
      app.db
        .insertInto('ticket')
        .values({ user_id: user.id, title: 'Torneira', level: 'MEDIUM', status })
        .returning('id')
        .executeTakeFirstOrThrow();
    await ticket('REPLIED');
    await ticket('AWAITING');
    const gone = await ticket('AWAITING');
    const run = await desk.preview('ticket-close', { filter: {} });
    await app.db.updateTable('ticket').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute();
    const states = async () =>
      (
        await app.db
          .selectFrom('ticket')
          .select(['status', 'closed_at'])
          .where('deleted_at', 'is', null)
          .orderBy('id')
          .execute()
      ).map(({ status, closed_at }) => [status, closed_at !== null]);
    expect(tally(await desk.run(run.id))).toEqual({ DONE: [2, 0], FAILED: [1, 0] });
    expect(await states()).toEqual([
      ['CLOSED', true],
      ['CLOSED', true],
    ]);
    await desk.undo(run.id);
    expect(await states()).toEqual([
      ['REPLIED', false],
      ['AWAITING', false],
    ]);
  });

  test('changes the status of properties, and restores it', async () => {
    const [free, away] = [await app.property(), await app.property()];
    const inWorks = { status: 'UNAVAILABLE', reason: 'Em obras' } as const;
    await app.db.updateTable('property').set(inWorks).where('id', '=', away.id).execute();
    const run = await desk.preview('property-status', {
      ids: [free.id, away.id],
      status: 'UNAVAILABLE',
      reason: 'Vistoria',
    });
    expect(run.reasons).toMatchObject([{ state: 'REFUSED', reason: 'Já está indisponível.' }]);
    const state = async (id: number) =>
      app.db.selectFrom('property').select(['status', 'reason']).where('id', '=', id).executeTakeFirstOrThrow();
    const listed = () =>
      app.db.selectFrom('property').select('listed_at').where('id', '=', free.id).executeTakeFirstOrThrow();
    const since = await listed();
    await desk.run(run.id);
    expect(await state(free.id)).toEqual({ status: 'UNAVAILABLE', reason: 'Vistoria' });
    await desk.undo(run.id);
    expect(await state(free.id)).toEqual({ status: 'AVAILABLE', reason: null });
    // What comes back by it is no news for the alerts of the site.
    expect(await listed()).toEqual(since);
    const open = await desk.preview('property-status', { ids: [away.id], status: 'AVAILABLE' });
    await desk.run(open.id);
    await desk.undo(open.id);
    expect(await state(away.id)).toEqual({ status: 'UNAVAILABLE', reason: 'Em obras' });
  });

  test('a refusal of an offer that is undone is told to nobody', async () => {
    Object.assign(app.deps, { publicUrl: 'https://serra.example', outside: { mail: {} } });
    const offered = await app.app.inject({
      ...{ method: 'POST', url: '/anuncie', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      payload: new URLSearchParams({
        ...{
          type: 'RENT',
          location: 'HOUSE',
          price: '1850',
          cep: '36025-000',
          street: 'Rua São Mateus',
          consent: 'sim',
        },
        ...{ number: '12', neighborhood: 'São Mateus', city: 'Juiz de Fora', state: 'MG', description: 'Casa' },
        ...{ name: 'Otávio Lima', phone: '(32) 98841-2076', email: 'otavio@exemplo.com.br' },
      }).toString(),
    });
    const id = Number(String(offered.headers.location).split('/')[2]);
    await app.db.deleteFrom('outgoing_mail').execute();
    const run = await desk.preview('property-status', { ids: [id], status: 'UNAVAILABLE', reason: 'Engano' });
    expect(tally(await desk.run(run.id))).toMatchObject({ DONE: [1, 0] });
    const mails = () => app.db.selectFrom('outgoing_mail').select(['recipient', 'sent_at', 'failure']).execute();
    expect(await mails()).toMatchObject([{ recipient: 'otavio@exemplo.com.br', sent_at: null }]);
    await desk.undo(run.id);
    expect(await mails()).toEqual([]);
    const state = await app.db.selectFrom('property').select('status').where('id', '=', id).executeTakeFirst();
    expect(state).toEqual({ status: 'PENDING' });
    Object.assign(app.deps, { publicUrl: undefined, outside: {} });
  });

  test('notes that people agreed to a channel, with the source of each, and takes it back', async () => {
    const [ana, bia, caio] = [await app.client(), await app.client(), await app.client()];
    await app.db
      .insertInto('message_consent')
      .values({ client_id: bia.id, channel: 'WHATSAPP', given_on: '2026-01-05', source: 'formulário', body: 'Sim' })
      .execute();
    await app.db.insertInto('message_refusal').values({ client_id: caio.id, source: 'WHATSAPP' }).execute();
    const given = {
      channel: 'WHATSAPP',
      given_on: TODAY,
      source: 'Cláusula 18 do contrato',
      text: 'Aceito mensagens.',
    };
    const chosen = { ids: [ana.id, bia.id, caio.id] };
    const tomorrow = await staff().post('/bulk/client-consent', { ...chosen, ...given, given_on: '2099-01-01' });
    expect([tomorrow.statusCode, tomorrow.json().errors[0].field]).toEqual([422, 'given_on']);
    const run = await desk.preview('client-consent', { ...chosen, ...given });
    expect(run.reasons.map(({ reason }) => reason).toSorted()).toEqual([
      'Esta autorização já está registrada.',
      'Pediu para não receber mensagens por este canal.',
    ]);
    expect(tally(await desk.run(run.id))).toMatchObject({ DONE: [1, 0], REFUSED: [2, 0] });
    const consents = async () =>
      (await app.db.selectFrom('message_consent').selectAll().where('client_id', '=', ana.id).execute()).map(
        ({ channel, given_on, source, body, withdrawn_at }) => [channel, given_on, source, body, withdrawn_at !== null],
      );
    expect(await consents()).toEqual([['WHATSAPP', TODAY, given.source, given.text, false]]);
    const trail = await app.db.selectFrom('trail').selectAll().where('action', '=', 'consent-messages').execute();
    expect(trail).toMatchObject([{ record_id: ana.id, changes: { source: given.source } }]);
    await desk.undo(run.id);
    expect(await consents()).toEqual([['WHATSAPP', TODAY, given.source, given.text, true]]);
  });
});
