const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether every word that was typed is in the text, in any order, accents and capitals aside. */
export function matches(text: string, typed: string): boolean {
  const whole = plain(text);
  return plain(typed)
    .split(/\s+/)
    .every((word) => whole.includes(word));
}
