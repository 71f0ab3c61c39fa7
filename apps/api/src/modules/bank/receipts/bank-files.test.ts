import type { Worker } from 'node:worker_threads';
import { txidOfInvoice } from '@morada/domain/bank/pix/pix';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { itau400, ofx, report } from '#test/bank/bank-papers.ts';
import { firstError, refusal, trailOf } from '#test/calls/answers.ts';
import { AGREEMENTS } from '#test/collection.ts';
import { agreementOf, bankDesk, type Titled, titled } from '#test/desks/bank-desk.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { randomFrom } from '#test/random.ts';
import type { Payment } from './matching/matching.map.ts';
import { bankFileRuns, settlePayments } from './runs.service.ts';

const TODAY = '2026-11-22';
const app = await startApp({ today: TODAY });
let desk = await bankDesk(app);
let agreement: Awaited<ReturnType<typeof agreementOf>>;

beforeEach(async () => {
  agreement = await agreementOf(app, AGREEMENTS['341']);
});
afterEach(async () => {
  expect(await verifyBooks(app.db)).toEqual([]);
  await app.empty();
});
afterAll(async () => {
  await desk.jobs.stop();
  await app.stop();
});

/** A boleto of 1.500,00, due on 05/11/2026. */
const boleto = (nosso_numero: string, overrides: Partial<Titled> = {}) =>
  titled(app, agreement, { nosso_numero, amount: 150_000, due_date: '2026-11-05', ...overrides });
const paidOn = (nosso_numero: string, overrides = {}) => ({
  ...({ nosso_numero, amount: 150_000, paid_on: '2026-11-05', credited_on: '2026-11-06', fee: 210 } as const),
  ...overrides,
});
const invoiceOf = ({ invoice_id }: { invoice_id: number }) =>
  app.db.selectFrom('invoice').selectAll().where('id', '=', invoice_id).executeTakeFirstOrThrow();
const statusOf = async ({ id }: { id: number }) =>
  (await app.db.selectFrom('boleto').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;

type Preview = Awaited<ReturnType<typeof desk.preview>>;
const counts = ({ matched, divergent, unmatched }: Preview) => [matched.length, divergent.length, unmatched.length];

describe('PUT boleto/down', () => {
  test('with a preview returns the three groups and settles nothing', async () => {
    const right = await boleto('00000001', { name: 'João da Conceição' });
    const late = await boleto('00000002');
    const file = await desk.preview(
      itau400([
        paidOn('00000001'),
        paidOn('00000002', { paid_on: '2026-11-20' }),
        paidOn('00000404', { amount: 99_900 }),
      ]),
      'C:\\banco\\CN20116A.RET',
    );
    expect(file).toMatchObject({
      name: 'CN20116A.RET',
      ...{ kind: 'CNAB400', bank: '341', status: 'STAGED', total: 0, done: 0, settled: 0, amount: 0 },
      ...{ by: 'Mariana Dias', finished_at: null, failures: [], seen: null, news: [] },
      matched: [
        {
          ...{ line: 2, label: '00000001', occurrence: 'Liquidação normal', amount: 1500, paid_amount: 1500, fee: 2.1 },
          ...{ paid_on: '2026-11-05', credited_on: '2026-11-06', reason: null, payable: true },
          found: {
            ...{ boleto_id: right.id, invoice_id: right.invoice_id, due_date: '2026-11-05', by: 'nosso número' },
            user: { name: 'João da Conceição' },
            ...{ invoice_amount: 1500, expected: 1500, late: { days: 0, fine: 0, interest: 0 }, assigned: false },
          },
        },
      ],
      divergent: [
        {
          line: 3,
          // 150,00 of fine, and ten days at 0,45.
          found: { boleto_id: late.id, expected: 1654.5, late: { days: 15, fine: 150, interest: 4.5 } },
          reason: 'Pagou R$\u00a0154,50 a menos do que o devido no dia, R$\u00a01.654,50',
          payable: true,
        },
      ],
      unmatched: [{ line: 4, found: null, reason: 'Nenhum boleto daqui tem este nosso número', payable: false }],
      sums: { matched: 1500, divergent: 1500, unmatched: 999, fees: 6.3 },
    });
    expect([(await invoiceOf(right)).status, await statusOf(right)]).toEqual(['PENDING', 'OPEN']);
  });

  test('without a preview settles the payable lines, at the bank’s amount before its fee', LONG, async () => {
    const right = await boleto('00000001');
    const late = await boleto('00000002');
    const short = await boleto('00000003');
    // 150,00 of fine, and ten days at 0,45.
    const answer = await desk.down(
      itau400([
        paidOn('00000001'),
        paidOn('00000002', { paid_on: '2026-11-20', paid: 165_450, late: 15_450 }),
        paidOn('00000003', { paid: 140_000 }),
      ]),
    );
    expect([answer.statusCode, answer.json()]).toEqual([200, { count: 2 }]);
    expect(await invoiceOf(right)).toMatchObject({
      ...{
        status: 'PAID',
        paid_amount: 150_000,
        pay_day: '2026-11-05',
        payment_method: 'BOLETO',
        fine: 0,
        interest: 0,
      },
    });
    expect(await invoiceOf(late)).toMatchObject({
      ...{ status: 'PAID', paid_amount: 165_450, pay_day: '2026-11-20', fine: 15_000, interest: 450 },
    });
    expect(await invoiceOf(short)).toMatchObject({ status: 'PENDING' });
    expect([await statusOf(right), await statusOf(late), await statusOf(short)]).toEqual(['PAID', 'PAID', 'OPEN']);
    const settlements = await app.db.selectFrom('bank_settlement').selectAll().orderBy('line').execute();
    expect(settlements).toMatchObject([
      {
        line: 2,
        boleto_id: right.id,
        paid_amount: 150_000,
        fee: 210,
        paid_on: '2026-11-05',
        credited_on: '2026-11-06',
      },
      { line: 3, boleto_id: late.id, paid_amount: 165_450, fee: 210, paid_on: '2026-11-20' },
    ]);
    const [file] = (await app.as('BOLETO_DOWN').get('/boleto/down')).json();
    expect(file).toMatchObject({ status: 'DONE', total: 2, done: 2, settled: 2, amount: 3154.5, failures: [] });
    expect(await trailOf(app.db, 'invoice', right.invoice_id)).toContainEqual(
      expect.objectContaining({ actor: 'Mariana Dias', action: 'pay' }),
    );
  });

  test('settles nothing twice for the same file, and reports it', async () => {
    await boleto('00000001');
    const content = itau400([paidOn('00000001')]);
    expect((await desk.down(content)).json()).toEqual({ count: 1 });
    expect((await desk.down(content)).json()).toEqual({ count: 0 });
    // Saved again by an editor, with other line endings.
    const again = await desk.preview(content.replaceAll('\r\n', '\n'));
    expect(counts(again)).toEqual([0, 1, 0]);
    expect(again.seen).toMatchObject({ by: 'Mariana Dias' });
    expect(again.divergent[0]).toMatchObject({
      reason: expect.stringMatching(/já foi liquidado pelo arquivo .*dois pagamentos iguais contam como um/),
      payable: false,
    });
    expect(refusal(await app.as('BOLETO_DOWN').post(`/boleto/down/${again.id}/settle`, { accept: [2] }))).toEqual([
      409,
      'BANK_LINE_NOT_PAYABLE',
    ]);
  });

  test('settles overlapping files once', async () => {
    await boleto('00000001');
    await boleto('00000002');
    expect((await desk.down(itau400([paidOn('00000001')]))).json()).toEqual({ count: 1 });
    expect((await desk.down(itau400([paidOn('00000001'), paidOn('00000002')]))).json()).toEqual({ count: 1 });
  });

  test('settles a boleto that is twice in a file once', async () => {
    await boleto('00000001');
    expect(
      (await desk.down(itau400([paidOn('00000001'), paidOn('00000001', { paid_on: '2026-11-04' })]))).json(),
    ).toEqual({
      count: 1,
    });
  });

  test('accepts a file without movements', LONG, async () => {
    expect((await desk.down(itau400([]))).json()).toEqual({ count: 0 });
  });

  test('returns the staged file when it is sent again, with its assignments', LONG, async () => {
    const mine = await boleto('00000001');
    const content = itau400([paidOn('77777777', { amount: 1 })]);
    const first = await desk.preview(content);
    await desk.assign(first.id, 2, mine.invoice_id);
    expect(await desk.preview(content)).toMatchObject({ id: first.id, divergent: [{ found: { assigned: true } }] });
  });
});

describe('settle', () => {
  test('settles payable lines and accepted divergent ones', async () => {
    const [right, short, left] = [await boleto('00000001'), await boleto('00000002'), await boleto('00000003')];
    const payments = [paidOn('00000001'), paidOn('00000002', { paid: 149_000 }), paidOn('00000003', { paid: 149_000 })];
    const file = await desk.preview(itau400(payments));
    const done = await desk.settle(file.id, [3]);
    expect(done).toMatchObject({ status: 'DONE', total: 2, done: 2, settled: 2, amount: 2990, failures: [] });
    expect(counts(done)).toEqual([2, 1, 0]);
    expect(done.finished_at).not.toBeNull();
    expect(await invoiceOf(short)).toMatchObject({ status: 'PAID', paid_amount: 149_000, rest_fate: 'OPEN_BALANCE' });
    const balance = app.db.selectFrom('invoice').selectAll().where('balance_of', 'is not', null);
    expect(await balance.execute()).toMatchObject([{ amount: 1_000, status: 'PENDING' }]);
    expect((await invoiceOf(right)).status).toBe('PAID');
    expect((await invoiceOf(left)).status).toBe('PENDING');
    expect(refusal(await app.as('BOLETO_DOWN').post(`/boleto/down/${file.id}/settle`, { accept: [] }))).toEqual([
      409,
      'BANK_FILE_STARTED',
    ]);
    expect(refusal(await app.as('BOLETO_DOWN').delete(`/boleto/down/${file.id}`))).toEqual([409, 'BANK_FILE_STARTED']);
  });

  test('applies the chosen treatment of a difference, or else the proposed one', async () => {
    const lines = ['00000001', '00000002', '00000003', '00000004'];
    const made = [];
    for (const number of lines) made.push(await boleto(number));
    const paid = [140_000, 130_000, 160_000, 170_000];
    const file = await desk.preview(itau400(lines.map((number, index) => paidOn(number, { paid: paid[index] }))));
    expect(file.divergent.map(({ found }) => found?.rest)).toEqual([100, 200, -100, -200]);
    const rests = [
      { line: 2, fate: 'OPEN_BALANCE', due_date: '2026-12-20' },
      { line: 3, fate: 'NEXT_INVOICE' },
      { line: 4, fate: 'RETURN' },
    ];
    expect(await desk.settle(file.id, [2, 3, 4, 5], rests)).toMatchObject({ settled: 4, failures: [] });
    const fates = await Promise.all(made.map(async (one) => (await invoiceOf(one)).rest_fate));
    expect(fates).toEqual(['OPEN_BALANCE', 'NEXT_INVOICE', 'RETURN', 'CREDIT']);
    const left = app.db.selectFrom('invoice').selectAll().where('balance_of', 'is not', null);
    expect(await left.execute()).toMatchObject([{ amount: 10_000, due_date: '2026-12-20' }]);
    const back = app.db.selectFrom('transfer').selectAll().where('purpose', '=', 'REFUND');
    expect(await back.execute()).toMatchObject([{ amount: 10_000, invoice_id: made[2]?.invoice_id }]);
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each([
    ['a choice that does not fit',          [2], { line: 2, fate: 'RETURN' },                     [422, 'REST_UNFIT']],
    ['a waiver without the right',          [2], { line: 2, fate: 'WAIVED', reason: 'Acordo' },   [403, 'REST_NOT_WAIVED']],
    ['a waiver without a reason',           [2], { line: 2, fate: 'WAIVED' },                     [422, 'REST_UNEXPLAINED']],
    ['a due date that is past',             [2], { line: 2, fate: 'OPEN_BALANCE', due_date: '2026-11-01' }, [422, 'BALANCE_DAY']],
    ['a line that is not to be settled',    [],  { line: 2, fate: 'OPEN_BALANCE' },               [409, 'BANK_LINE_NOT_PAYABLE']],
  ])('refuses %s before anything is settled', async (_, accept, rest, expected) => {
    const short = await boleto('00000001');
    const file = await desk.preview(itau400([paidOn('00000001', { paid: 140_000 })]));
    const answer = await app.as('BOLETO_DOWN').post(`/boleto/down/${file.id}/settle`, { accept, rests: [rest] });
    expect(refusal(answer)).toEqual(expected);
    expect(await desk.show(file.id)).toMatchObject({ status: 'STAGED' });
    expect((await invoiceOf(short)).status).toBe('PENDING');
  });

  test('waives a difference with a reason, for callers with the permission', LONG, async () => {
    const other = await bankDesk(app, app.as('BOLETO_DOWN', 'FINANCIAL_INVOICE_CREATE'));
    const short = await boleto('00000001');
    const file = await other.preview(itau400([paidOn('00000001', { paid: 140_000 })]));
    await other.settle(file.id, [2], [{ line: 2, fate: 'WAIVED', reason: 'Acordo' }]);
    expect(await invoiceOf(short)).toMatchObject({ status: 'PAID', rest_fate: 'WAIVED', rest_reason: 'Acordo' });
    await other.jobs.stop();
  });

  test('cancels the open boleto when a cancelled one was paid', async () => {
    const old = await boleto('00000001', { status: 'CANCELED' });
    const { proposal_id } = await invoiceOf(old);
    const columns = await app.db.selectFrom('boleto').selectAll().where('id', '=', old.id).executeTakeFirstOrThrow();
    const { id: _, ...copy } = columns;
    const other = await app.db
      .insertInto('boleto')
      .values({
        ...copy,
        proposal_id,
        nosso_numero: '00000002',
        status: 'OPEN',
        canceled_at: null,
        registration: 'REGISTERED',
        slip: JSON.stringify(copy.slip),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const file = await desk.preview(itau400([paidOn('00000001')]));
    expect(file.divergent).toMatchObject([{ reason: 'Este boleto foi cancelado', payable: true }]);
    expect(await desk.settle(file.id, [2])).toMatchObject({ settled: 1 });
    expect([await statusOf(old), await statusOf(other)]).toEqual(['PAID', 'CANCELED']);
    const { cancel_due } = await app.db
      .selectFrom('boleto')
      .select('cancel_due')
      .where('id', '=', other.id)
      .executeTakeFirstOrThrow();
    expect(cancel_due).toBe(true);
  });

  test('reports lines that can’t be settled, and settles the others', async () => {
    const [orphan, right] = [await boleto('00000001'), await boleto('00000002')];
    const file = await desk.preview(itau400([paidOn('00000001'), paidOn('00000002')]));
    const { property_id } = await invoiceOf(orphan);
    await app.db.deleteFrom('property_owner').where('property_id', '=', property_id).execute();
    const done = await desk.settle(file.id);
    expect(done).toMatchObject({ status: 'DONE', total: 2, done: 2, settled: 1, amount: 1500 });
    expect(done.failures).toEqual([{ line: 2, reason: expect.stringMatching(/propriet/) }]);
    expect([(await invoiceOf(orphan)).status, await statusOf(orphan)]).toEqual(['PENDING', 'OPEN']);
    expect((await invoiceOf(right)).status).toBe('PAID');
  });

  test('reports an invoice paid by hand after the preview', LONG, async () => {
    const one = await boleto('00000001');
    const file = await desk.preview(itau400([paidOn('00000001')]));
    await app
      .as('FINANCIAL_INVOICE_CREATE')
      .patch(`/invoice/${one.invoice_id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    const done = await desk.settle(file.id);
    expect(done).toMatchObject({ status: 'DONE', total: 0, settled: 0 });
    expect(done.divergent[0]?.reason).toMatch(/^A fatura já foi paga em 22\/11\/2026/);
  });

  test('applies registration notices without settling anything', LONG, async () => {
    const boletos = [await boleto('00000001'), await boleto('00000002'), await boleto('00000003')];
    await app.db.updateTable('boleto').set({ registration: 'SENT' }).execute();
    const codes = ['02', '03', '09'];
    const payments = codes.map((occurrence, index) => paidOn(`0000000${index + 1}`, { occurrence, paid: 0, fee: 0 }));
    const file = await desk.preview(itau400(payments));
    expect(counts(file)).toEqual([0, 0, 0]);
    expect(file.news.map(({ kind, boleto_id }) => [kind, boleto_id])).toEqual([
      ['REGISTERED', boletos[0]?.id],
      ['REJECTED', boletos[1]?.id],
      ['RETURNED', boletos[2]?.id],
    ]);
    expect(await desk.settle(file.id)).toMatchObject({ status: 'DONE', total: 0, settled: 0 });
    const told = await app.db.selectFrom('boleto').select(['registration', 'status']).orderBy('id').execute();
    expect(told).toEqual([
      { registration: 'REGISTERED', status: 'OPEN' },
      { registration: 'REFUSED', status: 'OPEN' },
      { registration: 'NONE', status: 'CANCELED' },
    ]);
  });
});

describe('an unmatched line', () => {
  test('is settled once it is assigned to an invoice', async () => {
    const mine = await boleto('00000001');
    const file = await desk.preview(itau400([paidOn('77777777', { amount: 155_000, paid: 155_000 })]));
    expect(counts(file)).toEqual([0, 0, 1]);
    const assigned = (await desk.assign(file.id, 2, mine.invoice_id)).json<Preview>();
    expect(assigned.divergent).toMatchObject([
      {
        found: { invoice_id: mine.invoice_id, by: 'escolha', assigned: true },
        reason: expect.stringMatching(/50,00 a mais/),
      },
    ]);
    expect(counts((await desk.assign(file.id, 2, null)).json())).toEqual([0, 0, 1]);
    await desk.assign(file.id, 2, mine.invoice_id);
    expect(await desk.settle(file.id, [2])).toMatchObject({ settled: 1, amount: 1550 });
    expect(await invoiceOf(mine)).toMatchObject({ status: 'PAID', paid_amount: 155_000, payment_method: 'BOLETO' });
    // The same file sent again keeps the assignment.
    const again = await desk.preview(itau400([paidOn('77777777', { amount: 155_000, paid: 155_000 })]));
    expect(again.divergent).toMatchObject([{ found: { by: 'outro arquivo' }, payable: false }]);
  });

  test('refuses an unknown invoice, a matched line and an unknown line', LONG, async () => {
    const mine = await boleto('00000001');
    const file = await desk.preview(itau400([paidOn('00000001'), paidOn('77777777', { amount: 1 })]));
    expect(refusal(await desk.assign(file.id, 3, 999_999))).toEqual([404, 'INVOICE_NOT_FOUND']);
    expect(refusal(await desk.assign(file.id, 2, mine.invoice_id))).toEqual([409, 'BANK_LINE_FOUND']);
    expect(refusal(await desk.assign(file.id, 9, mine.invoice_id))).toEqual([404, 'BANK_LINE_NOT_FOUND']);
    expect(refusal(await desk.assign(999_999, 2, mine.invoice_id))).toEqual([404, 'BANK_FILE_NOT_FOUND']);
    await desk.settle(file.id);
    expect(refusal(await desk.assign(file.id, 3, mine.invoice_id))).toEqual([409, 'BANK_FILE_STARTED']);
  });
});

describe('a statement', () => {
  test('settles a Pix that names its invoice, and cancels the boleto', async () => {
    const mine = await boleto('00000001');
    const memo = `PIX RECEBIDO ${txidOfInvoice(mine.invoice_id)}`;
    const statement = ofx([{ fitid: '1', day: '2026-11-05', amount: 150_000, memo }]);
    expect((await desk.down(statement, 'extrato.ofx')).json()).toEqual({ count: 1 });
    expect(await invoiceOf(mine)).toMatchObject({ status: 'PAID', payment_method: 'PIX', pay_day: '2026-11-05' });
    expect(await statusOf(mine)).toBe('CANCELED');
    expect((await desk.down(statement)).json()).toEqual({ count: 0 });
  });

  test('leaves a line matched by amount alone to a person', async () => {
    const mine = await boleto('00000001');
    const statement = ofx([
      { fitid: '1', day: '2026-11-05', amount: 150_000, memo: 'TED RECEBIDA' },
      { fitid: '2', day: '2026-11-05', amount: 12_345, memo: 'RESGATE' },
    ]);
    expect((await desk.down(statement)).json()).toEqual({ count: 0 });
    const file = await desk.preview(statement);
    expect(counts(file)).toEqual([0, 1, 1]);
    expect(await desk.settle(file.id, [file.divergent[0]?.line ?? 0])).toMatchObject({ settled: 1 });
    expect(await invoiceOf(mine)).toMatchObject({ status: 'PAID', payment_method: 'MANUAL' });
  });
});

describe('a report', () => {
  const ITAU = ['Nosso número', 'Pagador', 'Vencimento', 'Pagamento', 'Valor título', 'Valor pago'];
  const BRADESCO = [
    'Valor pago',
    'Valor do título',
    'Data pagamento',
    'Data crédito',
    'Vencimento',
    'Sacado',
    'Nosso nº',
  ];

  test('is read in two banks’ column orders, and the later return file settles nothing more', LONG, async () => {
    await boleto('00000001', { shown: '109/00000001-4' });
    await boleto('00000002', { shown: '109/00000002-2' });
    const first = await report([
      ITAU,
      ['109/00000001-4', 'João da Silva', '05/11/2026', '05/11/2026', '1.500,00', '1.500,00'],
    ]);
    expect((await desk.down(first, 'itau.pdf')).json()).toEqual({ count: 1 });
    const second = await report([
      BRADESCO,
      ['1.654,50', '1.500,00', '20/11/2026', '23/11/2026', '05/11/2026', 'Ana Prado', '00000002-2'],
    ]);
    const file = await desk.preview(second, 'francesinha.PDF');
    expect(file).toMatchObject({
      kind: 'PDF',
      matched: [{ paid_amount: 1654.5, paid_on: '2026-11-20', credited_on: '2026-11-23' }],
    });
    expect(await desk.settle(file.id)).toMatchObject({ settled: 1, amount: 1654.5 });

    const after = await desk.preview(
      itau400([paidOn('00000001'), paidOn('00000002', { paid_on: '2026-11-20', paid: 165_450, late: 15_450 })]),
    );
    expect(after.divergent.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/já foi liquidado pelo arquivo/),
      expect.stringMatching(/já foi liquidado pelo arquivo/),
    ]);
    const settled = await app.db
      .selectFrom('bank_settlement')
      .select(['fingerprint', 'boleto_id'])
      .orderBy('id')
      .execute();
    expect(settled.map(({ fingerprint }) => fingerprint)).toEqual([
      `boleto ${settled[0]?.boleto_id} 2026-11-05 150000`,
      `boleto ${settled[1]?.boleto_id} 2026-11-20 165450`,
    ]);
  });

  test('settles nothing after the return file', LONG, async () => {
    await boleto('00000001', { shown: '109/00000001-4' });
    expect((await desk.down(itau400([paidOn('00000001')]))).json()).toEqual({ count: 1 });
    const rows = [ITAU, ['109/00000001-4', 'João', '05/11/2026', '05/11/2026', '1.500,00', '1.500,00']];
    expect((await desk.down(await report(rows))).json()).toEqual({ count: 0 });
  });

  test('is read over several pages', LONG, async () => {
    const boletos = [];
    for (let number = 1; number <= 9; number += 1) boletos.push(await boleto(`0000000${number}`));
    const rows = boletos.map(({ nosso_numero }) => [
      nosso_numero,
      'Inquilino',
      '05/11/2026',
      '04/11/2026',
      '1.500,00',
      '1.500,00',
    ]);
    expect((await desk.down(await report([ITAU, ...rows]))).json()).toEqual({ count: 9 });
  });
});

describe('a block of lines', () => {
  const payment = (
    line: number,
    { invoice_id, id }: Titled & { invoice_id: number; id: number },
    more = {},
  ): Payment => ({
    ...{ line, fingerprint: `boleto ${id} 2026-11-05 150000`, also: [], plain: undefined, invoice_id, boleto_id: id },
    ...{ paid_on: '2026-11-05', credited_on: null, paid_amount: 150_000, fee: 0 },
    received: { paid_amount: 150_000, pay_day: '2026-11-05', payment_method: 'BOLETO' },
    ...more,
  });
  const settlements = (fileId: number) =>
    app.db.selectFrom('bank_settlement').select(['line', 'invoice_id']).where('file_id', '=', fileId).execute();
  const settleNow = async (fileId: number, payments: Payment[]) => {
    const refusals = await app.db.transaction().execute((trx) => settlePayments(trx, app.ctx, fileId, payments));
    return refusals.map((refused) => refused?.message);
  };
  const BY_FILE = 'Este pagamento já foi liquidado por outro arquivo.';

  test('is settled in one transaction, with the refused ones inside', async () => {
    const boletos = [await boleto('00000001'), await boleto('00000002'), await boleto('00000003')];
    const file = await desk.preview(itau400(boletos.map(({ nosso_numero }) => paidOn(nosso_numero))));
    const { property_id } = await invoiceOf(boletos[1] ?? { invoice_id: 0 });
    await app.db.deleteFrom('property_owner').where('property_id', '=', property_id).execute();
    expect(await desk.settle(file.id)).toMatchObject({ done: 3, settled: 2, failures: [{ line: 3 }] });
    const { rows } = await sql`select distinct xmin::text from bank_settlement`.execute(app.db);
    expect(rows).toHaveLength(1);
    expect((await settlements(file.id)).map(({ line }) => line).sort()).toEqual([2, 4]);
  });

  test('refuses only the payment that another file has settled since the lines were matched', async () => {
    const [one, two] = [await boleto('00000001'), await boleto('00000002')];
    const first = await desk.preview(itau400([paidOn('00000001')]));
    const second = await desk.preview(itau400([paidOn('00000001'), paidOn('00000002')]));
    expect(await settleNow(first.id, [payment(2, one)])).toEqual([undefined]);
    expect(await settleNow(second.id, [payment(2, one), payment(3, two)])).toEqual([BY_FILE, undefined]);
    expect(await settlements(second.id)).toEqual([{ line: 3, invoice_id: two.invoice_id }]);
  });

  test('refuses the second of two lines with one payment, or with one invoice', async () => {
    const [one, two] = [await boleto('00000001'), await boleto('00000002')];
    const { id } = await desk.preview(itau400([paidOn('00000001')]));
    const fingerprint = 'credit 1 2026-11-05 150000';
    // The invoice with the larger number stands first in the file.
    expect(await settleNow(id, [payment(2, two, { fingerprint }), payment(3, one, { fingerprint })])).toEqual([
      undefined,
      BY_FILE,
    ]);
    expect(await settleNow(id, [payment(4, one), payment(5, one, { fingerprint: 'credit 2' })])).toEqual([
      undefined,
      BY_FILE,
    ]);
    expect(await settlements(id)).toEqual([
      { line: 2, invoice_id: two.invoice_id },
      { line: 4, invoice_id: one.invoice_id },
    ]);
  });

  test('settles the second of two lines with one invoice when the first is refused', async () => {
    const one = await boleto('00000001');
    const { id } = await desk.preview(itau400([paidOn('00000001')]));
    const future = { ...payment(2, one).received, pay_day: '2026-11-23' } as const;
    expect(await settleNow(id, [payment(2, one, { received: future }), payment(3, one)])).toEqual([
      expect.stringMatching(/futura/),
      undefined,
    ]);
    expect(await settlements(id)).toEqual([{ line: 3, invoice_id: one.invoice_id }]);
  });

  test('that fails is settled line by line, up to the faulty one; the run resumes there', LONG, async () => {
    await desk.jobs.stop();
    const boletos = [await boleto('00000001'), await boleto('00000002'), await boleto('00000003')];
    const { id } = await desk.preview(itau400(boletos.map(({ nosso_numero }) => paidOn(nosso_numero))));
    expect((await app.as('BOLETO_DOWN').post(`/boleto/down/${id}/settle`, { accept: [] })).statusCode).toBe(200);
    await sql`create function fail() returns trigger language plpgsql as $$ begin raise 'faulty'; end $$`.execute(
      app.db,
    );
    await sql`create trigger fail before update on invoice for each row
      when (new.id = ${sql.lit(boletos[1]?.invoice_id)} and new.status = 'PAID') execute function fail()`.execute(
      app.db,
    );
    await expect(bankFileRuns.carryOut(app.deps, id)).rejects.toThrow('faulty');
    expect(await desk.show(id)).toMatchObject({ status: 'RUNNING', done: 1, settled: 1 });
    await sql`drop trigger fail on invoice`.execute(app.db);
    await bankFileRuns.carryOut(app.deps, id);
    expect(await desk.show(id)).toMatchObject({ status: 'DONE', done: 3, settled: 3, failures: [] });
    desk = await bankDesk(app);
  });

  test('with an invoice that changed in spite of its lock is settled line by line, without that one', async () => {
    const boletos = [await boleto('00000001'), await boleto('00000002'), await boleto('00000003')];
    const changed = boletos[1]?.invoice_id;
    const file = await desk.preview(itau400(boletos.map(({ nosso_numero }) => paidOn(nosso_numero))));
    // The guarded UPDATE meets no row, as when another writer had changed the invoice.
    await sql`create function pass_over() returns trigger language plpgsql as $$ begin return null; end $$`.execute(
      app.db,
    );
    await sql`create trigger pass_over before update on invoice for each row
      when (new.id = ${sql.lit(changed)} and new.status = 'PAID') execute function pass_over()`.execute(app.db);
    const divided: unknown[] = [];
    await desk.jobs.stop();
    expect((await app.as('BOLETO_DOWN').post(`/boleto/down/${file.id}/settle`, { accept: [] })).statusCode).toBe(200);
    await bankFileRuns.carryOut(app.deps, file.id, (error) => divided.push(error));
    await sql`drop trigger pass_over on invoice`.execute(app.db);
    desk = await bankDesk(app);
    expect(divided).toHaveLength(1);
    expect(await desk.show(file.id)).toMatchObject({
      ...{ status: 'DONE', done: 3, settled: 2 },
      failures: [{ line: 3, reason: expect.stringMatching(/./) }],
    });
    const statuses = await Promise.all(boletos.map(async (one) => (await invoiceOf(one)).status));
    expect(statuses).toEqual(['PAID', 'PENDING', 'PAID']);
    const transfers = await app.db
      .selectFrom('transfer')
      .select('invoice_id')
      .where('invoice_id', '=', changed ?? 0)
      .execute();
    expect(transfers).toEqual([]);
  });
});

describe('a large file', () => {
  const unknown = Array.from({ length: 400 }, (_, index) =>
    paidOn(String(90_000_000 + index), { amount: 99_900 + index }),
  );

  test('is matched in a thread like a small one', LONG, async () => {
    const right = await boleto('00000001');
    const threads: Worker[] = [];
    const hear = (thread: Worker) => threads.push(thread);
    process.on('worker', hear);
    const file = await desk.preview(itau400([paidOn('00000001'), ...unknown]));
    process.off('worker', hear);
    // One thread reads the file, which may wait since the file before; another matches its lines.
    expect(threads.length).toBeGreaterThan(0);
    expect(counts(file)).toEqual([1, 0, 400]);
    expect(file.unmatched[399]).toMatchObject({ line: 402, paid_amount: 1002.99, found: null });
    const done = await desk.settle(file.id);
    expect([done.status, done.settled, counts(done)]).toEqual(['DONE', 1, [1, 0, 400]]);
    expect((await invoiceOf(right)).status).toBe('PAID');
    const open = (await app.as('BOLETO_DOWN').get('/boleto/down/open')).json();
    // 400 × 999,00 and 0,00 to 3,99.
    expect(open).toMatchObject({ total: 400, amount: 400_398 });
  });

  test('is settled with the choices for its differences', LONG, async () => {
    const short = await boleto('00000001');
    const file = await desk.preview(itau400([paidOn('00000001', { paid: 140_000 }), ...unknown]));
    expect(await desk.settle(file.id, [2], [{ line: 2, fate: 'NEXT_INVOICE' }])).toMatchObject({ settled: 1 });
    expect((await invoiceOf(short)).rest_fate).toBe('NEXT_INVOICE');
  });
});

describe('undo', () => {
  test('reopens every invoice, and the file can be settled again', async () => {
    const [one, two] = [await boleto('00000001', { due_date: '2026-11-30' }), await boleto('00000002')];
    const content = itau400([paidOn('00000001'), paidOn('00000002')]);
    const file = await desk.preview(content);
    await desk.settle(file.id);
    expect(await desk.undo(file.id)).toMatchObject({
      status: 'UNDONE',
      total: 2,
      done: 2,
      settled: 0,
      amount: 0,
      failures: [],
    });
    expect([(await invoiceOf(one)).status, (await invoiceOf(two)).status]).toEqual(['PENDING', 'PENDING']);
    // The second is overdue. It was open before the settlement, so it is open again: within the minutes of undo a
    // boleto returns to its former state.
    expect([await statusOf(one), await statusOf(two)]).toEqual(['OPEN', 'OPEN']);
    expect(refusal(await app.as('BOLETO_DOWN').post(`/boleto/down/${file.id}/undo`))).toEqual([
      409,
      'BANK_FILE_NOT_DONE',
    ]);

    const again = await desk.preview(content);
    expect(again.seen).toBeNull();
    expect(counts(again)).toEqual([2, 0, 0]);
    expect(await desk.settle(again.id)).toMatchObject({ status: 'DONE', settled: 2 });
  });

  test('leaves invoices already transferred to the owner, and reports them', LONG, async () => {
    const [one, two] = [await boleto('00000001'), await boleto('00000002')];
    const file = await desk.preview(itau400([paidOn('00000001'), paidOn('00000002')]));
    await desk.settle(file.id);
    const transfer = await app.db
      .selectFrom('transfer')
      .select('id')
      .where('invoice_id', '=', one.invoice_id)
      .executeTakeFirstOrThrow();
    const cashier = app.as('FINANCIAL_TRANSFER_CREATE', 'FINANCIAL_TRANSFER_VIEW', '*');
    expect((await cashier.patch(`/transfer/${transfer.id}`, { status: 'DONE' })).statusCode).toBe(200);

    const partly = await desk.undo(file.id);
    expect(partly).toMatchObject({ status: 'DONE', total: 2, done: 2, settled: 1, amount: 1500 });
    expect(partly.failures).toEqual([{ line: 2, reason: 'Estorne primeiro o repasse desta fatura.' }]);
    expect([(await invoiceOf(one)).status, (await invoiceOf(two)).status]).toEqual(['PAID', 'PENDING']);

    expect((await cashier.delete(`/transfer/${transfer.id}/refund`)).statusCode).toBeLessThan(300);
    expect(await desk.undo(file.id)).toMatchObject({ status: 'UNDONE', settled: 0, failures: [] });
    expect((await invoiceOf(one)).status).toBe('PENDING');
  });

  test('leaves invoices refunded by hand', LONG, async () => {
    const one = await boleto('00000001', { due_date: '2026-11-30' });
    const file = await desk.preview(itau400([paidOn('00000001')]));
    await desk.settle(file.id);
    await app.as('FINANCIAL_INVOICE_CREATE').delete(`/invoice/${one.invoice_id}/refund`);
    expect(await desk.show(file.id)).toMatchObject({ status: 'DONE', settled: 0, amount: 0 });
    expect(await desk.undo(file.id)).toMatchObject({ status: 'UNDONE', total: 0 });
  });

  test('requires a settled file', async () => {
    const file = await desk.preview(itau400([paidOn('00000001')]));
    expect(refusal(await app.as('BOLETO_DOWN').post(`/boleto/down/${file.id}/undo`))).toEqual([
      409,
      'BANK_FILE_NOT_DONE',
    ]);
  });
});

describe('permissions', () => {
  test('requires BOLETO_DOWN', async () => {
    const { id } = await desk.preview(itau400([paidOn('00000001')]));
    const others = app.as('BOLETO_VIEW', 'BOLETO_CREATE', 'FINANCIAL_VIEW', 'FINANCIAL_INVOICE_CREATE');
    const answers = [
      await others.put('/boleto/down?preview=1'),
      await others.get('/boleto/down'),
      await others.get(`/boleto/down/${id}`),
      await others.post(`/boleto/down/${id}/settle`, { accept: [] }),
      await others.put(`/boleto/down/${id}/line/2`, { invoice_id: 1 }),
      await others.post(`/boleto/down/${id}/undo`),
      await others.delete(`/boleto/down/${id}`),
    ];
    expect(answers.map(refusal)).toEqual(answers.map(() => [403, 'PERMISSION_DENIED']));
    expect(refusal(await app.anonymous.get('/boleto/down'))).toEqual([401, 'UNAUTHENTICATED']);
  });

  test('a discarded file leaves nothing', async () => {
    const { id } = await desk.preview(itau400([paidOn('00000001')]));
    expect((await app.as('BOLETO_DOWN').delete(`/boleto/down/${id}`)).statusCode).toBe(204);
    expect(refusal(await app.as('BOLETO_DOWN').delete(`/boleto/down/${id}`))).toEqual([404, 'BANK_FILE_NOT_FOUND']);
    expect(await app.db.selectFrom('bank_file').select('id').execute()).toEqual([]);
  });
});

describe('an unreadable file', () => {
  const MESSAGE = 'Ocorreu um erro ao tentar processar o retorno dos boletos';
  const whole = itau400([paidOn('00000001')]);

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, string, RegExp]>([
    ['a remittance',   whole.replace('02RETORNO', '01REMESSA'),   /remessa, que vai ao banco/],
    ['cut off',        whole.slice(0, 600),                       /incompleto/],
    ['a letter',       'Prezados, segue o retorno.',              /^Linha 1: Este não é um arquivo de retorno/],
    ['a picture',      '\x89PNG\r\n\x1a\n\0\0\0',                 /não é um arquivo de retorno/],
    ['half a PDF',     '%PDF-1.7\n1 0 obj\n<< /Type /Catalog',    /incompleto ou danificado/],
    ['a bank without rules', whole.replace('341', '041'),         /041/],
    ['half a statement', '<OFX><STMTTRN>',                        /incompleto/],
  ])('%s', async (_, content, reason) => {
    const answer = await desk.send(Buffer.from(content, 'latin1'));
    expect([answer.statusCode, answer.json().message]).toEqual([422, MESSAGE]);
    expect(firstError(answer)).toEqual([422, 'file', expect.stringMatching(reason)]);
    expect(await app.db.selectFrom('bank_file').select('id').execute()).toEqual([]);
  });

  test('a picture in a PDF', LONG, async () => {
    const answer = await desk.send(await report([], ''), 'digitalizado.pdf');
    expect([answer.json().message, ...firstError(answer)]).toEqual([
      ...[MESSAGE, 422, 'file', 'Este PDF não tem texto: é uma imagem. Peça ao banco o arquivo de retorno (CNAB)'],
    ]);
  });

  test('with damaged lines is read or refused, and settles nothing wrong', LONG, async () => {
    const mine = await boleto('00000001');
    const random = randomFrom(20_261_122);
    const answers = new Map<number, number>();
    for (let times = 0; times < 12; times += 1) {
      const damaged = Buffer.from(whole, 'latin1');
      for (let left = random.integer(1, 12); left > 0; left -= 1)
        damaged[random.integer(402, 803)] = random.pick([0, 0x20, 0x2d, 0x30, 0x39, 0x41, 0xe7, 0xff]);
      const { statusCode, body } = await desk.down(damaged);
      expect([200, 422], body).toContain(statusCode);
      answers.set(statusCode, (answers.get(statusCode) ?? 0) + 1);
    }
    expect(answers.get(200)).toBeGreaterThan(3);
    const { status, paid_amount } = await invoiceOf(mine);
    expect([null, 150_000]).toContain(paid_amount);
    expect(status).toBe(paid_amount === null ? 'PENDING' : 'PAID');
  });

  test('is refused when it is empty or not uploaded as a form', async () => {
    expect(refusal(await desk.send(''))).toEqual([422, 'FILE_MISSING']);
    expect((await app.as('BOLETO_DOWN').put('/boleto/down', {})).statusCode).toBe(415);
  });

  test('may have accents in Latin-1 and in UTF-8', async () => {
    const memo = 'DEPÓSITO DE JOÃO';
    const statement = ofx([{ fitid: '1', day: '2026-11-05', amount: 5, memo }]);
    for (const encoding of ['latin1', 'utf8'] as const)
      expect((await desk.preview(Buffer.from(statement, encoding))).unmatched[0]?.label).toBe(memo);
  });
});
