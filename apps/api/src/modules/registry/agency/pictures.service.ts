import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { UploadedFile } from '@morada/contract/base/endpoint';
import {
  agencyProblems,
  PICTURE_VARIANTS,
  type PictureKind,
  type PictureVariant,
} from '@morada/contract/registry/agency';
import type { Context, Db, Deps } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { makeIcon, makeLogo, makeVariant, pictureProblem } from '#api/files/images.ts';
import { FileMissing, removeOnFailure, whenMissing } from '#api/files/storage.ts';
import { dropImages, dropOnFailure, keepImage } from '../images/images.service.ts';
import * as queries from './agency.queries.ts';
import { AGENCY, lockAgency, presented } from './agency.service.ts';
import { pictureName, variantKey } from './picture.map.ts';

type Kind = PictureKind | 'logo';
type Columns = Parameters<typeof queries.setPicture>[1];

const newKey = () => `agency/${randomBytes(16).toString('base64url')}.png`;

const COLUMNS = { logo: 'logo', 'logo-dark': 'logo_dark', icon: 'icon' } as const;

/** Stores the file before the row refers to it, and removes the previous file once the row no longer does. */
export async function setPicture(ctx: Context, kind: Kind, file: UploadedFile) {
  if (kind === 'cover') return setCover(ctx, file);
  const picture = await (kind === 'icon' ? makeIcon : makeLogo)(file.bytes);
  if (!picture) throw pictureProblem(file.bytes);
  const key = newKey();
  await ctx.files.put(key, picture.bytes, 'image/png');
  const ratio = kind === 'logo' && { logo_ratio: Math.round((picture.width / picture.height) * 100) };
  const { before, after } = await change(ctx, (trx) =>
    exchange(trx, ctx, kind, { [COLUMNS[kind]]: key, ...ratio }).catch(removeOnFailure(ctx.files, [key])),
  );
  await drop(ctx, kind, before);
  return after;
}

async function setCover(ctx: Context, file: UploadedFile) {
  const { key, width, height } = await keepImage(ctx, file.bytes);
  const columns = { cover: key, cover_width: width, cover_height: height };
  const { before, after } = await change(ctx, (trx) => dropOnFailure(ctx, [key], exchange(trx, ctx, 'cover', columns)));
  await drop(ctx, 'cover', before);
  return after;
}

export async function removePicture(ctx: Context, kind: Kind): Promise<void> {
  const columns = kind === 'cover' ? { cover: null, cover_width: null, cover_height: null } : { [COLUMNS[kind]]: null };
  const { before } = await change(ctx, (trx) => exchange(trx, ctx, kind, columns));
  await drop(ctx, kind, before);
}

async function exchange(trx: Db, ctx: Context, kind: Kind, columns: Columns) {
  const agency = await lockAgency(trx, ctx);
  const column = kind === 'cover' ? 'cover' : COLUMNS[kind];
  const before = agency[column];
  if (columns[column] === before)
    throw kind === 'logo' ? agencyProblems.LOGO_NOT_FOUND() : agencyProblems.PICTURE_NOT_FOUND();
  const after = await queries.setPicture(trx, columns);
  await leaveTrail(trx, ctx, 'agency', AGENCY, `${columns[column] ? 'set' : 'remove'}-${kind}`);
  return { before, after: await presented(trx, after) };
}

/** Removes a picture with its sizes and ignores failures: an unreferenced file is harmless. */
async function drop(deps: Deps, kind: Kind, key: string | null) {
  if (!key) return;
  if (kind === 'cover') await dropImages(deps, [key]);
  const files = [...(kind === 'cover' ? [] : [key]), ...PICTURE_VARIANTS.map((variant) => variantKey(variant, key))];
  await Promise.allSettled(files.map((file) => deps.files.remove(file)));
}

/** The logo's bytes, and whether they are of the version asked for. */
export async function openLogo({ db, files }: Deps, version: string | undefined) {
  const { logo: key } = await queries.findPictures(db);
  if (!key) throw agencyProblems.LOGO_NOT_FOUND();
  const stream = await files.stream(key).catch(whenMissing(agencyProblems.LOGO_NOT_FOUND));
  return { stream, isNamed: pictureName(key) === version };
}

type Pictures = Awaited<ReturnType<typeof queries.findPictures>>;

const coverFile = (cover: string) => `image/full/${cover}.jpg`;

/** Key of the picture that a size is made from, and the file of that picture. */
function sourceOf(variant: PictureVariant, { logo, logo_dark, icon, cover }: Pictures) {
  if (variant === 'share' && cover) return { key: cover, file: coverFile(cover) };
  const keys: Record<PictureVariant, string | null> = {
    ...{ mark: logo, share: logo, 'mark-dark': logo_dark },
    ...{ 'icon-512': icon, 'icon-192': icon, 'icon-180': icon, 'icon-32': icon },
  };
  const key = keys[variant];
  return key === null ? undefined : { key, file: key };
}

/** A size of a picture that the agency has now; made at the first request and stored. */
export async function openVariant({ db, files }: Deps, variant: PictureVariant, name: string): Promise<Readable> {
  const source = sourceOf(variant, await queries.findPictures(db));
  const key = source && variantKey(variant, source.key);
  if (!source || !key?.endsWith(`/${name}`)) throw agencyProblems.PICTURE_NOT_FOUND();
  const missing = (otherwise: () => Promise<Readable>) => (error: unknown) => {
    if (error instanceof FileMissing) return otherwise();
    throw error;
  };
  return files.stream(key).catch(
    missing(async () => {
      const stored = await files
        .stream(source.file)
        .catch(missing(() => Promise.reject(agencyProblems.PICTURE_NOT_FOUND())));
      const made = await makeVariant(variant, await buffer(stored));
      await files.put(key, made, variant === 'share' ? 'image/jpeg' : 'image/png');
      return Readable.from([made]);
    }),
  );
}
