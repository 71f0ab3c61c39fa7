/** Letters typed after Ctrl K and before the palette's field has the focus. */
export type Letters = {
  /** Stops listening and returns what was typed. */
  take: () => string;
};

/**
 * Buffers the keys for a field that is not on the screen yet: its code may still load, and its window takes a moment to
 * open. The element that has the focus meanwhile doesn't receive them; Enter would press it.
 */
export function hearLetters(target: EventTarget): Letters {
  let letters = '';
  const onKeyDown = (event: Event) => {
    const { key, ctrlKey, metaKey, altKey, isComposing } = event as KeyboardEvent;
    if (ctrlKey || metaKey || altKey || isComposing) return;
    if (key === 'Backspace') letters = letters.slice(0, -1);
    else if (key.length === 1) letters += key;
    else if (key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
  };
  target.addEventListener('keydown', onKeyDown, true);
  return {
    take() {
      target.removeEventListener('keydown', onKeyDown, true);
      const typed = letters;
      letters = '';
      return typed;
    },
  };
}
