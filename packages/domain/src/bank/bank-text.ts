const hex = (character: string) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;

/** Chunked, because a call takes a limited number of arguments. */
function latin1(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 8_192) pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8_192)));
  return pieces.join('');
}

/** Text of a bank's file: UTF-8 when valid, else Latin-1, which banks commonly write. */
export function bankText(bytes: Uint8Array): string {
  const text = latin1(bytes);
  try {
    return decodeURIComponent(text.replace(/[%\x80-\xff]/g, hex)).replace(/^\ufeff/, '');
  } catch {
    return text;
  }
}

export type Line = { number: number; text: string };

/**
 * Lines with their numbers, without empty ones and the end-of-file mark of old systems. Control characters become
 * blanks, so that columns keep their positions.
 */
export function bankLines(text: string): Line[] {
  return text
    .replaceAll('\x1a', '')
    .split(/\r\n|\n|\r/)
    .map((line, index) => ({ number: index + 1, text: line.replace(/\p{Cc}/gu, ' ') }))
    .filter((line) => line.text.trim() !== '');
}
