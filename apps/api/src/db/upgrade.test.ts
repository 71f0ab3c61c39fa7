import { Client } from 'pg';
import { expect, test } from 'vitest';
import { emptyDatabase } from '#test/empty-database.ts';
import { LONG } from '#test/long.ts';
import { secretSeal } from '../base/secrets/sealed-secret.ts';
import type { Db } from '../context.ts';
import { openSecret } from '../modules/bank/connections/clients.service.ts';
import { sealLinks } from '../modules/bank/connections/sealing.service.ts';
import { verifyBooks } from '../modules/ledger/postings/verify.service.ts';
import { connect } from './connection/connect.ts';
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

type OldDatabase = {
  client: Client;
  db: Db;
  /** Applies the migrations before this one that were not applied yet. */
  upTo(name: string): Promise<void>;
  /** Applies the others, as a server does when it starts. */
  upgrade(): ReturnType<typeof migrate>;
};

/** Runs a test on a new database, whose migrations it applies. */
async function onOldDatabase(work: (old: OldDatabase) => Promise<void>) {
  const connection = await emptyDatabase();
  const client = new Client(connection);
  await client.connect();
  const { db } = connect(connection);
  const migrations = [...(await knownMigrations())];
  const upTo = async (name: string) => {
    for (let next = migrations[0]; next && next.name < name; next = migrations[0]) {
      await applyMigration(client, next);
      migrations.shift();
    }
  };
  try {
    await prepareMigrations(client);
    await work({ client, db, upTo, upgrade: () => migrate(connection) });
  } finally {
    await client.end();
    await db.destroy();
  }
}

test(
  '0020 moves refunds of terminations to the tenants’ money, without changing the cash of any day or any line shown',
  LONG,
  async () => {
    await onOldDatabase(async ({ client, db, upTo, upgrade }) => {
      await upTo('0020');
      await client.query(BEFORE);
      const cash = `select day, sum(amount) as amount from ledger_line l join ledger_entry e on e.id = l.entry_id where account = 'CASH' group by 1`;
      const before = (await client.query(cash)).rows;
      expect(await upgrade()).toContain('0020_who_gives_back.sql');

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
    });
  },
);

test(
  '0026 withholds and lists unbilled months of leases past their end, and leaves others unchanged',
  LONG,
  async () => {
    await onOldDatabase(async ({ client, upTo, upgrade }) => {
      await upTo('0026');
      const { rows: known } = await client.query(
        `select (now() at time zone 'America/Sao_Paulo')::date::text as today`,
      );
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
      expect(await upgrade()).toContain('0026_leases_without_a_term.sql');

      const held = await client.query(
        `select id::int, billed_through, ends_at_term from proposal where id >= 10 order by id`,
      );
      expect(held.rows).toEqual([
        { id: 10, billed_through: until, ends_at_term: false },
        { id: 11, billed_through: month(0), ends_at_term: false },
        { id: 12, billed_through: month(-4), ends_at_term: false },
        { id: 13, billed_through: month(2), ends_at_term: false },
      ]);
    });
  },
);

test('0032 keeps every figure while totals become appended rows', LONG, async () => {
  await onOldDatabase(async ({ client, db, upTo, upgrade }) => {
    await upTo('0020');
    await client.query(BEFORE);
    await upTo('0032');
    // Open invoices of two days, one paid and posted with its fee, one deleted.
    await client.query(`
      insert into invoice (id, proposal_id, user_id, property_id, reference, due_date, price, fees, lines)
        select n, 1, 2, 1, '2026-' || lpad((n - 9)::text, 2, '0'), case when n < 14 then '2026-04-10'::date else '2026-05-11' end, 150000, n,
          jsonb_build_array(jsonb_build_object('kind', 'RENT', 'name', 'Aluguel', 'amount', 150000), jsonb_build_object('kind', 'FEE', 'name', 'Taxa', 'amount', n))
        from generate_series(10, 16) n;
      update invoice set deleted_at = now() where id = 11;
      update invoice set status = 'PAID', pay_day = '2026-04-09', paid_amount = 150012, fine = 0, interest = 0 where id = 12;
      with entry as (insert into ledger_entry (day, kind, description, invoice_id, payment_method, rent, fee_rate)
        values ('2026-04-09', 'SETTLEMENT', 'Fatura 12', 12, 'PIX', 150000, 1000) returning id)
      insert into ledger_line (entry_id, position, account, amount)
        select id, position, account, amount from entry,
          (values (0, 'CASH', 150012), (1, 'ADMIN_FEES', -15000), (2, 'FEES_HELD', -135012)) line (position, account, amount);`);
    const sums = async (query: string) => (await client.query(query)).rows;
    const LISTS = `select list, kind, day, sum(rows)::int as rows, sum(amount)::int as amount from list_total where list <> 'invoice'
      group by 1, 2, 3 having sum(rows) <> 0 or sum(amount) <> 0 order by 1, 2, 3`;
    const INVOICES = `select kind, sum(rows)::int as rows from list_total where list = 'invoice' group by 1 having sum(rows) <> 0 order by 1`;
    const DAYS = `select day, account, payment_method, debit, sum(entries)::int as entries, sum(amount)::int as amount from ledger_day_total
      group by 1, 2, 3, 4 order by 1, 2, 3, 4`;
    const OPEN = `select due_date, sum(invoices)::int as invoices, sum(amount)::int as amount from invoice_open_total
      group by 1 having sum(invoices) <> 0 order by 1`;
    const figures = async () => ({ lists: await sums(LISTS), invoices: await sums(INVOICES), days: await sums(DAYS) });
    const before = await figures();
    const open = await sums(OPEN);
    // 10 and 13 on one day, 14 to 16 on the other; the invoice of the termination is open too.
    expect(open).toEqual([
      { due_date: '2026-03-10', invoices: 1, amount: 0 },
      { due_date: '2026-04-10', invoices: 2, amount: 300_023 },
      { due_date: '2026-05-11', invoices: 3, amount: 450_045 },
    ]);

    expect(await upgrade()).toContain('0032_appended_totals.sql');
    expect(await figures()).toEqual(before);
    expect(
      await sums(`select day as due_date, rows::int as invoices, amount::int from list_total
        where list = 'invoice' and kind = 'PENDING' order by 1`),
    ).toEqual(open);
    expect(await sums('select from list_total where fresh union all select from ledger_day_total where fresh')).toEqual(
      [],
    );
    expect((await verifyBooks(db)).filter(({ says }) => says.startsWith('totais'))).toEqual([]);
  });
});

/** Payments as the version before 0070 wrote them; invoices, links and boletos are left out, without their references. */
const PAYMENTS_BEFORE = `
  set session_replication_role = replica;
  insert into bank_file (id, kind, name, fingerprint, status, entries) overriding system value values
    (1, 'PIX', 'Pix', 'a', 'DONE', '[
      {"line": 1, "label": "Pix F1", "mark": "E60746948202611051200aBcDeFgHiJk", "paid_on": "2026-11-05", "pix_invoice": 1},
      {"line": 2, "label": "Pix F2", "mark": "E60746948202611051200aBcDeFgHiJl", "paid_on": "2026-11-05", "pix_invoice": 2},
      {"line": 3, "label": "Pix F3", "mark": "E60746948202611051200aBcDeFgHiJm", "paid_on": "2026-11-05", "pix_invoice": 3}]'),
    (2, 'OFX', 'extrato.ofx', 'b', 'DONE', '[{"line": 4, "label": "PIX RECEBIDO", "mark": "341 0057123457 77", "paid_on": "2026-11-05"}]'),
    (3, 'BOLETO', 'Boletos', 'c', 'DONE', '[{"line": 1, "label": "Boleto 0000123", "mark": null, "paid_on": "2026-11-05"}]');
  insert into bank_settlement (file_id, line, fingerprint, invoice_id, paid_on, paid_amount) values
    (1, 1, 'credit E60746948202611051200aBcDeFgHiJk 2026-11-05 150000', 1, '2026-11-05', 150000),
    (2, 4, 'credit 341 0057123457 77 2026-11-05 150000', 4, '2026-11-05', 150000),
    (3, 1, 'boleto 9 2026-11-05 150000', 9, '2026-11-05', 150000);
  insert into bank_line (file_id, line, fingerprint, entry, paid_on, amount, reason)
    select 1, 2, 'credit E60746948202611051200aBcDeFgHiJl 2026-11-05 140000', entries->1, '2026-11-05', 140000, 'Pagou a menos'
    from bank_file where id = 1;
  insert into pix_payment (end_to_end_id, link_id, amount, returned, file_id, problem) values
    ('E60746948202611051200aBcDeFgHiJk', 1, 150000, 150000, 1, 'Estorne primeiro o repasse desta fatura.'),
    ('E60746948202611051200aBcDeFgHiJl', 1, 140000, 140000, 1, null),
    ('E60746948202611051200aBcDeFgHiJm', 1, 150000, 150000, 1, null);
  insert into boleto (id, invoice_id, proposal_id, agreement_id, number, nosso_numero, issued_on, due_date, amount, slip) overriding system value
    values (9, 9, 1, 1, 1, '0000123', '2026-10-26', '2026-11-05', 150000, '{}');
  insert into boleto_call (boleto_id, link_id, handle, state) values (9, 2, '1235', 'PAID');
  insert into boleto_payment (link_id, handle, paid_on, paid, taken_back_at, problem, file_id) values
    (2, '1235', '2026-11-05', 150000, now(), 'Estorne primeiro o repasse desta fatura.', 3);
  set session_replication_role = origin;`;

test('0070 gives payments one identity, and keeps what a bank gave back from settling', LONG, async () => {
  await onOldDatabase(async ({ client, upTo }) => {
    await upTo('0070');
    await client.query(PAYMENTS_BEFORE);
    await client.query('set session_replication_role = replica');
    await upTo('9999');
    await client.query('set session_replication_role = origin');
    expect((await client.query('select fingerprint from bank_settlement order by id')).rows).toEqual([
      { fingerprint: 'pix E60746948202611051200aBcDeFgHiJk' },
      { fingerprint: 'credit 341 0057123457 77 2026-11-05 150000 4e63044b' },
      { fingerprint: 'boleto 9 2026-11-05 150000' },
    ]);
    const owner = 'Estorne primeiro o repasse desta fatura.';
    expect(
      (
        await client.query(
          'select fingerprint, state, given_back_by, invoice_id::int, problem from bank_line order by fingerprint collate "C"',
        )
      ).rows,
    ).toEqual([
      {
        fingerprint: 'boleto 9 2026-11-05 150000',
        state: 'GIVEN_BACK',
        given_back_by: 'BOLETO',
        invoice_id: null,
        problem: owner,
      },
      {
        fingerprint: 'pix E60746948202611051200aBcDeFgHiJk',
        state: 'GIVEN_BACK',
        given_back_by: 'PIX',
        invoice_id: null,
        problem: owner,
      },
      {
        fingerprint: 'pix E60746948202611051200aBcDeFgHiJl',
        state: 'GIVEN_BACK',
        given_back_by: 'PIX',
        invoice_id: null,
        problem: null,
      },
      {
        fingerprint: 'pix E60746948202611051200aBcDeFgHiJm',
        state: 'GIVEN_BACK',
        given_back_by: 'PIX',
        invoice_id: null,
        problem: null,
      },
    ]);
    expect(
      (await client.query(`select entry->>'pix_invoice' as invoice from bank_line order by fingerprint collate "C"`))
        .rows,
    ).toEqual(['9', '1', '2', '3'].map((invoice) => ({ invoice })));
  });
});

const BANK = `'https://banco.exemplo', 'https://banco.exemplo/token', 'casa'`;
const COLUMNS = ['client_secret', 'certificate', 'private_key', 'notice_token', 'fields.application_key'] as const;
const KEY = 'a chave dos segredos, com mais de trinta e duas letras';

test('0230 brings payouts and statements into bank_link, with openable secrets, their payments, readings and trail', async () => {
  const secrets = secretSeal({ key: KEY });
  const sealed = (place: string) => `'${secrets.sealText(place, place)}'`;
  const certificates = (table: string) => `${sealed(`${table}.certificate:4`)}, ${sealed(`${table}.private_key:4`)}`;
  await onOldDatabase(async ({ client, db, upTo, upgrade }) => {
    await upTo('0230');
    await client.query(`
      insert into bank_link (id, base_url, token_url, client_id, client_secret, certificate, private_key, pix_key, notice_token)
        values (4, ${BANK}, ${sealed('bank_link.client_secret:4')}, ${certificates('bank_link')}, 'casa', ${sealed('bank_link.notice_token:4')});
      select setval(pg_get_serial_sequence('bank_link', 'id'), 4);
      insert into payout_link (id, base_url, token_url, client_id, client_secret, certificate, private_key, account, active)
        values (4, ${BANK}, ${sealed('payout_link.client_secret:4')}, ${certificates('payout_link')}, '123', false);
      insert into statement_link (id, base_url, token_url, client_id, application_key, certificate, private_key, bank, agency, account,
          account_key, read_until)
        values (4, ${BANK}, ${sealed('statement_link.application_key:4')}, ${certificates('statement_link')}, '001', '1', '12-3', '123',
          '2026-03-10');
      insert into payment_batch (id, pay_on, transfers, amount) values (1, '2026-03-10', 1, 100);
      insert into payout (batch_id, identifier, amount, state, link_id, sent_at, sent_on)
        values (1, 'REPASSE 1', 100, 'SENT', 4, now(), '2026-03-10');
      insert into statement_account (id, bank, agency, account, account_key, is_main) values (1, '001', '1', '12-3', '123', true);
      insert into statement_import (account_id, link_id, name, fingerprint, from_day, until_day, movements, added, imported_on)
        values (1, 4, 'Lido no banco', 'a', '2026-03-01', '2026-03-10', 0, 0, '2026-03-10');
      insert into trail (actor, record, record_id, action)
        values ('Rita', 'payout_link', 4, 'create'), ('Rita', 'statement_link', 4, 'create'), ('Rita', 'bank_link', 4, 'create');`);
    expect(await upgrade()).toContain('0230_one_bank_link.sql');

    const shown = `
      select l.kind, coalesce(l.account, l.pix_key) as account, l.active, l.read_day,
        (select count(*)::int from payout where link_id = l.id) as payouts,
        (select count(*)::int from statement_import where link_id = l.id) as readings,
        (select record from trail where record_id = l.id) as trail from bank_link l order by l.id`;
    const expected = [
      { kind: 'PIX', account: 'casa', active: true, read_day: null, payouts: 0, readings: 0, trail: 'bank_link' },
      { kind: 'PAYOUT', account: '123', active: false, read_day: null, payouts: 1, readings: 0, trail: 'payout_link' },
      {
        ...{ kind: 'STATEMENT', account: '12-3', active: true, read_day: expect.anything(), payouts: 0, readings: 1 },
        trail: 'statement_link',
      },
    ];
    expect((await client.query(shown)).rows).toEqual(expected);

    const opened = async () => {
      const links = await db.selectFrom('bank_link').selectAll().orderBy('id').execute();
      return links.map((link) => COLUMNS.map((column) => openSecret(secrets, link, column)));
    };
    const of = (table: string) => (column: string) => `${table}.${column}:4`;
    const stored = [
      [...['client_secret', 'certificate', 'private_key', 'notice_token'].map(of('bank_link')), undefined],
      [...['client_secret', 'certificate', 'private_key'].map(of('payout_link')), undefined, undefined],
      [
        ...[undefined, ...['certificate', 'private_key'].map(of('statement_link')), undefined],
        'statement_link.application_key:4',
      ],
    ];
    expect(await opened()).toEqual(stored);
    expect(await sealLinks({ db, secrets: secretSeal({ key: `outra: ${KEY}` }) })).toEqual({
      sealed: 0,
      unreadable: 10,
    });
    expect(await sealLinks({ db, secrets })).toEqual({ sealed: 6, unreadable: 0 });
    expect(await opened()).toEqual(stored);
    expect((await client.query('select from bank_link where sealed_as is not null')).rows).toEqual([]);
  });
});
