import { createHash } from 'node:crypto';

/** Hash of a text without its line ends: the same file saved by another system has the same fingerprint. */
export function textFingerprint(text: string): string {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trimEnd());
  return createHash('sha256').update(lines.join('\n').trimEnd()).digest('hex');
}
