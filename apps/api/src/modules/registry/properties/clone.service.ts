import type { Context, Db } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { copyImages, dropOnFailure } from '../images/images.service.ts';
import { lockProperty } from './lock.service.ts';
import { copyOwners } from './owners.queries.ts';
import * as parts from './parts.queries.ts';
import { type FoundProperty, hasGoneOwner, insertProperty } from './properties.queries.ts';

type Image = Awaited<ReturnType<typeof parts.findImages>>[number];

/** Copies a property's description, without tenant and visits. Returns the id of the copy. */
export function cloneProperty(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    const property = await lockProperty(trx, ctx, id);
    const originals = await parts.findImages(trx, id);
    const keys = await copyImages(
      ctx,
      originals.map(({ key }) => key),
    );
    const images = originals.flatMap(({ key, ...image }) => {
      const copy = keys.get(key);
      return copy ? [{ ...image, key: copy }] : [];
    });
    return dropOnFailure(ctx, [...keys.values()], writeClone(trx, ctx, property, images));
  });
}

async function writeClone(trx: Db, ctx: Context, property: FoundProperty, images: Image[]) {
  const status = (await hasGoneOwner(trx, property.id)) ? 'UNAVAILABLE' : 'AVAILABLE';
  const { id } = await insertProperty(trx, { ...described(property), status });
  await copyOwners(trx, property.id, id);
  await parts.copyFeatures(trx, property.id, id);
  await parts.copyFees(trx, property.id, id);
  await parts.insertImages(
    trx,
    images.map((image) => ({ ...image, property_id: id })),
  );
  await leaveTrail(trx, ctx, 'property', property.id, 'clone', { clone_id: id });
  await leaveTrail(trx, ctx, 'property', id, 'create', { cloned_from: property.id });
  return id;
}

/**
 * Columns to copy: all but the numbers by which portals and tax offices know the original, its views, reason and dates, and computed
 * columns.
 */
function described({
  id: _id,
  external_id: _external_id,
  cib: _cib,
  property_registration: _property_registration,
  reason: _reason,
  views: _views,
  created_at: _created_at,
  updated_at: _updated_at,
  deleted_at: _deleted_at,
  version: _version,
  search: _search,
  fees_total: _fees_total,
  photographed: _photographed,
  listed_at: _listed_at,
  advertised_total: _advertised_total,
  advertised: _advertised,
  is_listed: _is_listed,
  ...description
}: FoundProperty) {
  return description;
}
