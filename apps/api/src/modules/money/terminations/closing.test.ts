import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { acceptOnline } from '#api/modules/collection/agreements/acceptance.service.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { anticipateInvoice, payInvoice } from '#api/modules/money/invoices/invoices.service.ts';
import { agree, fillAgency } from '#test/collection.ts';
import { startApp } from '#test/harness.ts';

const TODAY = '2026-03-10';
const { as, client, clock, contract, ctx, db, owner, property, stop } = await startApp({ today: TODAY });
afterAll(stop);
beforeEach(() => {
  clock.today = TODAY;
});

const staff = as('*');
// Registered in March: February whole, March by 10 of 31 days (483,87).
const lease = (overrides = {}) => contract({ start_date: '2025-04-01', end_date: '2027-09-30', ...overrides });
const closing = async (id: number) => (await staff.get(`/proposal/${id}/close`)).json();
const close = (id: number, body?: object) => staff.patch(`/proposal/${id}/close`, body);
const extra = async (id: number, body: object) =>
  (
    await staff.put(`/proposal/${id}/extra`, {
      ...{ description: 'Pintura', amount: 80, type: 'DEBIT', influence: 'EXPENSE', boleto: true, ...body },
    })
  ).json();
const waiting = (id: number) =>
  db
    .selectFrom('extra_value')
    .select('description')
    .where('proposal_id', '=', id)
    .where('invoice_id', 'is', null)
    .where('transfer_id', 'is', null)
    .where('deleted_at', 'is', null)
    .execute();
const invoicesOf = async (id: number) =>
  (await staff.get(`/proposal/${id}`)).json().invoices.map((one: Record<string, unknown>) => [one.status, one.amount]);
const transfersOf = (id: number) =>
  db
    .selectFrom('transfer')
    .select(['user_id', 'purpose', 'amount'])
    .where('proposal_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();

describe('closing at once says each amount', () => {
  test('rent that no invoice charges, penalty, deposit, and what waits', async () => {
    const { id } = await lease({ penalty_rents: 300, deposit: 450_000, transfer_date: 1 });
    await anticipateInvoice(ctx, { proposal_id: id, reference: '2026-03' }); // due on the 1st
    const april = await anticipateInvoice(ctx, { proposal_id: id, reference: '2026-04' });
    const { id: painting } = await extra(id, {});
    const { id: roof } = await extra(id, { description: 'Telhado', type: 'CREDIT', boleto: false, transfer: true });
    const { id: fine } = await extra(id, { description: 'Chave', boleto: false, transfer: true, amount: 20 });
    expect(await closing(id)).toMatchObject({
      ...{ withdrawn: 1, owed: 1, owed_amount: 1500 },
      rests: [
        { key: 'RENT', side: 'TENANT', amount: 483.87, settles: false, must: false },
        // 4.500,00 × (18 months and 20 days = 560) ÷ 900, as in the sheet.
        { key: 'PENALTY', side: 'TENANT', amount: 2800, settles: false },
        { key: 'DEPOSIT', side: 'TENANT', amount: -4500, settles: false },
        { key: String(painting), side: 'TENANT', name: 'Pintura', amount: 80, settles: true },
        { key: String(roof), side: 'OWNER', amount: 80, settles: true },
        { key: String(fine), side: 'OWNER', amount: -20, settles: true },
      ],
    });
    expect(await db.selectFrom('invoice').select('deleted_at').where('id', '=', april).execute()).toEqual([
      { deleted_at: null },
    ]);
  });

  test('nothing of a sale but what waits', async () => {
    const { id } = await lease({ property: { type: 'SALE' } });
    await extra(id, {});
    expect((await closing(id)).rests).toMatchObject([{ name: 'Pintura' }]);
  });

  test('404, 403, 409', async () => {
    const { id } = await lease();
    expect((await staff.get('/proposal/999999/close')).statusCode).toBe(404);
    expect((await as('CLIENT_VIEW').get(`/proposal/${id}/close`)).statusCode).toBe(403);
    await close(id);
    expect((await staff.get(`/proposal/${id}/close`)).statusCode).toBe(409);
  });
});

describe('closing at once', () => {
  test('as specified: due invoices stay, the others go, and what waits is settled', async () => {
    const { id } = await lease({ transfer_date: 1 });
    await anticipateInvoice(ctx, { proposal_id: id, reference: '2026-03' });
    await anticipateInvoice(ctx, { proposal_id: id, reference: '2026-04' });
    await extra(id, {});
    await extra(id, {
      description: 'Telhado',
      amount: 600,
      type: 'CREDIT',
      boleto: false,
      transfer: true,
      instalments: 6,
    });
    expect((await close(id)).statusCode).toBe(200);
    expect((await invoicesOf(id)).toSorted()).toEqual([
      ['PENDING', 1500],
      ['PENDING', 80],
    ]);
    expect(await transfersOf(id)).toMatchObject([{ purpose: 'DEBIT', amount: -60_000 }]);
    expect(await waiting(id)).toEqual([]);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('as chosen: the rent is charged, the penalty is not, and the deposit pays it', async () => {
    const { id, user_id } = await lease({ penalty_rents: 300, deposit: 450_000 });
    const answer = await close(id, {
      rests: [
        { key: 'RENT', settle: true },
        { key: 'PENALTY', settle: false },
        { key: 'DEPOSIT', settle: true },
      ],
    });
    expect(answer.statusCode).toBe(200);
    // 4.500,00 − 1.500,00 − 483,87
    expect(await transfersOf(id)).toEqual([{ user_id, purpose: 'REFUND', amount: 251_613 }]);
    expect(await invoicesOf(id)).toEqual([['PENDING', 0]]);
    const { entries } = (await staff.get(`/proposal/${id}/history`)).json();
    expect(entries[0]).toMatchObject({
      action: 'close',
      changes: expect.arrayContaining([
        expect.objectContaining({ field: 'total', after: -251_613 }),
        expect.objectContaining({ field: 'left', after: 'Multa por rescisão antecipada: R$\u00a02.800,00' }),
      ]),
    });
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('rent that was paid ahead goes back, and its invoice is not refunded beside it', async () => {
    const { id } = await lease();
    for (const reference of ['2026-03', '2026-04'] as const)
      await payInvoice(ctx, await anticipateInvoice(ctx, { proposal_id: id, reference }), { paid_amount: 150_000 });
    expect((await closing(id)).rests).toMatchObject([{ key: 'RENT', amount: -1016.13, settles: false }]);
    await close(id, { rests: [{ key: 'RENT', settle: true }] });
    // A tenth was the agency's fee.
    expect((await transfersOf(id)).slice(2)).toMatchObject([
      { purpose: 'REFUND', amount: 101_613 },
      { purpose: 'DEBIT', amount: -91_452 },
    ]);
    const [last] = await db
      .selectFrom('invoice')
      .select('id')
      .where('proposal_id', '=', id)
      .orderBy('id', 'desc')
      .execute();
    expect((await staff.delete(`/invoice/${last?.id}/refund`)).json().code).toBe('INVOICE_GIVEN_BACK');
    expect(await verifyBooks(db)).toEqual([]);
    // As a sheet is, it is undone.
    expect((await staff.delete(`/proposal/${id}/termination`)).statusCode).toBe(204);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test.each([
    [
      'what is owed',
      1400,
      'NEXT_INVOICE',
      [
        ['PAID', 1500],
        ['PENDING', 100],
      ],
      [],
    ],
    ['what was paid too much', 1600, 'CREDIT', [['PAID', 1500]], [{ purpose: 'REFUND', amount: 10_000 }]],
  ] as const)('%s, carried to the next invoice, is settled', async (_, paid_amount, fate, invoices, transfers) => {
    const { id } = await lease();
    const invoice = await anticipateInvoice(ctx, { proposal_id: id, reference: '2026-03' });
    await staff.patch(`/invoice/${invoice}/down`, { paid_amount, fine: 0, interest: 0, rest: { fate } });
    const { rests } = await closing(id);
    const rest = rests.find(({ must }: { must: boolean }) => must);
    const left = await close(id, { rests: [{ key: rest.key, settle: false }], reason: 'Acordo' });
    expect([left.statusCode, left.json().code]).toEqual([409, 'REST_MUST_SETTLE']);
    expect((await close(id)).statusCode).toBe(200);
    expect((await invoicesOf(id)).toSorted()).toEqual(invoices);
    expect((await transfersOf(id)).filter(({ purpose }) => purpose !== 'OWNER')).toMatchObject(transfers);
    expect(await waiting(id)).toEqual([]);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('rent that an agreement received before it was cancelled is not owed once more', async () => {
    const { id } = await lease();
    await payInvoice(ctx, await anticipateInvoice(ctx, { proposal_id: id, reference: '2026-03' }), {
      paid_amount: 150_000,
    });
    clock.today = '2026-03-31';
    // The month of leaving, divided before it is due: one half is paid, the other returns.
    const march = await anticipateInvoice(ctx, { proposal_id: id, reference: '2026-04' });
    const offered = await staff.post('/debt-agreement', {
      ...{ proposal_id: id, invoices: [march], instalments: 2, first_due: '2026-04-01' },
      ...{ charges_off: 0, rent_off: 0, monthly_interest: 0 },
    });
    expect(offered.statusCode, offered.body).toBe(201);
    const agreement = offered.json().id as number;
    await acceptOnline(ctx, agreement, { name: 'Tereza Prado', address: '203.0.113.7', version: 1 });
    const [first] = await db
      .selectFrom('invoice')
      .select(['id', 'amount'])
      .where('debt_agreement_id', '=', agreement)
      .orderBy('instalment')
      .execute();
    expect((await staff.patch(`/invoice/${first?.id}/down`, { paid_amount: 750 })).statusCode).toBe(200);
    // The sheet says the way: an agreement in force can be cancelled; of one that has ended, the contract is closed at once.
    const sheet = async () => (await staff.put(`/proposal/${id}/termination`, { left_on: '2026-03-31' })).json();
    expect((await sheet()).code).toBe('LAST_MONTH_IN_AGREEMENT');
    expect((await staff.delete(`/debt-agreement/${agreement}`, { reason: 'Desistiu' })).statusCode).toBeLessThan(300);
    expect(await closing(id)).toMatchObject({ rests: [], owed_amount: 750 });
    expect(await sheet()).toMatchObject({
      code: 'LAST_MONTH_PAID_BY_AGREEMENT',
      message: expect.stringContaining('Use “Encerrar agora”'),
    });
  });

  test('a debt that waits is let go only with a reason, and then waits no more', async () => {
    const { id } = await lease();
    const { id: painting } = await extra(id, {});
    const rests = [{ key: String(painting), settle: false }];
    const silent = await close(id, { rests });
    expect([silent.statusCode, silent.json().errors[0].field]).toEqual([422, 'reason']);
    expect((await close(id, { rests: [{ key: '999999', settle: true }] })).json().code).toBe('REST_UNKNOWN');
    expect((await close(id, { rests, reason: 'Acordo na vistoria' })).statusCode).toBe(200);
    expect([await invoicesOf(id), await waiting(id)]).toEqual([[], []]);
    const { entries } = (await staff.get(`/proposal/${id}/history`)).json();
    expect(
      entries
        .find(({ action }: { action: string }) => action === 'delete-extra')
        .changes.map((one: { after: unknown }) => one.after)
        .toSorted(),
    ).toEqual([8_000, 'Acordo na vistoria', 'DEBIT', 'Pintura']);
  });

  test('instalments of a repair charged to the tenant are due at once', async () => {
    const { id, property_id } = await lease();
    const { id: repair } = (
      await staff.post('/maintenance', { property_id, title: 'Porta', description: 'Quebrada' })
    ).json();
    await staff.post(`/maintenance/${repair}/start`);
    await staff.post(`/maintenance/${repair}/charge`, { charged_to: 'TENANT', cost: 600, instalments: 6 });
    await close(id);
    expect([await invoicesOf(id), await waiting(id)]).toEqual([[['PENDING', 600]], []]);
  });
});

describe('a sheet takes what waits for the owners', () => {
  test('instalments of a repair, by shares, and money of the owner where all is paid', async () => {
    const ana = await owner({ name: 'Ana Prado' });
    const beto = await owner({ name: 'Beto Reis' });
    const { id: property_id } = await property({
      owners: [
        { id: ana.id, share: 6_000 },
        { id: beto.id, share: 4_000 },
      ],
    });
    const { id } = await lease({ property_id, end_date: '2026-01-31' });
    for (const reference of ['2026-03', '2026-04'] as const)
      await payInvoice(ctx, await anticipateInvoice(ctx, { proposal_id: id, reference }), { paid_amount: 150_000 });
    clock.today = '2026-03-31';
    await extra(id, {
      description: 'Telhado',
      amount: 600,
      type: 'CREDIT',
      boleto: false,
      transfer: true,
      instalments: 6,
    });
    const draft = (await staff.post(`/proposal/${id}/termination/draft`, { left_on: '2026-03-31' })).json();
    expect(draft).toMatchObject({
      total: 0,
      owners: [
        { user_id: ana.id, name: 'Ana Prado', amount: -360 },
        { user_id: beto.id, amount: -240 },
      ],
    });
    expect(draft.owner_lines).toHaveLength(6);
    const { invoice_id, transfer_id } = (
      await staff.put(`/proposal/${id}/termination`, { left_on: '2026-03-31' })
    ).json();
    expect([invoice_id, transfer_id, await waiting(id)]).toEqual([null, null, []]);
    expect((await transfersOf(id)).filter(({ purpose }) => purpose === 'DEBIT')).toEqual([
      { user_id: ana.id, purpose: 'DEBIT', amount: -36_000 },
      { user_id: beto.id, purpose: 'DEBIT', amount: -24_000 },
    ]);
    expect(await verifyBooks(db)).toEqual([]);
    // Undone, they wait for their months again.
    expect((await staff.delete(`/proposal/${id}/termination`)).statusCode).toBe(204);
    expect(await waiting(id)).toHaveLength(6);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('an increase that counts as rent, less its fee, is income of the owner', async () => {
    const { id } = await lease();
    await extra(id, { description: 'Vaga', amount: 200, influence: 'RENT', boleto: false, transfer: true });
    await staff.put(`/proposal/${id}/termination`, { left_on: TODAY });
    const [made] = await db
      .selectFrom('transfer')
      .select(['purpose', 'amount', 'gross', 'fee', 'rent', 'received_on'])
      .where('proposal_id', '=', id)
      .execute();
    expect(made).toEqual({
      ...{ purpose: 'OWNER', amount: 18_000, gross: 20_000, fee: 2_000, rent: 0, received_on: TODAY },
    });
    expect(await verifyBooks(db)).toEqual([]);
    expect((await staff.delete(`/proposal/${id}/termination`)).statusCode).toBe(204);
    expect([(await transfersOf(id)).length, (await waiting(id)).length]).toEqual([0, 1]);
    expect(await verifyBooks(db)).toEqual([]);
  });
});

test('an extra value that counts as rent bears the fee in the last invoice, and is income', async () => {
  const { id } = await lease();
  await extra(id, { description: 'Vaga', amount: 200, influence: 'RENT', transfer: true });
  const { invoice_id, sheet } = (await staff.put(`/proposal/${id}/termination`, { left_on: TODAY })).json();
  expect(sheet.total).toBe(2183.87);
  await staff.patch(`/invoice/${invoice_id}/down`, { paid_amount: 2183.87 });
  const made = await db
    .selectFrom('transfer')
    .select(['amount', 'gross', 'fee', 'rent'])
    .where('proposal_id', '=', id)
    .execute();
  // A tenth of 1.983,87 and 200,00 is 218,39.
  expect(made).toEqual([{ amount: 196_548, gross: 218_387, fee: 21_839, rent: 198_387 }]);
});

test('a contract that charges whole months says so, and offers the days', async () => {
  const { id } = await lease({ prorate: false });
  const draft = async (body: object) =>
    (await staff.post(`/proposal/${id}/termination/draft`, { left_on: '2026-03-02', ...body })).json();
  const whole = await draft({});
  expect([whole.total, whole.rent]).toEqual([
    3000,
    {
      ...{ by_days: false, whole: 1500, days: 96.77 },
      words:
        'O contrato não cobra por dias: o mês da saída é devido inteiro, R$\u00a01.500,00. Por dias seriam R$\u00a096,77.',
    },
  ]);
  const byDays = await draft({ rent_by_days: true });
  expect([byDays.total, byDays.rent.by_days]).toEqual([1596.77, true]);
});

describe('undone, a contract is one that could be made today', () => {
  async function ended() {
    const boss = await owner();
    const tenant = await client({ name: 'Inquilina Que Sai' });
    const { id: property_id } = await property({ owners: [{ id: boss.id }] });
    const { id } = await lease({ property_id, user_id: tenant.id });
    const { invoice_id } = (await staff.put(`/proposal/${id}/termination`, { left_on: TODAY })).json();
    return { id, property_id, tenant, invoice_id };
  }
  type Ended = Awaited<ReturnType<typeof ended>>;

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, (of: Ended) => Promise<unknown>, string]>([
    ['without an owner',             ({ property_id }) => db.deleteFrom('property_owner').where('property_id', '=', property_id).execute(), 'OWNER_GONE'],
    ['with a property for sale',     ({ property_id }) => staff.patch(`/property/${property_id}`, { type: 'SALE' }), 'PROPERTY_NOT_LET'],
    ['with a tenant who bought it',  ({ property_id, tenant }) => staff.put(`/property/${property_id}/member/OWNER/${tenant.id}`), 'TENANT_OWNS'],
    ['with an anonymised tenant',    ({ tenant }) => db.updateTable('client').set({ anonymised_at: new Date() }).where('id', '=', tenant.id).execute(), 'TENANT_GONE'],
    ['with a deleted guarantor',     async ({ id }) => {
      const friend = await client();
      await db.insertInto('contract_party').values({ proposal_id: id, client_id: friend.id, role: 'GUARANTOR' }).execute();
      await db.updateTable('client').set({ deleted_at: new Date() }).where('id', '=', friend.id).execute();
    }, 'GUARANTOR_GONE'],
  ])('%s', async (_, happens, code) => {
    const made = await ended();
    await happens(made);
    const undone = await staff.delete(`/proposal/${made.id}/termination`);
    expect([undone.statusCode, undone.json().code]).toEqual([409, code]);
    expect((await staff.get(`/proposal/${made.id}`)).json().status).toBe('CLOSED');
  });

  test('of a sale, with the property sold again', async () => {
    const { id, property_id } = await lease({ property: { type: 'SALE' } });
    await extra(id, {});
    expect((await staff.patch(`/proposal/${id}/close`, {})).statusCode).toBe(200);
    const undone = await staff.delete(`/proposal/${id}/termination`);
    expect(undone.statusCode, undone.body).toBeLessThan(300);
    expect((await staff.get(`/proposal/${id}`)).json().status).toBe('APPROVED');
    expect((await staff.get(`/property/${property_id}/admin`)).json().status).toBe('SOLD');
  });

  test('with what closing at once let go', async () => {
    const { id } = await lease();
    const { id: painting } = await extra(id, {});
    const { id: roof } = await extra(id, { description: 'Telhado', type: 'CREDIT', boleto: false, transfer: true });
    await extra(id, { description: 'Chave' });
    const rests = [painting, roof].map((key) => ({ key: String(key), settle: false }));
    expect((await close(id, { rests, reason: 'Acordo' })).statusCode).toBe(200);
    expect(await waiting(id)).toEqual([]);
    expect((await staff.delete(`/proposal/${id}/termination`)).statusCode).toBe(204);
    expect((await waiting(id)).map(({ description }) => description).toSorted()).toEqual([
      'Chave',
      'Pintura',
      'Telhado',
    ]);
  });

  test('with its invoices, their marks and extra values, and the boleto the bank still knows', async () => {
    const { id, user_id } = await lease();
    await extra(id, {});
    const invoice = await anticipateInvoice(ctx, { proposal_id: id, reference: '2026-03' });
    await db.insertInto('collection_pause').values({ invoice_id: invoice, reason: 'CONTEST' }).execute();
    await fillAgency(db);
    await agree(db, '341');
    const { id: boleto } = (
      await staff.post('/boleto/manual', { invoice_id: invoice, user_id, proposal_id: id })
    ).json();
    await db.updateTable('boleto').set({ registration: 'REGISTERED' }).where('id', '=', boleto).execute();
    await staff.put(`/proposal/${id}/termination`, { left_on: TODAY });
    expect((await staff.delete(`/proposal/${id}/termination`)).statusCode).toBe(204);
    const { invoices, extraValues } = (await staff.get(`/proposal/${id}`)).json();
    expect([invoices.map((one: { id: number }) => one.id), extraValues[0].invoice_id]).toEqual([[invoice], invoice]);
    expect(await db.selectFrom('boleto').select(['status', 'cancel_due']).where('id', '=', boleto).execute()).toEqual([
      { status: 'OPEN', cancel_due: false },
    ]);
  });
});
