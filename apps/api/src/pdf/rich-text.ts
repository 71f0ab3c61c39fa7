import type { CalendarDate } from '@morada/domain/calendar';
import PDFDocument from 'pdfkit';
import { printable } from './printable.ts';
import { type Align, type Block, blocksOf, type Run } from './rich-blocks.ts';

export type RichText = {
  title: string;
  /** The agency, as the document's author. */
  author: string;
  /** The document's own date, so that the same text is always the same file. */
  day: CalendarDate;
  /** Sanitised: what the editor can write. */
  html: string;
};

type Pdf = InstanceType<typeof PDFDocument>;
type Structure = PDFKit.PDFStructureElement;
/** A word with what follows it: where one style goes over into another within it there are several pieces. */
type Word = { pieces: Run[]; width: number };

const INK = '#1f1e19';
const FAINT = '#65645e';
const MARGIN = { top: 64, bottom: 78, left: 72, right: 64 };
const PAGE = { width: 595.28, height: 841.89 };
const STEP = 20;
const LINE = 1.45;

const TYPE: Record<Block['tag'], { size: number; above: number; below: number }> = {
  H1: { size: 15, above: 8, below: 10 },
  H2: { size: 12.5, above: 12, below: 6 },
  H3: { size: 11, above: 10, below: 4 },
  P: { size: 10.5, above: 0, below: 8 },
  BlockQuote: { size: 10.5, above: 0, below: 8 },
  LI: { size: 10.5, above: 0, below: 4 },
  Rule: { size: 10.5, above: 6, below: 12 },
};

/** An A4 document of justified text, page by page with its number, tagged for those who listen to it. */
export function richTextPdf({ title, author, day, html }: RichText): NodeJS.ReadableStream {
  const pdf = new PDFDocument({
    size: 'A4',
    margins: MARGIN,
    pdfVersion: '1.7',
    lang: 'pt-BR',
    tagged: true,
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: printable(title),
      Author: printable(author),
      Creator: 'Morada',
      Producer: 'Morada',
      CreationDate: new Date(`${day}T12:00:00Z`),
    },
  });
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  for (const block of blocksOf(html)) draw(pdf, root, block);
  root.end();
  pageNumbers(pdf, title);
  pdf.end();
  return pdf;
}

function draw(pdf: Pdf, root: Structure, block: Block) {
  const { size, above, below } = TYPE[block.tag];
  pdf.y += above;
  if (block.tag === 'Rule') {
    rule(pdf);
  } else {
    const heading = /^H\d$/.test(block.tag);
    // A heading is never the last line of its page.
    room(pdf, size * LINE * (heading ? 3 : 1));
    root.add(pdf.struct(block.tag, {}, () => paragraph(pdf, block, heading)));
  }
  pdf.y += below;
}

function paragraph(pdf: Pdf, { align, indent, marker, lines, tag }: Block, heading: boolean) {
  const { size } = TYPE[tag];
  const left = MARGIN.left + indent * STEP;
  const width = PAGE.width - MARGIN.right - left;
  if (marker) {
    use(pdf, { bold: false, italic: false }, size);
    pdf.text(printable(`${marker} `), left - STEP + 4, pdf.y, { lineBreak: false });
  }
  for (const runs of lines) {
    const words = wordsOf(pdf, heading ? runs.map((run) => ({ ...run, bold: true })) : runs, size);
    const rows = broken(words, width);
    rows.forEach((row, index) => {
      const last = index === rows.length - 1;
      line(pdf, row, { size, left, width, align: align === 'justify' && (last || heading) ? 'left' : align });
    });
    if (rows.length === 0) pdf.y += size * LINE;
  }
}

/** Words as they are broken into lines, each with the blank after it. */
function wordsOf(pdf: Pdf, runs: Run[], size: number): Word[] {
  const words: Word[] = [];
  let glued = false;
  for (const run of runs) {
    for (const part of printable(run.text).split(/(?<= )/)) {
      if (part === '') continue;
      const piece = { ...run, text: part };
      const word = glued ? words.at(-1) : undefined;
      use(pdf, run, size);
      const width = pdf.widthOfString(part);
      if (word) {
        word.pieces.push(piece);
        word.width += width;
      } else words.push({ pieces: [piece], width });
      glued = !part.endsWith(' ');
    }
  }
  return words;
}

function broken(words: Word[], width: number): Word[][] {
  const rows: Word[][] = [];
  let left = 0;
  for (const word of words) {
    const row = rows.at(-1);
    // A word wider than the line stands alone and runs over: none of a contract's is.
    if (row && word.width <= left + 3) {
      row.push(word);
      left -= word.width;
    } else {
      rows.push([word]);
      left = width - word.width;
    }
  }
  return rows;
}

type LineStyle = { size: number; left: number; width: number; align: Align };

/** One line, piece by piece; what is left of it goes between its words, or before them. */
function line(pdf: Pdf, row: Word[], { size, left, width, align }: LineStyle) {
  room(pdf, size * LINE);
  const y = pdf.y;
  const pieces = joined(row.flatMap((word) => word.pieces));
  const natural = pieces.reduce((sum, piece) => sum + widthOf(pdf, piece, size), 0) - trailing(pdf, pieces, size);
  const gaps = pieces.map((piece) => piece.text.split(' ').length - 1).reduce((sum, count) => sum + count, 0) - 1;
  const wordSpacing = align === 'justify' && gaps > 0 ? Math.max(0, (width - natural) / gaps) : 0;
  let x = left + (align === 'right' ? width - natural : align === 'center' ? (width - natural) / 2 : 0);
  for (const piece of pieces) {
    use(pdf, piece, size);
    pdf.text(piece.text, x, y, { lineBreak: false, wordSpacing, underline: piece.underline, strike: piece.strike });
    x += pdf.widthOfString(piece.text) + wordSpacing * (piece.text.split(' ').length - 1);
  }
  pdf.y = y + size * LINE;
}

const sameStyle = (one: Run, other: Run) =>
  one.bold === other.bold &&
  one.italic === other.italic &&
  one.underline === other.underline &&
  one.strike === other.strike;

function joined(pieces: Run[]): Run[] {
  const runs: Run[] = [];
  for (const piece of pieces) {
    const last = runs.at(-1);
    if (last && sameStyle(last, piece)) last.text += piece.text;
    else runs.push({ ...piece });
  }
  return runs;
}

/** The blank at the end of a line takes no room. */
function trailing(pdf: Pdf, pieces: Run[], size: number) {
  const last = pieces.at(-1);
  return last?.text.endsWith(' ') ? widthOf(pdf, { ...last, text: ' ' }, size) : 0;
}

function widthOf(pdf: Pdf, piece: Run, size: number) {
  use(pdf, piece, size);
  return pdf.widthOfString(piece.text);
}

function use(pdf: Pdf, { bold, italic }: Pick<Run, 'bold' | 'italic'>, size: number) {
  const face = bold ? (italic ? '-BoldOblique' : '-Bold') : italic ? '-Oblique' : '';
  pdf.font(`Helvetica${face}`, size).fillColor(INK);
}

function room(pdf: Pdf, height: number) {
  if (pdf.y + height > PAGE.height - MARGIN.bottom) pdf.addPage();
}

function rule(pdf: Pdf) {
  room(pdf, 4);
  pdf.markContent('Artifact', { type: 'Layout' });
  pdf.moveTo(MARGIN.left, pdf.y).lineTo(PAGE.width - MARGIN.right, pdf.y);
  pdf.lineWidth(0.5).strokeColor('#dad9d5').stroke();
  pdf.endMarkedContent();
}

function pageNumbers(pdf: Pdf, title: string) {
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page);
    pdf.markContent('Artifact', { type: 'Pagination' });
    const text = printable(`${title} · página ${page + 1} de ${count}`);
    pdf.font('Helvetica', 8).fillColor(FAINT);
    // Below the margin: without lineBreak pdfkit would go to another page.
    pdf.text(text, PAGE.width - MARGIN.right - pdf.widthOfString(text), PAGE.height - 46, { lineBreak: false });
    pdf.endMarkedContent();
  }
}
