import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { bankText } from '@morada/domain/bank/bank-text';
import { type OfxStatement, readOfx } from '@morada/domain/bank/ofx';

// Runs in a worker thread: an uploaded statement is parsed here, with a limit on memory and time, beside the event loop.

export type ReadStatements = { statements: OfxStatement[]; fingerprint: string };
export type WorkerOutput = { read: ReadStatements } | { refused: string };

function read(bytes: Uint8Array): WorkerOutput {
  const text = bankText(bytes);
  const reading = readOfx(text);
  if (reading.problem !== undefined) return { refused: reading.problem };
  const { statements } = reading;
  return { read: { statements, fingerprint: fingerprintOf(text) } };
}

/** Hash of the text without its line ends: the same file saved by another system has the same fingerprint. */
function fingerprintOf(text: string): string {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trimEnd());
  return createHash('sha256').update(lines.join('\n').trimEnd()).digest('hex');
}

parentPort?.postMessage(read(workerData as Uint8Array));
