import type { BankFile } from '@morada/contract/bank/bank-files';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import { connect } from '#api/db/connection/connect.ts';
import { advance, lockProgress, startRun } from '#api/modules/bank/receipts/bank-files.queries.ts';
import { bankFileRuns, bankFileRunsOf } from '#api/modules/bank/receipts/runs.service.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { lockStranded } from '#api/runs/runs.queries.ts';
import { LONG } from '#test/long.ts';
import { AGREEMENTS } from '../collection.ts';
import { agreementOf, bankDesk, titled } from '../desks/bank-desk.ts';
import { startApp } from '../harness.ts';
import { form } from '../pictures.ts';
import { until } from '../until.ts';
import { itau400 } from './bank-papers.ts';

const first = await startApp({ today: '2026-11-22' });
const { app, db, deps, connection } = first;
const desk = await bankDesk(first);
const agreement = await agreementOf(first, AGREEMENTS['341']);

// A second server on the same database, with its own pool.
const pool = connect(connection);
const second = await buildApp({ ...deps, db: pool.db });
const { token } = await first.signIn('*');
let servers: string[] = [];

beforeAll(async () => {
  servers = [await app.listen({ port: 0, host: '127.0.0.1' }), await second.listen({ port: 0, host: '127.0.0.1' })];
});
afterAll(async () => {
  await desk.jobs.stop();
  await second.close();
  await pool.db.destroy();
  await first.stop();
});

let running = 0;
/** A file that pays `count` boletos of 1.500,00, each on its own day. */
async function payments(count: number) {
  const numbers = Array.from({ length: count }, () => String(++running).padStart(8, '0'));
  const boletos = [];
  for (const nosso_numero of numbers)
    boletos.push(await titled(first, agreement, { nosso_numero, amount: 150_000, due_date: '2026-11-05' }));
  const content = itau400(numbers.map((nosso_numero) => ({ nosso_numero, amount: 150_000, paid_on: '2026-11-05' })));
  return { content, boletos };
}

type Boletos = Awaited<ReturnType<typeof payments>>['boletos'];

/** Each is paid once: one ledger entry, one line of a file, one transfer. */
async function expectOnce(boletos: Boletos) {
  const ids = boletos.map(({ invoice_id }) => invoice_id);
  const counted = async (table: 'ledger_entry' | 'bank_settlement' | 'transfer') =>
    (await db.selectFrom(table).select('invoice_id').where('invoice_id', 'in', ids).execute()).length;
  expect([await counted('ledger_entry'), await counted('bank_settlement'), await counted('transfer')]).toEqual(
    ids.map(() => ids.length).slice(0, 3),
  );
  const paid = await db.selectFrom('boleto').select('status').where('invoice_id', 'in', ids).execute();
  expect(new Set(paid.map(({ status }) => status))).toEqual(new Set(['PAID']));
  expect(await verifyBooks(db)).toEqual([]);
}

const call = (index: number, method: string, path: string, body?: FormData | object) =>
  fetch(`${servers[index % servers.length]}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
    },
    ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
const atOnce = <T>(times: number, one: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, index) => one(index)));

describe('at the same instant, on two servers', () => {
  test('fifty calls settle one file: one succeeds, and each boleto is paid once', {
    ...LONG,
    timeout: 60_000,
  }, async () => {
    const { content, boletos } = await payments(5);
    const file = await desk.preview(content);
    const answers = await atOnce(
      50,
      async (index) => (await call(index, 'POST', `/boleto/down/${file.id}/settle`, { accept: [] })).status,
    );
    // On a busy machine a call may wait for the file's lock so long that it is asked to come again.
    expect(answers.filter((status) => status !== 409 && status !== 503)).toEqual([200]);
    expect(await desk.finished(file.id)).toMatchObject({ status: 'DONE', settled: 5, failures: [] });
    await expectOnce(boletos);
  });

  test('the same file sent ten times settles once', { timeout: 60_000 }, async () => {
    const { content, boletos } = await payments(5);
    const answers = await atOnce(10, async (index) => {
      const answer = await call(
        index,
        'PUT',
        '/boleto/down',
        form(Buffer.from(content), 'a.ret', { type: 'text/plain' }),
      );
      return { status: answer.status, count: ((await answer.json()) as { count: number }).count };
    });
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    // Each call counts the lines that it found open, and starts a run over them.
    const files = await until(
      async () => {
        const listed = (await first.as('BOLETO_DOWN').get('/boleto/down')).json<BankFile[]>();
        return listed.filter(({ name }) => name === 'a.ret');
      },
      (sent) => sent.every(({ status }) => status !== 'RUNNING'),
    );
    expect(answers.filter(({ count }) => count === 5).length).toBeGreaterThan(0);
    expect(files.reduce((sum, { settled }) => sum + settled, 0)).toBe(5);
    await expectOnce(boletos);
  });

  test('a file concurrent with manual settlements settles each boleto once', { ...LONG, timeout: 60_000 }, async () => {
    const { content, boletos } = await payments(5);
    const file = await desk.preview(content);
    const hands = boletos.map(({ invoice_id }, index) =>
      call(index, 'PATCH', `/invoice/${invoice_id}/down`, { paid_amount: 1500, fine: 0, interest: 0 }),
    );
    const settled = await call(1, 'POST', `/boleto/down/${file.id}/settle`, { accept: [] });
    const byHand = (await Promise.all(hands)).filter(({ status }) => status === 200).length;
    expect(settled.status).toBe(200);
    const done = await desk.finished(file.id);
    expect(done.settled).toBe(5 - byHand);
    for (const { reason } of done.failures) expect(reason).toMatch(/fatura já foi paga/);
    const ids = boletos.map(({ invoice_id }) => invoice_id);
    const entries = await db.selectFrom('ledger_entry').select('invoice_id').where('invoice_id', 'in', ids).execute();
    expect(entries).toHaveLength(5);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('ten workers process one run in two lanes, each line once', { ...LONG, timeout: 60_000 }, async () => {
    const { content, boletos } = await payments(6);
    const id = await begun(content, (lines) => [lines.slice(0, 3), lines.slice(3)]);
    await atOnce(10, () => bankFileRunsOf(2).carryOut(deps, id));
    expect(await desk.show(id)).toMatchObject({ status: 'DONE', total: 6, done: 6, settled: 6, failures: [] });
    await expectOnce(boletos);
  });

  test('two files with the same payments, whose lanes go opposite ways, settle each once', {
    ...LONG,
    timeout: 60_000,
  }, async () => {
    const { content, boletos } = await payments(8);
    const one = await begun(content, (lines) => [lines.slice(0, 4), lines.slice(4)]);
    // Identical content would be recognised as the same file.
    const other = await begun(`${content}\r\n`, (lines) => [
      lines.slice(4).toReversed(),
      lines.slice(0, 4).toReversed(),
    ]);
    expect(other).not.toBe(one);
    await Promise.all([one, other].map((id) => bankFileRunsOf(2).carryOut(deps, id)));
    const shown = [await desk.show(one), await desk.show(other)];
    expect(shown.map(({ status, done }) => [status, done])).toEqual([
      ['DONE', 8],
      ['DONE', 8],
    ]);
    expect(shown.reduce((sum, { settled }) => sum + settled, 0)).toBe(8);
    expect(shown.flatMap(({ failures }) => failures)).toHaveLength(8);
    await expectOnce(boletos);
  });
});

/** Stages a file and starts a run over its matched lines in these lanes, without a job. */
async function begun(content: string, divide: (lines: number[]) => number[][]) {
  const { id, matched } = await desk.preview(content);
  const lanes = divide(matched.map(({ line }) => line));
  await startRun(db, id, { status: 'RUNNING', lanes, admin_user_id: null });
  return id;
}

/** Holds the contract of a boleto's invoice, so that a block with it waits. */
async function holdContract({ invoice_id }: { invoice_id: number }) {
  const holder = await first.pool.connect();
  await holder.query('begin');
  await holder.query('select 1 from proposal where id = (select proposal_id from invoice where id = $1) for update', [
    invoice_id,
  ]);
  return async () => {
    await holder.query('rollback');
    holder.release();
  };
}

/** The process of the session that waits for a lock. */
const waitingSession = () =>
  until(
    async () =>
      (
        await first.pool.query<{ pid: number }>(
          `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rows[0]?.pid,
    (pid) => pid !== undefined,
  );

test('a run killed between two blocks of one lane ends the other lane, and resumes', {
  ...LONG,
  timeout: 60_000,
}, async () => {
  const { content, boletos } = await payments(7);
  const id = await begun(content, (lines) => [lines.slice(0, 4), lines.slice(4)]);
  const [, , third] = boletos;
  const release = await holdContract(third ?? { invoice_id: 0 });
  // The connection breaks while the third line is settled: the database rolls it back.
  const dying = connect(connection, 2);
  const run = bankFileRunsOf(2)
    .carryOut({ ...deps, db: dying.db }, id)
    .catch((error: Error) => error);
  const session = await waitingSession();
  await until(
    () => desk.show(id),
    ({ done }) => done === 5,
  );
  // A lane that waits for a lock proves that its worker is alive, so the run is not stranded.
  expect(await db.transaction().execute((trx) => lockStranded(trx, 'bank_file'))).not.toContain(id);
  await first.pool.query('select pg_terminate_backend($1)', [session]);
  expect(await run).toBeInstanceOf(Error);
  await release();
  await dying.db.destroy();
  expect(await desk.show(id)).toMatchObject({ status: 'RUNNING', done: 5, settled: 5 });

  await bankFileRuns.resume(deps);
  expect(await desk.finished(id)).toMatchObject({ status: 'DONE', total: 7, done: 7, settled: 7, failures: [] });
  await expectOnce(boletos);
});

test('a run is given up when its block has ended', { timeout: 60_000 }, async () => {
  const { content, boletos } = await payments(3);
  const id = await begun(content, (lines) => [lines.slice(0, 2), lines.slice(2)]);
  const [boleto = { invoice_id: 0 }] = boletos;
  const { proposal_id: contract } = await db
    .selectFrom('invoice')
    .select('proposal_id')
    .where('id', '=', boleto.invoice_id)
    .executeTakeFirstOrThrow();
  const release = await holdContract(boleto);
  const lane = { id, first: 1 };
  const block = db.transaction().execute(async (trx) => {
    await lockProgress(trx, lane);
    await trx.selectFrom('proposal').select('id').where('id', '=', contract).forUpdate().execute();
    await advance(trx, lane, 2, []);
  });
  await waitingSession();
  const givenUp = bankFileRuns.giveUp(deps, id);
  await release();
  await Promise.all([block, givenUp]);
  expect(await desk.show(id)).toMatchObject({ status: 'FAILED', done: 2, settled: 0 });
  // It can be started again.
  expect(await desk.settle(id)).toMatchObject({ status: 'DONE', total: 3, done: 3, settled: 3 });
  await expectOnce(boletos);
});
