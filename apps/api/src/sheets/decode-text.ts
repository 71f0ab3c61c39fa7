import { SheetRefused } from './refused.ts';

export const NOT_TEXT = 'Este arquivo não é uma planilha: salve-a como CSV ou .xlsx e envie de novo.';

/** Decodes UTF-8, UTF-16 in either byte order with or without a mark, Windows-1252, or CP850 of DOS programs. */
export function decodeText(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  if (bytes.includes(0)) throw new SheetRefused(NOT_TEXT);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return fromOneByte(bytes);
  }
}

const SAMPLE = 4_096;
/** Share of byte pairs with a zero high byte, as Latin letters and separators have in UTF-16. */
const MIN_ZERO_SHARE = 0.7;

/** Detects UTF-16 by its mark, or by the zero high bytes of Latin letters. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes.length % 2 !== 0) return undefined;
  const sample = bytes.subarray(0, SAMPLE);
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const most = (sample.length / 2) * MIN_ZERO_SHARE;
  if (even === 0 && odd >= most) return 'utf-16le';
  return odd === 0 && even >= most ? 'utf-16be' : undefined;
}

/** The upper half of CP850. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅ' +
  'ÉæÆôöòûùÿÖÜø£Ø×ƒ' +
  'áíóúñÑªº¿®¬½¼¡«»' +
  '░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
  '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤' +
  'ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀' +
  'ÓßÔÒõÕµþÞÚÛÙýÝ¯´' +
  '\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0';

const fromDos = (bytes: Uint8Array) =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\u0080-\u00FF]/g, (char) => CP850[char.charCodeAt(0) - 0x80] ?? '');

/** Windows-1252, unless the text is more plausible as CP850. */
function fromOneByte(bytes: Uint8Array): string {
  const windows = new TextDecoder('windows-1252').decode(bytes);
  const dos = fromDos(bytes);
  if (plausibility(dos) > plausibility(windows)) return dos;
  return notMixed(windows);
}

const LETTERS = /[áàâãéêíóôõúüç]/giu;
/** An accented capital within a lower-case word, or vice versa. */
const WRONG_CASE = /\p{Ll}[ÁÀÂÃÉÊÍÓÔÕÚÜÇ]|[áàâãéêíóôõúüç]\p{Lu}/gu;
/** Characters unusual in Portuguese text; ordinals, quotes and dashes are neutral. */
const FOREIGN = /[^\p{ASCII}áàâãéêíóôõúüçªº°§–—‘’“”•…€£\u00A0]/giu;

const times = (text: string, what: RegExp) => text.match(what)?.length ?? 0;
const plausibility = (text: string) => times(text, LETTERS) - 2 * times(text, WRONG_CASE) - 2 * times(text, FOREIGN);

/** UTF-8 misread as Windows-1252, such as `JosÃ©`. */
const MIXED = /[ÃÂ][\u0080-\u00BF‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/;

function notMixed(text: string): string {
  const place = MIXED.exec(text)?.index;
  if (place === undefined) return text;
  const line = text.slice(0, place).split('\n').length;
  throw new SheetRefused(
    `O arquivo mistura duas codificações de acentos, perto da linha ${line}. Salve-o de novo como CSV UTF-8.`,
  );
}
