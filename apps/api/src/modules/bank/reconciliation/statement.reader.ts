import { reconciliationProblems } from '@morada/contract/bank/reconciliation';
import { READERS } from '#api/files/reader-limits.ts';
import { TOO_MUCH, threadReader } from '#api/files/thread-reader.ts';
import type { ReadStatements, WorkerOutput } from './statement.worker.ts';

const WORKER = new URL('./statement.worker.ts', import.meta.url);

const parse = threadReader<Uint8Array, WorkerOutput>(WORKER, READERS.statement, () => unreadable(TOO_MUCH));

/**
 * Parses an OFX file.
 * @throws STATEMENT_UNREADABLE with the reason, READERS_BUSY when too many files wait.
 */
export async function readStatements(bytes: Uint8Array): Promise<ReadStatements> {
  const said = await parse(bytes);
  if ('read' in said) return said.read;
  throw unreadable(said.refused);
}

export const unreadable = (message: string) => reconciliationProblems.STATEMENT_UNREADABLE({ message });
