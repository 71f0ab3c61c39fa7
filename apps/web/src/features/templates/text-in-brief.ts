/** A long text where there is room for a line: `412 palavras: Contrato de locação…`, for whoever compares two of them. */
export function textInBrief(html: unknown): string {
  const { body } = new DOMParser().parseFromString(String(html ?? '').replaceAll('<', ' <'), 'text/html');
  const words = (body.textContent ?? '').split(/\s+/).filter(Boolean);
  if (words.length === 0) return '';
  const beginning = words.slice(0, 12).join(' ');
  return `${words.length} palavras: ${beginning}${words.length > 12 ? '…' : ''}`;
}
