import { asciiText } from '@morada/domain/base/ascii';
import type { FieldKind, SignerRole } from '@morada/domain/signature/words';
import type { Line, Room } from './page-ink.ts';

/** In tenths of a point, from the page's top left. */
export type Box = { page: number; x: number; y: number; width: number; height: number };
export type PageSize = { width: number; height: number };

/** A drawing is three times as wide as high. */
export const FIELD_SIZES: Readonly<Record<FieldKind, { width: number; height: number }>> = {
  SIGNATURE: { width: 1_200, height: 400 },
  INITIALS: { width: 600, height: 250 },
  NAME: { width: 1_800, height: 140 },
  DATE: { width: 700, height: 140 },
};

const MARGIN = 400;
const NAME_HEIGHT = FIELD_SIZES.NAME.height;

/** What a page shows: its lines to sign on with the words that stand under each, and the room under its text. */
export type Ink = { page: number; lines: readonly (Line & { under: string })[]; room: Room | undefined };

export type Placed = Box & { signer: number; kind: FieldKind };

/** Who signs, by the words that a paper has under a line. */
export type Named = { name: string; capacity: string; role: SignerRole };

/**
 * Places of the signers' signatures: on the paper's own lines, where one has their name under it or is the only one of their
 * role; else in two columns in the room that is left under the text of the last page, each with its name. `missing`: those
 * for whom there is no such room.
 */
export function proposedPlaces(signers: readonly Named[], sizes: readonly PageSize[], inks: readonly Ink[]) {
  const lines = inks.flatMap(({ page, lines }) => lines.map((line) => ({ ...line, page })));
  const taken = lineOfEach(signers, lines);
  const placed = signers.flatMap((_, signer) => {
    const line = lines[taken.get(signer) ?? -1];
    return line ? [onLine(signer, sizes[line.page - 1] ?? A4, line)] : [];
  });
  const rest = [...signers.keys()].filter((signer) => !taken.has(signer));
  const page = sizes.length;
  const room = inks.find((ink) => ink.page === page)?.room;
  const under = underText(rest, page, sizes[page - 1], room);
  return { places: [...placed, ...(under ?? [])], missing: under ? [] : rest };
}

const plain = (text: string) => asciiText(text).toLowerCase();

const ROLE_STEMS: Readonly<Record<SignerRole, readonly string[]>> = {
  TENANT: ['locatari', 'inquilin', 'devedor'],
  BUYER: ['comprador'],
  OWNER: ['locador', 'proprietari', 'vendedor'],
  SPOUSE: ['conjuge'],
  GUARANTOR: ['fiador'],
  PROCURATOR: ['procurador'],
  USUFRUCTUARY: ['usufrut'],
  WITNESS: ['testemunha'],
  AGENCY: ['administradora', 'imobiliaria'],
};

/** The line of each signer, by names first, then by roles that one line and one signer have. */
function lineOfEach(signers: readonly Named[], lines: readonly { under: string }[]): Map<number, number> {
  const words = lines.map(({ under }) => plain(under));
  const taken = new Map<number, number>();
  const isFree = (line: number) => ![...taken.values()].includes(line);
  const take = (signer: number, of: (under: string) => boolean) => {
    const line = words.findIndex((under, at) => isFree(at) && of(under));
    if (line >= 0) taken.set(signer, line);
  };
  for (const [at, { name, capacity }] of signers.entries()) {
    const whose = [plain(name), plain(capacity).replace(/^por /, '')].filter((who) => who.length > 4);
    take(at, (under) => whose.some((who) => under.includes(who)));
  }
  for (const [at, { role }] of signers.entries()) {
    if (taken.has(at) || signers.filter((signer) => signer.role === role).length > 1) continue;
    take(at, (under) => ROLE_STEMS[role].some((stem) => under.includes(stem)));
  }
  return taken;
}

/** The words under each line: between its underscores and the next. As many as lines, or none can be told. */
export function wordsUnder(text: string, lines: number): string[] {
  const [, ...under] = text.split(/_{8,}/);
  return under.length === lines ? under : Array.from({ length: lines }, () => '');
}

/** Lower than a drawing may be read. */
const LOWEST = 200;

function onLine(signer: number, size: PageSize, { page, x, y, width, room }: Line & { page: number }): Placed {
  const most = FIELD_SIZES.SIGNATURE;
  // As high as the text above allows.
  const height = clamp(room * size.height, LOWEST, most.height);
  const box = { width: Math.round((most.width / most.height) * height), height };
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

function underText(
  signers: readonly number[],
  page: number,
  size: PageSize = A4,
  room: Room | undefined,
): Placed[] | undefined {
  if (signers.length === 0) return [];
  if (!room) return undefined;
  const { width, height } = FIELD_SIZES.SIGNATURE;
  const step = height + NAME_HEIGHT + 120;
  const top = room.top * size.height + 200;
  const bottom = Math.min(room.bottom * size.height - 60, size.height - MARGIN);
  if (top + Math.ceil(signers.length / COLUMNS) * step > bottom) return undefined;
  const column = (size.width - 2 * MARGIN) / COLUMNS;
  return signers.flatMap((signer, at) => {
    const middle = MARGIN + column * ((at % COLUMNS) + 0.5);
    const y = top + Math.floor(at / COLUMNS) * step;
    const place = (kind: FieldKind, box: { width: number; height: number }, from: number): Placed => ({
      signer,
      kind,
      ...within(size, { page, ...box, x: middle - box.width / 2, y: from }),
    });
    return [place('SIGNATURE', { width, height }, y), place('NAME', FIELD_SIZES.NAME, y + height + 20)];
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
