import type { LightMyRequestResponse as Answer } from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { startApp } from '../harness.ts';
import { LONG } from '../long.ts';
import { type Random, randomFrom } from '../random.ts';
import { findAccountBalances } from './account-balances.ts';

const SEED = Number(process.env.FIGURES_SEED ?? 20_261_120);
const WRITERS = 4;
const DEEDS_EACH = 90;
const YEAR = { start: '2026-01-01', end: '2026-12-31' };

const { db, as, clock, owner, contract, invoice, stop } = await startApp({ today: '2026-06-15' });
afterAll(stop);
const staff = as('*');
await db.updateTable('agency').set({ late_to_owner: 3_333 }).execute();

/** Invoices of three contracts, some with two owners, fees and charges: due from February to June. */
const owners = [await owner(), await owner(), await owner(), await owner()];
const invoices: number[] = [];
for (const [index, shares] of [[1], [2, 3], [4]].entries()) {
  const lease = await contract({
    current_price: 128_333 + index * 31_117,
    commission: [1_000, 850, 1_275][index],
    property: {
      owners: shares.map((share) => ({ id: owners[share - 1]?.id ?? 0 })),
      fees: [{ name: 'Condomínio', price: 41_290 + index, to_owner: index === 2 }],
    },
  });
  for (const reference of ['2026-02', '2026-03', '2026-04', '2026-05', '2026-06'] as const)
    invoices.push((await invoice({ contract: lease, reference })).id);
}
// Backdates the issue, so that payments of the whole year are accepted.
await db.updateTable('invoice').set({ issued_on: '2026-01-31' }).execute();

const cents = (reais: number) => Math.round(reais * 100);
const total = (rows: object[], name: string) =>
  rows.reduce((sum, row) => sum + cents(Number((row as Record<string, unknown>)[name])), 0);
const dayOfYear = (random: Random) => `2026-0${random.integer(2, 6)}-${String(random.integer(1, 15)).padStart(2, '0')}`;

type Action = (random: Random, made: number[]) => Promise<Answer>;

const pay: Action = (random) =>
  staff.patch(`/invoice/${random.pick(invoices)}/down`, {
    paid_amount: random.pick([500, 1283.33, 1696.23, 1900.5, 2250]),
    ...random.pick([
      {},
      { rest: { fate: 'OPEN_BALANCE' } },
      { rest: { fate: 'WAIVED', reason: 'Acordo' } },
      { rest: { fate: 'RETURN' } },
    ]),
    pay_day: dayOfYear(random),
    payment_method: random.pick(['PIX', 'BOLETO', 'CARD', 'MANUAL']),
  });
const settleLate: Action = (random) => staff.patch(`/financial/shall/${random.pick(invoices)}/manual`);
const refund: Action = (random) => staff.delete(`/invoice/${random.pick(invoices)}/refund`);
const conclude: Action = async (random) => {
  const { table } = (await staff.get('/financial/transfers')).json();
  return staff.patch(`/transfer/${random.pick([...table, { id: 1 }]).id}`, { status: 'DONE' });
};
const undo: Action = (random) => staff.delete(`/transfer/${random.integer(1, 30)}/refund`);
const add: Action = async (random, made) => {
  const answer = await staff.post('/movimentation', {
    ...{ description: 'Linha', price: random.integer(1, 90_000) / 100, date: dayOfYear(random) },
    ...{ type: random.pick(['INPUT', 'OUTPUT']), subtype: random.pick(['SALE', 'OTHER']) },
  });
  made.push(answer.json().id);
  return answer;
};
const correct: Action = (random, made) =>
  staff.patch(`/movimentation/${random.pick([...made, 1])}`, {
    ...random.pick([{ price: random.integer(1, 90_000) / 100 }, { subtype: 'SALE' }, { date: dayOfYear(random) }]),
  });
const remove: Action = (random, made) => staff.delete(`/movimentation/${random.pick([...made, 1])}`);

/** Every operation that affects the figures, some of them refused. */
const ACTIONS = [pay, pay, settleLate, refund, conclude, undo, add, correct, remove];

const read = async (url: string) => (await staff.get(url)).json();

type Entry = { type: 'INPUT' | 'OUTPUT'; price: number; amount: number };

/** Every row of a paginated list: pages are consistent only without concurrent writes. */
async function rowsOf(url: string): Promise<Entry[]> {
  const rows: Entry[] = [];
  for (let page = 1; ; page += 1) {
    const { data } = await read(`${url}&page=${page}`);
    if (data.length === 0) return rows;
    rows.push(...data);
  }
}

/** Compares unpaginated lists with their totals. */
async function compareWhole(about: string) {
  const commissions = await read(`/financial/commissions?start=${YEAR.start}&end=${YEAR.end}`);
  expect(
    [
      cents(commissions.sum),
      cents(commissions.total),
      cents(commissions.transfers),
      cents(commissions.commissions),
      commissions.found,
    ],
    about,
  ).toEqual([
    total(commissions.data, 'commission') + total(commissions.data, 'late'),
    total(commissions.data, 'price'),
    total(commissions.data, 'transfer'),
    total(commissions.data, 'commission'),
    commissions.data.length,
  ]);
  for (const row of commissions.data)
    expect([cents(row.transfer), total(row.lines, 'amount')], about).toEqual([
      cents(row.price) - cents(row.commission) + cents(row.extra),
      cents(row.transfer),
    ]);

  const late = await read('/financial/late');
  expect([cents(late.amount), late.total], about).toEqual([total(late.lates, 'total'), late.lates.length]);

  for (const { id } of owners) {
    const { opening, closing, events } = await read(`/user/${id}/statement?start=2026-04-01&end=${YEAR.end}`);
    expect(cents(closing), about).toBe(cents(opening) + total(events, 'amount'));
    for (const event of events) expect(total(event.lines, 'amount'), about).toBe(cents(event.amount));
  }

  const resume = await read(`/financial/resume?start=${YEAR.start}&end=${YEAR.end}`);
  for (const [card, type] of [
    ['grossIncome', 'Renda Bruta'],
    ['netIncome', 'Renda Liquida'],
    ['feesIncome', 'Taxas'],
  ] as const) {
    const months = resume.graph.filter((point: { type: string }) => point.type === type);
    expect([total(months, 'value'), total(resume.lines[card], 'amount')], about).toEqual([
      cents(resume[card]),
      cents(resume[card]),
    ]);
  }
}

const KINDS = ['rents', 'sales', 'expenses', 'incomes'] as const;

/** The cash book of one kind, with its rows. */
async function cashBook(kind: (typeof KINDS)[number], about: string) {
  const url = `/movimentation/${kind}?startDate=${YEAR.start}&endDate=${YEAR.end}`;
  const { invoices: inputs, transfers: outputs, balance, total: found } = await read(url);
  const rows = await rowsOf(url);
  const side = (type: Entry['type']) =>
    total(
      rows.filter((row) => row.type === type),
      'price',
    );
  const book = { inputs: cents(inputs), outputs: cents(outputs), balance: cents(balance), found };
  expect(book, about).toEqual({
    inputs: side('INPUT'),
    outputs: side('OUTPUT'),
    balance: total(rows, 'amount'),
    found: rows.length,
  });
  return book;
}

const OWN_ACCOUNTS = ['ADMIN_FEES', 'LATE_CHARGES', 'EXTRA_VALUES', 'SALES', 'OTHER_INCOME', 'EXPENSES'];
const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** Compares all pages with one another and with the ledger's balances. */
async function compareAll(about: string) {
  await compareWhole(about);
  const books = [];
  for (const kind of KINDS) books.push(await cashBook(kind, about));
  const closings = [];
  for (const { id } of owners) closings.push(cents((await read(`/user/${id}/statement?end=${YEAR.end}`)).closing));
  const transactions = `/financial/transactions?start=${YEAR.start}&end=${YEAR.end}`;
  const cash = await read(transactions);
  const resume = await read(`/financial/resume?start=${YEAR.start}&end=${YEAR.end}`);
  const commissions = await read(`/financial/commissions?start=${YEAR.start}&end=${YEAR.end}`);
  const balances = Object.fromEntries((await findAccountBalances(db)).map((row) => [row.account, row.balance]));
  const earned = (...accounts: string[]) => sumOf(accounts.map((account) => 0 - (balances[account] ?? 0)));

  const inputs = sumOf(books.map((book) => book.inputs));
  const outputs = sumOf(books.map((book) => book.outputs));
  expect(
    {
      rows: total(await rowsOf(transactions), 'amount'),
      ...{ balance: cents(cash.balance), inputs: cents(cash.inputs), outputs: cents(cash.outputs) },
      ...{ gross: cents(resume.grossIncome), net: cents(resume.netIncome), fees: cents(resume.feesIncome) },
      commissions: cents(commissions.sum),
      owners: sumOf(closings),
    },
    about,
  ).toEqual({
    rows: inputs - outputs,
    ...{ balance: balances.CASH ?? 0, inputs, outputs },
    ...{ gross: inputs, net: earned(...OWN_ACCOUNTS), fees: earned('ADMIN_FEES', 'LATE_CHARGES') },
    commissions: earned('ADMIN_FEES', 'LATE_CHARGES'),
    owners: earned('OWNERS'),
  });
}

describe('concurrent changes', () => {
  test('totals equal the sums of the rows, and all pages agree', LONG, async () => {
    const counts: Record<string, number> = {};
    let writing = true;
    const writers = Array.from({ length: WRITERS }, async (_, index) => {
      const random = randomFrom(SEED + index);
      const made: number[] = [];
      for (let step = 0; step < DEEDS_EACH; step += 1) {
        const { statusCode } = await random.pick(ACTIONS)(random, made);
        counts[statusCode] = (counts[statusCode] ?? 0) + 1;
      }
    });
    const reader = (async () => {
      for (let turn = 1; writing; turn += 1) await compareWhole(`seed ${SEED}, reading ${turn}`);
    })();
    await Promise.all(writers).finally(() => {
      writing = false;
    });
    await reader;

    await compareAll(`seed ${SEED}, after the storm`);
    clock.today = '2026-07-01';
    await compareAll(`seed ${SEED}, the month after`);
    expect(await verifyBooks(db)).toEqual([]);
    // Ensures that the run was busy enough to be meaningful.
    expect(Object.keys(counts).filter((code) => Number(code) >= 500)).toEqual([]);
    expect([counts[200], counts[201], counts[204], counts[409]].map((times) => (times ?? 0) > 10)).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });
});
