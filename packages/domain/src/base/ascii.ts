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

/** Text for what only takes plain letters: without accents, anything else a blank, blanks never side by side. */
export function asciiText(text: string): string {
  return text
    .replace(/[ªºßÆæØø–—]/g, (character) => REPLACEMENTS[character] ?? character)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]+/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** The beginning of it, without a blank at the end. */
export function asciiStart(text: string, length: number): string {
  return asciiText(text).slice(0, length).trimEnd();
}
