import { addDays, addToReference, dueDateIn, type Reference, referenceOf } from '@morada/domain/calendar';
import { sum } from '@morada/domain/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reckon } from './sheet.ts';

type Given = Parameters<typeof reckon>[0];
type Contract = Given['contract'];
type Invoice = Given['invoices'][number];

const contract: Contract = {
  start_date: '2025-01-01',
  end_date: '2027-06-30',
  ends_at_term: false,
  registered_on: '2025-01-01',
  price: 150_000,
  current_price: 150_000,
  discount: 0,
  prorate: true,
  commission: 1_000,
  with_commission: true,
  penalty_rents: 0,
  deposit: null,
  late_from_business_day: false,
  late_to_owner: 10_000,
};
const owners = [{ client_id: 12, share: null, name: 'Ana Prado' }];

const invoice = (reference: Reference, status: 'PENDING' | 'PAID', changes: Partial<Invoice> = {}): Invoice => ({
  ...{ id: Number(reference.replace('-', '')), reference, due_date: dueDateIn(reference, 5), status },
  ...{ price: 150_000, fees: 0, lines: [{ kind: 'RENT', name: 'Aluguel', amount: 150_000 }] },
  rest_fate: null,
  received: status === 'PAID' ? 150_000 : null,
  fee_rate: status === 'PAID' ? 1_000 : null,
  ...changes,
});

/** The lease from 1 August on: July and earlier are no part of it. */
const lease: Contract = { ...contract, start_date: '2026-08-01' };

describe('leaving on 15/09/2026, rent of 1.500,00 due on the 5th', () => {
  const august = invoice('2026-09', 'PAID');
  const sheet = (...invoices: Invoice[]) =>
    reckon(
      { contract: lease, invoices, waiting: [], owners },
      { left_on: '2026-09-15', deposit_held_by: 'AGENCY' },
      '2026-09-15',
    );

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, Invoice[], number, number | null]>([
    // half of September is 750,00                                                          total      refund
    ['September was not issued',       [august],                                             75_000,    null],
    ['September is pending',           [august, invoice('2026-10', 'PENDING')],              75_000,    null],
    ['September is paid',              [august, invoice('2026-10', 'PAID')],                -75_000,    75_000],
    ['October is pending too',         [august, invoice('2026-10', 'PENDING'), invoice('2026-11', 'PENDING')], 75_000, null],
    ['October is paid, September not', [august, invoice('2026-10', 'PENDING'), invoice('2026-11', 'PAID')],   -75_000, 75_000],
    ['no invoice charged August',      [invoice('2026-10', 'PAID')],                         75_000,    null],
    // August is ten days late: 150,00 and five days of 0,03%, 2,25.
    ['August is late',                 [invoice('2026-09', 'PENDING')],                     240_225,    null],
  ])('%s', (_, invoices, total, refund) => {
    const { sheet: made } = sheet(...invoices);
    expect([made.total, made.refund_amount]).toEqual([total, refund]);
  });

  test('charges count to the day the sheet is made', () => {
    const late = reckon(
      { contract: lease, invoices: [invoice('2026-09', 'PENDING')], waiting: [], owners },
      { left_on: '2026-09-15', deposit_held_by: 'AGENCY' },
      '2026-09-25', // 20 days: 150,00 and fifteen days, 6,75
    ).sheet;
    expect(late.lines.find(({ kind }) => kind === 'LATE')?.amount).toBe(15_675);
  });

  test('a month whose invoice was deleted is in the sheet, which no invoice charges any more', () => {
    const made = reckon(
      { contract: lease, invoices: [], waiting: [], owners },
      { left_on: '2026-09-15', deposit_held_by: 'AGENCY' },
      '2026-09-15',
    );
    expect(made.sheet.lines.map(({ note, amount }) => [note, amount])).toEqual([
      ['mês inteiro, ago/2026', 150_000],
      ['15 de 30 dias, set/2026', 75_000],
    ]);
  });

  test('says who pays', () => {
    expect(sheet(august, invoice('2026-10', 'PAID')).sheet).toMatchObject({
      lines: [{ paid_by: 'proprietário R$\u00a0675,00 e imobiliária R$\u00a075,00' }],
      refund_paid_by: { owners: [{ user_id: 12, name: 'Ana Prado', amount: 67_500 }], agency: 7_500, deposit: 0 },
    });
  });
});

// Reference model: integers, with its own rounding and calendar, independent of the rules above.
const halfUp = (amount: number, by: number, of: number) => Math.floor((2 * amount * by + of) / (2 * of));
const daysOf = (month: string) => new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
const monthOf = (count: number) => `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`;
const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000;

type Month = { state: 'NONE' | 'PENDING' | 'PAID'; price: number; fees: number; received: number };

function model(left_on: string, made: string, months: Map<string, Month>, rent: number) {
  const leaving = Number(left_on.slice(0, 4)) * 12 + Number(left_on.slice(5, 7)); // of the reference, the month after
  let total = 0;
  let agency = 0;
  for (let count = leaving - 3; count <= leaving + 3; count += 1) {
    const { state, price, fees, received } = months.get(monthOf(count)) ?? {
      state: 'NONE',
      price: 0,
      fees: 0,
      received: 0,
    };
    const length = daysOf(monthOf(count - 1));
    const lived = count < leaving ? length : count === leaving ? Number(left_on.slice(8)) : 0;
    const owed = lived === length ? rent : halfUp(rent, lived, length);
    if (state === 'NONE') total += owed;
    if (state === 'PENDING' && count <= leaving) {
      const late = dayNumber(made) - dayNumber(`${monthOf(count)}-05`);
      const base = price + fees;
      total += fees + (count === leaving ? owed : price);
      if (late >= 5) total += halfUp(base, 10, 100) + halfUp(base, 3 * (late - 5), 10_000);
    }
    if (state === 'PAID' && count >= leaving) {
      if (owed > price) total += owed - price;
      else {
        const back = Math.max(0, Math.min(price, received) - owed);
        total -= back;
        agency += halfUp(back, 8, 100);
      }
    }
  }
  return { total, agency };
}

test('invoices in every state, against the model', () => {
  const month = fc.record({
    state: fc.constantFrom<Month['state'][]>('NONE', 'PENDING', 'PAID'),
    price: fc.integer({ min: 1, max: 400_000 }),
    fees: fc.nat(60_000),
    received: fc.nat(400_000),
  });
  const situation = fc.record({
    leave: fc.nat(700),
    later: fc.nat(60),
    rent: fc.integer({ min: 1, max: 900_000 }),
    months: fc.array(month, { minLength: 7, maxLength: 7 }),
  });
  let counted = 0;
  fc.assert(
    fc.property(situation, ({ leave, later, rent, months }) => {
      const left_on = addDays('2026-06-01', leave);
      const made = addDays(left_on, later);
      const first = addToReference(referenceOf(left_on), -2);
      const given = new Map(
        months.map((one, index) => [
          addToReference(first, index),
          { ...one, received: Math.min(one.received, one.price) },
        ]),
      );
      const invoices = [...given].flatMap(([reference, { state, price, fees, received }]) =>
        state === 'NONE'
          ? []
          : invoice(reference, state, {
              ...{ price, fees, received: state === 'PAID' ? received : null, fee_rate: state === 'PAID' ? 800 : null },
              lines: [
                { kind: 'RENT', name: 'Aluguel', amount: price },
                { kind: 'FEE', name: 'Condomínio', amount: fees, to_owner: false },
              ],
            }),
      );
      const start_date = `${addToReference(first, -1)}-01` as Contract['start_date'];
      const terms: Contract = {
        ...contract,
        current_price: rent,
        start_date,
        registered_on: start_date,
        end_date: '2030-12-31',
      };
      const {
        sheet,
        invoice: last,
        refund,
      } = reckon(
        { contract: terms, invoices, waiting: [], owners },
        { left_on, penalty: 0, deposit_held_by: 'AGENCY' },
        made,
      );
      const expected = model(left_on, made, given, rent);
      expect(sheet.total).toBe(expected.total);
      expect((last ? last.price + last.fees : 0) - (refund?.amount ?? 0)).toBe(expected.total);
      if (refund) {
        const owners = 0 - sum(refund.owners.map(({ amount }) => amount));
        expect(owners + refund.agency + refund.deposit).toBe(refund.amount);
        // Nothing was owed: each party pays back exactly what it received.
        if (!last) expect(refund.agency).toBe(expected.agency);
      }
      if (expected.total !== 0) counted += 1;
    }),
    { numRuns: 2_000 },
  );
  expect(counted).toBeGreaterThan(1_500);
});
