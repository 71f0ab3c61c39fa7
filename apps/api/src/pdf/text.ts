import { READERS } from '../files/reader-limits.ts';
import { threadReader } from '../files/thread-reader.ts';
import type { WorkerInput, WorkerOutput } from './text-worker.ts';

/** A PDF that can't be read, with a message for its sender. */
export class PdfRefused extends Error {
  override readonly name = 'PdfRefused';
}

const WORKER = new URL('./text-worker.ts', import.meta.url);
/** `inflated`: bytes of all unpacked streams; a report of ten thousand payments has three million. */
const LIMITS = { pages: 500, characters: 5_000_000, inflated: 24_000_000 };

const WORDS = {
  PASSWORD: 'O PDF está protegido por senha. Salve-o sem senha e envie de novo',
  BROKEN: 'O PDF está incompleto ou danificado. Baixe-o de novo do banco',
  TOO_MUCH: 'O PDF é grande ou complicado demais. Peça ao banco o arquivo de retorno (CNAB)',
} as const;

const read = threadReader<WorkerInput, WorkerOutput>(WORKER, READERS.pdf, () => new PdfRefused(WORDS.TOO_MUCH), {
  atOnce: 1,
  waiting: 8,
});

/**
 * The text of a PDF, line by line as a person sees it; parsed in a worker thread, one at a time.
 * @throws PdfRefused with a message for the sender, READERS_BUSY when too many files wait.
 */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const said = await read({ bytes, limits: LIMITS });
  if ('refused' in said) throw new PdfRefused(WORDS[said.refused]);
  return said.text;
}
