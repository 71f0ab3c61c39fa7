import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { acceptOnline } from './acceptance.service.ts';
import { followAgreements } from './daily.service.ts';
import { invoicesUnderAgreement } from './life.service.ts';

const OFFERED_ON = '2026-11-24';
const { db, deps, ctx, clock, as, contract, client, invoice, property, owner, stop } = await startApp({
  today: OFFERED_ON,
});
afterAll(stop);
beforeEach(async () => {
  clock.today = OFFERED_ON;
});

const staff = as('*');

type Answer = Awaited<ReturnType<typeof staff.get>>;
const refusal = (answer: Answer) => [answer.statusCode, answer.json().code];

/**
 * Rent 1.000,00 and a condominium of 200,00 held, 10% of fee, due on the 5th: September and October are open, 80 and 50
 * days late on the day of the offer.
 */
async function late() {
  const person = await owner();
  const tenant = await client({ name: 'Tereza Prado' });
  const listing = await property({
    owners: [{ id: person.id }],
    fees: [{ name: 'Condomínio', price: 20_000, to_owner: false }],
  });
  const lease = await contract({
    ...{ property_id: listing.id, user_id: tenant.id, current_price: 100_000, transfer_date: 5 },
    ...{ start_date: '2026-07-01', end_date: '2029-06-30', next_readjustment: '2027-07-01' },
  });
  const first = await invoice({ contract: lease, reference: '2026-09' });
  const second = await invoice({ contract: lease, reference: '2026-10' });
  return { person, tenant, lease, first, second };
}

type Late = Awaited<ReturnType<typeof late>>;

const termsOf = ({ lease, first, second }: Late, changes: object = {}) => ({
  ...{ proposal_id: lease.id, invoices: [first.id, second.id], instalments: 4, first_due: '2026-11-25' },
  ...{ charges_off: 0, rent_off: 0, monthly_interest: 0, ...changes },
});

const offerOf = async (of: Late, changes: object = {}) =>
  (await staff.post('/debt-agreement', termsOf(of, changes))).json();

/** An agreement that the tenant has accepted in the client area. */
async function accepted(of: Late, changes: object = {}) {
  const offer = await offerOf(of, changes);
  await acceptOnline(ctx, offer.id, { name: 'Tereza Prado', address: '203.0.113.7', version: 1 });
  const instalments = await db
    .selectFrom('invoice')
    .select(['id', 'instalment', 'amount'])
    .where('debt_agreement_id', '=', offer.id)
    .orderBy('instalment')
    .execute();
  return { id: offer.id as number, instalments: instalments.map(({ id }) => id) };
}

const show = async (id: number) => (await staff.get(`/debt-agreement/${id}`)).json();
const pay = (id: number | undefined, reais: number, body: object = {}) =>
  staff.patch(`/invoice/${id}/down`, { paid_amount: reais, ...body });
const payOn = (day: CalendarDate, id: number | undefined, reais: number) => {
  clock.today = day;
  return pay(id, reais);
};
const statusOf = async (id: number) =>
  (await db.selectFrom('invoice').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;

/** Sum of each account of the ledger over the receipts of a contract, in reais, credits above zero. */
async function ledgerOf({ lease }: Late) {
  const { rows } = await sql<{ account: string; amount: number }>`
    select l.account, -sum(l.amount) / 100.0 as amount from ledger_line l join ledger_entry e on e.id = l.entry_id
      join invoice i on i.id = e.invoice_id
    where i.proposal_id = ${lease.id} group by 1 having sum(l.amount) <> 0 order by 1`.execute(db);
  return Object.fromEntries(rows.map(({ account, amount }) => [account, Number(amount)]));
}

const lateOf = async ({ lease }: Late) => {
  const { lates } = (await staff.get('/financial/late')).json();
  return (
    lates as { proposal: { id: number }; total: number; fine: number; interest: number; price: number; fees: number }[]
  )
    .filter(({ proposal }) => proposal.id === lease.id)
    .map(({ price, fees, fine, interest, total }) => ({ price, fees, fine, interest, total }));
};

describe('from the offer to the last centavo of a broken agreement', () => {
  test('every total is as worked out by hand', async () => {
    const of = await late();
    const simulated = (await staff.post('/debt-agreement/simulation', termsOf(of))).json();
    expect(simulated).toMatchObject({
      ...{ principal: 2400, charges: 283.2, discount: 0, interest: 0, total: 2683.2 },
      // Rent 2.000,00 less 200,00 and charges of 283,20 to the owner; the fee to the agency; the condominium held.
      ...{ owners: 2083.2, agency: 200, others: 400, valid_until: '2026-11-25' },
    });
    expect(simulated.instalments.map((one: { amount: number }) => one.amount)).toEqual([670.8, 670.8, 670.8, 670.8]);

    // The offer changes nothing: both invoices stay late.
    const offer = await offerOf(of);
    const listed = (await staff.get('/debt-agreement')).json();
    expect(listed.data).toContainEqual(expect.objectContaining({ id: offer.id, state: 'OFFERED', total: 2683.2 }));
    expect(offer).toMatchObject({ state: 'OFFERED', total: 2683.2, paid: 0, paid_instalments: 0 });
    expect(await lateOf(of)).toEqual([
      { price: 1000, fees: 200, fine: 120, interest: 27, total: 1347 },
      { price: 1000, fees: 200, fine: 120, interest: 16.2, total: 1336.2 },
    ]);

    await acceptOnline(ctx, offer.id, { name: 'Tereza Prado', address: '203.0.113.7', version: 1 });
    const { id } = offer;
    const instalments = (await show(id)).plan.map((one: { invoices: { id: number }[] }) => one.invoices[0]?.id);
    expect(await lateOf(of)).toEqual([]);
    expect([await statusOf(of.first.id), await statusOf(of.second.id)]).toEqual(['REPLACED', 'REPLACED']);
    expect(await ledgerOf(of)).toEqual({});

    // 497,99 and 498,00 of rent, less 49,80, with 73,21 and 73,20 of charges: 521,40 each.
    expect((await payOn('2026-11-25', instalments[0], 670.8)).json().transfers).toMatchObject([{ amount: 521.4 }]);
    expect((await payOn('2026-12-25', instalments[1], 670.8)).json().transfers).toMatchObject([{ amount: 521.4 }]);
    expect(await show(id)).toMatchObject({
      state: 'ACCEPTED',
      paid: 1341.6,
      paid_instalments: 2,
      next_due: '2027-01-25',
    });
    expect(await ledgerOf(of)).toEqual({ CASH: -1341.6, OWNERS: 1042.8, ADMIN_FEES: 99.6, FEES_HELD: 199.2 });

    // The third is due on 25/01 and breaks on 10/02, not on 09/02.
    clock.today = '2027-02-09';
    expect(await followAgreements(deps)).toMatchObject({ broken: 0, warned: 1 });
    expect(await followAgreements(deps)).toMatchObject({ broken: 0, warned: 0 });
    clock.today = '2027-02-10';
    expect(await followAgreements(deps)).toMatchObject({ broken: 1 });
    expect(await followAgreements(deps)).toMatchObject({ broken: 0 });
    const broken = await show(id);
    expect(broken).toMatchObject({
      ...{ state: 'BROKEN', ended_on: '2027-02-10', paid: 1341.6 },
      invoices: [
        { id: of.first.id, paid: 1341.6 },
        { id: of.second.id, paid: 0, returned_id: null },
      ],
    });

    // 4,81 of September and all of October, with charges from their own due dates: 158 and 128 days.
    expect(await lateOf(of)).toEqual([
      { price: 4.01, fees: 0.8, fine: 0.48, interest: 0.22, total: 5.51 },
      { price: 1000, fees: 200, fine: 120, interest: 44.28, total: 1364.28 },
    ]);
    expect(await statusOf(of.second.id)).toBe('PENDING');
    expect(refusal(await pay(instalments[2], 670.8))).toEqual([409, 'INVOICE_REPLACED']);

    await pay(broken.invoices[0].returned_id, 5.51);
    await pay(of.second.id, 1364.28);
    expect(await lateOf(of)).toEqual([]);
    // 2.000,00 of rent less 200,00, and 311,39 of charges, to the owner; 400,00 of condominium held.
    expect(await ledgerOf(of)).toEqual({ CASH: -2711.39, OWNERS: 2111.39, ADMIN_FEES: 200, FEES_HELD: 400 });
    const { total, rent } = await db
      .selectFrom('transfer')
      .select((q) => [q.fn.sum<number>('amount').as('total'), q.fn.sum<number>('rent').as('rent')])
      .where('proposal_id', '=', of.lease.id)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    expect([Number(total), Number(rent)]).toEqual([211_139, 200_000]);
    const statement = (await staff.get(`/user/${of.person.id}/statement?start=2026-11-01&end=2027-02-28`)).json();
    expect(statement.closing).toBe(2111.39);
    expect(await verifyBooks(db)).toEqual([]);
  });
});

describe('an agreement kept', () => {
  test('ends with its last payment, and is in force again when that is taken back', async () => {
    const of = await late();
    const { id, instalments } = await accepted(of, { instalments: 2 });
    await payOn('2026-11-25', instalments[0], 1341.6);
    await payOn('2026-12-25', instalments[1], 1341.6);
    expect(await show(id)).toMatchObject({ state: 'KEPT', paid: 2683.2, paid_instalments: 2, ended_on: '2026-12-25' });
    expect(await ledgerOf(of)).toEqual({ CASH: -2683.2, OWNERS: 2083.2, ADMIN_FEES: 200, FEES_HELD: 400 });

    expect((await staff.delete(`/invoice/${instalments[1]}/refund`)).statusCode).toBe(200);
    expect(await show(id)).toMatchObject({ state: 'ACCEPTED', paid: 1341.6, next_due: '2026-12-25', ended_on: null });
    expect(await verifyBooks(db)).toEqual([]);
    await pay(instalments[1], 1341.6);
    expect(await show(id)).toMatchObject({ state: 'KEPT' });
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('an instalment paid in part leaves its balance in the agreement', async () => {
    const of = await late();
    const { id, instalments } = await accepted(of, { instalments: 1 });
    for (const fate of ['NEXT_INVOICE', 'WAIVED'])
      expect(refusal(await pay(instalments[0], 1000, { rest: { fate, reason: 'Conversado' } }))).toEqual([
        422,
        'REST_OF_INSTALMENT',
      ]);
    await pay(instalments[0], 1000, { rest: { fate: 'OPEN_BALANCE' } });
    const found = await show(id);
    expect(found).toMatchObject({ state: 'ACCEPTED', paid: 1000, paid_instalments: 0 });
    const balance = found.plan[0].invoices[1];
    expect(balance).toMatchObject({ status: 'PENDING', amount: 1683.2, due_date: '2026-12-04' });
    await pay(balance.id, 1683.2);
    expect(await show(id)).toMatchObject({ state: 'KEPT', paid: 2683.2, paid_instalments: 1 });
    expect(await ledgerOf(of)).toEqual({ CASH: -2683.2, OWNERS: 2083.2, ADMIN_FEES: 200, FEES_HELD: 400 });
    expect(await verifyBooks(db)).toEqual([]);
  });
});

// September and October as above, October with 200,00 for works of the building: 1.400,00, fine 140,00, interest 45 × 0,03% =
// 18,90. November is 19 days late: fine 120,00, interest 14 × 0,03% = 5,04. Together 1.347,00 + 1.558,90 + 1.325,04.
test('invoices of three months, one with an extra value of the building, are received whole', LONG, async () => {
  const of = await late();
  await db.updateTable('invoice').set({ deleted_at: new Date() }).where('id', '=', of.second.id).execute();
  const extra = { description: 'Rateio da obra', amount: 200, type: 'DEBIT', influence: 'EXPENSE', boleto: true };
  const added = await staff.put(`/proposal/${of.lease.id}/extra`, { ...extra, transfer: false });
  expect(added.statusCode, added.body).toBeLessThan(300);
  const second = await invoice({ contract: of.lease, reference: '2026-10' });
  const third = await invoice({ contract: of.lease, reference: '2026-11' });
  expect([second.amount, third.amount]).toEqual([140_000, 120_000]);
  const all = { ...of, second };
  const changes = { invoices: [of.first.id, second.id, third.id], instalments: 2 };
  const simulated = (await staff.post('/debt-agreement/simulation', termsOf(all, changes))).json();
  expect(simulated).toMatchObject({ principal: 3_800, charges: 430.94, total: 4_230.94 });
  const { id, instalments } = await accepted(all, changes);
  await payOn('2026-11-25', instalments[0], 2_115.47);
  await payOn('2026-12-25', instalments[1], 2_115.47);
  expect(await show(id)).toMatchObject({ state: 'KEPT', paid: 4_230.94 });
  // Rent of 3.000,00 less 300,00, and the charges, to the owner.
  expect(await ledgerOf(of)).toEqual({
    ...{ CASH: -4_230.94, OWNERS: 3_130.94, ADMIN_FEES: 300, FEES_HELD: 600, EXTRA_VALUES: 200 },
  });
  expect(await verifyBooks(db)).toEqual([]);
});

describe('undone', () => {
  test('cancelled, the debt returns; reinstated, the instalments do, and the payment can be taken back', async () => {
    const of = await late();
    const { id, instalments } = await accepted(of, { charges_off: 10_000 / 100, instalments: 2 });
    await payOn('2026-11-25', instalments[0], 1200);
    const canceled = (await staff.delete(`/debt-agreement/${id}`, { reason: 'A pedido do inquilino' })).json();
    // September was paid without its charges, which are lost: 1.347,00 less 1.200,00 on the day of the offer.
    const returned = canceled.invoices[0].returned_id;
    expect(canceled).toMatchObject({ state: 'CANCELLED', end_reason: 'A pedido do inquilino' });
    expect((await staff.get(`/invoice/${returned}`)).json()).toMatchObject({
      ...{ amount: 130.96, due_date: '2026-09-05', balance_of: of.first.id },
      lines: [{ name: 'Encargos com desconto perdido', amount: 130.96 }],
    });
    expect(refusal(await staff.delete(`/invoice/${instalments[0]}/refund`))).toEqual([409, 'AGREEMENT_UNDONE']);
    expect(await verifyBooks(db)).toEqual([]);

    const back = (await staff.put(`/debt-agreement/${id}/reinstatement`, { until: '2026-12-10' })).json();
    expect(back).toMatchObject({ state: 'ACCEPTED', held_until: '2026-12-10', paid_instalments: 1 });
    expect([await statusOf(of.first.id), await statusOf(of.second.id)]).toEqual(['REPLACED', 'REPLACED']);
    expect((await staff.delete(`/invoice/${instalments[0]}/refund`)).statusCode).toBe(200);
    expect(await ledgerOf(of)).toEqual({});
    expect(await verifyBooks(db)).toEqual([]);

    // The agreement does not break until the agreed day has passed.
    clock.today = '2026-12-10';
    expect(await followAgreements(deps)).toMatchObject({ broken: 0 });
    clock.today = '2026-12-11';
    expect(await followAgreements(deps)).toMatchObject({ broken: 1 });
    expect([await statusOf(of.first.id), await statusOf(of.second.id)]).toEqual(['PENDING', 'PENDING']);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('a debt that was paid can not be reinstated', async () => {
    const of = await late();
    const { id } = await accepted(of);
    await staff.delete(`/debt-agreement/${id}`, { reason: 'Engano' });
    await pay(of.first.id, 1347);
    expect(refusal(await staff.put(`/debt-agreement/${id}/reinstatement`, { until: OFFERED_ON }))).toEqual([
      409,
      'RETURNED_DEBT_MOVED',
    ]);
    expect(refusal(await staff.delete(`/debt-agreement/${id}`, { reason: 'De novo' }))).toEqual([
      409,
      'DEBT_AGREEMENT_STATE',
    ]);
  });

  test('a payment and the break of the same day: one wins', async () => {
    const of = await late();
    const { id, instalments } = await accepted(of);
    clock.today = '2026-12-01';
    const [day, paid] = await Promise.all([followAgreements(deps), pay(instalments[0], 670.8 + 67.08 + 0.2)]);
    const found = await show(id);
    const outcome = [found.state, paid.statusCode, day.broken, await statusOf(instalments[0] ?? 0)];
    expect([
      ['ACCEPTED', 200, 0, 'PAID'],
      ['BROKEN', 409, 1, 'REPLACED'],
    ]).toContainEqual(outcome);
    expect(await verifyBooks(db)).toEqual([]);
  });
});

describe('the warning before an agreement breaks', () => {
  const CONTEST = { reason: 'CONTEST', note: 'Diz que pagou' };
  const warnings = (id: number) =>
    db.selectFrom('message').select('state').where('key', 'like', `agreement:${id}:warn:%`).execute();

  test.each(['invoice', 'contract'] as const)(
    'is not sent while a pause of the %s stands, and breaks all the same',
    async (of) => {
      const debt = await late();
      const { id, instalments } = await accepted(debt);
      const record = of === 'invoice' ? instalments[0] : debt.lease.id;
      const pause = `/collection/${of}/${record}/pause`;
      clock.today = '2026-11-27';
      expect((await staff.post(pause, CONTEST)).statusCode).toBe(204);
      await followAgreements(deps);
      expect(await warnings(id)).toEqual([]);

      // Without the pause the warning is queued; another pause cancels it.
      const { id: standing } = await db
        .selectFrom('collection_pause')
        .select('id')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      await staff.delete(`/collection/pause/${standing}`);
      await followAgreements(deps);
      expect(await warnings(id)).toEqual([{ state: 'QUEUED' }]);
      expect((await staff.post(pause, CONTEST)).statusCode).toBe(204);
      expect(await warnings(id)).toEqual([{ state: 'CANCELLED' }]);

      clock.today = '2026-12-01';
      await followAgreements(deps);
      expect(await show(id)).toMatchObject({ state: 'BROKEN' });
    },
  );
});

describe('an offer', () => {
  test('is refused when its invoices changed, or its time is over', async () => {
    const of = await late();
    const { id } = await offerOf(of);
    const accept = () => acceptOnline(ctx, id, { name: 'Tereza Prado', address: '203.0.113.7', version: 1 });
    expect(refusal(await staff.post('/debt-agreement', termsOf(of)))).toEqual([409, 'DEBT_IN_AGREEMENT']);
    await pay(of.first.id, 1347);
    await expect(accept()).rejects.toMatchObject({ code: 'DEBT_CHANGED' });
    await staff.delete(`/invoice/${of.first.id}/refund`);
    clock.today = '2026-11-26';
    await expect(accept()).rejects.toMatchObject({ code: 'OFFER_OVER' });
    expect(await followAgreements(deps)).toMatchObject({ expired: 1 });
    expect(await show(id)).toMatchObject({ state: 'EXPIRED', ended_on: '2026-11-26' });
    await expect(accept()).rejects.toMatchObject({ code: 'STALE_VERSION' });
    expect(await statusOf(of.first.id)).toBe('PENDING');
  });

  test('accepted twice at once, it is accepted once', async () => {
    const of = await late();
    const { id } = await offerOf(of);
    const accept = () =>
      acceptOnline(ctx, id, { name: 'Tereza Prado', address: '203.0.113.7', version: 1 }).then(
        () => 'accepted',
        (error) => error.status,
      );
    expect((await Promise.all([accept(), accept()])).toSorted()).toEqual([412, 'accepted'].toSorted());
    const made = await db.selectFrom('invoice').select('id').where('debt_agreement_id', '=', id).execute();
    expect(made).toHaveLength(4);
  });

  test('keeps the limits of the agency', async () => {
    const of = await late();
    const saved = await staff.put('/debt-agreement/settings', {
      ...{ agreement_instalments: 6, agreement_charges_off: 50, agreement_rent_off: 10, agreement_valid_days: 5 },
      ...{ agreement_first_days: 5, agreement_break_days: 15, agreement_warn_days: 5, agreement_text: null },
    });
    expect(saved.json()).toMatchObject({ agreement_instalments: 6, agreement_charges_off: 50, agreement_text: null });
    const refused = async (changes: object) => {
      const answer = (await staff.post('/debt-agreement/simulation', termsOf(of, changes))).json();
      return answer.errors?.[0]?.message ?? answer.message;
    };
    expect(await refused({ instalments: 7 })).toBe('A imobiliária divide em até 6 parcelas');
    expect(await refused({ charges_off: 50.01 })).toBe('O desconto nos encargos vai até 50%');
    expect(await refused({ rent_off: 10.01 })).toBe('O desconto no aluguel vai até 10%');
    expect(await refused({ first_due: '2026-11-23' })).toBe('A primeira parcela vence entre hoje e daqui a 45 dias');
    await staff.put('/debt-agreement/settings', {
      ...{ agreement_instalments: 12, agreement_charges_off: 100, agreement_rent_off: 0, agreement_valid_days: 5 },
      ...{ agreement_first_days: 5, agreement_break_days: 15, agreement_warn_days: 5, agreement_text: '{{nome}}' },
    });
    expect(await refused({ instalments: 7 })).toBe('A imobiliária divide em até 6 parcelas');
    await staff.put('/debt-agreement/settings', {
      ...{ agreement_instalments: 12, agreement_charges_off: 100, agreement_rent_off: 0, agreement_valid_days: 5 },
      ...{ agreement_first_days: 5, agreement_break_days: 15, agreement_warn_days: 5, agreement_text: null },
    });
  });

  test('of two contracts is refused with the reason', async () => {
    const [of, other] = [await late(), await late()];
    const answer = await staff.post(
      '/debt-agreement/simulation',
      termsOf(of, { invoices: [of.first.id, other.first.id] }),
    );
    expect([answer.statusCode, answer.json().message]).toEqual([
      ...[
        422,
        'As faturas são de contratos diferentes, e um acordo é de um contrato só. Faça um acordo para cada contrato.',
      ],
    ]);
  });

  test('of a contract whose tenant withholds the tax is refused', async () => {
    const of = await late();
    await db.updateTable('proposal').set({ withholding: 'TENANT' }).where('id', '=', of.lease.id).execute();
    expect(refusal(await staff.post('/debt-agreement', termsOf(of)))).toEqual([409, 'DEBT_WITHHELD']);
    const { invoices } = (await staff.get(`/debt-agreement/candidates/${of.lease.id}`)).json();
    expect(invoices.map((one: { refusal: string | null }) => one.refusal?.slice(0, 46))).toEqual([
      'O inquilino deste contrato retém o imposto de ',
      'O inquilino deste contrato retém o imposto de ',
    ]);
  });
});

// Rent of 12.000,00, 50 days late: fine of 1.200,00 and 162,00 of interest, in two instalments of 6.681,00, each with 6.000,00 of
// rent. Income of 6.681,00 in a month: (6.681,00 - 607,20) × 27,5% - 908,73 = 761,565, less 978,62 - 0,133145 × 6.681,00 = 89,08.
describe('the income tax of instalments is that of the month in which each is paid', () => {
  test.each([
    { withholding: 'AGENCY' as const, amount: 540_851 },
    { withholding: 'OUTSIDE' as const, amount: 608_100 },
  ])('$withholding: 672,49 of each', async ({ withholding, amount }) => {
    const tenant = await client({ person_type: 'JURIDICA' });
    const lease = await contract({
      ...{ user_id: tenant.id, current_price: 1_200_000, transfer_date: 5, withholding },
      ...{ start_date: '2026-07-01', end_date: '2029-06-30', next_readjustment: '2027-07-01' },
      // Taken off by the ordinary invoice of the month, and by no instalment.
      withholding_iptu: 40_000,
    });
    const october = await invoice({ contract: lease, reference: '2026-10' });
    const candidates = (await staff.get(`/debt-agreement/candidates/${lease.id}`)).json();
    expect(candidates).toMatchObject({ agency_withholds: withholding === 'AGENCY', invoices: [{ refusal: null }] });
    const terms = { proposal_id: lease.id, invoices: [october.id], instalments: 2, first_due: '2026-11-25' };
    const offer = (
      await staff.post('/debt-agreement', { ...terms, charges_off: 0, rent_off: 0, monthly_interest: 0 })
    ).json();
    await acceptOnline(ctx, offer.id, { name: 'Tereza Prado', address: '203.0.113.7', version: 1 });
    const instalments = (await show(offer.id)).plan.map((one: { invoices: { id: number }[] }) => one.invoices[0]?.id);
    expect((await payOn('2026-11-25', instalments[0], 6_681)).statusCode).toBe(200);
    expect((await payOn('2026-12-24', instalments[1], 6_681)).statusCode).toBe(200);
    const transfers = await db
      .selectFrom('transfer')
      .select(['amount', 'gross', 'fee', 'tax', 'tax_by', 'tax_exclusions', 'received_on'])
      .where('invoice_id', 'in', instalments)
      .orderBy('id')
      .execute();
    const each = { amount, gross: 668_100, fee: 60_000, tax: 67_249, tax_by: withholding, tax_exclusions: 0 };
    expect(transfers).toEqual([
      { ...each, received_on: '2026-11-25' },
      { ...each, received_on: '2026-12-24' },
    ]);
    expect(await show(offer.id)).toMatchObject({ state: 'KEPT' });
    expect(await verifyBooks(db)).toEqual([]);
  });
});

// The rent of November, 12.000,00, is paid in its month with the first instalment of October's. In November the owner
// receives 18.681,00, less 400,00 of IPTU: (18.281,00 - 607,20) × 27,5% - 908,73 = 3.951,565, rounded to 3.951,57. The rent alone
// had (11.600,00 - 607,20) × 27,5% - 908,73 = 2.114,29, so the instalment has 1.837,28. In December 672,49, as above.
test.each([
  { withholding: 'AGENCY' as const, payer: 'AGENCY' },
  { withholding: 'OUTSIDE' as const, payer: 'TENANT' },
])(
  '$withholding: DIMOB, DARF, R-4010 and statements have instalments in the month of their payment',
  async ({ withholding, payer }) => {
    const person = await owner({ name: `Elisa ${withholding}` });
    const tenant = await client({ name: `Comércio ${withholding} Ltda.`, person_type: 'JURIDICA' });
    const lease = await contract({
      ...{
        user_id: tenant.id,
        property: { owners: [person] },
        current_price: 1_200_000,
        transfer_date: 5,
        withholding,
      },
      ...{
        start_date: '2026-07-01',
        end_date: '2029-06-30',
        next_readjustment: '2027-07-01',
        withholding_iptu: 40_000,
      },
    });
    const october = await invoice({ contract: lease, reference: '2026-10' });
    const november = await invoice({ contract: lease, reference: '2026-11' });
    expect((await payOn('2026-11-05', november.id, 12_000)).statusCode).toBe(200);
    clock.today = OFFERED_ON;
    const terms = { proposal_id: lease.id, invoices: [october.id], instalments: 2, first_due: '2026-11-25' };
    const offer = (
      await staff.post('/debt-agreement', { ...terms, charges_off: 0, rent_off: 0, monthly_interest: 0 })
    ).json();
    await acceptOnline(ctx, offer.id, { name: tenant.name, address: '203.0.113.7', version: 1 });
    const instalments = (await show(offer.id)).plan.map((one: { invoices: { id: number }[] }) => one.invoices[0]?.id);
    await payOn('2026-11-25', instalments[0], 6_681);
    await payOn('2026-12-24', instalments[1], 6_681);

    const year = { rent: 25_362, fee: 2_400, tax: 4_624.06 };
    const [dimob, ...others] = (
      await staff.get(`/fiscal/dimob?year=2026&query=${encodeURIComponent(person.name)}`)
    ).json().data;
    expect(others).toEqual([]);
    expect(dimob).toMatchObject({
      owner: { id: person.id },
      tenant: { id: tenant.id },
      proposal_id: lease.id,
      ...year,
    });
    expect(dimob.months.slice(9)).toEqual([
      { rent: 0, fee: 0, tax: 0 },
      { rent: 18_681, fee: 1_800, tax: 3_951.57 },
      { rent: 6_681, fee: 600, tax: 672.49 },
    ]);

    const ofTenant = async (path: string) =>
      (await staff.get(path)).json().data.filter((row: { tenant: { id: number } }) => row.tenant.id === tenant.id);
    expect(await ofTenant('/fiscal/darf?month=2026-11')).toMatchObject([{ code: '3208', payer, withheld: 3_951.57 }]);
    expect(await ofTenant('/fiscal/darf?month=2026-12')).toMatchObject([{ code: '3208', payer, withheld: 672.49 }]);
    expect(await ofTenant('/fiscal/reinf?month=2026-11')).toMatchObject([
      { paid_on: '2026-11-05', gross: 12_000, exclusions: 400, taxable: 11_600, tax: 2_114.29 },
      { paid_on: '2026-11-25', gross: 6_681, exclusions: 0, taxable: 6_681, tax: 1_837.28 },
    ]);

    for (const [party, { name }] of [
      ['OWNER', person],
      ['TENANT', tenant],
    ] as const) {
      const query = `party=${party}&year=2026&query=${encodeURIComponent(name)}`;
      const { data } = (await staff.get(`/fiscal/statements?${query}`)).json();
      expect(data).toMatchObject([{ name, gross: year.rent, fee: year.fee, tax: year.tax }]);
    }
    expect(await verifyBooks(db)).toEqual([]);
  },
);

test('the acceptance keeps who, when and where, and the text as a document of the contract with its hash', async () => {
  const of = await late();
  const { id } = await accepted(of);
  const found = await show(id);
  expect(found).toMatchObject({
    ...{ accepted_how: 'CLIENT_AREA', accepted_name: 'Tereza Prado', accepted_address: '203.0.113.7' },
    text_hash: createHash('sha256').update(found.text).digest('hex'),
  });
  const { key, name } = await db
    .selectFrom('stored_file')
    .select(['key', 'name'])
    .where('id', '=', found.document_id)
    .executeTakeFirstOrThrow();
  const bytes = await buffer(await deps.files.stream(key));
  expect([name, createHash('sha256').update(bytes).digest('hex')]).toEqual([`Acordo ${id}.pdf`, found.document_hash]);
  expect((await staff.get(`/files/${found.document_id}`)).statusCode).toBe(200);
  expect(found.text).toContain('- parcela 1, em 25/11/2026: R$\u00a0670,80');
});

test('the ruler is told which invoices are under an agreement', async () => {
  const of = await late();
  const offer = await offerOf(of);
  expect(await invoicesUnderAgreement(db, [of.first.id])).toEqual([
    { invoice_id: of.first.id, agreement_id: offer.id, state: 'OFFERED', role: 'DEBT' },
  ]);
  await acceptOnline(ctx, offer.id, { name: 'Tereza Prado', address: '203.0.113.7', version: 1 });
  const made = await db
    .selectFrom('invoice')
    .select('id')
    .where('debt_agreement_id', '=', offer.id)
    .orderBy('id')
    .execute();
  const [first] = made;
  expect(await invoicesUnderAgreement(db, [of.second.id, first?.id ?? 0])).toEqual([
    { invoice_id: of.second.id, agreement_id: offer.id, state: 'ACCEPTED', role: 'DEBT' },
    { invoice_id: first?.id, agreement_id: offer.id, state: 'ACCEPTED', role: 'INSTALMENT' },
  ]);
});
