import type { Pool } from 'pg';

/** Ids of each kind lie in a range of their own, so that a number in a statement says what it names. */
export const FIRST = {
  client: 10_000_001,
  property: 30_000_001,
  proposal: 50_000_001,
  invoice: 70_000_001,
  transfer: 200_000_001,
  entry: 400_000_001,
};

/** One contract in sixteen invoices; the newest of every other contract is still open. */
const INVOICES_A_CONTRACT = 16;

/** Fills an empty, migrated database with this many invoices, all in SQL. */
export async function fill(pool: Pool, invoices: number) {
  const contracts = Math.ceil(invoices / INVOICES_A_CONTRACT);
  const run = (sql: string) => pool.query(sql);
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
    select ${FIRST.proposal} + n, ${FIRST.client} + 2 * n + 1, ${FIRST.property} + n, 150000, 150000, 1000, 1 + n % 28, '2025-01-01', '2027-12-31', '2027-01-01',
      'OTHER', 'APPROVED', '2025-01-01', '2026-12'
    from generate_series(0, ${contracts - 1}) n`);
  // Sixteen months that end with the current one; the last month of every other contract is open.
  await run(`insert into invoice (id, proposal_id, user_id, property_id, reference, due_date, price, fees, lines, status, pay_day, paid_amount)
    select ${FIRST.invoice} + n, ${FIRST.proposal} + c, ${FIRST.client} + 2 * c + 1, ${FIRST.property} + c, to_char(due, 'YYYY-MM'), due, 150000, 0,
      '[{"kind":"RENT","name":"Aluguel","note":"mês inteiro","amount":150000}]'::jsonb,
      case when paid then 'PAID' else 'PENDING' end, case when paid then due end, case when paid then 150000 end
    from (select n, n / ${INVOICES_A_CONTRACT} as c, (date '2025-08-01' + make_interval(months => n % ${INVOICES_A_CONTRACT}) + make_interval(days => (n / ${INVOICES_A_CONTRACT}) % 28))::date as due,
        n % ${INVOICES_A_CONTRACT} < ${INVOICES_A_CONTRACT - 1} or (n / ${INVOICES_A_CONTRACT}) % 2 = 0 as paid
      from generate_series(0, ${invoices - 1}) n) months`);
  await run(`alter table transfer alter column id restart with ${FIRST.transfer}`);
  await run(`alter table ledger_entry alter column id restart with ${FIRST.entry}`);
  await run('vacuum analyze');
}

/** Open invoices, soonest due last, so that settling them does not empty the first page of the list. */
export async function openInvoices(pool: Pool, howMany: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from invoice where status = 'PENDING' order by due_date desc, id desc limit ${howMany}`,
  );
  return rows.map((row) => row.id);
}
