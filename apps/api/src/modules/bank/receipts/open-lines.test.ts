import type { OpenBankLine } from '@morada/contract/bank/bank-files';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { acceptOnline } from '#api/modules/collection/agreements/acceptance.service.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { arrived } from '#test/bank/arrived-payments.ts';
import { itau400, ofx, report } from '#test/bank/bank-papers.ts';
import { firstError, refusal, trailOf } from '#test/calls/answers.ts';
import { AGREEMENTS } from '#test/collection.ts';
import { agreementOf, bankDesk, type Titled, titled } from '#test/desks/bank-desk.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';

const TODAY = '2026-11-22';
const app = await startApp({ today: TODAY });
const desk = await bankDesk(app);
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
const invoiceOf = (id: number) =>
  app.db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const staff = () => app.as('BOLETO_DOWN');
type List = { data: OpenBankLine[]; total: number; amount: number; counts: { open: number; ignored: number } };
const list = async (state = 'OPEN') => (await staff().get(`/boleto/down/open?state=${state}`)).json<List>();
const first = async () => (await list()).data[0] ?? ({} as OpenBankLine);
const settle = (id: number, invoice_id: number, rest?: object) =>
  staff().post(`/boleto/down/open/${id}/settle`, { invoice_id, ...(rest && { rest }) });

describe('an unsettled payment', () => {
  test('is listed with day, amount, file and reason, newest first', LONG, async () => {
    const short = await boleto('00000001', { name: 'João da Conceição' });
    const right = await boleto('00000002');
    const byHand = await boleto('00000003');
    await app
      .as('FINANCIAL_INVOICE_CREATE')
      .patch(`/invoice/${byHand.invoice_id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    await desk.down(
      itau400([
        paidOn('00000001', { paid: 140_000 }),
        paidOn('00000002'),
        paidOn('00000003', { paid_on: '2026-11-04' }),
        paidOn('00000404', { amount: 99_900, paid_on: '2026-11-09' }),
      ]),
      'CN20116A.RET',
    );
    expect((await invoiceOf(right.invoice_id)).status).toBe('PAID');
    const { data, ...figures } = await list();
    // 999,00, 1.400,00 and 1.500,00.
    expect(figures).toEqual({
      page: 1,
      lastPage: 1,
      total: 3,
      amount: 3899,
      counts: { open: 3, ignored: 0, given_back: 0 },
    });
    expect(data).toMatchObject([
      {
        ...{ line: 5, paid_amount: 999, paid_on: '2026-11-09', found: null, payable: false, ignored: null },
        file: { name: 'CN20116A.RET', kind: 'CNAB400', bank: '341' },
        reason: 'Nenhum boleto daqui tem este nosso número',
      },
      {
        ...{ line: 2, label: '00000001', occurrence: 'Liquidação normal', paid_amount: 1400, payable: true },
        found: { invoice_id: short.invoice_id, user: { name: 'João da Conceição' }, expected: 1500, rest: 100 },
        reason: expect.stringContaining('100,00 a menos do que o devido no dia'),
      },
      { line: 4, payable: false, reason: expect.stringMatching(/^A fatura já foi paga em 22\/11\/2026/) },
    ]);
  });

  test('of an invoice that an agreement replaced waits for a decision, and settles the instalment that is chosen', async () => {
    const old = await boleto('00000001');
    const { proposal_id } = await invoiceOf(old.invoice_id);
    const offer = await app.as('*').post('/debt-agreement', {
      ...{ proposal_id, invoices: [old.invoice_id], instalments: 1, first_due: '2026-11-25' },
      ...{ charges_off: 0, rent_off: 0, monthly_interest: 0 },
    });
    // 17 days late: a fine of 150,00, and 12 days of 0,45.
    expect(offer.json()).toMatchObject({ total: 1655.4 });
    await acceptOnline(app.ctx, offer.json().id, { name: 'Ana Prado', address: '203.0.113.7', version: 1 });
    expect((await invoiceOf(old.invoice_id)).status).toBe('REPLACED');

    // The tenant paid the old boleto on the day of the agreement.
    await desk.down(itau400([paidOn('00000001', { paid: 165_540, paid_on: TODAY, credited_on: TODAY })]));
    const open = await first();
    expect(open).toMatchObject({ payable: false, reason: expect.stringContaining('A fatura está em um acordo') });
    expect((await invoiceOf(old.invoice_id)).status).toBe('REPLACED');
    const [instalment] = await app.db
      .selectFrom('invoice')
      .select('id')
      .where('debt_agreement_id', '=', offer.json().id)
      .execute();
    // The invoice that was replaced owes nothing; the instalment takes the payment.
    expect(refusal(await settle(open.id, old.invoice_id))).toEqual([409, 'BANK_LINE_NOT_PAYABLE']);
    const paid = await settle(open.id, instalment?.id ?? 0);
    expect(paid.statusCode, paid.body).toBe(204);
    expect((await list()).total).toBe(0);
    expect((await app.as('*').get(`/debt-agreement/${offer.json().id}`)).json()).toMatchObject({ paid: 1655.4 });
  });

  test('is listed once, however often the file is sent, and not when another file settled it', async () => {
    await boleto('00000001', { shown: '109/00000001-4' });
    const content = itau400([paidOn('00000001'), paidOn('00000404', { amount: 99_900 })]);
    for (let times = 0; times < 3; times += 1) await desk.down(content);
    expect((await list()).data.map(({ line }) => line)).toEqual([3]);
    const rows = [
      ['Nosso número', 'Pagador', 'Vencimento', 'Pagamento', 'Valor título', 'Valor pago'],
      ['109/00000001-4', 'João', '05/11/2026', '06/11/2026', '1.500,00', '1.500,00'],
      ['109/00000777-4', 'Ana, em aberto', '05/11/2026', '', '1.500,00', ''],
    ];
    await desk.down(await report(rows));
    expect((await list()).total).toBe(1);
  });

  test('of a boleto paid twice is the second one', async () => {
    await boleto('00000001');
    await desk.down(itau400([paidOn('00000001'), paidOn('00000001', { paid_on: '2026-11-04' })]));
    expect((await list()).data).toMatchObject([{ line: 3, reason: expect.stringContaining('já') }]);
  });

  test('of a second boleto of its invoice waits with the way to give it back', LONG, async () => {
    const first = await boleto('00000001', { status: 'CANCELED' });
    const other = await boleto('00000002');
    const { proposal_id } = await invoiceOf(first.invoice_id);
    // The second boleto replaced the first one of the same invoice.
    await app.db
      .updateTable('boleto')
      .set({ invoice_id: first.invoice_id, proposal_id })
      .where('id', '=', other.id)
      .execute();
    await desk.down(itau400([paidOn('00000002')]));
    expect((await invoiceOf(first.invoice_id)).status).toBe('PAID');
    await desk.down(itau400([paidOn('00000001', { paid_on: '2026-11-06', credited_on: '2026-11-09' })]));
    expect((await list()).data).toMatchObject([{ label: '00000001', reason: expect.stringContaining('já') }]);
  });

  test('of a boleto on another day, by another occurrence, is a second one', async () => {
    const { invoice_id } = await boleto('00000001');
    await desk.down(itau400([paidOn('00000001')]));
    await desk.down(itau400([paidOn('00000001', { paid_on: '2026-11-06', credited_on: '2026-11-09' })]));
    expect((await list()).data).toMatchObject([
      {
        paid_on: '2026-11-06',
        found: { invoice_id },
        reason: expect.stringMatching(/^A fatura já foi paga .*devolva o valor/),
      },
    ]);
  });

  test('of a boleto that a later numbered file tells of again waits, and a copy of that file adds nothing', async () => {
    const { invoice_id } = await boleto('00000001');
    await desk.down(itau400([paidOn('00000001')], { sequence: 25 }));
    // The same movement with another line before it, then the next movement, and a copy of that.
    await desk.down(itau400([paidOn('00000404'), paidOn('00000001')], { sequence: 25 }));
    expect((await list()).data.map(({ label }) => label)).toEqual(['00000404']);
    for (const fee of [210, 350]) await desk.down(itau400([paidOn('00000001', { fee })], { sequence: 26 }));
    const waiting = (await list()).data.filter(({ label }) => label === '00000001');
    expect(waiting).toMatchObject([
      {
        found: { invoice_id },
        payable: false,
        reason: expect.stringMatching(/^Já se conhece um pagamento deste valor.*devolva o valor$/),
      },
    ]);
    // Once the first one is refunded, either settles the invoice, and the other still waits.
    expect((await app.as('FINANCIAL_INVOICE_CREATE').delete(`/invoice/${invoice_id}/refund`)).statusCode).toBe(200);
    expect((await settle(waiting[0]?.id ?? 0, invoice_id)).statusCode).toBe(204);
    expect((await list()).data.filter(({ label }) => label === '00000001')).toHaveLength(1);
  });

  test('of a TED beside a Pix of the same day, amount and invoice waits, and the Pix in the statement does not', async () => {
    const { invoice_id } = await boleto('00000001');
    const money = { day: '2026-11-05', amount: 150_000 } as const;
    expect(await arrived(app, { invoice: invoice_id, amount: 150_000, paid_on: '2026-11-05' })).toEqual([]);
    const txid = `FATURA${String(invoice_id).padStart(10, '0')}`;
    await desk.down(
      ofx([
        { ...money, fitid: '1', memo: `TED RECEBIDA ${txid}` },
        { ...money, fitid: '2', memo: `PIX RECEBIDO ${txid}` },
      ]),
      'extrato.ofx',
    );
    expect((await list()).data).toMatchObject([
      { label: `TED RECEBIDA ${txid}`, found: { invoice_id }, reason: expect.stringMatching(/devolva o valor$/) },
    ]);
  });

  test(
    'of a boleto that is twice in one file is the second one, once however often the file is sent',
    LONG,
    async () => {
      await boleto('00000001');
      const content = itau400([paidOn('00000001'), paidOn('00000001')]);
      for (let times = 0; times < 2; times += 1) await desk.down(content);
      expect((await list()).data).toMatchObject([{ line: 3, reason: expect.stringMatching(/^A fatura já foi paga/) }]);
    },
  );

  test('of two lines of a statement that its bank numbers alike settle two invoices', LONG, async () => {
    const bills = [await boleto('00000001'), await boleto('00000002')];
    const line = { fitid: '0', day: '2026-11-05', amount: 150_000, memo: 'CRED PIX' } as const;
    const statement = ofx([line, line]);
    const { id, unmatched } = await desk.preview(statement, 'caixa.ofx');
    for (const [index, { line: at }] of unmatched.entries()) await desk.assign(id, at, bills[index]?.invoice_id ?? 0);
    expect(await desk.settle(id)).toMatchObject({ settled: 2 });
    await desk.down(statement, 'caixa.ofx');
    expect((await list()).total).toBe(0);
  });

  test('has the reason why the run could not settle it', LONG, async () => {
    const orphan = await boleto('00000001');
    const file = await desk.preview(itau400([paidOn('00000001')]));
    const { property_id } = await invoiceOf(orphan.invoice_id);
    await app.db.deleteFrom('property_owner').where('property_id', '=', property_id).execute();
    await desk.settle(file.id);
    expect(await first()).toMatchObject({ payable: true, reason: expect.stringContaining('proprietário') });
  });

  test('disappears with the undo of its file, and returns with it', async () => {
    await boleto('00000001');
    const content = itau400([paidOn('00000001'), paidOn('00000404')]);
    const file = await desk.preview(content);
    await desk.settle(file.id);
    expect((await list()).total).toBe(1);
    expect(await desk.undo(file.id)).toMatchObject({ status: 'UNDONE' });
    expect((await list()).total).toBe(0);
    await desk.down(content);
    expect((await list()).total).toBe(1);
  });

  test('that two statements told of waits when the first is undone and the other comes again', LONG, async () => {
    const { invoice_id } = await boleto('00000001');
    const memo = `PIX RECEBIDO FATURA${String(invoice_id).padStart(10, '0')}`;
    const money = { day: '2026-11-05', amount: 150_000 } as const;
    const first = await desk.preview(ofx([{ ...money, fitid: '1', memo }]), 'extrato.ofx');
    await desk.settle(first.id);
    const other = ofx([{ ...money, fitid: '2', memo: `${memo} E60746948202611051200abcdefghijk` }]);
    await desk.down(other, 'outro.ofx');
    expect((await list()).total).toBe(0);
    expect(await desk.undo(first.id)).toMatchObject({ status: 'UNDONE' });
    // What differs waits for a person: the payment is known by a name of the statement that was undone.
    await app.db.updateTable('invoice').set({ due_date: '2026-10-05' }).where('id', '=', invoice_id).execute();
    await desk.down(other, 'outro.ofx');
    expect((await list()).data).toMatchObject([{ found: { invoice_id }, paid_amount: 1500 }]);
  });

  test('disappears when a later file settles it', LONG, async () => {
    await desk.down(itau400([paidOn('00000001')]));
    expect((await list()).total).toBe(1);
    await boleto('00000001');
    expect((await desk.down(itau400([paidOn('00000001')]))).json()).toEqual({ count: 1 });
    expect((await list()).total).toBe(0);
  });
});

describe('settling an open payment', () => {
  test('uses the matched invoice as in the file’s window, with an open balance', async () => {
    const short = await boleto('00000001');
    await desk.down(itau400([paidOn('00000001', { paid: 140_000 })]));
    const { id, file } = await first();
    expect((await settle(id, short.invoice_id)).statusCode).toBe(204);
    expect(await invoiceOf(short.invoice_id)).toMatchObject({
      ...{ status: 'PAID', paid_amount: 140_000, pay_day: '2026-11-05', payment_method: 'BOLETO' },
      ...{ rest_fate: 'OPEN_BALANCE', rest_amount: 10_000 },
    });
    expect((await list()).total).toBe(0);
    expect(refusal(await settle(id, short.invoice_id))).toEqual([409, 'OPEN_LINE_CLOSED']);
    expect(await desk.show(file.id)).toMatchObject({ settled: 1, amount: 1400 });
    expect(await trailOf(app.db, 'bank_line', id)).toMatchObject([
      { action: 'settle', actor: 'Mariana Dias', changes: { invoice_id: short.invoice_id } },
    ]);
    await desk.down(itau400([paidOn('00000001', { paid: 140_000 })]));
    expect((await list()).total).toBe(0);
  });

  test('applies the treatment of the difference by the rules of a manual settlement', async () => {
    const short = await boleto('00000001');
    await desk.down(itau400([paidOn('00000001', { paid: 140_000 })]));
    const { id } = await first();
    const refused = await settle(id, short.invoice_id, { fate: 'WAIVED', reason: 'Acordo' });
    expect(refusal(refused)).toEqual([403, 'REST_NOT_WAIVED']);
    expect((await list()).total).toBe(1);
    expect((await settle(id, short.invoice_id, { fate: 'NEXT_INVOICE' })).statusCode).toBe(204);
    const extra = app.db.selectFrom('extra_value').selectAll().where('settled_by', '=', short.invoice_id);
    expect(await extra.execute()).toMatchObject([{ amount: 10_000, type: 'DEBIT' }]);
  });

  test('uses the invoice that a person names among several of its amount', async () => {
    const [one, two] = [await boleto('00000001'), await boleto('00000002')];
    const statement = ofx([{ fitid: '1', day: '2026-11-05', amount: 150_000, memo: 'TED RECEBIDA' }]);
    await desk.down(statement);
    const { id, reason } = await first();
    expect(reason).toBe('Há 2 boletos em aberto com este valor');
    const shown = (await staff().get(`/boleto/down/open/${id}`)).json();
    expect(shown.candidates.map(({ invoice_id }: { invoice_id: number }) => invoice_id).toSorted()).toEqual(
      [one.invoice_id, two.invoice_id].toSorted(),
    );
    const as = (await staff().get(`/boleto/down/open/${id}?invoice_id=${two.invoice_id}`)).json();
    expect(as).toMatchObject({ found: { invoice_id: two.invoice_id, expected: 1500, rest: 0 }, payable: true });
    expect((await settle(id, two.invoice_id)).statusCode).toBe(204);
    expect(await invoiceOf(two.invoice_id)).toMatchObject({ status: 'PAID', payment_method: 'MANUAL' });
    expect((await invoiceOf(one.invoice_id)).status).toBe('PENDING');
    expect((await desk.down(statement)).json()).toEqual({ count: 0 });
    expect((await list()).total).toBe(0);
  });

  test('uses another invoice of the tenant for a second payment', async () => {
    const old = await boleto('00000001');
    await app
      .as('FINANCIAL_INVOICE_CREATE')
      .patch(`/invoice/${old.invoice_id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    const content = itau400([paidOn('00000001')]);
    await desk.down(content);
    const { id } = await first();
    expect(refusal(await settle(id, old.invoice_id))).toEqual([409, 'BANK_LINE_NOT_PAYABLE']);
    const next = await boleto('00000002');
    expect((await settle(id, next.invoice_id)).statusCode).toBe(204);
    expect((await invoiceOf(next.invoice_id)).status).toBe('PAID');
    // After the refund of its first invoice, the same payment settles no other.
    await app.as('FINANCIAL_INVOICE_CREATE').delete(`/invoice/${old.invoice_id}/refund`);
    await desk.down(content);
    const [file] = (await staff().get('/boleto/down')).json();
    const reason = 'Este pagamento já foi liquidado por outro arquivo.';
    expect(file).toMatchObject({ settled: 0, failures: [{ line: 2, reason }] });
    expect((await invoiceOf(old.invoice_id)).status).toBe('PENDING');
    expect((await list()).total).toBe(0);
  });

  test('is reversed by a refund, which lists it again', async () => {
    const short = await boleto('00000001');
    await desk.down(itau400([paidOn('00000001', { paid: 140_000 })]));
    const { id } = await first();
    await settle(id, short.invoice_id);
    const back = await app.as('FINANCIAL_INVOICE_CREATE').delete(`/invoice/${short.invoice_id}/refund`);
    expect(back.statusCode).toBe(200);
    expect((await list()).data).toMatchObject([{ id, payable: true }]);
    expect((await settle(id, short.invoice_id)).statusCode).toBe(204);
  });

  test('succeeds for one of five concurrent calls', async () => {
    const invoices = [await boleto('00000001'), await boleto('00000002')].map(({ invoice_id }) => invoice_id);
    await desk.down(itau400([paidOn('00000404')]));
    const { id } = await first();
    const answers = await Promise.all([0, 1, 0, 1, 0].map((index) => settle(id, invoices[index] ?? 0)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 409, 409, 409, 409]);
    const paid = await Promise.all(invoices.map(invoiceOf));
    expect(paid.filter(({ status }) => status === 'PAID')).toHaveLength(1);
  });

  test('refuses a deleted invoice and an unknown line', LONG, async () => {
    await desk.down(itau400([paidOn('00000404')]));
    const { id } = await first();
    expect(refusal(await settle(id, 999_999))).toEqual([404, 'INVOICE_NOT_FOUND']);
    expect(refusal(await settle(999_999, 1))).toEqual([404, 'OPEN_LINE_NOT_FOUND']);
    expect((await list()).total).toBe(1);
  });
});

describe('ignoring an open payment', () => {
  test('needs a reason, can be reversed, and is kept when the file is sent again', async () => {
    const content = itau400([paidOn('00000404')]);
    await desk.down(content);
    const { id } = await first();
    expect(firstError(await staff().post(`/boleto/down/open/${id}/ignore`, { reason: ' ' }))).toEqual([
      422,
      'reason',
      'Informe o motivo',
    ]);
    expect((await staff().post(`/boleto/down/open/${id}/ignore`, { reason: 'Depósito do sócio' })).statusCode).toBe(
      204,
    );
    await desk.down(content);
    expect(await list()).toMatchObject({ total: 0, amount: 0, counts: { open: 0, ignored: 1 } });
    expect((await list('IGNORED')).data).toMatchObject([
      { id, ignored: { reason: 'Depósito do sócio', by: 'Mariana Dias' } },
    ]);
    const again = await staff().post(`/boleto/down/open/${id}/ignore`, { reason: 'De novo' });
    expect(refusal(again)).toEqual([409, 'OPEN_LINE_CLOSED']);
    expect((await staff().delete(`/boleto/down/open/${id}/ignore`)).statusCode).toBe(204);
    expect(refusal(await staff().delete(`/boleto/down/open/${id}/ignore`))).toEqual([409, 'OPEN_LINE_NOT_IGNORED']);
    expect((await list()).data).toMatchObject([{ id, ignored: null }]);
    expect(await trailOf(app.db, 'bank_line', id)).toMatchObject([
      { action: 'ignore', changes: { reason: 'Depósito do sócio' } },
      { action: 'restore' },
    ]);
  });
});

test('every call requires the permission to settle files', async () => {
  const other = app.as('BOLETO_VIEW', 'FINANCIAL_INVOICE_VIEW');
  const calls = [
    ['get', '/boleto/down/open'],
    ['get', '/boleto/down/open/1'],
    ['post', '/boleto/down/open/1/settle'],
    ['post', '/boleto/down/open/1/ignore'],
    ['delete', '/boleto/down/open/1/ignore'],
  ] as const;
  for (const [method, path] of calls) {
    expect(refusal(await other[method](path)), path).toEqual([403, 'PERMISSION_DENIED']);
    expect(refusal(await app.anonymous[method](path)), path).toEqual([401, 'UNAUTHENTICATED']);
  }
});
