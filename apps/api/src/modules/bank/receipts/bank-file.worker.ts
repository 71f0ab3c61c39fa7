import { type BankFileKind, readBankFile } from '@morada/domain/bank/bank-file';
import { bankText } from '@morada/domain/bank/bank-text';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { textFingerprint } from '#api/files/text-fingerprint.ts';
import { answerEach } from '#api/files/thread-answers.ts';

// Runs in a worker thread: an uploaded file is parsed here, with a limit on memory and time, beside the event loop.

/** The bytes of a CNAB or OFX file, or the text of a PDF. */
export type WorkerInput = { content: Uint8Array | string; today: CalendarDate };
export type ReadFile = {
  kind: BankFileKind;
  bank: string | null;
  account: string | null;
  /** Serialised as JSON, as stored: copying thousands of objects between threads one by one is slow. */
  entries: string;
  fingerprint: string;
};
export type WorkerOutput = { read: ReadFile } | { refused: { reason: string; line?: number } };

/** Upper bound of lines in a file. It exceeds any agency's month, and the preview shows all lines at once. */
const MAX_LINES = 20_000;

function read({ content, today }: WorkerInput): WorkerOutput {
  const isReport = typeof content === 'string';
  const text = isReport ? content : bankText(content);
  const reading = readBankFile(text, { isReport, today });
  if (reading.problem !== undefined) {
    // Lines of a PDF carry no number that a person could look up.
    const { problem: reason, line } = reading;
    return { refused: isReport || line === undefined ? { reason } : { reason, line } };
  }
  const { kind, bank, account, entries } = reading;
  if (entries.length > MAX_LINES) return { refused: { reason: 'O arquivo tem mais de 20.000 lançamentos' } };
  return { read: { kind, bank, account, entries: JSON.stringify(entries), fingerprint: textFingerprint(text) } };
}

answerEach(read);
