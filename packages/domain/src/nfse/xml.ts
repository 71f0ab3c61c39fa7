/** An element: its name, attributes, and text or children. Children that are absent are left out. */
export type XmlElement = {
  name: string;
  attributes?: Readonly<Record<string, string>>;
  content: string | readonly Child[];
};

type Child = XmlElement | undefined;

/** Children in the order in which they are written. */
export const element = (
  name: string,
  content: string | readonly Child[],
  attributes?: Readonly<Record<string, string>>,
): XmlElement => ({ name, content, ...(attributes && { attributes }) });

/** Undefined where there is no text, so that no empty element is written. */
export const optional = (name: string, text: string | null | undefined): Child =>
  text === null || text === undefined || text === '' ? undefined : element(name, text);

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

/** UTF-8 without a prefix, a declaration or space between elements, so that what is signed is what is sent. */
export function written({ name, attributes = {}, content }: XmlElement): string {
  const named = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const within =
    typeof content === 'string' ? escaped(content) : content.map((child) => (child ? written(child) : '')).join('');
  return `<${name}${named.join('')}>${within}</${name}>`;
}

const TYPED: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u2013': '-',
  '\u2014': '-',
  '\u2212': '-',
  '\u2022': '-',
  '\u2026': '...',
  '\u00a0': ' ',
  '\u20ac': 'EUR',
};

/**
 * A text of at most `longest` characters as the schemas admit it: Latin-1 without control characters, in one line.
 * Typographic marks become plain ones, and letters of other alphabets lose their marks or are left out.
 */
export const latin = (text: string, longest: number): string => inLatin(text.replace(/\s+/gu, ' '), longest);

/** As `latin`, with its lines. */
export const latinLines = (text: string, longest: number): string =>
  inLatin(text.replace(/\r\n?/g, '\n').replace(/[^\S\n]+/gu, ' '), longest);

function inLatin(text: string, longest: number): string {
  const plain = text.normalize('NFC').replace(/[^\n -~\u00a1-\u00ff]/gu, (character) => {
    const base = TYPED[character] ?? character.normalize('NFD');
    return base.replace(/[^ -~\u00a1-\u00ff]/gu, '');
  });
  return [...plain.trim()].slice(0, longest).join('').trim();
}
