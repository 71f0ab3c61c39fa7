import { READERS } from '../files/reader-limits.ts';
import { readerThreads } from '../files/thread-reader.ts';
import type { Limits, Opened, WorkerInput, WorkerOutput } from './read-worker.ts';
import { SheetRefused } from './refused.ts';

export { SheetRefused };

/** A line with its number in the spreadsheet; cells trimmed, dates as `2026-04-25`. */
export type SheetLine = { number: number; cells: string[] };
/** A parsed file; its lines can be read once, in portions. */
export type OpenSheet = Opened & { lines: () => AsyncGenerator<SheetLine[]> };

const WORKER = new URL('./read-worker.ts', import.meta.url);
const TOO_MUCH = 'A planilha é grande ou complicada demais. Divida-a em partes e importe uma de cada vez.';

const withThread = readerThreads<WorkerInput, WorkerOutput>(WORKER, READERS.sheet, () => new SheetRefused(TOO_MUCH), {
  atOnce: 1,
  waiting: 8,
});

/**
 * Parses a CSV or XLSX in a worker thread, one at a time, and passes it to `use`.
 * @throws SheetRefused with a message for the sender, READERS_BUSY when too many files wait.
 */
export const withSheet = <T>(
  bytes: Uint8Array,
  { sheet = 0, limits }: { sheet?: number; limits: Limits },
  use: (sheet: OpenSheet) => Promise<T>,
): Promise<T> =>
  withThread(async (ask) => {
    const said = await ask({ bytes, sheet, limits });
    if ('refused' in said) throw new SheetRefused(said.refused);
    if (!('opened' in said)) throw new TypeError('the reader spoke out of turn');
    return use({ ...said.opened, lines: () => linesOf(ask) });
  });

async function* linesOf(ask: (input: 'next') => Promise<WorkerOutput>): AsyncGenerator<SheetLine[]> {
  for (;;) {
    const said = await ask('next');
    if (!('lines' in said)) throw new TypeError('the reader spoke out of turn');
    if (said.lines.length === 0) return;
    yield said.lines;
  }
}
