import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

export type Linked = { record: 'proposal' | 'invoice'; record_id: number };

/**
 * What links are derived from: the file of the installation's key, if there is one yet, and the number of times that
 * the links of each record were revoked.
 */
export async function findDerivation(db: Db, records: readonly Linked[]) {
  const { rows } = await sql<{ key: string | null; revoked: (Linked & { times: number })[] }>`
    select (select key from installation_key) as key, (
      select coalesce(json_agg(r), '[]') from link_revocation r
      where (r.record, r.record_id) in (
        select record, record_id from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as wanted(record text, record_id bigint))
    ) as revoked`.execute(db);
  return rows[0] ?? { key: null, revoked: [] };
}

/** Invalidates every link of the record sent so far. */
export async function revoke(trx: Db, { record, record_id }: Linked): Promise<void> {
  await trx
    .insertInto('link_revocation')
    .values({ record, record_id })
    .onConflict((conflict) =>
      conflict.columns(['record', 'record_id']).doUpdateSet({ times: sql`link_revocation.times + 1` }),
    )
    .execute();
}

/** An invoice with its contract, deleted ones too. */
export const findBilled = (db: Db, id: number) =>
  db
    .selectFrom('invoice')
    .select(['id as invoice_id', 'proposal_id', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst();
