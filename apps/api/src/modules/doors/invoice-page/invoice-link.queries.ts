import type { Db } from '#api/context.ts';

/** Tenant of an invoice, and how to reach them. */
export const findPayer = (db: Db, id: number) =>
  db
    .selectFrom('invoice')
    .innerJoin('client', 'client.id', 'invoice.user_id')
    .select((q) => [
      'invoice.proposal_id',
      'invoice.user_id',
      'invoice.status',
      'client.email',
      q.fn.coalesce('client.cellphone', 'client.phone').as('phone'),
    ])
    .where('invoice.id', '=', id)
    .where('invoice.deleted_at', 'is', null)
    .executeTakeFirst();
