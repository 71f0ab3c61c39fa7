import { PAGE_SIZE } from '@morada/contract/base/fields';
import type { CalendarDate, Reference } from '@morada/domain/base/calendar';
import { afterAll, describe, expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { settleInvoices } from '#api/modules/money/invoices/settling.service.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';

const { db, ctx, as, client, owner, property, contract, invoice, stop } = await startApp({ today: '2026-04-10' });
afterAll(stop);

type Mode = 'AGENCY' | 'TENANT' | 'OUTSIDE' | 'NONE';

/** Rents of a company, one a month, paid on the days given. */
async function rents(withholding: Mode, price: number, days: CalendarDate[], shares = 1) {
  const tenant = await client({ person_type: 'JURIDICA' });
  const owners = [];
  for (let one = 0; one < shares; one += 1) owners.push(await owner());
  const listing = await property({ owners });
  const lease = await contract({ user_id: tenant.id, property_id: listing.id, current_price: price, withholding });
  const invoices = [];
  for (const pay_day of days) {
    const one = await invoice({ contract: lease, reference: pay_day.slice(0, 7) as Reference });
    await db
      .transaction()
      .execute((trx) => settleInvoices(trx, ctx, [{ id: one.id, input: { paid_amount: one.amount, pay_day } }]));
    invoices.push(one);
  }
  return { tenant, owners, invoices };
}

const rowsOf = async (tenant: { id: number }, month: string) => {
  const { json } = await as('FISCAL_VIEW').get(`/fiscal/darf?month=${month}`);
  return json().data.filter((row: { tenant: { id: number } }) => row.tenant.id === tenant.id);
};
const reinfOf = async (tenant: { id: number }, month: string) => {
  const { json } = await as('FISCAL_VIEW').get(`/fiscal/reinf?month=${month}`);
  return json().data.filter((row: { tenant: { id: number } }) => row.tenant.id === tenant.id);
};
const pay = (tenant: { id: number }, reference: string, paid_on = '2026-04-10') =>
  as('FISCAL_EDIT').post('/fiscal/darf', { tenant_id: tenant.id, code: '3208', reference, paid_on });

const balanceOf = async (account: 'WITHHELD_TAX' | 'CASH') => {
  const lines = await db.selectFrom('ledger_line').select('amount').where('account', '=', account).execute();
  return lines.reduce((sum, { amount }) => sum + amount, 0);
};

describe('rent of 6.000,00 of which the agency withholds 394,54', () => {
  test('is a DARF due on 20/04, and a payment of the R-4010', LONG, async () => {
    const { tenant, owners } = await rents('AGENCY', 600_000, ['2026-03-10']);
    expect(await rowsOf(tenant, '2026-03')).toMatchObject([
      {
        ...{ code: '3208', reference: '2026-03', payer: 'AGENCY', withheld: 394.54, carried: 0, due: 394.54 },
        ...{ due_on: '2026-04-20', paid: null },
      },
    ]);
    expect(await rowsOf(tenant, '2026-04')).toEqual([]);
    expect(await reinfOf(tenant, '2026-03')).toMatchObject([
      {
        owner: { id: owners[0]?.id },
        ...{ paid_on: '2026-03-10', nature: '13002', code: '3208' },
        ...{ gross: 6_000, exclusions: 0, taxable: 6_000, tax: 394.54 },
      },
    ]);
  });

  test('paid once, it leaves the cash; undone, it comes back', LONG, async () => {
    const { tenant } = await rents('AGENCY', 600_000, ['2026-03-10']);
    const [cash, tax] = [await balanceOf('CASH'), await balanceOf('WITHHELD_TAX')];
    const answer = await pay(tenant, '2026-03');
    expect(answer.statusCode).toBe(201);
    const { id } = answer.json();
    expect([await balanceOf('CASH'), await balanceOf('WITHHELD_TAX')]).toEqual([cash - 39_454, tax + 39_454]);
    expect(await rowsOf(tenant, '2026-03')).toMatchObject([{ paid: { id, paid_on: '2026-04-10', amount: 394.54 } }]);
    expect(await verifyBooks(db)).toEqual([]);
    expect((await as('FISCAL_EDIT').delete(`/fiscal/darf/${id}`)).statusCode).toBe(204);
    expect([await balanceOf('CASH'), await balanceOf('WITHHELD_TAX')]).toEqual([cash, tax]);
    expect((await as('FISCAL_EDIT').delete(`/fiscal/darf/${id}`)).statusCode).toBe(409);
    expect(await verifyBooks(db)).toEqual([]);
    const trail = await db
      .selectFrom('trail')
      .select('action')
      .where('record', '=', 'darf')
      .where('record_id', '=', id);
    expect((await trail.orderBy('id').execute()).map(({ action }) => action)).toEqual(['create', 'undo']);
  });

  test('two payments at once: one is answered 409', async () => {
    const { tenant } = await rents('AGENCY', 600_000, ['2026-03-10']);
    const before = await balanceOf('CASH');
    const answers = await Promise.all([pay(tenant, '2026-03'), pay(tenant, '2026-03')]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
    expect(await balanceOf('CASH')).toBe(before - 39_454);
  });

  test('its invoice is not refunded while the DARF is paid', async () => {
    const { tenant, invoices } = await rents('AGENCY', 600_000, ['2026-03-10']);
    const { id } = (await pay(tenant, '2026-03')).json();
    const refund = () => as('*').delete(`/invoice/${invoices[0]?.id}/refund`);
    const refused = await refund();
    expect(refused.statusCode).toBe(409);
    expect(refused.json().message).toBe(
      `O imposto desta fatura está no DARF 3208 de 03/2026 de ${tenant.name}, que já foi pago. Desfaça antes o pagamento dele em Imposto retido.`,
    );
    await as('FISCAL_EDIT').delete(`/fiscal/darf/${id}`);
    expect((await refund()).statusCode).toBe(200);
    expect(await rowsOf(tenant, '2026-03')).toEqual([]);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('a day before the rent, or after today, is refused', async () => {
    const { tenant } = await rents('AGENCY', 600_000, ['2026-03-10']);
    for (const day of ['2026-02-28', '2026-04-11']) {
      const { statusCode, json } = await pay(tenant, '2026-03', day);
      expect([statusCode, json().errors[0].field]).toEqual([422, 'paid_on']);
    }
  });
});

// 5.030,00: table 27,5% of 4.422,80 is bracket 22,5%: 995,13 − 675,49 = 319,64; reduction 978,62 − 669,72 = 308,90; 10,74.
// 5.020,00: 4.412,80 × 22,5% = 992,88 − 675,49 = 317,39; reduction 978,62 − 668,39 = 310,23; 7,16.
test('a month before the first table has no DARF', async () => {
  const answer = await as('*').get('/fiscal/darf?month=2020-01');
  expect([answer.statusCode, answer.json().data, answer.json().withheld]).toEqual([200, [], 0]);
});

describe('tax below the minimum of 10,00', () => {
  test('is carried to the next month and paid with it, for the owners of both', async () => {
    const { tenant } = await rents('AGENCY', 502_000, ['2026-02-10', '2026-03-10']);
    expect(await rowsOf(tenant, '2026-02')).toMatchObject([{ withheld: 7.16, carried: 0, due: 0 }]);
    expect(await rowsOf(tenant, '2026-03')).toMatchObject([{ withheld: 7.16, carried: 7.16, due: 14.32 }]);
    expect((await pay(tenant, '2026-02')).json().message).toContain('abaixo do mínimo');
    const before = await balanceOf('WITHHELD_TAX');
    expect((await pay(tenant, '2026-03')).statusCode).toBe(201);
    expect(await balanceOf('WITHHELD_TAX')).toBe(before + 1_432);
    const darf = await db.selectFrom('darf').select('since').where('tenant_id', '=', tenant.id).executeTakeFirst();
    expect(darf?.since).toBe('2026-02');
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('above it, each month is its own', async () => {
    const { tenant } = await rents('AGENCY', 503_000, ['2026-02-10', '2026-03-10']);
    expect(await rowsOf(tenant, '2026-03')).toMatchObject([{ withheld: 10.74, carried: 0, due: 10.74 }]);
  });
});

test('the list comes by pages, with the totals of all', LONG, async () => {
  const totalsOf = async (month: string) => {
    const { withheld, agency, total } = (await as('FISCAL_VIEW').get(`/fiscal/darf?month=${month}`)).json();
    return { withheld, agency, total };
  };
  const before = await totalsOf('2026-03');
  await rents('AGENCY', 502_000, ['2026-02-10', '2026-03-10']);
  // 7,16 withheld, and 7,16 of February carried to it.
  expect(await totalsOf('2026-03')).toEqual({
    withheld: expect.closeTo(before.withheld + 7.16),
    agency: expect.closeTo(before.agency + 14.32),
    total: before.total + 1,
  });

  const february = await totalsOf('2026-02');
  for (let one = 0; one < PAGE_SIZE; one += 1) await rents('AGENCY', 600_000, ['2026-02-10']);
  const { tenant } = await rents('TENANT', 600_000, ['2026-02-10']);
  await db.updateTable('client').set({ name: 'Zênite Comércio' }).where('id', '=', tenant.id).execute();
  const pages = [];
  for (const page of [1, 2, 3])
    pages.push((await as('FISCAL_VIEW').get(`/fiscal/darf?month=2026-02&page=${page}`)).json());
  const total = february.total + PAGE_SIZE + 1;
  expect(pages.map(({ data, lastPage, total }) => [data.length, lastPage, total])).toEqual([
    [PAGE_SIZE, 2, total],
    [total - PAGE_SIZE, 2, total],
    [0, 2, total],
  ]);
  expect(pages[1].data.at(-1)).toMatchObject({
    ...{ tenant: { name: 'Zênite Comércio' }, payer: 'TENANT', withheld: 394.54 },
  });
  expect(pages[0].withheld).toBeCloseTo(february.withheld + (PAGE_SIZE + 1) * 394.54);
  expect(pages[0].agency).toBeCloseTo(february.agency + PAGE_SIZE * 394.54);
});

describe('other contracts of a company', () => {
  test('what the tenant withholds is the tenant’s DARF, which the agency does not pay', async () => {
    const { tenant } = await rents('TENANT', 600_000, ['2026-03-10']);
    expect(await rowsOf(tenant, '2026-03')).toMatchObject([{ payer: 'TENANT', due: 394.54 }]);
    expect((await pay(tenant, '2026-03')).statusCode).toBe(409);
  });

  test('two owners of a half each have no tax, and are in the R-4010', async () => {
    const { tenant } = await rents('AGENCY', 600_000, ['2026-03-10'], 2);
    expect(await rowsOf(tenant, '2026-03')).toEqual([]);
    expect(await reinfOf(tenant, '2026-03')).toMatchObject([
      { gross: 3_000, taxable: 3_000, tax: 0 },
      { gross: 3_000, taxable: 3_000, tax: 0 },
    ]);
  });

  test('so is a contract without withholding, but not a person as tenant', async () => {
    const { tenant } = await rents('NONE', 200_000, ['2026-03-10']);
    expect(await reinfOf(tenant, '2026-03')).toMatchObject([{ gross: 2_000, tax: 0, code: '3208' }]);
    const lease = await contract({ current_price: 200_000 });
    const march = await invoice({ contract: lease, reference: '2026-03' });
    await db
      .transaction()
      .execute((trx) => settleInvoices(trx, ctx, [{ id: march.id, input: { paid_amount: march.amount } }]));
    expect(await reinfOf({ id: lease.user_id }, '2026-04')).toEqual([]);
  });

  test('the month is saved as a sheet', async () => {
    const darfs = await as('FISCAL_VIEW').get('/fiscal/darf/export/csv?month=2026-03');
    expect(darfs.statusCode).toBe(200);
    expect(darfs.body).toContain('3208');
    const reinf = await as('FISCAL_VIEW').get('/fiscal/reinf/export/csv?month=2026-03');
    expect(reinf.body).toContain('13002');
  });
});
