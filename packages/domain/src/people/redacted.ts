/** Data that identifies one person. */
export type Identity = { names: readonly string[]; documents: readonly string[]; others: readonly string[] };

const PERSON = 'titular anonimizado';
const DIGITS = 'dado anonimizado';

/** Text without accents and case, character by character, so that positions in both texts are the same. */
function folded(text: string): string {
  return Array.from(text, (letter) => {
    const plain = letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    return plain.length === letter.length ? plain : letter;
  }).join('');
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Allows for separators that people, banks and file names insert. */
const spaced = (figures: string) => Array.from(figures).join('[.\\-/() ]{0,2}');

/** Short names are not searched: they are part of too many other words. */
const isDistinctive = (name: string) => name.length > 7 || (name.includes(' ') && name.length > 5);

type Rule = { pattern: RegExp; instead: string };

/** Search patterns and replacements for texts written by others; empty when no data identifies the person. */
export function redactionOf({ names, documents, others }: Identity): Rule[] {
  const word = (text: string) =>
    `(?<![\\p{L}\\p{N}])${literal(folded(text)).replace(/ +/g, '[ _.\\-]+')}(?![\\p{L}\\p{N}])`;
  const figures = (text: string) => `(?<![a-z\\d])${spaced(folded(text))}(?![a-z\\d])`;
  const rule = (parts: string[], instead: string): Rule[] =>
    parts.length > 0 ? [{ pattern: new RegExp(parts.join('|'), 'gu'), instead }] : [];
  const plain = others.filter((text) => text.length > 7);
  const phones = plain.filter((text) => /^\d{8,}$/.test(text));
  // Longest first: a name may be part of another.
  const sorted = [...new Set(names.map((name) => name.trim()).filter(isDistinctive))].sort(
    (a, b) => b.length - a.length,
  );
  return [
    ...rule(sorted.map(word), PERSON),
    ...rule([...documents.filter((document) => /^[\dA-Z]{11,14}$/i.test(document)), ...phones].map(figures), DIGITS),
    ...rule(plain.filter((text) => !phones.includes(text)).map(word), DIGITS),
  ];
}

/** The text without the person's data; the same string when it has none. */
export function redacted(text: string, rules: readonly Rule[]): string {
  return rules.reduce((before, { pattern, instead }) => {
    let after = '';
    let end = 0;
    for (const { index, 0: found } of folded(before).matchAll(pattern)) {
      after += before.slice(end, index) + instead;
      end = index + found.length;
    }
    return after + before.slice(end);
  }, text);
}

/** Redacts every text within a JSON value, and every member name. */
export function redactedWithin(value: unknown, rules: readonly Rule[]): unknown {
  if (typeof value === 'string') return redacted(value, rules);
  if (Array.isArray(value)) return value.map((one) => redactedWithin(one, rules));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [redacted(name, rules), redactedWithin(one, rules)]),
  );
}

/**
 * Letters and digits alone, for a first filter: a text that mentions the person, reduced the same way, contains one of
 * these.
 */
export const traces = ({ names, documents, others }: Identity): string[] =>
  [...names.filter(isDistinctive), ...documents, ...others.filter((text) => text.length > 7)]
    .map((text) => folded(text).replace(/[^a-z0-9]/g, ''))
    .filter((text) => text.length > 4);
