/**
 * A text without the characters at its end that `dropped` matches, a pattern of one character. Read once from the end: a
 * pattern that ends in `+$` is tried anew from each of those characters, which takes minutes for a long row of them.
 */
export function withoutEnd(text: string, dropped: RegExp): string {
  let end = text.length;
  while (end > 0 && dropped.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The same at both ends. */
export function withoutEnds(text: string, dropped: RegExp): string {
  const kept = withoutEnd(text, dropped);
  let start = 0;
  while (start < kept.length && dropped.test(kept.charAt(start))) start += 1;
  return kept.slice(start);
}

/** An address without the slashes at its end, to which a path is added. */
export const baseAddress = (address: string): string => withoutEnd(address, /\//);
