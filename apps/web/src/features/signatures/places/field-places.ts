import type { FieldKind } from '@morada/domain/signature/words';
import type { Line } from './page-ink.ts';

/** In tenths of a point, from the page's top left. */
export type Box = { page: number; x: number; y: number; width: number; height: number };
export type PageSize = { width: number; height: number };

/** A drawing is three times as wide as high. */
export const FIELD_SIZES: Readonly<Record<FieldKind, { width: number; height: number }>> = {
  SIGNATURE: { width: 1_500, height: 500 },
  INITIALS: { width: 600, height: 250 },
  NAME: { width: 1_800, height: 140 },
  DATE: { width: 700, height: 140 },
};

const MARGIN = 400;
const NAME_HEIGHT = FIELD_SIZES.NAME.height;

/** What a page shows: its lines to sign on, and how far down its ink reaches. */
export type Ink = { page: number; lines: readonly Line[]; last: number };

export type Placed = Box & { signer: number; kind: FieldKind };

/**
 * Places of the signers' signatures: on the paper's own lines, where its last pages have one for each; else in two columns
 * in the room that is left under the text of the last page, each with its name. Undefined where there is no such room.
 */
export function proposedPlaces(signers: readonly number[], sizes: readonly PageSize[], inks: readonly Ink[]) {
  const lines = inks.flatMap(({ page, lines }) => lines.map((line) => ({ ...line, page })));
  if (lines.length >= signers.length) return signers.map((signer, at) => onLine(signer, sizes, lines[at]));
  const page = sizes.length;
  const last = inks.find((ink) => ink.page === page)?.last ?? 1;
  return underText(signers, page, sizes[page - 1], last);
}

function onLine(signer: number, sizes: readonly PageSize[], line: (Line & { page: number }) | undefined): Placed {
  const { page = 1, x = 0, y = 0, width = 0 } = line ?? {};
  const size = sizes[page - 1] ?? A4;
  const box = FIELD_SIZES.SIGNATURE;
  const middle = (x + width / 2) * size.width;
  // The drawing touches its line.
  return {
    signer,
    kind: 'SIGNATURE',
    ...within(size, { page, ...box, x: middle - box.width / 2, y: y * size.height - box.height + 30 }),
  };
}

export const A4: PageSize = { width: 5_953, height: 8_419 };
const COLUMNS = 2;

function underText(signers: readonly number[], page: number, size: PageSize = A4, last: number): Placed[] | undefined {
  const { width, height } = FIELD_SIZES.SIGNATURE;
  const step = height + NAME_HEIGHT + 120;
  const top = last * size.height + 200;
  const rows = Math.ceil(signers.length / COLUMNS);
  if (top + rows * step > size.height - MARGIN) return undefined;
  const column = (size.width - 2 * MARGIN) / COLUMNS;
  return signers.flatMap((signer, at) => {
    const middle = MARGIN + column * ((at % COLUMNS) + 0.5);
    const y = top + Math.floor(at / COLUMNS) * step;
    const name = FIELD_SIZES.NAME;
    const place = (kind: FieldKind, box: { width: number; height: number }, from: number): Placed => ({
      signer,
      kind,
      ...within(size, { page, ...box, x: middle - box.width / 2, y: from }),
    });
    return [place('SIGNATURE', { width, height }, y), place('NAME', name, y + height + 20)];
  });
}

const clamp = (value: number, least: number, most: number) => Math.round(Math.min(Math.max(value, least), most));

/** The box moved back into its page, in whole tenths. */
export function within<B extends Box>({ width: w, height: h }: PageSize, box: B): B {
  const width = clamp(box.width, 100, w);
  const height = clamp(box.height, 80, h);
  return { ...box, width, height, x: clamp(box.x, 0, w - width), y: clamp(box.y, 0, h - height) };
}

/** Positions of a page by name, for those who place by a list. */
export const POSITIONS = {
  'top-left': 'No alto, à esquerda',
  'top-right': 'No alto, à direita',
  'middle-left': 'No meio, à esquerda',
  'middle-right': 'No meio, à direita',
  'bottom-left': 'Embaixo, à esquerda',
  'bottom-middle': 'Embaixo, no centro',
  'bottom-right': 'Embaixo, à direita',
} as const;
export type Position = keyof typeof POSITIONS;

const DOWN = { top: 0, middle: 0.5, bottom: 1 };
const ALONG = { left: 0, middle: 0.5, right: 1 };

/** The box at a position of its page. */
export function placedAt<B extends Box>(size: PageSize, box: B, position: Position): B {
  const [down, along] = position.split('-') as [keyof typeof DOWN, keyof typeof ALONG];
  const room = { x: size.width - 2 * MARGIN - box.width, y: size.height - 2 * MARGIN - box.height };
  return within(size, { ...box, x: MARGIN + room.x * ALONG[along], y: MARGIN + room.y * DOWN[down] });
}

/** The position at which a box stands, if it stands at one. */
export const positionOf = (size: PageSize, box: Box): Position | undefined =>
  (Object.keys(POSITIONS) as Position[]).find((position) => {
    const { x, y } = placedAt(size, box, position);
    return Math.abs(x - box.x) <= 10 && Math.abs(y - box.y) <= 10;
  });

/** A millimetre, and with Shift a centimetre. */
const STEP = 28;
const BY: Readonly<Record<string, [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The box after a key was pressed on it; undefined where the key doesn't move it. */
export function movedByKey<B extends Box>(size: PageSize, box: B, key: string, large: boolean): B | undefined {
  const by = BY[key];
  if (!by) return undefined;
  const step = large ? STEP * 10 : STEP;
  return within(size, { ...box, x: box.x + by[0] * step, y: box.y + by[1] * step });
}

/** Initials of a signer on every page but the last, at the foot, each signer beside the one before. */
export function initialsOnPages(signer: number, place: number, sizes: readonly PageSize[]): Placed[] {
  const box = FIELD_SIZES.INITIALS;
  return sizes.slice(0, -1).map((size, at) => ({
    signer,
    kind: 'INITIALS',
    ...within(size, {
      page: at + 1,
      ...box,
      x: size.width - MARGIN - (place + 1) * (box.width + 40),
      y: size.height - box.height - 120,
    }),
  }));
}
