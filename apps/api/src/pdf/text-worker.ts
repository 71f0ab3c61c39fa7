import { getDocumentProxy } from 'unpdf';
import { answerEach } from '../files/thread-answers.ts';
import { inflatedBytes } from './inflated-bytes.ts';

// Runs in a worker thread: untrusted files are parsed with limits of memory and time.

export type Limits = { pages: number; characters: number; inflated: number };
export type WorkerInput = { bytes: Uint8Array; limits: Limits };
export type WorkerOutput = { text: string } | { refused: 'PASSWORD' | 'BROKEN' | 'TOO_MUCH' };

type PDFDocumentProxy = Awaited<ReturnType<typeof getDocumentProxy>>;

type Piece = { text: string; x: number; y: number; width: number; height: number };

async function textOf({ bytes, limits }: WorkerInput): Promise<WorkerOutput> {
  if (inflatedBytes(bytes, limits.inflated) > limits.inflated) return { refused: 'TOO_MUCH' };
  const file = await getDocumentProxy(bytes, {
    // Disables scripts, fonts and external content of the file.
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
    maxImageSize: 0,
    verbosity: 0,
  });
  try {
    return await textOfPages(file, limits);
  } finally {
    await file.loadingTask.destroy();
  }
}

async function textOfPages(file: PDFDocumentProxy, limits: Limits): Promise<WorkerOutput> {
  if (file.numPages > limits.pages) return { refused: 'TOO_MUCH' };
  const pages: string[] = [];
  let characters = 0;
  for (let number = 1; number <= file.numPages; number += 1) {
    const page = await file.getPage(number);
    const { items } = await page.getTextContent();
    const text = linesOf(items.flatMap((item) => ('str' in item ? pieceOf(item) : []))).join('\n');
    characters += text.length;
    if (characters > limits.characters) return { refused: 'TOO_MUCH' };
    pages.push(text);
    page.cleanup();
  }
  return { text: pages.join('\n') };
}

type Item = { str: string; transform: number[]; width: number; height: number };

function pieceOf({ str, transform, width, height }: Item): Piece[] {
  const [x, y] = [transform[4] ?? 0, transform[5] ?? 0];
  return str.trim() === '' ? [] : [{ text: str, x, y, width, height }];
}

/** Joins pieces at the same height into lines, from left to right, regardless of their order in the file. */
function linesOf(pieces: Piece[]): string[] {
  const lines: Piece[][] = [];
  for (const piece of pieces.toSorted((one, other) => other.y - one.y)) {
    const line = lines.at(-1);
    const top = line?.[0];
    if (line && top && top.y - piece.y < Math.max(top.height, piece.height) / 2) line.push(piece);
    else lines.push([piece]);
  }
  return lines.map(joined);
}

/** Text of a line. A gap becomes a blank between words, a wide gap two blanks between columns. */
function joined(line: Piece[]): string {
  let text = '';
  let end = Number.NEGATIVE_INFINITY;
  for (const piece of line.toSorted((one, other) => one.x - other.x)) {
    const gap = piece.x - end;
    if (text !== '') text += gap > piece.height ? '  ' : gap > piece.height / 8 ? ' ' : '';
    text += piece.text;
    end = piece.x + piece.width;
  }
  return text;
}

const isPassword = (error: unknown) => error instanceof Error && error.name === 'PasswordException';

// A parser error means that the file is damaged.
answerEach((input: WorkerInput) =>
  textOf(input).catch((error: unknown): WorkerOutput => ({ refused: isPassword(error) ? 'PASSWORD' : 'BROKEN' })),
);
