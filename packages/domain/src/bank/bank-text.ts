const hex = (character: string) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;

/** In pieces, because a call takes only so many arguments. */
function latin1(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 8_192) pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8_192)));
  return pieces.join('');
}

/** The text of a bank's file: UTF-8 when it is that, else Latin-1, which is what banks write. */
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
 * Lines as a person counts them, without the empty ones and the mark of the end that old systems leave. Control
 * characters are blanks, so that columns stay where they are.
 */
export function bankLines(text: string): Line[] {
  return text
    .replaceAll('\x1a', '')
    .split(/\r\n|\n|\r/)
    .map((line, index) => ({ number: index + 1, text: line.replace(/\p{Cc}/gu, ' ') }))
    .filter((line) => line.text.trim() !== '');
}
