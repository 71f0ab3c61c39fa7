import { boletoTerms } from '@morada/domain/bank/boleto-terms';
import { addDays, type CalendarDate } from '@morada/domain/base/calendar';
import { lateCharges } from '@morada/domain/rent/late/late-charges';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { agree, fillAgency } from '../collection.ts';
import { startApp } from '../harness.ts';
import { LONG } from '../long.ts';

/** The rule as specified, in exact fractions, independent of the product: rounds half a centavo up. */
function oracle(base: number, days: number) {
  const halfUp = (numerator: bigint, denominator: bigint) => Number((numerator + denominator / 2n) / denominator);
  const fine = days < 5 ? 0 : halfUp(BigInt(base) * 10n, 100n);
  // «3% … divided by 100», for each day past the fifth.
  const interest = days <= 5 ? 0 : halfUp(BigInt(base) * 3n * BigInt(days - 5), 100n * 100n);
  return { fine, interest };
}

/** Around every half centavo of fine and interest, and up to the largest rents: fifty in all. */
const AMOUNTS = [
  ...[1, 4, 5, 6, 14, 15, 44, 45, 46, 55, 1_666, 1_667, 4_999, 5_000, 5_001, 12_345, 16_665, 16_667, 33_333, 49_999],
  ...[50_000, 83_333, 100_005, 123_455, 149_999, 150_000, 150_005, 166_665, 199_995, 250_000, 281_130, 333_335],
  ...[417_777, 499_995, 550_001, 666_665, 777_775, 888_885, 999_995, 1_000_000, 1_234_565, 2_000_005, 3_141_595],
  ...[5_000_005, 7_777_775, 9_999_999, 12_345_675, 50_000_005, 99_999_995, 100_000_000],
];
const DUE: CalendarDate = '2026-03-10';

test('fifty amounts on each of 401 days equal the reference in rule and boleto', LONG, () => {
  expect(new Set(AMOUNTS).size).toBe(50);
  const wrong: unknown[] = [];
  for (const base of AMOUNTS) {
    const lines = [{ kind: 'RENT' as const, name: 'Aluguel', amount: base }];
    for (let days = 0; days <= 400; days += 1) {
      const on = addDays(DUE, days);
      const { fine, interest } = oracle(base, days);
      const charges = lateCharges(base, DUE, on);
      const terms = boletoTerms({ due_date: DUE, price: base, fees: 0, lines }, on, { fromBusinessDay: false });
      const isRight = charges.days === days && charges.fine === fine && charges.interest === interest;
      if (!isRight || terms.amount !== base + fine + interest) wrong.push({ base, days, charges, terms });
    }
  }
  expect(wrong).toEqual([]);
});

describe('late list, invoice, boleto, public page and report', () => {
  const RENTS = [4_999, 5_000, 12_345, 150_001, 281_130, 99_999_995];
  const DAYS = [1, 4, 5, 6, 7, 30, 31, 365, 400];
  const reais = (centavos: number) => centavos / 100;
  const shown = (centavos: number) =>
    `R$\u00a0${reais(centavos).toLocaleString('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

  let office: Awaited<ReturnType<typeof startApp>>;
  let bills: { id: number; user_id: number; proposal_id: number; base: number }[] = [];
  afterAll(() => office.stop());
  beforeAll(async () => {
    office = await startApp({ today: DUE });
    await fillAgency(office.db);
    await agree(office.db, '341');
    bills = [];
    for (const base of RENTS) {
      const { id, user_id, proposal_id } = await office.invoice({ current_price: base });
      bills.push({ id, user_id, proposal_id, base });
    }
  });

  test.each(DAYS)('agree %i days after', async (days) => {
    const { as, clock, app } = office;
    clock.today = addDays(DUE, days);
    const { lates } = (await as('FINANCIAL_SHALL_VIEW').get('/financial/late')).json();
    for (const { id, user_id, proposal_id, base } of bills) {
      const { fine, interest } = oracle(base, days);
      const total = base + fine + interest;
      const expected = { days, fine: reais(fine), interest: reais(interest), total: reais(total) };
      expect(lates.find((late: { id: number }) => late.id === id)).toMatchObject(expected);
      const detail = (await as('FINANCIAL_INVOICE_VIEW').get(`/invoice/${id}`)).json();
      expect(detail.late).toEqual(expected);
      const body = { invoice_id: id, user_id, proposal_id };
      const boleto = (await as('BOLETO_CREATE').post('/boleto/manual', body)).json();
      expect([boleto.amount, boleto.due_date]).toEqual([reais(total), clock.today]);
      const page = await app.inject({ url: boleto.url, headers: { accept: 'text/html' } });
      expect(page.body).toContain(`<p class="amount">${shown(total)}</p>`);
    }
  });

  test('agree with the report of rents after the settlement', async () => {
    const { as, clock, db } = office;
    const [days = 0] = DAYS.slice(-1);
    clock.today = addDays(DUE, days);
    for (const { id } of bills)
      expect((await as('FINANCIAL_SHALL_UPDATE').patch(`/financial/shall/${id}/manual`)).statusCode).toBe(200);
    const report = await as('FINANCIAL_REPORTS_VIEW').get(
      `/report/rents?startDate=${clock.today}&endDate=${clock.today}`,
    );
    const [sheet] = (await readXlsx(report.rawPayload)).sheets;
    const [head = [], ...rows] = sheet?.rows ?? [];
    const [invoice, input] = [head.indexOf('Fatura'), head.indexOf('Entrada')];
    const received = rows.filter((row) => row[invoice] !== null).map((row) => [row[invoice], row[input]]);
    const expected = bills.map(({ id, base }) => {
      const { fine, interest } = oracle(base, days);
      return [id, reais(base + fine + interest)];
    });
    expect(received.sort()).toEqual(expected.sort());
    expect(await verifyBooks(db)).toEqual([]);
  });
});
