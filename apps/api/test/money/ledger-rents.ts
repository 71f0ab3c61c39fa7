import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

/** Rents of the ledger in reais by month of the tenant's payment day, reversals included and late charges left out. */
export async function ledgerRents(db: Db, year: number): Promise<Record<string, number>> {
  const { rows } = await sql<{ month: string; rent: number }>`
    select to_char(coalesce(o.day, e.day), 'YYYY-MM') as month, sum(e.rent)::int as rent
    from ledger_entry e left join ledger_entry o on o.id = e.reverses
    where e.rent is not null and extract(year from coalesce(o.day, e.day)) = ${year} group by 1 having sum(e.rent) <> 0
    order by 1`.execute(db);
  return Object.fromEntries(rows.map(({ month, rent }) => [month, rent / 100]));
}
