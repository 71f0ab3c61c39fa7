/**
 * How numbers look while they are typed. Pages that the server renders send these functions to the browser as they are
 * (`apps/api/src/pages/kit/assets.ts`): each uses its parameters and the others alone.
 */

/** A `#` for each letter or digit; of several patterns the first that has room is taken. */
export const PATTERNS = {
  CPF: ['###.###.###-##'],
  CNPJ: ['##.###.###/####-##'],
  PHONE: ['(##) ####-####', '(##) #####-####'],
  CEP: ['##.###-###'],
  DAY: ['##/##/####'],
} as const;

/** `fill('(##) ####-####', '32333')` → `(32) 333` */
export function fill(pattern: string, bare: string): string {
  let shown = '';
  let next = 0;
  for (const character of pattern) {
    if (next >= bare.length) break;
    shown += character === '#' ? bare.charAt(next++) : character;
  }
  return shown;
}

/** What was typed or pasted, in the pattern of its digits. What has too many for each of them stays as it is. */
export function shapeDigits(patterns: readonly string[], text: string): string {
  const bare = text.replace(/\D/g, '');
  const pattern = patterns.find((one) => one.split('#').length > bare.length);
  return pattern === undefined ? text : fill(pattern, bare);
}

/** A day: also one that a browser fills in (`1990-05-20`), and one whose short parts end by a bar (`5/4/1990`). */
export function shapeDay(pattern: string, text: string): string {
  const full = text
    .trim()
    .replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1')
    .replace(/^(\d)\//, '0$1/')
    .replace(/^(\d\d\/)(\d)\//, '$10$2/');
  return shapeDigits([pattern], full);
}

/**
 * An amount in reais with its dots: `6500,5` → `6.500,5`. `isTyped`: key by key, where a dot is one of ours and is put anew;
 * in a pasted one a dot may part the centavos, so that what is not written in Brazilian notation stays as it is.
 */
export function shapeAmount(text: string, isTyped: boolean): string {
  const bare = text.replace(/R\$|\s/g, '');
  if (!isTyped && !/^(\d{1,3}(\.\d{3})+|\d+)(,\d*)?$/.test(bare)) return text;
  const [whole = '', ...centavos] = bare.replace(/[^\d,]/g, '').split(',');
  const digits = whole.replace(/^0+(?=\d)/, '');
  const thousands = [];
  for (let end = digits.length; end > 0; end -= 3) thousands.unshift(digits.slice(Math.max(0, end - 3), end));
  const dotted = thousands.join('.');
  return centavos.length === 0 ? dotted : `${dotted},${centavos.join('').slice(0, 2)}`;
}

/** Where the caret of a changed field belongs: with as many digits behind it as before, in front of a separator. */
export function caretIn(before: string, caret: number, after: string): number {
  const digitsOf = (text: string) => text.replace(/[^\d,]/g, '').length;
  const behind = digitsOf(before.slice(caret));
  if (behind === 0) return after.length;
  let place = after.length;
  while (place > 0 && digitsOf(after.slice(place - 1)) <= behind) place -= 1;
  return place;
}
