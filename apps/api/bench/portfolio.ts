import type { Pool } from 'pg';
import type { Db } from '#api/context.ts';
import { compactListTotals } from '#api/db/reading/list-total.ts';
import { tidyTotals } from '#api/modules/ledger/postings/ledger.service.ts';

/** Ids of each kind have a range of their own, so that an id in a statement tells its kind. */
export const FIRST = {
  client: 10_000_001,
  property: 30_000_001,
  proposal: 50_000_001,
  invoice: 70_000_001,
  transfer: 200_000_001,
  entry: 400_000_001,
};

/** One contract for sixteen invoices; the newest of every other contract is open. */
const INVOICES_A_CONTRACT = 16;
export const contractsOf = (invoices: number) => Math.ceil(invoices / INVOICES_A_CONTRACT);

/** Rent of a contract by its number, in centavos: a thousand different ones, whose fee of a tenth is a whole number. */
export const rentOf = (contract: number) => 100_000 + ((contract * 37) % 1_000) * 100;
const RENT = '(100000 + c * 37 % 1000 * 100)';

/**
 * Inserts invoices numbered as billing does, month after month and in a month contract after contract, due on the
 * contract's day. `paid`: condition on the month and the contract (`month`, `c`).
 */
const insertInvoices = (contracts: number, { from, count, paid }: { from: number; count: number; paid: string }) => `
  insert into invoice (id, proposal_id, user_id, property_id, reference, issued_on, due_date, price, fees, lines, status, pay_day, paid_amount)
  select ${FIRST.invoice} + n, ${FIRST.proposal} + c, ${FIRST.client} + 2 * c + 1, ${FIRST.property} + c, to_char(due, 'YYYY-MM'),
    least(due - 20, date '2026-11-01'), due, rent, 0,
    jsonb_build_array(jsonb_build_object('kind', 'RENT', 'name', 'Aluguel', 'note', 'mês inteiro', 'amount', rent)),
    case when paid then 'PAID' else 'PENDING' end, case when paid then due end, case when paid then rent end
  from (select n, c, ${RENT} as rent, ${paid} as paid,
      (date '2025-08-01' + make_interval(months => month) + make_interval(days => c % 28))::date as due
    from (select n, n / ${contracts} as month, n % ${contracts} as c from generate_series(${from}, ${from + count - 1}) n) numbered) months
  order by n`;

/** Lifts timeouts: inserting a million rows takes longer than any request. */
async function write(pool: Pool, sql: string) {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query(sql);
    await client.query('reset statement_timeout');
  } finally {
    client.release();
  }
}

/** Fills an empty, migrated database with this many invoices, in SQL. */
export async function fill(pool: Pool, invoices: number) {
  const contracts = contractsOf(invoices);
  const run = (sql: string) => write(pool, sql);
  await run(`insert into client (id, name, email, phone, cpf_cnpj, type)
    select ${FIRST.client} + n, (array['Ana','Bruno','Carla','Diego','Fábio','Heitor','Lívia','Sônia'])[1 + n % 8] || ' ' ||
      (array['Araújo','Ribeiro','Mendonça','Lopes','Nogueira','Costa','Prado'])[1 + n % 7] || ' ' || n,
      'cliente' || n || '@exemplo.com.br', '329' || lpad(n::text, 8, '0'), lpad(n::text, 11, '0'), case when n % 2 = 0 then 'OWNER' else 'TENANT' end
    from generate_series(0, ${2 * contracts - 1}) n`);
  await run(`insert into property (id, status, type, location, price, street, number, neighborhood, city, state)
    select ${FIRST.property} + n, 'RENTED', 'RENT', 'APARTMENT', 150000, 'Rua ' || (n % 500), (n % 3000)::text, 'Centro', 'Juiz de Fora', 'MG'
    from generate_series(0, ${contracts - 1}) n`);
  await run(`insert into property_owner (property_id, client_id, position)
    select ${FIRST.property} + n, ${FIRST.client} + 2 * n, 0 from generate_series(0, ${contracts - 1}) n`);
  await run(`insert into proposal (id, user_id, property_id, price, current_price, commission, transfer_date, start_date, end_date, next_readjustment,
      guarantee, status, registered_on, billed_through)
    select ${FIRST.proposal} + n, ${FIRST.client} + 2 * n + 1, ${FIRST.property} + n, 150000, 150000, 1000, 1 + n % 28, '2025-01-01', '2027-12-31', date '2026-12-01' + make_interval(months => n % 12),
      'OTHER', 'APPROVED', '2025-01-01', '2026-12'
    from generate_series(0, ${contracts - 1}) n`);
  // Sixteen months up to the current one; the last month of every other contract is open.
  await run(
    insertInvoices(contracts, {
      from: 0,
      count: invoices,
      paid: `month < ${INVOICES_A_CONTRACT - 1} or c % 2 = 0`,
    }),
  );
  await run(`alter table transfer alter column id restart with ${FIRST.transfer}`);
  await run(`alter table ledger_entry alter column id restart with ${FIRST.entry}`);
  await run('vacuum analyze');
}

/** Issues further months ahead, so that this many invoices more are open at any size. */
export const issueOpen = async (pool: Pool, invoices: number, count: number) => {
  await write(pool, insertInvoices(contractsOf(invoices), { from: invoices, count, paid: 'false' }));
  await write(pool, 'vacuum analyze');
};

/**
 * Inserts an open boleto of Itaú for each of these invoices, numbered as in `boletoNumber`, under the agreement that the
 * bank's files name.
 */
export async function issueBoletos(pool: Pool, invoices: readonly number[]) {
  await pool.query(`insert into bank_agreement (id, bank, fields)
    values (1, '341', '{"bank": "341", "agency": "0057", "account": "12345", "account_digit": "7", "wallet": "109"}') on conflict do nothing`);
  await pool.query(
    `insert into boleto (invoice_id, proposal_id, agreement_id, number, nosso_numero, issued_on, due_date, amount, barcode, digitable_line, slip)
    select i.id, i.proposal_id, 1, i.id, lpad((i.id - ${FIRST.invoice})::text, 8, '0'), i.issued_on, i.due_date, i.amount,
      lpad(i.id::text, 44, '0'), lpad(i.id::text, 47, '0'), jsonb_build_object('nosso_numero', lpad((i.id - ${FIRST.invoice})::text, 8, '0'))
    from invoice i where i.id = any($1::bigint[]) order by i.id`,
    [invoices],
  );
  await write(pool, 'vacuum analyze');
}

export const boletoNumber = (invoice: number) => String(invoice - FIRST.invoice).padStart(8, '0');

/** Folds the totals of inserted rows, as the server does while an agency grows. */
export async function foldTotals(db: Db) {
  await tidyTotals({ db });
  await compactListTotals(db);
}

/** Adds a transfer and two ledger entries for each invoice paid since a day, in SQL. */
export async function settleAll(pool: Pool, since = '2025-01-01') {
  await write(
    pool,
    `insert into transfer (user_id, property_id, proposal_id, invoice_id, amount, lines, due_date, status, done_on)
    select o.client_id, i.property_id, i.proposal_id, i.id, i.price - i.price / 10,
      jsonb_build_array(jsonb_build_object('kind', 'RENT', 'name', 'Aluguel', 'amount', i.price),
        jsonb_build_object('kind', 'ADMIN_FEE', 'name', 'Taxa de administração', 'note', '10% × 1.500,00', 'amount', -(i.price / 10))),
      i.pay_day, 'DONE', i.pay_day
    from invoice i join property_owner o on o.property_id = i.property_id where i.status = 'PAID' and i.pay_day >= '${since}'
    order by i.pay_day, i.id`,
  );
  await write(
    pool,
    `insert into ledger_entry (day, kind, description, invoice_id, payment_method, rent, fee_rate)
    select pay_day, 'SETTLEMENT', 'Fatura ' || id, id, (array['PIX','BOLETO','MANUAL'])[1 + id % 3], price, 1000
    from invoice where status = 'PAID' and pay_day >= '${since}' order by pay_day, id`,
  );
  await write(
    pool,
    `insert into ledger_entry (day, kind, description, transfer_id)
    select done_on, 'PAYOUT', 'Repasse ' || id, id from transfer order by done_on, id`,
  );
  await write(
    pool,
    `insert into ledger_line (entry_id, position, account, amount, client_id)
    select e.id, side.position, side.account, side.amount, case side.account when 'OWNERS' then t.user_id end
    from ledger_entry e join transfer t on t.invoice_id = e.invoice_id,
      lateral (values (0, 'CASH', e.rent), (1, 'OWNERS', e.rent / 10 - e.rent), (2, 'ADMIN_FEES', -(e.rent / 10))) side (position, account, amount)`,
  );
  await write(
    pool,
    `insert into ledger_line (entry_id, position, account, amount, client_id)
    select e.id, side.position, side.account, side.amount, case side.account when 'OWNERS' then t.user_id end
    from ledger_entry e join transfer t on t.id = e.transfer_id,
      lateral (values (0, 'OWNERS', t.amount), (1, 'CASH', -t.amount)) side (position, account, amount)`,
  );
  await write(pool, 'vacuum analyze');
}

/**
 * Adds records besides invoices: a boleto for each open one and for one paid in sixteen, visits, tickets and messages
 * of which twenty are open, published properties, the trail.
 */
export async function fillAround(pool: Pool) {
  await write(pool, `insert into bank_agreement (id, bank, fields) values (1, '001', '{}') on conflict do nothing`);
  await write(
    pool,
    `insert into boleto (invoice_id, proposal_id, agreement_id, number, nosso_numero, issued_on, due_date, amount, barcode, digitable_line, slip, status)
    select id, proposal_id, 1, id, id::text, due_date - 10, due_date, amount, lpad(id::text, 44, '0'), lpad(id::text, 47, '0'), jsonb_build_object('nosso_numero', id::text),
      case status when 'PAID' then 'PAID' else 'OPEN' end
    from invoice where status = 'PENDING' or id % 16 = 0`,
  );
  await write(
    pool,
    `insert into property (status, type, location, price, street, number, neighborhood, city, state)
    select 'AVAILABLE', 'RENT', 'APARTMENT', 150000, 'Rua Oferta', id::text, 'Centro', 'Juiz de Fora', 'MG' from property where id % 10 = 0`,
  );
  await write(
    pool,
    `insert into schedule (property_id, status, date, shift, name, phone)
    select id, case when id > (select max(id) - 20 from property) then 'PENDING' else 'RETURNED' end, '2026-11-20', 'MORNING', 'Visitante ' || id, '32988412076' from property`,
  );
  await write(
    pool,
    `insert into ticket (user_id, property_id, title, level, status)
    select user_id, property_id, 'Chamado ' || id, 'LOW', case when id > (select max(id) - 20 from proposal) then 'OPENED' else 'CLOSED' end from proposal`,
  );
  await write(
    pool,
    `insert into contact_message (name, email, message, read_at)
    select name, email, 'Quero saber mais.', case when id < (select max(id) - 80 from client) then now() end from client where id % 4 = 0`,
  );
  await write(
    pool,
    `insert into trail (actor, record, record_id, action, changes)
    select 'Sistema', 'invoice', id, 'created', '{}' from invoice`,
  );
  await write(pool, 'vacuum analyze');
}
