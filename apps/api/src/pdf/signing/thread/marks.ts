import type { CalendarDate } from '@morada/domain/base/calendar';
import { printable } from '../../printable.ts';
import { FAINT, INK } from '../../sheet.ts';
import { openPdf, type Pdf, placed, setFace } from '../../type.ts';
import type { Mark } from '../shapes.ts';

/** A picture to be placed on pages; the same one may lie on many. Points. */
export type Picture = { width: number; height: number; draw: (pdf: Pdf) => void };

const DRAWING = { width: 600, height: 200, stroke: 5 };
const CAPTION = { size: 5.5, height: 8 };
const FOOT = { size: 6, height: 9 };
const LARGEST = 20;

/** A path of moves, lines and curves, as the pen of the browser writes it. */
const PATH = /^[MLHVCSQTAZmlhvcsqtaz][MLHVCSQTAZmlhvcsqtaz\d\s,.+-]{0,200000}$/;

/** @throws where a drawing is no path: the caller has checked what the signer sent. */
export function pictureOf(mark: Mark): Picture {
  const [width, height] = [mark.width / 10, mark.height / 10];
  const above = mark.caption ? Math.max(1, height - CAPTION.height) : height;
  if (mark.drawing !== undefined && !PATH.test(mark.drawing)) throw new Error('a drawing that is no path');
  return {
    width,
    height,
    draw: (pdf) => {
      if (mark.drawing) drawPath(pdf, mark.drawing, { width, height: above });
      if (mark.text) writeWithin(pdf, mark.text, { width, height: above }, { italic: mark.italic });
      if (mark.caption) writeLine(pdf, mark.caption, { width, y: above + 1, size: CAPTION.size });
    },
  };
}

/** The line at the foot of each page. */
export const footOf = (width: number, words: string): Picture => ({
  width,
  height: FOOT.height,
  draw: (pdf) => writeLine(pdf, words, { width, y: 1, size: FOOT.size, centred: true }),
});

/** The key of a mark's picture: marks that look alike share one. */
export const looksOf = ({ width, height, text, drawing, italic, caption }: Mark) =>
  JSON.stringify([width, height, text, drawing, italic, caption]);

/** All pictures as the pages of one PDF, in their order. */
export async function picturesPdf(pictures: readonly Picture[], day: CalendarDate): Promise<Buffer> {
  const [first] = pictures;
  if (!first) throw new Error('no pictures to be drawn');
  const margins = { top: 0, bottom: 0, left: 0, right: 0 };
  const size = ({ width, height }: Picture) => [width, height] as const;
  const { pdf, root } = openPdf({ title: 'Marcas', author: 'Morada', day, margins, size: size(first) });
  for (const [index, picture] of pictures.entries()) {
    if (index > 0) pdf.addPage({ size: [...size(picture)], margins });
    picture.draw(pdf);
  }
  root.end();
  pdf.end();
  return bytesOf(pdf);
}

export async function bytesOf(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

type Room = { width: number; height: number };

function drawPath(pdf: Pdf, path: string, { width, height }: Room) {
  const scale = Math.min(width / DRAWING.width, height / DRAWING.height);
  pdf.save();
  pdf.translate((width - DRAWING.width * scale) / 2, (height - DRAWING.height * scale) / 2).scale(scale);
  pdf.lineCap('round').lineJoin('round').lineWidth(DRAWING.stroke);
  pdf.path(path).stroke(INK);
  pdf.restore();
}

/** One line in the middle of a box, as large as fits. */
function writeWithin(pdf: Pdf, text: string, { width, height }: Room, { italic }: { italic: boolean | undefined }) {
  const words = printable(text);
  setFace(pdf, { italic: italic ?? false }, LARGEST, INK);
  const wide = pdf.widthOfString(words);
  const size = Math.max(2, Math.min(LARGEST, height * 0.72, (LARGEST * width) / Math.max(1, wide)));
  setFace(pdf, { italic: italic ?? false }, size, INK);
  const x = Math.max(0, (width - pdf.widthOfString(words)) / 2);
  pdf.text(words, x, Math.max(0, (height - 0.92 * size) / 2), { ...placed(size), lineBreak: false });
}

type Line = { width: number; y: number; size: number; centred?: boolean };

function writeLine(pdf: Pdf, text: string, { width, y, size, centred }: Line) {
  const words = printable(text);
  setFace(pdf, {}, size, FAINT);
  const wide = pdf.widthOfString(words);
  const fits = Math.max(2, Math.min(size, (size * width) / Math.max(1, wide)));
  setFace(pdf, {}, fits, FAINT);
  const x = centred ? (width - (wide * fits) / size) / 2 : 0;
  pdf.text(words, x, y, { ...placed(fits), lineBreak: false });
}
