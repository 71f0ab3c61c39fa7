import type { Pdf } from './type.ts';

/** Part of a document that is never split between pages. It is drawn at `pdf.y`, which it moves to its own end. */
export type Piece = {
  height: number;
  /** Space before the piece, left out at the top of a page. */
  gap?: number;
  /** Left out at the top of a page that continues: an empty line, or the head of a table, which `turn` repeats. */
  notOnTop?: boolean;
  /** How strongly the piece stays on the page of the next one; absent: a page may break between them. */
  keep?: Keep;
  draw: () => void;
};

/**
 * Strength with which pieces stay together, the weakest first: pieces too tall for a page break at the weakest. `LINE`:
 * lines of one row or paragraph. `BLOCK`: a table's head with its first row, the last row with the totals, the
 * signatures with each other. `SOLID`: a signature's line and its name.
 */
export type Keep = 'LINE' | 'BLOCK' | 'SOLID';

const FIRMNESS = { LINE: 1, BLOCK: 2, SOLID: 3 } as const satisfies Record<Keep, number>;

type Paper = {
  /** Where the foot begins. */
  bottom: number;
  /** Adds a page with what repeats on it, such as the head of a table, and leaves `pdf.y` below that. */
  turn: () => void;
  /** Height between the end of what `turn` draws and `bottom`. */
  room: number;
};

/** Draws pieces one below the other, with page breaks only between pieces that need not stay together. */
export function flow(pdf: Pdf, paper: Paper, pieces: readonly Piece[]) {
  let fresh = false;

  const draw = (group: readonly Piece[]) => {
    for (const piece of group) {
      if (fresh && piece.notOnTop) continue;
      if (!fresh) pdf.y += piece.gap ?? 0;
      fresh = false;
      piece.draw();
    }
  };
  const turn = () => {
    if (fresh) return;
    paper.turn();
    fresh = true;
  };
  const place = (group: readonly Piece[]) => {
    const height = heightOf(group, fresh);
    if (pdf.y + height <= paper.bottom + ROUNDING) return draw(group);
    if (group.every((piece) => piece.notOnTop)) return;
    if (heightOf(group, true) > paper.room + ROUNDING && group.length > 1) {
      const loosest = Math.min(...group.slice(0, -1).map(firmnessOf));
      for (const part of parted(group, loosest)) place(part);
      return;
    }
    turn();
    draw(group);
  };
  for (const group of parted(pieces, 0)) place(group);
}

/** Sums of fractions of a point differ in their last digits. */
const ROUNDING = 0.01;

const firmnessOf = ({ keep }: Piece) => (keep ? FIRMNESS[keep] : 0);

/** Groups of pieces between which a page may break, where pieces kept by at most `firmness` may be separated. */
function parted(pieces: readonly Piece[], firmness: number): Piece[][] {
  const groups: Piece[][] = [];
  let open: Piece[] | undefined;
  for (const piece of pieces) {
    if (!open) {
      open = [];
      groups.push(open);
    }
    open.push(piece);
    if (firmnessOf(piece) <= firmness) open = undefined;
  }
  return groups;
}

/** `fresh`: at the top of a page. */
function heightOf(group: readonly Piece[], fresh: boolean) {
  let height = 0;
  let top = fresh;
  for (const piece of group) {
    if (top && piece.notOnTop) continue;
    height += (top ? 0 : (piece.gap ?? 0)) + piece.height;
    top = false;
  }
  return height;
}
