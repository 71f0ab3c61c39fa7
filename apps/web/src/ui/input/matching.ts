const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether every word that was typed is in the text, in any order, accents and capitals aside. */
export function matches(text: string, typed: string): boolean {
  const whole = plain(text);
  return plain(typed)
    .split(/\s+/)
    .every((word) => whole.includes(word));
}

type Choice = { label: string; also?: string; disabled?: boolean };

/**
 * The one choice that what was typed can mean; undefined where nothing was typed, or several match. A whole label means its
 * choice, also where it is part of another one: SP of Espírito Santo.
 */
export function onlyMatch<C extends Choice>(choices: readonly C[], typed: string): C | undefined {
  if (typed.trim() === '') return undefined;
  const whole = choices.filter(({ label }) => plain(label) === plain(typed.trim()));
  const found = whole.length > 0 ? whole : choices.filter(({ label, also = '' }) => matches(`${label} ${also}`, typed));
  return found.length === 1 && !found[0]?.disabled ? found[0] : undefined;
}
