/** Characters of the embedded typeface besides ASCII and European Latin letters. */
const TYPOGRAPHIC = '€‚ƒ„…†‡ˆ‰‹‘’“”•–—˜™›\u2212';

const UNPRINTABLE = new RegExp(`[^\\u0020-\\u007e\\u00a0-\\u017f${TYPOGRAPHIC}]`, 'gu');

/** `36.010-000` or `CEP 36.010-000`, with or without the full stop: no line breaks before or inside a postal code. */
const BEFORE_POSTAL_CODE = / (?=(?:CEP )?\d{2}\.?\d{3}-\d{3}(?!\d))/g;

/**
 * Text as the embedded typeface can write it: a letter that it lacks loses its accent, any other character is `?`. A postal code stays on the line of the word before it.
 */
export function printable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[^\S\u00a0]+/g, ' ')
    .replace(BEFORE_POSTAL_CODE, '\u00a0')
    .replace(UNPRINTABLE, (character) => /^[A-Za-z]/.exec(character.normalize('NFD'))?.[0] ?? '?');
}
