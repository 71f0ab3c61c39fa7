import { afterAll, describe, expect, test } from 'vitest';
import { refundInvoices } from '#api/modules/invoices/refunding.service.ts';
import { type SettlementOrder, settleInvoices } from '#api/modules/invoices/settling.service.ts';
import { verifyBooks } from '#api/modules/ledger/verify.service.ts';
import { startApp } from '#test/harness.ts';

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

  test('the tenant withholds: the invoice is issued net', async () => {
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
