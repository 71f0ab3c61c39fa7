import type { CalendarDate } from '@morada/domain/base/calendar';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

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

/** First day of a property's present owners; null where they never changed. */
export const findLatestChange = async (trx: Db, propertyId: number) =>
  (
    await trx
      .selectFrom('former_owner')
      .select((q) => q.fn.max('until').as('latest'))
      .where('property_id', '=', propertyId)
      .executeTakeFirst()
  )?.latest ?? null;

/** Keeps the owners up to the day before this one. The first change of a day counts: later ones keep what it kept. */
export const keepFormerOwners = (trx: Db, propertyId: number, until: CalendarDate) =>
  sql`
    insert into former_owner (property_id, until, client_id, position, share)
    select property_id, ${until}::date, client_id, position, share from property_owner
    where property_id = ${propertyId}
      and not exists (select from former_owner where property_id = ${propertyId} and until = ${until})`.execute(trx);

/** The owner of a property at a time, with what a settlement needs to know of them. */
export type OwnerThen = {
  client_id: number;
  share: number | null;
  name: string;
  person_type: 'FISICA' | 'JURIDICA';
  non_resident: boolean;
};

/** Owners of properties at the end of a day, where they changed afterwards. */
export async function findFormerOwners(db: Db, asked: readonly { property_id: number; day: CalendarDate }[]) {
  const { rows } = await sql<{ property_id: number; day: CalendarDate; owners: OwnerThen[] }>`
    select asked.property_id, asked.day::text as day,
      (select json_agg(json_build_object('client_id', f.client_id, 'share', f.share, 'name', owner.name,
          'person_type', owner.person_type, 'non_resident', owner.non_resident) order by f.position)
        from former_owner f join client owner on owner.id = f.client_id
        where f.property_id = asked.property_id and f.until = next.until) as owners
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked(property_id bigint, day date),
      lateral (select min(until) as until from former_owner where property_id = asked.property_id and until > asked.day) next
    where next.until is not null`.execute(db);
  return rows;
}

/** Makes the property's owners of today the sellers of its sales in force whose buyer is not one of them. */
export const keepSellers = (trx: Db, propertyId: number) =>
  sql`
    with sale as (
        select id from proposal c where property_id = ${propertyId} and kind <> 'RENT' and status = 'APPROVED' and deleted_at is null
          and exists (select from property_owner o where o.property_id = c.property_id)
          and not exists (select from property_owner o where o.property_id = c.property_id and o.client_id = c.user_id)),
      gone as (
        delete from proposal_seller s using sale where s.proposal_id = sale.id and s.client_id not in (
          select client_id from property_owner where property_id = ${propertyId}))
    insert into proposal_seller (proposal_id, client_id, position, share)
    select sale.id, o.client_id, o.position, o.share from sale, property_owner o where o.property_id = ${propertyId}
    on conflict (proposal_id, client_id) do update set position = excluded.position, share = excluded.share`.execute(
    trx,
  );

/** Sellers of a contract that begins: the owners of its property. */
export const insertSellers = (trx: Db, proposalId: number, propertyId: number) =>
  sql`
    insert into proposal_seller (proposal_id, client_id, position, share)
    select ${proposalId}, client_id, position, share from property_owner where property_id = ${propertyId}`.execute(
    trx,
  );
