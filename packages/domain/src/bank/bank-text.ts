/** Windows-1252 where it differs from Latin-1; a blank for places without a character. */
const WINDOWS = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

const oneByte = (byte: number) =>
  byte >= 0x80 && byte < 0xa0 ? WINDOWS.charAt(byte - 0x80) : String.fromCharCode(byte);

/** Length of the UTF-8 sequence that begins there, 0 when it is none. */
function sequence(bytes: Uint8Array, at: number): number {
  const [first = 0, second = 0] = bytes.subarray(at, at + 2);
  const length = first >= 0xf0 && first < 0xf5 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first >= 0xf5 || at + length > bytes.length) return 0;
  // Longer forms of shorter sequences, surrogates, and what lies beyond Unicode.
  const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (second < least || second > most) return 0;
  for (let place = at + 2; place < at + length; place += 1) if (((bytes[place] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

const MARK = '\ufffd';
/** Characters put together at a time, since a call takes a limited number of arguments. */
const PIECE = 8_192;

/** Text in UTF-8, with a mark for each byte that is none, and the count of those and of whole sequences. */
function readUtf8(bytes: Uint8Array): { text: string; whole: number; damaged: number } {
  const pieces: string[] = [];
  let characters: number[] = [];
  let [whole, damaged] = [0, 0];
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0;
    const length = first < 0x80 ? 1 : sequence(bytes, at);
    if (length > 1) whole += 1;
    if (length === 0) damaged += 1;
    characters.push(length === 0 ? MARK.charCodeAt(0) : codePoint(bytes, at, length));
    at += Math.max(1, length);
    if (characters.length === PIECE || at >= bytes.length) {
      pieces.push(String.fromCodePoint(...characters));
      characters = [];
    }
  }
  return { text: pieces.join(''), whole, damaged };
}

function codePoint(bytes: Uint8Array, at: number, length: number): number {
  const first = bytes[at] ?? 0;
  let point = length === 1 ? first : first & (0xff >> (length + 1));
  for (let place = at + 1; place < at + length; place += 1) point = (point << 6) | ((bytes[place] ?? 0) & 0x3f);
  return point;
}

function readOneByte(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += PIECE)
    pieces.push(Array.from(bytes.subarray(at, at + PIECE), oneByte).join(''));
  return pieces.join('');
}

/**
 * Text of a bank's file: UTF-8, or Windows-1252, which banks commonly write. A file in UTF-8 whose text was cut within a
 * letter stays UTF-8, and only that letter is lost.
 */
export function bankText(bytes: Uint8Array): string {
  const { text, whole, damaged } = readUtf8(bytes);
  return damaged === 0 || whole > damaged ? text.replace(/^\ufeff/, '') : readOneByte(bytes);
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
