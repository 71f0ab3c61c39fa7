/** External text for one of our fields: a single line without control characters, truncated to the field's length. */
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
