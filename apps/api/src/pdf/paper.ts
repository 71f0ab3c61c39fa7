import type { CalendarDate } from '@morada/domain/base/calendar';
import { qrCodeAt } from './codes.ts';
import type { Piece } from './flow.ts';
import { type Letterhead, letterhead, registrationOf } from './letterhead.ts';
import {
  closeSheet,
  type Element,
  FAINT,
  flowPieces,
  INK,
  inside,
  LEFT,
  openSheet,
  type Pdf,
  put,
  rule,
  SOFT,
  type Style,
  tall,
  WIDTH,
  write,
} from './sheet.ts';

export type Column = {
  title: string;
  /** Points; all columns together are as wide as the sheet (475). */
  width: number;
  align?: 'left' | 'right';
};

/** A part of a paper, in reading order. */
export type Block =
  | { heading: string }
  | { text: string; look?: 'normal' | 'strong' | 'small' }
  | { facts: readonly (readonly [label: string, value: string])[] }
  | { columns: readonly Column[]; rows: readonly (readonly string[])[]; total?: readonly string[] }
  /** The agency signs below. */
  | { signedAt: string }
  /** Words beside the QR code of an address. */
  | { link: { url: string; words: string; alt: string } };

export type Paper = {
  agency: Letterhead;
  title: string;
  subtitle: string;
  day: CalendarDate;
  blocks: readonly Block[];
};

/** An A4 paper with the agency's letterhead, ended and ready to be sent. */
export function paperPdf({ agency, title, subtitle, day, blocks }: Paper): NodeJS.ReadableStream {
  const { pdf, root } = openSheet({ title, author: agency.name, day });
  letterhead(pdf, root, agency);
  write(pdf, root, 'H1', title, LEFT, pdf.y + 26, { size: 18, bold: true, width: WIDTH });
  write(pdf, root, 'P', subtitle, LEFT, pdf.y + 2, { size: 10.5, color: SOFT, width: WIDTH });
  flowPieces(
    pdf,
    title,
    blocks.flatMap((block) => piecesOf(pdf, root, block, agency)),
  );
  return closeSheet(pdf, root, title);
}

const HEADING: Style = { size: 12, bold: true, width: WIDTH };
const LOOKS = {
  normal: { size: 10, width: WIDTH },
  strong: { size: 11, bold: true, width: WIDTH },
  small: { size: 8.5, color: FAINT, width: WIDTH },
} as const satisfies Record<string, Style>;

function piecesOf(pdf: Pdf, root: Element, block: Block, agency: Letterhead): Piece[] {
  if ('heading' in block)
    return [{ ...textPiece(pdf, root, 'H2', block.heading, HEADING, 18), keep: 'BLOCK' as const }];
  if ('text' in block) return [textPiece(pdf, root, 'P', block.text, LOOKS[block.look ?? 'normal'], 8)];
  if ('facts' in block) return block.facts.map(([label, value]) => factPiece(pdf, root, label, value));
  if ('signedAt' in block) return [signaturePiece(pdf, root, block.signedAt, agency)];
  if ('link' in block) return [linkPiece(pdf, root, block.link)];
  return tablePieces(pdf, root, block);
}

function textPiece(pdf: Pdf, root: Element, tag: string, text: string, style: Style, gap: number): Piece {
  return { gap, height: tall(pdf, text, style), draw: () => write(pdf, root, tag, text, LEFT, pdf.y, style) };
}

const LABEL_WIDTH = 120;
const LABEL: Style = { size: 9, color: FAINT, width: LABEL_WIDTH };
const VALUE: Style = { size: 10, width: WIDTH - LABEL_WIDTH - 8 };

function factPiece(pdf: Pdf, root: Element, label: string, value: string): Piece {
  const height = Math.max(tall(pdf, label, LABEL), tall(pdf, value, VALUE));
  const draw = () => {
    const y = pdf.y;
    inside(pdf, root, 'P', () => {
      put(pdf, `${label} `, LEFT, y + 0.8, LABEL);
      put(pdf, value, LEFT + LABEL_WIDTH + 8, y, VALUE);
    });
    pdf.y = y + height;
  };
  return { gap: 4, height, draw };
}

const HEAD: Style = { size: 8, bold: true, color: SOFT };
const ROW: Style = { size: 8.5 };
const ABOVE = 3;
const BELOW = 3;
const BETWEEN = 6;

function tablePieces(pdf: Pdf, root: Element, { columns, rows, total }: Extract<Block, { columns: unknown }>): Piece[] {
  const table = pdf.struct('Table');
  const head = rowPiece(pdf, table, 'TH', columns, {
    cells: columns.map(({ title }) => title),
    style: HEAD,
    before: () => root.add(table),
  });
  const body = rows.map((cells) => rowPiece(pdf, table, 'TD', columns, { cells, style: ROW }));
  const last = total ? [rowPiece(pdf, table, 'TD', columns, { cells: total, style: { ...ROW, bold: true } })] : [];
  // The head stays with the first row, the total with the last one.
  const pieces: Piece[] = [{ ...head, gap: 10, keep: 'BLOCK' }, ...body, ...last];
  return pieces.map((piece, index) =>
    last.length > 0 && index === pieces.length - 2 ? { ...piece, keep: 'BLOCK' } : piece,
  );
}

type Row = { cells: readonly string[]; style: Style; before?: () => void };

function rowPiece(
  pdf: Pdf,
  table: Element,
  tag: 'TH' | 'TD',
  columns: readonly Column[],
  { cells, style, before }: Row,
): Piece {
  let x = LEFT;
  const placed = columns.map(({ width, align = 'left' }, index) => {
    const cell = { text: cells[index] ?? '', x, style: { ...style, width: width - BETWEEN, align } };
    x += width;
    return cell;
  });
  const tallest = Math.max(...placed.map(({ text, style: own }) => tall(pdf, text || ' ', own)));
  const height = ABOVE + tallest + BELOW;
  const draw = () => {
    before?.();
    const row = pdf.struct('TR');
    table.add(row);
    const y = pdf.y;
    for (const { text, x: left, style: own } of placed) write(pdf, row, tag, text || ' ', left, y + ABOVE, own);
    pdf.y = y + height;
    rule(pdf, pdf.y);
  };
  return { height, draw };
}

const CODE_WIDTH = 84;
const BESIDE_CODE: Style = { size: 10, width: WIDTH - CODE_WIDTH - 20 };

function linkPiece(pdf: Pdf, root: Element, { url, words, alt }: { url: string; words: string; alt: string }): Piece {
  const height = Math.max(CODE_WIDTH, tall(pdf, words, BESIDE_CODE));
  const draw = () => {
    const y = pdf.y;
    write(pdf, root, 'P', words, LEFT, y, BESIDE_CODE);
    qrCodeAt(pdf, root, url, { x: LEFT + WIDTH - CODE_WIDTH, y, width: CODE_WIDTH, alt });
    pdf.y = y + height;
  };
  return { gap: 10, height, draw };
}

const SIGNATURE_WIDTH = 270;

function signaturePiece(pdf: Pdf, root: Element, at: string, agency: Letterhead): Piece {
  const detail = registrationOf(agency);
  const signed: Style = { size: 10, bold: true, width: SIGNATURE_WIDTH, align: 'center' };
  const small: Style = { ...signed, bold: false, size: 8.5, color: FAINT };
  const height = 70 + tall(pdf, agency.name, signed) + (detail ? tall(pdf, detail, small) : 0);
  const draw = () => {
    const x = LEFT + (WIDTH - SIGNATURE_WIDTH) / 2;
    write(pdf, root, 'P', at, LEFT, pdf.y, { size: 10, width: WIDTH });
    const y = pdf.y + 44;
    rule(pdf, y, INK, 0.75, x, x + SIGNATURE_WIDTH);
    write(pdf, root, 'P', agency.name, x, y + 6, signed);
    if (detail) write(pdf, root, 'P', detail, x, pdf.y + 2, small);
  };
  return { gap: 20, height, draw };
}
