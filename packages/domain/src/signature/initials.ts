/** Words within names that have no initial: `Ana de Souza` is `AS`. */
const JOINING: ReadonlySet<string> = new Set(['da', 'das', 'de', 'do', 'dos', 'e']);

/** Initials of a name, as somebody writes them in the margin of a page; of a name in small letters too. */
export const initialsOf = (name: string): string =>
  name
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word !== '' && !JOINING.has(word.toLowerCase()))
    .map((word) => [...word][0]?.toUpperCase())
    .join('');
