import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import type { PropertyFee, PropertyImage } from '#api/db/schema.ts';

/** Ordered parts of a property, by their word in the path. */
const TABLES = { features: 'property_feature', fees: 'property_fee', images: 'property_image' } as const;
export type Part = keyof typeof TABLES;

const table = (part: Part) => sql.table(TABLES[part]);

export const findPropertyOf = async (db: Db, part: Part, id: number) => {
  const { rows } = await sql<{ property_id: number }>`select property_id from ${table(part)} where id = ${id}`.execute(
    db,
  );
  return rows[0]?.property_id;
};

export const findIds = async (trx: Db, part: Part, propertyId: number) => {
  const { rows } = await sql<{ id: number }>`
    select id from ${table(part)} where property_id = ${propertyId} order by position, id`.execute(trx);
  return rows.map(({ id }) => id);
};

/** Stores the order given by the ids. */
export const place = (trx: Db, part: Part, ids: number[]) =>
  sql`
    update ${table(part)} as part set position = wanted.place - 1
    from unnest(${ids}::bigint[]) with ordinality as wanted (id, place) where part.id = wanted.id`.execute(trx);

/** Deletes the row and returns it. */
export const takeOut = async (trx: Db, part: Part, id: number) => {
  const { rows } = await sql<Record<string, unknown>>`
    delete from ${table(part)} where id = ${id} returning *`.execute(trx);
  return rows[0];
};

export const keepOnly = (trx: Db, part: Part, propertyId: number, ids: number[]) =>
  sql`delete from ${table(part)} where property_id = ${propertyId} and id <> all(${ids}::bigint[])`.execute(trx);

export const findFeatures = (trx: Db, propertyId: number) =>
  trx
    .selectFrom('property_feature')
    .select(['id', 'name'])
    .where('property_id', '=', propertyId)
    .orderBy('position')
    .orderBy('id')
    .execute();

export const findFees = (trx: Db, propertyId: number) =>
  trx
    .selectFrom('property_fee')
    .select(['id', 'name', 'price', 'to_owner'])
    .where('property_id', '=', propertyId)
    .orderBy('position')
    .orderBy('id')
    .execute();

export const findImages = (trx: Db, propertyId: number) =>
  trx
    .selectFrom('property_image')
    .select(['key', 'name', 'width', 'height', 'bytes', 'position'])
    .where('property_id', '=', propertyId)
    .orderBy('position')
    .orderBy('id')
    .execute();

/** Ids in the order of the rows. */
export const insertFeatures = async (trx: Db, property_id: number, features: { name: string }[]) => {
  if (features.length === 0) return [];
  const rows = features.map(({ name }, position) => ({ property_id, name, position }));
  return (await trx.insertInto('property_feature').values(rows).returning('id').execute()).map(({ id }) => id);
};

type Fee = Pick<Selectable<PropertyFee>, 'name' | 'price' | 'to_owner'>;

/** Ids in the order of the rows. */
export const insertFees = async (trx: Db, property_id: number, fees: Fee[]) => {
  if (fees.length === 0) return [];
  const rows = fees.map(({ name, price, to_owner }, position) => ({ property_id, name, price, to_owner, position }));
  return (await trx.insertInto('property_fee').values(rows).returning('id').execute()).map(({ id }) => id);
};

/** Updates price and recipient of the fees that stay. */
export const updateFees = (trx: Db, fees: (Fee & { id: number | undefined })[]) =>
  sql`
    update property_fee as fee set price = wanted.price, to_owner = wanted.to_owner
    from jsonb_to_recordset(${JSON.stringify(fees)}::jsonb) as wanted (id bigint, price bigint, to_owner boolean)
    where fee.id = wanted.id`.execute(trx);

export const countImages = async (db: Db, propertyId: number) => {
  const { total } = await db
    .selectFrom('property_image')
    .select((q) => q.fn.countAll<number>().as('total'))
    .where('property_id', '=', propertyId)
    .executeTakeFirstOrThrow();
  return total;
};

/** Appends an image; the property's lock prevents duplicate positions. */
export const appendImage = (trx: Db, image: Omit<Insertable<PropertyImage>, 'position'>) =>
  trx
    .insertInto('property_image')
    .values((q) => ({
      ...image,
      position: q
        .selectFrom('property_image')
        .select(sql<number>`coalesce(max(position) + 1, 0)`.as('next'))
        .where('property_id', '=', image.property_id),
    }))
    .returning(['id', 'key', 'name', 'width', 'height'])
    .executeTakeFirstOrThrow();

export const insertImages = async (trx: Db, images: Insertable<PropertyImage>[]) => {
  if (images.length > 0) await trx.insertInto('property_image').values(images).execute();
};

/** Id of a photograph of a property, by the name of its file. */
export const findImageOfKey = (trx: Db, propertyId: number, key: string) =>
  trx
    .selectFrom('property_image')
    .select('id')
    .where('property_id', '=', propertyId)
    .where('key', '=', key)
    .executeTakeFirst();

export const findKey = async (db: Db, imageId: number) =>
  (await db.selectFrom('property_image').select('key').where('id', '=', imageId).executeTakeFirst())?.key;

export const copyFeatures = (trx: Db, from: number, to: number) =>
  sql`
    insert into property_feature (property_id, name, position)
    select ${to}, name, position from property_feature where property_id = ${from} order by position, id`.execute(trx);

export const copyFees = (trx: Db, from: number, to: number) =>
  sql`
    insert into property_fee (property_id, name, price, to_owner, position)
    select ${to}, name, price, to_owner, position from property_fee where property_id = ${from} order by position, id`.execute(
    trx,
  );
