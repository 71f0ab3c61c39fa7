import type { CalendarDate } from '@morada/domain/base/calendar';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { featuresOf, feesOf, LISTING, photographsOf } from '#api/db/listing.ts';
import { isReservedOn } from '#api/db/reservation.ts';

export const findAgency = (db: Db) => readAgency(db, ['name']);

/** Explicit columns: the others are not public. */
export const findListing = (db: Db, today: CalendarDate, id: number) =>
  db
    .selectFrom('property')
    .select((q) => [
      ...LISTING,
      'property.condominium',
      'property.video_url',
      'property.contact_name',
      'property.contact_phone',
      q('property.latitude', 'is not', null).as('has_position'),
      'property.description',
      isReservedOn(sql`property.id`, today).as('reserved'),
      feesOf(q).as('fees'),
      featuresOf(q).as('features'),
      jsonArrayFrom(photographsOf(q)).as('images'),
    ])
    .where('property.id', '=', id)
    .where('property.is_listed', '=', true)
    .executeTakeFirst();

/** Coordinates of a listing for the map of its paper. */
export const findPosition = (db: Db, id: number) =>
  db
    .selectFrom('property')
    .select(['latitude', 'longitude'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

export type FoundListing = NonNullable<Awaited<ReturnType<typeof findListing>>>;

export const findSalt = (db: Db, day: CalendarDate) =>
  db.selectFrom('page_view_salt').select('salt').where('day', '=', day).executeTakeFirst();

/** The first server of the day inserts the salt; a concurrent one reads it. */
export const insertSalt = (db: Db, day: CalendarDate, salt: Buffer) =>
  db
    .insertInto('page_view_salt')
    .values({ day, salt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Records with a public page, whose views are counted. */
export type Viewed = 'property' | 'post';

type View = { day: CalendarDate; record: Viewed; record_id: number; visitor: Buffer };

/** Records and counts the view in one statement. The version stays, since nothing was edited. */
export const countView = (db: Db, view: View) =>
  db
    .with('first', (q) =>
      q
        .insertInto('page_view')
        .values(view)
        .onConflict((conflict) => conflict.doNothing())
        .returning('record_id'),
    )
    .updateTable(view.record)
    .set((q) => ({ views: q('views', '+', 1) }))
    .where('id', 'in', (q) => q.selectFrom('first').select('record_id'))
    .execute();

/** Counts that a visitor opened WhatsApp from a listing, or from a page that is about none, once that day. */
export const countOpening = async (
  db: Db,
  { day, property_id, visitor }: { day: CalendarDate; property_id: number | null; visitor: Buffer },
) => {
  await sql`
    with first as (
      insert into page_view (day, record, record_id, visitor) values (${day}, 'whatsapp', ${property_id ?? 0}, ${visitor})
      on conflict do nothing returning day)
    insert into whatsapp_opening (day, property_id) select day, ${property_id}::bigint from first
    on conflict (day, property_id) do update set openings = whatsapp_opening.openings + 1`.execute(db);
};

export async function dropViewsBefore(db: Db, day: CalendarDate) {
  await db.deleteFrom('page_view').where('day', '<', day).execute();
  await db.deleteFrom('page_view_salt').where('day', '<', day).execute();
}
