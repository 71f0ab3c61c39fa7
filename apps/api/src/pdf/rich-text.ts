import type { CalendarDate } from '@morada/domain/base/calendar';
import { flow, type Piece } from './flow.ts';
import { type Letterhead, letterhead } from './letterhead.ts';
import { printable } from './printable.ts';
import { type Align, type Block, blocksOf, type Run } from './rich-blocks.ts';
import { type Line, withKeeps } from './rich-keeps.ts';
import { type Element, openPdf, type Pdf, placed, setFace } from './type.ts';

export type RichText = {
  title: string;
  /** Heads the first page and is the document's author. */
  agency: Letterhead;
  /** The document's own date, so that the same text is always the same file. */
  day: CalendarDate;
  /** Sanitised HTML, as the editor writes it. */
  html: string;
};

/** A word in pieces of one style each. `width` excludes the blank after it, which `blank` measures. */
type Word = { pieces: Run[]; width: number; blank: number };

const INK = '#1f1e19';
const FAINT = '#65645e';
const MARGIN = { top: 64, bottom: 78, left: 72, right: 64 };
const PAGE = { width: 595.28, height: 841.89 };
const BOTTOM = PAGE.height - MARGIN.bottom;
const STEP = 20;
const LINE_HEIGHT = 1.45;
const HEAD_TOP = 48;

const TYPE: Record<Block['tag'], { size: number; above: number; below: number }> = {
  H1: { size: 15, above: 8, below: 10 },
  H2: { size: 12.5, above: 12, below: 6 },
  H3: { size: 11, above: 10, below: 4 },
  P: { size: 10.5, above: 0, below: 8 },
  BlockQuote: { size: 10.5, above: 0, below: 8 },
  LI: { size: 10.5, above: 0, below: 4 },
  Rule: { size: 10.5, above: 6, below: 12 },
};

/** An A4 document of justified text under the agency's letterhead, with page numbers, tagged for screen readers. */
export function richTextPdf({ title, agency, day, html }: RichText): NodeJS.ReadableStream {
  const { pdf, root } = openPdf({ title, author: agency.name, day, margins: MARGIN });
  letterhead(pdf, root, agency, { left: MARGIN.left, right: PAGE.width - MARGIN.right, top: HEAD_TOP });
  pdf.y += 34;
  flow(
    pdf,
    { bottom: BOTTOM, room: BOTTOM - MARGIN.top, turn: () => pdf.addPage() },
    withKeeps(linesOfBlocks(pdf, root, blocksOf(html))),
  );
  root.end();
  pageNumbers(pdf, title);
  pdf.end();
  return pdf;
}

/** Every line of the text, with the space of its block before the first. */
function linesOfBlocks(pdf: Pdf, root: Element, blocks: Block[]): Line[] {
  let space = 0;
  return blocks.flatMap((block, index) => {
    const { above, below } = TYPE[block.tag];
    const [first, ...rest] = block.tag === 'Rule' ? [ruleLine(pdf)] : paragraph(pdf, root, block);
    const gap = space + above;
    space = below;
    return first ? [{ ...first, gap }, ...rest].map((line) => ({ ...line, block: index, tag: block.tag })) : [];
  });
}

type Drawn = Piece & Pick<Line, 'text'>;

function paragraph(pdf: Pdf, root: Element, { align, indent, marker, lines, tag }: Block): Drawn[] {
  const { size } = TYPE[tag];
  const heading = /^H\d$/.test(tag);
  const left = MARGIN.left + indent * STEP;
  const width = PAGE.width - MARGIN.right - left;
  // Created with the first line that is drawn: pdfkit never ends a file with an element outside the structure.
  let element: Element | undefined;
  const inBlock = (draw: () => void) => {
    if (!element) {
      element = pdf.struct(tag);
      root.add(element);
    }
    element.add(draw);
  };
  const drawn: Drawn[] = [];
  const add = (text: string, draw: () => void) => {
    const first = drawn.length === 0;
    drawn.push({
      height: size * LINE_HEIGHT,
      notOnTop: text === '' && !(first && marker),
      text,
      draw: () =>
        inBlock(() => {
          if (first && marker) drawMarker(pdf, marker, left, size);
          draw();
        }),
    });
  };
  for (const runs of lines) {
    const words = wordsOf(pdf, heading ? runs.map((run) => ({ ...run, bold: true })) : runs, size);
    const rows = linesOf(
      words.flatMap((word) => (word.width > width ? chopped(pdf, word, size) : word)),
      width,
    );
    rows.forEach((row, index) => {
      const last = index === rows.length - 1;
      const style = { size, left, width, align: align === 'justify' && (last || heading) ? 'left' : align } as const;
      add(textOf(row), () => drawLine(pdf, row, style));
    });
    if (rows.length === 0) {
      add('', () => {
        pdf.y += size * LINE_HEIGHT;
      });
    }
  }
  return drawn;
}

const textOf = (row: Word[]) =>
  row
    .flatMap(({ pieces }) => pieces.map(({ text }) => text))
    .join('')
    .trim();

function drawMarker(pdf: Pdf, marker: string, left: number, size: number) {
  const { y } = pdf;
  use(pdf, { bold: false, italic: false }, size);
  pdf.text(printable(`${marker} `), left - STEP + 4, y, { ...placed(size), lineBreak: false });
  pdf.y = y;
}

/** Words, between which a line may break. A blank after a blank is dropped, as in a browser. */
function wordsOf(pdf: Pdf, runs: Run[], size: number): Word[] {
  const words: Word[] = [];
  let open: Word | undefined;
  for (const run of runs) {
    for (const part of printable(run.text).split(/(?<= )/)) {
      const text = part.trimEnd() === '' && part !== '' ? ' ' : part;
      if (text === '' || (text === ' ' && !open)) continue;
      const word: Word = open ?? { pieces: [], width: 0, blank: 0 };
      if (!open) words.push(word);
      use(pdf, run, size);
      const ink = text.endsWith(' ') ? text.slice(0, -1) : text;
      word.pieces.push({ ...run, text });
      word.width += pdf.widthOfString(ink);
      word.blank = text.endsWith(' ') ? pdf.widthOfString(' ') : 0;
      open = word.blank > 0 ? undefined : word;
    }
  }
  return words;
}

/** Letters of a word that is wider than a line. */
function chopped(pdf: Pdf, { pieces }: Word, size: number): Word[] {
  return pieces.flatMap((run) => {
    use(pdf, run, size);
    return [...run.text].map((text) => ({ pieces: [{ ...run, text }], width: pdf.widthOfString(text), blank: 0 }));
  });
}

function linesOf(words: Word[], width: number): Word[][] {
  const rows: Word[][] = [];
  let used = 0;
  for (const word of words) {
    const row = rows.at(-1);
    if (row && used + word.width <= width) {
      row.push(word);
      used += word.width + word.blank;
    } else {
      rows.push([word]);
      used = word.width + word.blank;
    }
  }
  return rows;
}

type LineStyle = { size: number; left: number; width: number; align: Align };

/**
 * Draws a line word by word, since pdfkit's own word spacing drops the blank that begins a piece of text and counts a
 * no-break space as a gap.
 */
function drawLine(pdf: Pdf, row: Word[], { size, left, width, align }: LineStyle) {
  const { y } = pdf;
  const natural = row.reduce((sum, word) => sum + word.width + word.blank, 0) - (row.at(-1)?.blank ?? 0);
  const gaps = row.slice(0, -1).filter(({ blank }) => blank > 0).length;
  const extra = align === 'justify' && gaps > 0 ? (width - natural) / gaps : 0;
  let x = left + (align === 'right' ? width - natural : align === 'center' ? (width - natural) / 2 : 0);
  row.forEach((word, index) => {
    const last = index === row.length - 1;
    for (const piece of word.pieces) {
      const ends = piece.text.endsWith(' ');
      use(pdf, piece, size);
      pdf.text(piece.text, x, y, { ...placed(size), lineBreak: false });
      const ink = pdf.widthOfString(ends ? piece.text.slice(0, -1) : piece.text);
      const step = ink + (ends && !last ? word.blank + extra : 0);
      decorate(pdf, piece, { x, y, width: step, size });
      x += step;
    }
  });
  pdf.y = y + size * LINE_HEIGHT;
}

/** The line under or through a piece of text. */
function decorate(
  pdf: Pdf,
  { underline, strike }: Run,
  { x, y, width, size }: { x: number; y: number; width: number; size: number },
) {
  for (const [wanted, height] of [
    [underline, 0.82],
    [strike, 0.47],
  ] as const) {
    if (!wanted) continue;
    pdf.moveTo(x, y + size * height).lineTo(x + width, y + size * height);
    pdf
      .lineWidth(size / 18)
      .strokeColor(INK)
      .stroke();
  }
}

const use = (pdf: Pdf, face: Pick<Run, 'bold' | 'italic'>, size: number) => setFace(pdf, face, size, INK);

const ruleLine = (pdf: Pdf): Drawn => ({ height: RULE_HEIGHT, notOnTop: true, text: '', draw: () => rule(pdf) });

const RULE_HEIGHT = 4;

function rule(pdf: Pdf) {
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
    setFace(pdf, {}, 8, FAINT);
    // Below the margin: without lineBreak pdfkit would go to another page.
    pdf.text(text, PAGE.width - MARGIN.right - pdf.widthOfString(text), PAGE.height - 46, {
      ...placed(8),
      lineBreak: false,
    });
    pdf.endMarkedContent();
  }
}
