import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import type { RawPicture } from '../shapes.ts';
import { PaperRefused } from './paper-refused.ts';

/** Pixels of a page and of its longer side, which WebP limits to 16,383. */
const MOST_PIXELS = 12_000_000;
const LONGEST = 16_000;

/** @throws PaperRefused */
export async function openPdfium<Made>(
  bytes: Uint8Array,
  read: (document: PDFiumDocument) => Made | Promise<Made>,
): Promise<Made> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes).catch((error: unknown) => {
    throw new PaperRefused(/password/i.test(String(error)) ? 'PASSWORD' : 'BROKEN');
  });
  try {
    return await read(document);
  } finally {
    document.destroy();
    library.destroy();
  }
}

/** Pages from `first`, counted from 1, as far as there are. */
export const pictures = (
  bytes: Uint8Array,
  { first, count, width, most }: { first: number; count: number; width: number; most: number },
): Promise<RawPicture[]> =>
  openPdfium(bytes, async (document) => {
    const made: RawPicture[] = [];
    for (let at = first - 1; at < Math.min(first - 1 + count, pagesOf(document, most)); at += 1) {
      const page = document.getPage(at);
      const { originalWidth, originalHeight } = page.getOriginalSize();
      const scale = Math.min(
        width / originalWidth,
        LONGEST / Math.max(originalWidth, originalHeight),
        Math.sqrt(MOST_PIXELS / (originalWidth * originalHeight)),
      );
      made.push(
        await page.render({
          width: Math.max(1, Math.round(originalWidth * scale)),
          height: Math.max(1, Math.round(originalHeight * scale)),
          render: async ({ data }) => data,
        }),
      );
    }
    return made;
  });

export const texts = (bytes: Uint8Array, most: number): Promise<string[]> =>
  openPdfium(bytes, (document) =>
    Array.from({ length: pagesOf(document, most) }, (_, at) => document.getPage(at).getText()),
  );

function pagesOf(document: PDFiumDocument, most: number): number {
  const pages = document.getPageCount();
  if (pages > most) throw new PaperRefused('TOO_MANY');
  return pages;
}
