import { common, type Problem } from '@morada/contract/base/problem';
import { ICON_SIZES, LOGO_SIZE, type PictureVariant } from '@morada/contract/registry/agency';
import { IMAGE_SIZES } from '@morada/contract/registry/images';
import { BulkheadRejectedError, bulkhead } from 'cockatiel';
import type { default as Library, OutputInfo, Sharp } from 'sharp';
import { onDemand } from '../base/on-demand.ts';

/** A photograph as stored: each size, and the dimensions of the largest. */
export type Photograph = Record<keyof typeof IMAGE_SIZES, Buffer> & { width: number; height: number };

/** A PNG with its dimensions in pixels. */
export type PngPicture = { bytes: Buffer; width: number; height: number };

type Raw = { data: Buffer; info: OutputInfo };

/** Maximum size of a listing's image (0.6 MB). */
const MAX_BYTES = 600_000;
const MAX_PIXELS = 60_000_000;
/** Progressive and interlaced pictures are decoded in memory whole. */
const MAX_PIXELS_IN_PASSES = 30_000_000;
const SECONDS = 20;
/** Tried in order until the picture is small enough: lower quality first, then smaller dimensions. */
const STEPS = [
  { size: IMAGE_SIZES.full, quality: 82 },
  { size: IMAGE_SIZES.full, quality: 64 },
  { size: IMAGE_SIZES.full, quality: 46 },
  { size: 1_440, quality: 46 },
  { size: 1_080, quality: 42 },
] as const;
const MEDIUM = { size: IMAGE_SIZES.medium, quality: 76 };
const THUMB = { size: IMAGE_SIZES.thumb, quality: 76 };

const SQUARE = { width: IMAGE_SIZES.full, height: IMAGE_SIZES.full };

/** Two at a time, so that a batch of uploads doesn't occupy the server. */
const workshop = bulkhead(2, 60);

const sharp = onDemand<typeof Library>('sharp', (library) => library.cache(false));

/**
 * Re-encodes the pixels alone, which drops location, camera and appended data. Undefined: not an accepted picture.
 * @param how.mozjpeg false: without its optimisations, which save a sixth of the bytes and take most of the time.
 */
export async function makePhotograph(bytes: Uint8Array, { mozjpeg = true } = {}): Promise<Photograph | undefined> {
  if (!isPicture(bytes)) return undefined;
  return workshop.execute(() => made(bytes, mozjpeg)).catch(unlessBusy);
}

/** The same for a document that was photographed: the largest size alone. */
export async function makePage(bytes: Uint8Array): Promise<Buffer | undefined> {
  if (!isPicture(bytes)) return undefined;
  return workshop
    .execute(async () => {
      const raw = await opaque(bytes);
      return raw && (await lightEnough(raw, true)).data;
    })
    .catch(unlessBusy);
}

/** Medium size of a photograph stored before that size existed. `full`: bytes of a stored photograph. */
export const makeMedium = (full: Uint8Array): Promise<Buffer> =>
  workshop.execute(async () => (await encoded(await pixels(full, SQUARE), MEDIUM)).data).catch(unlessBusy);

/** The same as `makePhotograph` for the letterhead's logo: a PNG, which keeps transparency. */
export async function makeLogo(bytes: Uint8Array): Promise<PngPicture | undefined> {
  if (!isPicture(bytes)) return undefined;
  return workshop.execute(() => drawn(bytes)).catch(unlessBusy);
}

/** The same for the square icon: a PNG whose rest is transparent. */
export async function makeIcon(bytes: Uint8Array): Promise<PngPicture | undefined> {
  if (!isPicture(bytes)) return undefined;
  return workshop
    .execute(async () => {
      const raw = await pixels(bytes, ICON).catch(() => undefined);
      return raw && { bytes: await squared(fromRaw(raw), ICON.width), ...ICON };
    })
    .catch(unlessBusy);
}

type Tile = { bytes: Uint8Array; left: number; top: number };
const TILE = { width: 256, height: 256 };

/** Tiles of a map beside each other, cut to a size. Undefined: one of them is no picture. */
export function makeMap(tiles: readonly Tile[], { width, height }: { width: number; height: number }) {
  return workshop
    .execute(async () => {
      const parts = await Promise.all(tiles.map(({ bytes }) => (isPicture(bytes) ? pixels(bytes, TILE) : undefined)));
      const drawn = parts.flatMap((raw, index) => {
        const { left = 0, top = 0 } = tiles[index] ?? {};
        return raw ? [{ input: raw.data, raw: raw.info, left: left + TILE.width, top: top + TILE.height }] : [];
      });
      if (drawn.length < tiles.length) return undefined;
      const ground = { width: width + 2 * TILE.width, height: height + 2 * TILE.height };
      const whole = await sharp()({ create: { ...ground, channels: 3, background: WHITE } })
        .composite(drawn)
        .raw()
        .toBuffer({ resolveWithObject: true });
      return fromRaw(whole)
        .extract({ left: TILE.width, top: TILE.height, width, height })
        .jpeg({ quality: 82 })
        .toBuffer();
    })
    .catch(() => undefined);
}

/** A size of a stored logo, icon or photograph, by its name among `PICTURE_VARIANTS`. */
export const makeVariant = (variant: PictureVariant, stored: Uint8Array): Promise<Buffer> =>
  workshop.execute(() => VARIANTS[variant](sharp()(stored))).catch(unlessBusy);

const ICON = { width: ICON_SIZES[0], height: ICON_SIZES[0] };
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
const SHARE = { width: 1_200, height: 630 };
const WHITE = '#ffffff';

const png = (picture: Sharp) => picture.png({ compressionLevel: 9 }).toBuffer();
const squared = (picture: Sharp, side: number) =>
  png(picture.ensureAlpha().resize({ width: side, height: side, fit: 'contain', background: CLEAR }));
/** Twice the pixels of the head of a page, for sharp screens. */
const mark = (picture: Sharp) =>
  png(picture.resize({ width: 400, height: 80, fit: 'inside', withoutEnlargement: true }));

const VARIANTS: Record<PictureVariant, (picture: Sharp) => Promise<Buffer>> = {
  mark,
  'mark-dark': mark,
  'icon-512': (picture) => squared(picture, 512),
  'icon-192': (picture) => squared(picture, 192),
  // Apple's home screen shows transparency as black.
  'icon-180': (picture) =>
    png(picture.resize({ width: 180, height: 180, fit: 'contain', background: WHITE }).flatten({ background: WHITE })),
  'icon-32': (picture) => squared(picture, 32),
  share: sharePicture,
};

/** Picture of link previews: a photograph cut to its shape, or a logo, which may be transparent, centred on white. */
async function sharePicture(picture: Sharp): Promise<Buffer> {
  const { format } = await picture.metadata();
  if (format === 'jpeg')
    return picture
      .resize({ ...SHARE, fit: 'cover' })
      .jpeg({ quality: 80, mozjpeg: true })
      .toBuffer();
  const logo = await png(picture.resize({ width: 760, height: 320, fit: 'inside' }));
  return sharp()({ create: { ...SHARE, channels: 3, background: WHITE } })
    .composite([{ input: logo, gravity: 'centre' }])
    .jpeg({ quality: 88, mozjpeg: true })
    .toBuffer();
}

async function drawn(bytes: Uint8Array) {
  const raw = await pixels(bytes, LOGO_SIZE).catch(() => undefined);
  return raw && { bytes: await png(fromRaw(raw)), width: raw.info.width, height: raw.info.height };
}

const opaque = (bytes: Uint8Array) => pixels(bytes, { ...SQUARE, onto: '#ffffff' }).catch(() => undefined);

async function made(bytes: Uint8Array, mozjpeg: boolean): Promise<Photograph | undefined> {
  const raw = await opaque(bytes);
  if (!raw) return undefined;
  const full = await lightEnough(raw, mozjpeg);
  const medium = await encoded(raw, MEDIUM, mozjpeg);
  const thumb = await encoded(raw, THUMB, mozjpeg);
  return { full: full.data, medium: medium.data, thumb: thumb.data, width: full.info.width, height: full.info.height };
}

function unlessBusy(error: unknown): never {
  throw error instanceof BulkheadRejectedError ? common.UNAVAILABLE() : error;
}

const starts = (bytes: Uint8Array, at: number, ...expected: number[]) =>
  expected.every((byte, index) => bytes[at + index] === byte);

/** JPEG, PNG or WebP by its first bytes, so that no other decoder of the library sees untrusted input. */
const isPicture = (bytes: Uint8Array) =>
  starts(bytes, 0, 0xff, 0xd8, 0xff) ||
  starts(bytes, 0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) ||
  (starts(bytes, 0, 0x52, 0x49, 0x46, 0x46) && starts(bytes, 8, 0x57, 0x45, 0x42, 0x50));

/** Brands of the container that iPhones write. */
const HEIC = /^(?:hei[cfmsx]|hev[cmsx]|mif1|msf1)$/;
const isHeic = (bytes: Uint8Array) =>
  starts(bytes, 4, 0x66, 0x74, 0x79, 0x70) && HEIC.test(Buffer.from(bytes.subarray(8, 12)).toString('latin1'));

/** Why a file is no accepted picture, and what to send in its place. */
export function pictureProblem(bytes: Uint8Array, field = 'file'): Problem {
  if (isHeic(bytes))
    return common.FILE_UNSUPPORTED({
      field,
      message:
        'Arquivo não suportado: a foto está em HEIC, o formato do iPhone. Envie em JPEG: em Ajustes, Câmera, Formatos, escolha "Mais compatível", ou mande a foto por e-mail a você mesmo e envie a que chegar.',
    });
  if (isPicture(bytes))
    return common.FILE_UNSUPPORTED({
      field,
      message:
        'Arquivo não suportado: a foto está incompleta, danificada ou é grande demais. Abra o arquivo, salve de novo e envie outra vez.',
    });
  return common.FILE_UNSUPPORTED({ field });
}

/** Pixels, oriented and in sRGB; of an animation the first frame. Rejects damaged or oversized pictures. */
async function pixels(
  bytes: Uint8Array,
  { onto, ...size }: { width: number; height: number; onto?: string },
): Promise<Raw> {
  const picture = sharp()(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).timeout({ seconds: SECONDS });
  const { width, height, isProgressive } = await picture.metadata();
  if (isProgressive && width * height > MAX_PIXELS_IN_PASSES) throw new RangeError('too large to be held in memory');
  const upright = picture.autoOrient().resize({ ...size, fit: 'inside', withoutEnlargement: true });
  return (onto ? upright.flatten({ background: onto }) : upright)
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
}

async function lightEnough(raw: Raw, mozjpeg: boolean) {
  let picture = await encoded(raw, STEPS[0], mozjpeg);
  for (const step of STEPS.slice(1)) {
    if (picture.data.length <= MAX_BYTES) break;
    picture = await encoded(raw, step, mozjpeg);
  }
  return picture;
}

const fromRaw = ({ data, info: { width, height, channels } }: Raw) =>
  sharp()(data, { raw: { width, height, channels } });

function encoded(raw: Raw, { size, quality }: { size: number; quality: number }, mozjpeg = true) {
  return fromRaw(raw)
    .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality, mozjpeg })
    .toBuffer({ resolveWithObject: true });
}
