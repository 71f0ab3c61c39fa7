import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { startJobs } from '#api/jobs.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { findAccountBalances } from '#test/money/account-balances.ts';
import { until } from '#test/until.ts';
import { tidyTotals } from './ledger.service.ts';
import { CHECKS, findDisagreeing } from './verify.queries.ts';
import { verifyBooks } from './verify.service.ts';

type App = Awaited<ReturnType<typeof startApp>>;

/** An invoice of two owners, paid with charges; the first owner paid out. */
async function month({ as, owner, invoice }: App) {
  const staff = as('*');
  const owners = [await owner(), await owner()];
  const { id } = await invoice({ property: { owners, fees: [{ name: 'Condomínio', price: 40_000 }] } });
  const paid = await staff.patch(`/invoice/${id}/down`, { paid_amount: 1950, fine: 0, interest: 50 });
  const [one, two] = paid.json().transfers as { id: number }[];
  await staff.patch(`/transfer/${one?.id}`, { status: 'DONE' });
  return { id, transfers: [one?.id ?? 0, two?.id ?? 0] as const };
}

describe('the books', async () => {
  const app = await startApp({ today: '2026-03-10' });
  afterAll(app.stop);
  const { db } = app;
  const staff = app.as('*');

  test('balance after a month, with the expected value of every account', async () => {
    const { id } = await month(app);
    expect(await verifyBooks(db)).toEqual([]);
    // Received 1.950,00: 400,00 held, 150,00 ours, 50,00 of charges all to the owners: 1.400,00, half of it paid out.
    const balances = (await findAccountBalances(db)).sort((one, other) => one.account.localeCompare(other.account));
    expect(balances).toEqual([
      { account: 'ADMIN_FEES', balance: -15_000 },
      { account: 'CASH', balance: 125_000 },
      { account: 'FEES_HELD', balance: -40_000 },
      { account: 'OWNERS', balance: -70_000 },
    ]);
    expect((await staff.get(`/invoice/${id}`)).json()).toMatchObject({ fine: 0, interest: 50 });
  });

  test('refuse updates, deletes and truncation of rows', async () => {
    await month(app);
    for (const statement of [
      'update ledger_line set amount = amount + 1',
      'update ledger_entry set day = day + 1',
      'delete from ledger_line',
      'delete from ledger_entry',
      'truncate ledger_line',
    ])
      await expect(sql.raw(statement).execute(db), statement).rejects.toThrow('append-only');
  });

  test('refuse an unbalanced entry', async () => {
    const posting = db.transaction().execute(async (trx) => {
      const entry = { day: '2026-03-10', kind: 'MOVIMENTATION', description: 'Torta' } as const;
      const { id } = await trx.insertInto('ledger_entry').values(entry).returning('id').executeTakeFirstOrThrow();
      const lines = [
        { entry_id: id, position: 0, account: 'CASH' as const, amount: 100 },
        { entry_id: id, position: 1, account: 'OTHER_INCOME' as const, amount: -99 },
      ];
      await trx.insertInto('ledger_line').values(lines).execute();
    });
    await expect(posting).rejects.toThrow('unbalanced');
  });

  test('reverse by posting a mirror entry, once', async () => {
    const { transfers } = await month(app);
    await staff.delete(`/transfer/${transfers[0]}/refund`);
    const { rows } = await sql<{ kind: string; total: number }>`
      select e.kind, sum(abs(l.amount))::bigint as total from ledger_entry e join ledger_line l on l.entry_id = e.id
      where e.transfer_id = ${transfers[0]} group by e.id, e.kind order by e.id`.execute(db);
    expect(rows).toEqual([
      { kind: 'PAYOUT', total: 140_000 },
      { kind: 'REVERSAL', total: 140_000 },
    ]);
    const entry = await db
      .selectFrom('ledger_entry')
      .select('reverses')
      .where('reverses', 'is not', null)
      .executeTakeFirstOrThrow();
    await expect(
      db
        .insertInto('ledger_entry')
        .values({ day: '2026-03-10', kind: 'REVERSAL', description: 'De novo', reverses: entry.reverses })
        .execute(),
    ).rejects.toThrow('unique');
    expect(await verifyBooks(db)).toEqual([]);
  });
});

describe('day totals', async () => {
  const app = await startApp({ today: '2026-03-10' });
  afterAll(app.stop);

  test('are compacted without changing', LONG, async () => {
    for (let turn = 0; turn < 9; turn++) await month(app);
    const read = () => app.as('*').get('/financial/resume?start=2026-03-01&end=2026-03-31');
    const rows = async () => (await app.db.selectFrom('ledger_day_total').select('day').execute()).length;
    const before = (await read()).json();
    expect(await rows()).toBe(9 * 7);
    await tidyTotals(app.deps);
    // Cash in and out, fees held, administration, owners' credit and debit, rents.
    expect(await rows()).toBe(7);
    expect((await read()).json()).toEqual(before);
    await month(app);
    expect(await rows()).toBe(7 + 7);
    await Promise.all([tidyTotals(app.deps), tidyTotals(app.deps), month(app)]);
    await month(app);
    await tidyTotals(app.deps);
    expect(await rows()).toBe(7);
    expect(before).toMatchObject({ grossIncome: 9 * 1950, feesIncome: 9 * 150 });
    expect((await read()).json()).toMatchObject({ grossIncome: 12 * 1950, feesIncome: 12 * 150 });
    expect(await verifyBooks(app.db)).toEqual([]);
  });

  test('are folded by the server once many lines were posted, without the schedule', LONG, async () => {
    // Before the worker starts: it bills waiting contracts, and would issue this invoice itself.
    await month(app);
    const jobs = await startJobs(app.deps, app.pool, app.app.log, { crontab: '' });
    await sql`
      with entry as (insert into ledger_entry (day, kind, description) values ('2026-03-10', 'MOVIMENTATION', 'Mil linhas') returning id)
      insert into ledger_line (entry_id, position, account, amount)
      select id, n, 'OTHER_INCOME', case n % 2 when 0 then 1 else -1 end from entry, generate_series(1, 1000) n`.execute(
      app.db,
    );
    const fresh = async () =>
      (await sql`select from list_total where fresh union all select from ledger_day_total where fresh`.execute(app.db))
        .rows.length;
    await until(fresh, (rows) => rows === 0);
    await jobs.stop();
  });
});

/** Manipulations that bypass the application are detected. */
describe('verify detects manipulations', async () => {
  const app = await startApp({ today: '2026-03-10' });
  afterAll(app.stop);
  const { id, transfers } = await month(app);
  await app.invoice();
  await app.as('*').post('/movimentation', { description: 'Luz', type: 'OUTPUT', price: 90, subtype: 'OTHER' });

  /** What `verifyBooks` would say after the statement, which is rolled back. */
  async function foundAfter(statement: string) {
    const trx = await app.db.startTransaction().execute();
    try {
      await sql.raw(statement).execute(trx);
      await sql`set constraints all immediate`.execute(trx);
      const said: string[] = [];
      for (const check of CHECKS) if ((await findDisagreeing(trx, check)).length > 0) said.push(check.says);
      return said;
    } finally {
      await trx.rollback().execute();
    }
  }

  test.each<[string, string, string]>([
    [
      'a total of a day',
      `update ledger_day_total set amount = amount + 1 where account = 'OWNERS' and debit`,
      'totais do dia diferentes dos lançamentos',
    ],
    [
      'a paid amount',
      'update invoice set paid_amount = paid_amount + 1 where id = :invoice',
      'fatura paga sem um lançamento de recebimento do mesmo valor',
    ],
    [
      'an invoice back to pending',
      `update invoice set status = 'PENDING', paid_amount = null, pay_day = null, rest_amount = null where id = :invoice`,
      'fatura pendente ou deletada com recebimento lançado',
    ],
    [
      'an invoice paid by hand',
      `insert into invoice (proposal_id, user_id, property_id, reference, due_date, price, fees, lines, status, pay_day, paid_amount)
       select proposal_id, user_id, property_id, '2027-01', due_date, price, fees, lines, 'PAID', pay_day, paid_amount from invoice where id = :invoice`,
      'fatura paga sem repasse',
    ],
    [
      'a transfer’s amount',
      'update transfer set amount = amount + 1 where id = :pending',
      'repasses de uma fatura diferentes do que o lançamento deve aos proprietários',
    ],
    [
      'a transfer’s amount, against its own lines',
      'update transfer set amount = amount - 1 where id = :pending',
      'linhas do repasse que não somam o valor',
    ],
    [
      'a transfer done by hand',
      `update transfer set status = 'DONE', done_on = '2026-03-10' where id = :pending`,
      'repasse efetuado sem um pagamento lançado do mesmo valor',
    ],
    [
      'a transfer undone by hand',
      `update transfer set status = 'PENDING', done_on = null where id = :done`,
      'repasse pendente ou deletado com pagamento lançado',
    ],
    [
      'a transfer deleted',
      'update transfer set deleted_at = now() where id = :pending',
      'valores de proprietários diferentes da soma dos repasses pendentes',
    ],
    [
      'an invoice’s price',
      'update invoice set price = price + 1 where id = :invoice',
      'linhas da fatura que não somam o valor',
    ],
    [
      'the open totals',
      `insert into list_total (list, kind, day, rows, amount) select 'invoice', 'PENDING', due_date, 0, 1 from invoice where id = :invoice`,
      'totais de uma lista diferentes das suas linhas',
    ],
    [
      'an extra value held by what is gone',
      `insert into extra_value (proposal_id, description, amount, type, influence, boleto, transfer, invoice_id, deleted_at)
       select proposal_id, 'Presa', 1, 'DEBIT', 'RENT', true, false, id, now() from invoice where id = :invoice`,
      'dedução ou acréscimo presa a fatura ou repasse que não existe mais',
    ],
    [
      'an entry without lines',
      `insert into ledger_entry (day, kind, description) values ('2026-03-10', 'MOVIMENTATION', 'Vazio')`,
      'lançamento sem linhas',
    ],
    [
      'a reversal that mirrors nothing',
      `insert into ledger_entry (day, kind, description, reverses) select '2026-03-10', 'REVERSAL', 'Meio', id from ledger_entry
       where kind = 'SETTLEMENT' and invoice_id = :invoice`,
      'estorno que não espelha o lançamento',
    ],
    [
      'an entry with two lines of cash',
      `with entry as (insert into ledger_entry (day, kind, description) values ('2026-03-10', 'PAYOUT', 'Troco') returning id)
       insert into ledger_line (entry_id, position, account, amount) select id, side, 'CASH', side * 2 - 1 from entry, generate_series(0, 1) side`,
      'lançamento com mais de uma linha de caixa',
    ],
    [
      'a reversal that says another rent',
      `insert into ledger_entry (day, kind, description, reverses, invoice_id, rent, fee_rate)
       select day, 'REVERSAL', 'Estorno', id, invoice_id, 1 - rent, fee_rate from ledger_entry where kind = 'SETTLEMENT' and invoice_id = :invoice`,
      'estorno que não é do mesmo registro, departamento ou aluguel',
    ],
    [
      'an entry that says another rent',
      `insert into ledger_entry (day, kind, description, invoice_id, rent, fee_rate)
       select day, kind, description, invoice_id, rent + 1, fee_rate from ledger_entry where kind = 'SETTLEMENT' and invoice_id = :invoice`,
      'aluguel do lançamento diferente do que a fatura recebeu',
    ],
    ...['price = price + 1', `date = '2026-03-09'`, `type = 'INPUT'`, `subtype = 'SALE'`, `description = 'Água'`].map(
      (change): [string, string, string] => [
        `a movimentation: ${change}`,
        `update movimentation set ${change}`,
        'movimentação sem um lançamento do mesmo dia, tipo e valor',
      ],
    ),
    [
      'a movimentation of which the ledger knows nothing',
      `insert into movimentation (description, type, price, subtype, date) values ('Gás', 'OUTPUT', 1, 'OTHER', '2026-03-10')`,
      'movimentação sem um lançamento do mesmo dia, tipo e valor',
    ],
    [
      'a movimentation deleted',
      'update movimentation set deleted_at = now()',
      'movimentação deletada ou ainda a pagar com lançamento em vigor',
    ],
  ])('%s', async (_, statement, expected) => {
    expect(await verifyBooks(app.db)).toEqual([]);
    const written = statement
      .replaceAll(':invoice', String(id))
      .replaceAll(':done', String(transfers[0]))
      .replaceAll(':pending', String(transfers[1]));
    expect(await foundAfter(written)).toContain(expected);
  });
});
