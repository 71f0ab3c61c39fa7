import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { refusal } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';

const TODAY = '2026-03-10';
const { as, anonymous, app, db, clock, client, contract, invoice, signIn, stop } = await startApp({ today: TODAY });
afterAll(stop);
beforeEach(() => {
  clock.today = TODAY;
});
await db.updateTable('agency').set({ name: 'Imobiliária Serra' }).execute();

const reader = as('FINANCIAL_SHALL_VIEW');
const read = async (query = '') => (await reader.get(`/financial/late${query}`)).json();
const settle = (id: number, headers?: Record<string, string>) =>
  as('FINANCIAL_SHALL_UPDATE').patch(`/financial/shall/${id}/manual`, undefined, headers);
type Late = { id: number; total: number; fine: number; interest: number; days: number };

// Due on 10 February, 28 days ago: 1.500,00 + 400,00; fine 190,00; interest 23 × 0,03% × 1.900,00 = 13,11.
const ana = await client({ name: 'Ana Prado', email: 'ana@lar.com', phone: '3232140001' });
const lease = await contract({
  user_id: ana.id,
  property: { street: 'Rua Halfeld', number: '30', fees: [{ name: 'Condomínio', price: 40_000 }] },
});
const oldest = await invoice({ contract: lease, reference: '2026-02' });
// Due on 7 March, three days ago: no charges yet.
const recent = await invoice({ transfer_date: 7 });
// Due today: not late.
const today = await invoice();

describe('GET /financial/late', () => {
  test('lists overdue invoices, the longest first, with today’s charges', async () => {
    const { amount, total, lates, lines, ages, ...pages } = await read();
    expect([amount, total]).toEqual([3603.11, 2]);
    // 1.900,00 + 1.500,00, and the charges of the older one.
    expect(lines).toEqual([
      { name: 'Aluguel e taxas', amount: 3400 },
      { name: 'Multa', amount: 190 },
      { name: 'Juros', amount: 13.11 },
    ]);
    expect(ages).toEqual([
      { name: 'Até 4 dias', payments: 1, amount: 1500 },
      { name: 'De 5 a 30 dias', payments: 1, amount: 2103.11 },
    ]);
    expect(pages).toEqual({ page: 1, lastPage: 1, found: 2 });
    expect(lates.map(({ id }: Late) => id)).toEqual([oldest.id, recent.id]);
    expect(lates[0]).toEqual({
      id: oldest.id,
      debt_agreement_id: null,
      waiting: null,
      legal_stage: null,
      user: { id: ana.id, name: 'Ana Prado', phone: '3232140001', email: 'ana@lar.com' },
      proposal: { id: lease.id },
      property: { id: lease.property_id, address: 'Rua Halfeld, 30' },
      reference: '2026-02',
      due_date: '2026-02-10',
      days: 28,
      price: 1500,
      fees: 400,
      fine: 190,
      interest: 13.11,
      total: 2103.11,
      automatic: null,
      url: expect.stringMatching(new RegExp(`/f/${oldest.id.toString(36)}-[\\w-]{22}$`)),
      message: { subject: 'Aluguel de 01/2026 em aberto', text: expect.stringContaining('Olá, Ana.') },
    });
    expect(lates[0].message.text).toContain('Total para pagamento hoje, 10/03/2026: R$\u00a02.103,11');
    expect(lates[0].message.text).toMatch(/Imobiliária Serra$/);
    expect(lates[0].message.text).toContain(`Para ver e pagar:\n${lates[0].url}\n`);
    expect(lates[1]).toMatchObject({ days: 3, fine: 0, interest: 0, total: 1500 });
  });

  test('links to the tenant’s page, without a boleto and for every reader', async () => {
    await db.updateTable('agency').set({ pix_key: 'pix@serra.com.br', city: 'Juiz de Fora' }).execute();
    const [{ url }] = (await read()).lates;
    const page = await app.inject({ url: new URL(url, 'http://x').pathname, headers: { accept: 'text/html' } });
    expect(page.statusCode).toBe(200);
    // Pix copy and paste, without an agreement or a boleto.
    expect(page.body).toContain('br.gov.bcb.pix');
    for (const permission of ['FINANCIAL_SHALL_VIEW', 'FINANCIAL_INVOICE_VIEW', 'PROPOSAL_VIEW'])
      expect((await as(permission).get(`/invoice/${oldest.id}`)).json().url).toBe(url);
    expect(await db.selectFrom('boleto').select('id').execute()).toEqual([]);
  });

  test('equals the invoice’s own figures', async () => {
    const { late } = (await reader.get(`/invoice/${oldest.id}`)).json();
    expect(late).toEqual({ days: 28, fine: 190, interest: 13.11, total: 2103.11 });
  });

  test.each([
    ['ana', [oldest.id]],
    ['halfeld', [oldest.id]],
    ['ninguem', []],
  ])('finds by %s', async (query, found) => {
    const answer = await read(`?query=${query}`);
    expect(answer.lates.map(({ id }: Late) => id)).toEqual(found);
    // The counters cover all overdue invoices.
    expect([answer.amount, answer.total, answer.found]).toEqual([3603.11, 2, found.length]);
  });

  test('returns a page, and an empty one past the end', async () => {
    const first = await read('?page=1');
    expect(first.lates.map(({ id }: Late) => id)).toEqual([oldest.id, recent.id]);
    expect(await read('?page=2')).toEqual({ ...first, lates: [], page: 2 });
    expect(await read('?page=1&query=ana')).toMatchObject({ found: 1, lastPage: 1 });
  });

  test('includes invoices due yesterday a day later', async () => {
    clock.today = '2026-03-11';
    const { lates } = await read();
    expect(lates.map(({ id, days, interest }: Late) => [id, days, interest])).toEqual([
      [oldest.id, 29, 13.68],
      [recent.id, 4, 0],
      [today.id, 1, 0],
    ]);
  });

  test('counts from the next business day if the agency says so', async () => {
    // 7 March 2026 is a Saturday.
    await db.updateTable('agency').set({ late_from_business_day: true }).execute();
    const { lates } = await read();
    expect(lates.map(({ days }: Late) => days)).toEqual([28, 1]);
    expect((await reader.get(`/invoice/${recent.id}`)).json().late.days).toBe(1);
    await db.updateTable('agency').set({ late_from_business_day: false }).execute();
  });

  test('requires a permission', async () => {
    expect((await as('FINANCIAL_VIEW').get('/financial/late')).statusCode).toBe(200);
    expect(refusal(await as('FINANCIAL_SHALL_UPDATE').get('/financial/late'))).toEqual([403, 'PERMISSION_DENIED']);
    expect((await anonymous.get('/financial/late')).statusCode).toBe(401);
  });
});

describe('PATCH /financial/shall/:id/manual', () => {
  test('settles with today’s charges', async () => {
    const { id } = await invoice({ reference: '2026-02', transfer_date: 5 });
    // Due on 5 February, 33 days: fine 150,00; interest 28 × 0,45 = 12,60.
    const answer = await settle(id);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      {
        ...{ id, status: 'PAID', paid_amount: 1662.6, fine: 150, interest: 12.6 },
        ...{ pay_day: TODAY, payment_method: 'MANUAL' },
        transfers: [{ amount: 1512.6, status: 'PENDING' }],
      },
    ]);
    expect((await read()).lates.map((row: Late) => row.id)).not.toContain(id);
  });

  test('settles once', async () => {
    const { id } = await invoice({ reference: '2026-02' });
    await settle(id);
    expect([(await settle(id)).statusCode, (await settle(id)).json().message]).toEqual([
      409,
      'Esta fatura já foi paga.',
    ]);
  });

  test('settles once under fifty concurrent calls', async () => {
    const { id } = await invoice({ reference: '2026-02' });
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    const { token } = await signIn('FINANCIAL_SHALL_UPDATE');
    const headers = { authorization: `Bearer ${token}` };
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const answer = await fetch(`${origin}/api/financial/shall/${id}/manual`, { method: 'PATCH', headers });
        await answer.arrayBuffer();
        return answer.status;
      }),
    );
    expect(answers.toSorted()).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
    const entries = await db.selectFrom('ledger_entry').select('kind').where('invoice_id', '=', id).execute();
    expect(entries).toEqual([{ kind: 'SETTLEMENT' }]);
  });

  test('refuses an invoice that is not overdue', async () => {
    const answer = await settle(today.id);
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'Esta fatura ainda não venceu.']);
  });

  test('refuses a missing or deleted invoice', async () => {
    expect((await settle(999_999)).json().message).toBe('Não encontramos a fatura');
    const { id } = await invoice({ reference: '2026-02' });
    await as('*').delete(`/financial/invoice/${id}/delete`);
    expect((await settle(id)).statusCode).toBe(404);
    expect((await as('*').patch('/financial/shall/abc/manual')).statusCode).toBe(404);
  });

  test('refuses an outdated version', async () => {
    const { id } = await invoice({ reference: '2026-02' });
    await as('*').patch(`/invoice/${id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    await as('*').delete(`/invoice/${id}/refund`);
    expect((await settle(id, { 'if-match': '"1"' })).statusCode).toBe(412);
    const answer = await settle(id, { 'if-match': '"3"' });
    expect([answer.statusCode, answer.headers.etag]).toEqual([200, '"4"']);
  });

  test('requires its permission', async () => {
    expect(
      (await as('FINANCIAL_VIEW', 'FINANCIAL_SHALL_VIEW').patch(`/financial/shall/${recent.id}/manual`)).statusCode,
    ).toBe(403);
    expect((await anonymous.patch(`/financial/shall/${recent.id}/manual`)).statusCode).toBe(401);
  });
});

describe('many amounts', () => {
  test('counters equal the sums of the rows', LONG, async () => {
    for (let index = 0; index < 25; index += 1)
      await invoice({ reference: '2026-02', transfer_date: 1 + index, current_price: 100_003 + index * 7_919 });
    const { amount, total, lates } = await read();
    const centavos = lates.reduce((sum: number, late: Late) => sum + Math.round(late.total * 100), 0);
    expect([Math.round(amount * 100), total]).toEqual([centavos, lates.length]);
    expect(lates.length).toBeGreaterThan(20);
    const pages = [...(await read('?page=1')).lates, ...(await read('?page=2')).lates];
    expect(pages).toEqual(lates);
  });
});

test('the books balance', async () => {
  expect(await verifyBooks(db)).toEqual([]);
});
