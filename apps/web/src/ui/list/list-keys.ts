import { type RefObject, useEffect } from 'react';
import { listEntrance, rowAt } from '#web/ui/base/lists-in-view.ts';
import { openWindows } from '#web/ui/base/use-window.ts';

/** Keys available in every list, and over a record opened from one. */
export const LIST_KEYS = [
  { keys: '↑ ↓', does: 'Anda pelas linhas da lista' },
  { keys: 'Home End', does: 'Primeira e última linha' },
  { keys: 'PgUp PgDn', does: 'Página anterior e próxima página' },
  { keys: 'Enter', does: 'Abre a linha' },
  { keys: 'Espaço', does: 'Escolhe a linha' },
  { keys: '/', does: 'Vai para a busca da lista' },
  { keys: 'Alt ↑ Alt ↓', does: 'Registro anterior e próximo registro' },
] as const;

const TYPED_IN =
  'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable="true"], [role="combobox"]';

/** Whether a key would go into a field. */
export const isTyping = ({ target }: Event) => target instanceof Element && target.closest(TYPED_IN) !== null;

/** "/" leads to the list's search box, and ↓ from there to its rows. */
export function useSearchKey(bar: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const box = bar.current?.querySelector('input');
      if (event.key === '/' && box && !isTyping(event) && openWindows() === 0) {
        event.preventDefault();
        box.focus();
        box.select();
      }
      if (event.key === 'ArrowDown' && box && event.target === box) {
        event.preventDefault();
        focusRow(listEntrance());
      }
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [bar]);
}

/** ↑ and ↓ focus the list's first row while nothing on the page has the focus. One for the whole application, in the shell. */
export function useListArrows() {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (event.defaultPrevented || ctrlKey || metaKey || altKey || shiftKey || openWindows() > 0) return;
      if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
      if (target !== document.body && !(target instanceof HTMLElement && target.tagName === 'MAIN')) return;
      const row = listEntrance();
      if (!row) return;
      event.preventDefault();
      focusRow(row);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** In sight, and clear of the foot that lies over the list. */
export function focusRow(row: HTMLElement | null | undefined) {
  row?.focus({ preventScroll: true });
  if (row) (rowAt(row) ?? row).scrollIntoView({ block: 'nearest' });
}
