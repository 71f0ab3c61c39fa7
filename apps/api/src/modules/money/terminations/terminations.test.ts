import { extractText } from 'unpdf';
import { afterAll, describe, expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { anticipateInvoice, payInvoice } from '#api/modules/money/invoices/invoices.service.ts';
import { refundInvoices } from '#api/modules/money/invoices/refunding.service.ts';
import { settleInvoices } from '#api/modules/money/invoices/settling.service.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { findAccountBalances } from '#test/money/account-balances.ts';
import { randomFrom } from '#test/random.ts';

const { as, contract, ctx, db, owner, property, stop } = await startApp({ today: '2026-03-10' });
afterAll(stop);

const staff = as('PROPOSAL_VIEW', 'PROPOSAL_EDIT');
/** In any order, of the short form; the long one (`FUZZ_TIMES`) makes 70. */
const EVENTS = process.env.FUZZ_TIMES ? 70 : 40;

// Thirty months from 1 April 2025, R$ 1.500,00, three rents of penalty. Leaving on 10 March 2026:
// February whole, March by 10 of 31 days (483,87), penalty 4.500,00 × (18 months and 20 days = 560) ÷ 900 = 2.800,00.
const lease = (overrides = {}) =>
  contract({ start_date: '2025-04-01', end_date: '2027-09-30', penalty_rents: 300, ...overrides });
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
    await payInvoice(ctx, paid, { paid_amount: 150_000, fine: 0, interest: 0 });
    const ahead = await anticipateInvoice(ctx, { proposal_id: id, reference: '2026-04' });
    await payInvoice(ctx, ahead, { paid_amount: 150_000, fine: 0, interest: 0 });
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

  test('a lease that runs on past its end is left without penalty, its months charged to the day of leaving', async () => {
    const { id } = await lease({ start_date: '2025-04-01', end_date: '2026-01-20' });
    const { proposed_penalty, penalty_words, without_term, lines } = (await draft(id)).json();
    // February whole, March by 10 of 31 days: 1.500,00 × 10 ÷ 31 = 483,87.
    expect(amounts(lines)).toEqual([
      ['RENT', 1_500],
      ['RENT', 483.87],
    ]);
    expect([proposed_penalty, penalty_words, without_term]).toEqual([
      0,
      'Prazo indeterminado: sem multa, com aviso por escrito de 30 dias (Lei 8.245, art. 6º)',
      true,
    ]);
  });

  test('fees of the month of leaving, by days or whole as chosen, become fees of the last invoice', async () => {
    const { id } = await lease({
      penalty_rents: 0,
      property: {
        fees: [
          { name: 'Condomínio', price: 62_000 },
          { name: 'Seguro incêndio', price: 3_000 },
        ],
      },
    });
    const paid = await anticipateInvoice(ctx, { proposal_id: id, reference: '2026-03' });
    await payInvoice(ctx, paid, { paid_amount: 215_000 });
    const { lines, fees } = (await draft(id)).json();
    // March by 10 of 31 days: 483,87 of the rent and 200,00 of the condominium.
    expect(amounts(lines)).toEqual([
      ['RENT', 483.87],
      ['FEE', 200],
      ['FEE', 30],
    ]);
    expect(fees).toMatchObject([
      { name: 'Condomínio', price: 620, by_days: true },
      { name: 'Seguro incêndio', price: 30, by_days: false },
    ]);
    const whole = { ...leaving, fees: [{ id: fees[0].id, by_days: false }] };
    const { invoice_id } = (await end(id, whole)).json();
    expect((await as('*').get(`/invoice/${invoice_id}`)).json()).toMatchObject({ price: 483.87, fees: 650 });
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('no penalty where the contract says none', async () => {
    const { id } = await contract({ start_date: '2025-04-01', end_date: '2027-09-30' });
    const { proposed_penalty, lines } = (await draft(id)).json();
    expect([proposed_penalty, lines.map(({ kind }: { kind: string }) => kind)]).toEqual([0, ['RENT', 'RENT']]);
    // By hand, where the parties agree on one.
    expect((await draft(id, { ...leaving, penalty: 500 })).json().lines.at(-1)).toMatchObject({
      kind: 'PENALTY',
      amount: 500,
    });
  });

  test('a penalty that is let go says why', async () => {
    const { id } = await lease();
    const silent = await draft(id, { ...leaving, waiver: { reason: 'OTHER' } });
    expect([silent.statusCode, silent.json().errors[0]]).toEqual([
      422,
      { field: 'waiver.note', message: 'Informe por que a multa foi dispensada' },
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
    [{ left_on: '2025-03-31' }, 'left_on', 'A saída não pode vir antes do início do contrato'],
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

describe('fees of the month of leaving that an invoice charged, of 620,00 held and 310,00 of the owner', () => {
  const everything = as('*');
  const receive = (id: number, paid_amount: number, rest?: { fate: 'OPEN_BALANCE' | 'NEXT_INVOICE' | 'WAIVED' }) =>
    everything.patch(`/invoice/${id}/down`, {
      ...{ paid_amount, fine: 0, interest: 0 },
      ...(rest && { rest: { ...rest, ...(rest.fate === 'WAIVED' && { reason: 'Acordo' }) } }),
    });
  async function withFees(overrides = {}) {
    const { id } = await lease({
      penalty_rents: 0,
      property: {
        fees: [
          { name: 'Condomínio', price: 62_000 },
          { name: 'IPTU', price: 31_000, to_owner: true },
          { name: 'Seguro incêndio', price: 3_000 },
        ],
      },
      ...overrides,
    });
    const february = await anticipateInvoice(ctx, { proposal_id: id, reference: '2026-03' });
    return { id, february };
  }
  const march = (proposal_id: number) => anticipateInvoice(ctx, { proposal_id, reference: '2026-04' });

  // Of March 10 of 31 days are owed: 483,87 of the rent, 200,00 and 100,00 of the fees by days, and 30,00 of the other.
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, (invoice: number) => Promise<unknown>, number]>([
    ['pending',                            async () => undefined,                                            813.87],
    ['cancelled',                          (invoice) => everything.delete(`/invoice/${invoice}`),            813.87],
    ['refunded',                           async (invoice) => {
      await receive(invoice, 2_460);
      return everything.delete(`/invoice/${invoice}/refund`);
    },                                                                                                       813.87],
    ['paid: 813,87 − 2.460,00',            (invoice) => receive(invoice, 2_460),                          -1_646.13],
    // 1.900,00 cover the rent and 400,00 of the condominium, so 1.016,13 and 200,00 go back.
    ['paid in part, the rest waived',      (invoice) => receive(invoice, 1_900, { fate: 'WAIVED' }),      -1_216.13],
    ['paid in part, with an open balance', (invoice) => receive(invoice, 1_900, { fate: 'OPEN_BALANCE' }), -1_086.13],
    ['paid in part, the rest carried over', (invoice) => receive(invoice, 1_900, { fate: 'NEXT_INVOICE' }), -1_086.13],
  ])('%s', LONG, async (_, happens, total) => {
    const { id, february } = await withFees();
    await receive(february, 2_460);
    await happens(await march(id));
    const before = (await staff.get(`/proposal/${id}`)).json();
    const sheet = (await draft(id)).json();
    expect(sheet.total).toBe(total);
    expect(sheet.fees.map(({ name, by_days }: Record<string, unknown>) => [name, by_days])).toEqual([
      ['Condomínio', true],
      ['IPTU', true],
      ['Seguro incêndio', false],
    ]);
    const { invoice_id, transfer_id } = (await end(id)).json();
    expect(await verifyBooks(db)).toEqual([]);
    // Undone, all is as it was.
    expect((await staff.delete(`/proposal/${id}/termination`)).statusCode).toBe(204);
    const told = ({ reference, amount, status }: Record<string, unknown>) => ({ reference, amount, status });
    expect((await staff.get(`/proposal/${id}`)).json().invoices.map(told)).toEqual(before.invoices.map(told));
    expect(await verifyBooks(db)).toEqual([]);

    const again = (await end(id)).json();
    expect([again.invoice_id === null, again.transfer_id === null]).toEqual([invoice_id === null, transfer_id === null]);
    if (again.invoice_id) {
      const { amount } = (await everything.get(`/invoice/${again.invoice_id}`)).json();
      expect((await receive(again.invoice_id, amount)).statusCode).toBe(200);
    }
    if (again.transfer_id) await everything.patch(`/transfer/${again.transfer_id}`, { status: 'DONE' });
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('a late one comes whole with its charges, and less the days not lived', async () => {
    // Left on 10 February, 28 days: 897,85 are owed. Due on 1 March, nine days late: 89,79 of fine, 0,03% × 4 = 1,08.
    const { id } = await withFees({ transfer_date: 1 });
    expect(amounts((await draft(id, { left_on: '2026-02-10' })).json().lines)).toEqual([
      ['INVOICE', 2_460],
      ['LATE', 90.87],
      ['RENT', -964.29],
      ['FEE', -398.57],
      ['FEE', -199.29],
    ]);
  });

  test('of a paid one the owner gives back the rent passed on and the fees after the lease, the agency its fee', async () => {
    const ana = await owner({ name: 'Ana Prado' });
    const { id: property_id } = await property({
      owners: [{ id: ana.id, share: 10_000 }],
      fees: [
        { name: 'Condomínio', price: 62_000 },
        { name: 'IPTU', price: 31_000, to_owner: true },
      ],
    });
    const { id, february } = await withFees({ property_id });
    for (const invoice of [february, await march(id)])
      await payInvoice(ctx, invoice, { paid_amount: 243_000, fine: 0, interest: 0 });
    const before = await findAccountBalances(db);
    const { sheet } = (await end(id)).json();
    expect(sheet.lines.map(({ kind, amount, paid_by }: Record<string, unknown>) => [kind, amount, paid_by])).toEqual([
      ['RENT', -1_016.13, 'proprietário R$\u00a0914,52 e imobiliária R$\u00a0101,61'],
      ['FEE', -420, 'proprietário'],
      ['FEE', -210, 'proprietário'],
    ]);
    // 914,52 + 420,00 + 210,00 are the owner's, 101,61 the agency's.
    expect(sheet.refund_paid_by).toMatchObject({ owners: [{ amount: 1_544.52 }], agency: 101.61 });
    expect(sheet.owners).toMatchObject([{ user_id: ana.id, amount: -1_544.52 }]);
    const after = await findAccountBalances(db);
    const moved = ['TENANTS', 'OWNERS', 'OWNER_ADVANCES', 'EXTRA_VALUES', 'FEES_HELD'].map((account) => {
      const balance = (rows: typeof after) => rows.find((row) => row.account === account)?.balance ?? 0;
      return balance(after) - balance(before);
    });
    expect(moved).toEqual([-164_613, 154_452, 0, 10_161, 0]);
    expect(await verifyBooks(db)).toEqual([]);

    await db.updateTable('termination').set({ counted: [] }).where('proposal_id', '=', id).execute();
    expect((await verifyBooks(db)).map(({ says }) => says)).toEqual([
      'rescisão que devolve mais aluguel do que as faturas cobraram',
      'rescisão que devolve mais taxas do que as faturas cobraram',
    ]);
    await staff.delete(`/proposal/${id}/termination`);
  });

  test('whole, where the sheet says so', async () => {
    const { id, february } = await withFees();
    await receive(february, 2_460);
    await receive(await march(id), 2_460);
    const { fees } = (await draft(id)).json();
    const chosen = fees.map(({ id: fee }: { id: number }) => ({ id: fee, by_days: false }));
    expect(amounts((await draft(id, { ...leaving, fees: chosen })).json().lines)).toEqual([['RENT', -1_016.13]]);
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

  test('and those that an invoice of a month after the leaving had taken, which is withdrawn', async () => {
    const { id } = await lease({ penalty_rents: 0, next_readjustment: '2026-12-01' });
    await staff.put(`/proposal/${id}/extra`, {
      ...{ description: 'Conserto', amount: 120, type: 'DEBIT', influence: 'EXPENSE', boleto: 1 },
    });
    const may = await anticipateInvoice(ctx, { proposal_id: id, reference: '2026-05' });
    expect((await as('*').get(`/invoice/${may}`)).json().amount).toBe(1_620);
    // February whole, March by 10 of 31 days, and the repair.
    const { sheet } = (await end(id)).json();
    expect(amounts(sheet.lines)).toEqual([
      ['RENT', 1_500],
      ['RENT', 483.87],
      ['EXTRA', 120],
    ]);
    expect(await verifyBooks(db)).toEqual([]);
    await staff.delete(`/proposal/${id}/termination`);
    expect((await staff.get(`/proposal/${id}`)).json().invoices).toMatchObject([{ amount: 1_620 }]);
    expect(await verifyBooks(db)).toEqual([]);
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
    const words = text.replace(/\s+/g, ' ');
    expect(words).toMatch(/Folha de rescisão.*Multa por rescisão antecipada.*paga: inquilino.*2\.800,00.*4\.783,87/);
    expect(words).not.toContain('RASCUNHO');
  });

  test('on paper, who pays what goes back', async () => {
    const { id } = await lease();
    await withDeposit(id, 9_000);
    await end(id);
    const pdf = await staff.get(`/proposal/${id}/termination/pdf`);
    const { text } = await extractText(new Uint8Array(pdf.rawPayload), { mergePages: true });
    // 9.000,00 − 4.783,87
    expect(text.replace(/\s+/g, ' ')).toMatch(
      /Quem paga a devolução dinheiro do inquilino em poder da imobiliária R\$ 4\.216,13/,
    );
  });

  test('before it is done, on paper', async () => {
    const { id } = await lease();
    const pdf = await staff.post(`/proposal/${id}/termination/draft/pdf`, leaving);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    const { text } = await extractText(new Uint8Array(pdf.rawPayload), { mergePages: true });
    expect(text.replace(/\s+/g, ' ')).toMatch(
      /nº \d+, RASCUNHO.*saída simulada em 10\/03\/2026.*o contrato não foi encerrado/,
    );
  });

  test('404 for a contract that goes on, or ended without one', async () => {
    const { id } = await lease();
    expect((await staff.get(`/proposal/${id}/termination`)).statusCode).toBe(404);
    await staff.patch(`/proposal/${id}/close`);
    expect((await staff.get(`/proposal/${id}/termination/pdf`)).statusCode).toBe(404);
  });
});

describe('who gives back', () => {
  const everything = as('*');
  const balances = async () => {
    const rows = await findAccountBalances(db);
    return (account: string) => rows.find((row) => row.account === account)?.balance ?? 0;
  };
  const transfersOf = async (userId: number) =>
    db
      .selectFrom('transfer')
      .select(['id', 'amount', 'purpose', 'status', 'lines'])
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute();

  async function paidMonth(id: number, reference: '2026-03' | '2026-04') {
    const invoice = await anticipateInvoice(ctx, { proposal_id: id, reference });
    const { amount } = await db
      .selectFrom('invoice')
      .select('amount')
      .where('id', '=', invoice)
      .executeTakeFirstOrThrow();
    await payInvoice(ctx, invoice, { paid_amount: amount ?? 0, fine: 0, interest: 0 });
    return invoice;
  }

  /** February and March are paid: 1.016,13 of March goes back, of which 101,61 is the agency's fee. */
  async function paidAhead(fees: NonNullable<Parameters<typeof property>[0]>['fees'] = []) {
    const ana = await owner({ name: 'Ana Prado' });
    const beto = await owner({ name: 'Beto Reis' });
    const { id: property_id } = await property({
      fees,
      owners: [
        { id: ana.id, share: 6_000 },
        { id: beto.id, share: 4_000 },
      ],
    });
    const { id, user_id } = await lease({ property_id, next_readjustment: '2026-12-01' });
    const february = await paidMonth(id, '2026-03');
    const march = await paidMonth(id, '2026-04');
    return { id, user_id, property_id, ana, beto, february, march };
  }

  test('the owners who received the rent, not those who came later', async () => {
    const { id, property_id, ana, beto } = await paidAhead();
    const caio = await owner({ name: 'Caio Lima' });
    // The property is sold after March was paid and passed on.
    await db
      .insertInto('property_owner')
      .values({ property_id, client_id: caio.id, position: 3, share: 10_000 })
      .execute();
    await db
      .deleteFrom('property_owner')
      .where('property_id', '=', property_id)
      .where('client_id', 'in', [ana.id, beto.id])
      .execute();
    // 500,00 of penalty are the new owner's, and are paid from the 1.016,13 that go back.
    const { invoice_id, sheet } = (await end(id, { ...leaving, penalty: 500 })).json();
    expect(sheet.refund_amount).toBe(516.13);
    expect(sheet.owners).toEqual([
      { user_id: ana.id, name: 'Ana Prado', amount: -548.72 },
      { user_id: beto.id, name: 'Beto Reis', amount: -365.8 },
    ]);
    const debits = async (userId: number) =>
      (await transfersOf(userId)).filter(({ purpose }) => purpose === 'DEBIT').map(({ amount }) => amount);
    expect([await debits(ana.id), await debits(beto.id), await debits(caio.id)]).toEqual([[-54_872], [-36_580], []]);
    await everything.patch(`/invoice/${invoice_id}/down`, { paid_amount: 0 });
    expect((await transfersOf(caio.id)).map(({ amount }) => amount)).toEqual([50_000]);
    expect(await verifyBooks(db)).toEqual([]);
    const income = await db
      .selectFrom('transfer')
      .select(['gross', 'fee'])
      .where('user_id', '=', ana.id)
      .where('purpose', '=', 'DEBIT')
      .executeTakeFirstOrThrow();
    // Six tenths of 1.016,13 and of 101,61.
    expect(income).toEqual({ gross: -60_968, fee: -6_097 });
  });

  test('owners by share, the agency its fee; the owner’s next transfer takes the debit in', async () => {
    const { id, user_id, ana, beto } = await paidAhead();
    const before = await balances();
    const { sheet, transfer_id, invoice_id } = (await end(id, { ...leaving, penalty: 0 })).json();
    expect(sheet).toMatchObject({
      total: -1_016.13,
      refund_paid_by: {
        // 914,52 × 60%, cut, and the centavo left over; 40%.
        owners: [
          { user_id: ana.id, name: 'Ana Prado', amount: 548.72 },
          { user_id: beto.id, name: 'Beto Reis', amount: 365.8 },
        ],
        agency: 101.61,
        deposit: 0,
      },
    });
    expect(invoice_id).toBe(null);
    expect((await transfersOf(user_id)).map(({ id, amount, purpose }) => [id, amount, purpose])).toEqual([
      [transfer_id, 101_613, 'REFUND'],
    ]);
    expect((await transfersOf(ana.id)).at(-1)).toMatchObject({ amount: -54_872, purpose: 'DEBIT' });
    expect((await transfersOf(beto.id)).at(-1)).toMatchObject({ amount: -36_580, purpose: 'DEBIT' });
    const after = await balances();
    expect(['TENANTS', 'OWNERS', 'OWNER_ADVANCES', 'EXTRA_VALUES'].map((one) => after(one) - before(one))).toEqual([
      -101_613, 91_452, 0, 10_161,
    ]);
    expect(await verifyBooks(db)).toEqual([]);

    // The tenant is paid from the tenant's money.
    await everything.patch(`/transfer/${transfer_id}`, { status: 'DONE' });
    expect((await balances())('TENANTS')).toBe(before('TENANTS'));

    // Another property of Ana's: 1.350,00 − 548,72.
    const { id: other } = await contract({ property: { owners: [ana] } });
    const rent = await anticipateInvoice(ctx, { proposal_id: other, reference: '2026-03' });
    expect((await everything.get(`/invoice/${rent}`)).json().transfers).toMatchObject([{ amount: 801.28 }]);
    await payInvoice(ctx, rent, { paid_amount: 150_000, fine: 0, interest: 0 });
    const [last, ...earlier] = (await transfersOf(ana.id)).toReversed();
    expect(last).toMatchObject({ amount: 80_128 });
    expect(last?.lines.at(-1)).toMatchObject({ kind: 'DEBIT', name: 'Devolução ao inquilino', amount: -54_872 });
    expect(earlier.map(({ purpose }) => purpose)).not.toContain('DEBIT');
    const { events, closing } = (
      await everything.get(`/user/${ana.id}/statement?start=2026-03-01&end=2026-03-31`)
    ).json();
    expect(events.slice(-2).map((one: { title: string; amount: number }) => [one.title, one.amount])).toEqual([
      ['Devolução ao inquilino', -548.72],
      ['Aluguel recebido', 1_350],
    ]);
    expect(events.at(-1).lines).not.toContainEqual(expect.objectContaining({ kind: 'DEBIT' }));
    // 60% of 2 × 1.350,00, and of this.
    expect(closing).toBeCloseTo(1_620 + 801.28, 6);
    expect(await verifyBooks(db)).toEqual([]);

    // The refund of the receipt releases the debit, which waits for the next receipt.
    expect((await everything.delete(`/invoice/${rent}/refund`)).statusCode).toBe(200);
    expect((await transfersOf(ana.id)).at(-1)).toMatchObject({ amount: -54_872, purpose: 'DEBIT' });
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('a debit larger than the next transfer goes on to the one after it', async () => {
    const { id, ana } = await paidAhead();
    await end(id, { ...leaving, penalty: 0 });
    const { id: other } = await contract({ current_price: 50_000, property: { owners: [ana] } });
    const months = ['2026-03', '2026-04'] as const;
    const made = [];
    for (const reference of months) made.push(await anticipateInvoice(ctx, { proposal_id: other, reference }));
    const [first = 0, second = 0] = made;
    await payInvoice(ctx, first, { paid_amount: 50_000 });
    expect((await transfersOf(ana.id)).at(-1)).toMatchObject({ amount: 45_000 - 54_872 });
    await payInvoice(ctx, second, { paid_amount: 50_000 });
    expect((await transfersOf(ana.id)).at(-1)).toMatchObject({ amount: 45_000 - 9_872 });
    expect(await verifyBooks(db)).toEqual([]);
    // The second receipt's transfer contains the first's as a debit.
    expect((await everything.delete(`/invoice/${first}/refund`)).json().message).toMatch(/Estorne antes a fatura/);
    expect((await everything.delete(`/invoice/${second}/refund`)).statusCode).toBe(200);
    expect((await everything.delete(`/invoice/${first}/refund`)).statusCode).toBe(200);
    expect((await transfersOf(ana.id)).at(-1)).toMatchObject({ amount: -54_872, purpose: 'DEBIT' });
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('a debit is taken in one after the other by the settlements of one set, and given back by its refunds', async () => {
    const { id, ana } = await paidAhead();
    await end(id, { ...leaving, penalty: 0 });
    const invoices = [];
    for (const current_price of [50_000, 70_000]) {
      const { id: proposal_id } = await contract({ current_price, property: { owners: [ana] } });
      invoices.push({
        id: await anticipateInvoice(ctx, { proposal_id, reference: '2026-03' }),
        paid_amount: current_price,
      });
    }
    const orders = invoices.map(({ id, paid_amount }) => ({ id, input: { paid_amount } }));
    const settled = await db.transaction().execute((trx) => settleInvoices(trx, ctx, orders));
    expect(settled).toEqual([undefined, undefined]);
    // 450,00 − 548,72 = −98,72, which the second takes in: 630,00 − 98,72.
    expect((await transfersOf(ana.id)).at(-1)).toMatchObject({ amount: 63_000 - 9_872 });
    expect(await verifyBooks(db)).toEqual([]);
    // The second receipt's transfer contains the first's as a debit.
    const refunded = await db.transaction().execute((trx) => refundInvoices(trx, ctx, orders));
    expect(refunded).toEqual([undefined, undefined]);
    expect((await transfersOf(ana.id)).at(-1)).toMatchObject({ amount: -54_872, purpose: 'DEBIT' });
    expect(await verifyBooks(db)).toEqual([]);
  });

  test.each([
    ['AGENCY', { agency: 0, deposit: 4_500 }, [-450_000, 450_000]],
    ['OWNER', { owners: [{ amount: 4_500 }], agency: 0, deposit: 0 }, [-450_000, 0]],
  ])('a deposit held by %s', async (deposit_held_by, paidBy, expected) => {
    const { id } = await lease();
    await withDeposit(id, 4_500);
    await paidMonth(id, '2026-03');
    const before = await balances();
    const { sheet } = (await end(id, { left_on: '2026-02-28', penalty: 0, deposit_held_by })).json();
    expect(sheet).toMatchObject({ total: -4_500, refund_paid_by: paidBy });
    const after = await balances();
    expect(['TENANTS', 'DEPOSITS'].map((one) => after(one) - before(one))).toEqual(expected);
    expect(after('EXTRA_VALUES')).toBe(before('EXTRA_VALUES'));
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('a deposit that pays debts is the tenant’s money, not the agency’s loss', async () => {
    const { id } = await lease();
    await withDeposit(id, 1_000);
    const before = await balances();
    const { invoice_id } = (await end(id, { ...leaving, penalty: 0 })).json();
    await payInvoice(ctx, invoice_id, { paid_amount: 98_387 }); // 1.983,87 − 1.000,00
    const after = await balances();
    expect(['CASH', 'DEPOSITS', 'EXTRA_VALUES'].map((one) => after(one) - before(one))).toEqual([98_387, 100_000, 0]);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('a paid month of which rent went back is not taken for unpaid', async () => {
    const { id, february, march } = await paidAhead();
    await end(id, { ...leaving, penalty: 0 });
    expect((await everything.delete(`/invoice/${march}/refund`)).json().code).toBe('INVOICE_GIVEN_BACK');
    expect((await everything.delete(`/invoice/${february}/refund`)).statusCode).toBe(200);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('a contract with a refund is not deleted', async () => {
    const { id } = await lease();
    await withDeposit(id, 9_000);
    await end(id);
    expect((await everything.delete(`/proposal/${id}`)).json().code).toBe('PROPOSAL_HAS_MONEY');
  });

  test('verify sees a sheet that gives back more rent than invoices charged', async () => {
    const { id, march } = await paidAhead();
    await end(id, { ...leaving, penalty: 0 });
    await db.updateTable('termination').set({ counted: [] }).where('proposal_id', '=', id).execute();
    expect(await verifyBooks(db)).toMatchObject([
      { says: 'rescisão que devolve mais aluguel do que as faturas cobraram' },
    ]);
    await db
      .updateTable('termination')
      .set({ counted: [march] })
      .where('proposal_id', '=', id)
      .execute();
    expect(await verifyBooks(db)).toEqual([]);
  });

  describe('undone', () => {
    const undo = (id: number) => staff.delete(`/proposal/${id}/termination`);

    test('the mirror is posted, pending invoices come back as themselves, the contract goes on', async () => {
      const { id, property_id, ana } = await paidAhead();
      const pending = await anticipateInvoice(ctx, { proposal_id: id, reference: '2026-05' });
      const before = await balances();
      const shown = (await staff.get(`/proposal/${id}`)).json();
      const { invoice_id } = (await end(id, { ...leaving, penalty: 500 })).json();
      expect(invoice_id).toEqual(expect.any(Number));
      expect((await undo(id)).statusCode).toBe(204);

      const again = (await staff.get(`/proposal/${id}`)).json();
      expect(again).toMatchObject({ status: 'APPROVED', closed_on: null, property: { status: 'RENTED' } });
      const told = ({ reference, due_date, amount, status }: Record<string, unknown>) => ({
        reference,
        due_date,
        amount,
        status,
      });
      expect(again.invoices.map(told)).toEqual(shown.invoices.map(told));
      expect(again.invoices.map(({ id }: { id: number }) => id)).toContain(pending);
      const after = await balances();
      for (const account of ['CASH', 'OWNERS', 'TENANTS', 'OWNER_ADVANCES', 'EXTRA_VALUES', 'ADMIN_FEES'])
        expect([account, after(account)]).toEqual([account, before(account)]);
      expect((await transfersOf(ana.id)).map(({ purpose }) => purpose)).not.toContain('DEBIT');
      expect(await verifyBooks(db)).toEqual([]);
      // It can be terminated again.
      expect((await end(id, { ...leaving, penalty: 0 })).statusCode).toBe(201);
      expect(property_id).toBe(again.property.id);
      expect(await verifyBooks(db)).toEqual([]);
    });

    test('not once something of it was paid, or the property is taken', async () => {
      const { id, property_id } = await paidAhead();
      const { transfer_id } = (await end(id, { ...leaving, penalty: 0 })).json();
      await everything.patch(`/transfer/${transfer_id}`, { status: 'DONE' });
      expect((await undo(id)).json().code).toBe('REFUND_DONE');
      await everything.delete(`/transfer/${transfer_id}/refund`);
      await contract({ property_id });
      expect((await undo(id)).json().code).toBe('PROPERTY_NOT_FREE');

      const { id: owing } = await lease();
      const { invoice_id } = (await end(owing)).json();
      await payInvoice(ctx, invoice_id, { paid_amount: 478_387 });
      expect((await undo(owing)).json().code).toBe('LAST_INVOICE_PAID');
      expect(await verifyBooks(db)).toEqual([]);
    });

    test('once; 404 without one, 403 without the permission', async () => {
      const { id } = await lease();
      expect((await undo(id)).statusCode).toBe(404);
      await end(id);
      expect((await as('PROPOSAL_VIEW').delete(`/proposal/${id}/termination`)).statusCode).toBe(403);
      const answers = await Promise.all([undo(id), undo(id)]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404]);
    });
  });

  test('events in any order leave the books in agreement', LONG, async () => {
    const random = randomFrom(3);
    const { id, user_id, ana, beto } = await paidAhead([
      { name: 'Condomínio', price: 62_003 },
      { name: 'IPTU', price: 31_001, to_owner: true },
    ]);
    const { fees } = (await draft(id)).json();
    await withDeposit(id, 2_000);
    await anticipateInvoice(ctx, { proposal_id: id, reference: '2026-05' });
    const { id: other } = await contract({ current_price: 40_000, property: { owners: [ana, beto] } });
    for (const reference of ['2026-03', '2026-04', '2026-05'] as const)
      await anticipateInvoice(ctx, { proposal_id: other, reference });
    const invoices = async () =>
      await db
        .selectFrom('invoice')
        .select(['id', 'amount'])
        .where('proposal_id', 'in', [id, other])
        .where('deleted_at', 'is', null)
        .execute();
    const transfers = async () =>
      await db
        .selectFrom('transfer')
        .select('id')
        .where('user_id', 'in', [user_id, ana.id, beto.id])
        .where('deleted_at', 'is', null)
        .execute();
    const done: Record<string, number> = {};
    for (let step = 0; step < EVENTS; step += 1) {
      const invoice = random.pick(await invoices());
      const transfer = random.pick(await transfers());
      const events = {
        end: () =>
          end(id, {
            ...leaving,
            penalty: random.integer(0, 1) * 900,
            deposit_held_by: random.pick(['AGENCY', 'OWNER']),
            fees: fees.map((fee: { id: number }) => ({ id: fee.id, by_days: random.integer(0, 2) > 0 })),
          }),
        undoEnd: () => staff.delete(`/proposal/${id}/termination`),
        settle: () =>
          everything.patch(`/invoice/${invoice.id}/down`, { paid_amount: Math.max(0, invoice.amount) / 100 }),
        refund: () => everything.delete(`/invoice/${invoice.id}/refund`),
        conclude: () => everything.patch(`/transfer/${transfer?.id}`, { status: 'DONE' }),
        undo: () => everything.delete(`/transfer/${transfer?.id}/refund`),
      };
      const name = random.pick(Object.keys(events) as (keyof typeof events)[]);
      const { statusCode } = await events[name]();
      expect([200, 201, 204, 404, 409, 422]).toContain(statusCode);
      if (statusCode < 300) done[name] = (done[name] ?? 0) + 1;
      expect([step, name, await verifyBooks(db)]).toEqual([step, name, []]);
    }
    // Every action occurred.
    expect(Object.keys(done).sort()).toEqual(['conclude', 'end', 'refund', 'settle', 'undo', 'undoEnd']);
  });
});
