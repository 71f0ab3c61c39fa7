import { isDeepStrictEqual } from 'node:util';
import { Settlement } from '@morada/contract/money/invoices';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { Db } from '#api/context.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { billDay } from '#api/modules/money/invoices/billing.service.ts';
import { refundInvoices } from '#api/modules/money/invoices/refunding.service.ts';
import { type SettlementOrder, settleInvoices } from '#api/modules/money/invoices/settling.service.ts';
import { concludeTransfers, undoTransfers } from '#api/modules/money/transfers/transfers.service.ts';
import { startApp } from '../harness.ts';
import { type Random, randomFrom } from '../random.ts';
import { findAccountBalances } from './account-balances.ts';
import { type Agency, ContractModel, type Fate, plusDays, type State, type Terms } from './books-model.ts';

const SEED = Number(process.env.BOOKS_SEED ?? 20_261_120);
/** Rounds: 4 in the short form, 60 in the long one (`FUZZ_TIMES`). */
const ROUNDS = process.env.FUZZ_TIMES ? 60 : 4;
const OPERATIONS_A_ROUND = 7;
const REGISTERED = '2026-02-17';

const { db, ctx, clock, as, owner, property, contract, stop } = await startApp({ today: REGISTERED });
afterAll(stop);
const staff = as('*');

const agency: Agency = { late_to_owner: 10_000, transfer_business_days: 5, late_from_business_day: false };

/** A contract under test with its operations: the end of that list reproduces a failure. */
type Book = { id: number; property_id: number; model: ContractModel; random: Random; done: string[] };

const SHARES: (number | null)[][] = [
  [null],
  [6_000, 4_000],
  [null, null, null],
  [null],
  [5_000, null, null],
  [null],
  [3_333, 6_667],
  [null],
];

const FEES = [
  [],
  [{ name: 'Condomínio', price: 38_047, to_owner: false }],
  [
    { name: 'Condomínio', price: 41_290, to_owner: false },
    { name: 'IPTU', price: 9_333, to_owner: true },
  ],
];

const TERMS: Partial<Terms>[] = [
  {},
  { discount: 10_001 },
  { current_price: 128_333, commission: 850 },
  { with_commission: false },
  { transfer_date: 31, commission: 1_275, end_date: '2026-05-12' },
  { discount: 4_950, prorate: false, end_date: '2026-06-20' },
  { commission: 0, end_date: '2026-07-17', ends_at_term: true },
  { current_price: 99_999, commission: 10_000, transfer_date: 1 },
];

async function open(index: number, random: Random, property_id?: number): Promise<Book> {
  const shares = SHARES[index % SHARES.length] ?? [null];
  const fees = FEES[index % FEES.length] ?? [];
  const listing = property_id === undefined ? await newProperty(shares, fees) : await findListing(property_id);
  const start_date = property_id === undefined ? '2026-01-15' : clock.today;
  const given: Terms = {
    current_price: 150_000,
    discount: 0,
    commission: 1_000,
    with_commission: true,
    prorate: true,
    transfer_date: 10,
    start_date,
    end_date: '2028-10-20',
    ends_at_term: false,
    next_readjustment: '2027-11-15',
    ...TERMS[index % TERMS.length],
    ...(property_id !== undefined && { end_date: plusDays(start_date, 75) }),
  };
  const made = await contract({ ...(given as object), property_id: listing.id });
  const model = new ContractModel({
    terms: given,
    owners: listing.owners,
    fees,
    registered: clock.today,
    agency,
    tenant: made.user_id,
  });
  return { id: made.id, property_id: listing.id, model, random, done: [] };
}

async function newProperty(shares: (number | null)[], fees: (typeof FEES)[number]) {
  const owners = [];
  for (const share of shares) owners.push({ id: (await owner()).id, share });
  return { id: (await property({ owners, fees })).id, owners };
}

async function findListing(id: number) {
  const owners = await db
    .selectFrom('property_owner')
    .select(['client_id as id', 'share'])
    .where('property_id', '=', id)
    .orderBy('position')
    .execute();
  return { id, owners };
}

/** All the money of a contract, in one statement. */
async function read(id: number): Promise<State> {
  const { rows } = await sql<State>`
    with i as (select * from invoice where proposal_id = ${id}), t as (select * from transfer where proposal_id = ${id}),
      entries as (select id from ledger_entry where invoice_id in (select id from i)
        union select id from ledger_entry where transfer_id in (select id from t)),
      accounts as (select account, sum(amount) as amount from ledger_line where entry_id in (select id from entries) group by account)
    select
      (select coalesce(json_agg(json_build_object('id', id, 'reference', reference, 'due_date', due_date, 'price', price, 'fees', fees,
        'status', status, 'paid_amount', paid_amount, 'pay_day', pay_day, 'fine', fine, 'interest', interest, 'balance_of', balance_of,
        'rest_amount', rest_amount, 'rest_fate', rest_fate) order by id), '[]')
        from i where deleted_at is null) as invoices,
      (select coalesce(json_agg(json_build_object('id', id, 'invoice_id', invoice_id, 'user_id', user_id, 'amount', amount,
        'due_date', due_date, 'status', status) order by id), '[]') from t where deleted_at is null) as transfers,
      (select coalesce(json_agg(json_build_object('id', id, 'invoice_id', invoice_id, 'transfer_id', transfer_id) order by id), '[]')
        from extra_value where proposal_id = ${id} and deleted_at is null) as extras,
      (select coalesce(json_object_agg(account, amount), '{}') from accounts where amount <> 0) as books`.execute(db);
  return rows[0] as State;
}

async function compare({ id, model, done }: Book) {
  const seen = await read(id);
  model.adopt(seen);
  const wanted = model.state();
  if (isDeepStrictEqual(seen, wanted)) return;
  expect(seen, `seed ${SEED}, contract ${id} after:\n${done.slice(-8).join('\n')}`).toEqual(wanted);
}

// Operations ---------------------------------------------------------------------------------------------------------

const reais = (centavos: number) => centavos / 100;

type Operation = {
  says: string;
  expected: number;
  answer: () => Promise<{ statusCode: number; body: string }>;
  /** The operation as an order within a set. */
  inSet?: InSet;
};
type InSet = { kind: 'pay'; order: SettlementOrder } | { kind: 'refund' | 'conclude' | 'undo'; order: { id: number } };
type Action = (book: Book) => Operation;

/** Usually one of the wanted ids; sometimes another, a deleted or an unknown one. */
function choose(random: Random, wanted: { id: number }[], all: { id: number }[], gone: number[]): number {
  const known = wanted.filter(isKnown);
  if (known.length > 0 && random.chance(0.85)) return random.pick(known).id;
  const others = [...all.filter(isKnown).map(({ id }) => id), ...gone.slice(-3).filter((id) => id !== 0), 999_999];
  return random.pick(others);
}

/** A record made earlier in the same set has no id in the model yet. */
const isKnown = ({ id }: { id: number }) => id !== 0;

const invoiceIn = ({ model, random }: Book, status: string) =>
  choose(
    random,
    model.invoices.filter((invoice) => invoice.status === status),
    model.invoices,
    model.gone.invoices,
  );

const transferIn = ({ model, random }: Book, status: string) =>
  choose(
    random,
    model.transfers.filter((transfer) => transfer.status === status),
    model.transfers,
    model.gone.transfers,
  );

type Payment = { amount: number; day?: string; fine?: number; interest?: number; fate?: Fate };
const LESS: Fate[] = ['OPEN_BALANCE', 'OPEN_BALANCE', 'NEXT_INVOICE', 'WAIVED'];
const MORE: Fate[] = ['CREDIT', 'RETURN'];

function payment({ model, random }: Book, id: number): Payment {
  const invoice = model.invoices.find((one) => one.id === id);
  const amount = invoice ? invoice.price + invoice.fees : 150_000;
  const day = random.chance(0.5) ? undefined : plusDays(clock.today, random.integer(-45, random.chance(0.1) ? 2 : 0));
  const { fine, interest } = invoice ? model.charges(invoice, day ?? clock.today) : { fine: 0, interest: 0 };
  const kind = random.pick(['exact', 'exact', 'late', 'late', 'partial', 'over', 'edited', 'nothing']);
  const less = random.chance(0.1) ? undefined : random.pick(random.chance(0.05) ? MORE : LESS);
  const more = random.chance(0.3) ? undefined : random.pick(random.chance(0.05) ? LESS : MORE);
  if (kind === 'exact') return { amount, day, ...(less && { fate: less }) };
  if (kind === 'late') return { amount: amount + fine + interest, day };
  if (kind === 'partial')
    return { amount: random.integer(1, Math.max(1, amount + fine)), day, ...(less && { fate: less }) };
  if (kind === 'over')
    return {
      amount: amount + fine + interest + random.integer(1, random.chance(0.1) ? 400_000 : 40_000),
      day,
      ...(more && { fate: more }),
    };
  if (kind === 'nothing') return { amount: 0, day, ...(less && { fate: less }) };
  const edited = { fine: random.integer(0, 20_000), interest: random.integer(0, 3_000) };
  const said: Partial<typeof edited> = random.pick([edited, { fine: edited.fine }, { interest: edited.interest }]);
  return { amount: amount + (said.fine ?? fine) + (said.interest ?? interest), day, ...said };
}

const pay: Action = (book) => {
  const id = invoiceIn(book, 'PENDING');
  const given = payment(book, id);
  const payload = {
    paid_amount: reais(given.amount),
    ...(given.day && { pay_day: given.day }),
    ...(given.fine !== undefined && { fine: reais(given.fine) }),
    ...(given.interest !== undefined && { interest: reais(given.interest) }),
    ...(given.fate && { rest: { fate: given.fate, ...(given.fate === 'WAIVED' && { reason: 'Acordo' }) } }),
  };
  return {
    says: `pay ${id} ${JSON.stringify(payload)}`,
    expected: book.model.pay(id, clock.today, given),
    answer: () => staff.patch(`/invoice/${id}/down`, payload),
    inSet: { kind: 'pay', order: { id, input: Settlement.parse(payload) } },
  };
};

const refund: Action = (book) => {
  const id = invoiceIn(book, 'PAID');
  return {
    says: `refund ${id}`,
    expected: book.model.refund(id),
    answer: () => staff.delete(`/invoice/${id}/refund`),
    inSet: { kind: 'refund', order: { id } },
  };
};

const removeInvoice: Action = (book) => {
  const id = invoiceIn(book, 'PENDING');
  return {
    says: `delete invoice ${id}`,
    expected: book.model.removeInvoice(id),
    answer: () => staff.delete(`/financial/invoice/${id}/delete`),
  };
};

const anticipate: Action = ({ id, model, random }) => {
  const reference = plusDays(
    `${clock.today.slice(0, 8)}15`,
    30 * random.integer(-2, random.chance(0.1) ? 30 : 6),
  ).slice(0, 7);
  return {
    says: `anticipate ${reference}`,
    expected: model.anticipate(reference),
    answer: () => staff.post('/financial/invoice', { proposal_id: id, reference }),
  };
};

const conclude: Action = (book) => {
  const id = transferIn(book, 'PENDING');
  return {
    says: `conclude ${id}`,
    expected: book.model.conclude(id),
    answer: () => staff.patch(`/transfer/${id}`, { status: 'DONE' }),
    inSet: { kind: 'conclude', order: { id } },
  };
};

const undo: Action = (book) => {
  const id = transferIn(book, 'DONE');
  return {
    says: `undo ${id}`,
    expected: book.model.undo(id),
    answer: () => staff.delete(`/transfer/${id}/refund`),
    inSet: { kind: 'undo', order: { id } },
  };
};

const reschedule: Action = (book) => {
  const id = transferIn(book, 'PENDING');
  const date = plusDays(clock.today, book.random.integer(-10, 40));
  return {
    says: `reschedule ${id} to ${date}`,
    expected: book.model.reschedule(id, clock.today, date),
    answer: () => staff.patch(`/financial/transfers/${id}/date`, { date }),
  };
};

const addTransfer: Action = ({ property_id, model, random }) => {
  const { id: user_id } = random.pick(model.owners);
  const amount = random.integer(1, 200_000);
  const due_date = plusDays(clock.today, random.integer(0, 20));
  const status = random.pick(['PENDING', 'DONE']);
  return {
    says: `manual transfer of ${amount} to ${user_id}, ${status}`,
    expected: model.addTransfer(user_id, amount, due_date, status === 'DONE'),
    answer: () => staff.post('/financial/transfers', { user_id, property_id, amount: reais(amount), due_date, status }),
  };
};

const addExtra: Action = ({ id, model, random }) => {
  const extra = {
    amount: random.chance(0.1) ? random.integer(100_000, 300_000) : random.integer(1, 25_000),
    type: random.pick(['CREDIT', 'DEBIT'] as const),
    influence: random.pick(['RENT', 'EXPENSE'] as const),
    boleto: random.chance(0.5),
    transfer: random.chance(0.5),
  };
  return {
    says: `extra ${JSON.stringify(extra)}`,
    expected: model.addExtra(extra),
    answer: () => staff.put(`/proposal/${id}/extra`, { ...extra, description: 'Pintura', amount: reais(extra.amount) }),
  };
};

const removeExtra: Action = ({ id, model, random }) => {
  const extra = choose(random, [], model.extras, model.gone.extras);
  return {
    says: `delete extra ${extra}`,
    expected: model.removeExtra(extra),
    answer: () => staff.delete(`/proposal/${id}/extra?id=${extra}`),
  };
};

const reprice: Action = ({ id, model, random }) => {
  const terms = random.pick([
    { current_price: random.integer(80_000, 300_000) },
    { commission: random.integer(0, 2_000) },
    { discount: random.integer(0, 20_000) },
    { with_commission: random.chance(0.7) },
  ]);
  const payload = Object.fromEntries(
    Object.entries(terms).map(([name, value]) => [name, typeof value === 'number' ? reais(value) : Number(value)]),
  );
  return {
    says: `change ${JSON.stringify(terms)}`,
    expected: model.change(terms),
    answer: () => staff.patch(`/proposal/${id}`, payload),
  };
};

const close: Action = ({ id, model }) => {
  const left = model.leftBy(clock.today);
  // The rest of a settlement is always settled, which the tests of closing look at.
  if (left.some(({ settled }) => settled))
    return { says: 'not closed', expected: 200, answer: () => staff.get(`/proposal/${id}`) };
  const rests = left.map((extra) => ({ key: String(extra.id), settle: false }));
  return {
    says: 'close',
    expected: model.close(clock.today),
    answer: () => staff.patch(`/proposal/${id}/close`, { rests, reason: 'Acordo' }),
  };
};

const remove: Action = ({ id, model }) => ({
  says: 'delete contract',
  expected: model.remove(),
  answer: () => staff.delete(`/proposal/${id}`),
});

const WEIGHTS: [Action, number][] = [
  [pay, 30],
  [refund, 10],
  [removeInvoice, 4],
  [anticipate, 8],
  [conclude, 15],
  [undo, 6],
  [reschedule, 5],
  [addTransfer, 2],
  [addExtra, 14],
  [removeExtra, 4],
  [reprice, 2],
  [close, 0.7],
  [remove, 0.7],
];
const ACTIONS = WEIGHTS.flatMap(([action, weight]) => Array.from({ length: weight * 10 }, () => action));

const counts: Record<string, number> = {};

async function operate(book: Book) {
  const { says, expected, answer } = book.random.pick(ACTIONS)(book);
  const { statusCode, body } = await answer();
  book.done.push(`${clock.today} ${says} → ${expected}`);
  const key = `${says.split(' ')[0]} ${expected}`;
  counts[key] = (counts[key] ?? 0) + 1;
  if (statusCode !== expected)
    expect.fail(`seed ${SEED}, contract ${book.id}: ${statusCode} ${body}\n${book.done.slice(-8).join('\n')}`);
  await compare(book);
}

const SETS = { pay, refund, conclude, undo };
const carrySet = (trx: Db, orders: InSet[]) => {
  const kind = orders[0]?.kind;
  if (kind === 'pay')
    return settleInvoices(
      trx,
      ctx,
      orders.flatMap((one) => (one.kind === 'pay' ? [one.order] : [])),
    );
  const ids = orders.map(({ order: { id } }) => ({ id }));
  if (kind === 'refund') return refundInvoices(trx, ctx, ids);
  return kind === 'conclude' ? concludeTransfers(trx, ctx, ids) : undoTransfers(trx, ctx, ids);
};

/** One set of each kind over all contracts: several orders of each contract, shuffled, some of them refused. */
async function operateInSets(random: Random, books: Book[]) {
  for (const kind of random.shuffle(Object.keys(SETS) as (keyof typeof SETS)[])) {
    const turns = random.shuffle(books.flatMap((book) => Array.from({ length: random.integer(0, 3) }, () => book)));
    const done = turns.map((book) => ({ book, ...SETS[kind](book) }));
    if (done.length === 0) continue;
    const refusals = await db.transaction().execute((trx) =>
      carrySet(
        trx,
        done.flatMap(({ inSet }) => inSet ?? []),
      ),
    );
    for (const [index, { book, says, expected }] of done.entries()) {
      book.done.push(`${clock.today} in a set: ${says} → ${expected}`);
      const key = `set ${kind} ${expected}`;
      counts[key] = (counts[key] ?? 0) + 1;
      if ((refusals[index]?.status ?? 200) !== expected)
        expect.fail(`seed ${SEED}, contract ${book.id}: ${refusals[index]?.code}\n${book.done.slice(-8).join('\n')}`);
    }
    for (const book of books) await compare(book);
  }
}

/** Balances of the whole ledger, from the model: detects errors that no single contract shows. */
function balances(books: Book[]) {
  const all: Record<string, number> = {};
  for (const { model } of books)
    for (const [account, amount] of Object.entries(model.books)) all[account] = (all[account] ?? 0) + amount;
  return all;
}

async function changeAgency(random: Random) {
  Object.assign(agency, {
    late_to_owner: random.pick([10_000, 0, 7_000, 3_333]),
    transfer_business_days: random.pick([5, 0, 3]),
    late_from_business_day: random.chance(0.3),
  });
  await db.updateTable('agency').set(agency).execute();
}

test('any sequence of operations leaves the books as the model computes them, to the centavo', async () => {
  const random = randomFrom(SEED);
  const all: Book[] = [];
  for (const [index] of SHARES.entries()) all.push(await open(index, randomFrom(SEED + index + 1)));
  let live = [...all];

  for (let round = 0; round < ROUNDS; round += 1) {
    clock.today = plusDays(clock.today, random.integer(0, random.chance(0.1) ? 70 : 14)) as typeof clock.today;
    if (random.chance(0.15)) await changeAgency(random);
    // Some days are skipped, and the job catches up.
    if (random.chance(0.8)) {
      const expected = all.map(({ model }) => model.bill(clock.today)).reduce((sum, issued) => sum + issued, 0);
      for (const { done } of all) done.push(`${clock.today} daily job`);
      expect(await billDay(ctx), `seed ${SEED}, daily job of ${clock.today}`).toBe(expected);
      for (const book of live) await compare(book);
    }

    // Operations are in sequence within a contract, and concurrent across contracts.
    await Promise.all(
      live.map(async (book) => {
        for (let step = 0; step < OPERATIONS_A_ROUND; step += 1) await operate(book);
      }),
    );
    await operateInSets(random, live);

    const held = Object.fromEntries((await findAccountBalances(db)).map((row) => [row.account, row.balance]));
    for (const [account, amount] of Object.entries(balances(all)))
      expect([account, held[account] ?? 0], `seed ${SEED}, after ${clock.today}`).toEqual([account, amount]);
    if (round % 5 === 0) expect(await verifyBooks(db), `seed ${SEED}, on ${clock.today}`).toEqual([]);

    // A free property is let again, while the old contract's money goes on.
    const reopened = live.map(async (book, index) => {
      if (book.model.status === 'APPROVED' || book.random.chance(0.5)) return book;
      const next = await open(index, book.random, book.property_id);
      all.push(next);
      return next;
    });
    live = await Promise.all(reopened);
  }
  expect(await verifyBooks(db)).toEqual([]);

  // Ensures that the run was busy enough to be meaningful.
  const happened = (key: string) => counts[key] ?? 0;
  expect(Object.values(counts).reduce((sum, times) => sum + times, 0)).toBeGreaterThan(ROUNDS * 50);
  for (const often of [
    'pay 200',
    'pay 409',
    'refund 200',
    'refund 409',
    'conclude 200',
    'undo 200',
    'extra 201',
    'set pay 200',
    'set pay 409',
    'set refund 200',
    'set refund 409',
    'set conclude 200',
    'set undo 200',
  ])
    expect([often, happened(often) > Math.min(20, ROUNDS)], `seed ${SEED}`).toEqual([often, true]);
}, 120_000);
