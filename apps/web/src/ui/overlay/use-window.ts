import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';

/** Selector of shown windows, without those rendered hidden. */
export const MODAL = '[aria-modal="true"]:not([inert] *)';

/** Open windows, the topmost last. */
const windows: object[] = [];
const listeners = new Set<() => void>();

export const openWindows = () => windows.length;

/** Stacking level of a window, from 1; only the topmost handles Escape. */
export function useLevel(open = true): { level: number; topmost: boolean } {
  const [window] = useState(() => ({}));
  const level = useSyncExternalStore(subscribe, () => windows.indexOf(window) + 1);
  const topmost = useSyncExternalStore(subscribe, () => windows.at(-1) === window);
  useEffect(() => {
    if (!open) return;
    windows.push(window);
    tell();
    return () => {
      windows.splice(windows.indexOf(window), 1);
      tell();
    };
  }, [window, open]);
  return { level, topmost };
}

function tell() {
  for (const notify of listeners) notify();
}

function subscribe(notify: () => void) {
  listeners.add(notify);
  return () => {
    listeners.delete(notify);
  };
}

/** Last element pressed on the page itself, outside any window. */
let first: Element | null = null;

/**
 * Behaviour shared by all windows: returns focus to the opener, and prevents layout shift when the scroll bar
 * disappears.
 */
export function useWindow(open = true) {
  const [drawn] = useState(() => {
    keepScrollbarsPlace();
    const opener = openerOf(document.activeElement);
    // A window that replaces another returns focus to the opener of the first.
    if (open && !document.querySelector(MODAL)) first = opener;
    return { opener, first };
  });
  const before = useRef(drawn);
  // One that was drawn before it was opened; a field that took the focus by itself lies in a window.
  useLayoutEffect(() => {
    const pressed = openerOf(document.activeElement);
    if (!open || !pressed || pressed === document.body || pressed.closest(MODAL)) return;
    first = pressed;
    before.current = { opener: pressed, first };
  }, [open]);
  useEffect(() => {
    if (!open) return;
    return () => {
      const { opener, first: pressed } = before.current;
      const isThere = opener?.isConnected && opener !== document.body;
      // A disabled, loading button loses focus; the window below then receives it.
      const below = [...document.querySelectorAll(MODAL)].at(-1);
      const to = isThere ? focusReturnTarget(opener) : (below ?? focusReturnTarget(pressed));
      if (to instanceof HTMLElement) to.focus({ preventScroll: true });
    };
  }, [open]);
}

/** Opener of a window; for a menu item, which is unmounted by then, the menu's button. */
function openerOf(pressed: Element | null): Element | null {
  const menu = pressed?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : pressed;
}

/**
 * Element that receives focus on close: the previous one or, in a list, the last visited row, which differs after
 * stepping through records. The previous element is gone when a record took another's place.
 */
function focusReturnTarget(before: Element | null): Element | null {
  const row = document.querySelector('main [data-visited]');
  const from = before?.closest('main [data-row]');
  const stays = before?.isConnected && before !== document.body;
  if (!row || row === from || (stays && !from)) return stays ? before : null;
  return before === from ? row : (row.querySelector('[data-opens]') ?? row);
}

/** overlays.css hides the scroll bar while a window is open and pads the page by this width. */
function keepScrollbarsPlace() {
  const page = document.documentElement;
  if (document.querySelector(MODAL)) return;
  page.style.setProperty('--scrollbar', `${innerWidth - page.clientWidth}px`);
}
