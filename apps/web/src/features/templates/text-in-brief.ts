/** A text without its marks; blocks are told apart by a blank. */
export const withoutMarks = (html: unknown): string =>
  new DOMParser().parseFromString(String(html ?? '').replaceAll('<', ' <'), 'text/html').body.textContent ?? '';

/** One-line summary of a long text, for comparing two of them: `412 palavras: Contrato de locação…`. */
export function textInBrief(html: unknown): string {
  const words = withoutMarks(html).split(/\s+/).filter(Boolean);
  if (words.length === 0) return '';
  const beginning = words.slice(0, 12).join(' ');
  return `${words.length} palavras: ${beginning}${words.length > 12 ? '…' : ''}`;
}
