/** A text of somebody else's, fit for a field of ours: one line, no control characters, no longer than the field. */
export function tidy(text: string | null | undefined, length = 200): string {
  const line = (text ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return line
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();
}
