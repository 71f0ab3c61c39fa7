import { truncate } from '../base/truncate.ts';
import { slug } from './property.ts';

const MAX_SLUG = 80;

/** Address of a post's public page: `/blog/12/como-visitar-um-imovel`, cut between words. */
export function postPath({ id, title }: { id: number; title: string }): string {
  const words = slug(title);
  const short = words.length > MAX_SLUG ? words.slice(0, words.lastIndexOf('-', MAX_SLUG)) : words;
  return `/blog/${id}/${short.slice(0, MAX_SLUG) || 'noticia'}`;
}

/** Summary for cards and search results. */
export const postSummary = (text: string) => truncate(text, 160);
