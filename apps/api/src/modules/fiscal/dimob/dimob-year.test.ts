import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { createDimob, showYear } from './dimob.service.ts';

const { db, ctx, stop } = await startApp({ today: '2027-01-20' });
afterAll(stop);

const CONTRACTS = 10_000;

/** Contracts of 1.500,00 with a transfer in each month of 2026: 3,000 owners, CPFs with right check digits. */
async function seed() {
  await db
    .updateTable('agency')
    .set({
      ...{ name: 'Imobiliária Exemplo', cnpj: '11222333000181', dimob_responsible: '52998224725' },
      ...{ street: 'Rua Halfeld', number: '100', neighborhood: 'Centro', city: 'Juiz de Fora', state: 'MG' },
    })
    .execute();
  await sql`create function digit(text, int) returns int language sql as $$
    select case when r < 2 then 0 else 11 - r end from (
      select sum(substr($1, n, 1)::int * ($2 - n + 1))::int % 11 as r from generate_series(1, length($1)) n) s $$`.execute(
    db,
  );
  await sql`insert into client (id, name, type, cpf_cnpj) overriding system value
    select id, 'Pessoa número ' || id, case when id <= 3000 then 'OWNER' else 'TENANT' end, nine || digit(nine, 10) || digit(nine || digit(nine, 10), 11)
    from (select id, lpad((100000000 + id)::text, 9, '0') as nine from generate_series(1, 13000) id) p`.execute(db);
  await sql`insert into property (id, type, status, location, price, street, number, neighborhood, city, state, cep) overriding system value
    select n, 'RENT', 'RENTED', 'APARTMENT', 150000, 'Rua São Mateus', n::text, 'Centro', 'Juiz de Fora', 'MG', '36025000'
    from generate_series(1, ${CONTRACTS}) n`.execute(db);
  await sql`insert into proposal (id, user_id, property_id, price, current_price, commission, transfer_date, start_date, end_date,
      next_readjustment, guarantee, status, registered_on) overriding system value
    select n, 3000 + n, n, 150000, 150000, 1000, 10, '2025-04-01', '2027-09-30', '2026-04-01', 'OTHER', 'APPROVED', '2025-04-01'
    from generate_series(1, ${CONTRACTS}) n`.execute(db);
  await sql`insert into transfer (user_id, property_id, proposal_id, amount, lines, due_date, status, received_on, rent, gross, obligations, fee, tax)
    select 1 + n % 3000, n, n, 135000, '[]', d, 'PENDING', d, 150000, 150000, 0, 15000, 0
    from generate_series(1, 12) m, generate_series(1, ${CONTRACTS}) n, lateral (select make_date(2026, m, 10) as d) day`.execute(
    db,
  );
  await sql`analyze`.execute(db);
}

describe('a year of 10,000 contracts', LONG, () => {
  test('makes its file of 8 MB, and shows the panel', async () => {
    await seed();
    const file = await createDimob(ctx, { year: 2026 });
    const year = await showYear(ctx, 2026);
    // 374 + 270 + 102 and rows of 799, each with CRLF.
    expect(file).toMatchObject({ rents: CONTRACTS, bytes: 376 + 272 + 104 + CONTRACTS * 801 });
    // 10,000 × 12 × 1.500,00 and 10 % of it.
    expect(year).toMatchObject({ total: { rent: 18_000_000_000, fee: 1_800_000_000 }, owners: 3_000, blocking: [] });
  });
});
