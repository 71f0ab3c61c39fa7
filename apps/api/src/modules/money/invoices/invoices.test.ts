import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { billDay } from '#api/modules/money/invoices/billing.service.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';

const TODAY = '2026-03-10';
const { as, anonymous, signIn, app, db, ctx, clock, client, owner, property, contract, invoice, stop } = await startApp(
  {
    today: TODAY,
  },
);
afterAll(stop);
beforeEach(() => {
  clock.today = TODAY;
});

type Answer = Awaited<ReturnType<ReturnType<typeof as>['get']>>;
const refusal = (answer: Answer) => [answer.statusCode, answer.json().message];
const firstError = (answer: Answer) => {
  const { field, message } = answer.json().errors[0];
  return [answer.statusCode, field, message];
};

const cashier = as('FINANCIAL_INVOICE_CREATE');
const reader = as('FINANCIAL_INVOICE_VIEW');
const pay = (id: number, body: object = { paid_amount: 1500 }, headers?: Record<string, string>) =>
  cashier.patch(`/invoice/${id}/down`, body, headers);
const refund = (id: number) => cashier.delete(`/invoice/${id}/refund`);
const remove = (id: number) => cashier.delete(`/financial/invoice/${id}/delete`);
const anticipate = (proposal_id: number, reference: string) =>
  cashier.post('/financial/invoice', { proposal_id, reference });
const show = async (id: number, query = '') => (await reader.get(`/invoice/${id}${query}`)).json();
/** Documents and e-mails find people for readers who may see them. */
const found = async (query: string) =>
  (await as('FINANCIAL_INVOICE_VIEW', 'CLIENT_VIEW').get(`/invoice?${query}`))
    .json()
    .data.map((row: { id: number }) => row.id);
const referencesOf = async (proposalId: number) =>
  (await reader.get(`/invoice/${proposalId}/proposal`)).json().map((row: { reference: string }) => row.reference);

const extra = (
  proposal_id: number,
  given: { amount: number } & Partial<{
    type: 'CREDIT' | 'DEBIT';
    influence: 'RENT' | 'EXPENSE';
    boleto: boolean;
    transfer: boolean;
  }>,
) =>
  db
    .insertInto('extra_value')
    .values({
      proposal_id,
      description: 'Reparo',
      type: 'DEBIT',
      influence: 'EXPENSE',
      boleto: true,
      transfer: false,
      ...given,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
const takenBy = (id: number) =>
  db.selectFrom('extra_value').select(['invoice_id', 'transfer_id']).where('id', '=', id).executeTakeFirstOrThrow();

const CALLS = [
  ['get', '/invoice', 'FINANCIAL_SHALL_VIEW'],
  ['get', '/invoice/1', 'FINANCIAL_INVOICE_CREATE'],
  ['get', '/invoice/1/proposal', 'FINANCIAL_SHALL_VIEW'],
  ['patch', '/invoice/1/down', 'FINANCIAL_VIEW'],
  ['delete', '/invoice/1/refund', 'FINANCIAL_VIEW'],
  ['delete', '/financial/invoice/1/delete', 'FINANCIAL_VIEW'],
  ['post', '/financial/invoice', 'FINANCIAL_VIEW'],
  ['get', '/financial/invoice/1/months', 'FINANCIAL_VIEW'],
  ['get', '/financial/1/receipt/client', 'FINANCIAL_INVOICE_CREATE'],
  ['get', '/receipt/invoice/1', 'FINANCIAL_TRANSFER_VIEW'],
] as const;

describe.each(CALLS)('%s %s', (method, url, other) => {
  test('requires a session', async () => {
    expect(refusal(await anonymous[method](url))).toEqual([401, 'Sua sessão terminou. Entre de novo.']);
  });
  test(`isn’t permitted by ${other}`, async () => {
    expect(refusal(await as(other)[method](url))).toEqual([403, 'Você não tem permissão para esta ação.']);
  });
});

describe('GET /invoice', () => {
  test('returns a row in reais, with tenant and address', async () => {
    const lease = await contract({
      user_id: (await client({ name: 'Ana Prado' })).id,
      property: { street: 'Rua Halfeld', number: '20', fees: [{ name: 'IPTU', price: 10_050 }] },
    });
    const { id } = await invoice({ contract: lease });
    const [row] = (await reader.get(`/invoice?id=${id}`)).json().data;
    expect(row).toEqual({
      id,
      ...{ debt_agreement_id: null, instalment: null, instalments: null },
      proposal_id: lease.id,
      user_id: lease.user_id,
      property_id: lease.property_id,
      tenant: 'Ana Prado',
      user: { id: lease.user_id, name: 'Ana Prado' },
      proposal: { id: lease.id },
      property: 'Rua Halfeld, 20',
      reference: '2026-03',
      due_date: '2026-03-10',
      price: 1500,
      fees: 100.5,
      amount: 1600.5,
      status: 'PENDING',
      pay_day: null,
      paid_amount: null,
    });
  });

  test('finds an invoice by id in any state; the list itself has open ones', async () => {
    const { id } = await invoice();
    await pay(id);
    expect(await found(`id=${id}`)).toEqual([id]);
    expect(await found('status=OPEN')).not.toContain(id);
    expect(await found('status=PAID')).toContain(id);
  });

  test('finds by name without accents in any order, by address and by document, masked or not', async () => {
    const tenant = await client({
      name: 'José Antônio Conceição',
      cpf_cnpj: '52998224725',
      email: 'jose.a7@exemplo.com.br',
    });
    const { id } = await invoice({ user_id: tenant.id, property: { street: 'Avenida Barão do Rio Branco' } });
    const queries = [
      'conceicao jose',
      'JOSÉ antonio',
      'antônio  CONCEIÇÃO',
      'branco barao',
      '529.982.247-25',
      '52998224725',
      '529.982',
      'jose.a7@exemplo.com.br',
    ];
    for (const query of queries)
      expect([query, await found(`query=${encodeURIComponent(query)}`)]).toEqual([query, [id]]);
    expect(await found('query=jose%20inexistente')).toEqual([]);
  });

  test('escapes wildcards, and ignores a single letter', async () => {
    const { id } = await invoice();
    expect(await found(`query=${encodeURIComponent('%%')}`)).toEqual([]);
    expect((await reader.get(`/invoice?query=${encodeURIComponent(',;')}`)).statusCode).toBe(200);
    expect(firstError(await reader.get(`/invoice?query=z&id=${id}`))).toEqual([
      ...[422, 'query', 'Busque por ao menos 2 letras'],
    ]);
  });

  test('filters by month of the due date', async () => {
    const lease = await contract({ transfer_date: 31 });
    const april = await invoice({ contract: lease, reference: '2026-04' });
    const may = await invoice({ contract: lease, reference: '2026-05' });
    expect(await found('month=2026-04')).toContain(april.id);
    expect(await found('month=2026-04')).not.toContain(may.id);
  });
});

describe('the figures and pages of GET /invoice', async () => {
  const books = await startApp({ today: TODAY });
  afterAll(books.stop);
  const list = async (query = '') => (await books.as('FINANCIAL_VIEW').get(`/invoice${query}`)).json();

  test('count every open invoice, and overdue ones separately', async () => {
    expect(await list()).toEqual({
      data: [],
      page: 1,
      lastPage: 1,
      found: 0,
      total: 0,
      subtotal: 0,
      delayed: 0,
      subtotalDelayed: 0,
    });
    // Overdue since 10 February; due today, which is not overdue; due in April, 23 of them.
    await books.invoice({ reference: '2026-02', current_price: 100_010 });
    await books.invoice({ reference: '2026-03', current_price: 200_000 });
    for (let more = 0; more < 23; more += 1) await books.invoice({ reference: '2026-04', current_price: 10_000 });
    const paid = await books.invoice({ reference: '2026-02', current_price: 500_000 });
    await books.as('*').patch(`/invoice/${paid.id}/down`, { paid_amount: 5000, fine: 0, interest: 0 });
    const gone = await books.invoice({ reference: '2026-02', current_price: 700_000 });
    await books.as('*').delete(`/financial/invoice/${gone.id}/delete`);

    // 1.000,10 + 2.000,00 + 23 × 100,00 = 5.300,10
    const first = await list();
    expect(first).toMatchObject({
      page: 1,
      lastPage: 2,
      found: 25,
      total: 25,
      subtotal: 5300.1,
      delayed: 1,
      subtotalDelayed: 1000.1,
    });
    expect(first.data).toHaveLength(20);
    expect(first.data[0].due_date).toBe('2026-02-10');
  });

  test('return an empty page past the end', async () => {
    expect((await list('?page=2')).data).toHaveLength(5);
    expect(await list('?page=3')).toMatchObject({ data: [], page: 3, lastPage: 2, total: 25 });
    for (const page of ['-1', 'abc'])
      expect(firstError(await reader.get(`/invoice?page=${page}`))).toEqual([
        ...[422, 'page', 'Informe a página, a partir de 1'],
      ]);
  });

  test('count a search’s rows, while the figures stay those of all open invoices', async () => {
    expect(await list('?status=LATE')).toMatchObject({ found: 1, total: 25 });
  });
});

describe('GET /invoice/:id', () => {
  test('returns the amount due today, with the owner’s share', async () => {
    const lease = await contract({ property: { fees: [{ name: 'Condomínio', price: 40_000 }] } });
    const { id } = await invoice({ contract: lease });
    clock.today = '2026-03-20';
    // 10 days late on 1.900,00: fine 190,00; interest 0,03% × 5 days = 2,85.
    expect(await show(id)).toMatchObject({
      user: { id: lease.user_id },
      proposal: { id: lease.id, status: 'APPROVED', commission: 10 },
      late: { days: 10, fine: 190, interest: 2.85, total: 2092.85 },
      lines: [
        { kind: 'RENT', name: 'Aluguel', amount: 1500 },
        { kind: 'FEE', name: 'Condomínio', amount: 400, to_owner: false },
      ],
      // 1.500,00 − 10% + all of the late charges; five business days after the 20th, a Friday.
      transfers: [{ id: null, amount: 1542.85, due_date: '2026-03-27', status: 'PLANNED' }],
    });
  });

  test('returns another day’s amount, for another payment', async () => {
    const { id } = await invoice();
    expect(await show(id, '?pay_day=2026-03-14')).toMatchObject({
      late: { days: 4, fine: 0, interest: 0, total: 1500 },
    });
    expect(await show(id, '?pay_day=2026-03-15')).toMatchObject({
      late: { days: 5, fine: 150, interest: 0, total: 1650 },
    });
    expect(await show(id, '?paid_amount=1000')).toMatchObject({ transfers: [{ amount: 900 }] });
  });

  test.each([
    '?pay_day=9999-12-31',
    '?pay_day=1000-01-01',
    '?pay_day=ontem',
    '?paid_amount=-5',
    '?paid_amount=1e400',
    '?paid_amount=0.001',
  ])('refuses %s', async (query) => {
    const { id } = await invoice();
    const [status, field, message] = firstError(await reader.get(`/invoice/${id}${query}`));
    expect([status, query]).toEqual([422, expect.stringContaining(`?${field}=`)]);
    expect(message).toMatch(/^Informe /);
  });

  test.each(['999999', '0', '1234567890123456', 'abc', '-1', '1.5'])('returns 404 for %s', async (id) => {
    expect((await reader.get(`/invoice/${id}`)).statusCode).toBe(404);
  });

  test('returns 404 with its own message', async () => {
    expect(refusal(await reader.get('/invoice/999999'))).toEqual([404, 'Não encontramos a fatura']);
  });
});

describe('PATCH /invoice/:id/down', () => {
  // Issued on 10 March 2026, sixty days after 9 January; the contract starts on 1 January.
  const TOO_EARLY = 'A data do pagamento é mais de 60 dias anterior à emissão da fatura. Confira o ano.';
  const BEFORE_CONTRACT = 'A data do pagamento é anterior ao início do contrato. Confira o ano.';

  test('accepts days up to sixty days before the issue', async () => {
    const { id } = await invoice();
    const answer = await pay(id, { paid_amount: 1500, pay_day: '2026-01-09' });
    expect([answer.statusCode, answer.json().pay_day]).toEqual([200, '2026-01-09']);
  });

  test('accepts today before the contract starts', async () => {
    const { id } = await invoice({ start_date: '2026-04-01', reference: '2026-05' });
    expect((await pay(id)).json()).toMatchObject({ status: 'PAID', pay_day: TODAY });
  });

  test('settles today, and creates the owner’s transfer', async () => {
    const { id } = await invoice();
    const answer = await pay(id);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      status: 'PAID',
      paid_amount: 1500,
      pay_day: TODAY,
      payment_method: 'MANUAL',
      fine: 0,
      interest: 0,
      late: { days: 0, fine: 0, interest: 0, total: 1500 },
      // 17 March: the 11th to the 13th, the 16th and the 17th.
      transfers: [{ amount: 1350, due_date: '2026-03-17', status: 'PENDING' }],
    });
  });

  test('settles on an earlier day, by another method, with edited charges', async () => {
    const { id } = await invoice();
    clock.today = '2026-03-30';
    const answer = await pay(id, {
      paid_amount: 1599.99,
      pay_day: '2026-03-20',
      payment_method: 'PIX',
      fine: 90,
      interest: 9.99,
    });
    expect(answer.json()).toMatchObject({
      pay_day: '2026-03-20',
      payment_method: 'PIX',
      fine: 90,
      interest: 9.99,
      paid_amount: 1599.99,
    });
    // 1.500,00 − 150,00 + 99,99
    expect(answer.json().transfers).toMatchObject([{ amount: 1449.99, due_date: '2026-03-27' }]);
  });

  test('attributes an excess of paid_amount alone to the fine, then to interest', async () => {
    const { id } = await invoice();
    clock.today = '2026-03-20';
    expect((await pay(id, { paid_amount: 1652.25 })).json()).toMatchObject({ fine: 150, interest: 2.25 });
  });

  test('is allowed with the permission to settle boletos', async () => {
    const { id } = await invoice();
    expect((await as('BOLETO_DOWN').patch(`/invoice/${id}/down`, { paid_amount: 1500 })).statusCode).toBe(200);
  });

  test('refuses to settle twice, without a change', async () => {
    const { id } = await invoice();
    await pay(id);
    const before = await show(id);
    expect(refusal(await pay(id, { paid_amount: 10 }))).toEqual([409, 'Esta fatura já foi paga.']);
    expect(await show(id)).toEqual(before);
  });

  test.each<[object, string, string]>([
    [{}, 'paid_amount', 'Informe o valor recebido'],
    [{ paid_amount: 0 }, 'paid_amount', 'Informe o valor recebido'],
    [{ paid_amount: -10 }, 'paid_amount', 'Informe o valor recebido'],
    [{ paid_amount: 10.001 }, 'paid_amount', 'Informe o valor recebido'],
    [{ paid_amount: '1500' }, 'paid_amount', 'Informe o valor recebido'],
    [{ paid_amount: 1500, pay_day: '2026-02-30' }, 'pay_day', 'Informe a data do pagamento'],
    [{ paid_amount: 1500, pay_day: '2026-03-11' }, 'pay_day', 'A data do pagamento não pode ser futura'],
    [{ paid_amount: 1500, pay_day: '2026-01-08' }, 'pay_day', TOO_EARLY],
    [{ paid_amount: 1500, pay_day: '2025-12-31' }, 'pay_day', BEFORE_CONTRACT],
    [{ paid_amount: 1500, pay_day: '2025-03-10' }, 'pay_day', BEFORE_CONTRACT],
    [{ paid_amount: 1500, fine: 1500, interest: 0.01 }, 'fine', 'Multa e juros passam do valor recebido'],
    [{ paid_amount: 1500, payment_method: 'CHEQUE' }, 'payment_method', 'Informe a forma de pagamento'],
    [{ paid_amount: 1500, fine: -1 }, 'fine', 'Informe a multa'],
    [{ paid_amount: 1500, interest: -0.01 }, 'interest', 'Informe os juros'],
  ])('%j is refused at %s', async (body, field, message) => {
    const { id } = await invoice();
    const answer = await pay(id, body);
    expect(firstError(answer)).toEqual([422, field, message]);
    expect(answer.json().message).toBe(message);
    expect(await show(id)).toMatchObject({ status: 'PENDING', paid_amount: null, transfers: [{ status: 'PLANNED' }] });
  });

  test('treats a blank day and method as today and manual', async () => {
    const { id } = await invoice();
    expect((await pay(id, { paid_amount: 1500, pay_day: '', payment_method: '' })).json()).toMatchObject({
      pay_day: TODAY,
      payment_method: 'MANUAL',
    });
  });
});

describe('owners’ shares of a settlement', () => {
  test('include their part of a month covered by the agency’s deduction', async () => {
    const lease = await contract();
    await extra(lease.id, { amount: 150_000, type: 'CREDIT' });
    const { id } = await invoice({ contract: lease });
    expect((await show(id)).amount).toBe(0);
    expect((await pay(id, { paid_amount: 0 })).json()).toMatchObject({
      status: 'PAID',
      paid_amount: 0,
      transfers: [{ amount: 1350 }],
    });
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('are nothing for a month that charges nothing', async () => {
    const { id } = await invoice({ discount: 150_000 });
    expect((await pay(id, { paid_amount: 0 })).json()).toMatchObject({ status: 'PAID', transfers: [{ amount: 0 }] });
    await refund(id);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('are split by share, or equally with leftover centavos to the first', async () => {
    const [one, two, three] = [await owner(), await owner(), await owner()];
    const pair = await invoice({
      property: {
        owners: [
          { id: one.id, share: 6_000 },
          { id: two.id, share: 4_000 },
        ],
      },
    });
    const paidPair = (await pay(pair.id)).json();
    // 1.350,00: 60% and 40%.
    expect(paidPair.transfers).toMatchObject([
      { user: { id: one.id }, amount: 810 },
      { user: { id: two.id }, amount: 540 },
    ]);
    const trio = await invoice({
      current_price: 100_000,
      property: { owners: [one, two, three].map(({ id }) => ({ id })) },
    });
    // 900,00 in three; then 900,01 − the centavo goes to the first.
    expect((await show(trio.id)).transfers.map((transfer: { amount: number }) => transfer.amount)).toEqual([
      300, 300, 300,
    ]);
    const paidTrio = (await pay(trio.id, { paid_amount: 1000.01, fine: 0.01 })).json();
    expect(paidTrio.transfers.map((transfer: { amount: number }) => transfer.amount)).toEqual([300.01, 300, 300]);
  });

  test('have no fee without commission', async () => {
    const { id } = await invoice({ with_commission: false });
    expect((await pay(id)).json().transfers).toMatchObject([{ amount: 1500 }]);
  });

  test('exclude fees, unless they are the owner’s', async () => {
    const fees = [
      { name: 'Condomínio', price: 40_000 },
      { name: 'IPTU', price: 12_000, to_owner: true },
    ];
    const { id } = await invoice({ property: { fees } });
    // 2.020,00 received: 1.350,00 of rent and 120,00 of IPTU.
    expect((await pay(id, { paid_amount: 2020 })).json().transfers).toMatchObject([{ amount: 1470 }]);
  });

  test('cover the rent before the fees in a partial payment', async () => {
    const { id } = await invoice({ property: { fees: [{ name: 'Condomínio', price: 40_000 }] } });
    // 1.000,00 of rent, less 10%.
    const rest = { fate: 'OPEN_BALANCE' };
    expect((await pay(id, { paid_amount: 1000, rest })).json().transfers).toMatchObject([{ amount: 900 }]);
  });

  test('deduct the fee from extra values of influence RENT too', async () => {
    const lease = await contract();
    await extra(lease.id, { amount: 10_005, influence: 'RENT' });
    await extra(lease.id, { amount: 3_000, type: 'CREDIT', influence: 'EXPENSE', boleto: false, transfer: true });
    const { id } = await invoice({ contract: lease });
    // Fee: 10% of 1.600,05 = 160,005 → 160,01. To the owner: 1.500,00 − 160,01 − 30,00.
    expect((await pay(id, { paid_amount: 1600.05 })).json().transfers).toMatchObject([{ amount: 1309.99 }]);
  });
});

describe('DELETE /invoice/:id/refund', () => {
  test('makes the invoice pending, deletes its transfer and frees its extra values', async () => {
    const lease = await contract();
    const { id: extraId } = await extra(lease.id, { amount: 5_000, transfer: true });
    const { id } = await invoice({ contract: lease });
    await pay(id, { paid_amount: 1550 });
    expect((await takenBy(extraId)).transfer_id).not.toBeNull();

    const answer = await refund(id);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      status: 'PENDING',
      pay_day: null,
      paid_amount: null,
      payment_method: null,
      fine: null,
    });
    expect(await takenBy(extraId)).toEqual({ invoice_id: id, transfer_id: null });
    const transfers = await db.selectFrom('transfer').select('deleted_at').where('invoice_id', '=', id).execute();
    expect(transfers.map((row) => row.deleted_at !== null)).toEqual([true]);
    expect((await pay(id, { paid_amount: 1550 })).statusCode).toBe(200);
  });

  test('requires the owner’s transfer to be undone', LONG, async () => {
    const { id } = await invoice();
    const [transfer] = (await pay(id)).json().transfers;
    await as('*').patch(`/transfer/${transfer.id}`, { status: 'DONE' });
    expect(refusal(await refund(id))).toEqual([409, 'Estorne primeiro o repasse desta fatura.']);
    await as('*').delete(`/transfer/${transfer.id}/refund`);
    expect((await refund(id)).statusCode).toBe(200);
  });

  test('refuses an unpaid invoice', async () => {
    const { id } = await invoice();
    expect(refusal(await refund(id))).toEqual([409, 'Esta fatura ainda não foi paga.']);
    expect(refusal(await refund(999_999))).toEqual([404, 'Não encontramos a fatura']);
  });
});

describe('DELETE /financial/invoice/:id/delete', () => {
  test('deletes a pending invoice, and frees its extra values', async () => {
    const lease = await contract();
    const { id: extraId } = await extra(lease.id, { amount: 5_000 });
    const { id } = await invoice({ contract: lease });
    expect((await takenBy(extraId)).invoice_id).toBe(id);
    expect((await remove(id)).statusCode).toBe(204);
    expect((await takenBy(extraId)).invoice_id).toBeNull();
    expect((await reader.get(`/invoice/${id}`)).statusCode).toBe(404);
    expect((await remove(id)).statusCode).toBe(404);
  });

  test('refuses a paid one', async () => {
    const { id } = await invoice();
    await pay(id);
    expect(refusal(await remove(id))).toEqual([409, 'Uma fatura paga não pode ser deletada. Estorne primeiro.']);
  });
});

describe('POST /financial/invoice', () => {
  test('issues one month ahead, once', async () => {
    const lease = await contract({ start_date: '2026-01-01' });
    const answer = await anticipate(lease.id, '2026-08');
    expect(answer.statusCode).toBe(201);
    expect(answer.headers.etag).toBe('"1"');
    expect(answer.json()).toMatchObject({
      proposal_id: lease.id,
      reference: '2026-08',
      due_date: '2026-08-10',
      amount: 1500,
      status: 'PENDING',
    });
    expect(refusal(await anticipate(lease.id, '2026-08'))).toEqual([409, 'A fatura deste mês já foi gerada']);
  });

  test('offers the months from after the start to the next readjustment, both included', async () => {
    const lease = await contract({ start_date: '2026-02-20', next_readjustment: '2026-09-15' });
    const outside = [422, 'Este mês não pode ser antecipado neste contrato'];
    expect(refusal(await anticipate(lease.id, '2026-02'))).toEqual(outside);
    expect((await anticipate(lease.id, '2026-03')).statusCode).toBe(201);
    expect((await anticipate(lease.id, '2026-09')).statusCode).toBe(201);
    expect(refusal(await anticipate(lease.id, '2026-10'))).toEqual(outside);
    const months = (await cashier.get(`/financial/invoice/${lease.id}/months`)).json();
    expect(months).toEqual(['2026-04', '2026-05', '2026-06', '2026-07', '2026-08']);
  });

  test('starts from the first paid month, if any', async () => {
    const lease = await contract({ start_date: '2025-06-10', next_readjustment: '2026-06-10' });
    const paid = await invoice({ contract: lease, reference: '2026-02' });
    expect((await anticipate(lease.id, '2025-12')).statusCode).toBe(201);
    await pay(paid.id, { paid_amount: 1500, fine: 0, interest: 0 });
    expect((await anticipate(lease.id, '2026-01')).statusCode).toBe(422);
    expect((await cashier.get(`/financial/invoice/${lease.id}/months`)).json()).toEqual([
      '2026-03',
      '2026-04',
      '2026-05',
      '2026-06',
    ]);
  });

  test('refuses a closed contract, one on a property for sale, and an unknown one', async () => {
    const closed = await contract();
    await as('*').patch(`/proposal/${closed.id}/close`);
    expect(refusal(await anticipate(closed.id, '2026-05'))).toEqual([409, 'O contrato está encerrado.']);
    const sale = await contract({ property: { type: 'SALE' } });
    expect(refusal(await anticipate(sale.id, '2026-05'))).toEqual([422, 'Este contrato não gera fatura mensal']);
    expect(refusal(await anticipate(999_999, '2026-05'))).toEqual([404, 'Não encontramos o contrato']);
    expect((await cashier.get('/financial/invoice/999999/months')).statusCode).toBe(404);
  });

  test.each([
    [{ reference: '2026-05' }, 'proposal_id', 'Informe o contrato'],
    [{ proposal_id: 1 }, 'reference', 'Informe o mês da fatura'],
    [{ proposal_id: 1, reference: '2026-13' }, 'reference', 'Informe o mês da fatura'],
    [{ proposal_id: 1, reference: '05/2026' }, 'reference', 'Informe o mês da fatura'],
  ])('refuses %j at %s', async (body, field, message) => {
    expect(firstError(await cashier.post('/financial/invoice', body))).toEqual([422, field, message]);
  });

  test('returns the first invoice for a repeated Idempotency-Key, and refuses another body', async () => {
    const lease = await contract();
    const key = { 'idempotency-key': 'anticipate-1' };
    const body = { proposal_id: lease.id, reference: '2026-07' };
    const one = await cashier.post('/financial/invoice', body, key);
    const again = await cashier.post('/financial/invoice', body, key);
    expect([again.statusCode, again.json()]).toEqual([201, one.json()]);
    const other = await cashier.post('/financial/invoice', { ...body, reference: '2026-08' }, key);
    expect(refusal(other)).toEqual([422, 'Esta chave já foi usada com outros dados.']);
  });
});

describe('the daily job', () => {
  test('issues invoices due in ten days, once', async () => {
    const lease = await contract({ transfer_date: 20 });
    clock.today = '2026-03-09';
    await billDay(ctx);
    expect(await referencesOf(lease.id)).toEqual([]);
    clock.today = '2026-03-10';
    await billDay(ctx);
    expect(await referencesOf(lease.id)).toEqual(['2026-03']);
    expect(await billDay(ctx)).toBe(0);
  });

  test('catches up on missed days', async () => {
    const lease = await contract({ transfer_date: 20 });
    clock.today = '2026-06-30';
    await billDay(ctx);
    expect(await referencesOf(lease.id)).toEqual(['2026-06', '2026-05', '2026-04', '2026-03']);
  });

  test('issues nothing before the month in which the contract was registered', async () => {
    const lease = await contract({ start_date: '2022-01-01', end_date: '2028-01-01', transfer_date: 5 });
    await billDay(ctx);
    expect(await referencesOf(lease.id)).toEqual(['2026-03']);
  });

  test('doesn’t reissue a deleted month', async () => {
    const lease = await contract();
    await billDay(ctx);
    const [{ id }] = (await reader.get(`/invoice/${lease.id}/proposal`)).json();
    await remove(id);
    await billDay(ctx);
    clock.today = '2026-04-02';
    await billDay(ctx);
    expect(await referencesOf(lease.id)).toEqual(['2026-04']);
    // The month can still be anticipated after the deletion.
    expect((await anticipate(lease.id, '2026-03')).statusCode).toBe(201);
  });

  test('charges the first month by days: 15 to 31 October, 17 of 31', async () => {
    clock.today = '2026-10-26';
    const lease = await contract({ start_date: '2026-10-15', transfer_date: 5 });
    await billDay(ctx);
    const [row] = (await reader.get(`/invoice/${lease.id}/proposal`)).json();
    // 1.500,00 × 17 ÷ 31 = 822,5806…
    expect(row).toMatchObject({ reference: '2026-11', due_date: '2026-11-05', price: 822.58 });
    expect((await show(row.id)).lines).toMatchObject([
      { name: 'Aluguel', note: '17 de 31 dias, out/2026', amount: 822.58 },
    ]);
  });

  test('continues past the end of a lease, whole months at the current rent', async () => {
    const lease = await contract({ start_date: '2026-01-01', end_date: '2026-04-10', transfer_date: 5 });
    clock.today = '2026-06-30';
    await billDay(ctx);
    await as('*').patch(`/proposal/${lease.id}`, { current_price: 1_600 });
    clock.today = '2026-07-30';
    await billDay(ctx);
    const rows = (await reader.get(`/invoice/${lease.id}/proposal`)).json();
    expect(rows.map((row: { reference: string; price: number }) => [row.reference, row.price])).toEqual([
      ['2026-08', 1600],
      ['2026-07', 1500],
      ['2026-06', 1500],
      ['2026-05', 1500],
      ['2026-04', 1500],
      ['2026-03', 1500],
    ]);
  });

  test('charges the last month by days where the contract ends, and nothing after it', async () => {
    const lease = await contract({
      ...{ start_date: '2026-01-01', end_date: '2026-04-10', ends_at_term: true, transfer_date: 5 },
    });
    clock.today = '2026-08-01';
    await billDay(ctx);
    const rows = (await reader.get(`/invoice/${lease.id}/proposal`)).json();
    // 1.500,00 × 10 ÷ 30 = 500,00
    expect(rows.map((row: { reference: string; price: number }) => [row.reference, row.price])).toEqual([
      ['2026-05', 500],
      ['2026-04', 1500],
      ['2026-03', 1500],
    ]);
  });

  test('charges whole months if the contract says so', async () => {
    clock.today = '2026-10-26';
    const lease = await contract({ start_date: '2026-10-15', transfer_date: 5, prorate: false, discount: 10_000 });
    await billDay(ctx);
    expect((await reader.get(`/invoice/${lease.id}/proposal`)).json()).toMatchObject([{ price: 1400 }]);
  });

  test('sets the due date to the last day of a short month', async () => {
    clock.today = '2027-02-20';
    const lease = await contract({ transfer_date: 31 });
    await billDay(ctx);
    expect((await reader.get(`/invoice/${lease.id}/proposal`)).json()).toMatchObject([
      { reference: '2027-02', due_date: '2027-02-28' },
    ]);
  });

  test('skips closed contracts and sales', async () => {
    const closed = await contract();
    await as('*').patch(`/proposal/${closed.id}/close`);
    const sale = await contract({ property: { type: 'SALE' } });
    await billDay(ctx);
    expect([await referencesOf(closed.id), await referencesOf(sale.id)]).toEqual([[], []]);
  });

  test('uses each extra value once, on the first newly issued invoice', async () => {
    const lease = await contract();
    await invoice({ contract: lease, reference: '2026-03' });
    const { id } = await extra(lease.id, { amount: 7_000 });
    clock.today = '2026-05-01';
    await billDay(ctx);
    const rows = (await reader.get(`/invoice/${lease.id}/proposal`)).json();
    expect(rows.map((row: { reference: string; fees: number }) => [row.reference, row.fees])).toEqual([
      ['2026-05', 0],
      ['2026-04', 70],
      ['2026-03', 0],
    ]);
    expect((await takenBy(id)).invoice_id).toBe(rows[1].id);
  });

  test('leaves a deduction larger than the invoice for the next one', async () => {
    const lease = await contract();
    const { id } = await extra(lease.id, { amount: 150_001, type: 'CREDIT' });
    await billDay(ctx);
    expect((await takenBy(id)).invoice_id).toBeNull();
  });
});

describe('lost updates', () => {
  test('refuses a settlement on an outdated version, naming who saved since', async () => {
    const { id } = await invoice();
    const { etag } = (await reader.get(`/invoice/${id}`)).headers;
    expect(etag).toBe('"1"');
    await pay(id);
    await refund(id);
    const answer = await pay(id, { paid_amount: 1500 }, { 'if-match': String(etag) });
    expect(refusal(answer)).toEqual([412, 'Outra pessoa salvou este cadastro antes.']);
    expect(answer.json()).toMatchObject({ saved_by: 'Mariana Dias', version: 3 });
    const fresh = (await reader.get(`/invoice/${id}`)).headers.etag;
    const paid = await pay(id, { paid_amount: 1500 }, { 'if-match': String(fresh) });
    expect([paid.statusCode, paid.headers.etag]).toEqual([200, '"4"']);
  });

  test('refuses a refund on an outdated version, and an unknown ETag', async () => {
    const { id } = await invoice();
    await pay(id);
    const answer = await cashier.delete(`/invoice/${id}/refund`, undefined, { 'if-match': '"abc"' });
    expect(answer.statusCode).toBe(412);
  });
});

describe('the trail', () => {
  test('records who settled, in the transaction of the settlement', async () => {
    const { token, adminId } = await signIn('FINANCIAL_INVOICE_CREATE');
    const { id } = await invoice();
    const headers = { authorization: `Bearer ${token}` };
    await app.inject({ method: 'PATCH', url: `/api/invoice/${id}/down`, headers, payload: { paid_amount: 1500 } });
    const { rows } = await sql<{ actor: string; admin_user_id: number; same: boolean }>`
      select t.actor, t.admin_user_id, t.xmin = i.xmin and e.xmin = i.xmin and x.xmin = i.xmin as same
      from trail t, invoice i, ledger_entry e, transfer x
      where i.id = ${id} and e.invoice_id = i.id and x.invoice_id = i.id
        and t.record = 'invoice' and t.record_id = i.id and t.action = 'pay'`.execute(db);
    expect(rows).toEqual([{ actor: 'Mariana Dias', admin_user_id: adminId, same: true }]);
  });

  test('records nothing of a refused call', async () => {
    const { id } = await invoice();
    await pay(id, { paid_amount: 0 });
    await refund(id);
    const rows = await db
      .selectFrom('trail')
      .select('action')
      .where('record', '=', 'invoice')
      .where('record_id', '=', id)
      .execute();
    expect(rows.map((row) => row.action)).toEqual(['issue']);
  });
});

describe('the receipt', () => {
  test('is served for a paid invoice, by a one-time link', async () => {
    const { id } = await invoice();
    expect(refusal(await reader.get(`/financial/${id}/receipt/client`))).toEqual([
      409,
      'Esta fatura ainda não foi paga.',
    ]);
    expect(refusal(await reader.get(`/receipt/invoice/${id}`))).toEqual([409, 'Esta fatura ainda não foi paga.']);
    await pay(id);
    const { url } = (await reader.get(`/financial/${id}/receipt/client`)).json();
    const file = await app.inject({ url });
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect((await app.inject({ url })).statusCode).toBe(401);
    expect(refusal(await reader.get('/financial/999999/receipt/client'))).toEqual([404, 'Não encontramos a fatura']);
  });
});

test('property and owner are only read: a settlement requires an owner', async () => {
  const listing = await property();
  const { id } = await invoice({ property_id: listing.id });
  await db.deleteFrom('property_owner').where('property_id', '=', listing.id).execute();
  expect((await show(id)).transfers).toEqual([]);
  const words = 'O imóvel desta fatura não tem proprietário. Vincule um antes de dar baixa.';
  expect(refusal(await pay(id))).toEqual([422, words]);
});
