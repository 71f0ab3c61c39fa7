/** One-line summary of a long text, for comparing two of them: `412 palavras: Contrato de locação…`. */
export function textInBrief(html: unknown): string {
  const { body } = new DOMParser().parseFromString(String(html ?? '').replaceAll('<', ' <'), 'text/html');
  const words = (body.textContent ?? '').split(/\s+/).filter(Boolean);
  if (words.length === 0) return '';
  const beginning = words.slice(0, 12).join(' ');
  return `${words.length} palavras: ${beginning}${words.length > 12 ? '…' : ''}`;
}
