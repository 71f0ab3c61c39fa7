import { extractText } from 'unpdf';
import { afterAll, describe, expect, test } from 'vitest';
import { anticipateInvoice, payInvoice } from '#api/modules/invoices/invoices.service.ts';
import { verifyBooks } from '#api/modules/ledger/verify.service.ts';
import { startApp } from '#test/harness.ts';

const { as, contract, ctx, db, stop } = await startApp({ today: '2026-03-10' });
afterAll(stop);

const staff = as('PROPOSAL_VIEW', 'PROPOSAL_EDIT');

// Thirty months from 1 April 2025, R$ 1.500,00, three rents of penalty. Leaving on 10 March 2026:
// February whole, March by 10 of 31 days (483,87), penalty 4.500,00 × (18 months and 20 days = 560) ÷ 900 = 2.800,00.
const lease = (overrides = {}) => contract({ start_date: '2025-04-01', end_date: '2027-09-30', ...overrides });
const leaving = { left_on: '2026-03-10' };
const draft = (id: number, body: object = leaving) => staff.post(`/proposal/${id}/termination/draft`, body);
const end = (id: number, body: object = leaving) => staff.put(`/proposal/${id}/termination`, body);
const withDeposit = (id: number, deposit: number) =>
  staff.patch(`/proposal/${id}`, { guarantee: 'SECURITY_DEPOSIT', deposit });
const amounts = (lines: { kind: string; amount: number }[]) => lines.map(({ kind, amount }) => [kind, amount]);

describe('the sheet', () => {
  test('rent by days, penalty by the time left', async () => {
    const { id } = await lease();
    const answer = await draft(id);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      {
        proposed_penalty: 2_800,
        total: 4_783.87,
        total_words: 'O inquilino deve R$\u00a04.783,87',
        invoice_amount: 4_783.87,
        refund_amount: null,
        due_date: '2026-03-10',
      },
    ]);
    expect(amounts(answer.json().lines)).toEqual([
      ['RENT', 1_500],
      ['RENT', 483.87],
      ['PENALTY', 2_800],
    ]);
  });

  test('changes nothing', async () => {
    const { id } = await lease();
    const before = (await staff.get(`/proposal/${id}`)).json();
    await draft(id);
    expect((await staff.get(`/proposal/${id}`)).json()).toEqual(before);
  });

  test('a month charged whole is given back by its days', async () => {
    const { id } = await lease();
    const paid = await anticipateInvoice(ctx, { proposal_id: id, reference: '2026-03' });
    await payInvoice(ctx, paid, { paid_amount: 150_000 });
    const ahead = await anticipateInvoice(ctx, { proposal_id: id, reference: '2026-04' });
    await payInvoice(ctx, ahead, { paid_amount: 150_000 });
    // 483,87 of March were lived, 1.500,00 paid.
    expect(amounts((await draft(id, { ...leaving, penalty: 0 })).json().lines)).toEqual([['RENT', -1_016.13]]);
  });

  test('what is late comes with its charges', async () => {
    const { id } = await lease({ transfer_date: 1 });
    await anticipateInvoice(ctx, { proposal_id: id, reference: '2026-03' });
    // Due on the 1st, left on the 10th: fine 150,00, interest 0,03% × 1.500,00 × 4 days = 1,80.
    expect(amounts((await draft(id, { ...leaving, penalty: 0 })).json().lines)).toEqual([
      ['INVOICE', 1_500],
      ['LATE', 151.8],
      ['RENT', 483.87],
    ]);
  });

  test('a penalty that is let go says why', async () => {
    const { id } = await lease();
    const silent = await draft(id, { ...leaving, waiver: { reason: 'OTHER' } });
    expect([silent.statusCode, silent.json().errors[0]]).toEqual([
      422,
      { field: 'waiver.note', message: 'Informe por que a multa foi dispensada.' },
    ]);
    const { lines, total } = (await draft(id, { ...leaving, waiver: { reason: 'JOB_TRANSFER' } })).json();
    expect(lines.at(-1)).toMatchObject({ kind: 'PENALTY', amount: 0, note: expect.stringContaining('dispensada') });
    expect(total).toBe(1_983.87);
  });

  test('lines of its own, and the deposit', async () => {
    const { id } = await lease();
    await withDeposit(id, 4_500);
    const body = {
      ...leaving,
      extras: [
        { description: 'Pintura', amount: 800, type: 'DEBIT' },
        { description: 'Chave devolvida', amount: 50, type: 'CREDIT' },
      ],
    };
    // 4.783,87 + 800,00 − 50,00 − 4.500,00
    expect((await draft(id, body)).json().total).toBe(1_033.87);
    // With what savings yielded.
    expect((await draft(id, { ...body, deposit_return: 4_612.3 })).json().total).toBe(921.57);
  });

  test('none after the term, at the end of which nobody leaves early', async () => {
    const { id } = await lease({ start_date: '2023-09-11', end_date: '2026-03-10' });
    expect((await draft(id)).json()).toMatchObject({ proposed_penalty: 0 });
  });

  test.each([
    [{}, 'left_on', 'Informe a data da saída'],
    [{ left_on: '2025-03-31' }, 'left_on', 'A saída não pode vir antes do início do contrato.'],
    [{ ...leaving, penalty: -1 }, 'penalty', 'Informe a multa'],
    [{ ...leaving, extras: [{ amount: 10, type: 'DEBIT' }] }, 'extras.0.description', 'Informe a descrição'],
  ])('%j is refused', async (body, field, message) => {
    const { id } = await lease();
    const answer = await draft(id, body);
    expect([answer.statusCode, answer.json().errors[0]]).toEqual([422, { field, message }]);
  });

  test('is for rents', async () => {
    const { id } = await lease({ property: { type: 'SALE' } });
    expect((await draft(id)).json().message).toBe('Só um contrato de aluguel tem rescisão.');
  });

  test('404, 403', async () => {
    expect((await draft(999_999)).statusCode).toBe(404);
    const { id } = await lease();
    expect((await as('CLIENT_VIEW').post(`/proposal/${id}/termination/draft`, leaving)).statusCode).toBe(403);
  });
});

describe('PUT /proposal/:id/termination', () => {
  test('one last invoice in place of what was pending', async () => {
    const { id, property_id } = await lease({ transfer_date: 1 });
    const pending = await anticipateInvoice(ctx, { proposal_id: id, reference: '2026-03' });
    const answer = await end(id, { ...leaving, due_date: '2026-03-20' });
    expect(answer.statusCode).toBe(201);
    const ended = (await staff.get(`/proposal/${id}`)).json();
    expect(ended).toMatchObject({ status: 'CLOSED', closed_on: '2026-03-10', property: { status: 'AVAILABLE' } });
    // 1.500,00 + 151,80 + 483,87 + 2.800,00
    expect(ended.invoices).toMatchObject([
      { id: answer.json().invoice_id, due_date: '2026-03-20', amount: 4_935.67, status: 'PENDING' },
    ]);
    expect(ended.invoices[0].id).not.toBe(pending);
    expect((await db.selectFrom('property').select('status').where('id', '=', property_id).execute())[0]).toEqual({
      status: 'AVAILABLE',
    });
    // Paid: the rent less ten percent, the charges and the penalty whole.
    await payInvoice(ctx, answer.json().invoice_id, { paid_amount: 493_567 });
    const { transfers } = (await staff.get(`/proposal/${id}`)).json();
    expect(transfers.map(({ amount }: { amount: number }) => amount)).toEqual([4_737.28]);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('a deposit larger than the debts pays them, and the rest goes back', async () => {
    const { id } = await lease();
    await withDeposit(id, 6_000);
    const answer = (await end(id)).json();
    expect(answer).toMatchObject({ sheet: { total: -1_216.13, invoice_amount: 0, refund_amount: 1_216.13 } });
    const { invoices, transfers } = (await staff.get(`/proposal/${id}`)).json();
    expect(invoices).toMatchObject([{ id: answer.invoice_id, amount: 0 }]);
    expect(transfers).toMatchObject([{ id: answer.transfer_id, amount: 1_216.13, status: 'PENDING' }]);
    await payInvoice(ctx, answer.invoice_id, { paid_amount: 0 });
    const owners = (await staff.get(`/proposal/${id}`)).json().transfers[0];
    // 1.983,87 − 198,39 + 2.800,00
    expect(owners.amount).toBe(4_585.48);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('takes along the extra values that waited', async () => {
    const { id } = await lease();
    const { id: extra } = (
      await staff.put(`/proposal/${id}/extra`, {
        description: 'Conserto',
        amount: 120,
        type: 'DEBIT',
        influence: 'EXPENSE',
        boleto: 1,
      })
    ).json();
    const { invoice_id, sheet } = (await end(id)).json();
    expect(sheet.total).toBe(4_903.87);
    const row = await db.selectFrom('extra_value').select('invoice_id').where('id', '=', extra).executeTakeFirst();
    expect(row).toEqual({ invoice_id });
  });

  test('once: the second hears 409, and no other write is taken', async () => {
    const { id } = await lease();
    const answers = await Promise.all([end(id), end(id)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    expect((await staff.patch(`/proposal/${id}/close`)).statusCode).toBe(409);
    expect((await draft(id)).statusCode).toBe(409);
  });

  test('not for a day to come, nor on an older reading', async () => {
    const { id } = await lease();
    expect((await end(id, { left_on: '2026-03-11' })).statusCode).toBe(422);
    const stale = await staff.put(`/proposal/${id}/termination`, leaving, { 'if-match': '"99"' });
    expect(stale.statusCode).toBe(412);
    expect((await staff.get(`/proposal/${id}`)).json().status).toBe('APPROVED');
  });

  test('needs its permission', async () => {
    const { id } = await lease();
    expect((await as('PROPOSAL_VIEW').put(`/proposal/${id}/termination`, leaving)).statusCode).toBe(403);
  });
});

describe('GET /proposal/:id/termination', () => {
  test('the sheet as it was agreed, on paper too', async () => {
    const { id } = await lease();
    const { sheet } = (await end(id)).json();
    expect((await as('PROPOSAL_VIEW').get(`/proposal/${id}/termination`)).json().sheet).toEqual(sheet);
    const pdf = await as('PROPOSAL_VIEW').get(`/proposal/${id}/termination/pdf`);
    const { text } = await extractText(new Uint8Array(pdf.rawPayload), { mergePages: true });
    expect(text.replace(/\s+/g, ' ')).toMatch(/Folha de rescisão.*Multa por rescisão antecipada.*2\.800,00.*4\.783,87/);
  });

  test('before it is done, on paper', async () => {
    const { id } = await lease();
    const pdf = await staff.post(`/proposal/${id}/termination/draft/pdf`, leaving);
    expect(pdf.headers['content-type']).toBe('application/pdf');
  });

  test('404 for a contract that goes on, or ended without one', async () => {
    const { id } = await lease();
    expect((await staff.get(`/proposal/${id}/termination`)).statusCode).toBe(404);
    await staff.patch(`/proposal/${id}/close`);
    expect((await staff.get(`/proposal/${id}/termination/pdf`)).statusCode).toBe(404);
  });
});
