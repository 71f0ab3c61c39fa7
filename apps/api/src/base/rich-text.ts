import type Sanitize from 'sanitize-html';
import { Html } from './html.ts';
import { onDemand } from './on-demand.ts';

const library = onDemand<typeof Sanitize>('sanitize-html');
const sanitize = (html: string, options: Sanitize.IOptions) => library()(html, options);

const ALIGNED = ['p', 'h1', 'h2', 'h3'];

/** Tags that the editor can write: no links, scripts or styles except the alignment. */
const ALLOWED = {
  allowedTags: ['h1', 'h2', 'h3', 'p', 'br', 'strong', 'em', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'hr'],
  allowedAttributes: Object.fromEntries(ALIGNED.map((tag) => [tag, ['style']])),
  allowedStyles: { '*': { 'text-align': [/^(left|right|center|justify)$/] } },
  transformTags: { b: 'strong', i: 'em', strike: 's', del: 's' },
  disallowedTagsMode: 'discard',
  nestingLimit: 20,
} satisfies Sanitize.IOptions;

export const cleanHtml = (html: string): string => sanitize(html, ALLOWED).trim();

/** The same, plus the chips of variables in templates. */
export const cleanTemplate = (html: string): string =>
  sanitize(html, {
    ...ALLOWED,
    allowedTags: [...ALLOWED.allowedTags, 'span'],
    allowedAttributes: { ...ALLOWED.allowedAttributes, span: ['data-variable'] },
  }).trim();

/** Plain text of the markup with blanks collapsed, for summaries. */
export const textOf = (html: string): string =>
  sanitize(html.replace(/<\/?(?:p|h[1-6]|li|br|blockquote|hr)\b/g, ' $&'), {
    allowedTags: [],
    allowedAttributes: {},
  })
    .replace(/&(amp|lt|gt|quot);/g, (_, name: keyof typeof CHARACTERS) => CHARACTERS[name])
    .replace(/\s+/g, ' ')
    .trim();

const CHARACTERS = { amp: '&', lt: '<', gt: '>', quot: '"' } as const;

/** Sanitised again for display, with headings from `h` + `first` on. */
export const richText = (html: string, first: number): Html => new Html(headingsFrom(cleanHtml(html), first));

/** Renumbers headings for a page with its own `h1`: `first` is the highest level, and levels are consecutive. */
export function headingsFrom(html: string, first: number): string {
  const used = [...new Set(html.match(/<h[1-3]\b/g))].sort();
  return html.replace(/(<\/?)(h[1-3])\b/g, (_, bracket: string, tag: string) => {
    return `${bracket}h${first + used.indexOf(`<${tag}`)}`;
  });
}
