import { type Insertable, sql } from 'kysely';
import type { Db } from '../../context.ts';
import type { ExtraValue } from '../../db/schema.ts';

export const insertExtras = (trx: Db, extras: Insertable<ExtraValue>[]) =>
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

export const dropExtras = (trx: Db, ids: number[]) =>
  trx.updateTable('extra_value').set({ deleted_at: new Date() }).where('id', 'in', ids).execute();

export const giveExtrasToInvoices = (trx: Db, taken: { id: number; invoice_id: number }[]) =>
  sql`update extra_value x set invoice_id = taken.invoice_id
      from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as taken(id bigint, invoice_id bigint)
      where x.id = taken.id and x.invoice_id is null`.execute(trx);

export const releaseExtrasOfInvoices = (trx: Db, invoiceIds: number[]) =>
  trx.updateTable('extra_value').set({ invoice_id: null }).where('invoice_id', 'in', invoiceIds).execute();

/** Links the transfer's own extra values, and those that its invoice passes on. */
export const giveExtrasToTransfer = (trx: Db, transferId: number, invoiceId: number, ids: number[]) =>
  trx
    .updateTable('extra_value')
    .set({ transfer_id: transferId })
    .where('transfer_id', 'is', null)
    .where((q) =>
      q.or([
        ...(ids.length > 0 ? [q('id', 'in', ids)] : []),
        q.and([q('invoice_id', '=', invoiceId), q('transfer', '=', true)]),
      ]),
    )
    .execute();

export const releaseExtrasOfTransfers = (trx: Db, transferIds: number[]) =>
  trx.updateTable('extra_value').set({ transfer_id: null }).where('transfer_id', 'in', transferIds).execute();

export const giveExtras = (trx: Db, ids: number[], taker: { invoice_id: number } | { transfer_id: number }) =>
  ids.length === 0 ? undefined : trx.updateTable('extra_value').set(taker).where('id', 'in', ids).execute();
