import { sql } from 'kysely';
import type { Db } from '../../context.ts';

/** The main owner first. */
export const findOwners = (db: Db, propertyId: number) =>
  db
    .selectFrom('property_owner')
    .innerJoin('client', 'client.id', 'property_owner.client_id')
    .select(['client.id', 'client.name', 'property_owner.share'])
    .where('property_owner.property_id', '=', propertyId)
    .orderBy('property_owner.position')
    .execute();

export const hasOpenInvoice = async (trx: Db, propertyId: number) =>
  (await trx
    .selectFrom('invoice')
    .select('id')
    .where('property_id', '=', propertyId)
    .where('status', '=', 'PENDING')
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Prevents a client's deletion and anonymising until the transaction ends. */
export const holdClient = (trx: Db, id: number) =>
  trx
    .selectFrom('client')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('anonymised_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();

/** Appends an owner. A present owner keeps the position, and the share unless one is given. */
export const putOwner = (trx: Db, property_id: number, client_id: number, share?: number | null) =>
  trx
    .insertInto('property_owner')
    .values((q) => ({
      property_id,
      client_id,
      share,
      position: q
        .selectFrom('property_owner')
        .select(sql<number>`coalesce(max(position) + 1, 0)`.as('next'))
        .where('property_id', '=', property_id),
    }))
    .onConflict((conflict) => {
      const same = conflict.columns(['property_id', 'client_id']);
      return share === undefined ? same.doNothing() : same.doUpdateSet({ share });
    })
    .execute();

export const deleteOwner = (trx: Db, propertyId: number, clientId: number) =>
  trx.deleteFrom('property_owner').where('property_id', '=', propertyId).where('client_id', '=', clientId).execute();

export const copyOwners = (trx: Db, from: number, to: number) =>
  sql`
    insert into property_owner (property_id, client_id, position, share)
    select ${to}, client_id, position, share from property_owner where property_id = ${from}`.execute(trx);
