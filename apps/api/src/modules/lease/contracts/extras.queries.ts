import { type Insertable, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import type { ExtraValue } from '#api/db/schema.ts';

export const insertExtras = (trx: Db, extras: readonly Insertable<ExtraValue>[]) =>
  trx
    .insertInto('extra_value')
    .values(extras)
    .returning([
      'id',
      'description',
      'amount',
      'type',
      'influence',
      'boleto',
      'transfer',
      'brokerage',
      'invoice_id',
      'transfer_id',
      'from_reference',
    ])
    .execute();

export const lockExtra = (trx: Db, proposalId: number, id: number) =>
  trx
    .selectFrom('extra_value')
    .select(['id', 'invoice_id', 'transfer_id', 'settled_by', 'description', 'amount'])
    .where('id', '=', id)
    .where('proposal_id', '=', proposalId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

export const dropExtras = (trx: Db, ids: readonly number[]) =>
  trx
    .updateTable('extra_value')
    .set({ deleted_at: new Date() })
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .returning(['id', 'description', 'amount', 'type'])
    .execute();

export const restoreExtras = (trx: Db, ids: readonly number[]) =>
  trx
    .updateTable('extra_value')
    .set({ deleted_at: null })
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .returning(['id', 'description', 'amount', 'type'])
    .execute();

export const giveExtrasToInvoices = (trx: Db, taken: { id: number; invoice_id: number }[]) =>
  sql`update extra_value x set invoice_id = taken.invoice_id
      from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as taken(id bigint, invoice_id bigint)
      where x.id = taken.id and x.invoice_id is null`.execute(trx);

export const releaseExtrasOfInvoices = (trx: Db, invoiceIds: readonly number[]) =>
  trx
    .updateTable('extra_value')
    .set({ invoice_id: null })
    .where('invoice_id', '=', sql<number>`any(${invoiceIds}::bigint[])`)
    .execute();

/** Links each transfer's own extra values, and those that its invoice passes on. */
export async function giveExtrasToTransfers(
  trx: Db,
  given: readonly { transfer_id: number; invoice_id: number; ids: readonly number[] }[],
) {
  if (given.length === 0) return;
  const ofInvoices = given.map(({ transfer_id, invoice_id }) => ({ transfer_id, invoice_id }));
  const alone = given.flatMap(({ transfer_id, ids }) => ids.map((id) => ({ transfer_id, id })));
  await sql`
    update extra_value x set transfer_id = given.transfer_id
    from (
      select x.id, one.transfer_id
      from jsonb_to_recordset(${JSON.stringify(ofInvoices)}::jsonb) as one(transfer_id bigint, invoice_id bigint)
        join extra_value x on x.invoice_id = one.invoice_id and x.transfer
      union
      select id, transfer_id from jsonb_to_recordset(${JSON.stringify(alone)}::jsonb) as one(transfer_id bigint, id bigint)
    ) given
    where x.id = given.id and x.transfer_id is null`.execute(trx);
}

export const releaseExtrasOfTransfers = (trx: Db, transferIds: readonly number[]) =>
  trx
    .updateTable('extra_value')
    .set({ transfer_id: null })
    .where('transfer_id', '=', sql<number>`any(${transferIds}::bigint[])`)
    .execute();

/** Takes unused credits of a tenant into the transfer that gives them back: no invoice takes them any more. */
export const giveBackExtras = (trx: Db, ids: readonly number[], transfer_id: number) =>
  trx
    .updateTable('extra_value')
    .set({ transfer_id, boleto: false })
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute();

/** Makes an unused credit smaller, by an amount that another one takes over. */
export const reduceExtra = (trx: Db, id: number, by: number) =>
  trx
    .updateTable('extra_value')
    .set((q) => ({ amount: q('amount', '-', by) }))
    .where('id', '=', id)
    .execute();

export const giveExtras = (trx: Db, ids: number[], taker: { invoice_id: number } | { transfer_id: number }) =>
  ids.length === 0 ? undefined : trx.updateTable('extra_value').set(taker).where('id', 'in', ids).execute();
