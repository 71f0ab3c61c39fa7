import type { Reference } from '@morada/domain/base/calendar';
import { afterAll, describe, expect, test } from 'vitest';
import { present } from '#api/base/present.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { refundInvoices } from '#api/modules/money/invoices/refunding.service.ts';
import { type SettlementOrder, settleInvoices } from '#api/modules/money/invoices/settling.service.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';

const { db, ctx, as, client, owner, property, contract, invoice, stop } = await startApp({ today: '2026-03-10' });
afterAll(stop);

const settle = (orders: SettlementOrder[]) => db.transaction().execute((trx) => settleInvoices(trx, ctx, orders));
const pay = (id: number, paid_amount: number): SettlementOrder => ({ id, input: { paid_amount } });

/** A company as tenant. */
const company = () => client({ person_type: 'JURIDICA' });

/** Transfers of an invoice as the tax office sees them. */
const taxed = (invoiceId: number) =>
  db
    .selectFrom('transfer')
    .select([
      'amount',
      'gross',
      'fee',
      'tax',
      'tax_by',
      'tax_code',
      'tax_base',
      'tax_exclusions',
      'received_on',
      'lines',
    ])
    .where('invoice_id', '=', invoiceId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();

const balanceOfTax = async () => {
  const lines = await db.selectFrom('ledger_line').select('amount').where('account', '=', 'WITHHELD_TAX').execute();
  return lines.reduce((sum, { amount }) => sum + amount, 0);
};

describe('rent of 6.000,00 at 10% that a company pays to a natural person', () => {
  test('the agency withholds 394,54 from the transfer, and gives it back with a refund', async () => {
    const before = await balanceOfTax();
    const lease = await contract({ user_id: (await company()).id, current_price: 600_000, withholding: 'AGENCY' });
    const march = await invoice({ contract: lease });
    expect(march.amount).toBe(600_000);
    const preview = (await as('*').get(`/invoice/${march.id}`)).json();
    expect(preview.transfers[0].amount).toBe(5_005.46);
    expect(preview.transfers[0].lines.at(-1)).toEqual({
      ...{ kind: 'TAX', name: 'IRRF retido na fonte', amount: -394.54 },
      note: 'base 5.392,80 após desconto simplificado de 607,20, 27,5% − 908,73, redução 179,75',
    });
    await settle([pay(march.id, 600_000)]);
    expect(await taxed(march.id)).toMatchObject([
      {
        ...{ amount: 500_546, gross: 600_000, fee: 60_000, tax: 39_454, tax_by: 'AGENCY', tax_code: '3208' },
        ...{ tax_base: 539_280, tax_exclusions: 0, received_on: '2026-03-10' },
      },
    ]);
    expect(await balanceOfTax()).toBe(before - 39_454);
    expect(await verifyBooks(db)).toEqual([]);
    await db.transaction().execute((trx) => refundInvoices(trx, ctx, [{ id: march.id }]));
    expect(await balanceOfTax()).toBe(before);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('the tenant withholds: the invoice is issued net', LONG, async () => {
    const lease = await contract({ user_id: (await company()).id, current_price: 600_000, withholding: 'TENANT' });
    const march = await invoice({ contract: lease });
    expect([march.amount, march.lines.at(-1)?.amount]).toEqual([560_546, -39_454]);
    const before = await balanceOfTax();
    expect(await settle([pay(march.id, 560_546)])).toEqual([undefined]);
    expect(await taxed(march.id)).toMatchObject([{ amount: 500_546, gross: 600_000, tax: 39_454, tax_by: 'TENANT' }]);
    expect(await balanceOfTax()).toBe(before);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('outside: the transfer is whole, and the tax is known', async () => {
    const lease = await contract({ user_id: (await company()).id, current_price: 600_000, withholding: 'OUTSIDE' });
    const march = await invoice({ contract: lease });
    await settle([pay(march.id, 600_000)]);
    expect(await taxed(march.id)).toMatchObject([{ amount: 540_000, tax: 39_454, tax_by: 'OUTSIDE' }]);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('less the fee, and without the simplified discount: 316,63', async () => {
    await as('*').patch('/agency', { withholding_discount: false });
    const lease = await contract({
      ...{ user_id: (await company()).id, current_price: 600_000, withholding: 'AGENCY', withholding_less_fee: true },
    });
    const march = await invoice({ contract: lease });
    await settle([pay(march.id, 600_000)]);
    expect(await taxed(march.id)).toMatchObject([{ tax: 31_663, tax_exclusions: 60_000, tax_base: 540_000 }]);
    await as('*').patch('/agency', { withholding_discount: true });
  });

  test('IPTU of 400,00 and condominium of 600,00 of a rent of 10.000,00 leave the base: 1.399,29', async () => {
    const lease = await contract({
      ...{ user_id: (await company()).id, current_price: 1_000_000, withholding: 'AGENCY' },
      ...{ withholding_iptu: 40_000, withholding_condominium: 60_000 },
    });
    const march = await invoice({ contract: lease });
    await settle([pay(march.id, 1_000_000)]);
    expect(await taxed(march.id)).toMatchObject([{ tax: 139_929, tax_exclusions: 100_000 }]);
  });

  test('two owners of a half each are below the tax', async () => {
    const listing = await property({ owners: [await owner(), await owner()] });
    const lease = await contract({
      ...{ user_id: (await company()).id, property_id: listing.id, current_price: 600_000, withholding: 'AGENCY' },
    });
    const march = await invoice({ contract: lease });
    await settle([pay(march.id, 600_000)]);
    expect(await taxed(march.id)).toMatchObject([
      { amount: 270_000, gross: 300_000, tax: 0 },
      { amount: 270_000, gross: 300_000, tax: 0 },
    ]);
  });

  test('the exclusions of two halves add up to those of the contract', async () => {
    const listing = await property({ owners: [await owner(), await owner()] });
    const lease = await contract({
      ...{ user_id: (await company()).id, property_id: listing.id, current_price: 2_000_000, withholding: 'AGENCY' },
      ...{ withholding_iptu: 100_001 },
    });
    const march = await invoice({ contract: lease });
    await settle([pay(march.id, 2_000_000)]);
    expect((await taxed(march.id)).map(({ tax_exclusions }) => tax_exclusions)).toEqual([50_001, 50_000]);
  });

  test('nothing is withheld from a company, and 15% from a non-resident', async () => {
    const tenant = await company();
    const taxes = [];
    for (const person of [
      { person_type: 'JURIDICA' as const },
      { person_type: 'FISICA' as const, non_resident: true },
    ]) {
      const listing = await property({ owners: [await owner(person)] });
      const lease = await contract({
        ...{ user_id: tenant.id, property_id: listing.id, current_price: 600_000, withholding: 'AGENCY' },
      });
      const march = await invoice({ contract: lease });
      await settle([pay(march.id, 600_000)]);
      taxes.push(...(await taxed(march.id)).map(({ tax, tax_code }) => [tax, tax_code]));
    }
    expect(taxes).toEqual([
      [0, null],
      [90_000, '9478'],
    ]);
  });

  test('an owner who becomes a company in the middle of the year', async () => {
    const person = await owner();
    const listing = await property({ owners: [person] });
    const lease = await contract({
      ...{ user_id: (await company()).id, property_id: listing.id, current_price: 600_000, withholding: 'AGENCY' },
    });
    const [march, april] = [
      await invoice({ contract: lease }),
      await invoice({ contract: lease, reference: '2026-04' }),
    ];
    await settle([pay(march.id, 600_000)]);
    await as('*').patch(`/user/${person.id}/information`, { person_type: 'JURIDICA' });
    await settle([pay(april.id, 600_000)]);
    const taxes = [...(await taxed(march.id)), ...(await taxed(april.id))].map(({ tax }) => tax);
    expect(taxes).toEqual([39_454, 0]);
  });
});

describe('two contracts of one tenant and one owner, 3.000,00 each', () => {
  async function pair(withholding: 'AGENCY' | 'TENANT') {
    const [tenant, person] = [await company(), await owner()];
    const leases = [];
    for (let one = 0; one < 2; one += 1) {
      const listing = await property({ owners: [person] });
      const terms = { user_id: tenant.id, property_id: listing.id, current_price: 300_000, withholding };
      leases.push(await contract(terms));
    }
    return leases;
  }
  const invoices = async (leases: Awaited<ReturnType<typeof pair>>) => {
    const issued = [];
    for (const lease of leases) issued.push(await invoice({ contract: lease }));
    return issued;
  };
  const taxesOf = async (issued: readonly { id: number }[]) =>
    (await Promise.all(issued.map(({ id }) => taxed(id)))).flat().map(({ tax }) => tax);

  test('in one set they are taxed as one rent of 6.000,00', async () => {
    const issued = await invoices(await pair('AGENCY'));
    await settle(issued.map(({ id }) => pay(id, 300_000)));
    expect(await taxesOf(issued)).toEqual([0, 39_454]);
  });

  test('so they are paid one after the other', async () => {
    const issued = await invoices(await pair('AGENCY'));
    for (const { id } of issued) await settle([pay(id, 300_000)]);
    expect(await taxesOf(issued)).toEqual([0, 39_454]);
  });

  test('and paid at the same time in two transactions', async () => {
    const issued = await invoices(await pair('AGENCY'));
    await Promise.all(issued.map(({ id }) => settle([pay(id, 300_000)])));
    // Which of the two came first is not known.
    expect(new Set(await taxesOf(issued))).toEqual(new Set([0, 39_454]));
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('and where the tenant withholds, by the invoices due in the month', async () => {
    const issued = await invoices(await pair('TENANT'));
    expect(issued.map(({ amount }) => amount)).toEqual([300_000, 260_546]);
  });
});

/** The month's tax, written down anew from the table of 2026 for these tests: reais in, centavos out. */
function taxOfMonth(income: number): number {
  const base = income - 607.2;
  const byTable = base <= 4_664.68 ? base * 0.225 - 675.49 : base * 0.275 - 908.73;
  const reduction = income <= 5_000 ? 312.89 : income <= 7_350 ? 978.62 - 0.133145 * income : 0;
  return Math.round(Math.max(0, byTable - reduction) * 100);
}

describe('the tenant withholds, and pays in another month or with charges', () => {
  const DARFS = '/fiscal/darf?month=2026-03';

  /** A contract of a company, due on the 5th, with its invoices of these months. */
  async function rents(price: number, months: readonly Reference[]) {
    const lease = await contract({
      ...{ user_id: (await company()).id, current_price: price, withholding: 'TENANT' as const },
      ...{ transfer_date: 5, start_date: '2025-12-01' as const },
    });
    const issued = [];
    for (const reference of months) issued.push(await invoice({ contract: lease, reference }));
    return { lease, issued };
  }
  const missed = async (invoiceId: number) =>
    (
      await db
        .selectFrom('transfer')
        .select(['amount', 'gross', 'tax', 'tax_undeducted', 'lines'])
        .where('invoice_id', '=', invoiceId)
        .where('deleted_at', 'is', null)
        .execute()
    )[0];

  test('two rents of 5.000,00 paid on one day with charges owe 1.960,84, and all who read of it say so', async () => {
    const { lease, issued } = await rents(500_000, ['2026-02', '2026-03']);
    expect(issued.map(({ amount }) => amount)).toEqual([500_000, 500_000]);
    const [february, march] = [present(issued[0], 'February'), present(issued[1], 'March')];
    const tenant = { id: lease.user_id };
    // 33 days late: 500,00 of fine and 28 times 1,50. 5 days late: 500,00.
    await settle([pay(february.id, 554_200), pay(march.id, 550_000)]);
    const [first, second] = [await missed(february.id), await missed(march.id)];
    expect(taxOfMonth(5_542)).toBe(20_761);
    expect(taxOfMonth(11_042)).toBe(196_084);
    expect([first?.tax, first?.tax_undeducted, first?.gross]).toEqual([20_761, 20_761, 554_200]);
    expect([second?.tax, second?.tax_undeducted, second?.gross]).toEqual([175_323, 175_323, 550_000]);
    // The owner is paid what came in, less the fee.
    expect([first?.amount, second?.amount]).toEqual([504_200, 500_000]);
    expect(second?.lines.at(-1)).toMatchObject({
      ...{ kind: 'TAX', amount: 0, name: 'IRRF de 1.753,23 não descontado pelo inquilino' },
    });
    const { data } = (await as('*').get(DARFS)).json();
    expect(data.find((row: { tenant: { id: number } }) => row.tenant.id === tenant.id)).toMatchObject({
      ...{ payer: 'TENANT', code: '3208', withheld: 1_960.84, undeducted: 1_960.84, due: 1_960.84 },
    });
    const reinf = (await as('*').get('/fiscal/reinf?month=2026-03')).json();
    expect(reinf.data.find((row: { tenant: { id: number } }) => row.tenant.id === tenant.id)).toMatchObject({
      ...{ paid_on: '2026-03-10', gross: 11_042, tax: 1_960.84, undeducted: 1_960.84 },
    });
    const shown = (await as('*').get(`/invoice/${march.id}`)).json();
    expect(shown.tax_undeducted).toBe(1_753.23);
    expect(await verifyBooks(db)).toEqual([]);
    await db.transaction().execute((trx) => refundInvoices(trx, ctx, [{ id: march.id }]));
    expect((await as('*').get(`/invoice/${march.id}`)).json().tax_undeducted).toBe(1_753.23);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('what the invoice deducts is told from what the charges add', async () => {
    const { issued } = await rents(600_000, ['2026-03']);
    const march = present(issued[0], 'March');
    expect(march.amount).toBe(560_546);
    // The fine of 5 days: a tenth of the net invoice.
    await settle([pay(march.id, 560_546 + 56_055)]);
    const due = taxOfMonth(6_560.55);
    expect(due).toBe(62_333);
    const transfer = await missed(march.id);
    expect([transfer?.tax, transfer?.tax_undeducted]).toEqual([due, due - 39_454]);
    expect(transfer?.lines.slice(-2).map(({ amount }) => amount)).toEqual([-39_454, 0]);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('an invoice that is issued counts the rent that was paid late in its month', async () => {
    const { lease, issued } = await rents(300_000, ['2026-02']);
    // 33 days late: 300,00 of fine and 28 times 0,90.
    await settle([pay(present(issued[0], 'February').id, 332_520)]);
    const due = taxOfMonth(6_325.2);
    expect((await invoice({ contract: lease, reference: '2026-03' })).amount).toBe(300_000 - due);
  });

  test('the last invoice of a termination owes the tax of its rents and of the penalty', async () => {
    const { lease } = await rents(500_000, []);
    const made = await as('*').put(`/proposal/${lease.id}/termination`, { left_on: '2026-03-10', penalty: 33_642.48 });
    expect(made.statusCode, made.body).toBe(201);
    const last = made.json();
    // February whole, 10 of 31 days of March, and the penalty: 5.000,00 + 1.612,90 + 33.642,48.
    expect(last.sheet.invoice_amount).toBe(40_255.38);
    await settle([pay(last.invoice_id, 4_025_538)]);
    // As five months of 5.000,00, 30 of 31 days, and three rents for 25 of 36 months: 29.838,71 + 10.416,67.
    expect(taxOfMonth(40_255.38)).toBe(999_452);
    expect(await missed(last.invoice_id)).toMatchObject({
      gross: 4_025_538,
      tax: 999_452,
      tax_undeducted: 999_452,
    });
    expect(await verifyBooks(db)).toEqual([]);
  });
});
