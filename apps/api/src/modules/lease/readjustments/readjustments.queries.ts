import { lastPage } from '@morada/contract/base/fields';
import type { Reference } from '@morada/domain/base/calendar';
import type { daysDueIn, PriceIndex } from '@morada/domain/lease/readjustment';
import { addressLine } from '@morada/domain/property/property';
import { type Insertable, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { readjustmentTotal } from '#api/db/reading/list-total.ts';
import { PAGE, rowsBefore } from '#api/db/reading/page.ts';
import type { ReadjustmentBatch } from '#api/db/schema.ts';

/** Rates published after the release's built-in table. */
export const findRates = (db: Db) => db.selectFrom('price_index').select(['name', 'reference', 'rate']).execute();

export const putRates = (db: Db, rates: { name: PriceIndex; reference: Reference; rate: number }[]) =>
  db
    .insertInto('price_index')
    .values(rates)
    .onConflict((conflict) =>
      conflict.columns(['name', 'reference']).doUpdateSet((q) => ({ rate: q.ref('excluded.rate') })),
    )
    .execute();

const IS_RENT = sql<boolean>`(select type = 'RENT' from property where property.id = proposal.property_id)`;

const TERMS = [
  'proposal.id',
  'proposal.status',
  'proposal.current_price',
  'proposal.discount',
  'proposal.start_date',
  'proposal.end_date',
  'proposal.ends_at_term',
  'proposal.next_readjustment',
  'proposal.readjustment_index',
  'proposal.readjusts_down',
] as const;

export const findContract = (db: Db, id: number) =>
  db
    .selectFrom('proposal')
    .select(TERMS)
    .select(IS_RENT.as('is_rent'))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** Locks the contracts in one statement, in order of id, so that concurrent batches can't deadlock. */
export const lockContracts = async (trx: Db, ids: readonly number[]) => {
  const found = await trx
    .selectFrom('proposal')
    .select(TERMS)
    .select(IS_RENT.as('is_rent'))
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(found.map((contract) => [contract.id, contract]));
};

export type Contract = NonNullable<Awaited<ReturnType<typeof findContract>>>;
export type Terms = Omit<Contract, 'is_rent'>;

/** Days on which readjustments fall; a `from` of null means all days until `to`. */
type Days = ReturnType<typeof daysDueIn>;

/** Rents in force whose readjustment falls on these days; a sale has none, nor a lease that ends at its term by then. */
const due = (db: Db, { from, to }: Days) =>
  db
    .selectFrom('proposal')
    .innerJoin('property', 'property.id', 'proposal.property_id')
    .where('proposal.status', '=', 'APPROVED')
    .where('proposal.deleted_at', 'is', null)
    .where('property.type', '=', 'RENT')
    .$if(from !== null, (all) => all.where('proposal.readjusts_on', '>=', from))
    .where('proposal.readjusts_on', '<=', to)
    .orderBy('proposal.readjusts_on')
    .orderBy('proposal.id');

const dueRows = (db: Db, days: Days) =>
  due(db, days)
    .innerJoin('client', 'client.id', 'proposal.user_id')
    .select([...TERMS, 'client.name as tenant', 'property.street', 'property.number', 'property.complement']);

const shown = <R extends Parameters<typeof addressLine>[0]>({ street, number, complement, ...row }: R) => ({
  ...row,
  property: addressLine({ street, number, complement }),
});

export async function findDue(db: Db, days: Days, page: number) {
  const [rows, total] = await Promise.all([
    dueRows(db, days).limit(PAGE).offset(rowsBefore(page)).execute(),
    readjustmentTotal(db, days),
  ]);
  return { data: rows.map(shown), page, lastPage: lastPage(total), total };
}

export const findDueIds = async (db: Db, days: Days) =>
  (await due(db, days).select('proposal.id').execute()).map(({ id }) => id);

export const findDueAt = async (db: Db, days: Days, ids: number[]) =>
  (await dueRows(db, days).where('proposal.id', 'in', ids).execute()).map(shown);

export type Due = Awaited<ReturnType<typeof findDueAt>>[number];

export const insertBatch = (trx: Db, batch: Insertable<ReadjustmentBatch>) =>
  trx.insertInto('readjustment_batch').values(batch).returning('id').executeTakeFirstOrThrow();

const batches = (db: Db) =>
  db
    .selectFrom('readjustment_batch as batch')
    .leftJoin('admin_user', 'admin_user.id', 'batch.admin_user_id')
    .select([
      'batch.id',
      'batch.month',
      'batch.created_at',
      'batch.undone_at',
      sql<string>`coalesce(admin_user.name, 'Sistema')`.as('actor'),
      sql<number>`(select count(*) from readjustment where batch_id = batch.id)`.as('contracts'),
    ]);

export const findBatchAt = (db: Db, id: number) => batches(db).where('batch.id', '=', id).executeTakeFirst();
export const findBatch = (db: Db, id: number) => batches(db).where('batch.id', '=', id).executeTakeFirstOrThrow();

export async function findBatches(db: Db, page: number) {
  const [data, { total }] = await Promise.all([
    batches(db).orderBy('batch.id', 'desc').limit(PAGE).offset(rowsBefore(page)).execute(),
    db
      .selectFrom('readjustment_batch')
      .select((q) => q.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { data, page, lastPage: lastPage(total), total };
}

export const lockBatch = (trx: Db, id: number) =>
  trx.selectFrom('readjustment_batch').select(['id', 'undone_at']).where('id', '=', id).forUpdate().executeTakeFirst();

export const findOfBatch = (trx: Db, batchId: number) =>
  trx
    .selectFrom('readjustment')
    .select(['id', 'proposal_id', 'old_price', 'new_price', 'old_next', 'new_next'])
    .where('batch_id', '=', batchId)
    .orderBy('proposal_id')
    .execute();

export async function findBatchRows(db: Db, batchId: number, page: number) {
  const rows = await db
    .selectFrom('readjustment as r')
    .innerJoin('proposal', 'proposal.id', 'r.proposal_id')
    .innerJoin('client', 'client.id', 'proposal.user_id')
    .innerJoin('property', 'property.id', 'proposal.property_id')
    .select([
      'r.proposal_id as id',
      'client.name as tenant',
      'r.index',
      'r.percent',
      'r.old_price',
      'r.new_price',
      'r.new_next',
    ])
    .select(['property.street', 'property.number', 'property.complement'])
    .where('r.batch_id', '=', batchId)
    .orderBy('r.proposal_id')
    .limit(PAGE)
    .offset(rowsBefore(page))
    .execute();
  return rows.map(({ street, number, complement, ...row }) => ({
    ...row,
    property: addressLine({ street, number, complement }),
  }));
}

/** Whether a month was billed at the rent that the batch set. */
export const wasBilledSince = async (trx: Db, batchId: number) => {
  const billed = await trx
    .selectFrom('readjustment')
    .innerJoin('invoice', 'invoice.proposal_id', 'readjustment.proposal_id')
    .select('invoice.id')
    .where('readjustment.batch_id', '=', batchId)
    .whereRef('invoice.id', '>', 'readjustment.after_invoice')
    .where('invoice.deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return billed !== undefined;
};

export async function markUndone(trx: Db, batchId: number) {
  const undone_at = new Date();
  await trx.updateTable('readjustment_batch').set({ undone_at }).where('id', '=', batchId).execute();
  await trx.updateTable('readjustment').set({ undone_at }).where('batch_id', '=', batchId).execute();
}
