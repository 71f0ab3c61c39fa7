import { createContext, type RefObject, useContext, useEffect, useRef, useState } from 'react';
import { createStore, useStore } from '#web/lib/store.ts';
import { rowAt, visitedRow } from './lists-in-view.ts';

/** An open window. Its dialog receives the focus when the window above it closes and its opener is gone. */
export type OpenWindow = { root: RefObject<HTMLDivElement | null> };

/** Open windows, the topmost last. */
const windows = createStore<readonly OpenWindow[]>([]);

export const openWindows = () => windows.get().length;

/** Place of a window in the stack, from 1; 0 on the page. */
export const levelOf = (window: OpenWindow | undefined) => (window ? windows.get().indexOf(window) + 1 : 0);

export const topWindow = () => windows.get().at(-1);

/** The window around a component; undefined on the page. */
export const WindowContext = createContext<OpenWindow | undefined>(undefined);

export const useWindowAround = () => useContext(WindowContext);

/** Counts a popup among the windows while it is open: Escape closes it and not the window around it. */
export function useStacked(): OpenWindow {
  const root = useRef<HTMLDivElement>(null);
  const [window] = useState<OpenWindow>({ root });
  useEffect(() => {
    windows.set([...windows.get(), window]);
    return () => windows.set(windows.get().filter((one) => one !== window));
  }, [window]);
  return window;
}

/**
 * Element that had the focus last. When a window mounts, the menu item that opened it may be unmounted already: the
 * window's code was loading, or the window follows the URL.
 */
let lastFocused: Element | null = null;
globalThis.document?.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element) lastFocused = openerOf(target);
});

/** Element that had the focus when the first of the windows that are open now was opened. */
let firstOpener: Element | null = null;

/**
 * Behaviour shared by all windows: its place in the stack, of which only the topmost handles Escape; focus that returns
 * to the opener; no layout shift when the scroll bar disappears. A window is open while it is rendered.
 */
export function useWindow() {
  const [opener] = useState(() => {
    const focused = document.activeElement;
    const pressed = focused && focused !== document.body ? openerOf(focused) : lastFocused;
    if (openWindows() === 0) {
      keepScrollbarsPlace();
      firstOpener = pressed;
    }
    return pressed;
  });
  const first = useRef(firstOpener);
  const window = useStacked();
  useEffect(() => {
    const pageOpener = first.current;
    return () => {
      // A loading button is disabled and can't have the focus; the window below then receives it.
      const isThere = opener?.isConnected && opener !== document.body && !opener.matches(':disabled');
      const below = topWindow()?.root.current?.querySelector('[role="dialog"]');
      const to = isThere ? focusReturnTarget(opener) : (below ?? focusReturnTarget(pageOpener));
      if (to instanceof HTMLElement) to.focus({ preventScroll: true });
    };
  }, [opener]);
  /** From 1. */
  const level = useStore(windows, (all) => all.indexOf(window) + 1);
  const topmost = useStore(windows, (all) => all.at(-1) === window);
  return { window, level, topmost };
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
  const visited = visitedRow(before);
  const from = before && rowAt(before);
  const stays = before?.isConnected && before !== document.body;
  if (!visited || visited.row === from || (stays && !from)) return stays ? before : null;
  return before === from ? visited.row : (visited.opener ?? visited.row);
}

/** overlays.css hides the scroll bar while a window is open and pads the page by this width. */
function keepScrollbarsPlace() {
  const page = document.documentElement;
  page.style.setProperty('--scrollbar', `${innerWidth - page.clientWidth}px`);
}
