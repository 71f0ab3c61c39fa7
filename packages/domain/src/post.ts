import { slug } from './property.ts';

const MAX_SLUG = 80;

/** Address of a post's public page: `/site/blog/12/como-visitar-um-imovel`, its words whole. */
export function postPath({ id, title }: { id: number; title: string }): string {
  const words = slug(title);
  const short = words.length > MAX_SLUG ? words.slice(0, words.lastIndexOf('-', MAX_SLUG)) : words;
  return `/site/blog/${id}/${short.slice(0, MAX_SLUG) || 'noticia'}`;
}

const MAX_SUMMARY = 160;

/** The beginning of a text, up to a whole word: what stands on a card and in searches. */
export function postSummary(text: string, most = MAX_SUMMARY): string {
  if (text.length <= most) return text;
  const end = text.slice(0, most).lastIndexOf(' ');
  return `${text.slice(0, end > 0 ? end : most - 1).replace(/[\s,;:.–—-]+$/, '')}…`;
}
