import { addDays, addToReference, dueDateIn, type Reference, referenceOf } from '@morada/domain/base/calendar';
import { sum } from '@morada/domain/base/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LONG } from '#test/long.ts';
import { reckon } from './sheet.map.ts';

type Given = Parameters<typeof reckon>[0];
type Contract = Given['contract'];
type Invoice = Given['invoices'][number];
type Waiting = Given['waiting'][number];

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
};
const owners = [{ client_id: 12, share: null, name: 'Ana Prado' }];

const invoice = (reference: Reference, status: 'PENDING' | 'PAID', changes: Partial<Invoice> = {}): Invoice => ({
  ...{ id: Number(reference.replace('-', '')), reference, due_date: dueDateIn(reference, 5), status },
  ...{ price: 150_000, fees: 0, lines: [{ kind: 'RENT', name: 'Aluguel', amount: 150_000 }] },
  rest_fate: null,
  balance_of: null,
  receivers: [],
  paid_amount: status === 'PAID' ? 150_000 : null,
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

  const fees = [
    { id: 1, name: 'Condomínio', price: 60_000, to_owner: false },
    { id: 2, name: 'Seguro', price: 3_000, to_owner: true },
  ];
  const charged = {
    ...{ fees: 63_000, paid_amount: 213_000 },
    lines: [
      { kind: 'RENT' as const, name: 'Aluguel', amount: 150_000 },
      ...fees.map(({ id, name, price, to_owner }) => {
        return { kind: 'FEE' as const, name, amount: price, to_owner, source_id: id };
      }),
    ],
  };
  const withFees = (september: Invoice[], chosen: { id: number; by_days: boolean }[] = [], waiting: Waiting[] = []) =>
    reckon(
      { contract: lease, invoices: [august, ...september], waiting, owners, fees },
      { left_on: '2026-09-15', deposit_held_by: 'AGENCY', fees: chosen },
      '2026-09-15',
    ).sheet;
  /** 250,00 of the condominium were not received, and all of the insurance. */
  const inPart = { ...charged, paid_amount: 185_000 };
  const rest = (name: string, amount: number, to_owner: boolean): Waiting => ({
    ...{ id: amount, description: name, amount, type: 'DEBIT', influence: 'EXPENSE', settled_by: 202610 },
    ...{ transfer: to_owner, stands_for: to_owner ? null : 'HELD' },
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, Invoice[], number, Parameters<typeof withFees>[1]?, Waiting[]?]>([
    // Half of the rent is 750,00, half of the condominium 300,00; the insurance is whole.
    ['not issued: 750,00 + 300,00 + 30,00',        [],                                             108_000],
    ['pending: the same',                          [invoice('2026-10', 'PENDING', charged)],       108_000],
    ['paid, 2.130,00: the rest goes back',         [invoice('2026-10', 'PAID', charged)],         -105_000],
    ['pending, the condominium whole',             [invoice('2026-10', 'PENDING', charged)],       138_000, [{ id: 1, by_days: false }]],
    ['paid, the condominium whole',                [invoice('2026-10', 'PAID', charged)],          -75_000, [{ id: 1, by_days: false }]],
    ['paid, the insurance by days too: 15,00',     [invoice('2026-10', 'PAID', charged)],         -106_500, [{ id: 2, by_days: true }]],
    // 350,00 came in, 300,00 were lived: 50,00 and 750,00 go back.
    ['paid in part, the rest let go',              [invoice('2026-10', 'PAID', { ...inPart, rest_fate: 'WAIVED' })], -80_000],
    // 1.080,00 are owed in all and 1.850,00 came in.
    ['paid in part, with an open balance',         [invoice('2026-10', 'PAID', { ...inPart, rest_fate: 'OPEN_BALANCE' }),
                                                    invoice('2026-10', 'PENDING', { price: 0, fees: 28_000, lines: [
                                                      { kind: 'FEE', name: 'Condomínio', amount: 25_000, to_owner: false },
                                                      { kind: 'FEE', name: 'Seguro', amount: 3_000, to_owner: true }] })], -77_000],
    ['paid in part, the rest for the next invoice', [invoice('2026-10', 'PAID', { ...inPart, rest_fate: 'NEXT_INVOICE' })], -77_000, [],
                                                    [rest('Condomínio', 25_000, false), rest('Seguro', 3_000, true)]],
    // Fees came first then: 400,00 of the rent were not received. 1.100,00 − 750,00 go back, and 300,00.
    ['paid in part before the rent came first',    [invoice('2026-10', 'PAID', { ...charged, paid_amount: 173_000, received: 110_000 })], -65_000],
  ])('a month with fees: %s', (_, september, total, chosen, waiting) => {
    const made = withFees(september, chosen, waiting);
    expect(made.total).toBe(total);
    expect(made.fees?.map(({ id, name, price }) => ({ id, name, price }))).toEqual([
      { id: 1, name: 'Condomínio', price: 60_000 },
      { id: 2, name: 'Seguro', price: 3_000 },
    ]);
  });

  test('fees of an invoiced month are chosen as it charged them, even where the property has others by now', () => {
    const { lines, fees: shown } = reckon(
      { contract: lease, invoices: [august, invoice('2026-10', 'PAID', charged)], waiting: [], owners, fees: [] },
      { left_on: '2026-09-15', deposit_held_by: 'AGENCY' },
      '2026-09-15',
    ).sheet;
    expect(shown).toEqual([
      { id: 1, name: 'Condomínio', price: 60_000, by_days: true },
      { id: 2, name: 'Seguro', price: 3_000, by_days: false },
    ]);
    expect(lines.map(({ kind, amount, paid_by }) => [kind, amount, paid_by])).toEqual([
      ['RENT', -75_000, 'proprietário R$\u00a0675,00 e imobiliária R$\u00a075,00'],
      ['FEE', -30_000, 'proprietário'],
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

const FEES = ['Condomínio', 'IPTU', 'Seguro'];
/** The last one is the owner's, the others are held for third parties. */
const isOwners = (name: string) => name === 'Seguro';

type Month = {
  state: 'NONE' | 'PENDING' | 'PAID' | 'WAIVED' | 'OPEN_BALANCE' | 'NEXT_INVOICE';
  price: number;
  /** Of each of the fees. */
  fees: number[];
  /** What came in: the rent first, then fee by fee. */
  paid: number;
};

const total = (amounts: readonly number[]) => amounts.reduce((one, other) => one + other, 0);

/** What came in of the rent, and of each fee. */
function receivedOf({ price, fees, paid }: Month) {
  let left = paid;
  return [price, ...fees].map((charged) => {
    const taken = Math.min(left, charged);
    left -= taken;
    return taken;
  });
}

type Situation = {
  left_on: string;
  made: string;
  months: Map<string, Month>;
  rent: number;
  propertyFees: number[];
  byDays: boolean[];
};

function model({ left_on, made, months, rent, propertyFees, byDays }: Situation) {
  const leaving = Number(left_on.slice(0, 4)) * 12 + Number(left_on.slice(5, 7)); // of the reference, the month after
  let owing = 0;
  let agency = 0;
  for (let count = leaving - 3; count <= leaving + 3; count += 1) {
    const month = months.get(monthOf(count)) ?? { state: 'NONE', price: 0, fees: [], paid: 0 };
    const length = daysOf(monthOf(count - 1));
    const lived = count < leaving ? length : count === leaving ? Number(left_on.slice(8)) : 0;
    const byTime = (amount: number) => (lived === length ? amount : halfUp(amount, lived, length));
    const owedFee = (amount: number, index: number) => (lived > 0 && !byDays[index] ? amount : byTime(amount));
    const late = (base: number) => {
      const days = dayNumber(made) - dayNumber(`${monthOf(count)}-05`);
      return days < 5 ? 0 : halfUp(base, 10, 100) + halfUp(base, 3 * (days - 5), 10_000);
    };
    const charged = [month.price, ...month.fees];
    const owed = count < leaving ? charged : [byTime(rent), ...month.fees.map(owedFee)];
    const received = receivedOf(month);
    const rests = charged.map((amount, index) => amount - (received[index] ?? 0));
    // What was not lived of the amounts that are still open was never owed, and bears no late charges.
    const lateOn = (open: number[]) =>
      late(
        total(
          open.map(
            (amount, index) => amount - Math.min(amount, Math.max(0, (charged[index] ?? 0) - (owed[index] ?? 0))),
          ),
        ),
      );
    // The balance of a month after the leaving is not owed: its invoice counts as paid in part with the rest waived.
    switch (count > leaving && month.state === 'OPEN_BALANCE' ? 'WAIVED' : month.state) {
      case 'NONE':
        owing += byTime(rent) + total(propertyFees.map(owedFee));
        break;
      case 'PENDING':
        if (count <= leaving) owing += total(owed) + lateOn(charged);
        break;
      case 'OPEN_BALANCE':
        owing += total(owed) - total(received) + lateOn(rests);
        break;
      case 'NEXT_INVOICE':
        owing += total(owed) - total(received);
        break;
      default:
        if (count < leaving) break;
        for (const [index, due] of owed.entries()) {
          const was = charged[index] ?? 0;
          if (due > was) owing += due - was;
          const back = Math.max(0, Math.min(was, received[index] ?? 0) - due);
          owing -= back;
          // Fees after the lease are the owners'.
          if (index === 0) agency += halfUp(back, 8, 100);
        }
    }
  }
  return { total: owing, agency };
}

/** The rows that the database has of a month. */
function rowsOf(reference: Reference, month: Month): { invoices: Invoice[]; waiting: Waiting[] } {
  const { state, price, fees, paid } = month;
  if (state === 'NONE') return { invoices: [], waiting: [] };
  const line = (index: number, amount: number, source_id?: number) =>
    index === 0
      ? { kind: 'RENT' as const, name: 'Aluguel', amount }
      : {
          ...{ kind: 'FEE' as const, name: FEES[index - 1] ?? '', amount },
          ...{ to_owner: isOwners(FEES[index - 1] ?? ''), ...(source_id !== undefined && { source_id }) },
        };
  const charged = [price, ...fees];
  const issued = { price, fees: total(fees), lines: charged.map((amount, index) => line(index, amount, index)) };
  if (state === 'PENDING') return { invoices: [invoice(reference, 'PENDING', issued)], waiting: [] };
  const received = receivedOf(month);
  const settled = invoice(reference, 'PAID', {
    ...{ ...issued, paid_amount: paid, received: received[0] ?? 0, fee_rate: 800 },
    rest_fate: state === 'PAID' ? null : state,
  });
  const rests = charged.map((amount, index) => amount - (received[index] ?? 0));
  if (settled.rest_fate === 'OPEN_BALANCE') {
    const lines = rests.map((amount, index) => line(index, amount)).filter(({ amount }) => amount > 0);
    const [ofRent = 0, ...ofFees] = rests;
    const balance = invoice(reference, 'PENDING', { price: ofRent, fees: total(ofFees), lines });
    return { invoices: [settled, balance], waiting: [] };
  }
  if (settled.rest_fate !== 'NEXT_INVOICE') return { invoices: [settled], waiting: [] };
  const waiting = rests.flatMap((amount, index): Waiting[] => {
    const { kind, name, to_owner = false } = { to_owner: false, ...line(index, amount) };
    const extra = { id: index, description: name, amount, type: 'DEBIT' as const, settled_by: settled.id };
    const isRent = kind === 'RENT';
    return amount === 0
      ? []
      : [
          {
            ...{ ...extra, influence: isRent ? 'RENT' : 'EXPENSE', transfer: isRent || to_owner },
            stands_for: isRent || to_owner ? null : 'HELD',
          },
        ];
  });
  return { invoices: [settled], waiting };
}

const RUNS = process.env.FUZZ_TIMES ? 3_000 : 800;

test('invoices in every state, with fees by days and whole, against the model', LONG, () => {
  const threeFees = fc.array(fc.nat(60_000), { minLength: 3, maxLength: 3 });
  const month = fc.record({
    state: fc.constantFrom<Month['state'][]>('NONE', 'PENDING', 'PAID', 'WAIVED', 'OPEN_BALANCE', 'NEXT_INVOICE'),
    price: fc.integer({ min: 1, max: 400_000 }),
    fees: threeFees,
    paid: fc.nat(600_000),
  });
  const situation = fc.record({
    leave: fc.nat(700),
    later: fc.nat(60),
    rent: fc.integer({ min: 1, max: 900_000 }),
    propertyFees: threeFees,
    byDays: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
    months: fc.array(month, { minLength: 7, maxLength: 7 }),
  });
  let counted = 0;
  fc.assert(
    fc.property(situation, ({ leave, later, rent, propertyFees, byDays, months }) => {
      const left_on = addDays('2026-06-01', leave);
      const made = addDays(left_on, later);
      const first = addToReference(referenceOf(left_on), -2);
      const given = new Map(
        months.map((one, index) => {
          const charged = one.price + total(one.fees);
          const paid = one.state === 'PAID' ? charged : Math.min(one.paid, charged);
          const whole = paid === charged && one.state !== 'NONE' && one.state !== 'PENDING';
          return [addToReference(first, index), { ...one, paid, state: whole ? 'PAID' : one.state }];
        }),
      );
      const rows = [...given].map(([reference, one]) => rowsOf(reference, one));
      const invoices = rows.flatMap((one) => one.invoices);
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
        {
          ...{ contract: terms, invoices, waiting: rows.flatMap((one) => one.waiting), owners },
          fees: FEES.map((name, index) => {
            return { id: index + 1, name, price: propertyFees[index] ?? 0, to_owner: isOwners(name) };
          }),
        },
        {
          ...{ left_on, penalty: 0, deposit_held_by: 'AGENCY' },
          fees: byDays.map((by_days, index) => ({ id: index + 1, by_days })),
        },
        made,
      );
      const expected = model({ left_on, made, months: given, rent, propertyFees, byDays });
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
    { numRuns: RUNS },
  );
  expect(counted).toBeGreaterThan(RUNS * 0.8);
});
