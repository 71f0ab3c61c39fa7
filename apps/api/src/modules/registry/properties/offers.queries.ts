import type { CalendarDate } from '@morada/domain/base/calendar';
import { type OfferState, OPEN_OFFERS } from '@morada/domain/property/offer';
import { type Insertable, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { feesOf } from '#api/db/listing.ts';
import { LOCKS } from '#api/db/locks.ts';
import type { Property } from '#api/db/schema.ts';

/** Serialises submissions of one requester, so that a double submit finds the first. */
export const holdRequester = (trx: Db, email: string) =>
  sql`select pg_advisory_xact_lock(${LOCKS.requester}::int, hashtext(${email}))`.execute(trx);

export const findSubmission = (trx: Db, submission: string, email: string) =>
  trx
    .selectFrom('property_request')
    .select(['property_id', 'link_version'])
    .where('submission', '=', submission)
    .where('email', '=', email)
    .executeTakeFirst();

/** An open offer of the same person with the same address and purpose. */
export const findSameOffer = (trx: Db, email: string, { street, number, type }: Insertable<Property>) =>
  trx
    .selectFrom('property_request')
    .innerJoin('property', 'property.id', 'property_request.property_id')
    .select('property.id')
    .where('property_request.email', '=', email)
    .where('property.street', '=', street)
    .where('property.number', '=', number ?? '')
    .where('property.type', '=', type)
    .where('property.status', '=', 'PENDING')
    .where('property.deleted_at', 'is', null)
    .executeTakeFirst();

type NewRequest = {
  property_id: number;
  name: string;
  email: string;
  phone: string;
  submission: string | null;
  link_until: CalendarDate;
};

export const insertRequest = (trx: Db, request: NewRequest) =>
  trx
    .insertInto('property_request')
    .values({ ...request, consented_at: sql<string>`now()` })
    .execute();

const COLUMNS = ['name', 'email', 'state', 'visit_on', 'decided_at', 'link_version', 'link_until'] as const;

/** The offer of a property. The state is one of the column's check. */
export const findOffer = (db: Db, propertyId: number) =>
  db
    .selectFrom('property_request')
    .select(COLUMNS)
    .where('property_id', '=', propertyId)
    .$narrowType<{ state: OfferState }>()
    .executeTakeFirst();

export type FoundOffer = NonNullable<Awaited<ReturnType<typeof findOffer>>>;

/** Sets the state if the offer is still in the expected one. @returns whether it was. */
export async function moveOffer(
  trx: Db,
  propertyId: number,
  from: OfferState,
  { state, visit_on }: { state: OfferState; visit_on?: CalendarDate | undefined },
): Promise<boolean> {
  const isOpen = OPEN_OFFERS.some((open) => open === state);
  const { numUpdatedRows } = await trx
    .updateTable('property_request')
    .set({ state, decided_at: isOpen ? null : sql<string>`now()`, ...(visit_on && { visit_on }) })
    .where('property_id', '=', propertyId)
    .where('state', '=', from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export const renewLink = (trx: Db, propertyId: number, link_until: CalendarDate) =>
  trx
    .updateTable('property_request')
    .set((q) => ({ link_version: q('link_version', '+', 1), link_until }))
    .where('property_id', '=', propertyId)
    .execute();

/** What the owner's page shows: the property as sent, without the owner's name and contacts. */
export const findOfferedProperty = (db: Db, id: number) =>
  db
    .selectFrom('property')
    .innerJoin('property_request', 'property_request.property_id', 'property.id')
    .select((q) => [
      'property.id',
      'property.status',
      'property.is_listed',
      'property.type',
      'property.location',
      'property.price',
      'property.reason',
      'property.bedrooms',
      'property.bathrooms',
      'property.garage',
      'property.building_area',
      'property.land_area',
      'property.street',
      'property.number',
      'property.complement',
      'property.neighborhood',
      'property.city',
      'property.state as uf',
      'property.cep',
      'property.description',
      'property_request.state',
      'property_request.visit_on',
      'property_request.link_version',
      'property_request.link_until',
      feesOf(q).as('fees'),
    ])
    .where('property.id', '=', id)
    .where('property.deleted_at', 'is', null)
    .$narrowType<{ state: OfferState }>()
    .executeTakeFirst();

/** Offers of properties, by property. */
export const findOffers = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('property_request')
    .select(['property_id', 'name', 'email', 'phone', 'state', 'visit_on'])
    .where('property_id', 'in', [...ids, 0])
    .$narrowType<{ state: OfferState }>()
    .execute();

/** Offers refused or withdrawn more than `days` ago, up to `most`, locked. */
export const takeOldOffers = async (trx: Db, days: number, most: number) => {
  const { rows } = await sql<{ property_id: number; is_unused: boolean }>`
    select r.property_id,
      p.status in ('PENDING', 'UNAVAILABLE')
        and not exists (select from property_owner o where o.property_id = p.id)
        and not exists (select from proposal c where c.property_id = p.id) as is_unused
    from property_request r join property p on p.id = r.property_id
    where r.state in ('REFUSED', 'WITHDRAWN') and r.decided_at < now() - make_interval(days => ${days})
    order by r.decided_at limit ${most} for update of r, p skip locked`.execute(trx);
  return rows;
};

export const deleteRequests = (trx: Db, ids: readonly number[]) =>
  trx
    .deleteFrom('property_request')
    .where('property_id', 'in', [...ids])
    .execute();

/**
 * Erases the address, texts and parts of properties that exist only because of an offer. Returns the keys of their
 * images.
 */
export async function erase(trx: Db, ids: readonly number[]): Promise<string[]> {
  const images = await trx
    .deleteFrom('property_image')
    .where('property_id', 'in', [...ids])
    .returning('key')
    .execute();
  await trx
    .updateTable('property')
    .set({
      ...{ street: 'Endereço apagado', number: null, complement: null, neighborhood: '—', cep: null },
      ...{ latitude: null, longitude: null, description: null, reason: null },
      deleted_at: sql<string>`coalesce(deleted_at, now())`,
      version: sql<number>`version + 1`,
    })
    .where('id', 'in', [...ids])
    .execute();
  return images.map(({ key }) => key);
}
