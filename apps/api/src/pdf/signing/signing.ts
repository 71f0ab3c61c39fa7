import { createHash } from 'node:crypto';
import type { default as Library } from 'sharp';
import { onDemand } from '../../base/on-demand.ts';
import { READERS } from '../../files/reader-limits.ts';
import { threadReader } from '../../files/thread-reader.ts';
import { PdfRefused } from '../text.ts';
import { signedData } from './cms.ts';
import { recentlyMade } from './recently-made.ts';
import type { Composition, PageSize, RawPicture, Refusal, Seal, Sealer, WorkerInput, WorkerOutput } from './shapes.ts';

export type { Evidence } from './evidence.ts';
export type { Mark, PageSize, Sealer } from './shapes.ts';

/** Pages of a paper that is signed here. */
export const MOST_PAGES = 500;

const WORDS: Record<Refusal, string> = {
  PASSWORD: 'Este PDF está protegido por senha ou contra alterações. Salve-o sem essa proteção e envie de novo',
  BROKEN: 'Este PDF está incompleto ou danificado. Abra-o, salve-o de novo em PDF e envie outra vez',
  TOO_MANY: `Este PDF tem mais de ${MOST_PAGES} páginas. Divida-o em partes`,
  TOO_MUCH: 'Este PDF é grande ou complicado demais. Salve-o de novo em PDF, com imagens menores',
  SCRIPTS:
    'Este PDF traz um programa (JavaScript) que pode mudar o que ele mostra. Imprima-o em PDF e envie a impressão',
  FORM: 'Este PDF tem campos a preencher. Imprima-o em PDF, já preenchido, e envie a impressão',
  SIGNED: 'Este PDF já tem uma assinatura digital, que as novas marcas invalidariam. Envie o original, sem assinatura',
};

const WORKER = new URL('./thread/signing.worker.ts', import.meta.url);
const tooMuch = () => new PdfRefused(WORDS.TOO_MUCH);
// Sealing a long paper takes seconds, which whoever reads one does not wait for.
const composing = threadReader<WorkerInput, WorkerOutput>(WORKER, READERS.paper, tooMuch);
const reading = threadReader<WorkerInput, WorkerOutput>(WORKER, READERS.paper, tooMuch, { atOnce: 1, waiting: 100 });

/** What a worker thread made of a paper, or the word for its sender. */
async function from<Kind extends keyof WorkerOutput>(
  ask: typeof reading,
  input: WorkerInput,
  kind: Kind,
): Promise<NonNullable<WorkerOutput[Kind]>> {
  const said = await ask(input);
  if (said.refused) throw new PdfRefused(WORDS[said.refused]);
  return said[kind] as NonNullable<WorkerOutput[Kind]>;
}

/**
 * Size of each page as a person sees it, in points: turned and cut as the file says. It also examines the file, so that a
 * paper which passes here can be signed later.
 * @throws PdfRefused with a message for the sender; READERS_BUSY when too many files wait.
 */
export const pageSizes = (bytes: Uint8Array): Promise<PageSize[]> =>
  from(reading, { act: 'sizes', bytes, most: MOST_PAGES }, 'sizes');

/** The text of each page, for who sees no pictures. */
export const pageTexts = (bytes: Uint8Array): Promise<string[]> =>
  from(reading, { act: 'texts', bytes, most: MOST_PAGES }, 'texts');

export type PagePicture = { bytes: Buffer; media_type: 'image/webp' };

const sharp = onDemand<typeof Library>('sharp', (library) => library.cache(false));
/** Pages that are drawn at once: a reader scrolls on, and a thread takes longer to open the file than to draw a page. */
const AHEAD = 4;
const WIDTHS = { least: 200, most: 2_000 };
const recent = recentlyMade<PagePicture[]>({ most: 120 });

/** A file whose pages are shown: its bytes are read only where the pictures are not there any more. */
type PicturedFile = { sha256: string; read: () => Promise<Uint8Array> };

/** A page as a picture, `width` pixels wide. `page`: from 1. Undefined: there is no such page. */
export async function pagePicture(
  { sha256, read }: PicturedFile,
  page: number,
  width: number,
): Promise<PagePicture | undefined> {
  const wide = Math.round(Math.min(WIDTHS.most, Math.max(WIDTHS.least, width)));
  const first = page - ((page - 1) % AHEAD);
  const made = await recent(`${sha256} ${first} ${wide}`, async () => picturesFrom(await read(), first, wide));
  return made[page - first];
}

async function picturesFrom(bytes: Uint8Array, first: number, width: number): Promise<PagePicture[]> {
  const input = { act: 'pictures', bytes, first, count: AHEAD, width, most: MOST_PAGES } as const;
  const raw = await from(reading, input, 'pictures');
  const made: PagePicture[] = [];
  // One by one: eight megabytes each, of which the allocator would keep as much as was ever held at once.
  for (const picture of raw) made.push({ bytes: await webp(picture), media_type: 'image/webp' });
  return made;
}

const webp = ({ data, width, height }: RawPicture) =>
  sharp()(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .webp({ quality: 82, effort: 2 })
    .toBuffer();

/**
 * The paper with the marks of its signers on it, the address of the check at each foot, and the page of evidence at its
 * end. It is an update: the result begins with the bytes of the paper.
 * @throws PdfRefused, READERS_BUSY
 */
export const composeSigned = (input: Composition): Promise<Uint8Array> =>
  from(composing, { act: 'compose', bytes: input.paper, most: MOST_PAGES, composition: input }, 'composed');

/**
 * The document with the seal of a certificate, PAdES-B-B (ETSI EN 319 142-1): any change to a byte is seen by whoever
 * verifies it. It is an update: the result begins with the bytes that were given. The key stays in this thread.
 * @throws PdfRefused, READERS_BUSY
 */
export async function sealPdf(bytes: Uint8Array, sealer: Sealer, seal: Seal): Promise<Uint8Array> {
  const room = signedData(sealer, createHash('sha256').digest()).length + SPARE;
  const { document, contents } = await from(composing, { act: 'seal', bytes, most: Infinity, seal, room }, 'sealed');
  const [before, after] = [document.subarray(0, contents.start), document.subarray(contents.end)];
  const signed = signedData(sealer, createHash('sha256').update(before).update(after).digest());
  // Within the angle brackets of the string, the rest of which stays zeros.
  Buffer.from(document.buffer, document.byteOffset).write(signed.toString('hex'), contents.start + 1, 'latin1');
  return document;
}

/** An elliptic curve's signature varies by some bytes. */
const SPARE = 64;
