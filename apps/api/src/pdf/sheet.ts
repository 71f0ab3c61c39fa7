import type { CalendarDate } from '@morada/domain/base/calendar';
import { flow, type Keep, type Piece } from './flow.ts';
import { printable } from './printable.ts';
import { type Element, openPdf, type Pdf, placed, setFace } from './type.ts';

export type { Element, Pdf } from './type.ts';

export type Style = {
  size: number;
  bold?: boolean;
  color?: string;
  width?: number;
  align?: 'left' | 'right' | 'center';
};

export const INK = '#1f1e19';
export const SOFT = '#54534c';
export const FAINT = '#65645e';
const HAIR = '#dad9d5';
export const BRAND = '#0f606d';

export const LEFT = 60;
export const RIGHT = 535;
export const WIDTH = RIGHT - LEFT;
export const TOP = 56;
export const BOTTOM = 764;
const FOOTER = 794;
const COLUMNS = 4;
const GAP = 12;

/** `wide`: a row of its own. */
export type Fact = { label: string; value: string; wide?: boolean };

/** An A4 page with the margins of a sheet; `closeSheet` ends it. */
export const openSheet = (sheet: { title: string; author: string; day: CalendarDate }) =>
  openPdf({ ...sheet, margins: { top: TOP, bottom: 841.89 - BOTTOM, left: LEFT, right: 595.28 - RIGHT } });

/** Draws the foot of every page and ends the document, which is then ready to be sent. */
export function closeSheet(pdf: Pdf, root: Element, title: string, mark?: string): NodeJS.ReadableStream {
  root.end();
  if (mark) watermarks(pdf, mark);
  footers(pdf, title);
  pdf.end();
  return pdf;
}

export function facts(pdf: Pdf, root: Element, all: Fact[]) {
  rule(pdf, pdf.y);
  pdf.y += 12;
  for (const row of rowsOf(all)) {
    const y = pdf.y;
    const width = row[0]?.wide ? WIDTH : (WIDTH - GAP * (COLUMNS - 1)) / COLUMNS;
    const bottoms = row.map(({ label, value }, index) => {
      const x = LEFT + index * (width + GAP);
      inside(pdf, root, 'P', () => {
        put(pdf, `${label} `, x, y, { size: 8.5, color: FAINT, width });
        put(pdf, value, x, pdf.y + 2, { size: 10, width });
      });
      return pdf.y;
    });
    pdf.y = Math.max(...bottoms) + 10;
  }
  pdf.y += 16;
}

/** Up to four facts side by side, a wide one alone. */
function rowsOf(all: Fact[]) {
  const rows: Fact[][] = [];
  for (const fact of all) {
    const open = rows.at(-1);
    if (open && !fact.wide && !open[0]?.wide && open.length < COLUMNS) open.push(fact);
    else rows.push([fact]);
  }
  return rows;
}

const CONTINUED: Style = { size: 8.5, color: FAINT, width: WIDTH };
const BELOW_CONTINUED = 14;

const continued = (title: string) => `${title} (continuação)`;

function turnPage(pdf: Pdf, title: string) {
  pdf.addPage();
  artifact(pdf, () => put(pdf, continued(title), LEFT, TOP, CONTINUED));
  pdf.y += BELOW_CONTINUED;
}

type Table = {
  /** Title of the document, shown on each page that continues it. */
  title: string;
  /** Repeated at the top of each page. */
  head: Piece;
  /** Pieces of each row: several where a row may be taller than a page. */
  rows: readonly (readonly Piece[])[];
  /** Totals and signatures: they stay on one page, with a row before them. */
  closing: readonly Piece[];
};

/** Draws a table: its rows, then its closing. */
export function flowTable(pdf: Pdf, { title, head, rows, closing }: Table) {
  const turn = () => {
    turnPage(pdf, title);
    head.draw();
  };
  const repeated = tall(pdf, continued(title), CONTINUED) + BELOW_CONTINUED + head.height;
  flow(pdf, { bottom: BOTTOM, room: BOTTOM - TOP - repeated, turn }, [
    { ...head, notOnTop: true, keep: 'BLOCK' },
    ...rows.flatMap((row, index) => kept(row, 'LINE', index === rows.length - 1 ? 'BLOCK' : undefined)),
    ...kept(closing, 'SOLID'),
  ]);
}

/** Draws pieces one below the other, without a repeated head. `title`: that of the document. */
export function flowPieces(pdf: Pdf, title: string, pieces: readonly Piece[]) {
  const repeated = tall(pdf, continued(title), CONTINUED) + BELOW_CONTINUED;
  flow(pdf, { bottom: BOTTOM, room: BOTTOM - TOP - repeated, turn: () => turnPage(pdf, title) }, pieces);
}

/** Keeps each piece with the next one by `within`, and the last piece with the following by `after`. */
const kept = (pieces: readonly Piece[], within: Keep, after?: Keep): Piece[] =>
  pieces.map((piece, index) => {
    const keep = index < pieces.length - 1 ? within : after;
    return keep ? { ...piece, keep } : piece;
  });

/** Writes the mark across every page, faint enough to read the text under it. */
function watermarks(pdf: Pdf, mark: string) {
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page);
    artifact(pdf, () => {
      pdf
        .save()
        .rotate(-35, { origin: [297, 421] })
        .fillOpacity(0.1);
      put(pdf, mark, 0, 370, { size: 92, bold: true, color: INK, width: 595, align: 'center' });
      pdf.restore();
    });
  }
}

function footers(pdf: Pdf, title: string) {
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page);
    rule(pdf, FOOTER - 10);
    artifact(pdf, () => {
      footer(pdf, `Emitido por ${pdf.info.Author}`, 'left');
      footer(pdf, count > 1 ? `${title} · página ${page + 1} de ${count}` : title, 'right');
    });
  }
}

function footer(pdf: Pdf, text: string, side: 'left' | 'right') {
  const style: Style = { size: 8, color: FAINT };
  const x = side === 'left' ? LEFT : RIGHT - widthOf(pdf, text, style);
  use(pdf, style);
  // Below the margin: without lineBreak pdfkit would go to another page.
  pdf.text(printable(text), x, FOOTER, { ...placed(style.size), lineBreak: false });
}

// Drawing ------------------------------------------------------------------------------------------------------------

export function use(pdf: Pdf, { size, bold, color = INK }: Style) {
  setFace(pdf, { bold }, size, color);
}

export function put(pdf: Pdf, text: string, x: number, y: number, style: Style) {
  use(pdf, style);
  pdf.text(printable(text), x, y, { ...placed(style.size), width: style.width, align: style.align, lineGap: 1.5 });
}

/** A piece of the document's structure, which screen readers follow. */
export function inside(pdf: Pdf, parent: Element, tag: string, draw: () => void) {
  parent.add(pdf.struct(tag, {}, draw));
}

export function write(pdf: Pdf, parent: Element, tag: string, text: string, x: number, y: number, style: Style) {
  inside(pdf, parent, tag, () => put(pdf, text, x, y, style));
}

/** Content that screen readers skip. */
export function artifact(pdf: Pdf, draw: () => void) {
  pdf.markContent('Artifact', { type: 'Pagination' });
  draw();
  pdf.endMarkedContent();
}

export function rule(pdf: Pdf, y: number, color = HAIR, thickness = 0.5, from = LEFT, to = RIGHT) {
  pdf.markContent('Artifact', { type: 'Layout' });
  pdf.moveTo(from, y).lineTo(to, y).lineWidth(thickness).strokeColor(color).stroke();
  pdf.endMarkedContent();
}

export function widthOf(pdf: Pdf, text: string, style: Style) {
  use(pdf, style);
  return pdf.widthOfString(printable(text));
}

export function tall(pdf: Pdf, text: string, style: Style) {
  use(pdf, style);
  return pdf.heightOfString(printable(text), { width: style.width, lineGap: 1.5 });
}
