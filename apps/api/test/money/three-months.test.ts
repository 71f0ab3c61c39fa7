import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CalendarDate, Reference } from '@morada/domain/base/calendar';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { importPortfolio } from '#api/modules/desk/imports/imports.service.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { billDay } from '#api/modules/money/invoices/billing.service.ts';
import { startApp } from '../harness.ts';
import { findAccountBalances } from './account-balances.ts';
import { ledgerRents } from './ledger-rents.ts';

/** A real agency's portfolio, kept outside the repository. */
const FOLDER = fileURLToPath(new URL('../../../../../shared/data/carteira/', import.meta.url));

if (!existsSync(FOLDER)) {
  test.skip(`three months of an imported agency: there is no portfolio at ${FOLDER}`, () => {});
} else {
  describe('three months of an imported agency', threeMonths);
}

async function threeMonths() {
  const { db, ctx, clock, as, stop } = await startApp({ today: '2026-11-20' });
  afterAll(stop);
  const staff = as('*');

  type Open = { id: number; amount: number; due_date: string };
  /** Centavos received and paid by this test, which the cash account must equal. */
  let cash = 0;

  const contractOf = async (code: number) => {
    const row = await db
      .selectFrom('import_record')
      .select('record_id')
      .where('kind', '=', 'proposal')
      .where('code', '=', String(code))
      .executeTakeFirstOrThrow();
    return row.record_id;
  };
  const invoiceOf = async (code: number, reference: string): Promise<number> => {
    const rows = (await staff.get(`/invoice/${await contractOf(code)}/proposal`)).json();
    return rows.find((row: { reference: string }) => row.reference === reference)?.id;
  };
  const open = (reference: Reference) =>
    db
      .selectFrom('invoice')
      .select(['id', 'amount', 'due_date'])
      .where('reference', '=', reference)
      .where('status', '=', 'PENDING')
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute() as Promise<Open[]>;

  /** The late charges are waived. */
  const AS_WRITTEN = { fine: 0, interest: 0 };
  async function pay(id: number, centavos: number, more: object = {}) {
    const answer = await staff.patch(`/invoice/${id}/down`, { paid_amount: centavos / 100, ...more });
    expect(answer.statusCode, answer.body).toBe(200);
    cash += centavos;
    return answer.json();
  }
  async function conclude(id: number) {
    const answer = await staff.patch(`/transfer/${id}`, { status: 'DONE' });
    expect(answer.statusCode, answer.body).toBe(200);
    cash -= Math.round(answer.json().amount * 100);
  }
  async function undo(id: number) {
    const answer = await staff.delete(`/transfer/${id}/refund`);
    expect(answer.statusCode, answer.body).toBe(200);
    cash += Math.round(answer.json().amount * 100);
  }
  const pendingTransfers = async () => {
    const { table } = (await staff.get('/financial/transfers')).json();
    return table as { id: number; invoice_id: number; amount: number }[];
  };

  /** Contracts in force on some day of the billed month; all are due within ten days of a 21st. */
  async function letIn(from: string, to: string) {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from proposal c join property p on p.id = c.property_id
      where c.status = 'APPROVED' and p.type = 'RENT' and c.start_date <= ${to} and c.end_date >= ${from}`.execute(db);
    return rows[0]?.n;
  }

  async function booksHold() {
    expect(await verifyBooks(db)).toEqual([]);
    const balances = await findAccountBalances(db);
    expect(balances.reduce((sum, account) => sum + account.balance, 0)).toBe(0);
    expect(balances.find(({ account }) => account === 'CASH')?.balance ?? 0).toBe(cash);
  }

  test('imports the expected records, once', async () => {
    const { novos, ...report } = await importPortfolio(ctx, FOLDER);
    const expected = JSON.parse(await readFile(join(FOLDER, 'esperado.json'), 'utf8'));
    expect(report).toEqual(expected);
    expect(novos).toEqual({ pessoas: expected.pessoas, imoveis: expected.imoveis, contratos: expected.contratos });
    expect((await importPortfolio(ctx, FOLDER)).novos).toEqual({ pessoas: 0, imoveis: 0, contratos: 0 });
    await booksHold();
  });

  test('20 November: bills the month of registration, and nothing before', async () => {
    expect(await billDay(ctx)).toBe(await letIn('2026-10-01', '2026-10-31'));
    expect(await billDay(ctx)).toBe(0);
    const { rows } = await sql<{ reference: string }>`select distinct reference from invoice`.execute(db);
    expect(rows).toEqual([{ reference: '2026-11' }]);
    await booksHold();
  });

  test('contract 1 pays ten days late, with charges', async () => {
    const id = await invoiceOf(1, '2026-11');
    // 2.143,42 of rent + 270,00 of condominium = 2.413,42, due on the 10th.
    // Fine 10% = 241,342 → 241,34; interest 0,03% × 5 days = 3,62013 → 3,62; in all 2.658,38.
    const shown = (await staff.get(`/invoice/${id}`)).json();
    expect(shown).toMatchObject({
      price: 2143.42,
      fees: 270,
      due_date: '2026-11-10',
      late: { days: 10, fine: 241.34, interest: 3.62, total: 2658.38 },
    });
    // The owner: 2.143,42 − 10% (214,342 → 214,34) + 244,96 = 2.174,04, five business days after a holiday.
    expect(await pay(id, 265_838)).toMatchObject({
      fine: 241.34,
      interest: 3.62,
      transfers: [{ amount: 2174.04, due_date: '2026-11-27', status: 'PENDING' }],
    });
    await booksHold();
  });

  test('contract 2 pays to the centavo, before the due date', async () => {
    const id = await invoiceOf(2, '2026-11');
    // 2.429,91 − 10% (242,991 → 242,99) = 2.186,92
    expect(await pay(id, 242_991)).toMatchObject({
      due_date: '2026-11-25',
      fine: 0,
      interest: 0,
      transfers: [{ amount: 2186.92 }],
    });
    await booksHold();
  });

  test('contract 3 pays on the fifth day: only the fine', async () => {
    const id = await invoiceOf(3, '2026-11');
    // 1.420,00 + 351,00 = 1.771,00, due on the 15th; fine 177,10. The owner: 1.420,00 − 142,00 + 177,10.
    expect((await staff.get(`/invoice/${id}`)).json().late).toEqual({
      days: 5,
      fine: 177.1,
      interest: 0,
      total: 1948.1,
    });
    expect(await pay(id, 194_810)).toMatchObject({ transfers: [{ amount: 1455.1 }] });
    await booksHold();
  });

  test('contract 4 pays fourteen days late, at 8,5% of commission', async () => {
    clock.today = '2026-11-24';
    const id = await invoiceOf(4, '2026-11');
    // 3.241,36 + 168,00 = 3.409,36; fine 340,936 → 340,94; interest 0,03% × 9 = 9,205… → 9,21; in all 3.759,51.
    // The owner: 3.241,36 − 8,5% (275,5156 → 275,52) + 350,15 = 3.315,99.
    expect((await staff.get(`/invoice/${id}`)).json().late).toEqual({
      days: 14,
      fine: 340.94,
      interest: 9.21,
      total: 3759.51,
    });
    expect(await pay(id, 375_951, { payment_method: 'PIX' })).toMatchObject({ transfers: [{ amount: 3315.99 }] });
    await booksHold();
  });

  test('half of the others pay the invoice’s amount', async () => {
    for (const [index, { id, amount }] of (await open('2026-11')).entries())
      if (index % 2 === 0) await pay(id, amount, AS_WRITTEN);
    await booksHold();
  });

  test('owners are paid; one payout is undone, and then its invoice refunded', async () => {
    const pending = await pendingTransfers();
    for (const { id } of pending.slice(0, 20)) await conclude(id);
    const [first] = pending;
    const invoiceId = first?.invoice_id ?? 0;
    expect((await staff.delete(`/invoice/${invoiceId}/refund`)).json().message).toBe(
      'Estorne primeiro o repasse desta fatura.',
    );
    await undo(first?.id ?? 0);
    const paid = (await staff.get(`/invoice/${invoiceId}`)).json();
    expect((await staff.delete(`/invoice/${invoiceId}/refund`)).statusCode).toBe(200);
    cash -= Math.round(paid.paid_amount * 100);
    await booksHold();
    await pay(invoiceId, Math.round(paid.amount * 100), AS_WRITTEN);
    await booksHold();
  });

  test('21 December: bills the next month, and overdue ones pay with charges', async () => {
    clock.today = '2026-12-21';
    expect(await billDay(ctx)).toBe(await letIn('2026-11-01', '2026-11-30'));
    await booksHold();
    for (const { id } of (await open('2026-11')).slice(0, 20)) {
      const { late } = (await staff.get(`/invoice/${id}`)).json();
      expect(late.fine).toBeGreaterThan(0);
      await pay(id, Math.round(late.total * 100), { payment_method: 'BOLETO' });
    }
    for (const { id, amount } of (await open('2026-12')).slice(0, 40))
      await pay(id, amount, { ...AS_WRITTEN, pay_day: '2026-12-15' });
    await booksHold();
  });

  test('one pays in part, one pays ahead', async () => {
    const [part] = await open('2026-12');
    await pay(part?.id ?? 0, Math.floor((part?.amount ?? 0) / 2), { rest: { fate: 'OPEN_BALANCE' } });
    const ahead = await staff.post('/financial/invoice', { proposal_id: await contractOf(2), reference: '2027-03' });
    expect([ahead.statusCode, ahead.json()]).toMatchObject([201, { due_date: '2027-03-25', amount: 2429.91 }]);
    await pay(ahead.json().id, 242_991);
    await booksHold();
  });

  test('21 January: bills the third month, without duplicates', async () => {
    clock.today = '2027-01-21' satisfies CalendarDate;
    expect(await billDay(ctx)).toBe(await letIn('2026-12-01', '2026-12-31'));
    expect(await billDay(ctx)).toBe(0);
    for (const { id, amount } of await open('2027-01')) if (id % 3 !== 0) await pay(id, amount, AS_WRITTEN);
    for (const { id } of await pendingTransfers()) await conclude(id);
    await booksHold();
    expect(await pendingTransfers()).toEqual([]);
    // Owners who have been paid are owed nothing more.
    const owed = (await findAccountBalances(db)).find(({ account }) => account === 'OWNERS');
    expect(owed?.balance).toBe(0);
  });

  test('the open figures equal the rows', async () => {
    const figures = (await staff.get('/invoice')).json();
    const { rows } = await sql<{ total: number; delayed: number; subtotal: number }>`
      select count(*) as total, count(*) filter (where due_date < ${clock.today}) as delayed, sum(amount) as subtotal
      from invoice where status = 'PENDING' and deleted_at is null`.execute(db);
    expect({ ...figures, subtotal: Math.round(figures.subtotal * 100) }).toMatchObject(rows[0] ?? {});
  });

  // The owners get the late charges in full, and DIMOB counts them as rent.
  test.each([2026, 2027])('DIMOB of %i: each month is the rents of the ledger and the late charges', async (year) => {
    const { rows } = await sql<{ month: string; charges: number }>`
      select to_char(pay_day, 'YYYY-MM') as month, sum(fine + interest)::int as charges from invoice
      where status = 'PAID' and deleted_at is null and extract(year from pay_day) = ${year} group by 1`.execute(db);
    const charges = new Map(rows.map((row) => [row.month, row.charges]));
    const rents = Object.entries(await ledgerRents(db, year)).map(([month, rent]) => [
      month,
      (Math.round(rent * 100) + (charges.get(month) ?? 0)) / 100,
    ]);
    const { months } = (await staff.get(`/fiscal/year?year=${year}`)).json();
    const shown = months.filter(({ rent }: { rent: number }) => rent !== 0);
    expect(shown.map(({ month, rent }: { month: string; rent: number }) => [month, rent])).toEqual(rents);
    expect(rents.length).toBeGreaterThan(0);
  });
}
