import { type Element, INK, inside, type Pdf, put, SOFT, type Style, widthOf } from '#api/pdf/sheet.ts';

/** Margins narrower than those of other documents: the form has a prescribed width. */
export const LEFT = 36;
export const RIGHT = 559.28;
export const WIDTH = RIGHT - LEFT;

const LABEL: Style = { size: 6, color: SOFT };
const SMALLEST = 5.5;

/** Shrinks the text until it fits the width, and truncates it with "…" at the smallest size. */
export function fitted(pdf: Pdf, text: string, style: Style & { width: number }): { text: string; style: Style } {
  for (let size = style.size; size >= SMALLEST; size -= 0.5)
    if (widthOf(pdf, text, { ...style, size }) <= style.width) return { text, style: { ...style, size } };
  let end = text.length;
  const smallest = { ...style, size: SMALLEST };
  while (end > 0 && widthOf(pdf, `${text.slice(0, end)}…`, smallest) > style.width) end -= 1;
  return { text: `${text.slice(0, end)}…`, style: smallest };
}

/** Draws text on a single line. */
export function line(pdf: Pdf, text: string, x: number, y: number, style: Style & { width: number }) {
  const one = fitted(pdf, text, style);
  put(pdf, one.text, x, y + (style.size - one.style.size) * 0.7, { ...one.style, width: style.width + 1 });
}

export type Cell = {
  label: string;
  value?: string;
  /** Drawn below the value, smaller. */
  more?: string;
  /** Fraction of the row's width. */
  part: number;
  align?: 'right';
  bold?: boolean;
};

const PADDING = 3;

/** Draws form fields side by side, each labelled above and ruled around. */
export function cells(pdf: Pdf, root: Element, { x, y, width, height }: Box, row: readonly Cell[]) {
  const whole = row.reduce((total, { part }) => total + part, 0);
  let at = x;
  for (const { label, value = '', more, part, align, bold } of row) {
    const own = (width * part) / whole;
    const inner = own - 2 * PADDING;
    const left = at + PADDING;
    inside(pdf, root, 'P', () => {
      line(pdf, `${label} `, left, y + 2.5, { ...LABEL, width: inner });
      const style = { width: inner, ...(bold && { bold }), ...(align && { align }) };
      if (value) line(pdf, `${value} `, left, y + 10.5, { ...style, size: 8.5 });
      if (more) line(pdf, more, left, y + 20.5, { ...style, size: 7.5 });
    });
    box(pdf, { x: at, y, width: own, height });
    at += own;
  }
}

export type Box = { x: number; y: number; width: number; height: number };

export function box(pdf: Pdf, { x, y, width, height }: Box) {
  decoration(pdf, () => pdf.rect(x, y, width, height).lineWidth(0.6).strokeColor(INK).stroke());
}

/** Draws content that screen readers skip. */
export function decoration(pdf: Pdf, draw: () => void) {
  pdf.markContent('Artifact', { type: 'Layout' });
  draw();
  pdf.endMarkedContent();
}
