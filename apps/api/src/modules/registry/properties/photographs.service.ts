import type { UploadedFile } from '@morada/contract/base/endpoint';
import { propertyProblems } from '@morada/contract/registry/properties';
import type { Context, Db } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { cleanName } from '#api/files/name.ts';
import { dropImages, dropOnFailure, imagePath, keepImage } from '../images/images.service.ts';
import { lockProperty } from './lock.service.ts';
import * as queries from './parts.queries.ts';
import { removePart } from './parts.service.ts';
import { isThere, touchProperty } from './properties.queries.ts';

const MAX_PHOTOGRAPHS = 60;

type Found = { id: number; key: string; name: string; width: number; height: number };

export function shownPhotograph({ key, ...photograph }: Found) {
  const url = imagePath('full', key);
  return { ...photograph, url, source: url, thumbnail: imagePath('thumb', key) };
}

async function checkRoom(db: Db, id: number, most: number) {
  if ((await queries.countImages(db, id)) < most) return;
  throw most < MAX_PHOTOGRAPHS ? propertyProblems.OFFER_FULL({ field: 'fotos' }) : propertyProblems.TOO_MANY_IMAGES();
}

/** Checked before the image is processed, to save the work, and again under the property's lock, where it counts. */
export async function addPhotograph(ctx: Context, id: number, file: UploadedFile, most = MAX_PHOTOGRAPHS) {
  if (!(await isThere(ctx.db, id))) throw propertyProblems.PROPERTY_NOT_FOUND();
  await checkRoom(ctx.db, id, most);
  const image = await keepImage(ctx, file.bytes);
  return change(ctx, (trx) =>
    dropOnFailure(ctx, [image.key], append(trx, ctx, id, { ...image, name: cleanName(file.name) }, most)),
  );
}

async function append(
  trx: Db,
  ctx: Context,
  id: number,
  image: Awaited<ReturnType<typeof keepImage>> & { name: string },
  most: number,
) {
  await lockProperty(trx, ctx, id);
  await checkRoom(trx, id, most);
  const made = await queries.appendImage(trx, { ...image, property_id: id });
  await touchProperty(trx, id);
  await leaveTrail(trx, ctx, 'property', id, 'add-image', { image_id: made.id, name: made.name });
  return shownPhotograph(made);
}

/** Removes the files after the row's deletion has committed. */
export async function removePhotograph(ctx: Context, imageId: number) {
  const key = await queries.findKey(ctx.db, imageId);
  await removePart(ctx, 'images', imageId);
  if (key) await dropImages(ctx, [key]);
}
