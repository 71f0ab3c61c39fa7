import type { PaymentOrdered } from '@morada/contract/money/payments';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { type Insertable, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { readWholeAgency } from '#api/db/agency.ts';
import type { PaymentBatch } from '#api/db/schema.ts';

/** Data of an order, for transfers that still exist. */
export const findPayable = (db: Db, ids: number[]) =>
  db
    .selectFrom('transfer')
    .innerJoin('client', 'client.id', 'transfer.user_id')
    .innerJoin('property', 'property.id', 'transfer.property_id')
    .leftJoin('payment_batch_transfer as ordered', (join) =>
      join.onRef('ordered.transfer_id', '=', 'transfer.id').on('ordered.live', '=', true),
    )
    .select([
      'transfer.id',
      'transfer.status',
      'transfer.amount',
      'transfer.due_date',
      'transfer.proposal_id',
      'transfer.user_id',
      'client.name as owner',
      'client.cpf_cnpj',
      'property.street',
      'property.number',
      'property.complement',
      'ordered.batch_id as ordered_in',
    ])
    .where('transfer.id', 'in', ids)
    .where('transfer.deleted_at', 'is', null)
    .orderBy('transfer.due_date')
    .orderBy('transfer.id')
    .execute();

/** Pending transfers in no payment, by due date. */
export const findDueIds = async (db: Db, due: { due_from?: CalendarDate; due_to?: CalendarDate }, most: number) =>
  (
    await db
      .selectFrom('transfer')
      .select('id')
      .where('status', '=', 'PENDING')
      .where('deleted_at', 'is', null)
      .where('amount', '>', 0)
      .where('due_date', '>=', due.due_from ?? '0001-01-01')
      .where('due_date', '<=', due.due_to ?? '9999-12-31')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('payment_batch_transfer as o')
              .select('o.transfer_id')
              .whereRef('o.transfer_id', '=', 'transfer.id')
              .where('o.live', '=', true),
          ),
        ),
      )
      .orderBy('due_date')
      .orderBy('id')
      .limit(most)
      .execute()
  ).map(({ id }) => id);

/** Adds the transfers that the bank pays jointly with these. */
export const findTogether = async (db: Db, batchId: number, ids: number[]) =>
  (
    await db
      .selectFrom('payment_batch_transfer as o')
      .innerJoin('payment_batch_transfer as other', (join) =>
        join.onRef('other.batch_id', '=', 'o.batch_id').onRef('other.identifier', '=', 'o.identifier'),
      )
      .select('other.transfer_id as id')
      .distinct()
      .where('o.batch_id', '=', batchId)
      .where('o.transfer_id', 'in', ids)
      .where('other.live', '=', true)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id);

/** Locked in order of id everywhere, so that two payments can't deadlock. */
export const lockTransfers = (trx: Db, ids: readonly number[]) =>
  trx
    .selectFrom('transfer')
    .select(['id', 'status'])
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute();

export const findCompany = (db: Db) => readWholeAgency(db);

export const findAgreement = (db: Db) =>
  db
    .selectFrom('bank_agreement')
    .select(['id', 'bank', 'fields', 'payment_agreement'])
    .where('active', '=', true)
    .executeTakeFirst();

export const insertBatch = (trx: Db, batch: Insertable<PaymentBatch>) =>
  trx.insertInto('payment_batch').values(batch).returning('id').executeTakeFirstOrThrow();

export const insertOrders = (
  trx: Db,
  orders: { batch_id: number; transfer_id: number; amount: number; target: PaymentOrdered; identifier: string }[],
) =>
  trx
    .insertInto('payment_batch_transfer')
    .values(orders.map((order) => ({ ...order, target: JSON.stringify(order.target) })))
    .execute();

type BatchRow = {
  id: number;
  pay_on: CalendarDate;
  per_owner: boolean;
  transfers: number;
  done: number;
  pending: number;
  amount: number;
  bank: string | null;
  files: { name: string }[];
  by: string | null;
  created_at: string;
  canceled_at: string | null;
  means: 'FILE' | 'PIX';
  approval: 'WAITING' | 'APPROVED' | 'REJECTED' | null;
};

const LATEST = 50;

/** One batch, or the latest ones. */
export async function findBatches(db: Db, id?: number): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    select b.id, b.pay_on, b.per_owner, b.transfers, b.amount, g.bank, a.name as by, b.created_at, b.canceled_at, of.done, of.pending,
      coalesce(asked.means, 'FILE') as means, asked.state as approval,
      (select coalesce(json_agg(json_build_object('name', file ->> 'name')), '[]') from jsonb_array_elements(b.files) file) as files
    from payment_batch b left join bank_agreement g on g.id = b.agreement_id left join admin_user a on a.id = b.admin_user_id
      left join payment_approval asked on asked.batch_id = b.id
      cross join lateral (select count(*) filter (where t.status = 'DONE') as done,
          count(*) filter (where t.status = 'PENDING') as pending
        from payment_batch_transfer o join transfer t on t.id = o.transfer_id where o.batch_id = b.id and o.live) of
    where ${id === undefined ? sql`true` : sql`b.id = ${id}`} order by b.id desc limit ${LATEST}`.execute(db);
  return rows;
}

/** Orders of a batch as they were placed, with the current state of each. */
export const findOrders = (db: Db, batchId: number) =>
  db
    .selectFrom('payment_batch_transfer as ordered')
    .innerJoin('transfer', 'transfer.id', 'ordered.transfer_id')
    .innerJoin('property', 'property.id', 'transfer.property_id')
    .select([
      'ordered.transfer_id',
      'ordered.amount',
      'ordered.target',
      'ordered.live',
      'ordered.identifier as payment',
      'transfer.status',
      'transfer.due_date',
      'transfer.proposal_id',
      'property.street',
      'property.number',
      'property.complement',
    ])
    .where('ordered.batch_id', '=', batchId)
    .orderBy('ordered.transfer_id')
    .execute();

export const findFile = async (db: Db, batchId: number, number: number) => {
  const { rows } = await sql<{ name: string; content: string }>`
    select file ->> 'name' as name, file ->> 'content' as content
    from payment_batch b, jsonb_array_elements(b.files) with ordinality as of (file, place)
    where b.id = ${batchId} and of.place = ${number}`.execute(db);
  return rows[0];
};

export const lockBatch = (trx: Db, id: number) =>
  trx.selectFrom('payment_batch').select(['id', 'canceled_at']).where('id', '=', id).forUpdate().executeTakeFirst();

/** Notes that the payment left the house; false when it had before. */
export async function markGivenOut(trx: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('payment_batch')
    .set({ given_out_at: new Date() })
    .where('id', '=', id)
    .where('given_out_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Marks the live orders of the transfers as paid through the bank, where their payment had left the house: by Pix, or by a
 * file or list that was given out.
 */
export const markPaid = (trx: Db, transferIds: readonly number[]) =>
  sql`update payment_batch_transfer o set paid = true
    from payment_batch b left join payment_approval a on a.batch_id = b.id
    where o.transfer_id = any(${transferIds}::bigint[]) and o.live and b.id = o.batch_id
      and coalesce(a.state, 'APPROVED') = 'APPROVED'
      and (b.given_out_at is not null or exists (select from payout p
        where p.batch_id = o.batch_id and p.identifier = o.identifier and p.state = 'PAID'))`.execute(trx);

export const findLiveIds = async (db: Db, batchId: number) => {
  const rows = await db
    .selectFrom('payment_batch_transfer')
    .select('transfer_id')
    .where('batch_id', '=', batchId)
    .where('live', '=', true)
    .orderBy('transfer_id')
    .execute();
  return rows.map((row) => row.transfer_id);
};

export const findWaitingIds = async (db: Db, batchId: number) => {
  const rows = await db
    .selectFrom('payment_batch_transfer as ordered')
    .innerJoin('transfer', 'transfer.id', 'ordered.transfer_id')
    .select('ordered.transfer_id')
    .where('ordered.batch_id', '=', batchId)
    .where('ordered.live', '=', true)
    .where('transfer.status', '=', 'PENDING')
    .orderBy('ordered.transfer_id')
    .execute();
  return rows.map((row) => row.transfer_id);
};

/** Those of the transfers that the payment still orders. */
export const findOrdered = async (trx: Db, batchId: number, transferIds: readonly number[]) =>
  (
    await trx
      .selectFrom('payment_batch_transfer')
      .select('transfer_id')
      .where('batch_id', '=', batchId)
      .where('transfer_id', '=', sql<number>`any(${transferIds}::bigint[])`)
      .where('live', '=', true)
      .execute()
  ).map(({ transfer_id }) => transfer_id);

export const letGo = (trx: Db, batchId: number, transferIds: number[]) =>
  trx
    .updateTable('payment_batch_transfer')
    .set({ live: false })
    .where('batch_id', '=', batchId)
    .where('transfer_id', 'in', transferIds)
    .execute();

/** Releases the transfers' payment orders, so that they can be ordered again. */
export const releaseOrders = (trx: Db, transferIds: readonly number[]) =>
  trx
    .updateTable('payment_batch_transfer')
    .set({ live: false })
    .where('transfer_id', '=', sql<number>`any(${transferIds}::bigint[])`)
    .where('live', '=', true)
    .execute();

export const cancelBatch = (trx: Db, id: number) =>
  trx.updateTable('payment_batch').set({ canceled_at: new Date() }).where('id', '=', id).execute();
