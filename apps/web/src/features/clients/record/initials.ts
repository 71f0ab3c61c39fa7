/** First and last: `Ana Maria Prado` → `AP`. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => word?.charAt(0));
  return letters.join('').toUpperCase();
}
