import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const require = createRequire(import.meta.url);
// Otherwise its WebAssembly would be downloaded.
prepareZXingModule({
  overrides: {
    wasmBinary: (await readFile(require.resolve('zxing-wasm/reader/zxing_reader.wasm'))).buffer as ArrayBuffer,
  },
  fireImmediately: true,
});

const DPI = 300;

/** The first page of a PDF, rendered for print. */
export async function printed(pdf: Uint8Array) {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  try {
    const pages = [...document.pages()];
    const [page] = pages;
    if (!page) throw new Error('a PDF without a page');
    const { data, width, height } = await page.render({
      scale: DPI / 72,
      render: ({ data, width, height }) =>
        sharp(data, { raw: { width, height, channels: 4 } })
          .flatten({ background: '#ffffff' })
          .png()
          .toBuffer(),
    });
    return { png: Buffer.from(data), width, height, pages: pages.length };
  } finally {
    document.destroy();
    library.destroy();
  }
}

const toMillimetres = (pixels: number) => (pixels / DPI) * 25.4;

/** Barcodes on the page, each with its left edge and width in millimetres. */
export async function readCodes(png: Buffer) {
  const found = await readBarcodes(png, { formats: ['ITF', 'QRCode'], tryHarder: true });
  return found.map(({ format, text, position }) => ({
    format,
    text,
    left: toMillimetres(position.topLeft.x),
    width: toMillimetres(position.topRight.x - position.topLeft.x),
  }));
}

type Region = { left: number; top: number; right: number; bottom: number };

/** Bounds of the ink within a region of the page, in millimetres from its top left corner. */
export async function inkWithin(png: Buffer, region: Region): Promise<Region> {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  const pixels = (millimetres: number) => Math.round((millimetres / 25.4) * DPI);
  const found = { left: Number.POSITIVE_INFINITY, top: Number.POSITIVE_INFINITY, right: 0, bottom: 0 };
  for (let y = pixels(region.top); y < Math.min(pixels(region.bottom), info.height); y += 1) {
    for (let x = pixels(region.left); x < Math.min(pixels(region.right), info.width); x += 1) {
      if ((data[y * info.width + x] ?? 255) > 127) continue;
      found.left = Math.min(found.left, x);
      found.right = Math.max(found.right, x + 1);
      found.top = Math.min(found.top, y);
      found.bottom = Math.max(found.bottom, y + 1);
    }
  }
  return {
    left: toMillimetres(found.left),
    top: toMillimetres(found.top),
    right: toMillimetres(found.right),
    bottom: toMillimetres(found.bottom),
  };
}
