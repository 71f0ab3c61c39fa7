import { bankText } from '@morada/domain/bank/bank-text';
import { type OfxStatement, readOfx } from '@morada/domain/bank/ofx';
import { textFingerprint } from '#api/files/text-fingerprint.ts';
import { answerEach } from '#api/files/thread-answers.ts';

// Runs in a worker thread: an uploaded statement is parsed here, with a limit on memory and time, beside the event loop.

export type ReadStatements = { statements: OfxStatement[]; fingerprint: string };
export type WorkerOutput = { read: ReadStatements } | { refused: string };

function read(bytes: Uint8Array): WorkerOutput {
  const text = bankText(bytes);
  const reading = readOfx(text);
  if (reading.problem !== undefined) return { refused: reading.problem };
  const { statements } = reading;
  return { read: { statements, fingerprint: textFingerprint(text) } };
}

answerEach(read);
