import { withoutEnd } from './ends.ts';

/** The beginning of a text, cut after a whole word, in at most `most` characters with the ellipsis. */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.slice(0, most).lastIndexOf(' ');
  return `${withoutEnd(text.slice(0, end > 0 ? end : most - 1), /[\s,;:.–—-]/)}…`;
}
