import type { RuleShare } from '@morada/domain/rent/people/share';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { anticipateInvoice, payInvoice } from '#api/modules/money/invoices/invoices.service.ts';
import { refundInvoices } from '#api/modules/money/invoices/refunding.service.ts';
import { terminate, undoTermination } from '#api/modules/money/terminations/terminations.service.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { form, jpeg } from '#test/pictures.ts';
import { randomFrom } from '#test/random.ts';
import { payPerson, undoPayment } from './payments.service.ts';
import { saveRule } from './rules.service.ts';

/**
 * Random portfolios of two contracts and two people are played through the services, and through a model that knows nothing of
 * them: its own division, its own proportion, its own life of each part. Both must agree to the centavo.
 */

const app = await startApp({ today: '2026-03-10' });
const { db, contract } = app;
afterAll(app.stop);

const everything = app.as('*');
const PAPER = await jpeg();
const staff = await app.signIn('*');
const ctx = {
  ...app.ctx,
  actor: { ...app.ctx.actor, id: staff.adminId, name: 'Mariana Dias', permissions: ['*'] },
} as typeof app.ctx;

// The model -------------------------------------------------------------------------------------------------------------------

type State = 'EARNED' | 'PAID' | 'OWED' | 'COLLECTED' | 'REVERSED';
type Part = { person: number; place: number; amount: number; state: State; paid?: Paid; taken?: Paid };
type Paid = { id: number; person: number; amount: number; gone: boolean };
type Receipt = { amount: number; rule: string; shares: Share[]; invoice: number | null; gone: boolean; parts: Part[] };
type Share = { person: number; rate: number };
/** `isReplaced`: an agreement's instalments took its place. */
type Bill = { id: number; price: number; rent: number | null; parent: Bill | null; isReplaced: boolean };
type Lease = {
  id: number;
  price: number;
  fee: number;
  shares: Share[];
  bills: Bill[];
  receipts: Receipt[];
  back: number | null;
};

/** Parts cut down, and one centavo each for the first that lost, the agency's being the last. */
function cut(total: number, shares: Share[]): number[] {
  const rates = [...shares.map(({ rate }) => rate), 10_000 - shares.reduce((all, { rate }) => all + rate, 0)];
  const exact = rates.map((rate) => BigInt(total) * BigInt(rate));
  const parts = exact.map((one) => Number(one / 10_000n));
  let lost = total - parts.reduce((all, one) => all + one, 0);
  for (let place = 0; lost > 0; place += 1)
    if ((exact[place] ?? 0n) % 10_000n > 0n) {
      parts[place] = (parts[place] ?? 0) + 1;
      lost -= 1;
    }
  return parts.slice(0, shares.length);
}

const isOpen = ({ rent, isReplaced }: Bill) => rent === null && !isReplaced;
const hasAgreement = ({ bills }: Lease) => bills.some(({ isReplaced }) => isReplaced);
const standing = (lease: Lease) => lease.receipts.filter(({ gone }) => !gone);
const total = (receipts: Receipt[]) => receipts.reduce((all, { amount }) => all + amount, 0);

/** What should have come of the fee: half a centavo upwards. */
function wanted(lease: Lease): number {
  const first = lease.bills[0];
  if (!first || first.rent === null) return 0;
  const owed = lease.bills.some(isOpen);
  const rent = lease.bills.reduce((all, bill) => all + (bill.rent ?? 0), 0);
  const kept = (owed ? rent : lease.price) - (lease.back ?? 0);
  return Math.floor((2 * lease.fee * Math.max(0, kept) + lease.price) / (2 * lease.price));
}

function add(lease: Lease, amount: number, shares: Share[], invoice: number | null) {
  const rule = JSON.stringify(shares);
  const alike = standing(lease).filter((one) => one.rule === rule);
  const whole = cut(total(alike) + amount, shares);
  const parts = shares.map(({ person }, place): Part => {
    const had = alike.flatMap((one) => one.parts.filter((part) => part.place === place));
    return {
      person,
      place,
      amount: (whole[place] ?? 0) - had.reduce((all, part) => all + part.amount, 0),
      state: 'EARNED',
    };
  });
  lease.receipts.push({ amount, rule, shares, invoice, gone: false, parts: parts.filter((part) => part.amount !== 0) });
}

function lose(receipts: Receipt[]) {
  for (const receipt of receipts) {
    receipt.gone = true;
    for (const part of receipt.parts) part.state = part.state === 'PAID' ? 'OWED' : 'REVERSED';
  }
}

const partsOf = (leases: Lease[], person: number) =>
  leases.flatMap((lease) => lease.receipts.flatMap(({ parts }) => parts.filter((part) => part.person === person)));

// The play --------------------------------------------------------------------------------------------------------------------

let names = 0;
async function people(count: number) {
  const rows = Array.from({ length: count }, () => {
    names += 1;
    return {
      name: `Pessoa ${names}`,
      email: `pessoa${names}@morada.test`,
      password_hash: 'x',
      group_id: staff.groupId,
    };
  });
  return (await db.insertInto('admin_user').values(rows).returning('id').execute()).map(({ id }) => id);
}

async function play(seed: number) {
  const { integer } = randomFrom(seed);
  const below = (limit: number) => integer(0, limit - 1);
  const persons = await people(2);
  const anyone = () => persons[below(2)] ?? 0;
  const shares = (): Share[] => {
    const both = persons.map((person) => ({ person, rate: 1 + below(below(3) === 0 ? 5_000 : 400) }));
    return below(4) === 0 ? both.slice(0, 1) : both;
  };
  const rules = async (lease: Lease) => {
    lease.shares = shares();
    const given = lease.shares.map(
      ({ person, rate }): RuleShare => ({ role: 'BROKER', admin_user_id: person, share: rate }),
    );
    await saveRule(ctx, { kind: 'LETTING', proposal_id: lease.id, shares: given });
  };
  const leases: Lease[] = [];
  const payments: Paid[] = [];
  for (let count = 0; count < 2; count += 1) {
    const price = 50_000 + below(200_000);
    const fee = 1 + below(below(5) === 0 ? 300 : 250_000);
    const { id } = await contract({
      current_price: price,
      with_commission: false,
      start_date: '2025-04-01',
      prorate: true,
    });
    await db
      .insertInto('extra_value')
      .values({
        ...{ proposal_id: id, description: 'Intermediação', amount: fee, type: 'CREDIT', influence: 'EXPENSE' },
        ...{ boleto: false, transfer: true, brokerage: true },
      })
      .execute();
    const bill = await anticipateInvoice(ctx, { proposal_id: id, reference: '2026-04' });
    const lease: Lease = { id, price, fee, shares: [], bills: [], receipts: [], back: null };
    lease.bills.push({ id: bill, price, rent: null, parent: null, isReplaced: false });
    await rules(lease);
    leases.push(lease);
  }

  const settle = async (lease: Lease, bill: Bill) => {
    // An instalment of an agreement is paid whole.
    const whole = bill.parent?.isReplaced === true || below(3) > 0;
    const paid = whole ? bill.price : 1 + below(bill.price - 1);
    const waived = below(3) === 0;
    const rest = waived
      ? { fate: 'WAIVED' as const, reason: 'Acordo' }
      : { fate: 'OPEN_BALANCE' as const, due_date: '2026-04-20' as const };
    await payInvoice(ctx, bill.id, { paid_amount: paid, fine: 0, interest: 0, ...(paid < bill.price && { rest }) });
    bill.rent = paid;
    if (paid < bill.price && !waived) {
      const { id } = await db
        .selectFrom('invoice')
        .select('id')
        .where('balance_of', '=', bill.id)
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow();
      lease.bills.push({ id, price: bill.price - paid, rent: null, parent: bill, isReplaced: false });
    }
    const more = wanted(lease) - total(standing(lease));
    if (more > 0) add(lease, more, lease.shares, bill.id);
  };
  /** What is left of the rent is owed in instalments from now on. */
  const agree = async (lease: Lease, bill: Bill) => {
    if (bill.parent?.isReplaced || bill.price < 400) return;
    const terms = { charges_off: 0, rent_off: 0, monthly_interest: 0, first_due: '2026-04-20' };
    const offer = { ...terms, proposal_id: lease.id, invoices: [bill.id], instalments: 2 + below(2) };
    const offered = await everything.post('/debt-agreement', offer);
    expect(offered.statusCode, offered.body).toBe(201);
    const { id } = offered.json();
    const signed = form(PAPER, 'termo.jpg');
    signed.append('name', 'Ana Prado');
    expect((await everything.put(`/debt-agreement/${id}/acceptance`, signed)).statusCode).toBe(200);
    bill.isReplaced = true;
    const instalments = await db
      .selectFrom('invoice')
      .select(['id', 'amount'])
      .where('debt_agreement_id', '=', id)
      .where('deleted_at', 'is', null)
      .orderBy('instalment')
      .execute();
    for (const one of instalments)
      lease.bills.push({ id: one.id, price: one.amount, rent: null, parent: bill, isReplaced: false });
  };
  const refund = async (lease: Lease) => {
    const bill = lease.bills.findLast(({ rent }) => rent !== null);
    if (!bill || lease.back !== null || hasAgreement(lease)) return;
    const [refusal] = await db
      .transaction()
      .execute((trx) => refundInvoices(trx, { ...ctx, db: trx }, [{ id: bill.id }]));
    expect(refusal).toBeUndefined();
    bill.rent = null;
    lease.bills = lease.bills.filter(({ parent }) => parent !== bill);
    lose(standing(lease).filter(({ invoice }) => invoice === bill.id));
  };
  const end = async (lease: Lease) => {
    if (lease.back !== null || hasAgreement(lease) || lease.bills.some(isOpen)) return;
    const left_on = `2026-03-${String(1 + below(10)).padStart(2, '0')}` as const;
    const { sheet } = await terminate(ctx, lease.id, { left_on, penalty: 0, deposit_held_by: 'AGENCY' } as Parameters<
      typeof terminate
    >[2]);
    // How much rent goes back is the sheet's to say, which has tests of its own.
    const back = sheet.lines.reduce((all, { kind, amount }) => (kind === 'RENT' && amount < 0 ? all - amount : all), 0);
    const received = lease.bills.reduce((all, { rent }) => all + (rent ?? 0), 0);
    lease.back = Math.min(back, lease.bills[0]?.rent ?? 0, received);
    const counted = [...lease.bills].reverse();
    let left = back;
    for (const bill of counted) {
      const part = Math.min(left, bill.rent ?? 0);
      if (bill === lease.bills[0]) lease.back = part;
      left -= part;
    }
    let excess = total(standing(lease)) - wanted(lease);
    for (const receipt of standing(lease)
      .filter(({ amount }) => amount > 0)
      .reverse()) {
      const part = Math.min(excess, receipt.amount);
      if (part > 0) add(lease, -part, receipt.shares, null);
      excess -= part;
    }
  };
  const resume = async (lease: Lease) => {
    if (lease.back === null) return;
    await undoTermination(ctx, lease.id);
    lease.back = null;
    lose(standing(lease).filter(({ amount }) => amount < 0));
  };
  const pay = async (person: number) => {
    const open = partsOf(leases, person).filter(({ state }) => state === 'EARNED' || state === 'OWED');
    const effect = (part: Part) => (part.state === 'EARNED' ? part.amount : -part.amount);
    const amount = open.reduce((all, part) => all + effect(part), 0);
    const asked: Parameters<typeof payPerson>[1] = {
      ...{ admin_user_id: person, until: '2026-03-10', paid_on: '2026-03-10', paper: 'RPA', paper_number: '1' },
      ...{ amount: Math.max(1, amount), inss: 0, irrf: 0, iss: 0 },
    };
    if (amount <= 0) {
      await expect(payPerson(ctx, asked)).rejects.toThrow();
      return;
    }
    const { id } = await payPerson(ctx, asked);
    const made: Paid = { id, person, amount, gone: false };
    payments.push(made);
    for (const part of open) {
      if (part.state === 'EARNED') Object.assign(part, { state: 'PAID', paid: made });
      else Object.assign(part, { state: 'COLLECTED', taken: made });
    }
  };
  const unpay = async () => {
    const living = payments.filter(({ gone }) => !gone);
    const made = living[below(living.length)];
    if (!made) return;
    const own = partsOf(leases, made.person);
    if (own.some((part) => part.paid === made && part.state === 'COLLECTED')) {
      await expect(undoPayment(ctx, made.id)).rejects.toThrow();
      return;
    }
    await undoPayment(ctx, made.id);
    made.gone = true;
    for (const part of own) {
      if (part.taken === made) Object.assign(part, { state: 'OWED', taken: undefined });
      else if (part.paid === made)
        Object.assign(part, { state: part.state === 'OWED' ? 'REVERSED' : 'EARNED', paid: undefined });
    }
  };

  for (let step = 0; step < 10; step += 1) {
    const lease = leases[below(2)];
    if (!lease) continue;
    const bill = lease.bills.find(isOpen);
    const chance = below(10);
    if (chance < 3 && bill?.parent && lease.back === null) await agree(lease, bill);
    else if (chance < 4 && bill && lease.back === null) await settle(lease, bill);
    else if (chance < 5) await refund(lease);
    else if (chance < 6) await rules(lease).catch(() => undefined);
    else if (chance < 7) await end(lease);
    else if (chance < 8) await (lease.back === null ? pay(anyone()) : resume(lease));
    else if (chance < 9) await pay(anyone());
    else await unpay();
  }

  // What is still to come is received and paid, so that what is owed back is collected.
  for (const lease of leases) {
    for (let bill = lease.bills.find(isOpen); bill && lease.back === null; bill = lease.bills.find(isOpen)) {
      await settle(lease, bill);
      if (!hasAgreement(lease)) break;
    }
  }
  for (const person of persons) await pay(person);
  if (below(2) === 0) await unpay();

  const { rows } = await sql<{ person: number; state: string; amount: number }>`
    select admin_user_id::int as person, state, amount from people_commission
    where admin_user_id = any(${persons}::bigint[])`.execute(db);
  const told = (list: { person: number; state: string; amount: number }[]) =>
    list.map(({ person, state, amount }) => `${person} ${state} ${amount}`).toSorted();
  expect(told(rows), `portfolio ${seed}`).toEqual(told(persons.flatMap((person) => partsOf(leases, person))));
  const paid = await db
    .selectFrom('commission_payment')
    .select(['id', 'amount'])
    .where('admin_user_id', 'in', persons)
    .where('undone_at', 'is', null)
    .orderBy('id')
    .execute();
  expect(paid).toEqual(payments.filter(({ gone }) => !gone).map(({ id, amount }) => ({ id, amount })));
  return payments.filter(({ gone }) => !gone).reduce((all, { amount }) => all + amount, 0);
}

async function playAll(seeds: Iterable<number>) {
  let paid = 0;
  for (const seed of seeds) paid += await play(seed);
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(amount), 0)::bigint as amount from ledger_line where account = 'PEOPLE_COMMISSIONS'`.execute(
    db,
  );
  return { paid, posted: rows[0]?.amount };
}

const seedsOf = (from: number, count: number) => Array.from({ length: count }, (_, place) => from + place);

test('random contracts agree with an independent model', async () => {
  const { paid, posted } = await playAll(seedsOf(1, 8));
  expect(posted).toBe(paid);
  expect(await verifyBooks(db)).toEqual([]);
});

test('3.000 random contracts agree with an independent model', { ...LONG, timeout: 1_800_000 }, async () => {
  await app.empty();
  const { paid, posted } = await playAll(seedsOf(1_000, 1_500));
  expect(posted).toBe(paid);
  expect(await verifyBooks(db)).toEqual([]);
});
