import type { Db } from '#api/context.ts';

const SHOWN = 8;

/** Published properties by number of views, of every kind or for rent only. The limit applies before any join. */
export const findPopular = (db: Db, type?: 'RENT') =>
  db
    .selectFrom(
      db
        .selectFrom('property')
        .select('property.id')
        .where('property.status', '=', 'AVAILABLE')
        .$if(type !== undefined, (q) => q.where('property.type', '=', type ?? 'RENT'))
        .where('property.deleted_at', 'is', null)
        .orderBy('property.views', 'desc')
        .orderBy('property.id')
        .limit(SHOWN)
        .as('cut'),
    )
    .innerJoin('property', 'property.id', 'cut.id')
    .select((q) => [
      'property.id',
      'property.street',
      'property.number',
      'property.complement',
      'property.neighborhood',
      'property.city',
      'property.type',
      'property.location',
      'property.price',
      'property.views',
      q
        .selectFrom('property_image')
        .select('property_image.key')
        .whereRef('property_image.property_id', '=', 'property.id')
        .orderBy('property_image.position')
        .orderBy('property_image.id')
        .limit(1)
        .as('image_key'),
    ])
    .orderBy('property.views', 'desc')
    .orderBy('property.id')
    .execute();
