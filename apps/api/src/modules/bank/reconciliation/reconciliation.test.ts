import { addToReference, type CalendarDate, firstDay, type Reference } from '@morada/domain/base/calendar';
import { centsToReais } from '@morada/domain/base/money';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { settleInvoices } from '#api/modules/money/invoices/settling.service.ts';
import { arrived } from '#test/bank/arrived-payments.ts';
import { type Credit, itau400, ofx } from '#test/bank/bank-papers.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { form } from '#test/pictures.ts';

const { db, deps, pool, ctx, as, clock, invoice, stop } = await startApp({ today: '2026-03-20' });
afterAll(stop);

const staff = as('RECONCILIATION_VIEW', 'RECONCILIATION_EDIT', 'FINANCIAL_MOVIMENTATION_CREATE');
const CARD = '0057123457';
const SAVINGS = '0057999990';

// Each case has accounts of its own; the ledger only grows, so that each has a month of its own too.
let month = 0;
let day: (of: number) => CalendarDate;
beforeEach(async () => {
  await pool.query(
    'truncate statement_account, statement_import, bank_movement, movement_explanation, explanation_entry',
  );
  month += 1;
  const year = 2027 + Math.floor(month / 12);
  const reference = `${year}-${String((month % 12) + 1).padStart(2, '0')}`;
  day = (of) => `${reference}-${String(of).padStart(2, '0')}` as CalendarDate;
  clock.today = day(28);
});

type Stated = { balance?: number; on?: CalendarDate; account?: string };

/** A statement with the balance that the bank states. */
function statement(movements: readonly Credit[], { balance, on, account = CARD }: Stated = {}) {
  const stated =
    balance === undefined || on === undefined
      ? ''
      : `<LEDGERBAL><BALAMT>${(balance / 100).toFixed(2)}<DTASOF>${on.replaceAll('-', '')}</LEDGERBAL>`;
  return ofx(movements, account).replace('</STMTRS>', `${stated}</STMTRS>`);
}

const send = (content: string, add = '?add=1', by = staff) =>
  by.post(
    `/reconciliation/statement${add}`,
    form(Buffer.from(content), 'extrato.ofx', { type: 'application/octet-stream' }),
  );

const moved = (fitid: string, of: number, amount: number, memo = 'LANCAMENTO'): Credit => ({
  ...{ fitid, day: day(of), amount, memo },
});

/** A cash movement; answers its ledger entry. */
async function cash(of: number, amount: number, description = 'Despesa') {
  const type = amount > 0 ? 'INPUT' : 'OUTPUT';
  const body = { description, type, subtype: 'OTHER', price: centsToReais(Math.abs(amount)), date: day(of) };
  const { id } = (await as('FINANCIAL_MOVIMENTATION_CREATE').post('/movimentation', body)).json();
  const { rows } = await pool.query(
    'select id from ledger_entry where movimentation_id = $1 order by id desc limit 1',
    [id],
  );
  return { entry: Number(rows[0].id), movimentation: Number(id) };
}

const monthOf = () => day(1).slice(0, 7) as Reference;
const figures = async (account?: number) =>
  (await staff.get(`/reconciliation?month=${monthOf()}${account ? `&account=${account}` : ''}`)).json();
const movements = async (filter = '') =>
  (await staff.get(`/reconciliation/movement?month=${monthOf()}${filter}`)).json().data;
const openEntries = async (state = 'OPEN') =>
  (await staff.get(`/reconciliation/entry?month=${monthOf()}&state=${state}`)).json().data;
const explain = (id: number, body: object, by = staff) => by.post(`/reconciliation/movement/${id}/explain`, body);

/** The four parts of the difference, and that they add up to it. */
async function parts(account?: number) {
  const { difference, open_movements, marked, in_transit, open_entries } = await figures(account);
  expect(Math.round((open_movements + marked + in_transit - open_entries - difference) * 100)).toBe(0);
  return { difference, open_movements, marked, in_transit, open_entries };
}

describe('reading statements', () => {
  test('an account that is new is told, and added when accepted', LONG, async () => {
    const content = statement([moved('1', 5, 10_000)], { balance: 110_000, on: day(5) });
    const refused = await send(content, '');
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'STATEMENT_ACCOUNT_NEW']);
    expect(refused.json().message).toContain(CARD);
    expect((await figures()).account).toBeNull();
    const { account, ...read } = (await send(content)).json();
    expect(account).toMatchObject({ bank: '341', account: CARD, is_main: true });
    expect(read).toMatchObject({ movements: 1, added: 1, explained: 0, unread: 0 });
  });

  test('a file read twice, and files that overlap, count each movement once', async () => {
    const first = [moved('1', 5, 10_000), moved('1', 5, 10_000), moved('2', 6, -4_000)];
    await send(statement(first, { balance: 106_000, on: day(6) }));
    expect((await send(statement(first, { balance: 106_000, on: day(6) }))).json()).toMatchObject({
      movements: 3,
      added: 0,
    });
    const second = [moved('2', 6, -4_000), moved('3', 9, 500)];
    expect((await send(statement(second, { balance: 106_500, on: day(9) }))).json()).toMatchObject({
      movements: 2,
      added: 1,
    });
    expect(await movements()).toHaveLength(4);
    // 1.065,00 stated; before it 100,00 + 100,00 - 40,00 + 5,00.
    expect(await figures()).toMatchObject({ opening: 900, inputs: 205, outputs: 40, closing: 1065, gaps: [] });
    expect((await staff.get('/reconciliation/statement')).json()).toHaveLength(3);
  });

  test('movements that are missing between two stated balances are told', async () => {
    await send(statement([moved('1', 5, 10_000)], { balance: 110_000, on: day(5) }));
    await send(statement([moved('3', 9, 500)], { balance: 108_500, on: day(9) }));
    expect((await figures()).gaps).toEqual([{ from: day(6), until: day(9), expected: 1105, stated: 1085 }]);
  });

  test('movements of days to come wait for a later statement', async () => {
    clock.today = day(6);
    expect((await send(statement([moved('1', 5, 10_000), moved('2', 9, 500)]))).json()).toMatchObject({ added: 1 });
  });

  test.each([
    ['nothing', 'texto', 'Este não é um extrato OFX'],
    ['a card', statement([]).replace('<BANKID>0341', ''), 'O extrato não é de conta corrente: não diz de que banco é'],
    ['no period', statement([]), 'O extrato não tem movimentos nem período'],
  ])('refused: %s', async (_, content, message) => {
    const answer = await send(content);
    expect([answer.statusCode, answer.json().message]).toEqual([422, message]);
  });
});

describe('explaining', () => {
  test('one candidate is taken, two are offered', async () => {
    const { entry } = await cash(5, -5_000, 'Conta de luz');
    const one = await cash(10, -7_000);
    const other = await cash(11, -7_000);
    expect((await send(statement([moved('1', 5, -5_000), moved('2', 10, -7_000)]))).json()).toMatchObject({
      explained: 1,
    });
    const [light, unsure] = await movements();
    expect(light).toMatchObject({
      state: 'EXPLAINED',
      explanation: { kind: 'ENTRY', is_automatic: true, entries: [{ id: entry, description: 'Conta de luz' }] },
    });
    expect(unsure).toMatchObject({ state: 'OPEN', explanation: null });
    expect(unsure.candidates.map(({ entries }: { entries: { id: number }[] }) => entries[0]?.id)).toEqual([
      one.entry,
      other.entry,
    ]);
    expect(await parts()).toEqual({
      difference: 70,
      open_movements: -70,
      marked: 0,
      in_transit: 0,
      open_entries: -140,
    });
    expect((await explain(unsure.id, { kind: 'ENTRY', entries: [one.entry] })).statusCode).toBe(200);
    expect(await parts()).toEqual({ difference: 70, open_movements: 0, marked: 0, in_transit: 0, open_entries: -70 });
    expect((await openEntries()).map(({ id }: { id: number }) => id)).toEqual([other.entry]);
  });

  test('entries chosen by hand add up to the movement, or nothing changes', async () => {
    const one = await cash(4, 3_000);
    const other = await cash(9, 4_500);
    await send(statement([moved('1', 20, 7_500)]));
    const [{ id }] = await movements();
    const chosen = (entries: number[]) => explain(id, { kind: 'CHOSEN', entries });
    expect((await chosen([one.entry])).json()).toMatchObject({ code: 'ENTRIES_DIFFER' });
    expect((await chosen([])).json()).toMatchObject({ code: 'ENTRIES_DIFFER' });
    expect((await chosen([one.entry, 999_999])).json()).toMatchObject({ code: 'ENTRY_NOT_FOUND' });
    const choices = (await staff.get(`/reconciliation/movement/${id}/choice`)).json();
    expect(choices.map((line: { id: number }) => line.id)).toEqual(expect.arrayContaining([one.entry, other.entry]));
    const made = (await chosen([one.entry, other.entry])).json();
    expect((await chosen([one.entry, other.entry])).json()).toMatchObject({ code: 'MOVEMENT_EXPLAINED' });
    expect(await parts()).toMatchObject({ difference: 0, open_entries: 0 });
    const trail = await db
      .selectFrom('trail')
      .select(['action', 'changes'])
      .where('record', '=', 'movement_explanation')
      .where('record_id', '=', made.id)
      .execute();
    expect(trail).toEqual([{ action: 'create', changes: { kind: 'CHOSEN', movement_id: id, entries: 2 } }]);
  });

  test('of two people who explain two movements by one entry, one is refused', async () => {
    const { entry } = await cash(9, 4_500);
    await send(statement([moved('1', 15, 4_500), moved('2', 15, 4_500)]));
    const [one, other] = await movements();
    const answers = await Promise.all([one, other].map(({ id }) => explain(id, { kind: 'CHOSEN', entries: [entry] })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const again = await cash(9, 4_500);
    const [free] = await movements('&state=OPEN');
    const same = await Promise.all([1, 2].map(() => explain(free.id, { kind: 'CHOSEN', entries: [again.entry] })));
    expect(same.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await movements('&state=OPEN')).toEqual([]);
    expect(await parts()).toMatchObject({ difference: 0 });
  });

  test('a movement is recorded in the cash book with the day and amount of the bank', async () => {
    await send(statement([moved('1', 7, -4_990, 'TAR PACOTE')]));
    const [{ id, is_fee }] = await movements();
    expect(is_fee).toBe(true);
    const body = { description: 'Tarifa do banco', subtype: 'OTHER' };
    const path = `/reconciliation/movement/${id}/record`;
    expect((await as('RECONCILIATION_EDIT').post(path, body)).statusCode).toBe(403);
    expect((await staff.post(path, body)).statusCode).toBe(200);
    const made = await db.selectFrom('movimentation').selectAll().where('date', '=', day(7)).execute();
    expect(made).toMatchObject([{ description: 'Tarifa do banco', type: 'OUTPUT', price: 4_990 }]);
    expect(await movements()).toMatchObject([
      { state: 'EXPLAINED', explanation: { kind: 'RECORDED', is_automatic: false } },
    ]);
    expect(await parts()).toMatchObject({ difference: 0, open_movements: 0 });
  });

  test('a reason explains without an entry, and stays in the difference', async () => {
    await send(statement([moved('1', 7, 2_000)]));
    const [{ id }] = await movements();
    const mark = (reason: string) => staff.post(`/reconciliation/movement/${id}/mark`, { reason });
    expect((await mark(' ')).statusCode).toBe(422);
    expect((await mark('Depósito do sócio')).statusCode).toBe(200);
    expect(await parts()).toEqual({ difference: 20, open_movements: 0, marked: 20, in_transit: 0, open_entries: 0 });
    expect(await movements('&state=MARKED')).toMatchObject([{ explanation: { reason: 'Depósito do sócio' } }]);
  });

  test('an entry that moved no money at the bank is set aside, and comes back', async () => {
    await send(statement([moved('1', 1, 2_000)]));
    const { entry } = await cash(9, 4_500, 'Recebido em dinheiro');
    expect(await parts()).toMatchObject({ difference: -25, open_entries: 45 });
    const { id } = (await staff.post(`/reconciliation/entry/${entry}/mark`, { reason: 'Em dinheiro' })).json();
    expect(await parts()).toMatchObject({ difference: 20, open_entries: 0 });
    expect(await openEntries('OFF_BANK')).toMatchObject([{ id: entry, set_aside: { id, reason: 'Em dinheiro' } }]);
    const again = await staff.post(`/reconciliation/entry/${entry}/mark`, { reason: 'x' });
    expect(again.json()).toMatchObject({ code: 'ENTRY_EXPLAINED' });
    await staff.delete(`/reconciliation/explanation/${id}`);
    expect(await parts()).toMatchObject({ difference: -25, open_entries: 45 });
  });

  test('undoing leaves what was decided on record, once', async () => {
    const { entry } = await cash(5, -5_000);
    await send(statement([moved('1', 5, -5_000)]));
    const [{ explanation }] = await movements();
    const undo = () => staff.delete(`/reconciliation/explanation/${explanation.id}`);
    expect([(await undo()).statusCode, (await undo()).json().code]).toEqual([204, 'EXPLANATION_UNDONE']);
    expect((await staff.delete('/reconciliation/explanation/999999')).statusCode).toBe(404);
    expect(await movements()).toMatchObject([{ state: 'OPEN', candidates: [{ entries: [{ id: entry }] }] }]);
    const kept = await db
      .selectFrom('movement_explanation')
      .innerJoin('explanation_entry', 'explanation_id', 'movement_explanation.id')
      .select(['kind', 'entry_id', 'live'])
      .where('undone_at', 'is not', null)
      .execute();
    expect(kept).toEqual([{ kind: 'ENTRY', entry_id: entry, live: false }]);
    expect((await staff.post('/reconciliation/match')).json()).toEqual({ explained: 1 });
  });

  test('an entry that is reversed after it explained leaves its reversal to be explained', async () => {
    const { movimentation } = await cash(4, -5_000);
    await send(statement([moved('1', 4, -5_000)]));
    await as('FINANCIAL_MOVIMENTATION_CREATE').delete(`/movimentation/${movimentation}`);
    expect(await movements()).toMatchObject([{ explanation: { entries: [{ is_reversed: true }] } }]);
    expect(await parts()).toMatchObject({ difference: -50, open_entries: 50 });
    const [{ explanation }] = await movements();
    await staff.delete(`/reconciliation/explanation/${explanation.id}`);
    expect(await parts()).toMatchObject({ difference: -50, open_movements: -50, open_entries: 0 });
  });

  test('an entry of the next month is in transit at the end of this one', async () => {
    const next = new Date(`${day(1)}T00:00:00Z`);
    next.setUTCMonth(next.getUTCMonth() + 1);
    const first = next.toISOString().slice(0, 10) as CalendarDate;
    const lastOfMonth = new Date(next.getTime() - 86_400_000).toISOString().slice(0, 10) as CalendarDate;
    clock.today = first;
    const body = { description: 'Energia', type: 'INPUT', subtype: 'OTHER', price: 12.34, date: first };
    await as('FINANCIAL_MOVIMENTATION_CREATE').post('/movimentation', body);
    await send(statement([{ fitid: '1', day: lastOfMonth, amount: 1_234, memo: 'ENERGIA' }]));
    expect(await parts()).toEqual({
      difference: 12.34,
      open_movements: 0,
      marked: 0,
      in_transit: 12.34,
      open_entries: 0,
    });
    month += 1;
  });
});

describe('banks that move many entries at once', () => {
  /** Two invoices of 1.500,00 settled by one file of the bank, which keeps 3,50 of each. */
  async function settledFile(of: number) {
    const start_date = firstDay(addToReference(monthOf(), -2));
    const lease = () => invoice({ start_date, reference: monthOf() });
    clock.today = day(3);
    const bills = [await lease(), await lease()];
    clock.today = day(28);
    await db.transaction().execute((trx) =>
      settleInvoices(
        trx,
        ctx,
        bills.map(({ id, amount }) => ({ id, input: { paid_amount: amount, pay_day: day(of) } })),
      ),
    );
    const file = await db
      .insertInto('bank_file')
      .values({ kind: 'CNAB400', name: 'r.ret', fingerprint: `f${month}`, entries: '[]' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('bank_settlement')
      .values(
        bills.map(({ id, amount }, line) => ({
          ...{ file_id: file.id, line, fingerprint: `f${month}-${line}`, invoice_id: id, paid_on: day(of) },
          ...{ credited_on: day(of + 1), paid_amount: amount, fee: 350 },
        })),
      )
      .execute();
  }

  test('the credit of a file of boletos is explained by its payments', async () => {
    await settledFile(5);
    expect((await send(statement([moved('1', 6, 300_000, 'COB LIQUIDACAO')]))).json()).toMatchObject({ explained: 1 });
    expect(await movements()).toMatchObject([{ explanation: { kind: 'BANK_FILE', entries: [{}, {}] } }]);
    expect(await parts()).toMatchObject({ difference: 0 });
  });

  test('a credit less the fee is offered, and the fee recorded with it', async () => {
    await settledFile(5);
    expect((await send(statement([moved('1', 6, 299_300, 'COB LIQUIDACAO')]))).json()).toMatchObject({ explained: 0 });
    const [{ id, candidates }] = await movements();
    const [{ kind, fee, entries }] = candidates;
    expect([kind, fee, entries.length]).toEqual(['BANK_FILE', 7, 2]);
    const body = { kind, fee, entries: entries.map((line: { id: number }) => line.id) };
    const refused = await explain(id, body, as('RECONCILIATION_VIEW', 'RECONCILIATION_EDIT'));
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'FEE_PERMISSION']);
    expect((await explain(id, body)).statusCode).toBe(200);
    expect(await parts()).toMatchObject({ difference: 0, open_entries: 0 });
    expect(await db.selectFrom('movimentation').select('price').where('date', '=', day(6)).execute()).toEqual([
      { price: 700 },
    ]);
  });

  test('a transfer between own accounts is offered, and explained by its other side', async () => {
    await send(statement([moved('1', 5, -50_000)], { balance: 100_000, on: day(5) }));
    const { account, explained } = (
      await send(statement([moved('9', 6, 50_000)], { account: SAVINGS, balance: 60_000, on: day(6) }))
    ).json();
    expect([account.is_main, explained]).toEqual([false, 0]);
    const [{ id, candidates }] = await movements();
    expect(candidates).toMatchObject([{ kind: 'OWN_TRANSFER', other: { account: SAVINGS } }]);
    const body = { kind: 'OWN_TRANSFER', entries: [], other_id: candidates[0].other.id };
    expect((await explain(id, body)).statusCode).toBe(200);
    expect(await movements()).toMatchObject([{ explanation: { kind: 'OWN_TRANSFER', other: { account: SAVINGS } } }]);
    expect(await parts()).toMatchObject({ difference: 0 });
    expect(await figures(account.id)).toMatchObject({ opening: 100, closing: 600, ledger: 600, difference: 0 });
    expect((await staff.put(`/reconciliation/account/${account.id}/main`)).statusCode).toBe(204);
    expect((await figures()).account.id).toBe(account.id);
  });
});

test('the parts add up to the difference, whatever is decided', async () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const amount = () => (random(2) === 0 ? 1 : -1) * (1 + random(20)) * 100;
  for (let one = 0; one < 40; one += 1) await cash(1 + random(28), amount());
  const read = Array.from({ length: 40 }, (_, place) => moved(`a${place}`, 1 + random(28), amount()));
  // Files that overlap: each lists its days whole.
  await send(statement(read.filter((one) => one.day <= day(18))));
  await send(statement(read.filter((one) => one.day >= day(12))));
  await send(statement(read.map((one) => ({ ...one, amount: -one.amount })).slice(0, 10), { account: SAVINGS }));
  for (const { id, candidates } of await movements('&state=OPEN')) {
    const [candidate] = candidates;
    if (random(3) === 0) await staff.post(`/reconciliation/movement/${id}/mark`, { reason: 'x' });
    else if (candidate?.other) await explain(id, { kind: 'OWN_TRANSFER', entries: [], other_id: candidate.other.id });
    else if (candidate)
      await explain(id, { kind: candidate.kind, entries: candidate.entries.map((line: { id: number }) => line.id) });
  }
  for (const { id } of (await openEntries()).slice(0, 5))
    await staff.post(`/reconciliation/entry/${id}/mark`, { reason: 'x' });
  const { accounts } = await figures();
  for (const { id } of accounts) await parts(id);
  const bank = read.reduce((sum, one) => sum + one.amount, 0);
  expect((await figures()).inputs - (await figures()).outputs).toBeCloseTo(centsToReais(bank), 2);
});

test('a Pix is explained by its own settlement, and a second one of the same invoice by none', async () => {
  clock.today = day(3);
  const start_date = firstDay(addToReference(monthOf(), -2));
  const { id, amount } = await invoice({ start_date, reference: monthOf() });
  clock.today = day(28);
  const paid = { invoice: id, amount, paid_on: day(9) };
  expect(await arrived({ db, deps }, paid)).toEqual([]);
  expect(await arrived({ db, deps }, paid)).toHaveLength(1);
  const { rows } = await pool.query(
    `select (select fingerprint from bank_settlement where invoice_id = $1) as first, (select fingerprint from bank_line where invoice_id = $1) as second`,
    [id],
  );
  const [{ first, second }] = rows;
  // Of another day, so that nothing but the Pix speaks for it.
  const named = (name: string, of: number) => moved(name.slice(4), of, amount, 'PIX RECEBIDO JOSE');
  expect((await send(statement([named(first, 12)]))).json()).toMatchObject({ added: 1, explained: 1 });
  expect((await send(statement([named(second, 11)]))).json()).toMatchObject({ added: 1, explained: 0 });
  expect(await movements('&state=EXPLAINED')).toMatchObject([{ day: day(12), explanation: { kind: 'PIX' } }]);
});

test('what is older than the beginning is neither expected nor listed', async () => {
  await cash(5, -1_000, 'Antiga');
  await cash(12, -7_000, 'Nova');
  await send(statement([moved('1', 4, 500), moved('2', 6, -300), moved('3', 15, 900)]));
  const { account } = await figures();
  expect(await parts()).toMatchObject({ open_movements: 11, open_entries: -80 });
  const begin = (begins_on: string | null) => staff.put(`/reconciliation/account/${account.id}/begin`, { begins_on });
  expect((await begin(day(29))).json().code).toBe('BEGIN_IN_FUTURE');
  expect((await begin(day(10))).statusCode).toBe(204);
  expect(await parts()).toMatchObject({ open_movements: 9, open_entries: -70 });
  expect(await movements()).toMatchObject([{ amount: 9 }]);
  expect(await openEntries()).toMatchObject([{ description: 'Nova' }]);
  expect((await staff.get('/reconciliation/task')).json().open).toMatchObject([{ count: 1, oldest: day(15) }]);
  await begin(null);
  expect(await parts()).toMatchObject({ open_movements: 11, open_entries: -80 });
});

test('movements unexplained for more than seven days are told, by account', async () => {
  await send(statement([moved('1', 20, 100), moved('2', 21, 200), moved('3', 5, 300)]));
  const { open } = (await staff.get('/reconciliation/task')).json();
  expect(open).toMatchObject([{ account: { account: CARD }, count: 2, oldest: day(5) }]);
});

test('the list is exported with what explains each movement', async () => {
  await cash(4, -5_000, 'Conta de luz');
  await send(statement([moved('1', 5, -5_000, 'PAGTO LUZ'), moved('2', 6, 900, 'TED')]));
  const sheet = (await staff.get(`/reconciliation/movement/export/csv?month=${monthOf()}`)).body;
  expect(sheet).toContain('PAGTO LUZ;-50,00;Conciliado;Lançamento;;1;Conta de luz');
  expect(sheet).toContain('TED;9,00;Sem identificação');
});

test('a CNAB file is no statement', async () => {
  expect((await send(itau400([]))).json()).toMatchObject({ code: 'STATEMENT_UNREADABLE' });
});

test('ten thousand movements are read and explained in seconds', { tags: ['long'] }, async () => {
  await pool.query(
    `with made as (
        insert into movimentation (description, type, price, subtype, date)
        select 'Carga', 'OUTPUT', 100000 + n, 'OTHER', $1::date + n % 20 from generate_series(1, 10000) n returning id, price, date),
      entry as (
        insert into ledger_entry (day, kind, department, description, movimentation_id)
        select date, 'MOVIMENTATION', 'OTHER', 'Carga', id from made returning id, movimentation_id)
     insert into ledger_line (entry_id, position, account, amount)
     select entry.id, side, case side when 0 then 'EXPENSES' else 'CASH' end, case side when 0 then price else -price end
     from entry join made on made.id = entry.movimentation_id, generate_series(0, 1) side`,
    [day(1)],
  );
  const content = statement(
    Array.from({ length: 10_000 }, (_, n) => moved(`n${n + 1}`, 1 + ((n + 1) % 20), -(100_001 + n))),
  );
  // CPU time in microseconds: other processes of the machine, the database among them, don't add to it.
  const start = process.cpuUsage();
  expect((await send(content)).json()).toMatchObject({ added: 10_000, explained: 10_000 });
  expect(process.cpuUsage(start).user / 1_000_000).toBeLessThan(5);
  const shown = process.cpuUsage();
  expect(await parts()).toMatchObject({ difference: 0 });
  expect(process.cpuUsage(shown).user / 1_000_000).toBeLessThan(1);
});
