import type { Rehearsal, RehearsalTotals, RehearsedContract } from '@morada/contract/fiscal/fiscal-rehearsal';
import { sum } from '@morada/domain/base/money';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { refusal, trailOf } from '#test/calls/answers.ts';
import { bulkDesk, tally } from '#test/desks/bulk-desk.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';

const app = await startApp({ today: '2026-03-10' });
const { db, clock, as, client, owner, contract, invoice, stop } = app;
const desk = await bulkDesk(app);
afterAll(async () => {
  await desk.jobs.stop();
  await stop();
});
const master = as('*');
const reader = as('FISCAL_VIEW');

/** An owner who pays IBS and CBS from 2027 on. */
async function taxpayer() {
  const one = await owner();
  await sql`update client set tax_regime = 'REGULAR', taxpayer_since = '2027-01-01' where id = ${one.id}`.execute(db);
  return one.id;
}

const pay = async (id: number, body: object) => {
  const answer = await master.patch(`/invoice/${id}/down`, body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const rehearse = async (query = ''): Promise<Rehearsal & RehearsalTotals> => {
  const answer = await reader.get(`/fiscal/rehearsal${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return { ...answer.json(), ...(await reader.get(`/fiscal/rehearsal/totals${query}`)).json() };
};

const FEES = [
  { name: 'Condomínio', price: 40_000, to_owner: false },
  { name: 'IPTU', price: 10_000, to_owner: true },
];
let plain: Awaited<ReturnType<typeof contract>>;

/** Payments of every sort: in full, late, in part, too much, with discounts, extra values, shares, fees and income tax. */
beforeAll(async () => {
  const payer = await taxpayer();
  const sole = { owners: [{ id: payer }] };
  plain = await contract({ current_price: 300_000, property: sole });
  await pay((await invoice({ contract: plain })).id, { paid_amount: 3_000 });

  const halves = [
    { id: payer, share: 6_000 },
    { id: (await owner()).id, share: 4_000 },
  ];
  const discounted = await contract({
    ...{ current_price: 311_117, discount: 11_111, commission: 875, property: { owners: halves, fees: FEES } },
  });
  const inPart = await invoice({ contract: discounted });
  const onTime = await contract({ current_price: 277_777, with_commission: false, property: { ...sole, fees: FEES } });
  for (const extra of [
    { description: 'Vaga', amount: 120.55, type: 'DEBIT', influence: 'RENT', boleto: true, transfer: true },
    { description: 'Abono', amount: 33.33, type: 'CREDIT', influence: 'RENT', boleto: true },
    { description: 'Reparo', amount: 80.01, type: 'CREDIT', influence: 'RENT', transfer: true },
  ])
    expect((await master.put(`/proposal/${onTime.id}/extra`, extra)).statusCode).toBe(201);
  await pay((await invoice({ contract: onTime })).id, { paid_amount: 2_777.77 + 500 + 120.55 - 33.33 });

  const thirds = [payer, (await owner()).id, (await owner()).id].map((id) => ({ id }));
  const late = await contract({ current_price: 200_000, commission: 733, property: { owners: thirds } });
  const waived = await contract({ current_price: 190_000, property: sole });
  const over = await contract({ current_price: 180_000, property: sole });
  const [lateOne, waivedOne, overOne] = [
    await invoice({ contract: late }),
    await invoice({ contract: waived }),
    await invoice({ contract: over }),
  ];
  const company = await client({ person_type: 'JURIDICA' });
  const withholding = { current_price: 900_000, property: sole, withholding_less_fee: true } as const;
  const byAgency = await contract({ ...withholding, withholding: 'AGENCY', user_id: company.id });
  const byTenant = await contract({ ...withholding, withholding: 'TENANT', user_id: company.id });
  await pay((await invoice({ contract: byAgency })).id, { paid_amount: 9_000 });
  const net = await invoice({ contract: byTenant });
  await pay(net.id, { paid_amount: (net.price + net.fees) / 100 });
  await invoice({ contract: await contract({ property: sole }) });

  clock.today = '2026-03-24';
  // 3.500,06, a fine of 350,01 and 9 × 0,03% = 9,45 of interest; the rest is paid at once.
  await pay(inPart.id, { paid_amount: 2_000, rest: { fate: 'OPEN_BALANCE', due_date: '2026-03-31' } });
  const balance = await db
    .selectFrom('invoice')
    .select(['id', 'amount'])
    .where('balance_of', '=', inPart.id)
    .executeTakeFirstOrThrow();
  expect(balance.amount).toBe(185_952);
  await pay(balance.id, { paid_amount: 1_859.52 });
  await pay(lateOne.id, { paid_amount: 2_205.4 });
  await pay(waivedOne.id, { paid_amount: 1_900, fine: 0, interest: 0 });
  await pay(overOne.id, { paid_amount: 2_500, fine: 180, interest: 4.86, rest: { fate: 'RETURN' } });
  // What is agreed later changes nothing of what was paid.
  await sql`update proposal set commission = 1200 where id = ${late.id}`.execute(db);
  clock.today = '2026-04-02';
});

const bookedOf = async (column: 'slips' | 'net') => {
  const { rows } = await sql<{ slips: number; net: number }>`
    select (select sum(price + fees) from invoice where balance_of is null and deleted_at is null) / 100.0 as slips,
      (select sum(amount) from transfer where purpose = 'OWNER' and deleted_at is null) / 100.0 as net`.execute(db);
  return Number(rows[0]?.[column]);
};

test('a rate of zero gives the books back to the centavo', async () => {
  const found = await rehearse('?cbs=0&ibs=0');
  expect(found).toMatchObject({ total: 9, differing: 0, taxed: 0, from: '2025-04', to: '2026-03' });
  for (const { was, on_top, included } of found.data)
    expect([on_top, included]).toEqual([
      { ...was, tax: 0 },
      { ...was, tax: 0 },
    ]);
  expect(found.totals.was).toEqual({ slips: await bookedOf('slips'), net: await bookedOf('net') });
  expect(found.totals.agreed).toEqual({ ...found.totals.was, tax: 0 });
});

test('works out slips, nets and notes on top of the rent and within it, by estimated rates or typed ones', async () => {
  const found = await rehearse();
  expect(found.rates).toMatchObject({ cbs: 8.4, ibs: 0.1, estimate: true });
  const row = found.data.find(({ id }) => id === plain.id);
  // 2,52% and 0,04% of 2.400,00 are 61,44. Within the rent, 2.340,09 bears 59,91, and the fee is 10% of 2.940,09.
  expect(row).toMatchObject({
    ...{ mode: 'ON_TOP', was: { slips: 3_000, net: 2_700 } },
    on_top: { slips: 3_061.44, tax: 61.44, net: 2_700 },
    included: { slips: 3_000, tax: 59.91, net: 2_646.08 },
  });
  expect((await rehearse('?cbs=10&ibs=0')).data.find(({ id }) => id === plain.id)).toMatchObject({
    // 3% of 2.400,00.
    on_top: { slips: 3_072, tax: 72, net: 2_700 },
  });
  const one: RehearsedContract = (await reader.get(`/fiscal/rehearsal/${plain.id}`)).json();
  expect(one.lines).toMatchObject([
    {
      ...{ due_date: '2026-03-10', continued: false, slip: { was: 3_000, on_top: 3_061.44 } },
      owner: {
        was: 2_700,
        on_top: { base: 2_400, tax: 61.44 },
        included: { net: 2_646.08, base: 2_340.09, tax: 59.91 },
      },
    },
  ]);
  const sheet = await reader.get('/fiscal/rehearsal/export/csv?cbs=10&ibs=0');
  expect(sheet.body).toContain('3072,00');
  expect(sheet.body).toContain('CBS 10%, IBS 0%, estimativa');
  expect(refusal(await reader.get('/fiscal/rehearsal/999999'))).toEqual([404, 'REHEARSAL_NOT_FOUND']);
});

test('a page has its own contracts alone, and the sums are those of all pages', LONG, async () => {
  const before = await rehearse();
  const payer = await taxpayer();
  for (let made = 0; made < 20; made += 1) {
    const small = await contract({ current_price: 100_000, property: { owners: [{ id: payer }] } });
    await db
      .updateTable('invoice')
      .set({ due_date: '2026-03-20' })
      .where('id', '=', (await invoice({ contract: small })).id)
      .execute();
  }
  const [first, second] = [await rehearse('?cbs=0&ibs=0'), await rehearse('?cbs=0&ibs=0&page=2')];
  expect([first.data.length, second.data.length, first.total]).toEqual([20, before.total, before.total + 20]);
  expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(first.total);
  const slips = sum([...first.data, ...second.data].map(({ was }) => Math.round(was.slips * 100)));
  expect([first.totals, slips / 100]).toEqual([second.totals, first.totals.was.slips]);
  await db.updateTable('client').set({ tax_regime: null, taxpayer_since: null }).where('id', '=', payer).execute();
});

test('owners whom the radar points at join by a choice', async () => {
  const rich = await owner();
  const one = await contract({ current_price: 30_000_000, property: { owners: [rich] } });
  clock.today = '2026-03-10';
  await pay((await invoice({ contract: one })).id, { paid_amount: 300_000 });
  clock.today = '2026-04-02';
  const ids = async (query: string) => (await rehearse(query)).data.map(({ id }) => id);
  expect(await ids('')).not.toContain(one.id);
  expect(await ids('?owners=RADAR')).toContain(one.id);
});

test('chosen contracts get the tax within the rent by one batch, which is undone', async () => {
  const ids = (await rehearse()).data.map(({ id }) => id);
  const [touched, closed] = [ids.find((id) => id !== plain.id) ?? 0, ids.findLast((id) => id !== plain.id) ?? 0];
  await db
    .updateTable('proposal')
    .set({ status: 'CLOSED', closed_on: '2026-04-01' })
    .where('id', '=', closed)
    .execute();
  const run = await desk.preview('lease-tax', { filter: {}, lease_tax: 'INCLUDED' });
  expect(tally(run)).toEqual({ READY: [8, 0], REFUSED: [1, 0] });
  await master.patch(`/proposal/${touched}`, { discount: 10 });
  expect(tally(await desk.run(run.id))).toEqual({ DONE: [7, 0], FAILED: [1, 0], REFUSED: [1, 0] });
  expect((await trailOf(db, 'proposal', plain.id)).at(-1)).toMatchObject({
    changes: { lease_tax: ['ON_TOP', 'INCLUDED'] },
  });
  expect((await rehearse('?mode=INCLUDED')).total).toBe(7);
  expect(tally(await desk.preview('lease-tax', { ids: [plain.id], lease_tax: 'INCLUDED' }))).toEqual({
    REFUSED: [1, 0],
  });
  expect(tally(await desk.undo(run.id))).toMatchObject({ UNDONE: [7, 0] });
  expect((await rehearse('?mode=INCLUDED')).total).toBe(0);
  expect(await verifyBooks(db)).toEqual([]);
});

test('an addendum of each chosen contract is kept among its documents, and undoing takes it back', async () => {
  const body = '<p>IBS e CBS: {{contrato.imposto}}.</p>';
  const template_id = (await master.post('/contract/template', { name: 'Aditivo', body })).json().id;
  const documents = async () => (await master.get(`/proposal/${plain.id}`)).json().documents;
  const before = await documents();
  const asked = { ids: [plain.id], lease_tax: 'INCLUDED', template_id };
  expect(refusal(await as('PROPOSAL_EDIT').post('/bulk/lease-tax', asked))).toEqual([403, 'PERMISSION_DENIED']);
  expect(refusal(await master.post('/bulk/lease-tax', { ...asked, template_id: 999_999 }))).toEqual([
    ...[404, 'TEMPLATE_NOT_FOUND'],
  ]);
  const run = await desk.preview('lease-tax', asked);
  expect(await documents()).toEqual(before);
  expect(tally(await desk.run(run.id))).toEqual({ DONE: [1, 0] });
  const [added, ...others] = (await documents()).filter(
    ({ id }: { id: number }) => !before.some((one: { id: number }) => one.id === id),
  );
  expect(added).toMatchObject({ name: `Aditivo, contrato ${plain.id}.pdf`, type: 'CONTRACT' });
  expect(others).toEqual([]);
  expect((await rehearse('?mode=INCLUDED')).total).toBe(1);
  expect(tally(await desk.undo(run.id))).toMatchObject({ UNDONE: [1, 0] });
  expect(await documents()).toEqual(before);
  expect((await rehearse('?mode=INCLUDED')).total).toBe(0);
});
