import { type Insertable, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import type { Readjustment } from '#api/db/schema.ts';

export const insertReadjustments = (trx: Db, made: readonly Omit<Insertable<Readjustment>, 'after_invoice'>[]) =>
  sql<{ id: number }>`insert into readjustment
      (proposal_id, batch_id, index, percent, old_price, new_price, old_next, new_next, applied_on, after_invoice)
    select proposal_id, batch_id, index, percent, old_price, new_price, old_next, new_next, applied_on,
      (select coalesce(max(id), 0) from invoice where invoice.proposal_id = made.proposal_id)
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as made(proposal_id bigint, batch_id bigint, index text,
      percent int, old_price bigint, new_price bigint, old_next date, new_next date, applied_on date)
    returning id`.execute(trx);

/** Whether a contract is a lease of a property that is let; a sale has no readjustment. */
export const isLease = async (db: Db, id: number): Promise<boolean> =>
  (await db
    .selectFrom('proposal')
    .innerJoin('property', 'property.id', 'proposal.property_id')
    .select('proposal.id')
    .where('proposal.id', '=', id)
    .where('proposal.deleted_at', 'is', null)
    .where('property.type', '=', 'RENT')
    .executeTakeFirst()) !== undefined;
