import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { billDay } from '#api/modules/money/invoices/billing.service.ts';
import { settleInvoices } from '#api/modules/money/invoices/settling.service.ts';
import { refusal } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';

const { db, ctx, clock, as, owner, property, contract, stop } = await startApp();
afterAll(stop);

const master = as('*');

/** Whether the rates of 2027 are official. */
const setOfficial = (official: boolean) =>
  sql`update fiscal_table set figures = jsonb_set(figures, '{rates,official}', ${JSON.stringify(official)}::jsonb)
    where kind = 'REFORM' and valid_from = '2027-01-01'`.execute(db);

beforeEach(async () => {
  clock.today = '2026-12-10';
  await db
    .updateTable('proposal')
    .set({ status: 'CLOSED', closed_on: '2026-12-01' })
    .where('status', '=', 'APPROVED')
    .execute();
  await setOfficial(true);
});

/** A lease of 3.000,00 with condominium; the first owner pays IBS and CBS. */
async function lease(
  terms: { lease_tax?: 'ON_TOP' | 'INCLUDED'; purpose?: 'SHORT_STAY'; since?: string; shares?: number[] } = {},
) {
  const { since = '2027-01-01', shares = [10_000], ...columns } = terms;
  const owners = [];
  for (const share of shares) owners.push({ id: (await owner()).id, share });
  const [payer] = owners;
  if (!payer) throw new TypeError('no owner');
  await sql`update client set tax_regime = 'REGULAR', taxpayer_since = ${since} where id = ${payer.id}`.execute(db);
  const home = await property({ owners, fees: [{ name: 'Condomínio', price: 40_000 }] });
  const one = await contract({ property_id: home.id, current_price: 300_000, start_date: '2026-12-01' });
  await db
    .updateTable('proposal')
    .set({ billed_through: '2026-12', ...columns })
    .where('id', '=', one.id)
    .execute();
  return { ...one, payer: payer.id };
}

const invoicesOf = (id: number) =>
  db
    .selectFrom('invoice')
    .select(['id', 'reference', 'price', 'fees', 'lines'])
    .where('proposal_id', '=', id)
    .orderBy('reference')
    .execute();

const settle = (id: number, paid_amount: number) =>
  db.transaction().execute((trx) => settleInvoices(trx, ctx, [{ id, input: { paid_amount, pay_day: ctx.today() } }]));

const transfersOf = (id: number) =>
  db
    .selectFrom('transfer')
    .select(['user_id', 'amount', 'gross', 'fee', 'lines'])
    .where('invoice_id', '=', id)
    .orderBy('id')
    .execute();

describe('the invoice of January', () => {
  test('charges the tax beside the rent, passes it on to its owner and keeps it out of fee, DIMOB and result', async () => {
    const one = await lease({ shares: [6_000, 4_000] });
    clock.today = '2026-12-31';
    await billDay(ctx);
    const [january] = await invoicesOf(one.id);
    // 60% of 3.000,00 − 600,00 is 1.440,00: 2,52% = 36,29 and 0,02% = 0,29 twice.
    expect(january).toMatchObject({ reference: '2027-01', price: 300_000, fees: 40_000 + 3_687 });
    expect(january?.lines.at(-1)).toMatchObject({ kind: 'LEASE_TAX', client_id: one.payer, amount: 3_687 });
    expect((await master.get(`/invoice/${january?.id}`)).json().lines.at(-1)).toMatchObject({
      ...{ kind: 'LEASE_TAX', name: 'IBS e CBS', amount: 36.87 },
    });

    clock.today = '2027-01-11';
    expect(await settle(january?.id ?? 0, 343_687)).toEqual([undefined]);
    const [ana, bia] = await transfersOf(january?.id ?? 0);
    // The fee is 10% of the rent: 60% of 2.700,00 and the tax, 40% of 2.700,00.
    expect(ana).toMatchObject({ amount: 162_000 + 3_687, gross: 180_000, fee: 18_000 });
    expect(bia).toMatchObject({ amount: 108_000, gross: 120_000, fee: 12_000 });
    const { rows } = await sql`select l.client_id, l.amount from ledger_line l join ledger_entry e on e.id = l.entry_id
      where e.invoice_id = ${january?.id} and l.account = 'LEASE_TAX' order by l.amount`.execute(db);
    expect(rows).toEqual([
      { client_id: one.user_id, amount: -3_687 },
      { client_id: one.payer, amount: 3_687 },
    ]);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('leaves the agreed rent as it is where the tax is included, and lowers what fee and DIMOB count', async () => {
    const one = await lease({ lease_tax: 'INCLUDED' });
    clock.today = '2026-12-31';
    await billDay(ctx);
    const [january] = await invoicesOf(one.id);
    expect(january).toMatchObject({ price: 300_000, fees: 40_000 });
    clock.today = '2027-01-11';
    expect(await settle(january?.id ?? 0, 340_000)).toEqual([undefined]);
    // 2.400,00 ÷ 1,0256 = 2.340,09 bears 59,91.
    expect(await transfersOf(january?.id ?? 0)).toMatchObject([{ gross: 294_009, fee: 29_401, amount: 270_599 }]);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('that is paid in part leaves rent to the next one, which charges no tax of it again', async () => {
    const one = await lease();
    clock.today = '2026-12-31';
    await billDay(ctx);
    const [january] = await invoicesOf(one.id);
    clock.today = '2027-01-11';
    const body = { paid_amount: 2900, fine: 0, interest: 0, rest: { fate: 'NEXT_INVOICE' } };
    const paid = await master.patch(`/invoice/${january?.id}/down`, body);
    expect(paid.statusCode, paid.body).toBe(200);
    clock.today = '2027-01-31';
    await billDay(ctx);
    const february = (await invoicesOf(one.id)).at(-1);
    // 100,00 of rent, 400,00 of condominium and 61,44 of tax are left; February's own tax is 61,44 again.
    expect(february).toMatchObject({ reference: '2027-02', price: 300_000 });
    expect(february?.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['RENT', 300_000],
      ['FEE', 40_000],
      ['EXTRA', 10_000],
      ['EXTRA', 40_000],
      ['EXTRA', 6_144],
      ['LEASE_TAX', 6_144],
    ]);
  });

  test('of December, or of an owner who pays later, is as before', async () => {
    const one = await lease({ since: '2027-02-01' });
    clock.today = '2027-01-01';
    await billDay(ctx);
    expect(await invoicesOf(one.id)).toMatchObject([{ reference: '2027-01', fees: 40_000 }]);
    const other = await lease();
    await db.updateTable('proposal').set({ billed_through: '2026-11' }).where('id', '=', other.id).execute();
    clock.today = '2026-12-10';
    await billDay(ctx);
    expect(await invoicesOf(other.id)).toEqual([]);
  });
});

describe('the end of the contract', () => {
  /** January charged whole and paid, late; the tenant leaves on the 20th. */
  async function leftInJanuary() {
    const one = await lease();
    await sql`update agency set late_to_owner = 5000`.execute(db);
    await db
      .updateTable('proposal')
      .set({ prorate: true, start_date: '2027-01-01', billed_through: '2027-01' })
      .where('id', '=', one.id)
      .execute();
    clock.today = '2027-02-01';
    await billDay(ctx);
    const [february] = await invoicesOf(one.id);
    clock.today = '2027-02-20';
    // 3.461,44 since the 10th: 346,14 and 5 × 0,03%, 5,19. Of 351,33 they have 8,77 in them: 342,56 bears 8,63 and 0,07 twice.
    expect(await settle(february?.id ?? 0, 346_144 + 35_133)).toEqual([undefined]);
    return { ...one, february: february?.id ?? 0 };
  }
  const LEFT = { left_on: '2027-01-20', rent_by_days: true, waiver: { reason: 'OTHER', note: 'acordo' } };

  test('late charges have their tax in them, and the note counts what the books do', async () => {
    const { february, payer } = await leftInJanuary();
    const [transfer] = await transfersOf(february);
    // Half of 351,33 is the owner's, of which 4,39 is tax; the agency passes on the other 4,38.
    expect(transfer).toMatchObject({ amount: 270_000 + 6_144 + 17_567 + 438, gross: 300_000 + 17_567 - 439 });
    const { data } = (await as('FISCAL_VIEW').get('/fiscal/notes/lease?month=2027-02')).json();
    // 3.000,00 and 400,00 with 351,33 less 8,77; the base is 3.342,56 less 600,00.
    expect(data).toMatchObject([{ owner: { id: payer }, total: 3742.56, base: 2742.56, cbs: 69.11, ibs: 1.1 }]);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('gives the tax of a paid month back with its rent, and undoing takes it back', async () => {
    const { id, payer, user_id } = await leftInJanuary();
    const drafted = await master.post(`/proposal/${id}/termination/draft`, LEFT);
    expect(drafted.statusCode, drafted.body).toBe(200);
    expect(drafted.json().lines.filter(({ kind }: { kind: string }) => kind !== 'FEE')).toMatchObject([
      { kind: 'RENT', amount: -1064.52, paid_by: expect.stringContaining('imobiliária') },
      { kind: 'LEASE_TAX', amount: -27.25, paid_by: 'proprietário' },
      expect.objectContaining({ kind: 'PENALTY' }),
    ]);
    const made = await master.put(`/proposal/${id}/termination`, LEFT);
    expect(made.statusCode, made.body).toBe(201);
    const { rows } = await sql<{ client_id: number; amount: number }>`select l.client_id, sum(l.amount) as amount
      from ledger_line l join ledger_entry e on e.id = l.entry_id where l.account = 'LEASE_TAX' and e.kind = 'REFUND'
      and l.client_id in (${payer}, ${user_id}) group by 1 order by 2`.execute(db);
    expect(rows).toEqual([
      { client_id: payer, amount: -2_725 },
      { client_id: user_id, amount: 2_725 },
    ]);
    expect(await verifyBooks(db)).toEqual([]);
    expect((await master.delete(`/proposal/${id}/termination`)).statusCode).toBe(204);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('charges the tax of days that no invoice charged, and refuses to guess it', async () => {
    const one = await lease();
    await db
      .updateTable('proposal')
      .set({ prorate: true, start_date: '2027-01-01', billed_through: '2027-01' })
      .where('id', '=', one.id)
      .execute();
    clock.today = '2027-01-20';
    await setOfficial(false);
    expect(refusal(await master.post(`/proposal/${one.id}/termination/draft`, LEFT))).toEqual([
      409,
      'LEASE_TAX_UNKNOWN',
    ]);
    await setOfficial(true);
    const { lines } = (await master.post(`/proposal/${one.id}/termination/draft`, LEFT)).json();
    expect(lines).toContainEqual(expect.objectContaining({ kind: 'LEASE_TAX', amount: 34.19, paid_by: 'inquilino' }));
  });
});

describe('without an official rate', () => {
  test('the invoice waits, visibly, and is issued once the rate is official, even after its first day', async () => {
    await setOfficial(false);
    const held = await lease();
    const free = await contract({ current_price: 100_000, start_date: '2026-12-01' });
    await db.updateTable('proposal').set({ billed_through: '2026-12' }).where('id', '=', free.id).execute();
    clock.today = '2027-01-05';
    await billDay(ctx);
    expect(await invoicesOf(held.id)).toEqual([]);
    expect(await invoicesOf(free.id)).toHaveLength(1);
    expect((await as('FISCAL_VIEW').get('/fiscal/agenda')).json().held).toBe(1);
    const { blocking } = (await as('FISCAL_VIEW').get('/fiscal/notes/missing')).json();
    expect(blocking).toContainEqual(
      expect.objectContaining({
        subject: 'CONTRACT',
        id: held.id,
        message: expect.stringMatching(/12\/2026 espera a alíquota oficial/),
      }),
    );
    expect(refusal(await master.post('/financial/invoice', { proposal_id: held.id, reference: '2027-01' }))).toEqual([
      ...[409, 'LEASE_TAX_UNKNOWN'],
    ]);

    const [table] = (await master.get('/fiscal/tables')).json().reform;
    expect(table.can_change).toBe(true);
    const figures = { ...table.figures, rates: { ...table.figures.rates, cbs: 8.8, official: true } };
    const body = { valid_from: '2027-01-01', source: 'Resolução do Senado', figures, replaces: table.version };
    expect((await master.post('/fiscal/tables/reform', body)).statusCode).toBe(201);
    await billDay(ctx);
    // 8,80% less 70% is 2,64%: 63,36 of 2.400,00.
    expect(await invoicesOf(held.id)).toMatchObject([{ reference: '2027-01', fees: 40_000 + 6_336 + 96 }]);
    expect((await as('FISCAL_VIEW').get('/fiscal/agenda')).json().held).toBe(0);
    const again = { ...body, replaces: table.version + 1 };
    expect(refusal(await master.post('/fiscal/tables/reform', again))).toEqual([409, 'FISCAL_TABLE_BEGUN']);
  });

  test('a contract that opted for the fixed rate needs none, and a stay of a few days waits for a person', async () => {
    await setOfficial(false);
    const opted = await lease();
    await sql`insert into reform_option (proposal_id, signed_on, signature, purpose, ends_on)
      values (${opted.id}, '2024-06-01', 'ELECTRONIC', 'RESIDENTIAL', '2028-05-31')`.execute(db);
    clock.today = '2027-01-05';
    await billDay(ctx);
    expect(await invoicesOf(opted.id)).toMatchObject([{ fees: 40_000 + 10_950 }]);
    await setOfficial(true);
    const stay = await lease({ purpose: 'SHORT_STAY' });
    await billDay(ctx);
    expect(await invoicesOf(stay.id)).toEqual([]);
  });
});
