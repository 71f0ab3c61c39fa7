import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { LONG } from '#test/long.ts';
import { picture } from '#test/pictures.ts';
import { makeMedium, makePhotograph, type Photograph, pictureProblem } from './images.ts';

const WHITE = [255, 255, 255];

const made = async (bytes: Uint8Array): Promise<Photograph> => {
  const photograph = await makePhotograph(bytes);
  if (!photograph) throw new Error('refused');
  return photograph;
};

/** Colour at a point, after orientation. */
async function colourAt(bytes: Uint8Array, left: number, top: number) {
  const { data } = await sharp(bytes)
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
}
const near = (colour: number[], expected: number[]) =>
  colour.every((value, at) => Math.abs(value - (expected[at] ?? 0)) < 12);

describe('size', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each([
    // sent          kept            middle      thumbnail
    [[4000, 3000], [1920, 1440], [960, 720], [480, 360]],
    [[1500, 2000], [1440, 1920], [720, 960], [360, 480]],
    [[1920, 1920], [1920, 1920], [960, 960], [480, 480]],
    [[ 700,  500], [ 700,  500], [700, 500], [480, 343]],
    [[ 300,  200], [ 300,  200], [300, 200], [300, 200]],
    [[   1,    1], [   1,    1], [  1,   1], [  1,   1]],
    [[   1, 9000], [   1, 1920], [  1, 960], [  1, 480]],
  ])('resizes %j to %j, %j and a thumbnail of %j', async ([width = 0, height = 0], kept, middle, thumbnail) => {
    const { width: wide, height: high, ...files } = await made(await picture(width, height).png().toBuffer());
    const measures = async (bytes: Uint8Array) => {
      const found = await sharp(bytes).metadata();
      return [found.width, found.height];
    };
    expect([wide, high]).toEqual(kept);
    expect(await measures(files.full)).toEqual(kept);
    expect(await measures(files.medium)).toEqual(middle);
    expect(await measures(files.thumb)).toEqual(thumbnail);
    expect(await measures(await makeMedium(files.full))).toEqual(middle);
  });

  test('keeps the noisiest picture within 0.6 MB', LONG, async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 90 } as const;
    const restless = sharp({ create: { width: 1920, height: 1920, channels: 3, background: '#888', noise } });
    const { full } = await made(await restless.jpeg({ quality: 100 }).toBuffer());
    expect(full.length).toBeLessThanOrEqual(600_000);
  });
});

describe('orientation', () => {
  /** Left half red, right half blue: 90 wide, 60 high. */
  const halves = () =>
    picture(90, 60, '#0000ff').composite([
      { input: { create: { width: 45, height: 60, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
    ]);

  // biome-ignore format: a table of cases reads best aligned
  test.each([
    // EXIF  measures   where red is
    [1,     [90, 60],  [10, 30]],
    [2,     [90, 60],  [80, 30]],
    [3,     [90, 60],  [80, 30]],
    [6,     [60, 90],  [30, 10]],
    [8,     [60, 90],  [30, 80]],
  ])('applies EXIF orientation %i', async (orientation, measures, [left = 0, top = 0]) => {
    const { full, width, height } = await made(await halves().withMetadata({ orientation }).jpeg({ quality: 100 }).toBuffer());
    expect([width, height]).toEqual(measures);
    expect(near(await colourAt(full, left, top), [254, 0, 0])).toBe(true);
    expect((await sharp(full).metadata()).orientation).toBeUndefined();
  });
});

describe('whatever the format', () => {
  const clear = { r: 200, g: 30, b: 30, alpha: 0 };
  const glass = sharp({ create: { width: 80, height: 60, channels: 4, background: clear } });

  test.each([
    ['a PNG of 16 bits', picture(80, 60).toColourspace('rgb16').png()],
    ['a grey JPEG', picture(80, 60).greyscale().toColourspace('b-w').jpeg()],
    ['a CMYK JPEG', picture(80, 60).toColourspace('cmyk').jpeg()],
    ['a palette', picture(80, 60).png({ palette: true })],
    ['another profile', picture(80, 60).withIccProfile('p3').jpeg()],
    ['a progressive JPEG', picture(80, 60).jpeg({ progressive: true })],
    ['a WebP', picture(80, 60).webp()],
    ['a transparent WebP', glass.clone().webp({ lossless: true })],
  ])('%s becomes a plain JPEG in sRGB', async (_, image) => {
    const { full, medium, thumb } = await made(await image.toBuffer());
    for (const file of [full, medium, thumb]) {
      const { format, space, channels, depth, exif, icc, xmp, iptc, comments } = await sharp(file).metadata();
      expect({ format, space, channels, depth }).toEqual({
        format: 'jpeg',
        space: 'srgb',
        channels: 3,
        depth: 'uchar',
      });
      expect([exif, icc, xmp, iptc, comments]).toEqual(Array(5).fill(undefined));
    }
  });

  test('makes transparency white', async () => {
    const { full } = await made(await glass.clone().png().toBuffer());
    expect(await colourAt(full, 40, 30)).toEqual(WHITE);
  });

  test('converts a wider colour space to sRGB instead of relabelling it', async () => {
    const wide = await picture(80, 60, '#00ff00').withIccProfile('p3').jpeg({ quality: 100 }).toBuffer();
    expect(near(await colourAt((await made(wide)).full, 40, 30), [0, 255, 0])).toBe(true);
  });
});

test.each([
  ['an iPhone’s own format', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), /HEIC.*Envie em JPEG/],
  [
    'a photograph cut on its way',
    (await picture(800, 600).jpeg().toBuffer()).subarray(0, 900),
    /incompleta.*salve de novo/,
  ],
  ['a drawing', Buffer.from('<svg/>'), /^Arquivo não suportado$/],
])('%s is refused with what to send', async (_, bytes, words) => {
  expect(await makePhotograph(bytes)).toBeUndefined();
  expect(pictureProblem(bytes)).toMatchObject({ status: 422, message: expect.stringMatching(words) });
});

test('processes sixty-two uploads at once, and asks the next ones to retry', async () => {
  const one = await picture(80, 60).jpeg().toBuffer();
  const all = await Promise.allSettled(Array.from({ length: 63 }, () => made(one)));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(62);
  expect(all.at(-1)).toMatchObject({ reason: { status: 503 } });
});
