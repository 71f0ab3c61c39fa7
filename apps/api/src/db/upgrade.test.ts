import { Client } from 'pg';
import { expect, test } from 'vitest';
import { emptyDatabase } from '#test/empty-database.ts';
import { verifyBooks } from '../modules/ledger/verify.service.ts';
import { connect } from './connect.ts';
import { applyMigration, knownMigrations, migrate, prepareMigrations } from './migrate.ts';

/**
 * Two terminations as written by the version before 0020: 1.216,13 returned, of it 700,00 deposit; one paid, one
 * pending.
 */
const BEFORE = `
  insert into client (id, name, cpf_cnpj, type) values (1, 'Ana Prado', '11144477735', 'OWNER'), (2, 'Rui Melo', '52998224725', 'TENANT');
  insert into property (id, type, status, location, price, street, city, state, neighborhood, cep) overriding system value
    values (1, 'RENT', 'AVAILABLE', 'APARTMENT', 150000, 'Rua São Mateus', 'Juiz de Fora', 'MG', 'Centro', '36025000');
  insert into property_owner (property_id, client_id, position) values (1, 1, 0);
  insert into proposal (id, user_id, property_id, price, current_price, commission, transfer_date, start_date, end_date, next_readjustment, guarantee, status, registered_on, closed_on)
    select n, 2, 1, 150000, 150000, 1000, 10, '2025-04-01', '2027-09-30', '2026-04-01', 'SECURITY_DEPOSIT', 'CLOSED', '2025-04-01', '2026-03-10' from generate_series(1, 2) n;
  insert into transfer (id, user_id, property_id, proposal_id, amount, lines, due_date, status, done_on)
    select n, 2, 1, n, 121613, '[{"kind": "EXTRA", "name": "Aluguel cobrado além da saída, mar/2026", "amount": 51613}, {"kind": "EXTRA", "name": "Devolução da caução", "amount": 70000}]',
      '2026-03-10', case n when 1 then 'DONE' else 'PENDING' end, case n when 1 then '2026-03-12'::date end from generate_series(1, 2) n;
  insert into invoice (id, proposal_id, user_id, property_id, reference, due_date, price, fees, lines)
    values (1, 2, 2, 1, '2026-03', '2026-03-10', 50000, -50000,
      '[{"kind": "RENT", "name": "Aluguel", "amount": 50000}, {"kind": "EXTRA", "name": "Devolução da caução", "amount": -50000, "influence": "EXPENSE", "transfer": false}]');
  insert into termination (proposal_id, left_on, sheet, total, transfer_id, invoice_id)
    select n, '2026-03-10', '{"lines": []}', -121613, n, case n when 2 then 1 end from generate_series(1, 2) n;
  insert into ledger_entry (day, kind, description, transfer_id) values
    ('2026-03-10', 'MANUAL_TRANSFER', 'Devolução ao inquilino, contrato 1', 1), ('2026-03-10', 'MANUAL_TRANSFER', 'Devolução ao inquilino, contrato 2', 2),
    ('2026-03-12', 'PAYOUT', 'Repasse 1', 1);
  insert into ledger_line (entry_id, position, account, amount, client_id)
    select id, 0, case kind when 'PAYOUT' then 'OWNERS' else 'OWNER_ADVANCES' end, 121613, 2 from ledger_entry
    union all select id, 1, case kind when 'PAYOUT' then 'CASH' else 'OWNERS' end, -121613, case kind when 'PAYOUT' then null else 2 end from ledger_entry;`;

test('0020 moves refunds of terminations to the tenants’ money, without changing the cash of any day or any line shown', async () => {
  const connection = await emptyDatabase();
  const client = new Client(connection);
  await client.connect();
  const { db } = connect(connection);
  try {
    await prepareMigrations(client);
    for (const migration of await knownMigrations())
      if (migration.name < '0020') await applyMigration(client, migration);
    await client.query(BEFORE);
    const cash = `select day, sum(amount) as amount from ledger_line l join ledger_entry e on e.id = l.entry_id where account = 'CASH' group by 1`;
    const before = (await client.query(cash)).rows;
    expect(await migrate(connection)).toContain('0020_who_gives_back.sql');

    const { rows } = await client.query(
      `select account, client_id::int, sum(amount)::int as balance from ledger_line group by 1, 2 having sum(amount) <> 0 order by 1`,
    );
    expect(rows).toEqual([
      { account: 'CASH', client_id: null, balance: -121_613 },
      { account: 'DEPOSITS', client_id: 2, balance: 140_000 },
      { account: 'EXTRA_VALUES', client_id: null, balance: 103_226 },
      { account: 'TENANTS', client_id: 2, balance: -121_613 },
    ]);
    expect((await client.query(cash)).rows).toEqual(before);
    expect((await client.query(`select purpose from transfer`)).rows).toEqual([
      { purpose: 'REFUND' },
      { purpose: 'REFUND' },
    ]);
    expect((await client.query(`select lines -> 1 ->> 'deposit' as deposit from invoice`)).rows).toEqual([
      { deposit: 'true' },
    ]);
    expect((await client.query(`select penalty_rents from proposal`)).rows[0]).toEqual({ penalty_rents: 300 });
    expect(await verifyBooks(db)).toEqual([]);
  } finally {
    await client.end();
    await db.destroy();
  }
});

test('0026 withholds and lists unbilled months of leases past their end, and leaves others unchanged', async () => {
  const connection = await emptyDatabase();
  const client = new Client(connection);
  await client.connect();
  try {
    await prepareMigrations(client);
    for (const migration of await knownMigrations())
      if (migration.name < '0026') await applyMigration(client, migration);
    const { rows: known } = await client.query(`select (now() at time zone 'America/Sao_Paulo')::date::text as today`);
    const today = Temporal.PlainDate.from(known[0].today);
    const month = (months: number) => today.toPlainYearMonth().add({ months }).toString();
    /** The 15th of the month this many months away. */
    const day = (months: number) => today.with({ day: 15 }).add({ months }).toString();
    const until = today.day > 10 ? month(0) : month(-1);
    await client.query(BEFORE);
    await client.query(`delete from termination where proposal_id = 2`);
    const lease = (id: number, end: string, status: string, billed: string | null) =>
      client
        .query(
          `insert into property (id, type, status, location, price, street, city, state, neighborhood, cep) overriding system value
           values ($1, 'RENT', 'RENTED', 'APARTMENT', 150000, 'Rua Halfeld', 'Juiz de Fora', 'MG', 'Centro', '36010000')`,
          [id],
        )
        .then(() =>
          client.query(
            `insert into proposal (id, user_id, property_id, price, current_price, commission, transfer_date, start_date, end_date, next_readjustment, guarantee, status, registered_on, billed_through)
           values ($1, 2, $1, 150000, 150000, 1000, 10, '2020-04-01', $2, '2030-04-01', 'OTHER', $3, '2020-04-01', $4)`,
            [id, end, status, billed],
          ),
        );
    await lease(10, day(-5), 'APPROVED', month(-4)); // Past its end, its last month issued by days.
    await lease(11, day(9), 'APPROVED', month(0)); // In its term.
    await lease(12, day(-5), 'CLOSED', month(-4));
    await lease(13, day(1), 'APPROVED', month(2)); // In its term, its last month charged ahead by days.
    await client.query(
      `insert into invoice (id, proposal_id, user_id, property_id, reference, due_date, price, fees, lines)
         select id, id, 2, id, billed_through, current_date, 75000, 0, '[]' from proposal where id in (10, 13)`,
    );
    expect(await migrate(connection)).toContain('0026_leases_without_a_term.sql');

    const held = await client.query(
      `select id::int, billed_through, ends_at_term from proposal where id >= 10 order by id`,
    );
    expect(held.rows).toEqual([
      { id: 10, billed_through: until, ends_at_term: false },
      { id: 11, billed_through: month(0), ends_at_term: false },
      { id: 12, billed_through: month(-4), ends_at_term: false },
      { id: 13, billed_through: month(2), ends_at_term: false },
    ]);
    const listed = await client.query(
      `select proposal_id::int as id, from_reference, to_reference, by_days, decision from lapsed_lease where proposal_id >= 10 order by 1`,
    );
    expect(listed.rows).toEqual([
      { id: 10, from_reference: month(-3), to_reference: until, by_days: true, decision: null },
      { id: 13, from_reference: null, to_reference: null, by_days: true, decision: null },
    ]);
  } finally {
    await client.end();
  }
});
