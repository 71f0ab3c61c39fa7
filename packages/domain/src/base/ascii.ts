const REPLACEMENTS: Record<string, string> = {
  ª: 'a',
  º: 'o',
  ß: 'ss',
  Æ: 'AE',
  æ: 'ae',
  Ø: 'O',
  ø: 'o',
  '–': '-',
  '—': '-',
};

/**
 * Text for formats that take plain letters only: without accents; any other character becomes a blank, and blanks
 * collapse.
 */
export function asciiText(text: string): string {
  return text
    .replace(/[ªºßÆæØø–—]/g, (character) => REPLACEMENTS[character] ?? character)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]+/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** First `length` characters, without a trailing blank. */
export function asciiStart(text: string, length: number): string {
  return asciiText(text).slice(0, length).trimEnd();
}
