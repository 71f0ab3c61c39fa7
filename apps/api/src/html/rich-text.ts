import sanitize from 'sanitize-html';
import { Html } from './html.ts';

const ALIGNED = ['p', 'h1', 'h2', 'h3'];

/** What the editor can write, and no more: no address, no script, no style but the alignment. */
const ALLOWED = {
  allowedTags: ['h1', 'h2', 'h3', 'p', 'br', 'strong', 'em', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'hr'],
  allowedAttributes: Object.fromEntries(ALIGNED.map((tag) => [tag, ['style']])),
  allowedStyles: { '*': { 'text-align': [/^(left|right|center|justify)$/] } },
  transformTags: { b: 'strong', i: 'em', strike: 's', del: 's' },
  disallowedTagsMode: 'discard',
  nestingLimit: 20,
} satisfies sanitize.IOptions;

export const cleanHtml = (html: string): string => sanitize(html, ALLOWED).trim();

/** The same with the chips that stand for a variable in the text of a template. */
export const cleanTemplate = (html: string): string =>
  sanitize(html, {
    ...ALLOWED,
    allowedTags: [...ALLOWED.allowedTags, 'span'],
    allowedAttributes: { ...ALLOWED.allowedAttributes, span: ['data-variable'] },
  }).trim();

/** What is written in it, blanks made one: for whoever shows the beginning of a text. */
export const textOf = (html: string): string =>
  sanitize(html.replace(/<\/?(?:p|h[1-6]|li|br|blockquote|hr)\b/g, ' $&'), {
    allowedTags: [],
    allowedAttributes: {},
  })
    .replace(/&(amp|lt|gt|quot);/g, (_, name: keyof typeof CHARACTERS) => CHARACTERS[name])
    .replace(/\s+/g, ' ')
    .trim();

const CHARACTERS = { amp: '&', lt: '<', gt: '>', quot: '"' } as const;

/** A text as a page shows it: cleaned again, its headings from `h` and `first` on. */
export const richText = (html: string, first: number): Html => new Html(headingsFrom(cleanHtml(html), first));

/** `h1` of a text becomes `h2` of the page that has its own: whatever levels were used, they follow one another. */
export function headingsFrom(html: string, first: number): string {
  const used = [...new Set(html.match(/<h[1-3]\b/g))].sort();
  return html.replace(/(<\/?)(h[1-3])\b/g, (_, bracket: string, tag: string) => {
    return `${bracket}h${first + used.indexOf(`<${tag}`)}`;
  });
}
