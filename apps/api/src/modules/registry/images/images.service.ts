import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { common } from '@morada/contract/base/problem';
import type { IMAGE_SIZES } from '@morada/contract/registry/images';
import type { Deps } from '#api/context.ts';
import { makeMedium, makePhotograph, type Photograph, pictureProblem } from '#api/files/images.ts';
import { FileMissing, removeOnFailure } from '#api/files/storage.ts';

type Size = keyof typeof IMAGE_SIZES;

const SIZES: Size[] = ['full', 'medium', 'thumb'];
const JPEG = 'image/jpeg';

/** 128 random bits, so an address can't be guessed. */
const newKey = () => randomBytes(16).toString('base64url');
const fileOf = (size: Size, key: string) => `image/${size}/${key}.jpg`;
const filesOf = (keys: string[]) => keys.flatMap((key) => SIZES.map((size) => fileOf(size, key)));

/** Path at which the browser loads the image. */
export const imagePath = (size: Size, key: string) => `/api/image/${size}/${key}.jpg`;

/** `field`: name of the form part of the upload, for error messages. */
export async function keepImage(deps: Deps, bytes: Uint8Array, field = 'file') {
  const photograph = await makePhotograph(bytes);
  if (!photograph) throw pictureProblem(bytes, field);
  return putImage(deps, photograph);
}

/** Stores all sizes; a row may refer to the key once this resolves. */
export async function putImage({ files }: Deps, photograph: Photograph) {
  const key = newKey();
  await Promise.all(SIZES.map((size) => files.put(fileOf(size, key), photograph[size], JPEG)));
  return { key, width: photograph.width, height: photograph.height, bytes: photograph.full.length };
}

/** Removes files and ignores failures: an unreferenced file is harmless. */
export async function dropImages({ files }: Deps, keys: string[]) {
  await Promise.allSettled(filesOf(keys).map((file) => files.remove(file)));
}

/** Removes the files of many images, one image after another. @throws when one can't be removed: the job tries again. */
export async function removeImages({ files }: Pick<Deps, 'files'>, keys: readonly string[]) {
  for (const key of keys) await Promise.all(filesOf([key]).map((file) => files.remove(file)));
}

/** Runs the insert of their rows, inside its transaction; removes the files when it fails. */
export const dropOnFailure = <T>({ files }: Deps, keys: string[], work: Promise<T>): Promise<T> =>
  work.catch(removeOnFailure(files, filesOf(keys)));

/**
 * Copies images and returns new keys by old. Copies have files of their own, so removing one doesn't affect the other.
 * An image whose file is missing is skipped.
 */
export async function copyImages(deps: Deps, keys: string[]): Promise<Map<string, string>> {
  const copies = new Map(keys.map((key) => [key, newKey()]));
  const copy = async ([from, to]: [string, string]) => {
    const copySize = (size: Size) => deps.files.copy(fileOf(size, from), fileOf(size, to));
    await Promise.all([
      copySize('full'),
      copySize('thumb'),
      // A missing medium size is generated on demand for the copy too.
      copySize('medium').catch(unlessMissing(() => undefined)),
    ]);
  };
  const lost = (from: string) => unlessMissing(() => void copies.delete(from));
  const copied = [...copies].map((pair) => copy(pair).catch(lost(pair[0])));
  await dropOnFailure(deps, [...copies.values()], Promise.all(copied));
  return copies;
}

const unlessMissing =
  <T>(instead: () => T) =>
  (error: unknown): T => {
    if (error instanceof FileMissing) return instead();
    throw error;
  };

/** `name`: the key with its extension, as in the path. */
export const openImage = (deps: Deps, size: Size, name: string): Promise<Readable> =>
  deps.files
    .stream(`image/${size}/${name}`)
    .catch(unlessMissing(() => (size === 'medium' ? addMedium(deps, name) : Promise.reject(new FileMissing(name)))))
    .catch(
      unlessMissing(() => {
        throw common.NOT_FOUND();
      }),
    );

/** Generates the medium size on first request, for images uploaded before that size existed. */
async function addMedium({ files }: Deps, name: string): Promise<Readable> {
  const medium = await makeMedium(await buffer(await files.stream(`image/full/${name}`)));
  await files.put(`image/medium/${name}`, medium, JPEG);
  // The image was removed meanwhile, so nothing else would remove this file.
  const still = await files.stream(`image/full/${name}`).catch(unlessMissing(() => undefined));
  if (!still) await files.remove(`image/medium/${name}`);
  still?.destroy();
  return Readable.from([medium]);
}
