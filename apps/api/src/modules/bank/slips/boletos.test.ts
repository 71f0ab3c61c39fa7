import { readBoleto } from '@morada/domain/bank/boleto';
import { readFreeField } from '@morada/domain/bank/boleto-banks';
import { readPix } from '@morada/domain/bank/pix/pix';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { agree, fillAgency, PIX_KEY } from '#test/collection.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { findOfCodes } from './registrations.queries.ts';

const TODAY = '2026-11-22';
const { as, anonymous, db, clock, client, property, contract, invoice, stop } = await startApp({ today: TODAY });
afterAll(stop);
beforeEach(async () => {
  clock.today = TODAY;
  await fillAgency(db);
  await agree(db, '341');
});

type Answer = Awaited<ReturnType<ReturnType<typeof as>['get']>>;
const refusal = (answer: Answer) => [answer.statusCode, answer.json().message];

const issuer = as('BOLETO_CREATE');
const reader = as('BOLETO_VIEW');
const cashier = as('FINANCIAL_INVOICE_CREATE');

type Invoice = Awaited<ReturnType<typeof invoice>>;
/** An invoice of 1.500,00, due on 10/12/2026. */
const december = (overrides: Parameters<typeof invoice>[0] = {}) => invoice({ reference: '2026-12', ...overrides });
const bodyOf = ({ id, user_id, proposal_id }: Invoice) => ({ invoice_id: id, user_id, proposal_id });
const create = (bill: Invoice, headers?: Record<string, string>) =>
  issuer.post('/boleto/manual', bodyOf(bill), headers);
const issued = async (bill: Invoice) => (await create(bill)).json();
const rowOf = (id: number) => db.selectFrom('boleto').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const register = (id: number) =>
  db.updateTable('boleto').set({ registration: 'REGISTERED' }).where('id', '=', id).execute();
/** Moves the settlement past the minutes in which it can be undone. */
const minutesLater = (id: number) =>
  db.updateTable('boleto').set({ settled_at: sql`now() - interval '10 minutes'` }).where('id', '=', id).execute();

/** Fields of the barcode. */
function read(barcode: string) {
  const reading = readBoleto(barcode, TODAY);
  if (reading.problem !== undefined) throw new Error(reading.problem);
  return { ...reading.boleto, number: readFreeField(reading.boleto)?.nosso_numero };
}

describe('a boleto', () => {
  test('of a pending invoice has number, barcode, Pix, lines and link', async () => {
    const tenant = await client({ name: 'João da Conceição' });
    const listing = await property({ street: 'Rua São Mateus', number: '915', fees: [{ name: 'IPTU', price: 5_000 }] });
    const bill = await december({ user_id: tenant.id, property_id: listing.id });
    const answer = await create(bill);
    expect(answer.statusCode).toBe(201);
    const boleto = answer.json();
    expect(boleto).toMatchObject({
      invoice_id: bill.id,
      proposal_id: bill.proposal_id,
      user: { id: tenant.id, name: 'João da Conceição' },
      property: 'Rua São Mateus, 915',
      reference: '2026-12',
      bank: 'Itaú',
      due_date: '2026-12-10',
      amount: 1550,
      state: 'OPEN',
      registration: 'NONE',
      nosso_numero: expect.stringMatching(/^109\/\d{8}-\d$/),
      lines: [
        { name: 'Aluguel', note: 'mês inteiro, nov/2026', amount: 1500 },
        { name: 'IPTU', amount: 50 },
      ],
      pdf: `/api/boleto/${boleto.id}/pdf`,
      url: expect.stringMatching(new RegExp(`^/f/${bill.id.toString(36)}-[\\w-]{22}$`)),
    });
    const { nosso_numero } = await rowOf(boleto.id);
    expect(read(boleto.barcode)).toMatchObject({
      bank: '341',
      amount: 155_000,
      due_date: '2026-12-10',
      number: nosso_numero,
    });
    expect(read(boleto.digitable_line)).toEqual(read(boleto.barcode));
    expect(readPix(boleto.pix)).toMatchObject({
      pix: {
        key: PIX_KEY,
        amount: 155_000,
        merchant: 'Morada Imoveis Ltda.',
        city: 'Juiz de Fora',
        txid: `FATURA${String(bill.id).padStart(10, '0')}`,
      },
    });
    const trail = await db
      .selectFrom('trail')
      .select(['action', 'actor'])
      .where('record', '=', 'boleto')
      .where('record_id', '=', boleto.id)
      .execute();
    expect(trail).toEqual([{ action: 'issue', actor: 'Mariana Dias' }]);
  });

  test('states the bank’s late charges, and the rented property as address', async () => {
    await db.updateTable('agency').set({ boleto_note: 'Dúvidas: (32) 3215-0000' }).execute();
    const { id } = await issued(await december());
    const { slip } = await rowOf(id);
    // 10% of 1.500,00 from the fifth day, 0,03% of it a day from the sixth.
    expect(slip).toMatchObject({
      beneficiary: { name: 'Morada Imóveis Ltda.', document: '12ABC34501DE35' },
      payer: { address: { city: 'Juiz de Fora', cep: '36025000' } },
      instructions: [
        'A partir de 15/12/2026: multa de 10% (R$\u00a0150,00).',
        'A partir de 16/12/2026: juros de R$\u00a00,45 por dia.',
        'Dúvidas: (32) 3215-0000',
      ],
      bank_charges: { fine: { percent: 1_000, from: '2026-12-15' }, interest: { per_day: 45, from: '2026-12-16' } },
    });
    expect(slip.about).toMatch(/^Aluguel de novembro de 2026, Rua São Mateus, \d+$/);
  });

  test('of an overdue invoice has today’s charges and due date', async () => {
    const bill = await december();
    clock.today = '2026-12-20';
    const boleto = await issued(bill);
    // Ten days: 10% of 1.500,00, and 5 × 0,03% of it.
    expect(boleto).toMatchObject({ due_date: '2026-12-20', amount: 1652.25, state: 'OPEN' });
    expect(boleto.lines.slice(1)).toEqual([
      { name: 'Multa', note: '10% a partir do 5º dia', amount: 150 },
      { name: 'Juros', note: '0,03% ao dia, 5 dias', amount: 2.25 },
    ]);
    expect(read(boleto.barcode)).toMatchObject({ amount: 165_225, due_date: '2026-12-20' });
    const { late } = (await as('FINANCIAL_INVOICE_VIEW').get(`/invoice/${bill.id}`)).json();
    expect(late.total).toBe(boleto.amount);
  });

  test('without a Pix key has no Pix', async () => {
    await db.updateTable('agency').set({ pix_key: null }).execute();
    expect((await issued(await december())).pix).toBeNull();
  });

  test('keeps its printed data when agency or tenant change', async () => {
    const bill = await december();
    const { id } = await issued(bill);
    const before = await rowOf(id);
    await db.updateTable('agency').set({ name: 'Outra', pix_key: null }).execute();
    await db.updateTable('client').set({ name: 'Outro' }).where('id', '=', bill.user_id).execute();
    expect((await issued(bill)).id).toBe(id);
    expect(await rowOf(id)).toEqual(before);
  });
});

describe('asked for again', () => {
  test('returns the open boleto while it is payable as printed', async () => {
    const bill = await december();
    const first = await issued(bill);
    clock.today = '2026-12-10';
    expect((await issued(bill)).id).toBe(first.id);
  });

  test('replaces a late boleto and cancels it', async () => {
    const bill = await december();
    const first = await issued(bill);
    clock.today = '2026-12-16';
    const second = await issued(bill);
    // Six days: 10% of 1.500,00 and one day of 0,45.
    expect(second).toMatchObject({ due_date: '2026-12-16', amount: 1650.45 });
    expect(await rowOf(first.id)).toMatchObject({ status: 'CANCELED', cancel_due: false });
    const all = (await reader.get(`/boleto/${bill.id}/invoice`)).json();
    expect(all.map(({ id, state }: { id: number; state: string }) => [id, state])).toEqual([
      [second.id, 'OPEN'],
      [first.id, 'CANCELED'],
    ]);
  });

  test('keeps a late boleto that is registered with charges', async () => {
    const bill = await december();
    const first = await issued(bill);
    await register(first.id);
    clock.today = '2026-12-16';
    expect((await issued(bill)).id).toBe(first.id);
  });

  test('reports the cancellation of a registered one to the bank', async () => {
    await agree(db, '001');
    const bill = await december();
    const first = await issued(bill);
    await register(first.id);
    clock.today = '2026-12-16';
    expect((await issued(bill)).id).not.toBe(first.id);
    expect(await rowOf(first.id)).toMatchObject({ status: 'CANCELED', cancel_due: true });
  });

  test('with the same key returns the same answer', async () => {
    const bill = await december();
    const answers = [await create(bill, { 'idempotency-key': 'a' }), await create(bill, { 'idempotency-key': 'a' })];
    expect(answers.map((answer) => answer.statusCode)).toEqual([201, 201]);
    expect(answers[0]?.json()).toEqual(answers[1]?.json());
  });

  test('fifty times at once issues one', async () => {
    const bill = await december();
    const answers = await Promise.all(Array.from({ length: 50 }, () => create(bill)));
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    expect((await reader.get(`/boleto/${bill.id}/invoice`)).json()).toHaveLength(1);
  });
});

describe('numbers', () => {
  test('are unique and consecutive under concurrency', LONG, async () => {
    const agreement = await agree(db, '756', { last_number: 40 });
    const bills = await Promise.all(Array.from({ length: 12 }, () => december()));
    await Promise.all(bills.map((bill) => create(bill)));
    const taken = await db.selectFrom('boleto').select('number').where('agreement_id', '=', agreement).execute();
    expect(taken.map(({ number }) => number).sort((one, other) => one - other)).toEqual(
      Array.from({ length: 12 }, (_, index) => 41 + index),
    );
  });

  test('of one bank restart each year', async () => {
    await agree(db, '748', { last_number: 7 });
    const first = await issued(await december());
    expect(first.nosso_numero).toMatch(/^26\/200008-\d$/);
    clock.today = '2027-01-02';
    const second = await issued(await december());
    expect(second.nosso_numero).toMatch(/^27\/200001-\d$/);
  });

  test('report when they are used up', async () => {
    await agree(db, '748', { last_number: 99_999 });
    expect(refusal(await create(await december()))).toEqual([
      409,
      'A numeração deste convênio se esgotou. Cadastre outro em Configurações, Imobiliária.',
    ]);
  });
});

describe('refuses a boleto', () => {
  test('without an agreement, or without the agency’s own data', async () => {
    const bill = await december();
    await db.updateTable('agency').set({ cnpj: null }).execute();
    expect(refusal(await create(bill))).toEqual([409, 'Complete o CNPJ e o endereço em Configurações, Imobiliária.']);
    await fillAgency(db);
    await db.updateTable('bank_agreement').set({ active: false }).execute();
    expect(refusal(await create(bill))).toEqual([
      409,
      'Cadastre o convênio de cobrança em Configurações, Imobiliária.',
    ]);
    expect((await reader.get(`/boleto/${bill.id}/invoice`)).json()).toEqual([]);
  });

  test('for a payer that the bank would refuse, in plain words', async () => {
    const bill = await december();
    await db
      .updateTable('client')
      .set({ street: 'Rua Halfeld', cep: '3601', city: 'Juiz de Fora', state: 'MG' })
      .where('id', '=', bill.user_id)
      .execute();
    expect(refusal(await create(bill))).toEqual([422, 'Informe o bairro do pagador. O CEP do pagador é inválido.']);
  });

  test('for an invoice that is paid, deleted, of another contract, or of zero', async () => {
    const bill = await december();
    const other = await december();
    expect(refusal(await issuer.post('/boleto/manual', { ...bodyOf(bill), user_id: other.user_id }))).toEqual([
      422,
      'Esta fatura não é deste contrato',
    ]);
    expect(refusal(await issuer.post('/boleto/manual', { ...bodyOf(bill), proposal_id: other.proposal_id }))).toEqual([
      422,
      'Esta fatura não é deste contrato',
    ]);
    const free = await december({ contract: await contract({ current_price: 100_000, discount: 100_000 }) });
    expect(refusal(await create(free))).toEqual([422, 'Esta fatura não tem valor a cobrar']);
    await cashier.patch(`/invoice/${bill.id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    expect(refusal(await create(bill))).toEqual([409, 'Esta fatura não está mais em aberto.']);
    await cashier.delete(`/financial/invoice/${other.id}/delete`);
    expect(refusal(await create(other))).toEqual([404, 'Não encontramos a fatura']);
  });

  test('without permission', async () => {
    const bill = await december();
    expect((await reader.post('/boleto/manual', bodyOf(bill))).statusCode).toBe(403);
    expect((await anonymous.post('/boleto/manual', bodyOf(bill))).statusCode).toBe(401);
    expect((await issuer.get('/boleto')).statusCode).toBe(403);
    expect((await issuer.post('/boleto/manual', {})).statusCode).toBe(422);
  });
});

describe('a settled invoice', () => {
  const pay = (bill: Invoice, payment_method: string) =>
    cashier.patch(`/invoice/${bill.id}/down`, { paid_amount: 1500, payment_method });
  const refund = (bill: Invoice) => cashier.delete(`/invoice/${bill.id}/refund`);

  test('by boleto: marks it as paid, and a refund reopens it', async () => {
    const bill = await december();
    const { id } = await issued(bill);
    await pay(bill, 'BOLETO');
    expect(await rowOf(id)).toMatchObject({ status: 'PAID', cancel_due: false });
    await refund(bill);
    expect(await rowOf(id)).toMatchObject({ status: 'OPEN' });
    expect(await verifyBooks(db)).toEqual([]);
  });

  test.each([
    ['REGISTERED', true],
    ['SENT', true],
    ['NONE', false],
    ['REFUSED', false],
  ] as const)(
    'by other means: cancels the boleto; registered as %s, the bank is told: %s',
    async (registration, told) => {
      const bill = await december();
      const { id } = await issued(bill);
      await db.updateTable('boleto').set({ registration }).where('id', '=', id).execute();
      await pay(bill, 'PIX');
      expect(await rowOf(id)).toMatchObject({ status: 'CANCELED', cancel_due: told });
      expect(await verifyBooks(db)).toEqual([]);
    },
  );

  test.each([
    ['PIX', 'REGISTERED'],
    ['MANUAL', 'SENT'],
    ['PIX', 'NONE'],
    ['BOLETO', 'REGISTERED'],
  ] as const)('by %s and undone: restores the boleto registered as %s', async (method, registration) => {
    const bill = await december();
    const { id } = await issued(bill);
    await db.updateTable('boleto').set({ registration }).where('id', '=', id).execute();
    const before = await rowOf(id);
    await pay(bill, method);
    // The due date passes meanwhile: within the minutes of undo the boleto reopens all the same.
    clock.today = '2026-12-11';
    await refund(bill);
    expect(await rowOf(id)).toEqual({ ...before, version: before.version + 2 });
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('by other means, and refunded after the bank was told: leaves the boleto cancelled', async () => {
    const bill = await december();
    const { id } = await issued(bill);
    await register(id);
    await pay(bill, 'PIX');
    await minutesLater(id);
    expect((await issuer.post('/boleto/remittance')).statusCode).toBe(201);
    await refund(bill);
    expect(await rowOf(id)).toMatchObject({ status: 'CANCELED', cancel_due: false, settled_at: null });
  });

  test('refunded when the boleto is no longer payable: cancels it', async () => {
    const bill = await december();
    const { id } = await issued(bill);
    await pay(bill, 'BOLETO');
    await minutesLater(id);
    clock.today = '2026-12-11';
    await refund(bill);
    expect(await rowOf(id)).toMatchObject({ status: 'CANCELED', cancel_due: false });
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('deleted, or of an ended contract: cancels the boleto', async () => {
    const bill = await december();
    const { id } = await issued(bill);
    await cashier.delete(`/financial/invoice/${bill.id}/delete`);
    const other = await december();
    const second = await issued(other);
    await as('PROPOSAL_UPDATE', 'PROPOSAL_EDIT').patch(`/proposal/${other.proposal_id}/close`);
    expect(await rowOf(id)).toMatchObject({ status: 'CANCELED' });
    expect(await rowOf(second.id)).toMatchObject({ status: 'CANCELED' });
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('while its boleto is issued: serialises the two', LONG, async () => {
    const bills = await Promise.all(Array.from({ length: 10 }, () => december()));
    await Promise.all(bills.flatMap((bill) => [create(bill), pay(bill, 'PIX'), create(bill)]));
    expect(await verifyBooks(db)).toEqual([]);
  });
});

describe('the list', () => {
  type Row = { id: number; state: string; url: string };
  const list = async (query = '') => (await reader.get(`/boleto${query}`)).json();
  const idsOf = async (query: string) => (await list(query)).map(({ id }: Row) => id);
  const boletoFor = async (name: string, street: string) => {
    const tenant = await client({ name });
    const listing = await property({ street });
    const bill = await december({ user_id: tenant.id, property_id: listing.id });
    return { bill, boleto: await issued(bill) };
  };

  test('shows pending boletos, searchable by tenant, property, number and invoice', async () => {
    const one = await boletoFor('Zuleica Prates', 'Rua Xavantes');
    const other = await boletoFor('Wanderley Quintão', 'Rua Yanomami');
    const { id } = one.boleto;
    const { nosso_numero } = await rowOf(id);
    for (const query of [
      'zuleica',
      'xavantes',
      nosso_numero,
      one.boleto.nosso_numero,
      one.boleto.digitable_line,
      String(one.bill.id).padStart(2, '0'),
    ])
      expect([query, (await idsOf(`?query=${encodeURIComponent(query)}`)).includes(id)]).toEqual([query, true]);
    expect(await idsOf('?query=zuleica')).toEqual([id]);
    expect((await list('?query=zuleica'))[0].invoice).toEqual({
      id: one.bill.id,
      reference: '2026-12',
      due_date: '2026-12-10',
      status: 'PENDING',
    });
    expect((await idsOf('')).includes(other.boleto.id)).toBe(true);
    expect(await idsOf('?query=zuleica&month=2026-12')).toEqual([id]);
    expect(await idsOf('?query=zuleica&month=2026-11')).toEqual([]);
    await issuer.delete(`/boleto/${id}`);
    expect(await idsOf('?query=zuleica')).toEqual([]);
    expect(await idsOf('?query=zuleica&state=CANCELED')).toEqual([id]);
  });

  test('is paginated, with the totals of all pending ones', async () => {
    const { open, late, unregistered, cancellations } = await list('?page=1');
    const bills = await Promise.all(Array.from({ length: 21 }, () => december()));
    const made = (await issuer.post('/boleto/batch', { invoices: bills.map(({ id }) => id) })).json();
    expect(made).toEqual({ created: 21, amount: 31_500, refused: [] });
    const first = await list('?page=1');
    expect(first).toMatchObject({ page: 1, total: open.count + 21, lastPage: Math.ceil((open.count + 21) / 20) });
    expect(first.data).toHaveLength(20);
    expect(first.open).toEqual({ count: open.count + 21, amount: open.amount + 31_500 });
    expect(first.unregistered).toEqual({ count: unregistered.count + 21, amount: unregistered.amount + 31_500 });
    expect([first.late, first.cancellations]).toEqual([late, cancellations]);
    const [registered] = first.data;
    await register(registered.id);
    expect((await list('?registration=REGISTERED&page=1')).data.map(({ id }: Row) => id)).toContain(registered.id);
    expect((await list('?page=1')).unregistered.count).toBe(unregistered.count + 20);
    clock.today = '2026-12-11';
    const all: Row[] = await list('?state=LATE');
    expect((await list('?page=1&state=LATE')).late.count).toBe(all.length);
    expect(new Set(all.map(({ state }: Row) => state))).toEqual(new Set(['LATE']));
  });

  test('shows the same link until it is revoked', async () => {
    const { bill, boleto } = await boletoFor('Ulisses Link', 'Rua do Link');
    const linkOf = async () => (await list('?query=ulisses'))[0].url;
    expect(await linkOf()).toBe(boleto.url);
    expect((await issuer.delete(`/invoice/${bill.id}/link`)).statusCode).toBe(204);
    const renewed = await linkOf();
    expect(renewed).not.toBe(boleto.url);
    // The new link names the same invoice.
    expect(renewed.slice(0, -22)).toBe(boleto.url.slice(0, -22));
    expect((await reader.get(`/boleto/${bill.id}/invoice`)).json()[0].url).toBe(renewed);
  });

  test('requires a permission', async () => {
    expect((await as('FINANCIAL_INVOICE_VIEW').get('/boleto')).statusCode).toBe(403);
    expect((await reader.get('/boleto/999999')).statusCode).toBe(404);
    expect((await anonymous.get('/boleto')).statusCode).toBe(401);
  });
});

describe('many at once', () => {
  test('reports invoices that can’t have a boleto', async () => {
    const [fine, paid, standing] = [await december(), await december(), await december()];
    await cashier.patch(`/invoice/${paid.id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    await create(standing);
    const answer = await issuer.post('/boleto/batch', { invoices: [fine.id, fine.id, paid.id, standing.id, 999_999] });
    expect(answer.json()).toEqual({
      created: 1,
      amount: 1500,
      refused: [
        { invoice_id: 999_999, reason: 'Não encontramos a fatura' },
        { invoice_id: paid.id, reason: 'Esta fatura não está mais em aberto.' },
        { invoice_id: standing.id, reason: 'Já tem um boleto em aberto.' },
      ],
    });
    expect(refusal(await reader.post('/boleto/batch', {}))[0]).toBe(403);
  });

  test('issues one boleto for every invoice without one, with late charges', async () => {
    const bill = await december();
    clock.today = '2026-12-20';
    const { created } = (await issuer.post('/boleto/batch', {})).json();
    expect(created).toBeGreaterThan(0);
    expect((await reader.get(`/boleto/${bill.id}/invoice`)).json()[0]).toMatchObject({ amount: 1652.25 });
    expect((await issuer.post('/boleto/batch', {})).json()).toMatchObject({ created: 0, amount: 0 });
    expect(await verifyBooks(db)).toEqual([]);
  });
});

test('boleto and invoice include the phone for callers who may see contacts', async () => {
  const tenant = await client({ phone: '3232140000' });
  await as('CLIENT_EDIT').patch(`/user/${tenant.id}/user`, { cellphone: '32991124455' });
  const bill = await december({ user_id: tenant.id });
  const { id } = await issued(bill);
  const phoneFor = async (path: string, ...permissions: string[]) => (await as(...permissions).get(path)).json().phone;
  expect(await phoneFor(`/boleto/${id}`, 'BOLETO_VIEW', 'CLIENT_VIEW')).toBe('32991124455');
  expect(await phoneFor(`/boleto/${id}`, 'BOLETO_VIEW')).toBeNull();
  expect(await phoneFor(`/invoice/${bill.id}`, 'FINANCIAL_INVOICE_VIEW', 'CLIENT_VIEW')).toBe('32991124455');
  expect(await phoneFor(`/invoice/${bill.id}`, 'FINANCIAL_INVOICE_VIEW')).toBeNull();
});

test('a boleto is found by the txid of its QR code', async () => {
  const { id } = await issued(await december());
  await issued(await december());
  await db.updateTable('boleto').set({ pix_txid: 'BOLETO123' }).where('id', '=', id).execute();
  expect(await findOfCodes(db, ['BOLETO123', 'FATURA0000000009'])).toEqual(new Map([['BOLETO123', id]]));
});

describe('boletos with invoices', () => {
  const month = (proposal_id: number) => cashier.post('/financial/invoice', { proposal_id, reference: '2026-12' });
  const wanted = (boletos_with_invoices: boolean) => db.updateTable('agency').set({ boletos_with_invoices }).execute();
  const ofContract = (id: number) =>
    db.selectFrom('boleto').select(['due_date', 'amount', 'status']).where('proposal_id', '=', id).execute();

  test('are issued where the agency wants them', async () => {
    const [before, after] = [await contract(), await contract()];
    expect((await month(before.id)).statusCode).toBe(201);
    await wanted(true);
    expect((await month(after.id)).statusCode).toBe(201);
    await wanted(false);
    expect(await ofContract(before.id)).toEqual([]);
    expect(await ofContract(after.id)).toEqual([{ due_date: '2026-12-10', amount: 150_000, status: 'OPEN' }]);
  });

  test.each([
    ['an agency without an address', () => db.updateTable('agency').set({ street: null }).execute()],
    ['no agreement', () => db.updateTable('bank_agreement').set({ active: false }).execute()],
    [
      'no numbers left',
      () => db.updateTable('bank_agreement').set({ last_number: 99_999_999 }).where('active', '=', true).execute(),
    ],
  ])('stop no invoice: %s', async (_, break_) => {
    const lease = await contract();
    await wanted(true);
    await break_();
    expect((await month(lease.id)).statusCode).toBe(201);
    await wanted(false);
    expect(await ofContract(lease.id)).toEqual([]);
  });
});

describe('cancelling', () => {
  test('happens once, and the bank is told if it knows the boleto', async () => {
    const { id } = await issued(await december());
    await register(id);
    expect((await issuer.delete(`/boleto/${id}`)).statusCode).toBe(204);
    expect(await rowOf(id)).toMatchObject({ status: 'CANCELED', cancel_due: true });
    expect(refusal(await issuer.delete(`/boleto/${id}`))).toEqual([409, 'Este boleto não está mais em aberto.']);
    expect((await issuer.delete('/boleto/999999')).statusCode).toBe(404);
    expect((await reader.delete(`/boleto/${id}`)).statusCode).toBe(403);
  });
});
