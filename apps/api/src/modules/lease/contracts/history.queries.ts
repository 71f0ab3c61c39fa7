import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

/** Trail of the contract and of its extra values, oldest first, with civil dates in São Paulo. */
export const findTrail = async (db: Db, id: number) => {
  const { rows } = await sql<{
    id: number;
    at: string;
    day: `${number}-${number}-${number}`;
    actor: string;
    record: 'proposal' | 'extra_value';
    action: string;
    changes: Record<string, unknown> | null;
  }>`
    select id, at, (at at time zone 'America/Sao_Paulo')::date as day, actor, record, action, changes from trail
    where (record = 'proposal' and record_id = ${id})
      or (record = 'extra_value' and record_id in (select id from extra_value where proposal_id = ${id}))
    order by id`.execute(db);
  return rows;
};

export const findReadjustments = (db: Db, id: number) =>
  db
    .selectFrom('readjustment')
    .select(['new_price', 'index', 'applied_on'])
    .where('proposal_id', '=', id)
    .where('undone_at', 'is', null)
    .orderBy('id')
    .execute();
