/** What WinAnsi, the encoding of the standard PDF fonts, has beside ASCII and Latin-1. */
const TYPOGRAPHIC = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

const UNPRINTABLE = new RegExp(`[^\\u0020-\\u007e\\u00a0-\\u00ff${TYPOGRAPHIC}]`, 'gu');

const REPLACEMENTS: Record<string, string> = { '\u2212': '-', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D' };

/**
 * Text as the standard fonts can write it. pdfkit does not check: a character they lack, even a tab, would garble its
 * whole line. The minus of `formatMoney` becomes a hyphen, a foreign letter loses its accent, the rest is `?`.
 */
export function printable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[^\S\u00a0]+/g, ' ')
    .replace(
      UNPRINTABLE,
      (character) => REPLACEMENTS[character] ?? (/^[A-Za-z]/.exec(character.normalize('NFD'))?.[0] || '?'),
    );
}
